"""{broken-bound}: a refuted number as a picture, drawn from the counterexample that the ledger stores.

One record of the tested half moves Kendall's score by twice the number for which a published program adds noise. On a
screen this record can be dragged (`explorers.js`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import isclose

from docutils import nodes
from sphinx.application import Sphinx

from . import store
from .markup import element, link

CLAIM = "K-code"
PANEL, HIGH, APART = 150, 128, 120
FOOT = HIGH + 76


def kendall(x: Sequence[float], y: Sequence[float]) -> Fraction:
    """The share of concordant pairs minus that of discordant ones, for values without ties.

    >>> kendall([0, 1, 2], [0, 2, 1])
    Fraction(1, 3)
    """
    signs = [
        1 if (a[0] - b[0]) * (a[1] - b[1]) > 0 else -1
        for a, b in combinations(list(zip(x, y, strict=True)), 2)
    ]
    return Fraction(sum(signs), len(signs))


class BrokenBound(store.Directive):
    """The two tested halves, side by side, and below them how far the score moved."""

    def run(self) -> list[nodes.Node]:
        row = store.known(self.env).rows[CLAIM]
        witness = next(item["witness"] for item in row.evidence if item["outcome"] == "violated")
        scores, panels = [], []
        for place, name in enumerate(("before", "after")):
            x, y = [*witness["x"], witness[name][0]], [*witness["y"], witness[name][1]]
            scores.append(kendall(x, y))
            panels.append(_panel(place, name, list(zip(x, y, strict=True)), scores[-1]))
        bound, moved = Fraction(4, 2 * len(x)), abs(abs(scores[1]) - abs(scores[0]))
        if row.ratio is None or not isclose(moved / bound, row.ratio):
            raise ValueError(
                f"the counterexample of {CLAIM} moves the score by {moved}, not by {row.ratio} times {bound}"
            )
        pairs = len(x) * (len(x) - 1) // 2
        spoken = f"Six records, five on a line. The sixth moves, and Kendall’s score from {scores[0]} to {scores[1]}."
        body = f"<title>{spoken}</title>{''.join(panels)}{_arrow()}{_bar(bound, moved)}"
        picture = (
            f'<svg class="pc-broken" data-bound="{bound * pairs}" viewBox="7 0 {2 * PANEL + APART - 7} {FOOT}" '
            f'role="img">{body}</svg>'
        )
        ringed = element("span", class_=f"pc-square pc-{row.verdict}", aria_hidden="true", data_told="here")
        title = element("p", ringed, element("b", "A guarantee that was refuted"), class_="pc-broken-title")
        words = element(
            "figcaption",
            f"A published program scales its noise to a change of at most {bound} in Kendall’s correlation of these "
            f"six records. One record moves it by {moved}. ",
            link("row", CLAIM, "See the claim in the ledger"),
        )
        return [
            element("figure", title, nodes.raw("", picture, format="html"), words, class_="pc-refutation")
        ]


def _panel(place: int, name: str, points: list[tuple[float, float]], score: Fraction) -> str:
    left = place * (PANEL + APART)
    dots = "".join(
        f'<circle class="{"moved" if last else "dot"}" cx="{left + 22 + 11 * (x + 1):.0f}" '
        f'cy="{HIGH - 16 - 9.4 * (y + 1):.1f}" r="{6 if last else 4.5}"/>'
        for last, (x, y) in ((number == len(points) - 1, point) for number, point in enumerate(points))
    )
    frame = f'<path class="frame" d="M{left + 8} 4V{HIGH}H{left + PANEL}"/>'
    label = f'<text x="{left + PANEL / 2 + 4:.0f}" y="{HIGH + 19}">{name}: score {score}</text>'
    return f"<g>{frame}{dots}{label}</g>"


def _arrow() -> str:
    middle, y = PANEL + APART / 2, HIGH / 2
    return (
        f'<path class="arrow" d="M{middle - 30} {y}h52m-8 -6l8 6l-8 6"/>'
        f'<text class="way" x="{middle}" y="{y - 14}">one record</text>'
    )


def _bar(bound: Fraction, moved: Fraction) -> str:
    left, width, y = 8, 2 * PANEL + APART - 16, HIGH + 38
    tick = left + width * float(bound / moved)
    return (
        f'<rect class="track" x="{left}" y="{y}" width="{width}" height="12" rx="3"/>'
        f'<rect class="over" x="{left}" y="{y}" width="{width}" height="12" rx="3"/>'
        f'<path class="tick" d="M{tick:.0f} {y - 5}v22"/>'
        f'<text class="end" x="{tick - 6:.0f}" y="{y + 31}">allowed {bound}</text>'
        f'<text class="end over" x="{left + width}" y="{y + 31}">moved {moved}</text>'
    )


def setup(app: Sphinx) -> None:
    app.add_directive("broken-bound", BrokenBound)
