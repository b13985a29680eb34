"""{places}: an index of all claims, by id, by where a sentence stands, and by subject; ledger.js sorts and filters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.application import Sphinx

from . import store
from .by_source import named as name_of
from .by_source import place_of, subject
from .markup import about, element, kinds, link

if TYPE_CHECKING:
    from privcausal.verify.claim import Claim
    from privcausal.verify.ledger import Row

COLUMNS = ("Claim", "What it says", "Where it stands", "Subject")


class Places(store.Directive):
    def run(self) -> list[nodes.Node]:
        facts = store.known(self.env)
        claims = list(facts.claims.values())
        by_place = sorted(claims, key=lambda claim: (claim.is_ours, claim.source, place_of(claim)))
        self.ranks = {claim.id: (by_place.index(claim), claims.index(claim)) for claim in claims}
        head = [
            element("th", name, scope="col", data_sortable=None if name == "What it says" else "true")
            for name in COLUMNS
        ]
        by_id = sorted(claims, key=lambda claim: claim.id)
        body = element("tbody", *(self._row(rank, claim) for rank, claim in enumerate(by_id)))
        table = element("table", element("thead", element("tr", *head)), body, class_="pc-ledger pc-places")
        return [element("div", table, class_="pc-ledger-box")]

    def _row(self, rank: int, claim: Claim) -> nodes.Node:
        row = store.facts(self.env.app).rows.get(claim.id)
        place, book = self.ranks[claim.id]
        source = "this book" if claim.source == "ours" else f"{{cite:t}}`{claim.source}`"
        stands = " · ".join(filter(None, (source, claim.reading.place)))
        home = link("home", claim.id)
        cells = [
            element("th", *name_of(claim, row), *_rests(row), scope="row", data_sort=rank),
            element("td", *self.inline(claim.title), data_label=COLUMNS[1]),
            element("td", *self.inline(stands), data_label=COLUMNS[2], data_sort=place),
            element("td", f"{subject(claim)}: ", home, data_label=COLUMNS[3], data_sort=book),
        ]
        return element("tr", *cells, **about(row.verdict if row else "open"))


def _rests(row: Row | None) -> list[nodes.Node]:
    """On what the badge rests, in the words of the ledger."""
    return [element("span", kinds(row), class_="pc-kinds")] if row else []


def setup(app: Sphinx) -> None:
    app.add_directive("places", Places)
