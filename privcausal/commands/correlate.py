"""Release a private rank correlation of two columns."""

from argparse import ArgumentParser, Namespace

from privcausal.commands import (
    check_table,
    publish,
    purse_of,
    spending,
    spending_options,
    table_options,
    warn_of_seed,
)

EXAMPLES = """\
  python -m privcausal correlate data.csv --x height --y weight --epsilon 1
"""


def options(command: ArgumentParser) -> None:
    """Two columns of a file, and what may be spent on them."""
    table_options(command)
    command.add_argument("--x", required=True, metavar="NAME", help="the first column")
    command.add_argument("--y", required=True, metavar="NAME", help="the second column")
    command.add_argument("--epsilon", required=True, type=float, help="the privacy to spend, e.g. 1")
    command.add_argument("--score", default="kendall", help="kendall (default) or spearman")
    spending_options(command)


def run(options: Namespace) -> int:
    """Release one private rank correlation from a file."""
    from privcausal.pairs.correlation import SCORES, private_correlation
    from privcausal.pairs.interval import interval
    from privcausal.privacy.price import Relation
    from privcausal.privacy.randomness import generator
    from privcausal.table.declaration import Number
    from privcausal.table.options import declared
    from privcausal.table.sources import read

    check_table(options)
    purse = purse_of(options)
    names = list(dict.fromkeys((options.x, options.y)))
    columns = dict.fromkeys(names, Number()) if options.declare is None else None
    table = read(options.file, declared(options, columns).only(names))
    with spending(options, purse, len(table)):
        release = private_correlation(
            table.number(options.x),
            table.number(options.y),
            score=options.score,
            epsilon=options.epsilon,
            relation=Relation.SUBSTITUTION,
            rng=generator(options.seed),
        )
    noise = SCORES[options.score].sensitivity(len(table)) / options.epsilon
    low, high = interval(release.value, score=options.score, records=len(table), noise=noise)
    publish(
        f"{options.score} of {options.x} and {options.y}: {release}; "
        f"noise scale {noise:.2g}; 95% interval {low:+.4f} to {high:+.4f}",
        f"ε = {options.epsilon:g}",
    )
    warn_of_seed(options)
    return 0
