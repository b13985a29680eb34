"""What stands in the margin of a wide page: the work that a paragraph cites, and the definition of a term.

The link to the bibliography or the glossary stays in the text, and a phone and a screen reader have that alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any
from unicodedata import normalize

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from .markup import element
from .search import joined, readable

GLOSSARY = "book/glossary"
LONGEST = 190
"""Letters of a note: a longer definition would push the next note away from its sentence."""

TELLING = 40
"""A shorter definition only says its term in other words."""

COURSE = re.compile(r"notebooks/c\d")
FORMULA = re.compile(r"[\^\[\\=]")
"""A sign of a definition that is a formula: a line of plain letters does not hold one."""

ALSO_PLAIN = {"distance", "score", "release"}
"""Words that chapters use in their plain sense as well."""

OTHER_SENSE = {"notebooks/c12_graphs": {"neighbours"}}
"""Terms of the glossary that a chapter defines in another sense: there they are adjacent nodes."""

ONE_SENSE = {"clipping", "confounder", "mechanism", "sensitivity", "skeleton", "substitution"}
"""Single words that chapters use as the glossary does; a term of several words has one sense anyway."""

STOP = re.compile(r"(?<=[a-z)][.]) (?=[A-Z])")


def _definitions(env: BuildEnvironment) -> dict[str, str]:
    """The first sentence of every entry of the glossary, by the word that it explains."""
    if not hasattr(env, "privcausal_definitions"):
        found = {}
        for item in env.get_doctree(GLOSSARY).findall(nodes.definition_list_item):
            words = "".join(
                readable(text.astext()) if isinstance(text.parent, nodes.math) else text.astext()
                for text in item.children[-1].findall(nodes.Text)
            )
            sentence = STOP.split(joined(words))[0]
            if FORMULA.search(sentence) or len(sentence) > LONGEST:
                continue
            for term in item.findall(nodes.term):
                found[term.astext()] = sentence
        env.privcausal_definitions = found  # type: ignore[attr-defined]
    return env.privcausal_definitions  # type: ignore[attr-defined, no-any-return]


@cache
def _named(text: str) -> str:
    """How the glossary names a word that stands in a sentence.

    >>> _named("Neighbours"), _named("a fork")
    ('neighbours', 'fork')
    """
    return re.sub(r"^(an?|the) ", "", text.strip().lower())


def _letters(text: str) -> list[tuple[int, str]]:
    """The letters and digits of a text with their places: a source and its print differ in dashes, accents and case."""
    return [(place, normalize("NFKD", sign)[0].lower()) for place, sign in enumerate(text) if sign.isalnum()]


def _short(reference: str, title: str, year: str) -> str:
    r"""What a margin holds of a reference: who, when and what; where it appeared stands in the bibliography.

    >>> _short("A and B. On noise. In Some Proceedings, 1–9. 2020. Abstract read.", "On {Noise}", "2020")
    'A and B (2020). On noise.'
    >>> _short("A, B, C, and D. Rényi–Laplace noise & more. 2020.", r"R{\'e}nyi--Laplace noise \& more", "2020")
    'A et al (2020). Rényi–Laplace noise & more.'
    """
    printed, wanted = _letters(reference), "".join(letter for _, letter in _letters(title))
    at = "".join(letter for _, letter in printed).find(wanted)
    if at < 0 or not wanted:
        return reference
    first, last = printed[at][0], printed[at + len(wanted) - 1][0]
    who = reference[:first].rstrip(" .")
    if who.count(",") > 1:
        who = f"{who.partition(',')[0]} et al"
    end = reference[last + 1 : last + 2]
    return f"{who} ({year}). {reference[first : last + 1]}{end if end in ('?', '!') else '.'}"


def _works(env: BuildEnvironment) -> dict[str, tuple[str, str]]:
    """Title and year of every work of the bibliography, by the place that a citation leads to."""
    domain: Any = env.get_domain("cite")
    fields = {found.citation_id: found.entry.fields for found in domain.citations}
    return {place: (entry.get("title", ""), entry.get("year", "")) for place, entry in fields.items()}


def _aside(*parts: nodes.Node | str) -> nodes.Node:
    return element("span", *parts, class_="pc-aside", aria_hidden="true")


def _note(
    node: nodes.Node, definitions: dict[str, str], works: dict[str, tuple[str, str]], seen: set[str]
) -> nodes.Node | None:
    """The note that belongs to a citation or a term, the first time that a page has it."""
    parts: list[nodes.Node | str]
    if isinstance(node, nodes.reference) and "bibliography" in str(node.get("refuri")):
        key = node["refuri"]
        parts = [_short(node.get("reftitle", ""), *works.get(key.rpartition("#")[2], ("", "")))]
    elif (
        isinstance(node, nodes.emphasis)
        and (name := _named(node.astext())) in definitions.keys() - ALSO_PLAIN
    ):
        key, parts = name, [element("b", name), f": {definitions[name]}"]
    else:
        return None
    if key in seen or not parts[0]:
        return None
    seen.add(key)
    return _aside(*parts)


def _unintroduced(chapter: nodes.Node, definitions: dict[str, str]) -> re.Pattern[str]:
    """Terms that a chapter uses and does not set off. "Sensitivity analysis" is another thing than sensitivity."""
    set_off = (nodes.emphasis, nodes.strong, nodes.title)
    own = " ".join(one.astext() for kind in set_off for one in chapter.findall(kind)).lower()
    terms = {term for term in definitions if term in ONE_SENSE or re.search("[ -]", term)}
    terms = {term for term in terms if term.lower() not in own and len(definitions[term]) > TELLING}
    longest_first = sorted(terms, key=lambda term: (-len(term), term))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-]| analysis)")


def _recall(
    paragraph: nodes.paragraph, terms: re.Pattern[str], definitions: dict[str, str], seen: set[str]
) -> bool:
    """Define the first of these terms that is new to the page, where text goes on beside the note."""
    if not isinstance(paragraph.next_node(descend=False, siblings=True), nodes.paragraph):
        return False
    for text in [child for child in paragraph.children if isinstance(child, nodes.Text)]:
        for term in [match[0] for match in terms.finditer(text) if match[0] not in seen]:
            seen.add(term)
            paragraph.insert(paragraph.index(text), _aside(element("b", term), f": {definitions[term]}"))
            return True
    return False


def _chapter(node: nodes.Node) -> nodes.Node:
    """On paper all chapters are one document."""
    while node.parent is not None and not isinstance(node, addnodes.start_of_file):
        node = node.parent
    return node


def _paragraphs(node: nodes.Element, home: str) -> Iterator[tuple[str, nodes.paragraph]]:
    """All that stand in sections alone, each with its page: a box has its own edge, and nothing beside it."""
    for child in node.children:
        if isinstance(child, nodes.paragraph):
            yield home, child
        elif isinstance(child, addnodes.start_of_file):  # on paper all pages are one document
            yield from _paragraphs(child, child["docname"])
        elif isinstance(child, (nodes.section, nodes.compound)):
            yield from _paragraphs(child, home)


def _place(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Only paragraphs that stand in a section have a margin beside them."""
    if app.builder.name not in {"html", "singlehtml"}:
        return
    works, chapters = _works(app.env), defaultdict(list)
    for home, paragraph in _paragraphs(doctree, docname):
        if home.startswith("notebooks/"):
            chapters[home].append(paragraph)
    for home, paragraphs in chapters.items():
        definitions = _definitions(app.env) if COURSE.match(home) else {}
        others = OTHER_SENSE.get(home, set())
        _beside(paragraphs, {word: said for word, said in definitions.items() if word not in others}, works)


def _beside(
    paragraphs: list[nodes.paragraph], definitions: dict[str, str], works: dict[str, tuple[str, str]]
) -> None:
    """The notes of one chapter. A section defines at most one term that its chapter only uses."""
    seen: set[str] = set()
    noted = []
    for paragraph in paragraphs:
        for node in list(paragraph.findall()):
            if (note := _note(node, definitions, works, seen)) is not None:
                node.parent.insert(node.parent.index(node), note)
                noted.append(paragraph)
    if not definitions:
        return
    terms, recalled = _unintroduced(_chapter(paragraphs[0]), definitions), []
    for paragraph in paragraphs:
        section = paragraph.parent
        free = (
            isinstance(section.parent, nodes.section) and section not in recalled and paragraph not in noted
        )
        if free and _recall(paragraph, terms, definitions, seen):
            recalled.append(section)


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", _place, priority=900)
