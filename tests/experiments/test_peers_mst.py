"""The tree of tables: what one record moves, what is fitted, what is drawn, and what it cost."""

from itertools import product

import numpy as np
import pytest

from privcausal.experiments.peers_mst import Tree, agreed, chosen, fitted, measured, possible, synthetic
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.price import Price, Relation

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
LOUD = Price(500.0, 1e-6, Relation.SUBSTITUTION)


def chain(size, seed=0):
    rng = np.random.default_rng(seed)
    first = rng.integers(0, 3, size)
    second = np.where(rng.random(size) < 0.8, first, rng.integers(0, 3, size))
    third = np.where(rng.random(size) < 0.7, second > 0, rng.integers(0, 2, size)).astype(int)
    return np.stack([first, second, third, rng.integers(0, 2, size)], axis=1), (3, 3, 2, 2)


def test_one_record_moves_tables_and_scores_no_more_than_is_paid_for():
    """Every substitution in three records of two columns."""
    cells = list(product(range(2), range(3)))
    shares = np.outer([0.5, 0.5], [0.2, 0.3, 0.5])
    tables, scores = [], []
    for rest, last in product(product(cells, repeat=2), cells):
        counts = Tables([*rest, last], (2, 3)).counts(0, 1)[0]
        tables.append((rest, counts))
        scores.append(np.abs(counts - 3 * shares).sum())
    pairs = [
        (i, j) for i, one in enumerate(tables) for j, other in enumerate(tables[:i]) if one[0] == other[0]
    ]
    assert max(((tables[i][1] - tables[j][1]) ** 2).sum() for i, j in pairs) == 2
    assert 1.5 < max(abs(scores[i] - scores[j]) for i, j in pairs) <= 2


def test_the_budget_is_spent_and_never_more():
    records, sizes = chain(2_000)
    made, spent = synthetic(Tables(records, sizes), ONE, np.random.default_rng(0))
    assert made.shape == records.shape
    assert spent == ONE
    with pytest.raises(ValueError, match="relation"):
        synthetic(Tables(records, sizes), Price(1.0, 1e-6, Relation.ADD_REMOVE), np.random.default_rng(0))


def test_without_noise_the_tree_and_its_tables_are_those_of_the_records():
    records, sizes = chain(40_000)
    made, _ = synthetic(Tables(records, sizes), LOUD, np.random.default_rng(0))
    one, other = Tables(records, sizes), Tables(made, sizes)
    for edge in ((0, 1), (1, 2)):
        np.testing.assert_allclose(one.counts(*edge) / 40_000, other.counts(*edge) / 40_000, atol=0.01)


def test_the_heaviest_tree_is_chosen_and_joins_everything():
    records, sizes = chain(20_000)
    tables, purse = Tables(records, sizes), ConcentratedFilter.within(LOUD)
    shares = [np.full(k, 1 / k) for k in sizes]
    edges = chosen(tables, shares, purse.left / 3, purse, np.random.default_rng(0))
    assert {(0, 1), (1, 2)} <= set(edges)
    assert len(edges) == 3
    assert {column for edge in edges for column in edge} == set(range(4))


def test_a_fit_agrees_with_the_shares_of_both_columns():
    rng = np.random.default_rng(1)
    shares = [possible(rng.random(3)), possible(rng.random(4))]
    table = fitted({(0, 1): np.outer(*shares) + rng.normal(0, 0.03, (3, 4))}, shares)[0, 1]
    np.testing.assert_allclose(table.sum(axis=1), shares[0], atol=1e-6)
    np.testing.assert_allclose(table.sum(axis=0), shares[1], atol=1e-6)


def test_what_is_more_exact_counts_more():
    single, joint = [np.array([0.5, 0.5]), np.array([0.5, 0.5])], {(0, 1): np.array([[0.3, 0.3], [0.2, 0.2]])}
    near, far = (agreed(single, joint, noise, 1.0)[0][0] for noise in (0.1, 10.0))
    assert abs(near - 0.5) < 0.01 < abs(far - 0.5)


def test_the_nearest_table_is_nearest():
    rng = np.random.default_rng(2)
    for _ in range(20):
        wanted = rng.normal(0.2, 0.3, 5)
        found = possible(wanted)
        assert found.min() >= 0
        assert found.sum() == pytest.approx(1)
        others = rng.dirichlet(np.ones(5), 200)
        assert ((others - wanted) ** 2).sum(axis=1).min() >= ((found - wanted) ** 2).sum() - 1e-12


def test_draws_follow_the_tree():
    joint = np.array([[0.1, 0.3], [0.4, 0.2]])
    back = np.array([[0.25, 0.25], [0.5, 0.0]])  # of the last column and the middle one
    tree = Tree([joint.sum(axis=1), joint.sum(axis=0), back.sum(axis=1)], {(0, 1): joint, (2, 1): back})
    tree.joints[2, 1] = back * (joint.sum(axis=0) / back.sum(axis=0))
    tables = Tables(tree.sample(200_000, np.random.default_rng(0)), (2, 2, 2))
    np.testing.assert_allclose(tables.counts(0, 1)[0] / 200_000, joint, atol=0.005)
    np.testing.assert_allclose(tables.counts(2, 1)[0] / 200_000, tree.joints[2, 1], atol=0.005)


def test_noise_has_the_scale_that_is_said():
    purse = ConcentratedFilter.within(ONE)
    tables = [np.zeros((40, 40)), np.zeros(900)]
    noisy, scale = measured(tables, purse.left / 2, purse, np.random.default_rng(0))
    assert np.std(np.concatenate([part.ravel() for part in noisy])) == pytest.approx(scale, rel=0.06)
