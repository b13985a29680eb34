"""What `make pdf` and `make epub` have left in _build: all chapters, in their order, and links that lead somewhere."""

import itertools
import posixpath
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import yaml

from book.print import VOLUMES, pages, volumes

ROOT = Path(__file__).parents[2]
EPUB = ROOT / "_build" / "privcausal.epub"
LONGEST = {"course": 250, "companion": 700}
"""Pages of each volume."""
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))


def listed(entries: list[Any]) -> Iterator[str]:
    for entry in entries:
        yield entry["file"]
        yield from listed(entry.get("sections", []))


CHAPTERS = list(itertools.chain.from_iterable(listed(part["chapters"]) for part in TOC["parts"]))


def title(name: str) -> str:
    source = next(ROOT / f"{name}{end}" for end in (".py", ".md") if (ROOT / f"{name}{end}").exists())
    text = source.read_text(encoding="utf-8")
    if included := re.match(r"```\{include\} (.+)$", text, re.MULTILINE):
        text = (source.parent / included[1]).read_text(encoding="utf-8")
    return re.search(r"^# ([A-Z].+)$", text, re.MULTILINE)[1]  # type: ignore[index]


@pytest.fixture(scope="module", params=VOLUMES)
def volume(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def pdf(volume: str) -> bytes:
    path = ROOT / "_build" / f"privcausal-{volume}.pdf"
    if not path.exists():
        pytest.skip("not printed; run: make pdf")
    return path.read_bytes()


@pytest.fixture(scope="module")
def chapters(volume: str) -> list[str]:
    return volumes()[volume][1:]


@pytest.fixture(scope="module")
def bound() -> dict[str, str]:
    if not EPUB.exists():
        pytest.skip("not bound; run: make epub")
    with zipfile.ZipFile(EPUB) as file:
        texts = {name: file.read(name) for name in file.namelist()}
    return {
        name: content.decode() if name.endswith((".xhtml", ".opf")) else "" for name, content in texts.items()
    }


def test_the_volumes_hold_each_chapter_once() -> None:
    assert sorted(name for some in volumes().values() for name in some[1:]) == sorted(CHAPTERS)


def test_pdf_begins_each_chapter_on_a_page_of_its_own_in_the_order_of_the_contents(
    pdf: bytes, volume: str, chapters: list[str]
) -> None:
    places = pages(pdf)
    starts = [places[f"document-{name}"] for name in chapters]
    assert all(one < other for one, other in itertools.pairwise(starts))
    count = pdf.count(b"/Type /Page\n")
    assert starts[-1] <= count
    assert 3 * len(chapters) < count <= LONGEST[volume]


def text_of(text: bytes) -> str:
    """A word of the outline: bytes between brackets, or UTF-16 between angles."""
    if text.startswith(b"<"):
        return bytes.fromhex(text[1:-1].decode()).decode("utf-16")
    return re.sub(rb"\\(.)", rb"\1", text[1:-1]).decode("latin-1")


def test_pdf_has_each_chapter_in_its_outline(pdf: bytes, chapters: list[str]) -> None:
    outline = [text_of(text) for text in re.findall(rb"/Title (<[^>]*>|\((?:\\.|[^)\\])*\))", pdf)]
    bare = {re.sub(r"^[\d.]+\s+", "", text) for text in outline}
    assert [name for name in chapters if title(name) not in bare] == []
    assert [text for text in outline if re.fullmatch(r"(?:(.+)\1)+", text)] == []


def test_pdf_links_lead_to_places_in_it(pdf: bytes) -> None:
    places = pages(pdf)
    links = {re.sub(rb"#(..)", lambda code: bytes.fromhex(code[1].decode()), result).decode()
             for result in re.findall(rb"/Subtype /Link[^>]*?/Dest /([^\s>]+)", pdf)}  # fmt: skip
    assert len(links) > 100
    assert links <= set(places)


def test_pdf_gives_its_formulas_a_name_and_pages_of_a4(pdf: bytes) -> None:
    assert pdf.count(b"/Alt") > 1000
    sizes = {
        tuple(round(float(side) * 25.4 / 72) for side in box)
        for box in re.findall(rb"/MediaBox \[0 0 (\S+) (\S+)\]", pdf)
    }
    assert sizes == {(210, 297)}


def test_pdf_has_no_words_that_are_true_on_a_screen_alone(chapters: list[str]) -> None:
    course = [ROOT / f"{name}.py" for name in chapters if name.startswith("notebooks/c")]
    assert [path.name for path in course if re.search(r"\bfolded\b", path.read_text(encoding="utf-8"))] == []


def test_epub_binds_each_chapter_in_order_and_unfolded(bound: dict[str, str]) -> None:
    spine = bound["book.opf"]
    numbers = [re.search(rf'id="(p\d+)" href="{name}.xhtml"', spine) for name in CHAPTERS]
    assert all(numbers)
    at = [spine.index(f'idref="{match[1]}"') for match in numbers if match]
    assert at == sorted(at)
    assert not [name for name in CHAPTERS if re.search(r"<details(?![^>]*\bopen)", bound[f"{name}.xhtml"])]


def test_epub_links_lead_to_places_in_it(bound: dict[str, str]) -> None:
    ids = {name: set(re.findall(r'\bid="([^"]+)"', text)) for name, text in bound.items()}
    for name, text in bound.items():
        for link in re.findall(r'<a\b[^>]*\bhref="([^":]+)"', text):
            path, _, place = unquote(link).partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            assert target in ids, f"{name}: {link}"
            assert not place or place in ids[target], f"{name}: {link}"


def test_epub_carries_every_picture_that_a_page_shows(bound: dict[str, str]) -> None:
    shown = [
        posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(source)))
        for name, text in bound.items()
        for source in re.findall(r'<img\b[^>]*\bsrc="(?!data:)([^"]+)"', text)
    ]
    assert all(source in bound for source in shown), set(shown) - set(bound)
    drawn = sum(text.count("<figure") + text.count("<svg") for text in bound.values())
    assert drawn > 100, "the pages of today draw their pictures in place"
