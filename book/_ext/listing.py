"""Code whose lines are blocks: one that is wider than the screen goes on below itself, further in than it began.

So a phone shows every line whole, those of a terminal, too, and a line can be marked where an error stands in it. No
name is broken: a call that is too long for a row goes on after a bracket, a comma, a point or an equals sign. What code
prints goes on below itself, too, if its lines do not stand in columns.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

TYPED = re.compile(
    r'(<div class="highlight-(?:i?python3?|console|text|sh|bash|shell) notranslate"><div class="highlight"><pre>)'
    r"(.*?)(?=</pre>)",
    re.S,
)
PRINTED = re.compile(r'<div class="output (?=(?:stream|text_plain) )(.*?</pre>)', re.S)
COLUMNS = re.compile(r"^ |\S {2,}\S", re.M)
ROW = re.compile(r"\[[^\[\]\n]*\]")
"""A list in one line, which NumPy sets out even where nothing stands below it."""

TAG = re.compile(r"<[^>]*>")
WORD = re.compile(r"(?:<[^>]*>|[^\s<])+")
AFTER = re.compile(r"<[^>]*>|[(\[{,=](?![)\]}:])|(?<!\b\w)(?<!\b\w\w)\.(?!\d)")
DENSE = 90
"""Letters that stand in a row of a wide page: columns that are wider are set smaller, so that none is cut."""
WIDEST = 110
"""Letters for which even that is too narrow: such lines are no columns of a page, and go on in the next row."""
LONG = 24
"""Letters that surely stand in a row of a phone's screen: only words that reach further need a place to break."""


def lines(code: str) -> str:
    r"""Coloured code with each line in a block that knows how far in it begins.

    >>> lines('<b>if</b> a:\n    b\n')
    '<span class="pc-line"><b>if</b> a:\n</span><span class="pc-line" style="--pc-in: 4">    b\n</span>'
    """
    return "".join(map(_line, code.splitlines(keepends=True)))


def typed(block: re.Match[str]) -> str:
    """Return a listing with its lines in blocks."""
    return block[1] + lines(block[2])


def _line(line: str) -> str:
    text = TAG.sub("", line)
    begins = len(text) - len(text.lstrip(" "))
    style = f' style="--pc-in: {begins}"' if begins else ""
    return f'<span class="pc-line"{style}>{WORD.sub(lambda word: _breakable(word[0], begins), line)}</span>'


def _breakable(word: str, begins: int) -> str:
    """Return code without a blank in it, with places where it may go on in the next row if it is long.

    >>> _breakable("unbiased(one.estimate,two=<i>0.123456</i>)", 0)
    'unbiased(<wbr>one.<wbr>estimate,<wbr>two=<wbr><i>0.123456</i>)'
    >>> _breakable("np.combinations_with_replacement(all())", 0)
    'np.combinations_with_replacement(<wbr>all())'
    >>> _breakable('table.map("{:.3f}".format)', 0)
    'table.<wbr>map(<wbr>"{:.3f}".<wbr>format)'
    >>> _breakable("f(x=1)", 8)
    'f(x=1)'
    """
    if begins + len(unescape(TAG.sub("", word))) <= LONG:
        return word
    return AFTER.sub(lambda sign: sign[0] if sign[0].startswith("<") else f"{sign[0]}<wbr>", word)


def printed(block: re.Match[str]) -> str:
    """Return what code printed, marked if its lines are sentences, or too long for any screen.

    >>> block = '<div class="output stream x"><div><pre>{}</pre>'
    >>> PRINTED.sub(printed, block.format("at most 52.5%\\n"))[:34]
    '<div class="output pc-said stream '
    >>> PRINTED.sub(printed, block.format("counts [  7. 10.]\\n"))[:34]
    '<div class="output pc-said stream '
    >>> PRINTED.sub(printed, block.format("one:  1\\nten: 10\\n")) == block.format("one:  1\\nten: 10\\n")
    True
    >>> PRINTED.sub(printed, block.format("one:  1" + 90 * "_"))[:29]
    '<div class="output pc-dense s'
    >>> PRINTED.sub(printed, block.format("one:  1" + 110 * "_"))[:29]
    '<div class="output pc-said st'
    """
    text = TAG.sub("", block[0])
    longest = max(map(len, unescape(text).splitlines()), default=0)
    kind = "pc-dense " if longest > DENSE else ""
    if longest > WIDEST or not COLUMNS.search(ROW.sub("[]", text)):
        kind = "pc-said "
    return f'<div class="output {kind}{block[1]}'


def _break(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: nodes.document
) -> None:
    if app.builder.name == "html" and "body" in context:
        body = TYPED.sub(typed, context["body"])
        context["body"] = PRINTED.sub(printed, body)


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", _break)
