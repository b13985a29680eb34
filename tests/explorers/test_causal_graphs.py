"""The numbers behind the explorers about causes, against what the book proves."""

from itertools import permutations

import numpy as np

from privcausal.explorers import asking_once, deleting_edges, moving_record
from privcausal.explorers.causal_graphs import CRITICAL_VALUE
from privcausal.graphs.models.bayesian_network import network


def test_no_walk_is_longer_than_its_bound() -> None:
    data = moving_record().data
    assert list(data["tables"]) == ["Kendall", "Spearman"], "in words: the notation keeps ρ for a price"
    for table, bound in zip(data["tables"].values(), data["bounds"], strict=True):
        values = np.array(table)
        assert np.ptp(values) <= bound + 1e-12
        assert np.ptp(values) > 0.9 * bound  # and close enough to it to be worth a look


def test_a_diary_of_pc_obeys_its_level_and_asks_no_deleted_edge() -> None:
    data = deleting_edges().data
    for run in data["runs"]:
        gone = set()
        for step in run:
            assert step["edge"] not in gone
            assert step["kept"] == (step["told"] > CRITICAL_VALUE)
            gone |= set() if step["kept"] else {step["edge"]}
    exact, noisy = data["runs"][0], data["runs"][-1]
    assert all(step["told"] == step["exact"] for step in exact)
    assert any(step["told"] != step["exact"] for step in noisy)


def test_no_line_passes_through_a_node_where_all_pairs_are_joined() -> None:
    at = np.array(deleting_edges().data["places"])
    for a, b, c in permutations(range(len(at)), 3):
        along, aside = at[b] - at[a], at[c] - at[a]
        distance = abs(along[0] * aside[1] - along[1] * aside[0]) / np.hypot(*along)
        assert distance > 0.1 or not 0 < along @ aside < along @ along


def test_more_records_and_more_budget_show_more_edges() -> None:
    data, truth = asking_once().data, network("asia")
    assert data["f1"][-1][-1] > data["f1"][0][0]
    assert len(data["truth"]) == int(truth.dag.sum())
    depth = {name: 1 - y for name, (_x, y) in zip(data["names"], data["places"], strict=True)}
    assert depth["smoke"] < depth["lung"] < depth["either"] < depth["xray"]  # causes above effects


def test_the_trail_begins_in_a_corner_and_stays_in_the_table() -> None:
    data = moving_record().data
    places = range(len(data["at"]))
    assert all(column in places and row in places for column, row in data["trail"])
    assert data["trail"][0][0] <= 1


def test_a_search_without_a_false_edge_exists_so_that_the_goal_can_be_reached() -> None:
    data = deleting_edges().data
    nodes, real = len(data["names"]), {tuple(sorted(edge)) for edge in data["truth"]}
    every = {(a, b) for a in range(nodes) for b in range(a + 1, nodes)}
    kept = [every - {tuple(step["edge"]) for step in run if not step["kept"]} for run in data["runs"]]
    assert max(len(edges & real) for edges in kept if edges <= real) == 4
