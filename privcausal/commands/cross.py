"""Show the noisy cross table of two columns of a release, for free."""

from argparse import ArgumentParser, Namespace

EXAMPLES = """\
  python -m privcausal cross release.json --x dose --y well
"""


def options(command: ArgumentParser) -> None:
    """A release and two of its columns."""
    command.add_argument("file", metavar="FILE", help="what `privcausal release` wrote")
    command.add_argument("--x", required=True, metavar="NAME", help="the column of the rows")
    command.add_argument("--y", required=True, metavar="NAME", help="the column of the columns")


def run(options: Namespace) -> int:
    """Print the table."""
    from privcausal.published import published

    kept = published(options.file)
    counts, noise = kept.cross(options.x, options.y)
    rows = [[options.x, *kept.values[options.y]]]
    rows += [
        [value, *(f"{count:.0f}" for count in row)]
        for value, row in zip(kept.values[options.x], counts, strict=True)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    print(f"each count carries noise of standard deviation {noise:.2g}; nothing was spent")
    return 0
