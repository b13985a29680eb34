"""Addresses, citations, the feed and what the search knows, each without a book."""

from datetime import date
from types import SimpleNamespace
from xml.etree import ElementTree as Xml

import pytest
from docutils import nodes
from sphinx.addnodes import pending_xref

import privcausal
from book._ext import anchors, cite, errata, feed, search
from privcausal.verify.ledger import Row

BOOK = cite.Work("A Book", "The authors and Jane_Doe", "0.1", date(2026, 1, 2))
DRAWING = '<figure class="plot"><svg></svg><figcaption>Two &amp; two. It grows.</figcaption></figure>'
EXPLORER = (
    '<section class="pc-explorer" id="explorer-toy" data-explorer="toy">'
    '<p class="pc-explorer-title" role="heading" aria-level="3">A toy</p>'
)


def test_a_figure_is_named_by_its_caption_and_linked() -> None:
    result = anchors.addressed(DRAWING, set())
    assert '<figure class="plot" id="fig-two-two-it-grows">' in result
    assert 'href="#fig-two-two-it-grows"' in result.partition("<figcaption>")[2].partition("</figcaption>")[0]


def test_two_figures_of_one_caption_have_two_names() -> None:
    result = anchors.addressed(DRAWING * 2, {"fig-two-two-it-grows"})
    assert 'id="fig-two-two-it-grows-2"' in result
    assert 'id="fig-two-two-it-grows-3"' in result


def test_an_explorer_links_to_itself() -> None:
    title = anchors.addressed(EXPLORER, set()).partition("pc-explorer-title")[2]
    assert 'href="#explorer-toy"' in title.partition("</p>")[0]


def test_other_html_stays_as_it_is() -> None:
    text = "<figure><figcaption>Not ours.</figcaption></figure><p>1</p>"
    assert anchors.addressed(text, set()) == text


def test_the_citation_is_read_from_the_citation_file() -> None:
    book = cite.work()
    text = cite.SOURCE.read_text(encoding="utf-8")
    assert f'"{book.title}"' in text
    assert book.version == privcausal.__version__
    assert book.released.isoformat() in text


def test_a_page_is_cited_with_its_number_and_what_tex_needs_is_escaped() -> None:
    entry = cite.bibtex(BOOK, "notebooks/c01_sums", "50% & more_", "2.1")
    assert entry.startswith("@incollection{privcausal-c01_sums,\n")
    assert r"{{50\% \& more\_}}" in entry
    assert r"{{The authors} and {Jane\_Doe}}" in entry
    assert "chapter   = {2.1}" in entry
    assert entry.count("{") - entry.count(r"\{") == entry.count("}") - entry.count(r"\}")
    assert "chapter" not in cite.bibtex(BOOK, "book/api", "API")


def test_words_end_with_one_stop() -> None:
    assert cite.words(BOOK, "Why?", "2") == (
        "The authors and Jane_Doe (2026). Why? In chapter 2 of A Book, version 0.1 of 2026-01-02."
    )
    assert "Sums. In A Book" in cite.words(BOOK, "Sums")


def test_a_title_with_markup_stays_text_on_the_page() -> None:
    fold = cite._button(BOOK, "p", "<b>", "")
    assert "<b>" not in fold
    assert "&lt;b&gt;" in fold


def row(name: str, verdict: str, origin: str = "paper") -> Row:
    noisy = {"repair": "See {prf:ref}`T-two`.", "cost": "Half & more."}
    words = (name, f"About ${name}$", "kusner2016", "Section 1", "substitution", "It is $x<1$.", [])
    return Row(
        *words,
        verdict,
        verdict,
        "x",
        None,
        1.0,
        None,
        "",
        "",
        [],
        origin=origin,
        reading="Section 1",
        consequence=noisy,
    )


ROWS = {"T-one": row("T-one", "refuted"), "T-two": row("T-two", "holds"), "T-off": row("T-off", "loose")}
NAMES = {"a": feed.ATOM}


def test_the_feed_has_one_entry_for_each_erratum() -> None:
    root = Xml.fromstring(feed.feed(ROWS, BOOK, "errata.html"))
    links = [element.attrib["href"] for element in root.findall("a:entry/a:link", NAMES)]
    shown = [row.id for group in errata.GROUPS for row in errata.members(ROWS, group)]
    assert (
        links
        == [f"errata.html#erratum-{name}" for name in shown]
        == [
            "errata.html#erratum-T-one",
            "errata.html#erratum-T-off",
        ]
    )


def test_the_feed_has_what_atom_requires() -> None:
    root = Xml.fromstring(feed.feed(ROWS, BOOK, "errata.html"))
    parts = [root, *root.findall("a:entry", NAMES)]
    for part in parts:
        for name in ("id", "title", "updated"):
            [element] = part.findall(f"a:{name}", NAMES)
            assert element.text
    assert len({part.findtext("a:id", namespaces=NAMES) for part in parts}) == len(parts)
    assert root.findtext("a:author/a:name", namespaces=NAMES) == BOOK.authors
    assert root.findtext("a:entry/a:content", namespaces=NAMES) == (
        "There: Section 1\nIt says: It is $x<1$.\nRepair: See T-two.\nCost: Half & more."
    )
    assert root.findtext("a:entry/a:title", namespaces=NAMES) == "T-one, refuted: About T-one"


def test_the_feed_is_the_same_in_every_build_of_a_release() -> None:
    assert feed.feed(ROWS, BOOK, "errata.html") == feed.feed(dict(ROWS), BOOK, "errata.html")
    assert b"2026-01-02T00:00:00Z" in feed.feed(ROWS, BOOK, "errata.html")


@pytest.mark.parametrize("word", ["t-one", "moves", "4/m"])
def test_the_search_knows_a_theorem_by_id_and_title(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    theorem = SimpleNamespace(label="T-one", title="It moves by $4/m$", kind="theorem")
    page = SimpleNamespace(theorems=[theorem])
    monkeypatch.setattr(search.store, "pages", lambda env: {"notebooks/a": page})
    domain = SimpleNamespace(env=None)
    [(name, shown, kind, docname, anchor, _)] = search.Theorems.get_objects(domain)
    assert word in shown.lower()
    assert (kind, docname, anchor) == ("theorem", "notebooks/a", "T-one")
    assert name != anchor, "Sphinx drops an anchor that is the name"


def test_an_excerpt_has_the_formulas_of_its_sentences_and_the_titles_of_chapters() -> None:
    """Displayed formulas were left out, half of alpha was written as alpha two, and a link was the name of a file."""
    chapter = pending_xref("", nodes.inline("", "how-to-read"), reftype="doc", reftarget="/book/how-to-read")
    page = nodes.section(
        "",
        nodes.paragraph("", "The cost is"),
        nodes.math_block("", r"\rho=\frac{\Delta^2}{2\sigma^2}\le\frac\alpha2 ,"),
        nodes.paragraph("", "", nodes.Text("as in "), chapter, nodes.Text(".")),
        nodes.math_block("", "+".join(f"x_{{{i}}}" for i in range(99))),
    )
    said = search.text_of(page, {"how-to-read": "How to read"})
    assert said == "The cost is ρ=(Δ²)/(2σ²)≤α/2, as in How to read. …"
