"""How sure where arrows are voted on: clues follow the votes; beyond what was tried the answer claims nothing."""

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.graphs.edge_confidence import EdgeProbability, edge_probabilities, heldout_summary
from privcausal.graphs.learned import Learned
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.graphs.pair_status import PairStatus
from privcausal.graphs.table_release import release_tables
from privcausal.graphs.vote_confidence import Correlations, features, minus_log10_p
from tests.graphs.builders import ONE, rng, townsfolk

METHODS = ("once-further", "once-sparing", "once-correlations", "once-mixed")
FORK = LinearModel(np.array([[0, 0.8, 0, 0], [0, 0, 0, 0.6], [0, 0.8, 0, 0], [0, 0, 0, 0]]))
"""Two causes meet, and their effect passes it on."""


def shown(size, worth=None):
    return Correlations(FORK.covariance, worth or size, size)


GRAPH = np.array([[0, 1, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0]], dtype=bool)


def sure_of(method, p_value, graph):
    return edge_probabilities(features(Learned(graph), p_value), method)


def test_clues_are_the_votes():
    results = {(clue.first, clue.second): clue for clue in features(Learned(GRAPH), shown(1_000).p_value)}
    assert set(results) == {(0, 1), (2, 1), (1, 3)}
    support, opposite, _, passes, *_ = results[0, 1].arrow
    assert support > 2
    assert opposite == 0
    assert passes > 2, "its head separates it from the last"
    assert results[1, 3].arrow[0] > 2, "it follows from either"
    line = GRAPH | GRAPH.T
    assert all(clue.arrow == () for clue in features(Learned(line), shown(1_000).p_value))


@pytest.mark.parametrize("method", METHODS)
def test_more_evidence_makes_surer(method):
    few, many = (sure_of(method, shown(size).p_value, GRAPH) for size in (100, 10_000))
    for edge, sure in many.items():
        assert sure.joined >= few[edge].joined > 0
        assert sure.points > few[edge].points
        assert 0 < few[edge].points < 1


def test_the_order_and_the_units_of_columns_do_not_count():
    order, units = [2, 3, 0, 1], np.array([1.0, 100.0, 0.01, 3.0])
    straight = sure_of("once-correlations", shown(2_000).p_value, GRAPH)
    turned = Correlations((FORK.covariance * np.outer(units, units))[np.ix_(order, order)], 2_000, 2_000)
    for (x, y), sure in sure_of("once-correlations", turned.p_value, GRAPH[np.ix_(order, order)]).items():
        same = straight[tuple(sorted((order[x], order[y])))]
        assert (sure.joined, sure.points) == pytest.approx((same.joined, same.points), rel=1e-6)


def test_digits_end_somewhere():
    assert [minus_log10_p(p_value) for p_value in (1.0, 1e-310, 0.0)] == [0, 300, 300]


def test_a_graph_of_numbers_says_how_sure():
    people = pd.DataFrame(5 + FORK.sample(20_000, np.random.default_rng(0)), columns=list("abcd"))
    ranges = dict.fromkeys("abcd", (-10, 20))
    with pytest.warns(UserWarning, match="demonstration"):
        result = privcausal.discover(people, epsilon=1, delta=1e-6, declare=ranges, seed=1)
    assert result.method == "once-correlations"
    assert len(result.pairs_with_status(PairStatus.DIRECTED)) == 3
    assert all(
        isinstance(sure, EdgeProbability) and sure.points > 0.5 for sure in result.probabilities.values()
    )
    assert "arrow" in result.edges()[0]
    assert heldout_summary(method="once-correlations") in str(result)
    assert heldout_summary(method="once-correlations") != heldout_summary()


@pytest.mark.parametrize("reader", ["once-further", "once-sparing"])
def test_a_release_that_is_read_further_says_how_sure(reader):
    kept = release_tables(townsfolk("survey", 50_000), ONE, rng(1))
    result = kept.discover(reader)
    assert len(result.probabilities) == len(result.edges()) > 3
    assert heldout_summary(method=reader, arrows=any(s.points for s in result.probabilities.values())) in str(
        result
    )


def test_beyond_what_was_simulated_nothing_is_claimed():
    few = pd.DataFrame(FORK.sample(900, np.random.default_rng(0)), columns=list("abcd"))
    result = privcausal.discover(few, epsilon=3, delta=1e-6, declare=dict.fromkeys("abcd", (-9, 9)))
    assert result.probabilities == {}
    assert "no probabilities available: outside the range of the calibration simulations: 900 records" in str(
        result
    )
