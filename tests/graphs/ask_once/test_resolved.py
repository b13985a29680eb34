"""Columns of which nothing but noise was seen: no edge, no sign against one, and no arrow because of them."""

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.graphs.ask_once.differences import paired_correlations
from privcausal.graphs.ask_once.resolved import resolved_correlations
from privcausal.graphs.standing import Standing
from privcausal.privacy.price import Price, Relation

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
MIX = np.linalg.inv(np.eye(4) - np.triu(np.full((4, 4), 0.6), 1))


def people(size, rng, share):
    """Four linear columns and one that is 1 in so many of the records, else 0."""
    return np.c_[rng.normal(size=(size, 4)) @ MIX, rng.random(size) < share]


@pytest.mark.parametrize("size", [5_000, 100_000])
def test_a_column_that_does_not_vary_has_no_edge(size):
    """Without the look at the looks several of twelve draws join it to something."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        found = resolved_correlations(people(size, rng, 0.0), budget=ONE, rng=rng)
        assert found.seen.tolist() == [True] * 4 + [False]
        assert not found.graph[4].any()
        assert not found.graph[:, 4].any()


def test_without_the_look_at_the_looks_it_has():
    drawn = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        graph = paired_correlations(people(100_000, rng, 0.0), budget=ONE, rng=rng).graph
        drawn += int(graph[4].any() or graph[:, 4].any())
    assert drawn >= 3


@pytest.mark.parametrize("units", [1.0, 1e-3, 1e3])
def test_what_varies_is_seen_in_any_units_and_nothing_else_changes(units):
    rows = people(20_000, np.random.default_rng(0), 0.1) * [1, 1, 1, units, 1]
    found = resolved_correlations(rows, budget=ONE, rng=np.random.default_rng(1))
    usual = paired_correlations(rows, budget=ONE, rng=np.random.default_rng(1))
    assert found.seen.all()
    assert np.array_equal(found.graph, usual.graph)
    assert found.separators == usual.separators


@pytest.mark.parametrize("drug", [None, [0, 1]])
@pytest.mark.parametrize("seed", range(6))
def test_the_answer_says_so(drug, seed):
    """Of numbers alone, and beside categories."""
    rows = people(5_000, np.random.default_rng(seed), 0.0)
    rows[:, 0] = rows[:, 0] > 0 if drug else rows[:, 0]
    frame = pd.DataFrame(rows, columns=["a", "b", "c", "d", "site"])
    declared = {name: drug if drug and name == "a" else (-9, 9) for name in frame}
    with pytest.warns(UserWarning, match="demonstration"):
        found = privcausal.discover(frame, epsilon=1, delta=1e-6, declare=declared, seed=seed)
    assert found.method == ("once-mixed" if drug else "once-correlations")
    assert found.standing(Standing.CAUSE) + found.standing(Standing.JOINED)
    untested = found.standing(Standing.UNTESTED)
    assert {pair.second for pair in untested} == {"site"}
    assert len(untested) == 4
    assert "nothing but noise was seen of site: too little varies" in str(found)
