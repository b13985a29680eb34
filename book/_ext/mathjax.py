"""Formulas without a network: one file of the installed MathJax goes into the built book."""

from __future__ import annotations

import shutil
from importlib.metadata import files
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

PACKAGE, BUNDLE, TARGET = "sphinx-mathjax-offline", "tex-svg-full.js", "mathjax/tex-svg-full.js"


def installed(name: str) -> Path:
    """A file of the MathJax package, whose directory name has dashes and so cannot be imported."""
    for file in files(PACKAGE) or ():
        if file.name == name:
            return Path(str(file.locate()))
    raise FileNotFoundError(f"{PACKAGE} has no {name}; run `make book`, which installs the pinned version.")


def _configure(_app: Sphinx, config: Config) -> None:
    config.mathjax_path = TARGET


def _copy(app: Sphinx, problem: Exception | None) -> None:
    if problem is None and app.builder.format == "html":
        target = Path(app.outdir, "_static", TARGET)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(installed(BUNDLE), target)


def setup(app: Sphinx) -> None:
    app.connect("config-inited", _configure)
    app.connect("build-finished", _copy)
