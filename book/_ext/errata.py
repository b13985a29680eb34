"""{held} counts what held, source by source; {errata} GROUP lists what did not. Both are read off the ledger.

An entry says what stands there, the witness, the repair, what it costs its authors' conclusions, and how sure we are.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx

from . import store
from .front import SOURCES
from .markup import badge, element, link
from .readers_place import described

if TYPE_CHECKING:
    from privcausal.verify.ledger import Row

PRINTED, CODE = ("paper", "secondary page"), ("public code",)

GROUPS = {
    "printed": ("refuted", PRINTED),
    "reason": ("repaired", PRINTED + CODE),
    "code": ("refuted", CODE),
    "careful": ("loose", PRINTED + CODE),
    "doubted": ("fails", PRINTED + CODE),
}
"""Which verdict, of claims that stand where."""

HELD = {"holds": "not improved", "tight": "cannot be improved", "loose": "improved here"}
"""True claims, by what is known of their bounds."""

REST = {"repaired": "repaired", "refuted": "refuted", "fails": "failing", "open": "open"}
"""The others, as the head of their column names them if there are any."""


def members(rows: dict[str, Row], group: str) -> list[Row]:
    """The rows of a group, in the order of the ledger."""
    verdict, origins = GROUPS[group]
    return [row for row in rows.values() if row.verdict == verdict and row.origin in origins]


def _order(source: str) -> tuple[int, str]:
    """Papers in the order of the front page, each before its program."""
    work = source.removesuffix("-code")
    return list(SOURCES).index(work) if work in SOURCES else len(SOURCES), source


def _named(source: str) -> str:
    """A source by its name on the front page and by its authors.

    >>> _named("kusner2016-code"), _named("dwork2014")
    ('Private Causal Inference, program, {cite:t}`kusner2016-code`', 'Algorithmic foundations, {cite:t}`dwork2014`')
    """
    work = source.removesuffix("-code")
    program = "program, " if source != work else ""
    return f"{f'{SOURCES[work]}, ' if work in SOURCES else ''}{program}{{cite:t}}`{source}`"


class Errata(store.Directive):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        facts = store.known(self.env)
        if self.arguments[0] not in GROUPS:
            return self.refused(f"{{errata}} {self.arguments[0]}: there is {', '.join(GROUPS)}")
        results = members(facts.rows, self.arguments[0])
        return [self._entry(row) for row in results] or [nodes.paragraph("", "Nothing stands here now.")]

    def _entry(self, row: Row) -> nodes.Node:
        consequence = row.consequence or {}
        if not consequence:
            store.fault(self.env, self.lineno, f"{row.id} is {row.badge}, but its claim has no consequence")
        claim = store.known(self.env).claims.get(row.id)
        lines = {
            "Where": f"{_named(row.source)} · {described(claim.reading) if claim else row.reading}",
            "It says": row.statement,
            "Repair": consequence.get("repair") or f"see {{prf:ref}}`{row.id}` and what follows it",
            "Cost": consequence.get("cost", ""),
            "Our reading": consequence.get("certain", ""),
        }
        store.here(self.env).anchors.append(f"erratum-{row.id}")
        name = link("theorem", row.id, row.id, class_="pc-id")
        mark = element("p", badge(row), " ", name, class_="pc-erratum-mark")
        title = element("p", *self.inline(row.title), class_="pc-erratum-title")
        command = nodes.literal("", f"python -m privcausal witness {row.id}", classes=["pc-command"])
        witness = [] if row.verdict == "loose" else [element("dt", "Witness"), element("dd", command)]
        body = [part for name, text in lines.items() if text for part in self._line(name, text)]
        entry = element("dl", *body, *witness)
        return element("div", mark, title, entry, class_="pc-erratum", id=f"erratum-{row.id}")

    def _line(self, name: str, text: str) -> list[nodes.Node]:
        box = element("dd")
        self.state.nested_parse(StringList(text.splitlines(), source="errata"), self.content_offset, box)
        return [element("dt", name), box]


def _rest(rows: list[Row]) -> str:
    """The verdicts of the other claims, as a head: "repaired, refuted or failing"."""
    found = {row.verdict for row in rows}
    *names, last = [name for verdict, name in REST.items() if verdict in found]
    return f"{', '.join(names)} or {last}" if names else last


class Held(store.Directive):
    def run(self) -> list[nodes.Node]:
        facts = store.known(self.env)
        published = [row for row in facts.rows.values() if row.origin != "ours"]
        sources = sorted({row.source for row in published}, key=_order)
        group = element("th", "true as proved", scope="colgroup", colspan=len(HELD), class_="pc-group")
        around = [
            element("th", text, scope="col", rowspan=2) for text in ("Source", _rest(published), "claims")
        ]
        above = element("tr", around[0], group, *around[1:])
        head = [above, element("tr", *(element("th", text, scope="col") for text in HELD.values()))]
        lines = []
        for source in sources:
            below = source.removesuffix("-code") in sources and source.endswith("-code")
            name: list[nodes.Node] = [nodes.Text("its program")] if below else self.inline(_named(source))
            own = [row for row in published if row.source == source]
            lines.append(self._line(name, own, "pc-beside-it" if below else None))
        lines.append(self._line([element("b", "all")], published))
        table = element("table", element("thead", *head), element("tbody", *lines), class_="pc-held")
        return [element("div", table, class_="pst-scrollable-table-container")]

    def _line(self, name: list[nodes.Node], rows: list[Row], kind: str | None = None) -> nodes.Node:
        counts = Counter(row.verdict for row in rows)
        held = [counts[verdict] for verdict in HELD]
        cells = [element("td", str(count or "–")) for count in (*held, len(rows) - sum(held), len(rows))]
        return element("tr", element("th", *name, scope="row", class_=kind), *cells)


def setup(app: Sphinx) -> None:
    app.add_directive("errata", Errata)
    app.add_directive("held", Held)
