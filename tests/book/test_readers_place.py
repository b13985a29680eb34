"""What a reader of the book is told about the place of a claim can be looked up without our copies."""

import re

import pytest

from book._ext.readers_place import described, for_reader, theorem
from privcausal.claims import load

CLAIMS = load()
OF_OURS = re.compile(r"0\d\d:|@[0-9a-f]{7}|\bl\.|\d–\d|of our copy$|\(\W*\)| ,|,,")


@pytest.mark.parametrize("name", CLAIMS)
def test_no_line_of_a_copy_is_left(name):
    assert not OF_OURS.search(for_reader(CLAIMS[name].reading.place))


def test_the_theorem_of_the_paper_stays():
    numbered = re.compile(r"^(?:Theorem|Lemma|Definition|Algorithm|Section|Appendix|Equation) [\w.-]+")
    for claim in CLAIMS.values():
        if match := numbered.match(claim.reading.place):
            assert theorem(claim.reading.place).startswith(match[0])


def test_public_code_keeps_a_link_to_its_lines():
    line = described(CLAIMS["C-count"].reading)
    assert line.startswith("public code: CURATE_cb.py; ")
    assert "CURATE_cb.py#L3323-L3328)" in line


def test_a_claim_of_ours_on_public_code_has_a_link_too():
    line = described(CLAIMS["P-em"].reading)
    assert line.startswith("This book, the paper sees EM-PC")
    assert "[findJS.py, l. 360](https://github.com/" in line
