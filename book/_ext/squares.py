"""{claims-picture}: every claim as a square that leads to its row, by source and coloured by verdict.

Above the squares one line says how many claims others published, and how many of these are refuted.
"""

from __future__ import annotations

from collections import Counter

from docutils import nodes
from sphinx.application import Sphinx

from . import store
from .front import SOURCES, VERDICTS
from .markup import IN_SHORT, element, link
from .refuted import CLAIM


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
                    data_told="below" if row.id == CLAIM else None,
                    tabindex=-1,
                )
                for row in own
            ]
            title = element("span", name, " ", element("b", str(len(own))), class_="pc-squares-source")
            lines.append(
                element("div", title, element("span", *squares, aria_hidden="true"), class_="pc-squares-line")
            )
        counts = Counter(row.verdict for row in rows)
        published = [row for row in rows if row.source.removesuffix("-code") != "ours"]
        refuted = sum(row.verdict == "refuted" for row in published)
        ours = len(rows) - len(published)
        words = f": {len(published)} published ones, of which {refuted} are refuted, and {ours} of this book"
        head = element("p", element("b", f"{len(rows)} claims"), words)
        leads = element("span", ", and leads to its row in the ledger", class_="pc-screen")
        told = f"The legend counts all {len(rows)}. Each square is a claim"
        how = element("p", told, leads, ".", class_="pc-squares-how")
        legend = [
            element(
                "span",
                element("span", class_=f"pc-square pc-{verdict}"),
                element("b", f" {counts[verdict]} {verdict} "),
                element("span", IN_SHORT[verdict], class_="pc-squares-meaning"),
            )
            for verdict in VERDICTS
            if counts[verdict]
        ]
        return [
            element(
                "div",
                head,
                element("div", *legend, class_="pc-squares-legend"),
                element("div", *lines[:-1], class_="pc-squares-published"),
                element("div", lines[-1], how),
                class_="pc-squares",
            )
        ]


def setup(app: Sphinx) -> None:
    app.add_directive("claims-picture", ClaimsPicture)
