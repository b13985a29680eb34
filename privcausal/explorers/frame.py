"""A figure to touch: numbers that a cell computed, a still figure, a table, and the name of the script that moves them.

The page holds all three. Without JavaScript the reader sees the still figure and can unfold the table; with it,
`book/_static/explorers.js` puts controls and a drawing in the figure's place, from the same numbers.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from matplotlib.axes import Axes

from privcausal import plots

STRONG = re.compile(r"\*\*(.+?)\*\*")

DIGITS = 6
"""Significant digits on the page: more are invisible, and can differ from processor to processor."""


@dataclass(frozen=True, repr=False)
class Explorer:
    """What the page needs for one explorer; notebooks show it by its HTML.

    Examples
    --------
    >>> toy = Explorer("toy", "A toy", "What to try.", {"half": 1 / 3}, "<svg></svg>", ("x",), ((0.5,),))
    >>> '"half": 0.333333' in toy._repr_html_()
    True
    """

    name: str
    title: str
    description: str
    """An instruction and its result, two lines at most; what to do stands between ** and **."""
    data: Mapping[str, Any]
    static_figure: str
    """The figure for a page without scripts."""
    columns: Sequence[str] = field(default=())
    rows: Sequence[Sequence[object]] = field(default=())
    settings: str = ""
    """What the table holds for, if other settings give other numbers."""
    decimals: int | None = None
    """So many for each number after the first of a row, or four significant digits."""

    def __repr__(self) -> str:
        """The title alone: notebooks store this text too, and numbers in full differ between processors."""
        return f"Explorer: {self.title}"

    def _cells(self, values: Sequence[object]) -> str:
        fixed = [isinstance(value, float) and self.decimals is not None for value in values]
        return "".join(
            _cell(f"{value:.{self.decimals}f}" if fix else value)
            for value, fix in zip(values, fixed, strict=True)
        )

    def _repr_html_(self) -> str:
        data = json.dumps(rounded(self.data), sort_keys=True).replace("</", "<\\/")
        words = STRONG.sub(r"<strong>\1</strong>", html.escape(self.description))
        lines = "".join(f"<tr>{_cell(first)}{self._cells(rest)}</tr>" for first, *rest in self.rows)
        head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in self.columns)
        caption = f"<caption>{html.escape(self.settings)}</caption>" if self.settings else ""
        table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
        return (
            f'<section class="pc-explorer" id="explorer-{self.name}" data-explorer="{self.name}" '
            f'aria-label="{html.escape(self.title, quote=True)}">'
            f'<p class="pc-explorer-title" role="heading" aria-level="3">{html.escape(self.title)}</p>'
            f"<p>{words}</p>"
            f'<div class="pc-explorer-still">{self.static_figure}</div>'
            f"<details><summary>The numbers behind it, as a table</summary>{table}</details>"
            f'<script type="application/json">{data}</script></section>'
        )


NOTHING = 1e-15
"""A smaller number is what rounding leaves of 0."""


def _cell(value: object) -> str:
    return f"<td>{_number(value) if isinstance(value, float) else html.escape(str(value))}</td>"


def _number(value: float) -> str:
    """Four digits as a page prints them.

    >>> _number(-0.1), _number(2.776e-17), _number(3.99e-05)
    ('−0.1', '0', '3.99·10⁻⁵')
    """
    return plots.typeset(f"{0.0 if abs(value) < NOTHING else value:.4g}").replace("-", "−")


def rounded(value: Any) -> Any:
    """The same numbers with six significant digits, arrays as lists, ready for JSON.

    Examples
    --------
    >>> rounded({"a": [1 / 3, 2]})
    {'a': [0.333333, 2]}
    """
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(name): rounded(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(part) for part in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def static_figure(ax: Axes, caption: str) -> str:
    """The figure of a page without scripts, drawn in the style of all others."""
    shown = plots.show(ax, caption)
    return str(getattr(shown, "data", shown))
