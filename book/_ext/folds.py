"""What a folded cell holds, in its line: “Code: this figure”, “Code: imports”, and not “Show code” a hundred times."""

from __future__ import annotations

import re

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode  # type: ignore[import-untyped]
from sphinx.application import Sphinx


def name_of(code: str, shown: str) -> str:
    """What a cell is for, from its code and from what it shows.

    >>> name_of("import numpy as np\\nfrom math import log", "")
    'imports'
    >>> name_of("explorers.two_worlds()", "<div class='pc-explorer'>")
    'this explorer'
    >>> name_of("def noise(x):\\n    return x", ""), name_of("assert error < 0.1", "")
    ('noise', 'a check of the text')
    """
    for mark, name in (("pc-explorer", "this explorer"), ("<svg", "this figure"), ("<table", "this table")):
        if mark in shown:
            return name
    if shown.strip():
        return "these results"
    lines = [line for line in code.splitlines() if re.match(r"[^\s#)]", line)]
    if all(line.startswith(("import ", "from ")) for line in lines):
        return "imports"
    if defined := re.findall(r"^(?:def|class) (\w+)", code, re.MULTILINE):
        return defined[0] if len(defined) == 1 else f"{defined[0]} and others"
    if any(line.startswith("assert ") for line in lines):
        return "a check of the text"
    assigned = re.match(r"\w+", lines[-1]) if lines else None
    return assigned[0] if assigned else "the numbers"


def _name(_app: Sphinx, doctree: nodes.document) -> None:
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


def setup(app: Sphinx) -> None:
    app.add_node(HideCodeCellNode, override=True, html=(_open, _close))
    app.connect("doctree-read", _name)
