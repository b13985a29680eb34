"""{places}: for every claim who makes it, where it stands, how well it can be read, and about which neighbours.

Read off the claims. Lines of public code are links that open the repository at the commit that was read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from . import store
from .markup import badge, element, link

if TYPE_CHECKING:
    from privcausal.verify.claim import Claim
    from privcausal.verify.ledger import Row

COLUMNS = ("Claim", "Who makes it", "Where it stands", "How well it can be read", "Its neighbours, and ours")


class Places(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        known = store.facts(self.env.app)
        self.env.note_dependency(known.path)
        head = element("tr", *(element("th", text, scope="col") for text in COLUMNS))
        rows = [self._row(claim, known.rows.get(name)) for name, claim in known.claims.items()]
        table = element(
            "table", element("thead", head), element("tbody", *rows), class_="pc-ledger pc-extract pc-places"
        )
        return [element("div", table, class_="pc-ledger-box")]

    def _row(self, claim: Claim, row: Row | None) -> nodes.Node:
        from privcausal.verify.reading import cited

        reading = claim.reading
        name = [link("theorem", claim.id, claim.id, class_="pc-id"), " ", *([badge(row)] if row else [])]
        source = f"{{cite:t}}`{claim.source}`" if claim.source != "ours" else "this book"
        lines = [
            element("a", f" {found.path.rpartition('/')[2]}:{found.spans[0][0]}", href=found.url)
            for found in cited(reading.place)
        ]
        theirs = " or ".join(relation.value for relation in reading.relations) or "none named"
        cells = (
            [*self._inline(source), f" · {reading.origin.value}"],
            [*self._inline(reading.place or "–"), *lines],
            [reading.quality.value if row is None or row.origin != "ours" else "–"],
            [
                f"{theirs}; {claim.neighbours or 'none'}"
                if claim.source != "ours"
                else claim.neighbours or "none"
            ],
        )
        boxes = (
            element("td", *cell, data_label=label) for label, cell in zip(COLUMNS[1:], cells, strict=True)
        )
        return element("tr", element("th", *name, scope="row"), *boxes)

    def _inline(self, text: str) -> list[nodes.Node]:
        return self.state.inline_text(text, self.lineno)[0]


def setup(app: Sphinx) -> None:
    app.add_directive("places", Places)
