"""A *Cite* button under every chapter: BibTeX and plain words, from CITATION.cff, the version and the page's title.

{by-line} says on the front page by whom the book is, and in which version.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import Any

import yaml
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from privcausal import __version__

SOURCE = Path(__file__).parents[2] / "CITATION.cff"


@dataclass(frozen=True)
class Work:
    """The book, as CITATION.cff describes it, in this version."""

    title: str
    authors: str
    version: str
    released: date

    @property
    def edition(self) -> str:
        return f"version {self.version} of {self.released.isoformat()}"


@cache
def work(path: Path = SOURCE) -> Work:
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    authors = [
        author.get("name") or f"{author['family-names']}, {author['given-names']}"
        for author in content["authors"]
    ]
    released = date.fromisoformat(str(content["date-released"]))
    return Work(content["title"], " and ".join(authors), __version__, released)


def bibtex(book: Work, page: str, title: str, number: str = "") -> str:
    """An entry for one chapter; double braces keep capitals and corporate names as they are.

    >>> book = Work("A Book", "The authors", "0.1", date(2026, 1, 2))
    >>> print(bibtex(book, "notebooks/22_rank", "Where & why?", "2.2"))
    @incollection{privcausal-22_rank,
      author    = {{The authors}},
      title     = {{Where \\& why?}},
      booktitle = {{A Book}},
      chapter   = {2.2},
      year      = {2026},
      note      = {version 0.1 of 2026-01-02},
    }
    """
    names = " and ".join(f"{{{_tex(name)}}}" for name in book.authors.split(" and "))
    fields = {
        "author": names,
        "title": f"{{{_tex(title)}}}",
        "booktitle": f"{{{_tex(book.title)}}}",
        "chapter": number,
        "year": str(book.released.year),
        "note": _tex(book.edition),
    }
    lines = [f"  {name:9} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@incollection{{privcausal-{page.rpartition('/')[2]},", *lines, "}"])


def words(book: Work, title: str, number: str = "") -> str:
    """The same for a list of references that is typed."""
    chapter = f"chapter {number} of " if number else ""
    stop = "" if title.endswith(("?", "!")) else "."
    return f"{book.authors} ({book.released.year}). {title}{stop} In {chapter}{book.title}, {book.edition}."


def _tex(text: str) -> str:
    return re.sub(r"([&%#_$])", r"\\\1", text)


def _button(book: Work, page: str, title: str, number: str) -> str:
    """Both texts in the boxes that sphinx-copybutton knows; a fold needs no script of ours."""
    texts = {"BibTeX": bibtex(book, page, title, number), "In words": words(book, title, number)}
    boxes = "".join(
        f'<p>{label}</p><div class="highlight notranslate"><div class="highlight">'
        f'<pre tabindex="0" aria-label="{label}">{escape(text)}\n</pre></div></div>'
        for label, text in texts.items()
    )
    return f'<details class="pc-cite" id="cite"><summary>Cite this page</summary>{boxes}</details>'


def _add(app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: nodes.document) -> None:
    if doctree is None or app.builder.name != "html" or page == app.config.root_doc:
        return
    title = unescape(re.sub(r"<[^>]*>", "", context["title"])).strip()
    number = ".".join(map(str, app.env.toc_secnumbers.get(page, {}).get("", ())))
    context["body"] += _button(work(), page, title, number)


class ByLine(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        book = work()
        words = f"By {book.authors[0].lower()}{book.authors[1:]}, {book.edition}."
        return [nodes.paragraph("", words, classes=["pc-by"])]


def setup(app: Sphinx) -> None:
    app.add_directive("by-line", ByLine)
    app.connect("html-page-context", _add)
