"""effect_words: a table's names in a sentence, and shares as people that are never rounded to nobody."""

import pytest

from privcausal.effects.design import Design
from privcausal.effects.estimates import EffectEstimate
from privcausal.report import effect_words
from privcausal.table.declaration import Categories, Declaration, Number

WORDS = Categories(("low", "high"))
COLUMNS = {
    "drug": Categories(("no", "yes"), missing="no"),
    "dose": WORDS,
    "well": Categories((0, 1), missing=1),
}
DECLARED = Declaration({**COLUMNS, "weight": Number(40, 100), "age": Number(0, 90, cuts=(50,))})


def design(treatment, outcome, **more):
    return Design.of(DECLARED, treatment, outcome, **more)


def test_yes_and_no_need_no_words_and_other_values_do():
    plain = design("drug", "well")
    assert (effect_words.cause_words(plain), effect_words.outcome_words(plain)) == (
        "“drug”",
        "the risk of “well”",
    )
    words = design("dose", "well", event="0")
    assert effect_words.cause_words(words) == "“dose” = “high” instead of “low”"
    assert effect_words.outcome_words(words) == "the risk of “well” = “0”"
    assert effect_words.outcome_words(design("drug", "weight")) == "the mean of “weight”"
    turned = design("drug", "well", treated="no", control="yes")
    assert effect_words.cause_words(turned) == "“drug” = “no” instead of “yes”"


def test_what_was_adjusted_for_is_a_noun_phrase():
    assert effect_words.adjusted_for(design("drug", "well", adjust=["dose"])) == "the column “dose”"
    both = design("drug", "well", adjust=["dose", "age"])
    assert effect_words.adjusted_for(both) == "the columns “dose” and “age”"


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ((-0.06, -0.071, -0.05), "between 50 and 71 fewer"),
        ((0.06, 0.05, 0.071), "between 50 and 71 more"),
        ((0.0, -0.01, 0.02), "between 10 fewer and 20 more"),
        ((0.01, 0.0002, 0.02), "between 0.2 and 20 more"),
        ((0.01, 0.0054, 0.0202), "between 5 and 21 more"),
        ((-0.01, -0.0202, -0.0058), "between 5 and 21 fewer"),
    ],
)
def test_the_ends_of_an_interval_in_people(found, words):
    estimate = EffectEstimate(*found)
    assert effect_words.span(estimate, effect_words.base_of(estimate)) == words


def test_an_interval_without_width_still_has_a_base():
    assert effect_words.base_of(EffectEstimate(0.1, 0.1, 0.1)) == effect_words.PEOPLE**2
