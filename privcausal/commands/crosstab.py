"""Show the noisy cross table of two columns of a release, for free."""

import json
import warnings
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from privcausal.graphs.table_release import TableRelease

EXAMPLES = """\
  python -m privcausal crosstab release.json --x dose --y well
  python -m privcausal crosstab release.json --x dose --y well --json
"""


def options(command: ArgumentParser) -> None:
    """A release and two of its columns."""
    command.add_argument("file", metavar="FILE", help="what `privcausal release` wrote")
    command.add_argument("--x", required=True, metavar="NAME", help="the column of the rows")
    command.add_argument("--y", required=True, metavar="NAME", help="the column of the columns")
    command.add_argument("--json", action="store_true", help="print one JSON object instead of a table")


def run(options: Namespace) -> int:
    """Print the table."""
    from privcausal.published import published

    kept = published(options.file)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its marks are printed below the table
        counts, noise = kept.cross_table(options.x, options.y)
    if options.json:
        print(
            json.dumps(
                as_json(kept, (options.x, options.y), counts, noise),
                ensure_ascii=False,
                allow_nan=False,
                indent=1,
            )
        )
        return 0
    rows = [[options.x, *kept.values[options.y]]]
    rows += [
        [value, *(f"{count:.0f}" for count in row)]
        for value, row in zip(kept.values[options.x], counts, strict=True)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    print(
        "\n".join(
            [
                *kept.marks(),
                *gap_note(kept, (options.x, options.y)),
                f"each count carries noise of standard deviation {noise:.2g}; from a release of {kept.spent.amount} "
                f"({kept.spent.relation.value}), and nothing more was spent",
            ]
        )
    )
    return 0


def gap_note(kept: "TableRelease", names: tuple[str, str]) -> list[str]:
    """How cells without a declared value are counted, where there may be any."""
    gaps = [name for name in names if name in kept.gaps]
    return [
        f"cells of {' and '.join(gaps)} without a declared value are spread evenly over the values"
    ] * bool(gaps)


def as_json(
    kept: "TableRelease", names: tuple[str, str], counts: "np.ndarray", noise: float
) -> dict[str, Any]:
    """The table for programs: what the release has cost, and that this was free."""
    from privcausal.answer import price_dict
    from privcausal.report.study import versions

    x, y = names
    return {
        **{"x": x, "y": y, "rows": kept.values[x], "columns": kept.values[y], "counts": counts.tolist()},
        **{"noise": noise, "records": kept.records, "spent": price_dict(kept.spent), "spent_now": 0},
        "warnings": kept.marks(),
        "gaps": [name for name in names if name in kept.gaps],
        **versions(),
    }
