"""The book as one page, from which `make pdf` prints: every node that HTML knows is known there too."""

from __future__ import annotations

from sphinx.application import Sphinx

ONE_PAGE = ("singlehtml", "epub")


def _inherit(app: Sphinx) -> None:
    """Where any extension names one of these builders, Sphinx forgets what all the others said about HTML."""
    handlers = app.registry.translation_handlers
    for name in ONE_PAGE:
        handlers[name] = {**handlers.get("html", {}), **handlers.get(name, {})}


def _keep(app: Sphinx) -> None:
    """Links keep the chapter that they lead to: on one page many chapters have an `#exercises`; see `book.print`."""
    vars(app.builder)["fix_refuris"] = lambda tree: None


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", _inherit)
    app.connect("builder-inited", _keep)
