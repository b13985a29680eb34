"""AIM: what one record moves, what is measured and when the rounds grow, and that the records are the peers'."""

from itertools import combinations, product

import numpy as np
import pytest

from privcausal.experiments import baselines, baselines_aim
from privcausal.experiments.baselines_aim import AIM, ROUNDS, Looks, everything, expected, small, synthetic
from privcausal.experiments.baselines_mst import counts_of
from privcausal.experiments.baselines_private_pgm import Elimination, Model
from privcausal.experiments.execution import load
from privcausal.experiments.heldout import scores
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.filters import ConcentratedFilter
from tests.graphs.builders import ONE, price

LOUD = price(300.0)


def looks(records, sizes, budget=ONE, seed=0):
    return Looks(Tables(records, sizes), ConcentratedFilter.within(budget), np.random.default_rng(seed))


def circle(size, seed=0):
    """Four columns in a circle, which no tree can show, and one alone."""
    rng = np.random.default_rng(seed)
    columns = [rng.integers(0, 2, size)]
    for _ in range(2):
        columns.append(np.where(rng.random(size) < 0.8, columns[-1], rng.integers(0, 3, size)))
    both = columns[0] + columns[2]
    columns.append(np.where(rng.random(size) < 0.8, both > 1, rng.integers(0, 2, size)).astype(int))
    return np.stack([*columns, rng.integers(0, 2, size)], axis=1), (2, 3, 3, 2, 2)


def test_one_record_moves_tables_and_scores_no_more_than_is_paid_for():
    """Every substitution in three records of two columns: a pair's distance moves by 2, a column's counts half."""
    cells = list(product(range(2), range(3)))
    shares = np.outer([0.5, 0.5], [0.2, 0.3, 0.5])
    moved, apart = [], []
    for rest in product(cells, repeat=2):
        asked = [looks([*rest, last], (2, 3)) for last in cells]
        scores = [
            (own._distance((0, 1), shares), own._distance((1,), shares.sum(axis=0)) / 2) for own in asked
        ]
        moved += [abs(np.subtract(one, other)).max() for one, other in combinations(scores, 2)]
        exact = [counts_of(own.tables, (0, 1)) for own in asked]
        apart += [((one - other) ** 2).sum() for one, other in combinations(exact, 2)]
    assert 1.5 < max(moved) <= 2 == max(apart)


def test_hardly_anything_is_left_over(monkeypatch):
    kept = []
    within = ConcentratedFilter.within
    monkeypatch.setattr(ConcentratedFilter, "within", lambda price: kept.append(within(price)) or kept[-1])
    synthetic(Tables(*circle(1_000)), ONE, np.random.default_rng(0))
    (budget_file,) = kept
    assert 0 <= budget_file.remaining < 1e-6 * budget_file.budget


def test_without_noise_all_pairs_are_those_of_the_records():
    """Also those that were never measured, and those that close the circle."""
    records, sizes = circle(40_000)
    made = synthetic(Tables(records, sizes), LOUD, np.random.default_rng(0))
    assert made.records.shape == records.shape
    one, other = Tables(records, sizes), Tables(made.records, sizes)
    for pair in combinations(range(5), 2):
        np.testing.assert_allclose(one.counts(*pair) / 40_000, other.counts(*pair) / 40_000, atol=0.015)


def test_what_the_model_has_wrong_is_looked_at_first():
    records, sizes = circle(50_000)
    result = looks(records, sizes)
    even = {c: np.full([sizes[x] for x in c], 1.0) for c in [(0, 1), (1, 4)]}
    flat = {c: table / table.size for c, table in even.items()}
    share = result.privacy_filter.remaining / 20
    assert [result.choose(flat, list(flat), share) for _ in range(5)] == [(0, 1)] * 5


def test_two_looks_at_one_table_count_as_one_that_is_better():
    records, sizes = circle(1_000)
    result = looks(records, sizes)
    rho = result.privacy_filter.remaining / 10
    noise = [result.measure((0, 1), rho), result.measure((0, 1), 4 * rho)]
    assert noise[0] == pytest.approx(2 * noise[1])
    scales = [far / expected(6, 1.0) for far in noise]
    assert result.answers[0, 1][1] == pytest.approx(sum(1 / scale for scale in scales))
    exact = counts_of(result.tables, (0, 1)) / 1_000
    assert np.abs(result.answers[0, 1][0] - exact).max() < 5 * scales[1] / 1_000


def test_noise_moves_a_table_as_far_as_is_expected():
    noise = np.random.default_rng(0).normal(0, 7.0, (2_000, 30))
    assert np.abs(noise).sum(axis=1).mean() == pytest.approx(expected(30, 7.0), rel=0.01)


def test_the_model_stays_small():
    sizes = (4,) * 6
    there = [(0, 1), (1, 2), (2, 3)]
    tree = Elimination(sizes, there).cells
    allowed = small(sizes, there, tree + 16)
    assert set(there) | {(3, 4)} <= set(allowed)
    assert (0, 3) not in allowed
    assert (0, 3) in small(sizes, there, 3 * 4**3 + 4**2 + 3 * 4)
    assert small(sizes, there, 0) == there
    records, sizes = circle(5_000)
    made = synthetic(Tables(records, sizes), LOUD, np.random.default_rng(0), most_cells=40)
    assert made.model.going.cells <= 40


def test_where_there_is_nothing_to_learn_the_rounds_are_few():
    """An eighth of those planned: most buy four times as much as the one before."""
    records = np.random.default_rng(0).integers(0, 2, (1_000, 8))
    made = synthetic(Tables(records, (2,) * 8), ONE, np.random.default_rng(0))
    assert made.rounds < ROUNDS * 8 / 8


def test_candidates_are_all_columns_and_all_pairs():
    model = Model(Elimination((2, 3, 2), [(0, 1)]), {(0, 1): np.zeros((2, 3))})
    assert set(everything(model)) == {(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)}
    assert everything(model)[1,].shape == (3,)


def test_the_records_are_those_of_the_peers():
    """Beside AIM stands PC on the records themselves, which gives what it gives there."""
    theirs, ours = load(baselines.BASELINES), load(AIM)
    shared = [*baselines.tasks()[0], "method", *scores(*[np.zeros((2, 2), dtype=bool)] * 3)]
    by_pc = ours[ours.method == "pc, G²"][shared]
    assert len(by_pc.merge(theirs[shared])) == len(by_pc) == len(baselines_aim.tasks())
    assert set(ours.method) == {"pc, G²", "AIM, then PC"}
