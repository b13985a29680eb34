"""The book as one page: nothing that HTML shows is lost on it, and each link leads to the right chapter."""

import re
from types import SimpleNamespace

from book._ext import paper
from book.print import FINE, ROOT, STYLE, apart, lost, once, pages, places, short, to_the_right

PDF = rb"""%PDF-1.4
2 0 obj
<</Type /Page
/Annots []>>
endobj
7 0 obj
<</Type /Page
>>
endobj
9 0 obj
<</document-notebooks#2Fc01 [2 0 R /XYZ 0 810.4 0]
/caf#C3#A9 [7 0 R /XYZ 0 12 0]>>
endobj
11 0 obj
<</Title (One)
/Dest [7 0 R /XYZ 0 12 0]>>
endobj
"""


def test_a_node_known_to_html_is_known_on_paper_and_what_is_said_of_paper_goes_first() -> None:
    table = {"html": {"claim": 1, "figure": 2}, "singlehtml": {"figure": 3}}
    paper._inherit(SimpleNamespace(registry=SimpleNamespace(translation_handlers=table)))
    assert table["singlehtml"] == {"claim": 1, "figure": 3}
    assert table["epub"] == table["html"] == {"claim": 1, "figure": 2}


def test_a_link_keeps_the_chapter_that_it_leads_to() -> None:
    builder = SimpleNamespace()
    paper._keep(SimpleNamespace(builder=builder))
    assert builder.fix_refuris("a tree with #document-notebooks/c01#exercises") is None


def test_ids_of_two_chapters_are_told_apart_and_others_keep_their_names() -> None:
    links = '<a href="#end"><a href="#document-{1}#end">'
    chapter = f'<span id="document-{{0}}"></span><h2 id="only-{{0}}"><h3 id="end">{links}'
    page = apart(chapter.format("a", "b") + chapter.format("b", "a") + '<a href="#document-a#only-a">')
    assert page.count('id="a--end"') == page.count('id="b--end"') == 1
    assert page.count('href="#a--end"') == page.count('href="#b--end"') == 2
    assert 'id="only-a"' in page
    assert page.endswith('<a href="#only-a">')
    assert lost(page) == set()
    assert lost('<a href="#document-a"><a href="#end">') == {"document-a", "end"}


def test_equal_figures_keep_their_names() -> None:
    figure = '<span id="document-{}"></span><path id="f012345-1"><use href="#f012345-1">'
    twice = figure.format("a") + figure.format("b")
    assert apart(twice) == twice


def test_arrows_of_every_chapter_find_their_tip() -> None:
    style = (ROOT / "book" / "_static" / "privcausal.css").read_text(encoding="utf-8")
    tips = set(re.findall(r"url\(#([^)]+)\)", style))
    assert "pc-tip" in tips
    for tip in tips:
        twice = "".join(f'<span id="document-{name}"></span><marker id="{tip}">' for name in "ab")
        assert apart(twice) == twice


def test_pages_are_laid_out_as_many_times_as_large_as_they_are_drawn_small() -> None:
    style = STYLE.read_text(encoding="utf-8")
    assert f"size: {FINE * 210}mm {FINE * 297}mm;" in style
    top, right, bottom, left = map(
        float, re.search(r"margin: (\d+)mm (\d+)mm (\d+)mm (\d+)mm;", style).groups()
    )  # type: ignore[union-attr]
    assert (FINE * 210 - left - right) / FINE == 174  # `WIDTH` in `book.print`, and `--pc-wide`
    assert (top, bottom) == (FINE * 16, FINE * 20)
    _, fold, _, outer = map(
        int, re.search(r"@page :left { margin: (\d+)mm (\d+)mm (\d+)mm (\d+)mm;", style).groups()
    )  # type: ignore[union-attr]
    assert (fold, outer) == (left, right), "the wider margin is at the fold, on left pages too"
    assert "@page :first { margin: 0;" in style, "the cover goes to the edges"


def test_a_sentence_that_says_what_to_do_on_the_screen_is_not_printed() -> None:
    calls = re.compile(
        r"\b(?:Drag|Change one score|Now place|Now judge|Now draw|marks itself\.|you enter leaves)\b"
    )
    hidden = re.compile(r'<span class="pc-screen">.*?</span>')
    sources = [*(ROOT / "notebooks").glob("c*.py"), *(ROOT / "book").glob("practice_*.md")]
    texts = {source.name: source.read_text(encoding="utf-8") for source in sources}
    assert sum(len(hidden.findall(text)) for text in texts.values()) >= 10
    assert not [name for name, text in texts.items() if calls.search(hidden.sub("", text))]
    assert ".pc-screen { display: none; }" in STYLE.read_text(encoding="utf-8")


def test_places_are_found_on_their_pages() -> None:
    assert pages(PDF) == {"document-notebooks/c01": 1, "café": 2}


def test_a_chapter_that_ends_in_a_few_lines_on_a_page_is_named_and_a_chapter_on_one_page_is_not() -> None:
    assert places(PDF) == {"document-notebooks/c01": (1, 810.4), "café": (2, 12.0)}
    found = {"document-a": (1, 791.0), "end-a": (2, 760.0), "document-b": (3, 791.0), "end-b": (4, 500.0)}
    assert short(found | {"document-c": (5, 791.0), "end-c": (5, 750.0)}) == ["end-a"]


def test_white_pages_bring_each_chapter_to_a_right_page() -> None:
    starts = {"a": 8, "b": 13, "c": 15, "d": 16}
    white = to_the_right(starts)
    assert all((page + sum(starts[name] <= page for name in white)) % 2 for page in starts.values())


def test_a_bookmark_says_its_heading_once_and_no_byte_moves() -> None:
    wide = ("\ufeff" + 2 * "17.1. " + 2 * "Reading ε off ").encode("utf-16-be").hex().upper()
    twice = f"/Title (1. 1. Is Is onceonce \\(so\\) \\(so\\)) /Title <{wide}> /Title (Cocoon) end".encode()
    result = once(twice)
    assert len(result) == len(twice)
    literal, hexadecimal, kept = result.split(b"/Title ")[1:]
    assert literal.rstrip() == rb"(1. Is once \(so\))"
    assert bytes.fromhex(hexadecimal.strip(b" <>").decode()).decode("utf-16") == "17.1. Reading ε off "
    assert kept == b"(Cocoon) end"
