"""Our own style sheet and scripts (book/_static) on every page, and no script that keeps a page from being painted."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

from book._live.session import broad
from privcausal.plots.palette import COLOURS

STATIC = Path(__file__).parent.parent / "_static"

SEARCH = re.compile(r'\s*<script src="[^"]*(?:searchtools|language_data|searchindex)\.js[^"]*"></script>')
"""The theme loads these everywhere, for a search while one types, which is off here: the page of results needs them."""

BLOCKING = re.compile(r'<script(?= [^>]*src="(?![^"]*documentation_options))(?![^>]*\b(?:defer|async)\b)')
"""Scripts that the browser waits for. The options alone are used by others while the page is read."""

PLAIN = re.compile(r'<span class="(?:w|n|p)">((?:[^<]|<wbr>)*)</span>')
"""Blanks, names and punctuation in code, which are as dark as all other text."""

SERIES = re.compile(r"\b(fill|stroke): (#[0-9a-f]{6})")
"""Colours of a static figure, which the style sheet lightens on a dark page."""

SHEETS = ("styles/pydata-sphinx-theme.css", "sphinx-design.min.css")
"""Style sheets of others, made for every page that somebody may write with them; read before a page is painted."""

CLASSES, WORD = re.compile(r'class="([^"]*)"'), re.compile(r"[A-Za-z_][\w-]*")
RULE = re.compile(r"(?<=[{};/])([^{}@;()\[\]\"]+)\{([^{}]*)\}")
"""A rule and its selectors, except for those that look at more than names."""

NAME = re.compile(r"\.((?:[\w-]|\\.)+)")
"""A class in a selector."""

NUMBER = re.compile(r'(?<=<h1><span class="section-number">)(\d+)(\.\d+)?\. </span>')
"""The number of a chapter, which stands on a line of its own."""

SOURCE = "pc-places"
"""What the page of a source has, which counts with the chapters of the companion below it."""

CONTENTS = re.compile(r'<nav id="pst-page-toc-nav".*?</nav>', re.DOTALL)
ENTRY = re.compile(r'<li class="toc-h2[^>]*><a [^>]*href="(#[^"]+)">(.*?)</a>', re.DOTALL)
HERE = '<a class="current reference internal" href="#">'
"""The contents of a page, its sections, and its own entry in the contents of the book."""

TIPS = {
    "Toggle primary sidebar": "Contents",
    "Toggle secondary sidebar": "On this page",
    "Color mode": "Colours",
}
"""What buttons of the theme are called, in its words and in ours."""

WORD_OF_CODE = re.compile(r'<span class="pre">([^<]{1,24})</span>')
LONG_WORD = re.compile(r'<span class="pre">([^<]{25,})</span>')
WHOLE = 40
"""Letters: a longer word of code may break on any screen, a shorter one only on a phone."""

SHORT_CODE = re.compile(
    r'<code class="([^"]*)">(?=<span class="pre">[^<]{1,12}</span> <span class="pre">[^<]{1,12}</span></code>)'
)
MODULE = re.compile(r'(<span class="pre">-m</span>) (<span class="pre">[^<]*</span>)')
STOPPED = re.compile(r'(<code class="[^"]*"><span class="pre[^"]*">[^<]{1,24}</span></code>[.,;:?!)]+)')
"""Words of code that a line holds, and code with the stop behind it: a line does not end within them."""

CONSOLE = re.compile(r'<div class="highlight-(?:console|text|sh|bash|shell)\b.*?</pre>', re.DOTALL)
TYPED = re.compile(r"(<[^>]*>)|(?<![\w-])(--?[A-Za-z][\w-]*(?: (?![-\\])[^\s<&]{1,20})?|\d[\d.]*e-\d+)")
"""What somebody types into a terminal, and its options with their values, and powers of ten: no line ends there."""

BADGED = re.compile(r'(\(<a [^>]*class="pc-badge[^>]*>.*?</a>[).,;:?!]*)', re.DOTALL)
"""A verdict in brackets keeps the opening one."""

FRONT, BESIDE = '<div class="pc-hero docutils"', 'class="bd-sidebar-primary bd-sidebar'
"""The front page and the contents beside a page: there they wait for their button, because its path shows them, too."""

SOLUTION = re.compile(r"(Solution to)(<a [^>]*>) Exercise ([\d.]+) .*?</a>")
"""The head of a solution, with the title that stands just above it, and a blank that would be underlined."""

EXERCISE = re.compile(r"(>Exercise [\d.]+ </span>) \((.*?)\)</p>")
"""The head of an exercise, whose title stands in brackets although nothing stands before it."""

SKIPPED = re.compile(r"(<(pre|script|style|svg|textarea|math|title)\b.*?</\2>|<[^>]+>)", re.DOTALL)
EQUAL = re.compile(r"(?<=[εδρσμ]) (=|≤|≥|&lt;|&gt;) (?=[\d−∞])")
BESIDE_ARROW = re.compile(r"(?<=[←→—]) | (?=[←→—])")
COMPOUND = re.compile(r"\b(?:[A-Za-z]-(?:structure|separat|value|reactive)\w*|(?:EM|SVT|Priv)-PC)(?![\w-])")
"""Arrows of a path, and a word with a letter before its hyphen: a line ends neither before nor behind them."""

PAIR = re.compile(r"(?<=[(\[])([ε\d.]{1,4}), (?=[δ\d.⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,6}[)\]])")

SPEAKING = re.compile(r'(<section(?: class="[^"]*")?) id="[a-z]+-content"')
"""An id that each box of its kind would have, and that no link uses."""

XML_ONLY = '<math xmlns="http://www.w3.org/1998/Math/MathML">'


def light(text: str) -> str:
    """Return a page that is painted before its scripts have run, without those that it does not use.

    >>> light('<script src="searchindex.js"></script><script src="copy.js"></script>')
    '<script defer src="copy.js"></script>'
    >>> light('<script src="documentation_options.js"></script><script defer src="quiz.js"></script>')
    '<script src="documentation_options.js"></script><script defer src="quiz.js"></script>'
    >>> light('<pre><span class="n">a</span><span class="w"> </span><span class="o">+</span></pre>')
    '<pre>a <span class="o">+</span></pre>'
    >>> light('Solution to<a href="#x"> Exercise 14.1 (★ Why?)</a>')
    'Solution to <a href="#x">exercise 14.1</a>'
    >>> light('<p><span>Exercise 14.1 </span> (★ Why f(x)?)</p>')
    '<p><span>Exercise 14.1 </span> ★ Why f(x)?</p>'
    >>> light('<h1><span class="section-number">12. </span>Graphs</h1>')
    '<h1><span class="section-number">Chapter 12</span> Graphs</h1>'
    >>> light('<h1><span class="section-number">19.7. </span>Arrows</h1>')
    '<h1><span class="section-number">Companion 19.7</span> Arrows</h1>'
    >>> light('<h1><span class="section-number">15. </span>A paper</h1><table class="pc-places">')
    '<h1><span class="section-number">Companion 15</span> A paper</h1><table class="pc-places">'
    >>> light('<main id="main-content"><section class="a-content" id="proof-content">')
    '<main id="main-content"><section class="a-content">'
    >>> light('<use xlink:href="#a"/><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>a</mi></math>')
    '<use href="#a"/><math><mi>a</mi></math>'
    """
    text = NUMBER.sub(partial(_numbered, of_a_source=SOURCE in text), of_palette(text))
    text = text.replace('data-theme="auto"', 'data-theme="light"', 1)  # a script sets it, if scripts run
    text = EXERCISE.sub(r"\1 \2</p>", SOLUTION.sub(r"\1 \2exercise \3</a>", text))
    for given, plain in TIPS.items():
        text = text.replace(given, plain)
    text = broad(text)
    if FRONT in text:
        text = text.replace(BESIDE, f"{BESIDE} pst-sidebar-hidden", 1)
    text = _whole(_nested(SPEAKING.sub(r"\1", text)))
    text = text.replace('<th class="head', '<th scope="col" class="head')
    text = BLOCKING.sub("<script defer", SEARCH.sub("", text)).replace(XML_ONLY, "<math>")
    return CONSOLE.sub(_typed, PLAIN.sub(r"\1", text)).replace('xlink:href="#', 'href="#')


def _numbered(number: re.Match[str], *, of_a_source: bool) -> str:
    """A chapter of the course has a number of its own, and one of the companion that of its source as well."""
    part = number[2] or ""
    return f"{'Companion' if part or of_a_source else 'Chapter'} {number[1]}{part}</span> "


def _typed(block: re.Match[str]) -> str:
    """Return a block of a terminal whose options and powers of ten are whole.

    >>> CONSOLE.sub(_typed, '<div class="highlight-sh x"><pre>a --b-c 1e-6 2e-6</pre>')
    '<div class="highlight-sh x"><pre>a <span class="pc-word">--b-c 1e-6</span> <span class="pc-word">2e-6</span></pre>'
    """
    return TYPED.sub(lambda part: part[1] or f'<span class="pc-word">{part[2]}</span>', block[0])


def _whole(text: str) -> str:
    """Return a page whose lines do not end within short words of code, equations and pairs.

    >>> _whole('<p title="ε = 1">at ε = 1 and (1, 10⁻⁶)</p>').replace("\u00a0", "_")
    '<p title="ε = 1">at ε_=_1 and (1,_10⁻⁶)</p>'
    >>> _whole('<code class="x"><span class="pre">a.csv</span></code>, then')
    '<span class="pc-together"><code class="x"><span class="pre pc-word">a.csv</span></code>,</span> then'
    >>> _whole('see (<a class="pc-badge pc-tight">tight</a>)')
    'see <span class="pc-together">(<a class="pc-badge pc-tight">tight</a>)</span>'
    >>> _whole('<code class="x"><span class="pre">a_long.name_of_a_function_in</span></code>')
    '<code class="x"><span class="pre pc-name">a_<wbr>long.<wbr>name_<wbr>of_<wbr>a_<wbr>function_<wbr>in</span></code>'
    >>> _whole('<code class="x"><span class="pre">a</span> <span class="pre">—</span></code>')[:24]
    '<code class="x pc-word">'
    """
    text = LONG_WORD.sub(_breakable, text)
    text = SHORT_CODE.sub(r'<code class="\1 pc-word">', text)
    text = WORD_OF_CODE.sub(
        r'<span class="pre pc-word">\1</span>', MODULE.sub(r'<span class="pc-together">\1 \2</span>', text)
    )
    for held in (STOPPED, BADGED):
        text = held.sub(r'<span class="pc-together">\1</span>', text)
    parts = SKIPPED.split(text)
    parts[::3] = map(_held, parts[::3])
    del parts[2::3]  # names of elements, which only end what is left out
    return "".join(parts)


def _breakable(word: re.Match[str]) -> str:
    """Return a long word of code that can break behind its parts, and says whether it must wherever there is room."""
    parts = re.sub(r"(?<=\w[._])(?=\w)", "<wbr>", word[1])
    return f'<span class="pre{" pc-name" * (len(word[1]) <= WHOLE)}">{parts}</span>'


def _held(words: str) -> str:
    """Return words between two tags, held together where a line should not end.

    >>> _held("near → learned at ε = 1").replace("\u00a0", "_")
    'near_→_learned at ε_=_1'
    >>> _held("EM-PC, a p-value")
    '<span class="pc-word">EM-PC</span>, a <span class="pc-word">p-value</span>'
    """
    words = PAIR.sub("\\1,\u00a0", EQUAL.sub("\u00a0\\1\u00a0", words))
    words = BESIDE_ARROW.sub("\u00a0", words)
    return COMPOUND.sub(r'<span class="pc-word">\g<0></span>', words)


def _nested(text: str) -> str:
    """Return a page whose sections are listed below its own entry too: the margin beside the text is free for notes.

    >>> page = '<a class="current reference internal" href="#">1. A</a>%s<nav id="pst-page-toc-nav">%s</nav>'
    >>> entry = '<li class="toc-h2 nav-item"><a class="nav-link" href="#b">1.1. B</a></li>'
    >>> _nested(page % ("", entry)) == page % ('<ul class="pc-sections"><li><a href="#b">1.1. B</a></li></ul>', entry)
    True
    """
    found = CONTENTS.search(text)
    sections = ENTRY.findall(found[0]) if found else []
    if HERE not in text or not sections:
        return text
    items = "".join(f'<li><a href="{place}">{name}</a></li>' for place, name in sections)
    end = text.index("</a>", text.index(HERE)) + len("</a>")
    return f'{text[:end]}<ul class="pc-sections">{items}</ul>{text[end:]}'


def of_palette(text: str) -> str:
    """Return a page in whose drawings each colour of the palette is named by its place in it.

    >>> of_palette('style="fill: #0f6f86; stroke: #123456"')
    'style="fill: var(--pc-0); stroke: #123456"'
    """

    def named(colour: re.Match[str]) -> str:
        what, value = colour.groups()
        return f"{what}: var(--pc-{COLOURS.index(value)})" if value in COLOURS else colour[0]

    return SERIES.sub(named, text)


def named(folder: Path, *others: Path) -> frozenset[str]:
    """Every class of the pages in a folder, and every word of a script there or elsewhere: it may be a class."""
    pages = {
        part for path in folder.rglob("*.html") for part in CLASSES.findall(path.read_text(encoding="utf-8"))
    }
    scripts = [
        path for where in (folder, *others) for path in where.rglob("*.js") if path.name != "searchindex.js"
    ]
    words = {word for path in scripts for word in WORD.findall(path.read_text(encoding="utf-8"))}
    return frozenset(words.union(*(part.split() for part in pages)))


def pruned(style: str, names: frozenset[str]) -> str:
    """A style sheet without the rules for classes that nothing has; a script may add an ending to its own names.

    >>> pruned("a{b:c}.used,.unused b{d:e}.unused:before{f:g}.tooltip-top{h:i}", frozenset({"used", "tooltip"}))
    'a{b:c}.used{d:e}.tooltip-top{h:i}'
    """

    def known(selector: str) -> bool:
        found = NAME.findall(selector)
        return all(name in names or (len(name) > 6 and name.rpartition("-")[0] in names) for name in found)

    def rule(match: re.Match[str]) -> str:
        kept = ",".join(filter(known, match[1].split(",")))
        return f"{kept}{{{match[2]}}}" if kept else ""

    return RULE.sub(rule, style)


HIGHLIGHT = "sphinx_highlight.js"
PLACE = 'parent.classList.contains("nohighlight")'
"""Where Sphinx leaves out a word that was searched for; in a drawing it would ask a title for its size, and stop."""


def _spare_drawings(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert PLACE in text, f"{HIGHLIGHT} no longer asks {PLACE}"
    script.write_text(text.replace(PLACE, f'{PLACE} && !parent.closest("svg")'), encoding="utf-8")


def _lighten(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.name != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        if path.name != "search.html":
            path.write_text(light(path.read_text(encoding="utf-8")), encoding="utf-8")
    _spare_drawings(Path(app.outdir, "_static", HIGHLIGHT))
    names = named(Path(app.outdir), STATIC.parent / "_live")
    for path in filter(Path.is_file, (Path(app.outdir, "_static", sheet) for sheet in SHEETS)):  # by theme
        path.write_text(pruned(path.read_text(encoding="utf-8"), names), encoding="utf-8")


def _configure(_app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(STATIC))


def setup(app: Sphinx) -> None:
    app.connect("config-inited", _configure)
    app.connect("build-finished", _lighten)
    app.add_css_file("privcausal.css")
    for script in ("menus.js", "ledger.js", "explorers.js", "quiz.js"):
        app.add_js_file(script, loading_method="defer")
