"""Our own style sheet and scripts (book/_static), on every page."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

STATIC = Path(__file__).parent.parent / "_static"


def _configure(_app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(STATIC))


def setup(app: Sphinx) -> None:
    app.connect("config-inited", _configure)
    app.add_css_file("privcausal.css")
    for script in ("ledger.js", "explorers.js"):
        app.add_js_file(script, loading_method="defer")
