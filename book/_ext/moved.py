"""Pages that had another address: the old one leads to the new one, with the place in the page that was asked for."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

MOVED = {
    "notebooks/c03_what_many_questions_cost": "c03_composition",
    "notebooks/c04_choosing": "c05_choosing",
    "notebooks/c05_paying_for_answers": "c06_paying_for_answers",
    "notebooks/c06_catching_a_liar": "c07_convicting_with_samples",
    "notebooks/c07_cause": "c09_cause",
    "notebooks/c08_ranks": "c10_ranks",
    "notebooks/c09_residuals": "c11_residuals",
    "notebooks/c10_graphs": "c12_graphs",
    "notebooks/c11_private_graphs": "c13_private_graphs",
    "notebooks/c12_ask_once": "c14_ask_once",
}
"""The old address, and the page of the same folder where its content is now."""

PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>This page has moved</title>
<meta name="robots" content="noindex">
<noscript><meta http-equiv="Refresh" content="0; url={page}.html"></noscript>
<script>location.replace("{page}.html" + location.hash)</script>
<p>This page has moved to <a href="{page}.html">{page}.html</a>.</p>
</html>
"""


def _write(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.name == "html":
        for old, page in MOVED.items():
            if old.replace(Path(old).name, page) not in app.env.found_docs:
                continue  # another book, as in the tests of this extension
            Path(app.outdir, f"{old}.html").write_text(PAGE.format(page=page), encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("build-finished", _write)
