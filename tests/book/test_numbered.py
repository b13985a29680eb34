"""Numbers of figures, each within its chapter, and what refers to them."""

from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document
from sphinx.addnodes import start_of_file

from book._ext import numbered

APP = SimpleNamespace(
    builder=SimpleNamespace(format="html"),
    env=SimpleNamespace(toc_secnumbers={"c04": {"": (4,)}, "22_ranks": {"": (16, 2)}, "book/x": {}}),
)
EXPLORER = '<section class="pc-explorer" id="toy"><figure class="plot" id="fig-toy"><figcaption>T'


def figure(name):
    text = f'<figure class="plot" id="{name}"><svg></svg><figcaption>Two.</figcaption></figure>'
    return nodes.raw("", text, format="html")


def page(*parts):
    tree = new_document("page", get_default_settings())
    tree += list(parts)
    return tree


def resolved(tree, docname, app=APP):
    numbered._number(app, tree, docname)
    return [node.astext() for node in tree.findall(nodes.raw)]


def test_figures_count_from_one_in_each_chapter_and_not_those_to_touch() -> None:
    texts = resolved(page(figure("a"), nodes.raw("", EXPLORER, format="html"), figure("b")), "c04")
    assert ['">Figure 4.1</span> Two.' in texts[0], texts[1], '">Figure 4.2</span> Two.' in texts[2]] == [
        True,
        EXPLORER,
        True,
    ]


def test_a_page_without_a_number_gives_none() -> None:
    assert "pc-figure" not in resolved(page(figure("a")), "book/x")[0]


def put_in(docname, *parts):
    """A page within another, as Sphinx puts it there: its parts still take their own page for their parent."""
    own = page(nodes.section("", *parts, docname=docname))
    inside = start_of_file(docname=docname)
    inside.children = own.children
    return inside


def test_on_paper_all_pages_are_one_and_the_numbers_stay() -> None:
    mention = nodes.paragraph("", "", numbered.Mention(name="c", page="22_ranks"))
    one, other = (
        put_in("c04", figure("a")),
        put_in("22_ranks", figure("b"), nodes.section("", figure("c"), mention)),
    )
    tree = page(one, other)
    texts = resolved(tree, "book/index")
    for text, number in zip(texts, ("4.1", "16.2.1", "16.2.2"), strict=True):
        assert f">Figure {number}<" in text
    assert "Figure 16.2.2" in tree.astext()


def test_a_mention_shows_the_number_and_leads_to_the_figure() -> None:
    tree = page(figure("a"), nodes.paragraph("", "", numbered.Mention(name="a", page="c04")))
    resolved(tree, "c04")
    (link,) = tree.findall(lambda node: getattr(node, "tagname", "") == "html_element")
    assert link.astext() == "Figure 4.1"
    assert link["html"]["href"] == "#a"


def test_a_mention_of_no_figure_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(numbered.LOG, "warning", lambda message, *names: said.append(message % names))
    resolved(page(nodes.paragraph("", "", numbered.Mention(name="b", page="c04"))), "c04")
    assert said == ["no figure b on c04"]
