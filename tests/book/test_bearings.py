"""A formula in a sentence ends as far from the next word as a letter does."""

import re

import pytest

from book._ext import bearings, formulas

ROOM = re.compile(r' viewBox="0 \S+ ([\d.]+) ')


@pytest.fixture(scope="module")
def drawn():
    wanted = ["P", "n", r"\overline{P}", r"\frac12", r"e^\varepsilon", r"1/\sqrt q", "x+1"]
    return formulas.draw([(tex, displayed) for tex in wanted for displayed in (False, True)])


def width(markup):
    return float(ROOM.search(markup)[1])


def test_an_italic_letter_gets_the_room_that_an_upright_one_has(drawn):
    markup, glyphs = drawn
    outline = re.search(r'href="#([^"]+)"', markup["P", False])[1]
    assert width(markup["P", False]) - bearings._right(glyphs[outline]) == pytest.approx(
        bearings.LEAST, abs=1
    )
    assert width(markup["P", False]) > width(markup["P", True])


@pytest.mark.parametrize("tex", [r"\overline{P}", r"1/\sqrt q", "n"])
def test_no_formula_gets_more(drawn, tex):
    markup, _ = drawn
    assert 0 < width(markup[tex, False]) - width(markup[tex, True]) <= bearings.LEAST + 1


@pytest.mark.parametrize("tex", [r"\frac12", r"e^\varepsilon", "x+1"])
def test_what_has_room_is_left_alone(drawn, tex):
    markup, glyphs = drawn
    assert bearings.spaced(markup[tex, False], glyphs) == markup[tex, False]


def test_a_wider_drawing_is_as_large_as_before(drawn):
    scales = [
        float(re.search(r' width="([\d.]+)ex"', markup)[1]) / width(markup)
        for (tex, _), markup in drawn[0].items()
        if tex == "P"
    ]
    assert scales[0] == pytest.approx(scales[1], abs=1e-5)


def test_what_is_no_drawing_is_left_alone():
    assert bearings.spaced("<p>P</p>", {}) == "<p>P</p>"
