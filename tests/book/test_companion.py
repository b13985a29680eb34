"""Each chapter of the companion opens as those of the course do, and has few numbers at a time."""

import re
from pathlib import Path

import jupytext
import pytest

from book._ext.course import listed

FOLDER = Path(__file__).parents[2] / "notebooks"
CHAPTERS = sorted(FOLDER.glob("[1-5][0-9]_*.py"))
BOX = re.compile(r"\A# [^\n]+\n\n:::\{chapter\}\n:asks: ([^\n]+)\n:needs: ([^\n]+)\n:::\n")
NO_NUMBERS = re.compile(r"\$[^$]*\$|\{[^}]+\}`[^`]*`|`[^`]*`")
"""Formulas, links and code."""

MOST = 6
"""Numbers that a reader can take in at once."""

each_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)


def opening(path: Path) -> str:
    """The first cell, up to its first heading below the title."""
    first: str = jupytext.read(path).cells[0].source
    return re.split(r"^## ", first, flags=re.MULTILINE)[0]


def crowded(text: str) -> list[str]:
    """Paragraphs and lines of lists with too many numbers; in tables numbers are at home.

    >>> crowded("a 1, 2, 3, 4, 5, 6 and 7\\n\\n- 1\\n- $2+3$, 4, 5\\n| 1 | 2 | 3 | 4 | 5 | 6 | 7 |")
    ['a 1, 2, 3, 4, 5, 6 and 7']
    """
    parts = re.split(r"\n\n|\n(?=[-|:])", text)
    return [
        part
        for part in parts
        if not part.startswith("|") and len(re.findall(r"(?<!\w)\d[\d.,]*", NO_NUMBERS.sub("", part))) > MOST
    ]


@each_chapter
def test_a_chapter_of_the_companion_opens_with_a_question_and_what_it_needs(path: Path) -> None:
    box = BOX.match(jupytext.read(path).cells[0].source)
    assert box, f"{path.stem} does not begin with a {{chapter}} box"
    assert box[1].endswith("?")
    needed = listed(box[2])
    assert needed
    assert path.stem not in needed
    assert all((FOLDER / f"{stem}.py").exists() for stem in needed), needed


@each_chapter
def test_an_opening_has_few_numbers_at_a_time(path: Path) -> None:
    assert crowded(opening(path)) == []
