"""{by-source} kusner2016 kusner2016-code: one hall of the companion, read off the claims and the ledger.

First in short what became of its sentences, then all of them in the order of the source: what each says, how well it
can be read there, about which neighbours, and a link to its card. Claims of ours stand by subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.application import Sphinx

from . import store
from .errata import GROUPS, members
from .markup import FALSE, badge, element, link, pill

if TYPE_CHECKING:
    from privcausal.verify.claim import Claim
    from privcausal.verify.ledger import Row
    from privcausal.verify.provenance import Reading

OURS = "ours"

SUBJECTS = {
    "privacy": "Privacy",
    "verify": "Auditing",
    "table": "Tables",
    "pairs": "Two variables",
    "graphs": "Graphs",
    "experiments": "Experiments",
}
"""The folders of the claims, as a reader would call them."""

OUTCOMES = {
    "What holds": ("holds", "tight"),
    "What we tightened": ("loose",),
    "True by another proof": ("repaired",),
    "What fails": FALSE,
    "Not settled": ("open",),
}

LINE = re.compile(r"(?:(\d{3}):(?:l\.)?|lines )(\d+)")
"""In a place: the first line of our copy that is named, behind the number of the file if there are several."""

COLUMNS = ("What it says", "Where it stands", "How well it can be read", "Its neighbours, and ours")


def place_of(claim: Claim) -> tuple[int, str, int, str]:
    """Sorts claims as their sources have them: papers by the lines of our copies, programs behind them."""
    match = LINE.search(claim.reading.place)
    program = claim.reading.origin.value == "public code"
    if program or not match:
        return int(program), "", 0, claim.reading.place
    return 0, match[1] or "", int(match[2]), claim.reading.place


def subject(claim: Claim) -> str:
    """What a claim is about, by the folder that it is kept in."""
    from privcausal.claims import places

    return SUBJECTS.get(places().get(claim.id, "..").split(".")[2], "")


def beside(claims: dict[str, Claim], sources: Iterable[str]) -> list[Claim]:
    """What this book says beside a source: claims of ours under its letter, or that rest on its claims."""
    theirs = {claim.id for claim in claims.values() if claim.source in sources}
    letters = {name[:2] for name in theirs}
    return [
        claim
        for claim in claims.values()
        if claim.source == OURS and (claim.id[:2] in letters or theirs & set(claim.depends))
    ]


class BySource(store.Directive):
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        facts = store.known(self.env)
        sources = self.arguments[0].split()
        results = [claim for claim in facts.claims.values() if claim.source in sources]
        if not results:
            return self.refused(f"{{by-source}} {self.arguments[0]}: it makes no claim")
        if OURS in sources:
            groups = {
                name: [claim for claim in results if subject(claim) == name] for name in SUBJECTS.values()
            }
            return [part for name, some in groups.items() if some for part in self._hall(name, some)]
        near = beside(facts.claims, sources)
        return [
            *self._section("In short", [self._short(results, near)]),
            *self._hall("Sentence by sentence", sorted(results, key=place_of)),
        ]

    def _section(self, title: str, content: list[nodes.Node]) -> list[nodes.Node]:
        """Under a heading that is no section: the chapters below this page are its numbered parts."""
        return [element("h2", title, id=nodes.make_id(title)), *content]

    def _hall(self, title: str, claims: list[Claim]) -> list[nodes.Node]:
        head = element("tr", *(element("th", text, scope="col") for text in ("Claim", *COLUMNS)))
        body = element("tbody", *map(self._row, claims))
        table = element("table", element("thead", head), body, class_="pc-ledger pc-extract pc-places")
        return self._section(title, [element("div", table, class_="pc-ledger-box")])

    def _short(self, results: list[Claim], near: list[Claim]) -> nodes.Node:
        rows = store.facts(self.env.app).rows
        theorems = [claim for claim in results if claim.kind != "observation"]
        groups = {
            name: [claim for claim in theorems if claim.id in rows and rows[claim.id].verdict in verdicts]
            for name, verdicts in OUTCOMES.items()
        }
        groups["Experiments repeated"] = [claim for claim in [*results, *near] if claim.kind == "observation"]
        groups["Ours, beside it"] = [claim for claim in near if claim.kind != "observation"]
        lines = [part for name, some in groups.items() if some for part in _line(name, some, rows)]
        return element("dl", *lines, class_="pc-short")

    def _row(self, claim: Claim) -> nodes.Node:
        facts = store.facts(self.env.app)
        reading, row = claim.reading, facts.rows.get(claim.id)
        ours = claim.source == OURS
        theirs = " or ".join(relation.value for relation in reading.relations) or "none named"
        cells: list[list[nodes.Node | str]] = [
            [*self.inline(claim.title), ". In ", link("home", claim.id), *_erratum(row, facts.rows)],
            [*self.inline(reading.place or "–"), *code(reading)],
            ["–" if ours else reading.quality.value],
            [claim.neighbours or "none" if ours else f"{theirs}; {claim.neighbours or 'none'}"],
        ]
        boxes = [element("td", *cell, data_label=label) for label, cell in zip(COLUMNS, cells, strict=True)]
        return element("tr", element("th", *named(claim, row), scope="row"), *boxes)


def named(claim: Claim, row: Row | None, *, in_line: bool = False) -> list[nodes.Node | str]:
    """The id of a claim, which leads to its card, and its badge, which leads to its row."""
    verdict = [] if row is None else [badge(row)] if in_line else pill(row)
    return [link("theorem", claim.id, claim.id, class_="pc-id"), " ", *verdict]


def _line(name: str, claims: list[Claim], rows: dict[str, Row]) -> Iterator[nodes.Node]:
    yield element("dt", f"{name} ({len(claims)})")
    parts = [element("span", *named(claim, rows.get(claim.id), in_line=True)) for claim in claims]
    yield element("dd", *parts)


def _erratum(row: Row | None, rows: dict[str, Row]) -> list[nodes.Node | str]:
    """Where witness, repair and cost of a sentence are told, if it has any."""
    consequence = row is not None and any(row in members(rows, group) for group in GROUPS)
    return [", ", link("erratum", row.id, "erratum")] if row is not None and consequence else []


def code(reading: Reading) -> list[nodes.Node | str]:
    """Links to the first lines of each file of code that is cited."""
    from privcausal.verify.provenance import cited

    results: list[nodes.Node | str] = []
    for lines in cited(reading.place):
        name = f"{lines.path.rpartition('/')[2]}, l. {lines.spans[0][0]}"
        results += [" · ", element("a", name, href=lines.url)]
    return results


def setup(app: Sphinx) -> None:
    app.add_directive("by-source", BySource)
