import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.graphs.ask_once.contrasts import (
    basis,
    contrasts,
    fair_weight,
    interaction,
    interaction_sensitivity_squared,
    pairs_sensitivity,
    sets_sensitivity,
    total_radius,
)
from privcausal.graphs.ask_once.independence import CovarianceTest
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.ask_once.linear_guess import LinearGuess
from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import skeleton
from privcausal.privacy.gaussian import gaussian_delta
from privcausal.privacy.price import Price, Relation

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
ALMOST_NO_NOISE = 1e9


def measured(records, sizes, sets=(), mu=ALMOST_NO_NOISE, seed=0):
    rng, tables = np.random.default_rng(seed), Tables(records, sizes)
    moments = Interactions(tuple(sizes), tables.size)
    moments.measure_pairs(tables, mu, rng)
    if sets:
        moments.measure_sets(tables, sets, mu, rng)
    return moments


@pytest.mark.parametrize("values", [1, 2, 3, 7])
def test_contrasts_are_equally_long_and_equally_far_apart(values):
    np.testing.assert_allclose(basis(values).T @ basis(values), np.eye(values), atol=1e-12)
    u = contrasts(values)
    np.testing.assert_allclose(u @ u.T, np.eye(values) - 1 / values, atol=1e-12)


def brute_force(sizes, sets, weights):
    """The largest distance over all pairs of records, from tables whose margins are taken out."""
    vectors = []
    for record in product(*map(range, sizes)):
        parts = []
        for columns, weight in zip(sets, weights, strict=True):
            table = np.zeros([sizes[c] for c in columns])
            table[tuple(record[c] for c in columns)] = 1
            for axis in range(table.ndim):
                table = table - table.mean(axis=axis, keepdims=True)
            parts.append(math.sqrt(weight) * table.ravel())
        vectors.append(np.concatenate(parts))
    points = np.array(vectors)
    return np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2).max())


@pytest.mark.parametrize("sizes", [(2, 2, 2, 2), (2, 3, 4), (3, 3, 2, 2), (2, 5)])
@pytest.mark.parametrize("weight", [0.0, 0.7])
def test_the_sensitivity_of_pairs_is_what_brute_force_finds(sizes, weight):
    columns = range(len(sizes))
    sets = [(x,) for x in columns] + [(x, y) for x in columns for y in range(x + 1, len(sizes))]
    weights = [weight if len(key) == 1 else 1.0 for key in sets]
    assert pairs_sensitivity(sizes, weight) == pytest.approx(brute_force(sizes, sets, weights))


@pytest.mark.parametrize("sizes", [(2, 2, 2), (3, 2, 4), (3, 3, 3), (2, 2, 2, 2)])
def test_the_sensitivity_of_one_set_is_what_brute_force_finds(sizes):
    exact = brute_force(sizes, [tuple(range(len(sizes)))], [1.0])
    assert interaction_sensitivity_squared(sizes) == pytest.approx(exact**2)


def test_sets_that_share_columns_never_move_further_than_the_bound():
    sizes, sets = (2, 3, 2, 2), [(0, 1, 2), (1, 2, 3), (0, 2, 3)]
    assert brute_force(sizes, sets, [1.0] * 3) <= sets_sensitivity(sizes, sets) + 1e-12


@given(st.lists(st.integers(2, 6), min_size=2, max_size=40))
def test_the_fair_weight_is_the_best_one(sizes):
    radius, weight = total_radius(sizes), fair_weight(sizes)

    def noise(w):
        return (radius + w) ** 2 * (1 + 2 * radius / (len(sizes) * w))

    assert noise(weight) <= min(noise(weight * 1.01), noise(weight / 1.01))


def test_a_column_with_one_value_has_no_contrasts_and_moves_nothing():
    assert interaction_sensitivity_squared((1, 2, 2)) == 0
    assert pairs_sensitivity((1, 1), 1.0) == 0
    assert fair_weight((1, 1)) == 1
    assert pairs_sensitivity((1, 2, 2), 0.0) >= brute_force((1, 2, 2), [(0, 1), (0, 2), (1, 2)], [1.0] * 3)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25)
def test_without_noise_the_tables_come_back(seed):
    rng = np.random.default_rng(seed)
    sizes = tuple(int(k) for k in rng.integers(1, 5, 4))
    records = np.stack([rng.integers(0, k, 60) for k in sizes], axis=1)
    moments = measured(records, sizes, [(0, 1, 3)])
    shares, noise = moments.table((3, 0, 1))
    exact = Tables(records, sizes).counts(0, 1, (3,)) / 60
    np.testing.assert_allclose(shares, exact.reshape(shares.shape), atol=1e-6)
    assert shares.shape == noise.shape == (sizes[3], sizes[0], sizes[1])


