"""What Docutils and the theme leave unsaid to readers who listen: names for the arrows beside the table of contents."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

AFTER_THE_THEME = 900


def _mend(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: nodes.document
) -> None:
    if "body" in context:  # the bibliography is called a list, and its entries are not items of one
        context["body"] = context["body"].replace(
            '<div role="list" class="citation-list">', '<div class="citation-list">'
        )
    if "generate_toctree_html" in context:
        made = context["generate_toctree_html"]
        context["generate_toctree_html"] = lambda *args, **options: named(made(*args, **options))


def named(contents: Any) -> Any:
    """Every arrow that unfolds chapters says whose.

    >>> from bs4 import BeautifulSoup
    >>> page = "<li><a>Ours</a><details><summary><i></i></summary></details></li>"
    >>> print(named(BeautifulSoup(page, "html.parser")).summary)
    <summary aria-label="Chapters of Ours"><i></i></summary>
    """
    for arrow in contents.find_all("summary") if contents else ():
        if not arrow.get_text(strip=True):
            arrow["aria-label"] = f"Chapters of {arrow.find_parent('li').a.get_text(strip=True)}"
    return contents


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", _mend, priority=AFTER_THE_THEME)
