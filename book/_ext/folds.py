"""What a folded cell holds, in its line: “Code: this figure”, “Code: imports”, and not “Show code” a hundred times.

Imports are always folded, and so is what draws a figure and prints nothing; code that prepares a picture is in one fold
with the code that draws it. Checks of the text stand together at the end of a page.
"""

from __future__ import annotations

import ast
import re

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode  # type: ignore[import-untyped]
from sphinx.application import Sphinx

from .markup import element
from .results import COMPANION
from .search import above_all

CHECK = "a check of the text"
LONG = 14
"""Lines of code that fill half of a screen: in the companion, where results are looked up, they are folded."""


def name_of(code: str, shown: str) -> str:
    """What a cell is for, from its code and from what it shows.

    >>> name_of("import numpy as np\\nfrom math import log", "")
    'imports'
    >>> name_of("explorers.two_worlds()", "<div class='pc-explorer'>")
    'this explorer'
    >>> name_of("def noise(x):\\n    return x", ""), name_of("assert error < 0.1", "")
    ('noise', 'a check of the text')
    >>> name_of("for n in sizes:\\n    try_out(n)", ""), name_of("n = 3", ""), name_of("errors = [1, 2]", "")
    ('the numbers', 'the numbers', 'errors')
    """
    for mark, name in (("pc-explorer", "this explorer"), ("<svg", "this figure"), ("<table", "this table")):
        if mark in shown:
            return name
    if shown.strip():
        return "these results"
    lines = _statements(code)
    if mostly_imports(code):
        return "imports"
    if defined := re.findall(r"^(?:def|class) (\w+)", code, re.MULTILINE):
        return defined[0] if len(defined) == 1 else f"{defined[0]} and others"
    if any(line.startswith("assert ") for line in lines):
        return CHECK
    assigned = re.match(r"(\w+)(?=[\w, ]* = )", lines[-1]) if lines else None
    telling = assigned and len(assigned[1]) > 3 and not assigned[1].isupper()
    return assigned[1] if assigned and telling else "the numbers"


def _statements(code: str) -> list[str]:
    return [line for line in code.splitlines() if re.match(r"[^\s#)]", line)]


def only_imports(code: str) -> bool:
    r"""Whether this code brings names, and does nothing with them.

    >>> only_imports("import numpy as np\n\nfrom math import (\n    log,\n)"), only_imports("import math\nmath.log(2)")
    (True, False)
    """
    lines = _statements(code)
    return bool(lines) and all(line.startswith(("import ", "from ")) for line in lines)


def mostly_imports(code: str) -> bool:
    r"""Whether this code is a list of imports, perhaps with a few names that are set below it.

    >>> mostly_imports("import math\nimport os\nfrom pathlib import Path\n\nHOME = Path()"), mostly_imports("x = 3")
    (True, False)
    """
    lines = _statements(code)
    brought = [line for line in lines if line.startswith(("import ", "from "))]
    return only_imports(code) or len(brought) > max(2, len(lines) / 2)


def only_draws(code: str, cell: nodes.container) -> bool:
    """Whether what this code shows is a figure, and nothing printed that stands beside it."""
    results = [part for part in cell.children[1:] for part in part.children]
    printed = any("stream" in part.get("classes", []) for part in results if isinstance(part, nodes.Element))
    return "plots.show(" in code and not printed and "<svg" in " ".join(part.astext() for part in results)


def only_shows(code: str) -> bool:
    r"""Whether this code calls an explorer, and does nothing else.

    >>> only_shows("from privcausal import explorers\n\nexplorers.audit_game()")
    True
    >>> only_shows("explorers.half(x)\nx += 1")
    False
    """
    *imports, last = _statements(code) or [""]
    return last.startswith("explorers.") and (not imports or only_imports("\n".join(imports)))


def only_checks(code: str) -> bool:
    r"""Whether this code asserts what the text says, perhaps for each of several things, and does nothing else.

    >>> only_checks("assert x < 1\nfor y in z:\n    assert y"), only_checks("x = 1\nassert x"), only_checks("")
    (True, False, False)
    """
    try:
        parts = ast.parse(code).body
    except SyntaxError:
        return False
    return bool(parts) and all(
        isinstance(part, ast.Assert)
        or (isinstance(part, ast.For) and all(isinstance(inner, ast.Assert) for inner in part.body))
        for part in parts
    )


