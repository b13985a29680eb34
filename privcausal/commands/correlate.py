"""Release a private rank correlation of two columns."""

from argparse import ArgumentParser, Namespace

from privcausal.commands import check_table, table_options, warn_about_seed
from privcausal.commands.answers import answer_options, print_answer, report_path, study_of
from privcausal.commands.spending import charging, open_budget, price_of, spending_options

EXAMPLES = """\
  python -m privcausal correlate data.csv --x height --y weight --epsilon 1
  python -m privcausal correlate data.csv --x height --y weight --epsilon 1 --json --report study.html
"""


def options(command: ArgumentParser) -> None:
    """Two columns of a file, and the budget for them."""
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
    from privcausal.table.options import read_declaration
    from privcausal.table.sources import read
    from privcausal.two_columns import check_columns, check_detectable, correlation

    check_table(options)
    check_columns(options.x, options.y)
    report_path(options)
    price = price_of(options)
    budget_file = open_budget(options, price)
    columns = dict.fromkeys((options.x, options.y), Number()) if options.declare is None else None
    public = read_declaration(options, columns).only([options.x, options.y])
    table = read(options.file, public, options.seed)
    check_detectable(options.score, len(table), options.epsilon, public.unit.rows)
    with charging(options, price, budget_file, len(table), table.declaration.unit):
        result = correlation(
            table,
            options.x,
            options.y,
            score=options.score,
            epsilon=options.epsilon,
            rng=generator(options.seed),
        )
    question = f"How strongly are {options.x} and {options.y} associated?"
    study = study_of(options, question, table, price, budget_file, score=options.score)
    print_answer(result, study, options, price.amount)
    warn_about_seed(options)
    return 0
