"""Formulas are drawn when the book is built, and the faces that they stand beside travel with it."""

import base64
import io
import re

import pytest
from fontTools.ttLib import TTFont
from sphinx.errors import ExtensionError

from book._ext import fonts, formulas

INLINE = r'<p>Let <span class="math notranslate nohighlight">\(a &lt; b\)</span>, so.</p>'
SIDE_BY_SIDE = r'<div class="math notranslate nohighlight">\[x=1\qquad y=2\]</div>'


@pytest.fixture(scope="module")
def page():
    drawn, glyphs = formulas.draw([("a < b", False), ("x=1", True), ("y=2", True)])
    return formulas.page(f"<body>{INLINE}{SIDE_BY_SIDE}</body>", drawn, glyphs)


def test_a_formula_is_a_drawing_with_its_tex_beside_it(page):
    assert page.count("<svg aria-hidden") == 3
    assert '<annotation encoding="application/x-tex">a &lt; b</annotation>' in page
    assert r"\(" not in page


def test_every_outline_that_a_drawing_refers_to_is_on_the_page_once(page):
    used, kept = re.findall(r'xlink:href="#([^"]+)"', page), re.findall(r'<path id="([^"]+)"', page)
    assert set(used) == set(kept)
    assert len(kept) == len(set(kept))


def test_a_page_that_is_drawn_already_is_left_alone(page):
    assert not formulas.BOX.search(page)
    assert formulas.page(page, {}, {}) == page


def test_punctuation_stays_with_its_formula(page):
    assert re.search(r'<span class="pc-together">.*</span>,</span> so', page)


def test_formulas_side_by_side_can_be_stacked(page):
    assert page.count('class="pc-part"') == 2


def test_bad_tex_stops_the_build_and_is_quoted():
    with pytest.raises(ExtensionError, match="undefinedmacro"):
        formulas.draw([(r"\undefinedmacro{x}", False)])


RULE = re.compile(r'font-family: "([^"]+)"; font-weight: (\d+); font-style: (\w+);.*?base64,([^"]+)"')


def test_the_faces_carry_what_is_written_or_typed_and_no_more(tmp_path):
    (tmp_path / "page.html").write_text("<p>&rarr; \u2264 \u4e2d</p>", encoding="utf-8")
    (tmp_path / "live.js").write_text("'\u2713 \u221e'", encoding="utf-8")
    characters = fonts.written(tmp_path)
    assert {ord("→"), ord("≤"), ord("∞")} <= characters
    assert ord("中") not in characters
    assert ord("∮") not in characters | fonts.ALWAYS
    assert {ord("ω"), ord("ß"), ord("~")} <= fonts.ALWAYS
    small, large = fonts.sheet(characters), fonts.sheet(characters | {ord("∮"), *range(0x2500, 0x2600)})
    assert len(small) < len(large)


def test_every_face_has_the_letters_of_the_book():
    """The italic of the serif borrows its Greek, in a rule for these letters alone."""
    borrowed, *whole = fonts.sheet(frozenset(map(ord, "“”–…≤→∞"))).splitlines()
    assert "unicode-range: U+370-3FF" in borrowed
    for rule in (borrowed, *whole):
        family, weight, style, data = RULE.search(rule).groups()
        letters = TTFont(io.BytesIO(base64.b64decode(data))).getBestCmap()
        latin, greek = "aZéÖ“”–…≤", "εδρτ"
        wanted = greek if rule is borrowed else latin + ("" if style == "italic" else greek + "→∞")
        assert not [letter for letter in wanted if ord(letter) not in letters], (family, weight, style)