def too_long(code: str, docname: str) -> bool:
    r"""Whether this code would fill half of a screen of the companion, which is looked up: a course is read.

    >>> [too_long("x = 1\n" * 14, name) for name in ("notebooks/45_how_sure", "notebooks/c12_graphs")]
    [True, False]
    """
    return bool(COMPANION.match(docname)) and sum(map(bool, code.splitlines())) >= LONG


def one_blank(code: str) -> str:
    r"""Code with one empty line where there are two: on a page two make a hole.

    >>> one_blank("import math\n\n\ndef half(x):\n    return x / 2")
    'import math\n\ndef half(x):\n    return x / 2'
    """
    return re.sub(r"\n{3,}", "\n\n", code)


def _block(cell: nodes.container) -> nodes.literal_block | None:
    """The code of a cell, if the cell has some to show."""
    if cell.get("nb_element") != "cell_code" or not cell.children:
        return None
    return next(cell.children[0].findall(nodes.literal_block), None)


def _write(block: nodes.literal_block, code: str) -> None:
    block.rawsource = code
    block.children = []
    block += nodes.Text(code)


def _prepare(doctree: nodes.document, docname: str) -> None:
    """Fold imports, checks, what calls an explorer, and what is long.

    Write what a folded cell without a result prepares above the code of the folded cell behind it.
    """
    for cell in list(doctree.findall(nodes.container)):
        block = _block(cell)
        if block is None:
            continue
        code = one_blank(block.astext())
        _write(block, code)
        if mostly_imports(code) and len(cell.children) == 1:
            cell["hide_mode"] = cell.get("hide_mode") or "input"
            continue
        if only_shows(code) or only_draws(code, cell) or only_checks(code) or too_long(code, docname):
            cell["hide_mode"] = cell.get("hide_mode") or "input"
        after = cell.next_node(descend=False, siblings=True)
        if not isinstance(after, nodes.container) or len(cell.children) > 1:
            continue
        other = _block(after)
        if other is not None and cell.get("hide_mode") == after.get("hide_mode") == "input":
            _write(other, f"{code}\n\n{other.astext()}")
            cell.parent.remove(cell)


def _name(app: Sphinx, doctree: nodes.document) -> None:
    _prepare(doctree, app.env.docname)
    for cell in doctree.findall(nodes.container):
        if not cell.get("hide_mode") or not cell.children:
            continue
        code = cell.children[0].astext()
        shown = " ".join(part.astext() for part in cell.children[1:])
        name = name_of(code, shown)
        cell["prompt_show"], cell["prompt_hide"] = f"Code: {name}", f"Hide the code: {name}"


def _open(self: object, node: HideCodeCellNode) -> None:
    """As MyST-NB does it, but without a label that hides these words from a screen reader."""
    show, hide = (self.encode(node[key]) for key in ("prompt_show", "prompt_hide"))  # type: ignore[attr-defined]
    self.body.append(  # type: ignore[attr-defined]
        f'<details class="admonition hide {" ".join(node["classes"])}">\n<summary>\n'
        f'<p class="collapsed admonition-title">{show}</p>\n'
        f'<p class="expanded admonition-title">{hide}</p>\n</summary>\n'
    )


def _close(self: object, _node: HideCodeCellNode) -> None:
    self.body.append("</details>\n")  # type: ignore[attr-defined]


def _gather(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    """On a screen a check is not in the way of who reads. A mark stays where it ran, for a page that runs its cells."""
    if app.builder.name != "html":
        return
    checks = []
    for cell in list(doctree.findall(nodes.container)):
        fold = cell.children[0] if cell.children else None
        alone = all(isinstance(above, nodes.section | nodes.document) for above in above_all(cell))
        if isinstance(fold, HideCodeCellNode) and fold["prompt_show"] == f"Code: {CHECK}" and alone:
            checks.append(cell)
            cell["ids"] = [f"cell-check-{len(checks)}"]
            cell.replace_self(element("span", class_="pc-ran-here", data_cell=cell["ids"][0]))
            cell[0:1] = fold.children
    if checks:
        words = f"Code: {len(checks)} checks of the text" if len(checks) > 1 else f"Code: {CHECK}"
        page = next(doctree.findall(nodes.section))
        page += element("details", element("summary", words), *checks, class_="pc-show")


def setup(app: Sphinx) -> None:
    app.add_node(HideCodeCellNode, override=True, html=(_open, _close))
    app.connect("doctree-read", _name)
    app.connect("doctree-resolved", _gather)
