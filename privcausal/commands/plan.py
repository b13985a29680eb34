"""Estimate what a budget can detect, without reading data."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace

from privcausal.commands import PICTURES, rows_per_person_option, target_path

EXAMPLES = """\
  python -m privcausal plan --declare table.toml --rows 5000 --epsilon 1 --delta 1e-6
  python -m privcausal plan --categories "dose=low|high,well=0|1" --rows 5000 --epsilon 1 --delta 1e-6 --detect 0.1
  python -m privcausal plan --declare table.toml --rows 5000 --epsilon 1 --delta 1e-6 --plot plan.svg
"""


def options(command: ArgumentParser) -> None:
    """The public facts: the columns, the number of records, and the budget."""
    command.add_argument(
        "--declare", metavar="TOML", help="a file that declares the columns and their possible values"
    )
    command.add_argument(
        "--categories", metavar="LIST", help='instead: columns and their values, "dose=low|high,well=0|1"'
    )
    command.add_argument(
        "--rows", required=True, type=int, metavar="N", help="how many records there will be"
    )
    rows_per_person_option(command)
    command.add_argument("--epsilon", required=True, type=float, help="the privacy to spend, e.g. 1")
    command.add_argument("--delta", required=True, type=float, help="the δ of the budget, e.g. 1e-6")
    command.add_argument(
        "--detect",
        type=float,
        metavar="PHI",
        help="an association that is to be seen between any two columns: how many records does it take?",
    )
    command.add_argument(
        "--plot", metavar="FILE", help="draw the F1 to be expected at any ε: a .png or .svg file"
    )
    command.add_argument("--json", action="store_true", help="print JSON instead of sentences")


def run(options: Namespace) -> int:
    """Print a forecast."""
    from privcausal.forecast import forecast
    from privcausal.privacy.price import Price, Relation
    from privcausal.table.declaration import Declaration
    from privcausal.table.declaration_files import load
    from privcausal.table.options import parse_categories, unit

    target = target_path(options.plot, "--plot", PICTURES)
    if (options.declare is None) == (options.categories is None):
        raise ValueError(
            "Exactly one of --declare FILE and --categories LIST is required, because it says which columns there are."
        )
    if options.declare is not None:
        declaration = load(options.declare)
    else:
        declaration = Declaration(parse_categories(options.categories))
    declaration = replace(declaration, unit=unit(options, declaration.unit))
    budget = Price(options.epsilon, options.delta, Relation.SUBSTITUTION)
    result = forecast(declaration, options.rows, budget, options.detect)
    if target is not None:
        from privcausal import plots

        canvas, axes = plots.figure(ink="black")
        result.plot(axes[0])
        canvas.savefig(target, dpi=160)
    print(result.to_json(indent=1) if options.json else result)
    return 0
