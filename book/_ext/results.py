"""A chapter of the companion opens with its results: what is stated, about whom, how it ended, and on what that rests.

The table is read off the claims that the chapter states and their rows; nothing in it is written by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.application import Sphinx

from . import store
from .by_source import named
from .markup import element, formula, kinds
from .readers_place import for_reader, theorem

if TYPE_CHECKING:
    from privcausal.verify.claim import Claim
    from privcausal.verify.ledger import Row

COMPANION = re.compile(r"notebooks/\d\d_")
COLUMNS = ("Result", "What it says", "Published bound", "Our bound")
"""Formulas come last, because they may be wider than a page: what has to be scrolled to is not the words."""
BOUND = "Bound: the number or formula that a result states. A dash: there is none."
FEW = 2
"""With fewer claims a table says less than the chapter."""


def standing(claim: Claim, row: Row | None) -> str:
    """What is new about it: a published sentence, a known one, a sharper constant, or a result of this book.

    A factor is that of the ledger, at the parameters of practical size that the claim names.
    """
    if not claim.is_ours:
        origin = "published as doubtful" if claim.reading.doubted else "published"
        place = theorem(claim.reading.place)
        factor = claim.factor if row is not None and row.ours else None
        origin += f" ({place})" if place else ""
        return f"{origin}; ours is {compared(factor)}" if factor else origin
    return for_reader(claim.reading.place) or ("this book" if claim.reading.place else "new here")


def compared(factor: float) -> str:
    """Say how our bound compares with a published one that is so many times as large.

    A published bound that is too small has a factor below 1.

    >>> compared(11.94), compared(1 / 11), compared(4742)
    ('11.9 times smaller', '11 times larger', '4,740 times smaller')
    """
    times = float(f"{max(factor, 1 / factor):.3g}")
    return f"{times:,g} times {'smaller' if factor >= 1 else 'larger'}"


def spoken(words: str) -> list[nodes.Node | str]:
    """Words with their code set as code.

    >>> [type(part).__name__ for part in spoken("standardisation in `effect`, always")]
    ['str', 'literal', 'str']
    """
    parts = re.split(r"`([^`]+)`", words)
    return [nodes.literal(part, part) if place % 2 else part for place, part in enumerate(parts) if part]


def usual(relations: Iterable[str]) -> str:
    """Return the relation that most results of a chapter share: it is said once, over all of them.

    >>> usual(["substitution", "", "substitution"]), usual(["", "", "substitution"]), usual(["", ""])
    ('substitution', '', '')
    """
    return Counter(relations).most_common(1)[0][0]


def clauses(claim: Claim, row: Row | None) -> list[str]:
    """How new a result is and on what it rests, part by part."""
    rests = f"rests on: {kinds(row)}".replace("\u00a0· ", ", ") if row and row.evidence else ""
    return [*standing(claim, row).split("; "), *filter(None, [rests])]


def shared(facts: Iterable[Iterable[str]]) -> list[str]:
    """What stands in the facts of every result: it is said once, over all of them.

    >>> shared([["a goal", "our seeds", "rests on: a"], ["our seeds", "rests on: a"]])
    ['our seeds', 'rests on: a']
    """
    first, *others = map(list, facts)
    return [part for part in first if all(part in other for other in others)]


def bounded(rows: Iterable[Row | None]) -> list[str]:
    """The columns of bounds that are not empty for all of a chapter's results."""
    known = [row for row in rows if row]
    published, ours = any(row.published for row in known), any(row.ours for row in known)
    return [name for name, wanted in zip(COLUMNS[2:], (published, ours), strict=True) if wanted]


def _row(
    claim: Claim, title: list[nodes.Node], row: Row | None, below: list[str], columns: list[str]
) -> nodes.Node:
    bounds = dict(zip(COLUMNS[2:], (row.published, row.ours), strict=True)) if row else {}
    facts = [element("span", *spoken("; ".join(below)), class_="pc-under")] if below else []
    cells = [element("td", *title, *facts, data_label=COLUMNS[1])]
    cells += [element("td", *formula(bounds.get(name)), data_label=name) for name in columns]
    return element("tr", element("th", *named(claim, row), scope="row"), *cells)


def _box(stated: list[tuple[Claim, list[nodes.Node]]], rows: dict[str, Row]) -> nodes.Node:
    """What is the same for all results, and below it the table of what is not."""
    columns = bounded(rows.get(claim.id) for claim, _ in stated)
    head = element("tr", *(element("th", name, scope="col") for name in (*COLUMNS[:2], *columns)))
    common = usual(claim.neighbours for claim, _ in stated)
    told = [clauses(claim, rows.get(claim.id)) for claim, _ in stated]
    alike = shared(told) if len(told) > FEW else []
    lines = []
    for (claim, title), parts in zip(stated, told, strict=True):
        below = [part for part in parts if part not in alike]
        below += [] if claim.neighbours == common else [f"neighbours: {claim.neighbours or 'none'}"]
        lines.append(_row(claim, title, rows.get(claim.id), below, columns))
    table = element("table", element("thead", head), element("tbody", *lines), class_="pc-results-table")
    summary = element("summary", f"The {len(stated)} results of this chapter")
    said = [element("p", f"Neighbours: {common}, unless a result says otherwise.")] if common else []
    said += [element("p", BOUND)] if columns else []
    said += [element("p", "The same for all: ", *spoken("; ".join(alike)), ".")] if alike else []
    content = [summary, *said, element("div", table, class_="pc-ledger-box")]
    return element("details", *content, class_="pc-results", open="open")


def _open(app: Sphinx, doctree: nodes.document) -> None:
    """Put the table behind the opening paragraphs, before the first section."""
    stated = app.env.temp_data.get("privcausal_results", [])
    if not COMPANION.match(app.env.docname) or len(stated) < FEW:
        return
    box = _box(stated, store.facts(app).rows)
    chapter = next(iter(doctree.findall(nodes.section)))
    first = (place for place, child in enumerate(chapter.children) if _begins(child))
    chapter.insert(next(first, len(chapter.children)), box)


def _begins(node: nodes.Node) -> bool:
    """Where the opening words of a chapter end."""
    return isinstance(node, nodes.section) or "cell" in getattr(node, "attributes", {}).get("classes", ())


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", _open)
