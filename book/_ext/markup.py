"""The pieces every view shares: one node for any HTML element, badges, bars, links to theorems and rows."""

from __future__ import annotations

import re
from html import escape
from math import isclose
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from . import store

if TYPE_CHECKING:
    from privcausal.verify.ledger import Row

logger = logging.getLogger(__name__)

# A symbol beside every colour, so that no verdict is told by colour alone.
SYMBOLS = {
    "tight": "◆",
    "holds": "✓",
    "loose": "◇",
    "repaired": "✚",
    "refuted": "✗",
    "fails": "≠",
    "open": "?",
}
"""Of each verdict, in the order in which the ledger explains them."""

IN_SHORT = {
    "tight": "true, cannot be improved",
    "holds": "true",
    "loose": "true, a smaller bound holds",
    "repaired": "true, by a new proof",
    "refuted": "broken by a counterexample",
    "fails": "false, but not asserted",
    "open": "neither proved nor refuted",
}
"""What `how-to-read.md` says of each verdict, in the few words that a legend has room for."""


def rank(verdict: str) -> int:
    """Its place in that order."""
    return list(SYMBOLS).index(verdict)


def about(verdict: str) -> dict[str, Any]:
    """What the row of a claim tells the script that filters and sorts: its verdict, and where that comes."""
    return {"data_verdict": verdict, "data_rank": rank(verdict)}


FALSE = ("refuted", "fails")
"""Verdicts under which no sentence may be headed “Theorem”."""


class html_element(nodes.General, nodes.Inline, nodes.TextElement):
    """One HTML element. Builders other than HTML see only its children."""


def element(
    name: str, *children: nodes.Node | str, goal: tuple[str, str] | None = None, **attributes: Any
) -> html_element:
    """`element("a", "text", class_="x", data_sort=1)`; `goal` is a link resolved once all pages are read."""
    html = {
        key.rstrip("_").replace("_", "-"): str(value)
        for key, value in attributes.items()
        if value is not None
    }
    node = html_element(element=name, html=html, goal=goal)
    node.extend(nodes.Text(child) if isinstance(child, str) else child for child in children)
    return node


def link(kind: str, name: str, *children: nodes.Node | str, **attributes: Any) -> html_element:
    """A link to a `theorem`, its `row`, its `erratum` or a `label`, wherever in the book it is.

    One to the `home` of a theorem leads to it under the title of its chapter.
    """
    return element("a", *children, goal=(kind, name), **attributes)


NUMBER = re.compile(r"^\\[dt]?frac\{(\d+)\}\{(\d+)\}$")
LONG_TEX = 70
"""Letters of TeX: a longer formula would outgrow its cell, and goes on in a second line."""


def formula(latex: str | None) -> list[nodes.Node | str]:
    """A bound in a cell, its fractions as large as in a displayed formula: exponents in them stay legible.

    One that is a mere number stands in its line, or each row of a table would be taller for it.

    >>> [node.astext() for node in formula(r"\\frac{e^{-t}}{s}")], formula(None)
    (['\\\\dfrac{e^{-t}}{s}'], ['–'])
    >>> [node.astext() for node in formula(r"\\frac{9}{10}")]
    ['9/10']
    """
    if not latex:
        return ["–"]
    latex = NUMBER.sub(r"\1/\2", latex)
    found: list[nodes.Node | str] = []
    for part in _terms(latex.replace(r"\frac", r"\dfrac")):
        found += [nodes.math(part, part), "\u200b"]
    return found[:-1]


DEPTH = {"(": 1, "{": 1, ")": -1, "}": -1}


def _terms(latex: str) -> list[str]:
    """A long formula cut before each minus that stands in no brackets, but for those written large.

    >>> _terms("x" * LONG_TEX + r"\\bigl(a(b-c)-d_{e-f}\\bigr)")[1:], _terms("a-b")
    (['{}-d_{e-f}\\\\bigr)'], ['a-b'])
    """
    if len(latex) < LONG_TEX:
        return [latex]
    found, depth = [""], 0
    for token in re.split(r"(\\big[lr].|[-(){}])", latex):
        depth += DEPTH.get(token, 0)
        if token == "-" and not depth and found[-1]:
            found.append("{}")
        found[-1] += token
    return found


def number(value: float) -> str:
    """Two decimals; more when two would turn a ratio near 1 into 1, the difference the ledger is about."""
    if isclose(value, 1, rel_tol=1e-9):
        return "1.00"
    if 1000 <= abs(value) < 1e6:
        return f"{value:,.0f}"
    if value and not 0.01 <= abs(value) < 1000:
        return f"{value:.2e}"
    return next(text for digits in range(2, 12) if (text := f"{value:.{digits}f}") and float(text) != 1)


def badge(row: Row, *, linked: bool = True, words: str = "") -> html_element:
    symbol = element("span", SYMBOLS[row.verdict], class_="pc-symbol", aria_hidden="true")
    classes = f"pc-badge pc-{row.verdict}"
    if not linked:
        held = _held(row).strip("; ") or None
        return element("span", symbol, f"\u00a0{words or row.badge}", class_=classes, title=held)
    title = f"{row.id}: see its row in the ledger{_held(row)}"
    return link("row", row.id, symbol, f"\u00a0{words or row.badge}", class_=classes, title=title)


def pill(row: Row, *, linked: bool = True) -> list[nodes.Node]:
    """The verdict alone in its badge, for a column of a table, and below it what it is a verdict on."""
    verdict, _, rest = row.badge.partition(", ")
    under = [element("span", rest, class_="pc-under")] if rest else []
    return [badge(row, linked=linked, words=verdict), *under]


