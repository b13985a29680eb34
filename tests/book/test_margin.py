"""A note in the margin defines the word of its sentence, and no other word of the same spelling."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document

from book._ext.margin import OTHER_SENSE, _place

ROOT = Path(__file__).parents[2]


def margin(docname, word):
    """The notes beside a paragraph with one emphasised word."""
    doctree = new_document(docname)
    paragraph = nodes.paragraph("", "", nodes.emphasis(word, word))
    doctree += nodes.section("", paragraph)
    env = SimpleNamespace(
        privcausal_definitions={"neighbours": "Two data sets that differ in one person"},
        get_domain=lambda _name: SimpleNamespace(citations=()),
    )
    _place(SimpleNamespace(builder=SimpleNamespace(name="html"), env=env), doctree, docname)
    return [node.astext() for node in paragraph.children if not isinstance(node, nodes.emphasis)]


def test_neighbouring_tables_are_defined_in_the_margin():
    assert len(margin("notebooks/c01_two_evenings", "neighbours")) == 1


@pytest.mark.parametrize("docname", OTHER_SENSE)
def test_another_sense_of_a_term_gets_no_note(docname):
    assert margin(docname, "neighbours") == []


@pytest.mark.parametrize(("docname", "terms"), OTHER_SENSE.items())
def test_such_a_chapter_still_uses_the_word(docname, terms):
    text = (ROOT / f"{docname}.py").read_text(encoding="utf-8")
    assert all(f"*{term}*" in text for term in terms)
