"""The errata as an Atom feed: the same rows as on the page, written beside it, dated by the release they stand in.

{feed} is the link to it. Dates come from CITATION.cff, so that two builds of one release give the same bytes.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as Xml

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from . import store
from .cite import Work, work
from .errata import GROUPS, members
from .markup import element
from .search import plain

if TYPE_CHECKING:
    from privcausal.verify.ledger import Row

ATOM = "http://www.w3.org/2005/Atom"
NAME = "errata.atom"
ROLE = re.compile(r"{[^}]*}`([^`]*)`")
"""Such as {prf:ref}`K-kendall`, of which a reader of the feed needs the name."""


def feed(rows: dict[str, Row], book: Work, page: str) -> bytes:
    """The whole file."""
    Xml.register_namespace("", ATOM)
    root = Xml.Element(_name("feed"))
    when = f"{book.released.isoformat()}T00:00:00Z"
    _text(root, "id", _identity("errata"))
    _text(root, "title", f"{book.title}: errata")
    _text(root, "updated", when)
    _text(_inside(root, "author"), "name", book.authors)
    _inside(root, "link", rel="self", href=NAME, type="application/atom+xml")
    _inside(root, "link", rel="alternate", href=page, type="text/html")
    for row in (row for group in GROUPS for row in members(rows, group)):
        _entry(_inside(root, "entry"), row, when, page)
    Xml.indent(root)
    text: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _entry(entry: Xml.Element, row: Row, when: str, page: str) -> None:
    consequence = row.consequence or {}
    _text(entry, "id", _identity(row.id))
    _text(entry, "title", f"{row.id}, {row.badge}: {plain(row.title)}")
    _text(entry, "updated", when)
    _inside(entry, "link", rel="alternate", href=f"{page}#erratum-{row.id}", type="text/html")
    lines = {"There": row.reading, "It says": row.statement}
    lines |= {name.capitalize(): consequence[name] for name in ("repair", "cost") if consequence.get(name)}
    message = "\n".join(f"{name}: {text}" for name, text in lines.items())
    _text(entry, "content", ROLE.sub(r"\1", message), type="text")


def _identity(name: str) -> str:
    """The same for ever, whatever else changes."""
    return uuid5(NAMESPACE_URL, f"privcausal:erratum:{name}").urn


def _name(tag: str) -> str:
    return f"{{{ATOM}}}{tag}"


def _inside(parent: Xml.Element, tag: str, **attributes: str) -> Xml.Element:
    return Xml.SubElement(parent, _name(tag), attributes)


def _text(parent: Xml.Element, tag: str, text: str, **attributes: str) -> None:
    _inside(parent, tag, **attributes).text = text


class Feed(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        store.here(self.env).feed = True
        return [element("a", "Follow this page: an Atom feed", href=NAME, type="application/atom+xml")]


def _announce(app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    if page in store.pages(app.env) and store.pages(app.env)[page].feed:
        tag = f'<link rel="alternate" type="application/atom+xml" title="Errata" href="{NAME}" />'
        context["metatags"] = context.get("metatags", "") + tag


def _write(app: Sphinx, problem: Exception | None) -> None:
    if problem is not None or app.builder.name != "html":
        return
    for page, result in store.pages(app.env).items():
        if result.feed:
            name = Path(app.builder.get_target_uri(page)).name
            text = feed(store.facts(app).rows, work(), name)
            Path(app.outdir, page).with_name(NAME).write_bytes(text)


def setup(app: Sphinx) -> None:
    app.add_directive("feed", Feed)
    app.connect("html-page-context", _announce)
    app.connect("build-finished", _write)
