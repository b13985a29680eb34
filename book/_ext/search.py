"""The book's search finds a theorem by its id and by any words of its title, and leads to it, not to its page.

Below each result are the words around the match. Sphinx would fetch the page for them, which a browser refuses from
disk, so the texts of all pages are in one script that the search page alone loads.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.domains import Domain, ObjType
from sphinx.domains.std import StandardDomain

from . import store
from .apostrophes import curled
from .check import KINDS

TEXTS = "texts.js"
FIRST = 0
"""The priority at which Sphinx puts a find above pages that merely contain the words."""


def plain(title: str) -> str:
    """A title without the marks of formulas and code.

    >>> plain(r"One record moves `score` by $4/m$")
    'One record moves score by 4/m'
    """
    return re.sub(r"[$`]", "", title).strip()


class Theorems(Domain):
    """What Sphinx calls objects: here the numbered statements, named as a reader would look for them."""

    name = "theorems"
    label = "Theorems"
    object_types = {kind: ObjType(kind) for kind in KINDS}  # noqa: RUF012 (Sphinx wants a plain dict)

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for docname, page in store.pages(self.env).items():
            for theorem in page.theorems:
                name = f"{theorem.label}: {plain(theorem.title)}"  # were it the anchor, Sphinx would leave that out
                yield name, name, theorem.kind, docname, theorem.label, FIRST

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:
        return type.lname

    def resolve_any_xref(self, *_: Any) -> list[Any]:
        return []

    def merge_domaindata(self, docnames: Any, otherdata: dict[str, Any]) -> None:
        """Nothing is kept here: the pages know their theorems."""


LEFT_OUT = {"pc-chapter", "pc-verdict", "pc-kinds", "pc-links", "pc-results", "pc-source"}
"""What stands in the same words on every page of its kind."""

SIGNS: dict[str, str] = {
    **{"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "varepsilon": "ε", "epsilon": "ε", "rho": "ρ"},
    **{"tau": "τ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "sigma": "σ", "pi": "π", "psi": "ψ"},
    **{"theta": "θ", "phi": "φ", "varphi": "φ", "Phi": "Φ", "chi": "χ", "eta": "η", "kappa": "κ"},
    **{"omega": "ω", "varrho": "ϱ", "Delta": "Δ", "Sigma": "Σ", "ell": "ℓ", "infty": "∞"},
    **{
        "sum": "∑",
        "prod": "∏",
        "int": "∫",
        "sqrt": "√",
        "dots": "…",
        "ldots": "…",
        "cdots": "⋯",
        "nabla": "∇",
    },
    **{"le": "≤", "ge": "≥", "ne": "≠", "approx": "≈", "equiv": "≡", "in": "∈", "notin": "∉", "mid": "|"},
    **{"cdot": "·", "times": "×", "otimes": "⊗", "pm": "±", "to": "→", "leftarrow": "←", "circ": "∘"},
    **{
        "cup": "∪",
        "cap": "∩",
        "setminus": "∖",
        "subseteq": "⊆",
        "square": "□",
        "top": "⊤",
        "bot": "⊥",
        "perp": "⊥",
    },
    **{
        "langle": "⟨",
        "rangle": "⟩",
        "lVert": "‖",
        "rVert": "‖",
        "lceil": "⌈",
        "rceil": "⌉",
        "quad": " ",
        "qquad": " ",
    },
    **{
        name: name
        for name in ("log", "exp", "tanh", "ln", "max", "min", "cos", "sin", "cosh", "sinh", "det", "Pr")
    },
}
ACCENTS = {"tilde": "\u0303", "bar": "\u0304", "overline": "\u0304", "hat": "\u0302"}
SMALL = re.compile(r"([_^])(?:\{(\d+)\}|(\d))")
RAISED, LOWERED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"), str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
"""A small number above or below a letter has letters of its own."""

LETTER = rf"\\(?:{'|'.join(name for name, sign in SIGNS.items() if len(sign) == 1 and sign.isalpha())})(?![A-Za-z])"
PART = rf"(?:\{{([^{{}}]*)\}}|(\w|{LETTER}))"
OVER, APART = "\ue000", "\ue001"
"""What is behind each fraction until it is known whether a factor follows, and what keeps a sign from a letter."""


def readable(formula: str) -> str:
    r"""Write a short formula in a line, so far as a line holds it.

    >>> readable(r"\dfrac{6}{m+1}"), readable(r"\varepsilon\le\bigl(1,\,2\bigr)"), readable(r"\frac4m")
    ('6/(m+1)', 'ε≤(1,2)', '4/m')
    >>> readable(r"\frac\alpha2"), readable(r"\frac{\ln2}\varepsilon"), readable(r"\frac1{\varepsilon}+1/2\delta")
    ('α/2', '(ln2)/ε', '1/ε+1/2δ')
    >>> readable(r"\tfrac1{\sqrt{12\pi n}}"), readable(r"\binom m2"), readable(r"\sqrt n")
    ('1/(√(12πn))', 'm over 2', '√n')
    >>> readable(r"\tfrac34s+\frac s2"), readable(r"\frac1{2b}e^{-|z|/b}"), readable(r"\frac{e^{0.3}}{1+e^{0.3}}")
    ('3/4·s+s/2', '1/(2b)·e^(-|z|/b)', '(e^(0.3))/(1+e^(0.3))')
    >>> readable(r"s_{1}+s_2^2"), readable(r"x^{10}"), readable(r"\frac1{2^{10}}"), readable(r"t_{F-1}+\tilde A")
    ('s₁+s₂²', 'x¹⁰', '1/(2¹⁰)', 't_(F-1)+Ã')
    >>> readable(r"\begin{aligned} a&=1,\\\\ b&=2 \end{aligned}"), readable(r"x\qquad\text{if }y")
    ('a=1, b=2', 'x if y')
    """

    def ratio(match: re.Match[str], sign: str = "/") -> str:
        over, under = match[1] or match[2], match[3] or match[4]
        single = rf"\d[\d.]*|\w|{LETTER}"
        parts = (text if re.fullmatch(single, text) else f"({text})" for text in (over, under))
        return APART + sign.join(parts) + OVER

    formula = (
        re.sub(r"\\(?:begin|end)\{\w+\*?\}|(?<!\\)&", "", formula).replace(r"\\", " ").replace(r"\|", "‖")
    )
    formula = re.sub(r"\\[,;!:]", APART, formula)
    formula = re.sub(
        r"\\(?:text|mathrm|operatorname|mathsf|mathbf|mathbb|mathcal)\{([^{}]*)\}", rf"{APART}\1", formula
    )
    formula = re.sub(
        rf"\\({'|'.join(ACCENTS)}) *(?:\{{(\w)\}}|(\w))",
        lambda part: unicodedata.normalize("NFC", APART + (part[2] or part[3]) + ACCENTS[part[1]]),
        formula,
    )
    formula = SMALL.sub(
        lambda part: (part[2] or part[3]).translate(LOWERED if part[1] == "_" else RAISED), formula
    )
    for _ in range(3):  # from the inside out
        formula = re.sub(r"\\sqrt *\{(\w|[^{}]{2,})\}", r"√(\1)", formula)
        formula = re.sub(
            rf"\\[dt]?binom *{PART} *{PART}", lambda found: ratio(found, " over ").rstrip(OVER), formula
        )
        formula = re.sub(r"\^\{([^{}]{2,})\}", r"^(\1)", formula)
        formula = re.sub(rf"_\{{({APART}?\w)\}}", r"_\1", formula)
        formula = re.sub(r"_\{([^{}]{2,})\}", r"_(\1)", formula)
        formula = re.sub(rf"\\[dt]?frac[ {APART}]*{PART} *{PART}", ratio, formula)
    formula = re.sub(
        rf"{OVER}[ {APART}]*(?=[\w(]|\\Bigl\(|\\bigl\(|{LETTER}|\\sqrt|√|\\sum|\\ln)", "·", formula
    )
    formula = re.sub(r"\\([A-Za-z]+) ?", lambda match: SIGNS.get(match[1], ""), formula.replace(OVER, ""))
    return re.sub(r"\s+", " ", re.sub(rf"[{{}}\\{APART}]", "", formula)).strip()


def named(people: Sequence[str], year: str) -> str:
    """A citation in words.

    >>> named(["Kusner", "Sun", "Sridharan"], "2016"), named(["Dwork", "Roth"], "2014")
    ('Kusner et al. (2016)', 'Dwork and Roth (2014)')
    """
    return f"{people[0]} et al. ({year})" if len(people) > 2 else f"{' and '.join(people)} ({year})"


def citations(app: Sphinx) -> dict[str, str]:
    """The words for each work of the bibliography."""
    found = {}
    domain: Any = app.env.get_domain("cite")
    for key, entry in domain.bibdata.data.entries.items():
        people = [" ".join([*who.prelast_names, *who.last_names]) for who in entry.persons.get("author", ())]
        if people:
            found[key] = named([name.strip("{}") for name in people], entry.fields.get("year", ""))
    return found


def text_of(part: nodes.Element, cited: Mapping[str, str]) -> str:
    """What a page, or a statement on it, says, without its title and code."""
    left_out = (nodes.literal_block, nodes.raw, nodes.comment, nodes.title)
    texts = [
        node
        for node in part.findall(nodes.Text)
        if not any(isinstance(above, left_out) or LEFT_OUT & _classes(above) for above in above_all(node))
    ]
    words = [
        ("" if _touches(before, node) else " ") + _words(node, cited)
        for before, node in zip([None, *texts], texts, strict=False)
    ]
    return joined(curled("".join(words)))


def _touches(before: nodes.Text | None, node: nodes.Text) -> bool:
    """Whether nothing but their own blanks is between a formula and the words of its sentence."""
    if before is None or not any(isinstance(one.parent, nodes.math) for one in (before, node)):
        return False
    return before.parent is node.parent.parent or node.parent is before.parent.parent


RAISED_OR_LOWERED = re.compile(r"[_^](?=[^\W_(]|\(|[*⊤])")
IN_FORMULA = "\u2060"
"""An unseen letter before the sign of an index or a power, which the search page sets small; code is left as it is."""


LONGEST = 100
"""Letters of a displayed formula: of a longer one an excerpt would show little else."""


def joined(words: str) -> str:
    """Words in one line, with each stop and bracket at its word.

    >>> joined("a list  of neighbours . It holds ( always )")
    'a list of neighbours. It holds (always)'
    """
    words = re.sub(r"\s+", " ", words)
    return re.sub(r"(?<=[(\[“‘]) | (?=[.,;:?!)\]”’](?:\s|$|[.,;:?!)]))", "", words).strip()


def _words(node: nodes.Text, cited: Mapping[str, str]) -> str:
    """A formula as a line holds it; works by their authors and chapters by their titles: so far there are only keys."""
    if isinstance(node.parent, nodes.math | nodes.math_block):
        line = RAISED_OR_LOWERED.sub(rf"{IN_FORMULA}\g<0>", readable(node.astext()))
        return line if len(line) <= LONGEST or isinstance(node.parent, nodes.math) else "…"
    for above in above_all(node):
        if (
            isinstance(above, nodes.Element)
            and above.get("reftype") == "doc"
            and not above.get("refexplicit")
        ):
            return cited.get(above["reftarget"].rpartition("/")[2], node.astext())
        if isinstance(above, nodes.Element) and above.get("refdomain") == "cite":
            keys = [key.strip() for key in str(above["reftarget"]).split(",")]
            return "; ".join(cited.get(key, "") for key in keys)
    return node.astext()


def _classes(node: nodes.Node) -> set[str]:
    """The classes of a node of Docutils, or of one of our own elements."""
    if not isinstance(node, nodes.Element):
        return set()
    html: dict[str, str] = node.attributes.get("html", {})
    return {*node.get("classes", []), *html.get("class", "").split()}


def above_all(node: nodes.Node) -> Iterator[nodes.Node]:
    """What a node stands in, from the inside out."""
    while node.parent is not None:
        node = node.parent
        yield node


def _load(app: Sphinx, page: str, *_: Any) -> None:
    if page == "search":
        app.add_js_file(TEXTS)
        app.add_js_file("excerpts.js")


def _write(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.name == "html":
        titles = {name.rpartition("/")[2]: title.astext() for name, title in app.env.titles.items()}
        cited = titles | citations(app)
        doctrees = {name: app.env.get_doctree(name) for name in sorted(app.env.found_docs)}
        texts = {name: text_of(doctree, cited) for name, doctree in doctrees.items()}
        said = {
            theorem.label: text_of(node, cited)
            for name, page in store.pages(app.env).items()
            for theorem in page.theorems
            for node in doctrees[name].findall(nodes.Element)
            if theorem.label in node.get("ids", ())
        }
        script = "".join(
            f"window.{name} = {json.dumps(content, ensure_ascii=False)};\n"
            for name, content in {"pcTexts": texts, "pcStatements": said}.items()
        )
        Path(app.outdir, "_static", TEXTS).write_text(script, encoding="utf-8")


def _configure(_app: Sphinx, config: Config) -> None:
    config.html_search_scorer = str(Path(__file__).parent.parent / "_static" / "scorer.js")


def setup(app: Sphinx) -> None:
    app.add_domain(Theorems)
    StandardDomain.object_types["term"].attrs["searchprio"] = (
        FIRST  # else an entry of the glossary is not found
    )
    app.connect("config-inited", _configure)
    app.connect("html-page-context", _load)
    app.connect("build-finished", _write)
