"""The book's search finds a theorem by its id and by any words of its title, and leads to it, not to its page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.domains import Domain, ObjType

from . import store
from .check import KINDS

FIRST = 0
"""The priority at which Sphinx puts a find above pages that merely contain the words."""


def plain(title: str) -> str:
    """A title without the marks of formulas and code.

    >>> plain(r"One record moves `score` by $4/m$")
    'One record moves score by 4/m'
    """
    return re.sub(r"[$`]", "", title).strip()


class Theorems(Domain):
    """What Sphinx calls objects: here the numbered statements, named as a reader would look for them."""

    name = "theorems"
    label = "Theorems"
    object_types = {kind: ObjType(kind) for kind in KINDS}  # noqa: RUF012 (Sphinx wants a plain dict)

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for docname, page in store.pages(self.env).items():
            for theorem in page.theorems:
                name = f"{theorem.label}: {plain(theorem.title)}"  # were it the anchor, Sphinx would leave that out
                yield name, name, theorem.kind, docname, theorem.label, FIRST

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:
        return type.lname

    def resolve_any_xref(self, *_: Any) -> list[Any]:
        return []

    def merge_domaindata(self, docnames: Any, otherdata: dict[str, Any]) -> None:
        """Nothing is kept here: the pages know their theorems."""


def _configure(_app: Sphinx, config: Config) -> None:
    config.html_search_scorer = str(Path(__file__).parent.parent / "_static" / "scorer.js")
    config.html_show_search_summary = False  # it would be fetched, which a browser refuses from disk


def setup(app: Sphinx) -> None:
    app.add_domain(Theorems)
    app.connect("config-inited", _configure)
