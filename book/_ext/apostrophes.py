"""Apostrophes are curled in all that a page says, whoever wrote it: Docutils does it for the text of a chapter alone.

Tables, captions, references and titles of claims come from elsewhere. Code and formulas keep every sign.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

LAST = 990
"""The priority of whoever wants the page as all others leave it."""

SIGN = r"(?:'|&\#x27;|&\#39;)"
APOSTROPHE = rf"(?<=[^\W\d_]){SIGN}(?=[^\W\d_])|(?:(?<=>)|^){SIGN}(?=s\b)|(?<=[a-z]s){SIGN}(?=\ [a-z])"
"""Within a word, before the s of a word set as code, and behind a plural; behind another letter it is a prime."""

KEPT = (
    r"<(?P<name>code|kbd|pre|samp|script|style|textarea)\b.*?</(?P=name)>"
    r'|<span\ class="pc-spoken".*?</span>|<[^>]*>'
)
PLACES = re.compile(rf"(?P<kept>{KEPT})|{APOSTROPHE}", re.S | re.X)


def curled(html: str) -> str:
    """Return a piece of a page, or plain words, with the apostrophes of a printed book.

    >>> curled("<p>Kendall's <code>x's</code>'s, sixty attackers' evidence, w': the worst</p>")
    "<p>Kendall’s <code>x's</code>’s, sixty attackers’ evidence, w': the worst</p>"
    """
    return PLACES.sub(lambda found: found["kept"] or "’", html)


def _curl(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: nodes.document
) -> None:
    if "body" in context:
        context["body"] = curled(context["body"])


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", _curl, priority=LAST)
