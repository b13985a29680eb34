"""Printing, on a page of a few lines: what is folded is unfolded, and what only answers to a touch stays away."""

import subprocess
import sys
from pathlib import Path

from book import print as printer

PAGE = """<!doctype html><title>Tiny</title><div class="bd-article"><h1>One</h1>
<details><summary>Solution</summary><p style="height: 400mm">Long</p></details></div>
<script src="_static/explorers.js"></script><script src="quiz.js?v=1"></script>
"""


def pages(file: Path) -> int:
    return file.read_bytes().count(b"/Type /Page\n")


def test_folded_parts_are_on_paper(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "quiz.js").write_text("document.body.remove()", encoding="utf-8")
    # As `make pdf` calls it, in a process of its own: a second browser cannot start beside that of the other tests.
    subprocess.run([sys.executable, printer.__file__, tmp_path, tmp_path / "tiny.pdf"], check=True)
    assert (tmp_path / "tiny.pdf").read_bytes().startswith(b"%PDF-")
    assert pages(tmp_path / "tiny.pdf") >= 2
