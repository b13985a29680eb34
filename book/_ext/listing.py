"""Code whose lines are blocks: one that is wider than the screen goes on below itself, further in than it began.

So a phone shows every line whole, and a line can be marked where an error stands in it.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

PYTHON = re.compile(
    r'(<div class="highlight-i?python3? notranslate"><div class="highlight"><pre>)(.*?)(?=</pre>)', re.S
)
TAG = re.compile(r"<[^>]*>")


def lines(code: str) -> str:
    r"""Coloured code with each line in a block that knows how far in it begins.

    >>> lines('<b>if</b> a:\n    b\n')
    '<span class="pc-line"><b>if</b> a:\n</span><span class="pc-line" style="--pc-in: 4">    b\n</span>'
    """
    return "".join(map(_line, code.splitlines(keepends=True)))


def _line(line: str) -> str:
    text = TAG.sub("", line)
    begins = len(text) - len(text.lstrip(" "))
    style = f' style="--pc-in: {begins}"' if begins else ""
    return f'<span class="pc-line"{style}>{line}</span>'


def _break(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: nodes.document
) -> None:
    if app.builder.name == "html" and "body" in context:
        context["body"] = PYTHON.sub(lambda found: found[1] + lines(found[2]), context["body"])


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", _break)
