"""The Sphinx extension that ties every theorem of the book to its row in the ledger.

``claims`` states theorems and shows verdicts, ``ledger`` draws the table, ``errata`` says what held and what did not,
``graph`` draws the dependencies, ``explorer`` shows a figure to touch, ``source`` library code, ``check`` stops a build
in which book and ledger disagree, ``mathjax`` makes formulas work without a network.
"""

from sphinx.application import Sphinx

from . import assets, check, claims, errata, explorer, graph, ledger, markup, mathjax, source, store


def setup(app: Sphinx) -> dict[str, bool]:
    for module in (store, markup, check, claims, ledger, errata, graph, explorer, source, mathjax, assets):
        module.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
