"""The course keeps its rules: nothing is used before it is taught, no chapter is longer than an hour, few asides."""

import json
import re
import statistics
from pathlib import Path

import jupytext
import pytest

from book._ext.course import LONGEST, listed, users, words

FOLDER = Path(__file__).parents[2] / "notebooks"
CHAPTERS = sorted(FOLDER.glob("c[0-9][0-9]_*.ipynb"))
each_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)


def prose(path):
    """All markdown cells."""
    return [cell.source for cell in jupytext.read(path).cells if cell.cell_type == "markdown"]


def header(path):
    """The options of the box at the head of a chapter."""
    match = re.search(r"^:::+\{chapter\} (\d+)$(.*?)^:::+$", prose(path)[0], re.DOTALL | re.MULTILINE)
    assert match, f"{path.stem} does not begin with a {{chapter}} box"
    return {"number": match[1], **dict(re.findall(r"^:(\w+): *(.*)$", match[2], re.MULTILINE))}


@each_chapter
def test_a_chapter_takes_at_most_an_hour(path):
    assert 1_500 < words(path) <= LONGEST


MOST_ASIDES = 15
MEDIAN_LINES = 6

NO_PROSE = (
    r"(?s)\$\$.*?\$\$|\$[^$]+\$|`[^`]+`",  # formulas, code and the targets of roles
    r"\]\([^)]*\)",  # links
    r"(?m)^:{3,}.*$|^\([\w-]+\)=$",  # fences and labels
    r"\{cite\w*(?::\w+)?\}",
    r"\((?:[a-h]|[ivx]+)\)",  # the parts of an exercise
    r"\([^\s()]{1,3}, [^\s()]{1,3}\)(?=-)",  # (ε, δ)-private
)
"""Brackets that are no asides."""


def asides(text):
    """What is said in brackets in the prose of a text, innermost brackets first.

    >>> asides("It holds (see below), as $f(x)$ and `f(x)` do. (a) Is it (ε, δ)-private?")
    ['(see below)']
    """
    for pattern in NO_PROSE:
        text = re.sub(pattern, "", text)
    return re.findall(r"\([^()]*\)", text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Noise (of scale 2) is added. (It is fresh.)", 2),
        ("$P(E)$, `f(x)`, {doc}`a (b) <c>`, {cite:p}`who2020`, [link](page.md) and $$\\ln(x)$$", 0),
        ("(a) Compute it. (b) Is the mechanism (ε, δ)-private?", 0),
        (":::{exercise} ★ A title (hard)\n:label: ex\nCompute.", 0),
        ("one aside ({doc}`page`, a link)", 1),
    ],
)
def test_asides_are_counted_and_formulas_are_not(text, wanted):
    assert len(asides(text)) == wanted


@each_chapter
def test_a_chapter_has_few_asides(path):
    found = asides("\n\n".join(prose(path)))
    assert len(found) <= MOST_ASIDES, found


def shown_cells(path):
    """The code that a reader sees without unfolding anything, and outside of solutions."""
    inside = False
    for cell in jupytext.read(path).cells:
        if cell.cell_type == "markdown":
            inside = cell.source.rfind("{solution-start}") > cell.source.rfind("{solution-end}") or (
                inside and "{solution-end}" not in cell.source
            )
        elif not inside and not any(
            tag.startswith(("hide-", "remove-")) for tag in cell.metadata.get("tags", [])
        ):
            yield cell.source


@each_chapter
def test_half_of_the_cells_on_the_page_have_at_most_six_lines(path):
    lines = [sum(bool(line.strip()) for line in source.splitlines()) for source in shown_cells(path)]
    assert statistics.median(lines) <= MEDIAN_LINES, sorted(lines)


def test_solutions_are_not_counted_and_what_stands_between_them_is(tmp_path):
    start, end = ":::{solution-start} ex\n:::\n", ":::{solution-end}\n:::\n"
    texts = ["one\n" + start, "never", end + "two three\n" + start, "nor this", end + "four"]
    path = tmp_path / "c00_none.ipynb"
    path.write_text(json.dumps({"cells": [{"source": text} for text in texts]}), encoding="utf-8")
    assert words(path) == 4 + 2 * len(end.split())


