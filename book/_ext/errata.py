"""{held} counts what held, source by source; {errata} GROUP lists what did not. Both are read off the ledger.

An entry says what stands there, the witness, the repair, what it costs its authors' conclusions, and how sure we are.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from . import store
from .markup import badge, element, link

if TYPE_CHECKING:
    from privcausal.verify.ledger import Row

PRINTED, CODE = ("paper", "secondary page"), ("public code",)

GROUPS = {
    "printed": ("refuted", PRINTED),
    "reason": ("repaired", PRINTED + CODE),
    "code": ("refuted", CODE),
    "careful": ("loose", PRINTED + CODE),
    "doubted": ("confirmed", PRINTED + CODE),
}
"""Which verdict, of claims that stand where."""

HELD = {"holds": "hold", "tight": "hold and cannot be improved", "loose": "hold, and less is enough"}


def members(rows: dict[str, Row], group: str) -> list[Row]:
    """The rows of a group, in the order of the ledger."""
    verdict, origins = GROUPS[group]
    return [row for row in rows.values() if row.verdict == verdict and row.origin in origins]


class Errata(SphinxDirective):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        known = store.facts(self.env.app)
        self.env.note_dependency(known.path)
        if self.arguments[0] not in GROUPS:
            store.fault(
                self.env, self.lineno, f"{{errata}} {self.arguments[0]}: there is {', '.join(GROUPS)}"
            )
            return []
        found = members(known.rows, self.arguments[0])
        return [self._entry(row) for row in found] or [nodes.paragraph("", "Nothing stands here now.")]

    def _entry(self, row: Row) -> nodes.Node:
        told = row.consequence or {}
        if not told:
            store.fault(self.env, self.lineno, f"{row.id} is {row.badge}, but its claim has no consequence")
        lines = {
            "There": f"{{cite:t}}`{row.source}` · {row.reading}",
            "It says": row.statement,
            "Repair": told.get("repair") or f"see {{prf:ref}}`{row.id}` and what follows it",
            "Cost": told.get("cost", ""),
            "Our reading": told.get("sure", ""),
        }
        store.here(self.env).anchors.append(f"erratum-{row.id}")
        title, _ = self.state.inline_text(row.title, self.lineno)
        head = element("p", badge(row), " ", link("theorem", row.id, row.id, class_="pc-id"), " ", *title)
        command = nodes.literal("", f"python -m privcausal witness {row.id}", classes=["pc-command"])
        witness = [element("dt", "Witness"), element("dd", command)]
        if row.verdict == "loose":
            witness = []
        body = [part for name, text in lines.items() if text for part in self._line(name, text)]
        return element(
            "div", head, element("dl", *body, *witness), class_="pc-erratum", id=f"erratum-{row.id}"
        )

    def _line(self, name: str, text: str) -> list[nodes.Node]:
        box = element("dd")
        self.state.nested_parse(StringList(text.splitlines(), source="errata"), self.content_offset, box)
        return [element("dt", name), box]


class Held(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        known = store.facts(self.env.app)
        self.env.note_dependency(known.path)
        published = [row for row in known.rows.values() if row.origin != "ours"]
        sources = list(dict.fromkeys(row.source for row in published))
        head = element("tr", *(element("th", text, scope="col") for text in ("", *HELD.values(), "of")))
        lines = [self._line(source, [row for row in published if row.source == source]) for source in sources]
        return [element("table", element("thead", head), element("tbody", *lines), class_="pc-held")]

    def _line(self, source: str, rows: list[Row]) -> nodes.Node:
        counts = Counter(row.verdict for row in rows)
        name, _ = self.state.inline_text(f"{{cite:t}}`{source}`", self.lineno)
        cells = [element("td", str(counts[verdict])) for verdict in HELD]
        return element("tr", element("th", *name, scope="row"), *cells, element("td", str(len(rows))))


def setup(app: Sphinx) -> None:
    app.add_directive("errata", Errata)
    app.add_directive("held", Held)
