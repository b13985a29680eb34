"""Write noisy tables into a file that may be published and asked again and again for nothing."""

from argparse import ArgumentParser, Namespace

from privcausal.commands import check_table, paid, publish, table_options, target_path, warn_of_seed
from privcausal.commands.budget import purse_of, spending, spending_options

EXAMPLES = """\
  python -m privcausal release data.csv --declare table.toml --epsilon 1 --delta 1e-6 --out release.json
  python -m privcausal discover release.json
  python -m privcausal cross release.json --x dose --y well
"""


def options(command: ArgumentParser) -> None:
    """A file, what is declared about it, what may be spent, and where to write."""
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
    from privcausal.graphs.streamed import opened, release
    from privcausal.privacy.price import Price, Relation
    from privcausal.privacy.randomness import generator
    from privcausal.table.options import declared, parse_categories

    target = target_path(options.out, "--out", (".json",), new=True)
    assert target is not None  # --out is required
    check_table(options)
    if options.declare is None and options.categories is None:
        raise ValueError(
            "--declare must name a file that says what the columns may hold, or --categories list it"
        )
    columns = None if options.categories is None else parse_categories(options.categories)
    purse = purse_of(options)
    table = opened(options.file, declared(options, columns))
    budget = Price(options.epsilon, options.delta, Relation.SUBSTITUTION)
    with spending(options, purse, len(table)):
        found = release(table, budget, generator(options.seed))
    with paid(found.spent, target):
        found.save(target)
    publish(f"{found}\nwritten to {target}", found.spent)
    warn_of_seed(options)
    return 0
