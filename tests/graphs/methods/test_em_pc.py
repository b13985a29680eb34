"""EM-PC: the score of a number, the choice of edges with their sets, and the side that is peeled."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.stratified_kendall import KENDALL
from privcausal.graphs.methods.em_pc import EmPc, count_scores
from privcausal.privacy.peeling import Peeling
from tests.graphs.builders import price, rng, sampled

LISTS = st.lists(st.floats(-20, 20), min_size=1, max_size=12)


@given(LISTS, st.floats(-5, 5))
@settings(max_examples=100)
def test_only_the_right_number_scores_above_zero(lowest, threshold):
    scores = count_scores(np.array(lowest), threshold)
    below = sum(value < threshold for value in lowest)
    assert len(scores) == len(lowest) + 1
    assert scores[below] >= 0
    assert np.delete(scores, below).max(initial=-np.inf) <= 0


@given(LISTS, st.data())
@settings(max_examples=100)
def test_no_score_moves_farther_than_the_farthest_value(lowest, data):
    moves = data.draw(st.lists(st.floats(-1, 1), min_size=len(lowest), max_size=len(lowest)))
    before = np.array(lowest)
    change = np.abs(count_scores(before, 0.0) - count_scores(before + moves, 0.0)).max()
    assert change <= np.abs(moves).max() + 1e-9


def policy_for(name, size=50_000, epsilon=5.0):
    return EmPc(sampled(name, size), price(epsilon), rng(1))


def test_two_releases_an_order_at_most():
    policy = policy_for("asia")
    pc(8, policy)
    assert 2 <= len(policy.privacy_filter.releases) <= 2 * len(policy.asked)
    assert policy.privacy_filter.spent <= policy.privacy_filter.budget


def test_each_edge_goes_with_its_best_set_when_money_is_no_object():
    policy = policy_for("asia", epsilon=1e9)
    learned = pc(8, policy)
    for edge, given_ in learned.separators.items():
        assert KENDALL.table_margin(policy.tables, edge, given_, 0.01) < 0


@pytest.mark.parametrize(("columns", "kept"), [([0, 1, 2, 3], 0), ([0, 0, 0, 1], 3)])
def test_the_smaller_side_is_peeled_at_order_0(columns, kept):
    """Of six pairs none stays, or three do; then no more than three choices are paid for."""
    rows = rng().integers(0, 2, (20_000, 4))[:, columns]
    policy = EmPc(Tables(rows, (2,) * 4), price(5.0), rng(1))
    learned = pc(4, policy, largest=0)
    assert np.triu(learned.graph | learned.graph.T).sum() == kept
    choices = [len(release.value) for release in policy.privacy_filter.releases]
    assert choices == ([1, kept] if kept else [1])
    assert all(not given_ for given_ in learned.separators.values())


def test_a_choice_is_never_more_than_what_is_left():
    """The price is rounded down, whatever is left."""
    policy = policy_for("survey")
    for rho in rng().uniform(1e-9, 1.0, 200):
        for count in (1, 7, 300):
            made = policy._choices(count, float(rho))
            assert isinstance(made, Peeling)
            assert made.rho <= rho