def test_the_noise_is_as_large_as_promised():
    records, sizes = np.zeros((50, 3), dtype=int), (2, 3, 2)
    drawn = [measured(records, sizes, [(0, 1, 2)], mu=0.5, seed=s) for s in range(400)]
    for key in drawn[0].means:
        values = np.array([moments.means[key].ravel() for moments in drawn])
        assert values.std(axis=0).mean() == pytest.approx(drawn[0].scales[key], rel=0.1)


def test_a_measured_table_replaces_what_was_assembled_without_it():
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 2, (2, 4000))
    records, sizes = np.stack([x, y, x ^ y], axis=1), (2, 2, 2)
    moments = measured(records, sizes)
    assert np.ptp(moments.table((0, 1, 2))[0]) < 0.05  # pairs know nothing of an exclusive or
    moments.measure_sets(Tables(records, sizes), [(0, 1, 2)], ALMOST_NO_NOISE, rng)
    assert np.ptp(moments.table((0, 1, 2))[0]) > 0.2


def test_the_variance_covers_the_noise():
    """Under independence the statistic follows its χ², whether noise or sampling dominates."""
    rng = np.random.default_rng(1)
    for mu in (0.05, 1.0, 50.0):
        below = 0
        for _ in range(300):
            s = rng.integers(0, 2, 2_000)
            x = (rng.random(2_000) < 0.2 + 0.5 * s).astype(int)
            y = np.minimum(rng.integers(0, 2, 2_000) + (rng.random(2_000) < 0.3 * s), 2)
            moments = measured(np.stack([x, y, s], axis=1), (2, 3, 2), mu=mu, seed=int(rng.integers(2**32)))
            below += CovarianceTest(moments)(0, 1, (2,)).p_value < 0.05
        assert 3 <= below <= 30  # 15 are expected; P(outside) < 0.001


def test_dependence_is_seen_and_a_middle_explains_it():
    rng = np.random.default_rng(2)
    x = rng.integers(0, 3, 20_000)
    z = np.where(rng.random(20_000) < 0.7, x, rng.integers(0, 3, 20_000))
    y = np.where(rng.random(20_000) < 0.7, z, rng.integers(0, 3, 20_000))
    test = CovarianceTest(measured(np.stack([x, y, z], axis=1), (3, 3, 3), mu=0.2))
    assert test(0, 1).p_value < 1e-6 < 1e-3 < test(0, 1, (2,)).p_value
    assert test(0, 1, (2,)) == CovarianceTest(test.moments)(0, 1, [2])


def test_a_set_that_determines_a_variable_answers_nothing():
    rng = np.random.default_rng(3)
    a, b, other = (rng.random(50_000) < p for p in (0.1, 0.1, 0.5))
    records = np.stack([a | b, a, b, other], axis=1).astype(int)
    test = CovarianceTest(measured(records, (2,) * 4, [(0, 1, 2), (1, 2, 3)], mu=0.3))
    assert not test(0, 3, (1, 2)).telling
    assert test(0, 3, (1,)).telling
    assert test(1, 3, (2,)).telling


def test_the_guess_ranks_the_true_middle_first():
    rng = np.random.default_rng(4)
    z = rng.integers(0, 2, (2, 50_000))
    x, y = ((rng.random(50_000) < 0.2 + 0.3 * z[0] + 0.3 * z[1]).astype(int) for _ in range(2))
    far = np.where(rng.random(50_000) < 0.5, x, rng.integers(0, 2, 50_000))
    guess = LinearGuess(measured(np.stack([x, y, *z, far], axis=1), (2,) * 5, mu=0.5))
    assert guess.remaining(0, 1, (2, 3)) < min(guess.remaining(0, 1, s) for s in ((2, 4), (3, 4)))


@pytest.mark.parametrize(("name", "least"), [("earthquake", 0.85), ("survey", 0.85), ("sachs", 0.9)])
def test_networks_are_found(name, least):
    rng, net = np.random.default_rng(5), network(name)
    policy = OnceTables(Tables(net.sample(100_000, rng), net.cardinalities), ONE, rng)
    learned = pc(len(net.nodes), policy)
    assert skeleton_scores(learned.graph, net.dag).f1 >= least
    assert policy.spent == ONE


def test_the_order_of_the_columns_does_not_matter_without_noise():
    rng, net = np.random.default_rng(6), network("asia")
    records = net.sample(50_000, rng)
    shuffle = rng.permutation(8)
    sizes = np.array(net.cardinalities)
    rich = Price(1e4, 1e-6, Relation.SUBSTITUTION)
    first = skeleton(pc(8, OnceTables(Tables(records, sizes), rich, rng)).graph)
    other = skeleton(pc(8, OnceTables(Tables(records[:, shuffle], sizes[shuffle]), rich, rng)).graph)
    assert (first[np.ix_(shuffle, shuffle)] == other).all()


