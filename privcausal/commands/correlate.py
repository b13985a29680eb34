"""Release a private rank correlation of two columns."""

from argparse import ArgumentParser, Namespace

from privcausal.commands import check_table, table_options, warn_of_seed
from privcausal.commands.answers import answer_options, report_path, study_of, tell
from privcausal.commands.budget import purse_of, spending, spending_options

EXAMPLES = """\
  python -m privcausal correlate data.csv --x height --y weight --epsilon 1
  python -m privcausal correlate data.csv --x height --y weight --epsilon 1 --json --report study.html
"""


def options(command: ArgumentParser) -> None:
    """Two columns of a file, and what may be spent on them."""
    table_options(command)
    command.add_argument("--x", required=True, metavar="NAME", help="the first column")
    command.add_argument("--y", required=True, metavar="NAME", help="the second column")
    command.add_argument("--epsilon", required=True, type=float, help="the privacy to spend, e.g. 1")
    command.add_argument("--score", default="kendall", help="kendall (default) or spearman")
    answer_options(command)
    spending_options(command)


def run(options: Namespace) -> int:
    """Release one private rank correlation from a file."""
    from privcausal.privacy.randomness import generator
    from privcausal.table.declaration import Number
    from privcausal.table.options import declared
    from privcausal.table.sources import read
    from privcausal.two_columns import check_columns, check_seen, correlation

    check_table(options)
    check_columns(options.x, options.y)
    report_path(options)
    purse = purse_of(options)
    columns = dict.fromkeys((options.x, options.y), Number()) if options.declare is None else None
    table = read(options.file, declared(options, columns).only([options.x, options.y]))
    check_seen(options.score, len(table), options.epsilon)
    with spending(options, purse, len(table)):
        found = correlation(
            table,
            options.x,
            options.y,
            score=options.score,
            epsilon=options.epsilon,
            rng=generator(options.seed),
        )
    question = f"How strongly do {options.x} and {options.y} go together?"
    study = study_of(options, question, table, purse, score=options.score)
    tell(found, study, options, f"ε = {options.epsilon:g}")
    warn_of_seed(options)
    return 0
