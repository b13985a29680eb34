"""The glossary can be searched by eye: its terms are in the order of the alphabet, and each is there once."""

import re
import unicodedata
from itertools import pairwise
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "book" / "glossary.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^(\S.*)\n  (\S.*)$", PAGE, re.MULTILINE))
TERMS = re.findall(r"^(\S.*)\n  \S", PAGE, re.MULTILINE)


def key(term):
    plain = unicodedata.normalize("NFKD", term.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9 ]", "", re.sub(r"[-–]", " ", plain))


def test_the_terms_are_in_order_and_each_once():
    assert len(TERMS) == len(set(map(key, TERMS))) > 120
    assert [pair for pair in pairwise(TERMS) if key(pair[0]) > key(pair[1])] == []


def test_what_an_entry_refers_to_has_an_entry():
    for target in re.findall(r"\{term\}`(?:[^`<]*<)?([^`>]+)>?`", PAGE):
        assert target in ENTRIES
