"""A note in the margin defines the word of its sentence, and no other word of the same spelling."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document

from book._ext.margin import OTHER_SENSE, _beside, _place

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


def recalled(*texts, set_off=""):
    """The notes beside the paragraphs of one section."""
    paragraphs = [nodes.paragraph(text, text) for text in texts]
    section = nodes.section("", nodes.title(set_off, set_off), *paragraphs)
    new_document("notebooks/c09").append(nodes.section("", section))
    said = "A randomised function from data sets to outputs"
    _beside(paragraphs, {"mechanism": said, "privacy loss": said}, {})
    return [len(list(paragraph.findall(nodes.TextElement))) - 1 for paragraph in paragraphs]


def test_a_section_defines_one_term_that_its_chapter_only_uses():
    text = "A mechanism has a privacy loss."
    assert recalled("Well.", text, text, "End.") == [0, 2, 0, 0], "its note and the word in bold, once"


def test_a_term_that_the_chapter_introduces_is_not_recalled():
    assert recalled("A mechanism.", "End.", set_off="Every mechanism") == [0, 0]


def test_a_note_needs_text_beside_it():
    assert recalled("A mechanism.") == [0]
