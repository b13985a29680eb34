"""Choices with exactly their chances."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.special import softmax

from privcausal.privacy import exact_choice
from privcausal.privacy.exact_choice import choose, on_grid, settle
from privcausal.privacy.randomness import generator
from tests.refusals import refusals

SCORES = [0.0, 1.0, -2.5, 3.0, 0.1]


@pytest.mark.parametrize("base", [None, [1.0, 2.0, 0.5, 1e-3, 3.0]])
def test_the_law(base):
    drawn = choose(SCORES, 0.7, 1.0, generator(0), base, 50_000)
    chances = softmax(0.7 * np.array(SCORES) + np.log(np.ones(5) if base is None else base))
    assert stats.chisquare(np.bincount(drawn, minlength=5), 50_000 * chances).pvalue > 1e-3


def test_the_law_when_every_choice_is_settled_in_fractions(monkeypatch):
    monkeypatch.setattr(
        exact_choice, "undecided", lambda added, chosen, targets: np.ones(len(chosen), dtype=bool)
    )
    drawn = choose(SCORES, 1.0, 1.0, generator(1), size=3_000)
    assert stats.chisquare(np.bincount(drawn, minlength=5), 3_000 * softmax(SCORES)).pvalue > 1e-3


def test_more_bits_are_drawn_where_64_do_not_say():
    gaps, slower = on_grid([0.0, 0.0], 1.0, 1.0)
    height = 2**63 - 1  # the end between the two lies at one half: above this height and all that may follow
    assert {settle(gaps, slower, np.ones(2), height, generator(seed)) for seed in range(5)} == {0}
    gaps, slower = on_grid([0.0, 1.0], 1.0, 1.0)
    end = 1 / (1 + math.exp(float(slower * int(gaps[0]))))
    height = math.floor(end * 2**53) << 11  # a float is not the end: 64 bits may leave it open
    assert len({settle(gaps, slower, np.ones(2), height + d, generator(0)) for d in (-(2**14), 2**14)}) == 2


@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=20), st.floats(1e-3, 1e3), st.floats(1e-3, 10))
def test_one_record_moves_no_exponent_by_more_than_it_may(scores, sensitivity, rate):
    """Scores may move in any directions; exponents are counted from any fixed score."""
    moves = sensitivity * np.sin(np.arange(len(scores)) * 7.0)
    gaps, slower = on_grid(scores, rate, sensitivity)
    others, _ = on_grid(np.array(scores) + moves, rate, sensitivity)
    change = (others - gaps) * float(slower)
    assert np.ptp(change) <= 2 * rate * sensitivity * (1 + 1e-9)


def test_scores_far_below_the_best_and_huge_ones_do_no_harm(recwarn):
    assert choose([0.0, -1e300, 1e300], 1.0, 1.0, generator(0)).tolist() == [2]
    gaps, slower = on_grid([0.0, -1e9], 1.0, 1.0)
    assert float(slower) * gaps[1] == pytest.approx(exact_choice.FAINTEST, rel=1e-6)
    assert not recwarn.list


def test_no_choices_and_one_output():
    assert choose([3.0], 1.0, 1.0, generator(0), size=4).tolist() == [0, 0, 0, 0]
    assert len(choose(SCORES, 1.0, 1.0, generator(0), size=0)) == 0


test_scores_that_are_no_numbers_are_refused = refusals(
    lambda wrong: choose([0.0, wrong], 1.0, 1.0, generator(0)),
    ("value must be finite", math.nan, math.inf),
)
