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
    from privcausal.verify.reading import Reading

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
        reading = claim.reading
        name: list[nodes.Node | str] = [link("theorem", claim.id, claim.id, class_="pc-id"), " "]
        name += [badge(row)] if row else []
        ours = claim.source == "ours"
        source = "this book" if ours else f"{{cite:t}}`{claim.source}`"
        theirs = " or ".join(relation.value for relation in reading.relations) or "none named"
        neighbours = claim.neighbours or "none"
        cells: list[list[nodes.Node | str]] = [
            [*self._inline(source), f" · {reading.origin.value}"],
            [*self._inline(reading.place or "–"), *_lines(reading)],
            ["–" if ours else reading.quality.value],
            [neighbours if ours else f"{theirs}; {neighbours}"],
        ]
        boxes = [
            element("td", *cell, data_label=label) for label, cell in zip(COLUMNS[1:], cells, strict=True)
        ]
        return element("tr", element("th", *name, scope="row"), *boxes)

    def _inline(self, text: str) -> list[nodes.Node]:
        return self.state.inline_text(text, self.lineno)[0]


def _lines(reading: Reading) -> list[nodes.Node | str]:
    """Links to the first lines of each file of code that is cited."""
    from privcausal.verify.reading import cited

    found: list[nodes.Node | str] = []
    for lines in cited(reading.place):
        name = f"{lines.path.rpartition('/')[2]}, l. {lines.spans[0][0]}"
        found += [" · ", element("a", name, href=lines.url)]
    return found


def setup(app: Sphinx) -> None:
    app.add_directive("places", Places)
