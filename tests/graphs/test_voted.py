"""How sure where arrows are voted on: clues follow the votes; beyond what was tried the answer claims nothing."""

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.graphs.confidence import Sure, known, record, track_record
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.graphs.released import release
from privcausal.graphs.standing import Standing
from privcausal.graphs.voted import Correlations, clues, confidence, digits
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration
from privcausal.table.records import Table

METHODS = ("once-further", "once-correlations")
FORK = LinearModel(np.array([[0, 0.8, 0, 0], [0, 0, 0, 0.6], [0, 0.8, 0, 0], [0, 0, 0, 0]]))
"""Two causes meet, and their effect passes it on."""


def shown(size, worth=None):
    return Correlations(FORK.covariance, worth or size, size)


GRAPH = np.array([[0, 1, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0]], dtype=bool)


def test_clues_are_the_votes():
    found = {(clue.first, clue.second): clue for clue in clues(GRAPH, shown(1_000).p_value)}
    assert set(found) == {(0, 1), (2, 1), (1, 3)}
    support, opposite, _, passes = found[0, 1].arrow
    assert support > 2
    assert opposite == 0
    assert passes > 2, "its head separates it from the last"
    assert found[1, 3].arrow[0] > 2, "it follows from either"
    line = GRAPH | GRAPH.T
    assert all(clue.arrow == () for clue in clues(line, shown(1_000).p_value))


@pytest.mark.parametrize("method", METHODS)
def test_more_evidence_makes_surer(method):
    few, many = (confidence(method, shown(size).p_value, GRAPH) for size in (100, 10_000))
    for edge, sure in many.items():
        assert sure.joined >= few[edge].joined > 0
        assert sure.points > few[edge].points
        assert 0 < few[edge].points < 1


def test_the_order_and_the_units_of_columns_do_not_count():
    order, units = [2, 3, 0, 1], np.array([1.0, 100.0, 0.01, 3.0])
    straight = confidence("once-correlations", shown(2_000).p_value, GRAPH)
    turned = Correlations((FORK.covariance * np.outer(units, units))[np.ix_(order, order)], 2_000, 2_000)
    for (x, y), sure in confidence("once-correlations", turned.p_value, GRAPH[np.ix_(order, order)]).items():
        same = straight[tuple(sorted((order[x], order[y])))]
        assert (sure.joined, sure.points) == pytest.approx((same.joined, same.points), rel=1e-6)


def test_digits_end_somewhere():
    assert digits(1.0) == 0
    assert digits(0.0) == digits(1e-310) == 300


def test_a_graph_of_numbers_says_how_sure():
    people = pd.DataFrame(5 + FORK.sample(20_000, np.random.default_rng(0)), columns=list("abcd"))
    ranges = dict.fromkeys("abcd", (-10, 20))
    with pytest.warns(UserWarning, match="demonstration"):
        found = privcausal.discover(people, epsilon=1, delta=1e-6, declare=ranges, seed=1)
    assert found.method == "once-correlations"
    assert len(found.standing(Standing.CAUSE)) == 3
    assert all(isinstance(sure, Sure) and sure.points > 0.5 for sure in found.sure.values())
    assert "arrow" in found.edges()[0]
    assert track_record(method="once-correlations") in str(found)
    assert track_record(method="once-correlations") != track_record()


def test_a_release_that_is_read_further_says_how_sure():
    town, rng = network("survey"), np.random.default_rng(0)
    said = {name: Categories(values) for name, values in zip(town.nodes, town.categories, strict=True)}
    table = Table(Declaration(said), dict(zip(town.nodes, town.sample(50_000, rng).T, strict=True)))
    kept = release(table, Price(1.0, 1e-6, Relation.SUBSTITUTION), rng)
    found = kept.discover("once-further")
    assert len(found.sure) == len(found.edges()) > 3
    assert track_record(method="once-further", arrows=any(s.points for s in found.sure.values())) in str(
        found
    )


def test_beyond_what_was_simulated_nothing_is_claimed():
    few = pd.DataFrame(FORK.sample(900, np.random.default_rng(0)), columns=list("abcd"))
    found = privcausal.discover(few, epsilon=3, delta=1e-6, declare=dict.fromkeys("abcd", (-9, 9)))
    assert found.sure == {}
    assert "how sure is not known: beyond what was simulated lie 900 records" in str(found)


@pytest.mark.parametrize("method", METHODS)
def test_the_track_record_is_the_stored_one(method):
    bins = known(method)["check"]["arrow"]
    assert record("arrow", method=method) == (bins[-1]["right"], bins[-1]["edges"])
