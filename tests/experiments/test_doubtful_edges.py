"""Edges are counted by kind, and the stored table keeps the rule that was written down before."""

import numpy as np
import pytest

from privcausal.experiments.doubtful_edges import DOUBTFUL, LEAST_RIGHT, READERS, SIZES, count_edges
from privcausal.experiments.execution import load
from privcausal.graphs.ask_once.doubts import DETERMINED, NEARLY


def test_edges_are_counted_by_kind():
    graph = np.array([[0, 1, 1], [1, 0, 1], [0, 0, 0]], dtype=bool)
    dag = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)
    counts = count_edges(graph, {(0, 2): DETERMINED, (1, 2): NEARLY}, dag)
    assert counts == {
        "plain": 1,
        "plain right": 1,
        "determined": 1,
        "determined right": 0,
        "nearly": 1,
        "nearly right": 1,
    }


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("records", SIZES)
def test_on_the_sealed_half_edges_without_doubt_are_right(reader, records):
    table = load(DOUBTFUL)
    part = table[(table["set"] == "judging") & (table.method == reader) & (table.records == records)]
    sums = part.sum(numeric_only=True)
    assert sums["plain right"] >= LEAST_RIGHT * sums["plain"] > 0
    assert sums["determined right"] < LEAST_RIGHT * sums["determined"]
