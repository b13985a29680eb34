"""Halfspaces counted twice, the exact mechanism against its definition, and the walk against the exact law."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.privacy.exponential import privacy_loss
from privcausal.privacy.halfspaces import cube, cuts, halfspaces
from privcausal.privacy.price import Relation
from privcausal.privacy.synthetic import Synthesiser, count_points, multisets, orderings, walk, worst_errors
from tests.refusals import invoke, refusals


@pytest.mark.parametrize(("points", "size"), [(2, 3), (4, 4), (8, 3)])
def test_multisets_are_counted_with_their_orders(points, size):
    counts = multisets(points, size)
    sequences = [tuple(np.bincount(s, minlength=points)) for s in product(range(points), repeat=size)]
    assert {tuple(row): sequences.count(tuple(row)) for row in counts} == {
        tuple(row): round(orders) for row, orders in zip(counts, orderings(counts), strict=True)
    }
    assert len(np.unique(counts, axis=0)) == len(counts)


@given(
    st.lists(st.integers(0, 7), min_size=1, max_size=9), st.lists(st.integers(0, 7), min_size=1, max_size=5)
)
def test_worst_errors_are_their_definition(records, others):
    data, other = (np.bincount(r, minlength=8) for r in (records, others))
    gaps = [
        abs(np.isin(records, np.flatnonzero(h)).mean() - other[h].sum() / other.sum()) for h in halfspaces(3)
    ]
    assert worst_errors(data, other, halfspaces(3))[0] == pytest.approx(max(gaps))
    assert worst_errors(data, other, cuts(3))[0] == pytest.approx(max(gaps))


@pytest.mark.parametrize("ordered", [False, True])
def test_the_law_is_its_definition_and_its_price_is_kept(ordered):
    mechanism = Synthesiser(2, 3, 1.5, ordered=ordered)
    before, after = [3, 0, 1, 1], [2, 1, 1, 1]
    errors, law = mechanism.law(before)
    weights = np.exp(-1.5 * 5 * errors / 2) * (orderings(multisets(4, 3)) if ordered else 1)
    assert law == pytest.approx(weights / weights.sum())
    assert privacy_loss(law, mechanism.law(after)[1]) <= 1.5


def test_a_release_is_a_table_of_bits_with_its_price():
    records = np.repeat(cube(2), [40, 0, 0, 40], axis=0)
    release = Synthesiser(2, 6, 5.0).release(records, np.random.default_rng(1))
    assert release.value.shape == (6, 2)
    assert (release.epsilon, release.delta, release.relation) == (5.0, 0.0, Relation.SUBSTITUTION)
    assert worst_errors([40, 0, 0, 40], count_points(release.value, 2), halfspaces(2))[0] <= 1 / 3


@pytest.mark.parametrize("bits", [2, 3])
def test_the_walk_comes_close_to_the_exact_law(bits):
    """The histogram of errors; total variation far below what starting at a wrong place would give."""
    data = np.random.default_rng(3).multinomial(30, np.full(2**bits, 2.0**-bits))
    errors, law = Synthesiser(bits, 3, 1.0, ordered=True).law(data)
    walked = walk(
        data, bits=bits, start=[0] * 3, epsilon=1.0, steps=40_000, rng=np.random.default_rng(5)
    ).errors[1_000:]
    levels = np.unique(errors.round(9))
    exact = np.array([law[errors.round(9) == level].sum() for level in levels])
    observed = np.array([np.mean(walked.round(9) == level) for level in levels])
    assert np.abs(exact - observed).sum() / 2 < 0.03
    assert observed.sum() == pytest.approx(1)


def test_the_walk_depends_on_the_generator_alone_and_keeps_its_count():
    options = {"bits": 2, "start": [0, 1, 2], "epsilon": 1.0, "steps": 300, "every": 50}
    first, second = (walk([5, 1, 2, 2], rng=np.random.default_rng(1), **options) for _ in range(2))
    assert np.array_equal(first.errors, second.errors)
    assert first.visited.shape == (6, 4)
    assert (first.visited.sum(axis=1) == 3).all()
    assert worst_errors([5, 1, 2, 2], first.visited[-1], halfspaces(2))[0] == pytest.approx(first.errors[-1])
    assert 0 < first.accepted <= 1


test_bad_input_is_named = refusals(
    invoke,
    ("bits must be one of 1, 2, 3, 4, 5, got 6", lambda: halfspaces(6)),
    ("too many to list", lambda: multisets(16, 9), lambda: Synthesiser(4, 9, 1.0)),
    ("records must hold the bits 0 and 1 alone", lambda: count_points([[0, 2]], 2)),
    ("records must hold the bits", lambda: count_points([[0.0, np.nan]], 2)),
    ("records must be a non-empty table of 2 columns", lambda: count_points(np.empty((0, 2)), 2)),
    ("records must be a non-empty table", lambda: count_points([0, 1], 2)),
    ("size must be at least 1, got 0", lambda: Synthesiser(2, 0, 1.0)),
    ("epsilon must be a positive", lambda: Synthesiser(2, 2, 0.0), lambda: Synthesiser(2, 2, np.inf)),
    ("relation must be", lambda: Synthesiser(2, 2, 1.0, Relation.ADD_REMOVE)),
    (
        "start and steps must not be empty",
        lambda: walk([1, 1], bits=1, start=[], epsilon=1.0, steps=5, rng=np.random.default_rng(0)),
    ),
)
