"""Write noisy tables into a file that can be published and queried at no further cost."""

from argparse import ArgumentParser, Namespace

from privcausal.commands import (
    check_table,
    publish,
    report_write_failure,
    table_options,
    target_path,
    warn_about_seed,
)
from privcausal.commands.spending import charging, open_budget, price_of, spending_options

EXAMPLES = """\
  python -m privcausal release data.csv --declare table.toml --epsilon 1 --delta 1e-6 --out release.json
  python -m privcausal discover release.json
  python -m privcausal crosstab release.json --x dose --y well
"""


def options(command: ArgumentParser) -> None:
    """A file, its declaration, the budget, and the output."""
    table_options(command)
    command.add_argument(
        "--categories", metavar="LIST", help='instead of --declare: "dose=low|high,well=0|1"'
    )
    command.add_argument("--epsilon", required=True, type=float, help="the privacy to spend, e.g. 1")
    command.add_argument("--delta", required=True, type=float, help="the δ of the budget, e.g. 1e-6")
    command.add_argument("--out", required=True, metavar="FILE", help="the release, a new .json file")
    spending_options(command)


def run(options: Namespace) -> int:
    """Release the tables of a file's columns."""
    from privcausal.graphs.methods import DEFAULT, METHODS
    from privcausal.graphs.table_release import release_tables
    from privcausal.privacy.randomness import generator
    from privcausal.table.options import parse_categories, read_declaration
    from privcausal.table.stream import open_table

    target = target_path(options.out, "--out", (".json",), new=True)
    assert target is not None  # --out is required
    check_table(options)
    if options.declare is None and options.categories is None:
        raise ValueError(
            "--declare FILE or --categories LIST is required, because it says what the columns can hold. Draft a "
            "declaration with `privcausal declare`."
        )
    columns = None if options.categories is None else parse_categories(options.categories)
    budget, public = price_of(options), read_declaration(options, columns)
    budget_file = open_budget(options, budget)
    METHODS[DEFAULT].check_columns(public)
    table = open_table(options.file, public, seed=options.seed)
    with charging(options, budget, budget_file, len(table), table.declaration.unit):
        release = release_tables(table, budget, generator(options.seed))
    with report_write_failure(release.spent, target):
        release.save(target)
    publish(f"{release}\nwritten to {target}", release.spent)
    warn_about_seed(options)
    return 0
