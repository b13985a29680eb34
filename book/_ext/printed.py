"""What a cell prints in columns is set as a table, as a data frame is: heads, and numbers below each other.

Only text with a head in letters over every column of numbers is one; sentences below each other stay as they are.
"""

from __future__ import annotations

import re
from html import escape
from itertools import pairwise

from docutils import nodes
from sphinx.application import Sphinx

from .tables import BAND, NUMBER, WORDS, mended, written

PART = re.compile(r"\S+(?: \S+)*")
"""Columns have at least two blanks between them."""

POWER = re.compile(r"(?:[2-9] · )?10[⁻⁰¹²³⁴-⁹]+$")


TOTAL = ' class="pc-begins"'
"""A row without a name is the sum of those above it."""


def _blank(line: str, place: int) -> bool:
    return line[place : place + 1] in ("", " ")


def _spans(lines: list[str]) -> list[tuple[int, int]]:
    """Where columns stand: between places that are empty in all these lines."""
    mask = "".join(" x"[not all(_blank(line, i) for line in lines)] for i in range(max(map(len, lines))))
    return [found.span() for found in PART.finditer(mask)]


def _heads(line: str, spans: list[tuple[int, int]]) -> list[str] | None:
    """A line of heads, if it has as many parts as there are columns, or parts that end where its columns do."""
    parts = PART.findall(line)
    missing = [""] * (len(line) - len(line.lstrip()) >= spans[0][1])
    if len(missing + parts) == len(spans):
        return missing + parts
    edges = [0]
    for (_, end), (start, _) in pairwise(spans):
        rooms = [place for place in range(end, start) if _blank(line, place)]
        if not rooms:
            return None
        edges.append(rooms[-1])
    cut = [line[start:end] for start, end in pairwise([*edges, len(line)])]
    ends = [edge + len(head.rstrip()) for edge, head in zip(edges, cut, strict=True)]
    return [head.strip() for head in cut] if ends[1:] == [end for _, end in spans[1:]] else None


def _number(cell: str) -> bool:
    return not cell or bool(NUMBER.match(written(cell)) or POWER.match(written(cell)))


def _tabular(heads: list[str], rows: list[list[str]]) -> bool:
    """Whether the last column holds numbers, or all but the first hold intervals, and letters stand over numbers."""
    columns = list(zip(*rows, strict=True))
    bands = [all(BAND.match(written(cell)) for cell in cells) for cells in columns]
    numeric = [any(cells) and all(map(_number, cells)) for cells in columns]
    named = all(re.search(r"[^\W\d]", head) for head, is_one in zip(heads, numeric, strict=True) if is_one)
    told = all(heads) and not any(
        BAND.match(written(head)) or head in WORDS or head.endswith("=") for head in heads
    )
    full = all(any(row[1:]) for row in rows)
    return len(heads) > 1 and told and full and named and (numeric[-1] or all(bands[1:]))


def _groups(line: str, spans: list[tuple[int, int]]) -> list[int] | None:
    """How many columns each part of the upper of two lines of heads stands over, if all have equally many."""
    starts = [found.start() for found in PART.finditer(line) if found.start() >= spans[0][1]]
    over = [sum(start < end for start in starts) for _, end in spans[1:]]
    sizes = [over.count(part) for part in range(len(starts) + 1)]
    return sizes[1:] if starts and not sizes[0] and len({*sizes[1:]}) == 1 and sizes[1] > 1 else None


def table(text: str) -> str | None:
    r"""What is printed as a table of HTML, or None if it is not one.

    >>> table("people   right  wrong\n 2,834     1.2    0.1\n").count("<th ")
    4
    >>> groups = "          now        then\npeople  right wrong  right wrong\n    10      1     2      3     4"
    >>> 'colspan="2" scope="colgroup">now<' in table(groups)
    True
    >>> table("textbook    misses: 0.1\nbest split  misses: 0.2"), table("a  1\nb  2"), table("one line")
    (None, None, None)
    >>> table("near, reward:    z =   0.9, given it -11.9\nreward, partner: z =  43.1, given it   0.7") is None
    True
    """
    lines = text.rstrip("\n").split("\n")
    if len(lines) < 2 or not all(line.strip() for line in lines):
        return None
    for above in (1, 2)[: len(lines) - 1]:
        spans = _spans(lines[above:])
        heads = _heads(lines[above - 1], spans)
        sizes = _groups(lines[0], spans) if above == 2 else []
        if heads is None or sizes is None:
            continue
        heads[0] = heads[0] or lines[0][: spans[0][1]].strip()
        rows = [[line[start:end].strip() for start, end in spans] for line in lines[above:]]
        if _tabular(heads, rows):
            return mended(_html(PART.findall(lines[0])[-len(sizes) :] if sizes else [], sizes, heads, rows))
    return None


def _html(groups: list[str], sizes: list[int], heads: list[str], rows: list[list[str]]) -> str:
    upper = "".join(
        f'<th colspan="{size}">{escape(name)}</th>' for name, size in zip(groups, sizes, strict=True)
    )
    above = f"<tr><th></th>{upper}</tr>" if upper else ""
    lower = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(
        f'<tr{"" if row[0] else TOTAL}><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f'<table class="dataframe pc-printed"><thead>{above}<tr>{lower}</tr></thead><tbody>{body}</tbody></table>'


def _set(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    if app.builder.format != "html":
        return
    for output in list(doctree.findall(nodes.container)):
        if output.get("nb_element") != "cell_code_output":
            continue
        for block in list(output.findall(nodes.literal_block)):
            if found := table(block.astext().replace("`", "")):
                new = nodes.raw("", found, format="html")
                block.replace_self(new)
                new["classes"] = ["output", "text_html"]


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", _set, priority=810)
