"""Binding, on two small pages: what is not well-formed becomes so, formulas are drawn, links and order stay."""

import re
import subprocess
import sys
import zipfile
from xml.etree import ElementTree

import pytest

from book import epub
from book._ext import formulas

PAGE = """<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>One</title>
<script>document.body.remove()</script></head><body><h1>One &amp; only<a class="headerlink" href="#x">#</a></h1>
<p id="x">Unclosed <br> and <span class="math notranslate nohighlight">\\(\\frac{1}{m+1}\\)</span>
<details><summary><p class="expanded">Hide</p><p class="collapsed">Show</p></summary><p>Folded</p></details>
<a href="notebooks/two.xhtml">next</a><img alt="A dot" src="_images/dot.svg"></body></html>"""
DOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
BROAD = """<figure class="plot"><svg viewBox="0 0 734 200"></svg><div class="narrow" hidden="hidden">
<svg viewBox="0 0 342 400"></svg></div><figcaption><span data-narrow="Top">Left</span>: one.</figcaption></figure>"""
SECOND = f"""<html lang="en"><head><title>Two</title></head><body><h1>Two</h1><p id="a"></p><p id="a"></p>
{BROAD}{BROAD.replace("734", "504")}</body></html>"""


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    root = tmp_path_factory.mktemp("bound")
    (root / "notebooks").mkdir()
    (root / "_images").mkdir()
    (root / "_images" / "dot.svg").write_text(DOT, encoding="utf-8")
    drawn, glyphs = formulas.draw([(r"\frac{1}{m+1}", False)])
    (root / "index.xhtml").write_text(formulas.page(PAGE, drawn, glyphs), encoding="utf-8")
    (root / "notebooks" / "two.xhtml").write_text(SECOND, encoding="utf-8")
    toc = "root: index\nparts:\n  - caption: More\n    chapters:\n      - file: notebooks/two\n"
    (root / "_toc.yml").write_text(toc, encoding="utf-8")
    (root / "_config.yml").write_text("title: Tiny & small\nauthor: Us\n", encoding="utf-8")
    # As `make epub` calls it, in a process of its own: a second browser cannot start beside that of the other tests.
    subprocess.run([sys.executable, "-m", epub.__name__, root, root / "tiny.epub", root], check=True)
    with zipfile.ZipFile(root / "tiny.epub") as file:
        assert file.infolist()[0].filename == "mimetype"
        assert file.infolist()[0].compress_type == zipfile.ZIP_STORED
        return {name: file.read(name).decode(errors="replace") for name in file.namelist()}


def test_every_part_is_well_formed(parts: dict[str, str]) -> None:
    for name, text in parts.items():
        if name.endswith((".xhtml", ".opf", ".xml")):
            ElementTree.fromstring(text)


def test_formulas_are_drawn_and_say_what_they_are(parts: dict[str, str]) -> None:
    assert r'aria-label="\frac{1}{m+1}"' in parts["index.xhtml"]
    assert "<path" in parts["index.xhtml"]
    assert 'href="index.xhtml" media-type="application/xhtml+xml" properties="svg"' in parts["book.opf"]


def test_what_answers_to_a_touch_stays_away_and_folds_are_open(parts: dict[str, str]) -> None:
    page = parts["index.xhtml"]
    assert "<script" not in page
    assert "headerlink" not in page
    assert '<details open="open"><summary>Show</summary>' in page
    assert parts["notebooks/two.xhtml"].count('id="a"') == 1


def test_panels_side_by_side_are_below_each_other(parts: dict[str, str]) -> None:
    page = parts["notebooks/two.xhtml"]
    boxes = re.findall(r'viewBox="0 0 (\d+)', page)
    words = [
        "".join(ElementTree.fromstring(text).itertext())
        for text in re.findall("<figcaption>.*?</figcaption>", page)
    ]
    assert (boxes, words) == (["342", "504"], ["Top: one.", "Left: one."])


def test_the_order_of_reading_is_the_books(parts: dict[str, str]) -> None:
    assert (
        parts["nav.xhtml"].index("One &amp; only")
        < parts["nav.xhtml"].index("More")
        < parts["nav.xhtml"].index("Two")
    )
    assert parts["book.opf"].index('idref="p0"') < parts["book.opf"].index('idref="p1"')
    assert '<link rel="stylesheet" href="epub.css"' in parts["index.xhtml"]
    assert '<link rel="stylesheet" href="../epub.css"' in parts["notebooks/two.xhtml"]


def test_the_faces_and_the_cover_travel_with_it(parts: dict[str, str]) -> None:
    for place in range(len(epub.CARRIED)):
        assert f'href="fonts/{place}.woff"' in parts["book.opf"]
        assert f'url("fonts/{place}.woff")' in parts["epub.css"]
        assert parts[f"fonts/{place}.woff"].startswith("wOFF")
    assert 'properties="cover-image"' in parts["book.opf"]


def test_pictures_of_the_pages_travel_with_it(parts: dict[str, str]) -> None:
    assert parts["_images/dot.svg"] == DOT
    assert 'href="_images/dot.svg" media-type="image/svg+xml"' in parts["book.opf"]