def _held(row: Row) -> str:
    """On what each number of the claim rests, as a badge says it when it is pointed at."""
    return "".join(f"; {name} rests on: {what}" for name, what in row.rests_on.items())


LONGEST = 4
"""A larger ratio has a broken bar: drawn to scale, it would leave no room to the left of 1."""


def bar(ratio: float, name: str, verdict: str = "holds", *, words: str = "") -> html_element:
    """Attained ÷ bound as a small bar. One that passes the tick at 1 breaks its bound; words may replace its number."""
    scale = min(max(1.0, ratio), LONGEST)
    fill = element("span", class_="pc-fill", style=f"width:{min(100 * ratio / scale, 100):.1f}%")
    tick = element("span", class_="pc-one", style=f"left:{100 / scale:.1f}%")
    gap = [element("span", class_="pc-gap")] if ratio > LONGEST else []
    state = " pc-over" if ratio > 1 and not isclose(ratio, 1, rel_tol=1e-9) else ""
    track = element("span", fill, tick, *gap, class_="pc-track", aria_hidden="true")
    shown = f"{ratio:,.0f}" if ratio >= 100 else number(ratio)
    said: list[nodes.Node | str] = [words] if words else [f"{name} ", element("b", shown)]
    text = element("span", *said, class_="pc-ratio")
    return element("span", track, text, class_=f"pc-bar pc-{verdict}{state}")


def bars(row: Row) -> list[nodes.Node]:
    """A bar for each ratio; of a published bound that is broken without one, such as a bound of 0, the word."""
    ratios = [(row.ratio, "published"), (row.our_ratio, "ours")]
    colour = "holds" if row.verdict in FALSE else row.verdict
    drawn: list[nodes.Node] = [bar(ratio, name, colour) for ratio, name in ratios if ratio is not None]
    if row.verdict != "refuted" or row.ratio is not None:
        return drawn
    word = element("span", "published: ", element("b", "broken"), class_="pc-ratio")
    return [element("span", word, class_="pc-bar pc-over"), *drawn]


def kinds(row: Row) -> str:
    """The kinds of evidence, each once: first a kernel, then as found, `exhaustive · search`; last a proof in words.

    The proof is named where a number of the claim rests on nothing else. A kernel that proved less than the words say
    is one in part; pointed at, the badge says which part.
    """
    by_kernel = [what for what in row.rests_on.values() if what.startswith("kernel")]
    whole = any(not what.startswith("kernel in part") for what in by_kernel)
    found = ["kernel" if whole else "kernel in part"] if by_kernel else []
    found += [item["kind"] for item in row.evidence]
    found += [what for what in row.rests_on.values() if what == "proof in words"]
    return "\u00a0· ".join(dict.fromkeys(found))  # a dot ends a line, and begins none


def cases(row: Row) -> int:
    """A check that speaks about two targets tried its cases once."""
    checks = {item["check"] for item in row.evidence}
    return sum(max(item["cases"] for item in row.evidence if item["check"] == check) for check in checks)


def counted(row: Row) -> html_element:
    """How much was tried: "2 checks, 147,756 cases"."""
    count, tried = len({item["check"] for item in row.evidence}), cases(row)
    words = _number_of(count, "check") + (f", {_number_of(tried, 'case')}" if tried else "")
    return element("span", words, class_="pc-count")


def _number_of(many: int, what: str) -> str:
    """In words that agree.

    >>> _number_of(1, "case"), _number_of(1200, "case")
    ('1 case', '1,200 cases')
    """
    return f"{many:,} {what}{'' if many == 1 else 's'}"


def _address(app: Sphinx, kind: str, name: str) -> tuple[str, str] | None:
    """Where a goal is: (page, anchor)."""
    if kind == "label":
        result = app.env.get_domain("std").data["anonlabels"].get(name.lower())
        return (result[0], result[1]) if result else None
    for docname, page in store.pages(app.env).items():
        if kind in ("row", "erratum") and f"{kind}-{name}" in page.anchors:
            return docname, f"{kind}-{name}"
        if kind in ("theorem", "home") and any(theorem.label == name for theorem in page.theorems):
            return docname, name
    return None


def _resolve(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for node in doctree.findall(html_element):
        if not (goal := node["goal"]):
            continue
        if (address := _address(app, *goal)) is None:
            logger.warning("%s: nothing in the book is the %s %r that a link points to", docname, *goal)
        else:
            page, anchor = address
            if goal[0] == "home":
                node += nodes.Text(app.env.titles[page].astext())
            one_page = page == docname or app.builder.name == "singlehtml"
            uri = "" if one_page else app.builder.get_relative_uri(docname, page)
            node["html"] = {"href": f"{uri}#{anchor}", **node["html"]}


def _open(self: Any, node: html_element) -> None:
    attributes = "".join(f' {key}="{escape(value)}"' for key, value in node["html"].items())
    self.body.append(f"<{node['element']}{attributes}>")


def _close(self: Any, node: html_element) -> None:
    self.body.append(f"</{node['element']}>")


def _pass(self: Any, node: html_element) -> None:
    """Other formats keep the words and lose the box."""


def setup(app: Sphinx) -> None:
    others: dict[str, Any] = dict.fromkeys(("latex", "text", "man", "texinfo"), (_pass, _pass))
    app.add_node(html_element, html=(_open, _close), **others)
    app.connect("doctree-resolved", _resolve)
