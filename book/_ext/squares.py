"""{claims-picture}: every claim as a square that leads to its row, by source and coloured by verdict.

{claims-scale} says in one line how many claims others published, over a bar of what became of them: large parts have
their names on them, and the small ones are named below in the bar's order.
"""

from __future__ import annotations

from collections import Counter

from docutils import nodes
from sphinx.application import Sphinx

from . import store
from .front import SOURCES, VERDICTS
from .markup import element, link

NAMED = 0.12
"""Parts of all claims: a larger part of the bar has its name on it, and the smaller ones stand below it."""


class ClaimsPicture(store.Directive):
    """Squares for the eye and the pointer; whoever hears the page gets the counts below them, and the ledger."""

    def run(self) -> list[nodes.Node]:
        rows = sorted(store.known(self.env).rows.values(), key=lambda row: VERDICTS.index(row.verdict))
        lines: list[nodes.Node] = []
        for source, name in SOURCES.items():
            own = [row for row in rows if row.source.removesuffix("-code") == source]
            squares = [
                link(
                    "row",
                    row.id,
                    class_=f"pc-square pc-{row.verdict}",
                    title=f"{row.id}: {row.badge}",
                    tabindex=-1,
                )
                for row in own
            ]
            head = element("span", name, " ", element("b", str(len(own))), class_="pc-squares-source")
            lines.append(
                element("div", head, element("span", *squares, aria_hidden="true"), class_="pc-squares-line")
            )
        counts = Counter(row.verdict for row in rows)
        legend = [
            element(
                "span", element("span", class_=f"pc-square pc-{verdict}"), f" {counts[verdict]} {verdict}"
            )
            for verdict in VERDICTS
            if counts[verdict]
        ]
        return [
            element("div", *lines, element("div", *legend, class_="pc-squares-legend"), class_="pc-squares")
        ]


class ClaimsScale(store.Directive):
    """What the book found, for the front page."""

    def run(self) -> list[nodes.Node]:
        rows = store.known(self.env).rows.values()
        counts = Counter(row.verdict for row in rows if row.source.removesuffix("-code") != "ours")
        total = counts.total()
        bar = [
            element(
                "span",
                f"{counts[verdict]} {verdict}" if counts[verdict] > NAMED * total else "",
                class_=f"pc-{verdict}",
                style=f"flex-grow: {counts[verdict]}",
            )
            for verdict in VERDICTS
            if counts[verdict]
        ]
        small = [
            element(
                "span", element("span", class_=f"pc-square pc-{verdict}"), f" {counts[verdict]} {verdict}"
            )
            for verdict in VERDICTS
            if 0 < counts[verdict] <= NAMED * total
        ]
        refuted, ours = counts["refuted"], len(rows) - total
        words = f", of which {refuted} are refuted, and {ours} of this book"
        head = element("p", element("b", f"{total} published claims"), words)
        named = element("div", *small, class_="pc-scale-names")
        return [element("div", head, element("div", *bar, class_="pc-scale-bar"), named, class_="pc-scale")]


def setup(app: Sphinx) -> None:
    app.add_directive("claims-scale", ClaimsScale)
    app.add_directive("claims-picture", ClaimsPicture)
