"""Formulas are drawn when the book is built, and the faces that they stand beside travel with it."""

import base64
import io
import re
from importlib.resources import files

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


def test_a_formula_that_a_cell_shows_is_drawn_too():
    shown = r'<body><div class="output text_latex math notranslate nohighlight"> \[\displaystyle x\]</div>'
    drawn = formulas.page(shown, *formulas.draw([(r"\displaystyle x", True)]))
    assert "<svg aria-hidden" in drawn
    assert r"\[" not in drawn


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


def test_every_face_has_the_letters_of_the_book_and_one_greek():
    """In text and in figures ε is the letter of the formulas, in rules for these letters alone; code keeps its own."""
    faces = {}
    for rule in fonts.sheet(frozenset(map(ord, "“”–…≤→∞"))).splitlines():
        family, weight, style, data = RULE.search(rule).groups()
        faces.setdefault((family, weight, style), []).append(TTFont(io.BytesIO(base64.b64decode(data))))
        assert (len(faces[family, weight, style]) == 2) == ("unicode-range: U+3B1-3C9" in rule)
    for face, (whole, *greek) in faces.items():
        assert len(greek) == (face[0] != fonts.MONO), face
        latin = "aZéÖ“”–…≤" + ("" if face[2] == "italic" else "→∞")
        assert not [letter for letter in latin if ord(letter) not in whole.getBestCmap()], face
        for found in greek:
            assert {ord(letter) for letter in "εδρτφ★◇✗✚"} <= found.getBestCmap().keys(), face
            # A bearing of 0 moved each letter to the left, away from the full stop behind it.
            bearings = {name: left for name, (_, left) in found["hmtx"].metrics.items() if name != ".notdef"}
            assert bearings == {name: found["glyf"][name].xMin for name in bearings}, face
            assert bearings[found.getBestCmap()[ord("ε")]] > 0


def test_relations_beside_the_serif_are_those_of_the_formulas_and_the_sans_keeps_its_own():
    for rule in fonts.sheet().splitlines():
        family, _, _, data = RULE.search(rule).groups()
        if "unicode-range" in rule:
            assert ("U+3D," in rule and "U+2264" in rule) == (family == fonts.SERIF), family
            found = TTFont(io.BytesIO(base64.b64decode(data)))
            outline, width = fonts.outlines(400)["="]
            assert outline
            assert 0.9 < found["hmtx"][found.getBestCmap()[ord("=")]][0] / width < 1.4


def test_figures_and_words_of_a_formula_are_those_of_the_text():
    formula = r"\mathrm{log} 10 = l", False
    drawn, glyphs = formulas.draw([formula])
    used = re.findall(r'#(m[^"]+)"', drawn[formula])
    assert used == ["mN-6C", "mN-6F", "mN-67", "mN-31", "mN-30", "mN-3D", "mI-1D459"]
    font = TTFont(str(files(formulas.TEXT[0]).joinpath(formulas.TEXT[1])))
    tall = font["glyf"]["one"].yMax * formulas.X_HEIGHT / font["OS/2"].sxHeight
    numbers = [float(number) for number in re.findall(r"-?\d+", glyphs["mN-31"])]
    assert round(tall) in numbers, "the figure 1 has the height of the text's"


def test_a_line_ends_behind_a_relation_of_a_long_formula():
    formula = r"f(x_1, x_2, x_3) = g(y_1, y_2, y_3) + h(z)", False
    drawn, glyphs = formulas.draw([formula, *formulas.pieces(formula)])
    box = rf'<p>As <span class="math notranslate nohighlight">\({formula[0]}\)</span>, so.</p>'
    first, rest = formulas.page(f"<body>{box}</body>", drawn, glyphs).split("</span></span> <span", 1)
    assert first.count("#mN-3D") == 1, "the sign = ends the first line"
    assert "#mN-3D" not in rest