def test_folded_code_is_not_counted_and_the_caption_of_what_it_draws_is(tmp_path):
    drawn = {
        "data": {
            "text/html": [
                "<figure><svg>none</svg>",
                '<figcaption>two <span title="of many">words</span></figcaption></figure>',
            ]
        }
    }
    folded = {
        "source": "not read",
        "metadata": {"tags": ["hide-input"]},
        "outputs": [drawn, {"text": ["one"]}],
    }
    path = tmp_path / "c00_none.ipynb"
    path.write_text(json.dumps({"cells": [folded, {**folded, "metadata": {}}]}), encoding="utf-8")
    assert words(path) == 3 + 2 + 3


@each_chapter
def test_needs_stand_before(path):
    box = header(path)
    assert int(box["number"]) == int(path.stem[1:3])
    earlier = {other.stem for other in CHAPTERS if other.stem < path.stem}
    assert set(listed(box["needs"])) <= earlier


def test_a_chapter_knows_which_later_ones_use_it():
    for path in CHAPTERS[:-1]:
        later = users(path)
        assert all(path.stem in header(other)["needs"] and other.stem > path.stem for other in later)
        assert later or path.stem in {"c08_exact_curves", "c11_residuals"}, (
            f"{path.stem}: no chapter needs it"
        )
    assert users(CHAPTERS[-1]) == []


@each_chapter
def test_what_a_chapter_teaches_is_not_used_before(path):
    """Terms are looked for in the prose of all earlier chapters, except for the sentence that says what comes next."""
    for term in listed(header(path)["teaches"]):
        for other in CHAPTERS:
            if other.stem < path.stem:
                body = "\n".join(prose(other)[:-1])
                assert not re.search(rf"\b{re.escape(term)}\b", body, re.IGNORECASE), (
                    f"{other.stem} uses {term!r}, which {path.stem} teaches"
                )


@each_chapter
def test_links_lead_back_except_at_the_end(path):
    linked = set(re.findall(r"\bc\d\d_\w+", "\n".join(prose(path)[:-1])))
    assert all(name <= path.stem for name in linked)


@each_chapter
def test_a_box_within_a_box_has_fewer_colons(path):
    """With as many, the inner one would close the outer one, and what follows is swallowed."""
    for text in prose(path):
        open_fences = []
        for line in text.splitlines():
            fence = re.match(r"(:{3,})(\{[\w-]+\})?", line)
            if fence and fence[2]:
                assert not open_fences or len(fence[1]) < open_fences[-1], f"{path.stem}: {line}"
                open_fences.append(len(fence[1]))
            elif fence:
                assert open_fences, f"{path.stem} closes a box that is not open, before or after: {line}"
                assert open_fences.pop() == len(fence[1])
        assert not open_fences


@each_chapter
def test_six_exercises_and_one_that_marks_itself(path):
    text = "\n".join(prose(path))
    assert len(re.findall(r"^:{3,}\{exercise", text, re.MULTILINE)) >= 6
    for stars in ("★", "★★", "★★★"):
        assert re.search(rf"(?<!★){stars}(?!★)", text), f"no exercise has {stars}"
    notebook = jupytext.read(path)
    assert any("mine" in cell.metadata.get("tags", []) for cell in notebook.cells)


@each_chapter
def test_a_question_in_the_text_marks_itself(path):
    """The reader is asked something on the way, and not only on the practice pages."""
    assert re.search(r"^:{3,}\{quiz\}", "\n".join(prose(path)), re.MULTILINE)


@each_chapter
def test_at_most_three_claims(path):
    """A theorem of the course carries the badge of the claim that the companion proves."""
    assert len(set(re.findall(r"\{verdict\}`([\w-]+)`", "\n".join(prose(path))))) <= 3
