"""Numbers in pairs: centred without anything being declared, each record in one difference, any units."""

import numpy as np
import pytest

from privcausal.graphs.ask_once.differences import differences, paired_correlations
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.privacy.price import Price, Relation

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
CHAIN = LinearModel(np.diag([0.8, -0.6, 0.7, 0.9], 1))


def test_differences_have_no_centre_and_the_same_correlations():
    people = CHAIN.sample(40_000, np.random.default_rng(0)) + np.array([1e3, -5, 0, 7, 1e6])
    found = differences(people, np.random.default_rng(1))
    assert found.shape == (20_000, 5)
    np.testing.assert_allclose(found.mean(axis=0), 0, atol=0.05)
    np.testing.assert_allclose(2 * np.cov(found.T), CHAIN.covariance, atol=0.1)


@pytest.mark.parametrize("size", [2, 7, 100])
def test_one_record_is_in_one_difference(size):
    people = np.random.default_rng(0).normal(size=(size, 3))
    before = differences(people, np.random.default_rng(1))
    for place in range(size):
        other = people.copy()
        other[place] = 1e9
        changed = (differences(other, np.random.default_rng(1)) != before).any(axis=1)
        assert changed.sum() <= 1


def test_the_pairs_are_drawn_by_lot():
    """Neighbours in a file are alike: paired as they stand, sorted columns would hardly vary."""
    found = differences(np.arange(10_000.0)[:, None], np.random.default_rng(0))
    assert found.std() == pytest.approx(np.arange(10_000.0).std() / np.sqrt(2), rel=0.05)


def test_where_the_columns_lie_and_in_which_units_changes_no_edge():
    people = CHAIN.sample(40_000, np.random.default_rng(0)) * [1, 100, 0.01, 5, 1]
    people += [1e3, -5, 0, 7, 1e4]
    found = paired_correlations(people, budget=ONE, rng=np.random.default_rng(1))
    assert skeleton_scores(found.graph, CHAIN.dag).f1 == 1
    assert found.spent.epsilon <= 1


def test_what_it_cannot_use_is_refused():
    with pytest.raises(ValueError, match="records must be at least two"):
        paired_correlations([[1.0, 2.0]], budget=ONE, rng=np.random.default_rng(0))
    with pytest.raises(ValueError, match="row_norm must be left out for once-correlations"):
        paired_correlations(np.ones((9, 2)), budget=ONE, rng=np.random.default_rng(0), row_norm=1.0)


def test_the_largest_numbers_have_differences_too():
    huge = np.array([[1.7e308], [-1.7e308]])
    assert np.isfinite(differences(huge, np.random.default_rng(0))).all()
