import math
from itertools import product

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.ask_once.contrasts import contrasts
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.ask_once.linear_screening import LinearGuess
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.pair_counts import tables_of
from privcausal.graphs.methods import METHODS
from privcausal.graphs.methods.once import OnceTables
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import skeleton
from privcausal.privacy.gaussian import gaussian_delta
from privcausal.table.declaration import Categories, Declaration
from privcausal.table.records import Table
from privcausal.table.stream import Stream
from tests.graphs.builders import ONE, price


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
    rich = price(1e4)
    first = skeleton(pc(8, OnceTables(Tables(records, sizes), rich, rng)).graph)
    other = skeleton(pc(8, OnceTables(Tables(records[:, shuffle], sizes[shuffle]), rich, rng)).graph)
    assert (first[np.ix_(shuffle, shuffle)] == other).all()


def test_the_two_shares_are_the_whole_budget():
    policy = OnceTables(Tables([[0, 1]] * 10, (2, 2)), ONE, np.random.default_rng(0))
    parts = [policy.mu * math.sqrt(part) for part in (policy.share, 1 - policy.share)]
    delta = gaussian_delta(math.hypot(*parts), 1.0, 1.0)
    assert delta <= 1e-6 == pytest.approx(delta, rel=1e-6)


def test_it_says_that_it_stops_at_order_two():
    rng = np.random.default_rng(8)
    common = rng.integers(0, 2, 5_000)
    records = np.stack([common ^ (rng.random(5_000) < 0.1) for _ in range(6)], axis=1)
    policy = OnceTables(Tables(records, (2,) * 6), price(10.0), rng)
    pc(6, policy)
    assert "2 variables" in policy.stop_reason
    assert len(policy.asked) == 3


def test_tables_too_large_to_be_filled_are_not_asked_for():
    rng = np.random.default_rng(9)
    common = rng.integers(0, 30, 3_000)
    records = np.stack([np.where(rng.random(3_000) < 0.8, common, 0) for _ in range(4)], axis=1)
    policy = OnceTables(Tables(records % 4, (4,) * 4), ONE, rng)
    pc(4, policy)
    wide = OnceTables(Tables(records % 4, (32, 32, 32, 32)), price(100.0), rng)
    assert wide._by_guess(LinearGuess(policy.moments), (0, 1), [(2, 3)]) == [(2, 3)]
    huge = OnceTables(Tables(records % 4, (32,) * 4), ONE, rng)
    huge.tables.cardinalities = (64,) * 4
    assert huge._by_guess(LinearGuess(policy.moments), (0, 1), [(2, 3)]) == []


GAPPY = ("once", "once-further", "once-sparing", "once-mixed")


def survey_table(missing, gap_share=0.0):
    """The survey network, its columns declared with a stand-in for what is missing, or without one."""
    rng, net = np.random.default_rng(12), network("survey")
    records, sizes = net.sample(20_000, rng), net.cardinalities
    gap = rng.random(records.shape) < gap_share
    records = np.where(gap, sizes, records).astype(np.uint8)
    columns = {
        f"x{place}": Categories(range(size), missing=0 if missing else None)
        for place, size in enumerate(sizes)
    }
    return Table(Declaration(columns), dict(zip(columns, records.T, strict=True)))


@pytest.mark.parametrize("name", GAPPY)
def test_a_gap_that_is_declared_and_never_used_costs_nothing(name):
    with_gaps, without = (
        METHODS[name].learn(survey_table(missing), ONE, np.random.default_rng(3)) for missing in (False, True)
    )
    assert (with_gaps.graph == without.graph).all()
    assert with_gaps.graph.any()
    own, other = (getattr(learned.release, "moments", learned.release) for learned in (with_gaps, without))
    for columns, mean in other.means.items():
        np.testing.assert_array_equal(own.means[columns], mean)
        assert own.scales[columns] == other.scales[columns]


@pytest.mark.parametrize("name", GAPPY)
def test_with_gaps_a_file_and_memory_give_the_same_bits(name, tmp_path):
    table, file = survey_table(False, 0.1), tmp_path / "people.csv"
    sizes = network("survey").cardinalities
    words = {
        name: np.where(codes == size, "", codes.astype(str))
        for (name, codes), size in zip(table.columns.items(), sizes, strict=True)
    }
    pd.DataFrame(words).to_csv(file, index=False)
    stream = Stream(file, table.declaration)
    first, second = (METHODS[name].learn(kept, ONE, np.random.default_rng(3)) for kept in (table, stream))
    assert (first.graph == second.graph).all()
    own, other = (getattr(learned.release, "moments", learned.release) for learned in (first, second))
    assert all((other.means[key] == mean).all() for key, mean in own.means.items())


def test_a_tenth_of_gaps_loses_few_edges():
    graph = METHODS["once"].learn(survey_table(False, 0.1), ONE, np.random.default_rng(3)).graph
    truth = network("survey").dag
    assert skeleton_scores(graph, truth).precision == 1
    assert skeleton_scores(graph, truth).recall >= 0.5


def test_the_means_are_those_of_gaps_filled_evenly():
    table = survey_table(False, 0.3)
    codes, sizes = table.codes(), network("survey").cardinalities
    tables = tables_of(table)
    moments = Interactions(tables.values, tables.size)
    moments.measure_pairs(tables, 1e9, np.random.default_rng(0))
    left, right = codes[:, 0], codes[:, 1]
    filled = np.zeros((sizes[0], sizes[1]))
    for a in range(sizes[0]):
        for b in range(sizes[1]):
            one = np.where(left == sizes[0], 1 / sizes[0], left == a)
            other = np.where(right == sizes[1], 1 / sizes[1], right == b)
            filled[a, b] = (one * other).mean()
    np.testing.assert_allclose(moments.table((0, 1))[0], filled, atol=1e-6)


@pytest.mark.parametrize("gap", [0.05, 0.2, 0.5])
def test_what_a_column_with_gaps_leaves_unexplained_is_bounded(gap):
    """The worst that a chain x → z → y of two values leaves, once z has gaps: exactly, over a grid of chains."""
    u, worst = contrasts(2).ravel(), 0.0
    for p, a, b in product(np.linspace(0, 1, 11), repeat=3):
        for c, d in product((0, 0.5, 1), repeat=2):
            z = np.array([1 - p, p])
            joint = (1 - gap) * np.diag(z) + gap * np.outer(z, [0.5, 0.5])  # z × what it was filled with
            x, y = (u[0] + np.array(ends) * (u[1] - u[0]) for ends in ((a, b), (c, d)))
            strata = np.maximum(joint.sum(axis=0), 1e-300)
            inside = joint / strata
            left = (x * y) @ inside - (x @ inside) * (y @ inside)
            worst = max(worst, abs(float(left @ strata)))
    assert 0.01 * gap < worst <= 2 * gap
