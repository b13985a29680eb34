"""Every theorem, figure and explorer has a permanent address, and a link to it that shows under pointer and focus.

A figure is named by the first words of its caption, so that its address outlives figures put in before it.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from .markup import element

WORDS = 6
FIGURE = re.compile(
    r'<figure class="plot">(?P<inside>.*?<figcaption>(?P<caption>.*?))(?=</figcaption>)', re.S
)
EXPLORER = re.compile(
    r'<section class="pc-explorer" id="(?P<id>[\w-]+)".*?<p class="pc-explorer-title"[^>]*>(?P<title>.*?)(?=</p>)',
    re.S,
)
HEADING = re.compile(
    r'(?P<head><h[1-6][^>]*>(?P<words>(?:(?!</?h[1-6]).)*?)<a class="headerlink" href="[^"]*")(?: title="[^"]*")?>#',
    re.S,
)


def said(body: str) -> str:
    """The page with links to headings that say where they lead; they would be ten more stops for the Tab key.

    >>> said('<h2>The <i>bill</i><a class="headerlink" href="#b" title="Link to this heading">#</a></h2>')
    '<h2>The <i>bill</i><a class="headerlink" href="#b" tabindex="-1" aria-label="Link to The bill">#</a></h2>'
    """

    def named(match: re.Match[str]) -> str:
        words = re.sub(r"<svg.*?</svg>|<[^>]*>", "", match["words"], flags=re.S)
        name = escape(" ".join(unescape(words).split()))
        return f'{match["head"]} tabindex="-1" aria-label="Link to {name}">#'

    return HEADING.sub(named, body)


def slug(caption: str) -> str:
    """The name of a figure.

    >>> slug("White: the eleven who stay. Colour: the correlation of all twelve.")
    'fig-white-the-eleven-who-stay-colour'
    """
    words = re.findall(r"\w+", unescape(re.sub(r"<[^>]*>", "", caption)).lower())
    return "-".join(["fig", *words[:WORDS]])


def anchor(name: str, what: str) -> str:
    words = f"Link to this {what}"
    return f' <a class="headerlink pc-anchor" href="#{name}" title="{words}" aria-label="{words}">#</a>'


def addressed(text: str, taken: set[str]) -> str:
    """Our own HTML with an address on each figure, and links on figures and explorers."""

    def figure(match: re.Match[str]) -> str:
        plain = name = slug(match["caption"])
        count = 1
        while name in taken:
            count += 1
            name = f"{plain}-{count}"
        taken.add(name)
        return f'<figure class="plot" id="{name}">{match["inside"]}{anchor(name, "figure")}'

    text = FIGURE.sub(figure, text)
    return EXPLORER.sub(lambda match: match[0] + anchor(match["id"], "figure to touch"), text)


def _address(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    if app.builder.format != "html":
        return
    taken: set[str] = set()
    for raw in list(doctree.findall(nodes.raw)):
        text = raw.astext()
        if (result := addressed(text, taken)) != text:
            raw.replace_self(nodes.raw("", result, format=raw["format"]))
    for theorem in list(doctree.findall(nodes.Element)):
        if theorem.get("realtype", "proof") != "proof" and theorem["ids"]:
            link, what = f"#{theorem['ids'][0]}", f"Link to this {theorem['realtype']}"
            theorem += element(
                "a", "#", class_="headerlink pc-anchor", href=link, title=what, aria_label=what
            )


def _say(app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: nodes.document) -> None:
    if app.builder.name == "html" and "body" in context:
        context["body"] = said(context["body"])


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", _address)
    app.connect("html-page-context", _say)
