"""The Sphinx extension that ties every theorem of the book to its row in the ledger.

``claims`` states theorems and shows verdicts, ``proofs`` what a kernel saw at each step of a proof, ``results``
what a chapter of the companion shows, ``ledger`` draws the table, ``errata`` says what held and what did not,
``by_source`` has a paper's sentences in its own order, ``places`` finds a claim, ``squares`` has them
all in one picture, ``graph`` draws what rests on what,
``explorer`` shows a figure to touch, ``quiz`` asks a question, ``trial`` runs an example, ``source`` shows library
code, ``check`` stops a build in which book and ledger disagree. ``formulas`` draws formulas, ``fonts`` and ``icons``
bring faces and icons. ``anchors``, ``numbered``, ``search``, ``cite`` and ``feed`` make it found and cited,
``paper`` printable, and ``moved`` keeps old addresses. ``margin`` has notes beside the text, ``tables`` sets what
pandas draws, ``refuted`` draws a counterexample, ``folds`` names
folded code, ``listing`` breaks its lines, and ``apostrophes`` curls those of the words.
"""

from importlib import import_module

from sphinx.application import Sphinx

PARTS = (
    *("store", "markup", "check", "proofs", "claims", "results", "ledger", "errata", "by_source", "places"),
    *(
        "graph",
        "explorer",
        "course",
        "quiz",
        "trial",
        "anchors",
        "numbered",
        "search",
        "cite",
        "feed",
        "paper",
    ),
    *(
        "source",
        "formulas",
        "fonts",
        "icons",
        "assets",
        "aloud",
        "moved",
        "squares",
        "margin",
        "tables",
        "refuted",
    ),
    *("printed", "folds", "listing", "apostrophes"),
)
"""In this order: the first hold what the others read."""


def setup(app: Sphinx) -> dict[str, bool]:
    for name in PARTS:
        import_module(f"{__name__}.{name}").setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