def test_the_same_generator_gives_the_same_graph_and_nothing_is_spent_before_the_first_question():
    net = network("cancer")
    tables = Tables(net.sample(5_000, np.random.default_rng(0)), net.cardinalities)
    policies = [OnceTables(tables, ONE, np.random.default_rng(7)) for _ in range(2)]
    assert policies[0].spent == Price(0.0, 0.0, Relation.SUBSTITUTION)
    first, second = (pc(5, policy) for policy in policies)
    assert (first.graph == second.graph).all()
    assert first.separators == second.separators


def test_the_two_shares_are_the_whole_budget():
    policy = OnceTables(Tables([[0, 1]] * 10, (2, 2)), ONE, np.random.default_rng(0))
    parts = [policy.mu * math.sqrt(part) for part in (policy.share, 1 - policy.share)]
    delta = gaussian_delta(math.hypot(*parts), 1.0, 1.0)
    assert delta <= 1e-6 == pytest.approx(delta, rel=1e-6)


@pytest.mark.parametrize(
    ("records", "sizes"),
    [([[0, 1]], (2, 2)), ([[0, 0]] * 9, (1, 1)), ([[0, 0, 1]] * 9, (1, 2, 2)), ([[0]] * 5, (2,))],
)
def test_tiny_and_constant_data_have_defined_results(records, sizes):
    policy = OnceTables(Tables(records, sizes), ONE, np.random.default_rng(0))
    learned = pc(len(sizes), policy)
    assert learned.graph.shape == (len(sizes),) * 2
    constant = [column for column, size in enumerate(sizes) if size == 1]
    assert not learned.graph[constant].any()


def test_it_says_that_it_stops_at_order_two():
    rng = np.random.default_rng(8)
    common = rng.integers(0, 2, 5_000)
    records = np.stack([common ^ (rng.random(5_000) < 0.1) for _ in range(6)], axis=1)
    policy = OnceTables(Tables(records, (2,) * 6), Price(10.0, 1e-6, Relation.SUBSTITUTION), rng)
    pc(6, policy)
    assert "2 variables" in policy.stopped
    assert len(policy.asked) == 3


def test_tables_too_large_to_be_filled_are_not_asked_for():
    rng = np.random.default_rng(9)
    common = rng.integers(0, 30, 3_000)
    records = np.stack([np.where(rng.random(3_000) < 0.8, common, 0) for _ in range(4)], axis=1)
    policy = OnceTables(Tables(records % 4, (4,) * 4), ONE, rng)
    pc(4, policy)
    wide = OnceTables(Tables(records % 4, (32, 32, 32, 32)), Price(100.0, 1e-6, Relation.SUBSTITUTION), rng)
    assert wide._by_guess(LinearGuess(policy.moments), (0, 1), [(2, 3)]) == [(2, 3)]
    huge = OnceTables(Tables(records % 4, (32,) * 4), ONE, rng)
    huge.tables.cardinalities = (64,) * 4
    assert huge._by_guess(LinearGuess(policy.moments), (0, 1), [(2, 3)]) == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"budget": Price(1.0, 0.0, Relation.SUBSTITUTION)}, "delta must lie strictly"),
        ({"budget": Price(1.0, 1e-6, Relation.ADD_REMOVE)}, "relation must be"),
        ({"level": 0.0}, "level must lie strictly between 0 and 1, got 0.0"),
        ({"share": 1.0}, "share must lie strictly between 0 and 1, got 1.0"),
        ({"choices": 0}, "choices must be at least 1, got 0"),
        ({"tables": Tables(np.zeros((0, 2), dtype=int), (2, 2))}, "at least one record"),
        ({"tables": Tables([[0, 1]], (2, 33))}, "at most 32 values"),
    ],
)
def test_bad_arguments(options, words):
    arguments = {
        "tables": Tables([[0, 1]] * 3, (2, 2)),
        "budget": ONE,
        "rng": np.random.default_rng(0),
        **options,
    }
    with pytest.raises(ValueError, match=words):
        OnceTables(**arguments)


def test_a_negative_weight_is_refused():
    with pytest.raises(ValueError, match="weight must be 0 or more"):
        pairs_sensitivity((2, 2), -1.0)


def test_interactions_add_up_over_records():
    table = np.array([[3, 1], [0, 2]])
    parts = sum(table[a, b] * np.outer(contrasts(2)[a], contrasts(2)[b]) for a in range(2) for b in range(2))
    np.testing.assert_allclose(interaction(table, (2, 2)), parts)
