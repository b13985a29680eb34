"""How sure of an edge: clues follow the evidence, whatever the order of columns; nothing where nothing is known."""

import math
from itertools import permutations

import numpy as np
import pytest

from privcausal.graphs import edge_confidence
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.edge_confidence import (
    Logistic,
    Triples,
    edge_probabilities,
    features,
    heldout_counts,
    heldout_summary,
)
from privcausal.graphs.learned import Learned
from privcausal.graphs.methods import policy_method
from privcausal.graphs.methods.once import OnceTables
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.result import Discovery
from tests.graphs.builders import ONE, rng, sampled


def released(name, n, seed=0):
    policy = OnceTables(sampled(name, n, seed), ONE, rng(seed + 1))
    return policy, pc(len(policy.tables.cardinalities), policy)


def turned(moments, order):
    """The same release with its columns in another order: column order[i] is now the i-th. For two values each."""
    new = {old: tuple(sorted(order.index(column) for column in old)) for old in moments.means}
    return Interactions(
        moments.cardinalities,
        moments.size,
        {new[old]: mean for old, mean in moments.means.items()},
        {new[old]: scale for old, scale in moments.scales.items()},
    )


@pytest.mark.parametrize("order", [list(order) for order in permutations(range(4))][1::7])
def test_the_order_of_columns_does_not_count(order):
    policy, learned = released("earthquake", 100_000)
    order = [4, *order]
    graph = learned.graph[np.ix_(order, order)]
    separators = {
        tuple(sorted(order.index(end) for end in pair)): tuple(order.index(z) for z in conditioning_set)
        for pair, conditioning_set in learned.separators.items()
    }
    straight = {(clue.first, clue.second): clue for clue in features(policy.moments, learned)}
    for clue in features(turned(policy.moments, order), Learned(graph, separators)):
        ends = order[clue.first], order[clue.second]
        same = straight.get(ends) or straight[ends[::-1]]
        np.testing.assert_allclose(clue.pair, same.pair)
        np.testing.assert_allclose(clue.arrow, same.arrow)


def test_a_clear_v_structure_is_surer_than_a_vague_one():
    few, many = (released("earthquake", n) for n in (3_000, 300_000))
    sure = [edge_probabilities(features(policy.moments, learned), "once") for policy, learned in (few, many)]
    names = network("earthquake").nodes
    alarm = names.index("Alarm")
    into = [
        probability.points
        for edge, probability in sure[1].items()
        if alarm in edge and probability.points is not None
    ]
    assert max(into) > 0.8, "burglary and earthquake meet in the alarm"
    assert all(0 < probability.joined < 1 for part in sure for probability in part.values())


def test_what_speaks_for_the_opposite_makes_less_sure():
    arrow = Logistic(tuple(edge_confidence.load_calibration()["weights"]["arrow"]))
    clear, doubted, strong = (
        arrow((*digits, math.log(8), 0, 0, 0)) for digits in ((3, 0, 5, 0), (3, 3, 5, 0), (5, 0, 5, 0))
    )
    assert doubted < clear < strong


def test_a_doubtful_edge_is_less_sure_and_so_is_one_of_a_wide_table():
    pair = Logistic(tuple(edge_confidence.load_calibration()["weights"]["pair"]))
    plain, determined, nearly, wide = (
        pair((3.0, 1.5, math.log(columns), *doubts, 0.0))
        for columns, *doubts in ((10, 0, 0), (10, 1, 0), (10, 0, 1), (80, 0, 0))
    )
    assert max(determined, nearly) < plain - 0.05
    assert wide < plain


def test_an_arrow_that_follows_from_others_is_as_sure_as_the_weakest_of_them():
    graph = np.zeros((5, 5), dtype=bool)
    graph[[0, 2, 1, 3], [1, 1, 3, 4]] = True
    triples = Triples()
    triples.add(0, 1, 2, 9.0, between=False)
    triples.add(0, 1, 3, -4.0, between=True)
    triples.add(1, 3, 4, -6.0, between=True)
    assert triples.support(graph) == {(0, 1): 9.0, (2, 1): 9.0, (1, 3): 4.0, (3, 4): 4.0}
    unsupported = np.zeros((2, 2), dtype=bool)
    unsupported[0, 1] = True
    assert Triples().support(unsupported) == {(0, 1): 0.0}


def found_in_survey(size, seed=0):
    policy = OnceTables(sampled("survey", size, seed), ONE, rng(seed + 1))
    learned = policy_method("once").search(policy, 6, ONE)
    return Discovery(list(network("survey").nodes), "once", learned, np.full((6, 6), 0.1))


def test_lines_have_no_arrow_to_be_sure_of():
    result = found_in_survey(5_000, seed=1)
    for pair in result.pairs:
        assert (pair.edge_probability is not None) == (
            pair.status.value in ("arrow", "joined, direction unknown")
        )
        assert (pair.arrow_probability is not None) == (pair.status.value == "arrow")
    assert heldout_summary(arrows=False) in str(result) or heldout_summary() in str(result)


def test_beyond_what_was_simulated_nothing_is_claimed():
    result = found_in_survey(500_000)
    assert result.probabilities == {}
    assert (
        "no probabilities available: outside the range of the calibration simulations: 500,000 records "
        "(1,000 to 200,000 were tried)" in str(result)
    )


@pytest.mark.parametrize(
    "method", ["once", "once-further", "once-sparing", "once-correlations", "once-mixed"]
)
def test_the_track_record_is_the_stored_one(method):
    right, called = heldout_counts("arrow", method=method)
    bins = edge_confidence.load_calibration(method)["check"]["arrow"]
    assert (right, called) == (bins[-1]["right"], bins[-1]["edges"])
    assert heldout_counts("arrow", 0.0, method)[1] == sum(result["edges"] for result in bins)
    assert f"{round(100 * right / called)} in 100 arrows" in heldout_summary(method=method)
