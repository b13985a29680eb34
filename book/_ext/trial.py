"""{trial}: code that is run while the book is built and shown with what it prints, as a cell of a notebook is.

The trials of one page share their names. In the live book (`make live`) the reader runs and edits them in the page.
"""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from . import store


def printed(code: str, names: dict[str, Any]) -> str:
    """What the code prints, run in these names.

    >>> printed("print(6 * seven)", {"seven": 7})
    '42\\n'
    """
    out = StringIO()
    with redirect_stdout(out):
        exec(compile(code, "trial", "exec"), names)
    return out.getvalue()


class TrialDirective(store.Directive):
    has_content = True

    def run(self) -> list[nodes.Node]:
        code = "\n".join(self.content)
        names = self.env.temp_data.setdefault("trial", {"__name__": "trial"})
        try:
            text = printed(code, names)
        except Exception as problem:
            return self.refused(f"{{trial}} stops with {type(problem).__name__}: {problem}")
        cell = nodes.container(classes=["cell", "pc-trial"])
        block = nodes.literal_block(code, code, language="python")
        cell += nodes.container("", block, classes=["cell_input"])
        if text:
            shown = nodes.literal_block(text, text, language="text", classes=["output", "stream"])
            cell += nodes.container("", shown, classes=["cell_output"])
        return [cell]


def setup(app: Sphinx) -> None:
    app.add_directive("trial", TrialDirective)
