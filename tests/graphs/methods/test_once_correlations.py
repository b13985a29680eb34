"""Columns of which nothing but noise was seen: no edge, no sign against one, and no arrow because of them."""

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.forecast import forecast
from privcausal.graphs.ask_once.differences import Differences
from privcausal.graphs.ask_once.partial_correlations import LOOKS, effective_sample_size, search_graph
from privcausal.graphs.ask_once.private_shape import private_shape
from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.methods import METHODS
from privcausal.graphs.methods.once_correlations import once_correlations
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.graphs.pair_status import PairStatus
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.table.declaration import Declaration, Number
from privcausal.table.records import Table
from tests.graphs.builders import ONE, rng
from tests.refusals import refusals

MIX = np.linalg.inv(np.eye(4) - np.triu(np.full((4, 4), 0.6), 1))


def people(size, rng, share):
    """Four linear columns and one that is 1 in so many of the records, else 0."""
    return np.c_[rng.normal(size=(size, 4)) @ MIX, rng.random(size) < share]


@pytest.mark.parametrize("size", [5_000, 100_000])
def test_a_column_that_does_not_vary_has_no_edge(size):
    """Without the look at the looks several of twelve draws join it to something."""
    for seed in range(12):
        drawn = rng(seed)
        result = once_correlations(people(size, drawn, 0.0), budget=ONE, rng=drawn)
        assert result.above_noise.tolist() == [True] * 4 + [False]
        assert not result.graph[4].any()
        assert not result.graph[:, 4].any()


def unresolved(rows, rng):
    """The search among all columns, whatever was seen of them."""
    pairs = Differences.paired(rows, rng)
    shape = private_shape(pairs, budget=ONE, rng=rng, schedule=LOOKS)
    return search_graph(shape.matrix, effective_sample_size(shape, len(pairs)))


def test_without_the_look_at_the_looks_it_has():
    drawn = 0
    for seed in range(12):
        noise = rng(seed)
        graph = unresolved(people(100_000, noise, 0.0), noise)[0]
        drawn += int(graph[4].any() or graph[:, 4].any())
    assert drawn >= 3


@pytest.mark.parametrize("units", [1.0, 1e-3, 1e3])
def test_what_varies_is_seen_in_any_units_and_nothing_else_changes(units):
    rows = people(20_000, rng(), 0.1) * [1, 1, 1, units, 1]
    result = once_correlations(rows, budget=ONE, rng=rng(1))
    graph, separators = unresolved(rows, rng(1))
    assert result.above_noise.all()
    assert np.array_equal(result.graph, graph)
    assert result.separators == separators


@pytest.mark.parametrize("drug", [None, [0, 1]])
@pytest.mark.parametrize("seed", range(6))
def test_the_answer_says_so(drug, seed):
    """Of numbers alone, and beside categories."""
    rows = people(5_000, rng(seed), 0.0)
    rows[:, 0] = rows[:, 0] > 0 if drug else rows[:, 0]
    frame = pd.DataFrame(rows, columns=["a", "b", "c", "d", "site"])
    declared = {name: drug if drug and name == "a" else (-9, 9) for name in frame}
    with pytest.warns(UserWarning, match="demonstration"):
        result = privcausal.discover(frame, epsilon=1, delta=1e-6, declare=declared, seed=seed)
    assert result.method == ("once-mixed" if drug else "once-correlations")
    assert result.pairs_with_status(PairStatus.DIRECTED) + result.pairs_with_status(PairStatus.UNDIRECTED)
    untested = result.pairs_with_status(PairStatus.UNTESTED)
    assert {pair.second for pair in untested} == {"site"}
    assert len(untested) == 4
    assert "nothing but noise was seen of site: too little varies" in str(result)


CHAIN = LinearModel(np.diag([0.8, -0.6, 0.7, 0.9], 1))


def test_where_the_columns_lie_and_in_which_units_changes_no_edge():
    people = CHAIN.sample(40_000, rng()) * [1, 100, 0.01, 5, 1]
    people += [1e3, -5, 0, 7, 1e4]
    result = once_correlations(people, budget=ONE, rng=rng(1))
    assert skeleton_scores(result.graph, CHAIN.dag).f1 == 1
    assert result.spent.epsilon <= 1


@pytest.mark.parametrize(
    "people",
    [
        np.zeros((50, 3)),
        np.ones((50, 3)) * [1.0, 1e300, 1e-300],
        np.repeat(rng().normal(size=(50, 1)), 3, axis=1),
        np.vstack([np.ones((49, 3)), [[1.7e308, 0, 0]]]),
    ],
    ids=["nothing", "units", "copies", "one huge record"],
)
def test_strange_records_have_an_answer_too(people):
    result = once_correlations(people, budget=ONE, rng=rng())
    assert result.graph.shape == (3, 3)


