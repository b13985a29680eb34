"""The tree of tables: what one record moves, what is chosen and measured, and what it cost."""

import numpy as np
import pytest

from privcausal.experiments.baselines_mst import choose_tree, measure_counts, noisy_shares, synthetic
from privcausal.experiments.baselines_private_pgm import model_of
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.filters import ConcentratedFilter
from tests.graphs.builders import LOUD, ONE, coded_chain, rng


def chain(size):
    return coded_chain(size, rng()), (3, 3, 3, 2)


def test_without_noise_the_tree_and_its_tables_are_those_of_the_records():
    records, sizes = chain(40_000)
    made, _ = synthetic(Tables(records, sizes), LOUD, np.random.default_rng(0))
    assert made.shape == records.shape
    one, other = Tables(records, sizes), Tables(made, sizes)
    for edge in ((0, 2), (1, 2)):
        np.testing.assert_allclose(one.counts(*edge) / 40_000, other.counts(*edge) / 40_000, atol=0.01)


def test_the_heaviest_tree_is_chosen_and_joins_everything():
    records, sizes = chain(20_000)
    tables, budget_file = Tables(records, sizes), ConcentratedFilter.within(LOUD)
    even = {(column,): (np.full(k, 1 / k), 1.0) for column, k in enumerate(sizes)}
    edges = choose_tree(
        tables,
        model_of(sizes, even).pairs(),
        budget_file.remaining / 3,
        budget_file,
        np.random.default_rng(0),
    )
    assert {(0, 2), (1, 2)} <= set(edges)
    assert len(edges) == 3
    assert {column for edge in edges for column in edge} == set(range(4))


def test_what_has_half_the_noise_counts_four_times():
    tables, budget_file = Tables(*chain(1_000)), ConcentratedFilter.within(ONE)
    rng, rho = np.random.default_rng(0), budget_file.remaining / 10
    results = [noisy_shares(tables, [(0, 1)], share, budget_file, rng)[0, 1] for share in (rho, 4 * rho)]
    assert results[1][1] == pytest.approx(4 * results[0][1])
    exact = tables.counts(0, 1)[0] / 1_000
    assert all(np.abs(shares - exact).max() < 5 / np.sqrt(weight) for shares, weight in results)


def test_noise_has_the_scale_that_is_said():
    budget_file = ConcentratedFilter.within(ONE)
    tables = [np.zeros((40, 40)), np.zeros(900)]
    noisy, scale = measure_counts(tables, budget_file.remaining / 2, budget_file, np.random.default_rng(0))
    assert np.std(np.concatenate([part.ravel() for part in noisy])) == pytest.approx(scale, rel=0.06)
