"""Every static figure has a number, that of its chapter and its place there, before its caption: Figure 4.1.

The role {figure} refers to one on the same page by its address, and shows its number.
"""

from __future__ import annotations

import re
from collections import Counter

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from .markup import element

CAPTION = re.compile(r'<figure class="plot" id="(?P<name>[^"]*)">.*?<figcaption>', re.S)
TOUCHED = '<section class="pc-explorer"'
"""An explorer has a title, and its still figure no number."""

LOG = logging.getLogger(__name__)


class Mention(nodes.Inline, nodes.Element):
    """A figure that the text speaks of, until its number is known."""


class Figure(SphinxRole):
    """The number of a figure on this page, linked to it.

    >>> Figure.__name__.lower()
    'figure'
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        return [Mention(name=self.text, page=self.env.docname)], []


def numbered(text: str, chapter: str, before: int = 0) -> tuple[str, dict[str, str]]:
    """Our own HTML with a number in each caption, after so many figures of the chapter, and the numbers by address.

    >>> page = '<figure class="plot" id="fig-a"><svg></svg><figcaption>A.</figcaption></figure>'
    >>> numbered(page, "4")[0].partition("<figcaption>")[2]
    '<span class="pc-figure">Figure 4.1</span> A.</figcaption></figure>'
    >>> numbered(page, "15.2", 3)[1]
    {'fig-a': 'Figure 15.2.4'}
    """
    names: dict[str, str] = {}

    def number(match: re.Match[str]) -> str:
        names[match["name"]] = words = f"Figure {chapter}.{before + len(names) + 1}"
        return f'{match[0]}<span class="pc-figure">{words}</span> '

    return (text, names) if TOUCHED in text else (CAPTION.sub(number, text), names)


def _page(node: nodes.Node | None, docname: str) -> str:
    """The page on which a node stands, which on paper is one of many in one tree."""
    while node is not None:
        if (
            isinstance(node, nodes.Element) and "docname" in node
        ):  # the sections of a page that was put into another
            return str(node["docname"])
        node = node.parent
    return docname


def _number(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    known: dict[tuple[str, str], str] = {}
    counts: Counter[str] = Counter()
    for raw in list(doctree.findall(nodes.raw)) if app.builder.format == "html" else ():
        page = _page(raw, docname)
        chapter = ".".join(map(str, app.env.toc_secnumbers.get(page, {}).get("", ())))
        if not chapter:
            continue
        text, names = numbered(raw.astext(), chapter, counts[page])
        counts[page] += len(names)
        known |= {(page, name): number for name, number in names.items()}
        if names:
            raw.replace_self(nodes.raw("", text, format=raw["format"]))
    for mention in list(doctree.findall(Mention)):
        name = mention["name"]
        words = known.get((mention["page"], name))
        if words is None and app.builder.format == "html":
            LOG.warning("no figure %s on %s", name, mention["page"])
        mention.replace_self(element("a", words or "the figure", href=f"#{name}"))


def setup(app: Sphinx) -> None:
    app.add_node(Mention)
    app.add_role("figure", Figure())
    app.connect("doctree-resolved", _number)