test_a_level_outside_its_range_is_refused = refusals(
    lambda level: once_correlations(np.ones((5, 2)), budget=ONE, rng=rng(), level=level), ("level", 1.5)
)


@pytest.mark.parametrize(
    ("share", "records", "columns"), [(0.01, 20_000, 4), (0.05, 3_000, 4), (0.01, 20_000, 10)]
)
def test_numbers_that_most_people_have_alike_make_no_edges(share, records, columns):
    """Of unrelated columns that are 0 for 99 of 100 people, more than half of the pairs had an edge called 97% sure."""
    rng = np.random.default_rng(0)
    edges = 0
    for _ in range(10):
        rare = (rng.random((records, columns)) < share) * rng.exponential(1, (records, columns))
        edges += once_correlations(rare, budget=ONE, rng=rng).graph.sum() // 2
    assert edges <= 0.05 * 10 * columns * (columns - 1) / 2


@pytest.mark.parametrize(("share", "records"), [(0.01, 30_000), (0.1, 30_000), (0.03, 10_000)])
@pytest.mark.parametrize("rare_columns", [1, 2])
def test_a_number_beside_numbers_that_most_people_have_alike_has_no_edge(share, records, rare_columns):
    """Beside a column that is 0 for 99 of 100 people, half of 60 unrelated columns had an edge."""
    rng, joined = np.random.default_rng(1), 0
    for _ in range(12):
        rare = (rng.random((records, rare_columns)) < share) * 1.0
        joined += once_correlations(np.c_[rng.normal(size=records), rare], budget=ONE, rng=rng).graph.any()
    assert joined <= 1


def test_a_column_that_most_people_have_alike_hides_no_edge_of_others():
    rng = np.random.default_rng(0)
    people = rng.normal(size=(5_000, 4))
    people[:, 1] += 0.2 * people[:, 0]
    people[:, 2] = rng.random(5_000) < 0.02
    result = once_correlations(people, budget=ONE, rng=rng)
    assert result.graph[0, 1]
    assert result.worth.among([0, 1]) > 2 * result.worth.among([0, 2])


def test_what_is_detected_is_not_foretold_where_many_people_are_alike():
    """Of columns that are 1 for a fifth, 37 of 60 associations were found at the φ printed; promised are 48."""
    rng = np.random.default_rng(0)
    fifth = (rng.random((20_000, 4)) < 0.2).astype(float)
    plain = rng.normal(size=(20_000, 4))
    known, said = [], []
    for cells in (fifth, plain):
        declared = Declaration({name: Number(0, 9, missing=0) for name in "abcd"})
        table = Table(declared, dict(zip("abcd", cells.T, strict=True)))
        answer = learn_graph(table, METHODS["once-correlations"], budget=ONE, rng=rng)
        known.append({pair.minimum_detectable is not None for pair in answer.pairs})
        said.append("association not known, because too little was seen of the columns" in str(answer))
    assert known == [{False}, {True}]
    assert said == [True, False], "the page alone said so where no pair was known"


def test_what_is_detected_rests_on_columns_in_which_people_differ():
    """A column that is 1 for a fifth beside three normal ones: 1 of 60 associations was found at the φ printed."""
    rng, seen = np.random.default_rng(0), []
    for _ in range(10):
        normal = rng.normal(size=(20_000, 4))
        normal[:, 1] += 0.065 * normal[:, 0]
        cells = np.column_stack([normal[:, 0] > 0.84, normal[:, 1:]])
        table = Table(
            Declaration({name: Number(-9, 9, missing=0) for name in "abcd"}),
            dict(zip("abcd", cells.T, strict=True)),
        )
        answer = learn_graph(table, METHODS["once-correlations"], budget=ONE, rng=rng)
        seen.append(answer.matrix[0, 1])
        least = [pair.minimum_detectable for pair in answer.pairs if pair.minimum_detectable is not None]
        assert max(least, default=0.0) < np.corrcoef(cells[:, :2].T)[0, 1] + 0.03
        assert not least or ", if no column has the same number for half of the people" in str(answer)
    assert np.mean(seen) < 0.5
    assert "no column has the same number for half of the people, no cell is missing and" in str(
        forecast(table.declaration, 20_000, ONE)
    )


def test_beside_columns_that_most_people_have_alike_unrelated_ones_are_joined_as_often_as_the_reference_says():
    """Looks see as much of them as of others, so that no answer can tell; the edges say what they rest on."""
    rng, joined = np.random.default_rng(0), 0
    for _ in range(30):
        rare = rng.random((30_000, 8)) < 0.08
        result = once_correlations(np.c_[rng.normal(size=(30_000, 2)), rare], budget=ONE, rng=rng)
        joined += result.graph[0, 1]
    assert 3 <= joined <= 15, "a quarter"
