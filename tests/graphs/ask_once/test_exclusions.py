"""Separations that exclude each other: of a triangle one edge goes, and which one does not depend on the order."""

from itertools import permutations

import numpy as np
import pytest

from privcausal.graphs.ask_once.exclusions import choose, excluded
from privcausal.graphs.constraint_based.pc import Questions, delete_edges
from tests.graphs.builders import rng

TRIANGLE = [(0.8, (0, 2), (1,)), (0.3, (0, 1), (2,)), (0.1, (1, 2), (0,))]


def test_of_a_triangle_one_edge_goes_whatever_the_order():
    results = [choose(order, {}) for order in permutations(TRIANGLE)]
    assert all(result == ({(0, 2): (1,)}, {(0, 1), (1, 2)}) for result in results)


def test_an_edge_goes_by_another_set_that_nothing_excludes():
    deleted, spared = choose([*TRIANGLE, (0.05, (0, 1), (3,))], {})
    assert deleted == {(0, 2): (1,), (0, 1): (3,)}
    assert spared == {(1, 2)}


def test_what_went_before_excludes_too_and_is_not_named_again():
    assert choose([(0.9, (0, 1), (2, 3))], {(0, 2): (1,)}) == ({}, {(0, 1)})
    assert choose([(0.9, (0, 1), (3,))], {(0, 2): (1,)}) == ({(0, 1): (3,)}, set())


@pytest.mark.parametrize(
    ("edge", "given", "separators", "so"),
    [
        ((0, 1), (), {(0, 2): (1,)}, False),
        ((0, 1), (2,), {(0, 2): ()}, False),
        ((0, 1), (2,), {(1, 2): (0,)}, True),
        ((0, 1), (2,), {(1, 2): (0, 3)}, False),
        ((1, 2), (0, 3), {(0, 1): (2, 3)}, True),
    ],
)
def test_what_excludes(edge, given, separators, so):
    assert excluded(edge, given, separators) is so


def partial_correlation(covariance, x, y, given):
    inverse = np.linalg.inv(covariance[np.ix_((x, y, *given), (x, y, *given))])
    return abs(inverse[0, 1]) / np.sqrt(inverse[0, 0] * inverse[1, 1])


class Exact:
    """Believes the true partial correlations of a linear model, all at once or sparingly."""

    def __init__(self, covariance, sparing):
        self.covariance, self.sparing, self.separators = covariance, sparing, {}

    def separate(self, questions: Questions):
        found = [
            (1.0, edge, given)
            for edge in questions.edges()
            for given in questions.sets(edge)
            if partial_correlation(self.covariance, *edge, given) < 1e-9
        ]
        if not self.sparing:
            return {edge: given for _, edge, given in reversed(found)}
        deleted, spared = choose(found, self.separators)
        assert not spared, "independences of a distribution never exclude each other"
        self.separators |= deleted
        return deleted


def test_true_independences_spare_nothing():
    for seed in range(40):
        weights = np.triu(rng(seed).uniform(0.4, 0.9, (6, 6)) * (rng(seed + 1).random((6, 6)) < 0.35), 1)
        effect = np.linalg.inv(np.eye(6) - weights)
        graphs = [delete_edges(6, Exact(effect.T @ effect, sparing), 4)[0] for sparing in (False, True)]
        np.testing.assert_array_equal(*graphs)
        np.testing.assert_array_equal(graphs[1], (weights + weights.T) > 0)
