"""Every theorem, figure and explorer has a permanent address, and a link to it that shows under pointer and focus.

A figure is named by the first words of its caption, so that its address outlives figures put in before it.
"""

from __future__ import annotations

import re
from html import unescape

from docutils import nodes
from sphinx.application import Sphinx

from .markup import element

WORDS = 6
FIGURE = re.compile(
    r'<figure class="plot">(?P<inside>.*?<figcaption>(?P<caption>.*?))(?=</figcaption>)', re.S
)
EXPLORER = re.compile(
    r'<section class="pc-explorer" id="(?P<id>[\w-]+)".*?<p class="pc-explorer-title">.*?(?=</p>)', re.S
)


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


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", _address)
