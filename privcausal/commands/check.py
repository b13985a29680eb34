"""Show, for a small ε, which shares of cells are missing, clipped or undeclared, before the first question."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace

from privcausal.commands import check_table, table_options, warn_about_seed
from privcausal.commands.answers import answer_options, print_answer, report_path, study_of
from privcausal.commands.spending import charging, open_budget, price_of, spending_options

EXAMPLES = """\
  python -m privcausal check data.csv --declare table.toml --epsilon 0.1
"""

QUESTION = "Which cells does the declaration change?"


def options(command: ArgumentParser) -> None:
    """A file, its declaration, and the budget."""
    table_options(command)
    command.add_argument(
        "--categories", metavar="LIST", help='instead of --declare: "dose=low|high,well=0|1"'
    )
    command.add_argument("--epsilon", required=True, type=float, help="the privacy to spend, e.g. 0.1")
    answer_options(command)
    spending_options(command)


def run(options: Namespace) -> int:
    """Release the shares of cells that the declaration changes."""
    from privcausal.data_check import check_data, check_visible
    from privcausal.privacy.randomness import generator
    from privcausal.table.options import parse_categories, read_declaration
    from privcausal.table.stream import open_table
    from privcausal.table.suspects import as_they_are

    check_table(options)
    report_path(options)
    if options.declare is None and options.categories is None:
        raise ValueError(
            "--declare FILE or --categories LIST is required, because it says what the columns can hold. Draft a "
            "declaration with `privcausal declare`."
        )
    columns = None if options.categories is None else parse_categories(options.categories)
    price = price_of(options)
    budget_file = open_budget(options, price)
    public = read_declaration(options, columns)
    table = open_table(options.file, as_they_are(public), "sums", options.seed)
    check_visible(public, len(table), options.epsilon)
    with charging(options, price, budget_file, len(table), public.unit):
        result = check_data(
            public, table.pieces(), len(table), epsilon=options.epsilon, rng=generator(options.seed)
        )
    study = replace(study_of(options, QUESTION, table, price, budget_file), columns=public.columns)
    print_answer(result, study, options, price.amount)
    warn_about_seed(options)
    return 0
