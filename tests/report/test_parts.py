"""parts: what every page has, with further paragraphs and technical lines only where an answer brings them."""

import pytest

from privcausal.report.parts import Contents, capital, many


def test_further_paragraphs_and_technical_lines_are_optional():
    plain = Contents("found", "means", "", [], [], [], [])
    assert (plain.more, plain.technical, plain.warnings) == ((), (), ())


@pytest.mark.parametrize(("number", "words"), [(0, "0 groups"), (1, "1 group"), (2, "2 groups")])
def test_a_number_of_things(number, words):
    assert many(number, "group") == words


def test_a_capital_changes_the_first_letter_alone():
    assert capital("the E-value of B") == "The E-value of B"
    assert capital("") == ""
