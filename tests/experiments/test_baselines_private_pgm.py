"""The model beside a table of everything: its sums, its fit, its draws."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import softmax

from privcausal.experiments.baselines_private_pgm import Elimination, Model, model_of

SIZES = (2, 3, 2, 4, 2, 3)
LOOP = ((0, 1), (1, 2), (2, 3), (0, 3), (4,))
"""A circle of four columns, one that stands alone, and one of which nothing was told."""


def drawn_model(seed, tables=LOOP, sizes=SIZES):
    rng = np.random.default_rng(seed)
    factors = {c: rng.normal(0, 2, [sizes[x] for x in c]) for c in tables}
    return Model(Elimination(sizes, factors), factors)


def everything(model, sizes=SIZES):
    """The table of all columns, cell by cell."""
    logs = np.zeros(sizes)
    for cell in product(*map(range, sizes)):
        logs[cell] = sum(factor[tuple(cell[x] for x in c)] for c, factor in model.factors.items())
    return softmax(logs.ravel()).reshape(sizes)


def margin(table, columns):
    return table.sum(axis=tuple(x for x in range(table.ndim) if x not in columns))


STAR = ((0, 3), (1, 3), (2, 3), (3, 5))
TWO_STARS = ((0, 1), (0, 2), (3, 4), (3, 5))
DENSE = ((0, 1), (0, 2), (1, 4), (2, 4), (3, 4), (1, 5), (3, 5), (2, 3))


@pytest.mark.parametrize("tables", [LOOP, STAR, TWO_STARS, DENSE, ()])
@pytest.mark.parametrize("seed", range(3))
def test_the_tables_are_those_of_the_product(seed, tables):
    model = drawn_model(seed, tables)
    whole, pairs = everything(model), model.pairs()
    assert set(pairs) == set(combinations(range(len(SIZES)), 2))
    for columns, table in pairs.items():
        np.testing.assert_allclose(table, margin(whole, columns), atol=1e-12)
    for columns in tables:
        np.testing.assert_allclose(model.table(columns), margin(whole, columns), atol=1e-12)


def test_factors_of_any_height_do_not_overflow():
    model = drawn_model(0)
    for factor in model.factors.values():
        factor *= 1_000
    assert all(np.isfinite(table).all() for table in model.pairs().values())
    assert model.table((0, 1)).sum() == pytest.approx(1)


def test_every_table_has_a_home_and_the_cells_are_counted():
    going = Elimination(SIZES, LOOP)
    for columns in LOOP:
        home = going.place(columns).home
        assert set(columns) <= set(going.bag(home))
    assert sorted(going.others) == list(range(len(SIZES)))
    assert going.cells == sum(law.size for law in drawn_model(0).laws.values())
    assert Elimination((2,) * 5, combinations(range(5), 2)).cells == 2**5 + 2**4 + 2**3 + 2**2 + 2
    assert Elimination((3,) * 4, [(0, 1), (1, 2), (2, 3)]).cells == 3 * 9 + 3


@pytest.mark.parametrize("seed", range(3))
def test_draws_follow_the_model(seed):
    model = drawn_model(seed)
    records = model.sample(100_000, np.random.default_rng(0))
    for columns, table in model.pairs().items():
        counts = np.zeros(table.shape)
        np.add.at(counts, tuple(records[:, columns].T), 1 / len(records))
        np.testing.assert_allclose(counts, table, atol=0.006)


@pytest.mark.parametrize("seed", range(3))
def test_no_table_of_everything_fits_better(seed):
    """Noisy tables that contradict each other, some of them below 0; a descent over all cells ends where ours does."""
    rng, sizes = np.random.default_rng(seed), (2, 3, 2, 3)
    tables = ((0, 1), (1, 2), (2, 3), (0, 3), (1,))
    truth = rng.dirichlet(np.full(36, 0.5)).reshape(sizes)
    noisy = {}
    for columns in tables:
        exact = margin(truth, columns)
        noisy[columns] = (exact + rng.normal(0, 0.03, exact.shape), float(rng.uniform(1, 3)))

    def loss(table):
        return sum(weight * ((margin(table, c) - shares) ** 2).sum() for c, (shares, weight) in noisy.items())

    ours = everything(model_of(sizes, noisy, steps=5_000), sizes)
    best = minimize(lambda logs: loss(softmax(logs).reshape(sizes)), np.zeros(36), options={"maxiter": 2_000})
    assert loss(ours) < best.fun * 1.01


def test_of_all_that_fit_it_is_the_one_without_more_structure():
    """Two pairs of a chain say nothing about its ends: given the middle they are independent."""
    rng, sizes = np.random.default_rng(0), (2, 3, 2)
    truth = rng.dirichlet(np.ones(12)).reshape(sizes)
    noisy = {c: (margin(truth, c), 1.0) for c in ((0, 1), (1, 2))}
    model = model_of(sizes, noisy, steps=5_000)
    np.testing.assert_allclose(model.table((0, 1)), noisy[0, 1][0], atol=1e-3)
    left, right = noisy[0, 1][0], noisy[1, 2][0]
    ends = sum(np.outer(left[:, m], right[m]) / right[m].sum() for m in range(3))
    np.testing.assert_allclose(model.pairs()[0, 2], ends, atol=1e-3)


def test_what_is_more_exact_counts_more():
    """Two measurements of a column that contradict each other."""
    table, alone = np.array([[0.3, 0.3], [0.2, 0.2]]), np.array([0.5, 0.5])
    results = ({(0, 1): (table, 1.0), (0,): (alone, sure)} for sure in (1e-4, 1e3))
    ends = [model_of((2, 2), shares).table((0,))[0] for shares in results]
    assert ends[0] == pytest.approx(0.6, abs=2e-3)
    assert ends[1] == pytest.approx(0.5, abs=2e-3)


def test_where_a_table_says_less_than_nothing_the_model_says_nothing():
    noisy = {(0,): (np.array([0.7, 0.304, -0.004]), 1.0)}
    result = model_of((3,), noisy).table((0,))
    np.testing.assert_allclose(result, [0.698, 0.302, 0.0], atol=1e-3)


def test_rounding_does_not_grow(rng):
    """Another processor rounds otherwise: a stored table must be repeated there."""
    noisy = {c: (rng.dirichlet(np.ones(SIZES[c[0]] * SIZES[c[-1]])), 1.0) for c in DENSE}
    noisy = {c: (shares.reshape([SIZES[x] for x in c]), weight) for c, (shares, weight) in noisy.items()}
    near = {c: (shares * (1 + rng.normal(0, 1e-14, shares.shape)), w) for c, (shares, w) in noisy.items()}
    one, other = (model_of(SIZES, entries) for entries in (noisy, near))
    for pair, table in one.pairs().items():
        np.testing.assert_allclose(table, other.pairs()[pair], rtol=0, atol=1e-11)
