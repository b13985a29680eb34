"""guarantee: what is promised in words, and no word where ε or a seed makes it meaningless."""

import math

import pytest

from privcausal.privacy.price import Price, Relation
from privcausal.report.guarantee import guarantee_lines, guarantee_text, substitution_text
from privcausal.table.unit import Unit


def test_the_promise_in_words():
    assert "Nothing was asked" in guarantee_text(0.0, 0.0)[0]
    assert "protects no one" in guarantee_text(math.inf, 0.0)[0]
    assert "50 of 100" not in " ".join(guarantee_text(0.01, 0.0)), "the chance is rounded up"
    assert "51 of 100" in " ".join(guarantee_text(0.01, 0.0))
    assert "1 in 1,000,000" in guarantee_text(1.0, 1e-6)[0]
    assert "1 in 333,333." in guarantee_text(1.0, 3e-6)[0], "and so is this one"
    assert "1 in 599,998." in guarantee_text(1.0, 1.66667e-6)[0]
    assert "at most 3.01 times" in guarantee_text(1.1, 0.0)[0], "e^1.1 is 3.004"


def test_delta_is_not_the_probability_of_a_larger_loss():
    """Gaussian noise of ε = 0.3, δ = 1e-5 exceeds the limit with a probability of 1 in 1,321, and the page said δ."""
    epsilon, delta = 0.3, 1e-5
    lines = " ".join(guarantee_lines(Price(epsilon, delta, Relation.SUBSTITUTION)))
    assert "is a probability that is added to this limit" in lines
    assert "every set of them would be at most" in lines
    assert "A single answer can exceed this limit more often than that." in lines
    assert "except with" not in lines
    assert "fail" not in lines


def test_the_promise_to_one_half_says_that_it_is_one():
    """An ε of 0.1 sounded like 1.11 times for everyone, when it was nothing at all for every second person."""
    first, odds, guess, _ = guarantee_text(0.1, 0.5, half=True)
    assert first.startswith("Only one half of the people is protected. Chance decided who is in it")
    assert "1.11 times" in odds
    assert "apart from an additional probability of at most 50%" in odds
    assert "77 of 100" in guess, "(e^0.1 + 1/2)/(1 + e^0.1)"
    assert "at most 51%" in guarantee_text(0.1, 0.5001)[0], "rounded up"


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
def test_the_guess_is_that_of_randomised_response(epsilon):
    """Its best guess is right with probability e^ε/(1 + e^ε): the promise must not say less."""
    right = 1 / (1 + math.exp(-epsilon))
    reported = int(guarantee_text(epsilon, 0.0)[1].split(" of 100")[0].split()[-1])
    assert 100 * right <= reported < 100 * right + 1


@pytest.mark.parametrize(
    ("epsilon", "demonstration"), [(10.5, False), (50.0, False), (5_000.0, False), (1.0, True)]
)
def test_no_likelihood_is_stated_where_it_means_nothing(epsilon, demonstration):
    text = " ".join(guarantee_text(epsilon, 1e-6, demonstration=demonstration))
    assert "times as likely" not in text
    assert "of 100 cases" not in text
    assert "no probability is stated here" in text
    assert "times as probable" not in text
    assert "times as probable" in " ".join(guarantee_text(10.0, 1e-6))


def test_substitution_is_explained():
    epsilon, delta, third = guarantee_lines(Price(1.0, 0.0, Relation.SUBSTITUTION))[:3]
    assert epsilon.startswith("ε (epsilon) limits")
    assert delta.endswith("nothing is added: δ = 0.")
    assert guarantee_lines(Price(1.0, 1e-6, Relation.SUBSTITUTION))[1].endswith("it is 1 in 1,000,000.")
    assert third == substitution_text(Unit())
    assert "the record of one person has been replaced" in third
    assert "the records of one person" in substitution_text(Unit(3))
    assert "Substitution" not in " ".join(guarantee_lines(Price(math.inf, 0.0, Relation.SUBSTITUTION)))
    seeded = Price(1.0, 0.0, Relation.SUBSTITUTION, demonstration=True)
    assert "times as likely" not in " ".join(guarantee_lines(seeded))
