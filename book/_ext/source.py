"""{show} privcausal.pairs.rank.kendall: the current source of a library function or class, folded away."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from . import store
from .markup import element


def find(path: str) -> Any:
    """The object a dotted path names; LookupError with one clear sentence otherwise."""
    parts = path.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            value: Any = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for name in parts[cut:]:
            if not hasattr(value, name):
                raise LookupError(f"{path}: {'.'.join(parts[:cut])} has no {name!r}.")
            value = getattr(value, name)
        return value
    raise LookupError(f"{path}: no module begins like that.")


class ShowDirective(store.Directive):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        path = self.arguments[0]
        try:
            value = find(path)
            code = inspect.getsource(value)
            self.env.note_dependency(inspect.getsourcefile(value) or "")
        except (LookupError, TypeError, OSError) as problem:
            return self.refused(f"{{show}} {problem}")
        block = nodes.literal_block(code, code, language="python")
        summary = element("summary", "Code: ", nodes.literal("", path))
        return [element("details", summary, block, class_="pc-show")]


def setup(app: Sphinx) -> None:
    app.add_directive("show", ShowDirective)
