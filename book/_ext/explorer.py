"""{explorer} two_worlds: a figure to touch on a page that runs no code; the build computes its numbers."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from privcausal import explorers

from . import store


class ExplorerDirective(store.Directive):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name not in explorers.__all__:
            return self.refused(f"{{explorer}} {name}: there is none; known are {explorers.__all__}")
        return [nodes.raw("", getattr(explorers, name)()._repr_html_(), format="html")]


def setup(app: Sphinx) -> None:
    app.add_directive("explorer", ExplorerDirective)
