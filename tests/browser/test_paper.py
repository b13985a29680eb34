"""Printing, on a page of a few lines: what is folded is unfolded, and what only answers to a touch stays away."""

import subprocess
import sys
from pathlib import Path

from book import print as printer

PAGE = """<!doctype html><title>Tiny</title><div class="bd-article"><h1>One</h1>
<details><summary>Solution</summary><p style="height: 400mm">Long</p></details></div>
<script src="_static/explorers.js"></script><script src="quiz.js?v=1"></script>
"""


BOOK = """<!doctype html><title>Tiny</title><div id="jb-print-docs-body"><div id="jb-print-toc">
<a href="#document-one">1. One</a>
<a href="#document-two">1.1. Two</a></div></div>
<div class="bd-article"><section id="home"><h1>Tiny</h1>
<div><span id="document-one"></span><section id="one"><h2>1. One</h2><h3 id="end">End</h3><pre>long line</pre>
<span id="document-two"></span><section id="two"><h3>1.1. Two</h3><h4 id="end">End</h4>
<a href="#document-two#end">to the end of two</a></section></section></div></section></div>
"""


def pages(file: Path) -> int:
    return file.read_bytes().count(b"/Type /Page\n")


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """As `make pdf` calls it, in a process of its own: a second browser cannot start beside that of the other tests."""
    command = [sys.executable, printer.__file__, str(folder), str(folder / "tiny.pdf")]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_chapters_begin_on_pages_of_their_own_and_links_know_which_end_is_meant(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(BOOK, encoding="utf-8")
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    places = printer.pages((tmp_path / "tiny.pdf").read_bytes())
    assert (places["document-one"], places["document-two"], places["two--end"]) == (3, 4, 4)


def test_what_would_be_cut_and_links_to_nowhere_end_the_printing(tmp_path: Path) -> None:
    for text, words in (
        (
            BOOK.replace(
                "<pre>",
                '<table style="width: 900px !important"></table><svg style="min-width: 900px"></svg><pre>',
            ),
            "Cut at the edge",
        ),
        (BOOK.replace("#document-two#end", "#nowhere"), "lead nowhere: ['nowhere']"),
    ):
        (tmp_path / "index.html").write_text(text, encoding="utf-8")
        done = run(tmp_path)
        assert done.returncode == 1
        assert words in done.stderr
        assert not (tmp_path / "tiny.pdf").exists()


def test_folded_parts_are_on_paper(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "quiz.js").write_text("document.body.remove()", encoding="utf-8")
    assert run(tmp_path).returncode == 0
    assert (tmp_path / "tiny.pdf").read_bytes().startswith(b"%PDF-")
    assert pages(tmp_path / "tiny.pdf") >= 2
