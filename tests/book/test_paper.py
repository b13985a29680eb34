"""The book as one page: nothing that HTML shows is lost on it, and its links stay on it."""

from types import SimpleNamespace

from book._ext import paper
from book.print import inside


def test_a_node_known_to_html_is_known_on_paper_and_what_is_said_of_paper_goes_first() -> None:
    table = {"html": {"claim": 1, "figure": 2}, "singlehtml": {"figure": 3}}
    paper._inherit(SimpleNamespace(registry=SimpleNamespace(translation_handlers=table)))
    assert table["singlehtml"] == {"claim": 1, "figure": 3}
    assert table["epub"] == table["html"] == {"claim": 1, "figure": 2}


def test_links_of_the_page_to_itself_stay_on_it() -> None:
    home = "book/index.html"
    assert inside(f'<a href="{home}#K-ptr">', home) == '<a href="#K-ptr">'
    assert inside('<a href="https://example.org/book/index.html#a">', home).startswith('<a href="https:')
