"""Three faces travel with the book: a serif for the text, a sans for what surrounds it, a monospace for code.

They come from packages with open licences, are cut down to the characters of the languages and formulas used here, and
are written into one style sheet, because a page that is opened from disk may not read a font from another folder.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from html import unescape
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from sphinx.application import Sphinx

from .formulas import FRAME, USED, X_HEIGHT, draw

SERIF, SANS, MONO = "Source Serif Pro", "Source Sans Pro", "Source Code Pro"
FACES = {
    ("font_source_serif_pro", "files/SourceSerifPro-Regular.ttf"): (SERIF, 400, "normal"),
    ("font_source_serif_pro", "files/SourceSerifPro-It.ttf"): (SERIF, 400, "italic"),
    ("font_source_serif_pro", "files/SourceSerifPro-Semibold.ttf"): (SERIF, 600, "normal"),
    ("font_source_serif_pro", "files/SourceSerifPro-SemiboldIt.ttf"): (SERIF, 600, "italic"),
    ("font_source_sans_pro", "files/SourceSansPro-Regular.ttf"): (SANS, 400, "normal"),
    ("font_source_sans_pro", "files/SourceSansPro-It.ttf"): (SANS, 400, "italic"),
    ("font_source_sans_pro", "files/SourceSansPro-Semibold.ttf"): (SANS, 600, "normal"),
    ("fontpkg_source_code_pro", "files/SourceCodePro[wght].ttf"): (MONO, 400, "normal"),
}
"""Package and file of each face: family, weight and style."""

TICK = (0x2713, 0x2713)
RANGES = (
    (0x20, 0x17F),
    (0x2B0, 0x2FF),
    (0x370, 0x3FF),
    (0x2000, 0x20AF),
    (0x2100, 0x22FF),
    (0x2500, 0x25FF),
    TICK,
)
"""Latin, Greek, punctuation, arrows, operators, boxes, the tick: what a reading device gets."""

ALWAYS = frozenset({*range(0x20, 0x7F), *range(0xA0, 0x100), *range(0x370, 0x400)})
"""What a page may show beyond what is written in it, because somebody types it or a program prints it."""

SHEET = "fonts.css"
RULE = (
    '@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; font-display: block; {of}'
    'src: url("data:font/woff;base64,{data}") format("woff"); }}\n'
)


GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
"""In text these letters are those of the formulas: one ε in a heading, in a sentence, in a figure and in a formula."""

RELATIONS = {"=": "=", "≤": r"\le", "≥": r"\ge", "≈": r"\approx"}
"""So are these signs beside the serif, or the ε of a sentence would stand beside another = than that of a formula."""

SIGNS = {
    "★": "M400 710L491 450L766 444L547 277L626 14L400 170L174 14L253 277L34 444L309 450Z",
    "◇": "M400 690L700 330L400 -30L100 330ZM400 600L175 330L400 60L625 330Z",
    "✗": "M400 398L158 640L90 572L332 330L90 88L158 20L400 262L642 20L710 88L468 330L710 572L642 640Z",
    "✚": "M500 430L500 650L300 650L300 430L80 430L80 230L300 230L300 10L500 10L500 230L720 230L720 430Z",
}
"""Signs of exercises and verdicts that the faces lack, 800 thousandths of an em wide; a browser has others."""


@cache
def outlines(weight: int) -> dict[str, tuple[str, float]]:
    """The outline of each letter and relation of the formulas, and its width, in thousandths of their em."""
    signs = {letter: letter for letter in GREEK} | RELATIONS
    drawn, glyphs = draw(
        [(rf"\boldsymbol{{{tex}}}" if weight > 400 else tex, False) for tex in signs.values()]
    )
    found = {}
    for letter, drawing in zip(signs, drawn.values(), strict=True):
        [name], [frame] = USED.findall(drawing), FRAME.findall(drawing)
        found[letter] = glyphs[name], float(frame)
    return found


@cache
def greek(package: str, name: str, weight: int) -> bytes:
    """A face of our signs, the letters and the relations of formulas, as large beside this face: by the letter x."""
    with TTFont(str(files(package).joinpath(name))) as font:
        scale = font["OS/2"].sxHeight / font["head"].unitsPerEm * 1000 / X_HEIGHT
    shapes, widths = {".notdef": TTGlyphPen(None).glyph()}, {".notdef": 500}
    for letter, (outline, width) in outlines(weight).items():
        pen = TTGlyphPen(None)
        parse_path(outline, TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        shapes[letter], widths[letter] = pen.glyph(), round(width * scale)
    for sign, outline in SIGNS.items():
        pen = TTGlyphPen(None)
        parse_path(outline, pen)
        shapes[sign], widths[sign] = pen.glyph(), 800
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(list(shapes))
    builder.setupCharacterMap({ord(sign): sign for sign in shapes if len(sign) == 1})
    builder.setupGlyf(shapes)
    # Where each outline begins: with 0 it would be moved to the left, and leave a gap before a full stop.
    builder.setupHorizontalMetrics({glyph: (widths[glyph], _left(shapes[glyph])) for glyph in shapes})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Letters of formulas", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=False)
    return _packed(builder.font)


def _left(glyph: Any) -> int:
    glyph.recalcBounds(None)
    return int(glyph.xMin)


def _packed(font: TTFont) -> bytes:
    font.flavor = "woff"
    data = BytesIO()
    font.save(data)
    return data.getvalue()


@cache
def woff(package: str, name: str, ranges: tuple[tuple[int, int], ...] = RANGES) -> bytes:
    """A face with the characters of these ranges alone."""
    font = TTFont(str(files(package).joinpath(name)), recalcTimestamp=False)
    if "fvar" in font:  # one weight of a face that has them all
        font = instantiateVariableFont(font, {"wght": 400})
    options = Options()
    options.drop_tables += ["FFTM"]
    options.layout_features = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "lnum", "tnum", "pnum"]
    options.name_IDs = [0, 1, 2, 13, 14]
    cutter = Subsetter(options)
    cutter.populate(unicodes=[code for first, last in ranges for code in range(first, last + 1)])
    cutter.subset(font)
    return _packed(font)


def written(folder: Path) -> frozenset[int]:
    """The characters of all pages and scripts in a folder, so far as the faces may have them."""
    found: set[str] = set()
    for path in folder.rglob("*"):
        if path.suffix in {".html", ".js", ".css"} and path.name != "searchindex.js":
            found |= set(unescape(path.read_text(encoding="utf-8")))
    return frozenset(code for code in map(ord, found) if any(low <= code <= high for low, high in RANGES))


def sheet(characters: frozenset[int] = frozenset()) -> str:
    """The style sheet with all faces, cut down to the usual characters and these."""
    kept = tuple((code, code) for code in sorted(ALWAYS | characters))
    rules = [(*face, "", woff(*where, kept)) for where, face in FACES.items()]
    related = "".join(f", U+{ord(sign):X}" for sign in RELATIONS)
    for where, (family, weight, style) in FACES.items():
        if family != MONO:  # of two rules for a letter, the later one holds
            of = f"unicode-range: U+3B1-3C9, U+25C7, U+2605, U+2717, U+271A{related * (family == SERIF)}; "
            rules.append((family, weight, style, of, greek(*where, weight)))
    return "".join(
        RULE.format(family=family, weight=weight, style=style, of=of, data=b64encode(data).decode())
        for family, weight, style, of, data in rules
    )


def _write(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.name in {"html", "singlehtml", "epub"}:
        target = Path(app.outdir, "_static", SHEET)
        target.parent.mkdir(exist_ok=True)
        target.write_text(sheet(written(Path(app.outdir))), encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.add_css_file(SHEET, priority=400)
    app.connect("build-finished", _write)
