"""What the tests of the book share: where it is, and one clean build of it."""

import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest
from lxml.html import HtmlElement, document_fromstring

ROOT = Path(__file__).parents[2]
if str(ROOT) not in sys.path:  # so that `pytest` finds book._ext as `python -m pytest` does
    sys.path.insert(0, str(ROOT))

from book._ext.moved import MOVED  # noqa: E402


@dataclass(frozen=True)
class Book:
    """The built HTML; pages are named by their path from its root."""

    html: Path

    @cached_property
    def pages(self) -> dict[str, HtmlElement]:
        files = sorted(file for file in self.html.rglob("*.html") if "_static" not in file.parts)
        return {
            file.relative_to(self.html).as_posix(): document_fromstring(file.read_text(encoding="utf-8"))
            for file in files
            if file.relative_to(self.html).with_suffix("").as_posix() not in MOVED
        }


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The book, built as `make book` builds it: from nothing, every warning an error."""
    target = tmp_path_factory.mktemp("book")
    program = Path(sys.executable).with_name("jupyter-book")
    command = [program, "build", ROOT, "--all", "-W", "--keep-going", "--quiet", "--path-output", target]
    environment = {**os.environ, "COVERAGE_PROCESS_START": ""}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 0, f"`make book` fails:\n{run.stdout[-6000:]}\n{run.stderr[-6000:]}"
    return Book(target / "_build" / "html")
