"""{explorer} two_worlds: a figure to touch on a page that runs no code; the build computes its numbers.

The opening of a chapter leads to the first of them in it.
"""

from __future__ import annotations

import re
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxRole

from privcausal import explorers

from . import store
from .anchors import EXPLORER


class ExplorerDirective(store.Directive):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name not in explorers.__all__:
            return self.refused(f"{{explorer}} {name}: there is none; known are {explorers.__all__}")
        # Here it stands right under the title of the page, and in a chapter within a section.
        figure = getattr(explorers, name)()._repr_html_().replace('aria-level="3"', 'aria-level="2"')
        return [nodes.raw("", figure, format="html")]


class Sets(SphinxRole):
    """{sets}`55% of the treatment group <treated, far away: 55%>`: words that change the settings of an explorer.

    Without an explorer that can be used, on paper for example, they are plain text.
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        words, _, state = self.text.removesuffix(">").rpartition(" <")
        if not words or ": " not in state:
            wanted = "words <name of a setting: its value>"
            store.fault(self.env, self.lineno, f"{{sets}}`{self.text}`: expected {{sets}}`{wanted}`")
        return [nodes.inline(words, words, sets=state)], []


def _bound(words: nodes.Element, explorer: str) -> nodes.raw:
    """Return the words as a link to their explorer; a click changes its settings, where scripts run.

    >>> _bound(nodes.inline("", "A & B", sets="far away: 55%"), "far").astext()
    '<a class="pc-sets" href="#far" data-sets="far away: 55%">A &amp; B</a>'
    """
    text, state = escape(words.astext()), escape(words["sets"])
    return nodes.raw(
        "", f'<a class="pc-sets" href="#{explorer}" data-sets="{state}">{text}</a>', format="html"
    )


def invitation(explorer: re.Match[str]) -> str:
    """From the opening of a chapter to its first figure that can be touched.

    >>> page = '<section class="pc-explorer" id="bet"><p class="pc-explorer-title">Was it 37? </p>'
    >>> invitation(EXPLORER.search(page))
    '<p class="pc-try"><a href="#bet">Try it: Was it 37? <span aria-hidden="true">↓</span></a></p>'
    """
    title, down = explorer["title"].strip(), '<span aria-hidden="true">↓</span>'
    return f'<p class="pc-try"><a href="#{explorer["id"]}">Try it: {title} {down}</a></p>'


def _invite(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Right below the picture of the opening; on paper and reading devices nothing can be touched."""
    if app.builder.name != "html":
        return
    found = (EXPLORER.search(raw.astext()) for raw in doctree.findall(nodes.raw))
    first = next(filter(None, found), None)
    for opening in doctree.findall(nodes.container):
        if first and "pc-chapter" in opening["classes"]:
            opening.insert(1, nodes.raw("", invitation(first), format="html"))
    for words in [inline for inline in doctree.findall(nodes.inline) if "sets" in inline]:
        if not first:
            raise ExtensionError(
                f"{docname}: “{words.astext()}” sets an explorer, but this page has none; remove the role {{sets}}"
            )
        words.replace_self(_bound(words, first["id"]))


BEFORE_ANCHORS = 400
"""The title has no link of its own yet."""


def setup(app: Sphinx) -> None:
    app.add_directive("explorer", ExplorerDirective)
    app.add_role("sets", Sets())
    app.connect("doctree-resolved", _invite, priority=BEFORE_ANCHORS)
