"""Show the noisy cross table of two columns of a release, for free."""

from argparse import ArgumentParser, Namespace

EXAMPLES = """\
  python -m privcausal crosstab release.json --x dose --y well
  python -m privcausal crosstab release.json --x dose --y well --given sex --json
"""


def options(command: ArgumentParser) -> None:
    """A release and two of its columns."""
    command.add_argument("file", metavar="FILE", help="what `privcausal release` wrote")
    command.add_argument("--x", required=True, metavar="NAME", help="variable for the table's rows")
    command.add_argument("--y", required=True, metavar="NAME", help="variable for the table's columns")
    command.add_argument(
        "--given",
        metavar="NAME",
        help="one table for each value of this column, if it was released with the two",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object instead of a table")


def run(options: Namespace) -> int:
    """Print the table."""
    from privcausal.published import published

    table = published(options.file).cross_table(options.x, options.y, given=options.given)
    if options.json:
        import json

        from privcausal.report.study import versions

        entries = {**table.to_dict(), **versions()}
        print(json.dumps(entries, ensure_ascii=False, allow_nan=False, indent=1))
        return 0
    print(table)
    return 0
