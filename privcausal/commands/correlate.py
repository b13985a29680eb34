"""Release a private rank correlation of two columns."""

from argparse import ArgumentParser, Namespace

from privcausal.commands import seed_option, warn_of_seed

EXAMPLES = """\
  python -m privcausal correlate data.csv --x height --y weight --epsilon 1
"""


def options(command: ArgumentParser) -> None:
    """Two columns of a file, and what may be spent on them."""
    command.add_argument("file", metavar="CSV", help="a file with a header line; each row is one person")
    command.add_argument("--x", required=True, metavar="NAME", help="the first column")
    command.add_argument("--y", required=True, metavar="NAME", help="the second column")
    command.add_argument("--epsilon", required=True, type=float, help="the privacy to spend, e.g. 1")
    command.add_argument("--score", default="kendall", help="kendall (default) or spearman")
    seed_option(command)


def run(options: Namespace) -> int:
    """Release one private rank correlation from a CSV file."""
    import numpy as np

    from privcausal.pairs.correlation import private_correlation
    from privcausal.privacy.price import Relation
    from privcausal.table.csv import read_numbers

    columns = read_numbers(options.file, (options.x, options.y))
    release = private_correlation(
        columns[options.x],
        columns[options.y],
        score=options.score,
        epsilon=options.epsilon,
        relation=Relation.SUBSTITUTION,
        rng=np.random.default_rng(options.seed),
    )
    print(f"{options.score} of {options.x} and {options.y}: {release}")
    warn_of_seed(options)
    return 0
