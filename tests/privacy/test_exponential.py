"""The exponential mechanism: its law, its price, its accuracy, and what it refuses."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from privcausal.claims.broken import exponential as specimens
from privcausal.privacy import exponential
from privcausal.privacy.exponential import Exponential, median_scores, privacy_loss, shortfall_bound
from privcausal.privacy.price import Relation
from tests.refusals import invoke, positive, refusals

VOTES = Exponential(1, 1.0, Relation.SUBSTITUTION)

tables = st.lists(st.floats(-50, 50), min_size=1, max_size=8)


@given(tables, st.floats(-1e6, 1e6))
def test_a_common_shift_of_all_scores_changes_nothing(scores, shift):
    law = VOTES.probabilities(scores)
    assert law.sum() == pytest.approx(1)
    assert VOTES.probabilities(np.array(scores) + shift) == pytest.approx(law, rel=1e-6)


def test_the_law_is_its_definition_with_base_and_rate():
    scores, base = np.array([1.0, 4.0, 2.0]), np.array([5.0, 1.0, 2.0])
    mechanism = Exponential(3, 0.9, Relation.SUBSTITUTION, monotone=True)
    weights = np.exp(0.3 * scores) * base
    assert mechanism.rate == pytest.approx(0.3)
    assert mechanism.probabilities(scores, base) == pytest.approx(weights / weights.sum())
    assert mechanism.probabilities(scores, 100 * base) == pytest.approx(weights / weights.sum())


def test_scores_far_apart_neither_overflow_nor_lose_the_rare_output():
    logs = Exponential(1, 2.0, Relation.SUBSTITUTION).log_probabilities([0, 1e6])
    assert logs.tolist() == [-1e6, 0.0]


def test_samples_and_releases_follow_the_law():
    rng = np.random.default_rng(4)
    scores, names = [3, 5, 4, 0], ["a", "b", "c", "d"]
    law = VOTES.probabilities(scores)
    drawn = np.bincount(VOTES.sample(scores, 50_000, rng), minlength=4)
    assert stats.chisquare(drawn, 50_000 * law).pvalue > 1e-3
    released = [VOTES.release(scores, names, rng) for _ in range(4_000)]
    counts = [sum(release.value == name for release in released) for name in names]
    assert stats.chisquare(counts, 4_000 * law).pvalue > 1e-3
    assert {(r.epsilon, r.delta, r.relation) for r in released} == {(1.0, 0.0, Relation.SUBSTITUTION)}


MONOTONE = Exponential(1, 1.0, Relation.ADD_REMOVE, monotone=True)


@pytest.mark.parametrize(("mechanism", "lowest"), [(VOTES, -1), (MONOTONE, 0)], ids=["any", "monotone"])
@given(tables, st.data())
def test_no_neighbour_costs_more_than_epsilon(mechanism, lowest, scores, data):
    """Scores that all move the same way may have twice the rate."""
    n = len(scores)
    change = data.draw(st.lists(st.floats(lowest, 1), min_size=n, max_size=n))
    laws = [mechanism.probabilities(np.array(scores) + c) for c in (np.zeros(n), np.array(change))]
    assert privacy_loss(*laws) <= 1 + 1e-9


def test_the_promise_of_monotone_is_needed():
    mechanism = Exponential(1, 1.0, Relation.SUBSTITUTION, monotone=True)
    assert privacy_loss(mechanism.probabilities([0, 8]), mechanism.probabilities([1, 7])) > 1.9


@given(tables, st.floats(0.05, 5), st.floats(0, 3))
def test_the_average_score_is_as_close_to_the_best_as_promised(scores, rate, slack):
    mechanism = Exponential(1, 2 * rate, Relation.SUBSTITUTION)
    q = np.array(scores)
    share = float(np.mean(q >= q.max() - slack))
    assert q.max() - mechanism.probabilities(q) @ q <= shortfall_bound(rate, share, slack) + 1e-9


def test_the_bound_on_the_average_is_attained():
    share, rate = 0.25, 2.0
    bound = shortfall_bound(rate, share)
    law = Exponential(1, 2 * rate, Relation.SUBSTITUTION).probabilities(
        [0, -bound - 1 / rate], [share, 1 - share]
    )
    assert law[1] * (bound + 1 / rate) == pytest.approx(bound)


@given(st.lists(st.integers(0, 20), min_size=1, max_size=30), st.integers(0, 20))
def test_one_record_moves_median_scores_by_at_most_one_and_an_addition_never_raises_them(values, new):
    scores = median_scores(values, range(21))
    substituted = median_scores([new, *values[1:]], range(21))
    added = median_scores([new, *values], range(21))
    assert np.abs(substituted - scores).max() <= 1
    assert ((added - scores <= 0) & (added - scores >= -1)).all()
    assert int(np.median(values)) in np.flatnonzero(scores == scores.max()) or len(values) % 2 == 0


def test_a_private_median_is_close_and_free_of_outliers(rng):
    values = [*rng.normal(40, 5, 400), 1e12]
    options = {"epsilon": 1.0, "rng": rng}
    for relation in Relation:
        released = exponential.private_median(values, range(100), relation=relation, **options)
        assert abs(released.value - 40) <= 3
        assert released.relation is relation


@settings(max_examples=50)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=6), st.floats(0, 1))
def test_one_bid_moves_all_revenues_the_same_way(bids, new):
    prices = np.linspace(0, 1, 11)
    change = exponential.revenues([new, *bids[1:]], prices) - exponential.revenues(bids, prices)
    assert np.abs(change).max() <= 1
    assert (change >= 0).all() or (change <= 0).all()


def test_specimens_have_the_laws_that_their_docstrings_say():
    rng = np.random.default_rng(8)
    drawn = specimens.redrawn_until_inside(0.1, 10, 1.0, 20_000, rng)[:, 0]
    plain = 0.1 + rng.laplace(scale=0.1, size=60_000)
    assert stats.ks_2samp(drawn, plain[(plain >= 0) & (plain <= 1)]).pvalue > 1e-3
    tally = np.bincount(specimens.chosen_at_full_rate([0, 2], 1.0, 20_000, rng)[:, 0].astype(int))
    assert tally[0] / 20_000 == pytest.approx(1 / (1 + math.e**2), abs=0.01)


test_infinite_sensitivity_and_senseless_prices_are_refused = refusals(
    lambda wrong: Exponential(
        **{"sensitivity": 1.0, "epsilon": 1.0, "relation": Relation.SUBSTITUTION} | wrong
    ),
    *positive("sensitivity", "epsilon"),
)

BAD_SCORES = (
    ("scores must be a non-empty list", [], [[1, 2]]),
    ("scores must be finite", [1, math.nan], [1, -math.inf]),
)
test_bad_scores_have_no_law = refusals(VOTES.probabilities, *BAD_SCORES)
test_bad_scores_are_not_drawn_from = refusals(
    lambda scores: VOTES.sample(scores, 3, np.random.default_rng(0)), *BAD_SCORES
)


test_bad_input_is_named = refusals(
    invoke,
    ("base must hold a positive finite weight", lambda: VOTES.probabilities([1, 2], [1])),
    (
        "base must hold",
        lambda: VOTES.probabilities([1, 2], [1, 0]),
        lambda: VOTES.probabilities([1, 2], [1, math.inf]),
    ),
    ("outputs must be one per score, got 1", lambda: VOTES.release([1, 2], ["a"], np.random.default_rng(0))),
    ("probabilities and others must be positive", lambda: privacy_loss([1, 0], [0.5, 0.5])),
    ("rate must be", lambda: shortfall_bound(0, 0.5)),
    ("share must lie in", lambda: shortfall_bound(1, 0)),
    ("slack must be", lambda: shortfall_bound(1, 0.5, -1)),
    ("values must be one column of finite numbers", lambda: median_scores([1, math.nan], [1])),
    ("candidates must be a non-empty list", lambda: median_scores([1], [])),
    ("bids must be a list of numbers in", lambda: exponential.revenues([0.5, 1.5], [0.5])),
    ("prices must be a list of numbers in", lambda: exponential.revenues([0.5], [-1])),
)
