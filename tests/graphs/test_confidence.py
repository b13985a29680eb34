"""How sure of an edge: clues follow the evidence, whatever the order of columns; nothing where nothing is known."""

from itertools import permutations

import numpy as np
import pytest

from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.confidence import Logistic, Triples, clues, confidence, known, record, track_record
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.discovery import learn
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.models.bayesian_network import network
from privcausal.privacy.price import Price, Relation

BUDGET = Price(1.0, 1e-6, Relation.SUBSTITUTION)


def policy_of(name, n, seed=0):
    town, rng = network(name), np.random.default_rng(seed)
    return OnceTables(Tables(town.sample(n, rng), town.cardinalities), BUDGET, rng)


def released(name, n, seed=0):
    policy = policy_of(name, n, seed)
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
        tuple(sorted(order.index(end) for end in pair)): tuple(order.index(z) for z in given)
        for pair, given in learned.separators.items()
    }
    straight = {
        (clue.first, clue.second): clue for clue in clues(policy.moments, learned.graph, learned.separators)
    }
    for clue in clues(turned(policy.moments, order), graph, separators):
        ends = order[clue.first], order[clue.second]
        same = straight.get(ends) or straight[ends[::-1]]
        np.testing.assert_allclose(clue.pair, same.pair)
        np.testing.assert_allclose(clue.arrow, same.arrow)


def test_a_clear_v_structure_is_surer_than_a_vague_one():
    few, many = (released("earthquake", n) for n in (3_000, 300_000))
    sure = [confidence(policy.moments, learned.graph, learned.separators) for policy, learned in (few, many)]
    names = network("earthquake").nodes
    alarm = names.index("Alarm")
    into = [found.points for edge, found in sure[1].items() if alarm in edge and found.points is not None]
    assert max(into) > 0.8, "burglary and earthquake meet in the alarm"
    assert all(0 < found.joined < 1 for part in sure for found in part.values())


def test_what_speaks_for_the_opposite_makes_less_sure():
    arrow = Logistic(tuple(known()["weights"]["arrow"]))
    clear, doubted, strong = (arrow(told) for told in ((3, 0, 5, 0), (3, 3, 5, 0), (5, 0, 5, 0)))
    assert doubted < clear < strong


def test_an_arrow_that_follows_from_others_is_as_sure_as_the_weakest_of_them():
    graph = np.zeros((5, 5), dtype=bool)
    graph[[0, 2, 1, 3], [1, 1, 3, 4]] = True
    told = Triples()
    told.add(0, 1, 2, 9.0, between=False)
    told.add(0, 1, 3, -4.0, between=True)
    told.add(1, 3, 4, -6.0, between=True)
    assert told.support(graph) == {(0, 1): 9.0, (2, 1): 9.0, (1, 3): 4.0, (3, 4): 4.0}
    unsupported = np.zeros((2, 2), dtype=bool)
    unsupported[0, 1] = True
    assert Triples().support(unsupported) == {(0, 1): 0.0}


def test_lines_have_no_arrow_to_be_sure_of():
    policy = policy_of("survey", 5_000, seed=1)
    found = learn(policy, list(network("survey").nodes), "once", np.full((6, 6), 0.1), BUDGET)
    for pair in found.pairs:
        assert (pair.sure_of_pair is not None) == (
            pair.standing.value in ("cause", "joined, direction unknown")
        )
        assert (pair.sure_of_arrow is not None) == (pair.standing.value == "cause")
    assert track_record(arrows=False) in str(found) or track_record() in str(found)


def test_beyond_what_was_simulated_nothing_is_claimed():
    policy = policy_of("survey", 500_000)
    found = learn(policy, list(network("survey").nodes), "once", np.full((6, 6), 0.1), BUDGET)
    assert found.sure == {}
    assert (
        "how sure is not known: beyond what was simulated lie 500,000 records (1,000 to 200,000 were tried)"
        in str(found)
    )


def test_the_track_record_is_the_stored_one():
    right, called = record("arrow")
    bins = known()["check"]["arrow"]
    assert (right, called) == (bins[-1]["right"], bins[-1]["edges"])
    assert record("arrow", 0.0)[1] == sum(found["edges"] for found in bins)
    assert f"{round(100 * right / called)} in 100 arrows" in track_record()
