"""What an output is made of when a repr would round it, shorten it or leave it out."""

from array import array
from collections import deque
from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import pytest

from privcausal.verify.audit import audit
from privcausal.verify.statistics.leaves import contents, is_own
from privcausal.verify.statistics.outputs import leaves_of


@dataclass
class Held:
    value: Any


def column(side):
    """A long one that differs in its middle, and there in the last digits."""
    cells = np.ones(80)
    cells[40] += side * 1e-12
    return cells


def categories(side, spare=1):
    """The same cell, of categories of which two in the middle have changed places."""
    spared = list(range(spare))
    return pd.Categorical(
        [0], [*spared, *((-1, -2) if side else (-2, -1)), *(place + spare for place in spared)]
    )


def edges(kind, pairs, nodes="abc"):
    """A graph whose nodes came first."""
    graph = kind()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(pairs)
    return graph


def noted(thing, side):
    """With what pandas passes on unseen."""
    thing.attrs["ill"] = side
    return thing


GRAPHS = {
    "an edge": lambda kind, side: edges(kind, [("a", "b" if side else "c")]),
    "an edge's attribute": lambda kind, side: edges(kind, [("a", "b", {"probability": 0.9 + side * 1e-12})]),
    "a node": lambda kind, side: edges(kind, [], "abc" if side else "abd"),
    "a node's attribute": lambda kind, side: edges(kind, [], [("a", {"seen": side})]),
    "the order of nodes": lambda kind, side: edges(kind, [("a", "b")], "abc" if side else "acb"),
    "the order of edges": lambda kind, side: edges(kind, [("a", "b"), ("a", "c")][:: 1 - 2 * side]),
    "an attribute": lambda kind, side: kind(price=side),
}

OUTPUTS = {
    "the shape of as many bytes": lambda side: np.zeros((2, 3) if side else (3, 2)),
    "the type of as many bytes": lambda side: np.zeros(2, dtype=int if side else float),
    "the type, deeper inside": lambda side: [1, {"a": np.float64(0) if side else np.int64(0)}],
    "a mask": lambda side: np.ma.array([1.0, 2.0], mask=[side, 0]),
    "a series": lambda side: pd.Series(column(side)),
    "a frame": lambda side: pd.DataFrame({"a": column(side)}),
    "an index": lambda side: pd.Index(column(side)),
    "a field": lambda side: Held(column(side)),
    "a queue": lambda side: deque([column(side)]),
    "what an error holds": lambda side: ValueError(column(side)),
    "the order of categories": lambda side: pd.Series(categories(side)),
    "that of a frame's column": lambda side: pd.DataFrame({"a": categories(side)}),
    "that of an index": lambda side: pd.CategoricalIndex(categories(side)),
    "that of many": lambda side: categories(side, 200).dtype,
    "a cell of a column's own array": lambda side: pd.array([*range(200), side, *range(200)]),
    "bytes in memory": lambda side: memoryview(b"ab" if side else b"ac"),
    "their type": lambda side: memoryview(b"ab").cast("b" if side else "B"),
    "the direction of an arrow": lambda side: nx.DiGraph([("a", "b") if side else ("b", "a")]),
    "the order in which arrows came": lambda side: edges(
        nx.DiGraph, [("a", "c"), ("b", "c")][:: 1 - 2 * side]
    ),
    "what a frame carries beside its cells": lambda side: noted(pd.DataFrame({"a": [1]}), side),
    "what a series carries": lambda side: noted(pd.Series([1]), side),
    "whether labels may repeat": lambda side: pd.Series([1]).set_flags(allows_duplicate_labels=bool(side)),
    "how often dates come": lambda side: pd.date_range("2020-01-01", periods=2, freq="D" if side else "24h"),
    "a level without cells": lambda side: pd.MultiIndex.from_tuples([(0, 1), (0, side)])[:1],
    "the unit of a duration": lambda side: pd.Series([0], dtype=f"timedelta64[{'ns' if side else 'ms'}]"),
    "how many a queue holds": lambda side: deque([1], maxlen=2 + side),
    "the key of an edge": lambda side: nx.MultiGraph([("a", "b", side, {})]),
}


def error(note=None, cause=None):
    result = ValueError("age")
    if note:
        result.add_note(note)
    result.__cause__ = cause
    return result


@pytest.mark.parametrize("what", OUTPUTS)
def test_what_a_repr_does_not_say_is_seen(what):
    def mechanism(side, size, rng):
        return [OUTPUTS[what](int(told)) for told in np.where(rng.random(size) < 0.9, side, 1 - side)]

    assert audit(mechanism, (0, 1), 240, 0.9, rng=np.random.default_rng(0)).epsilon > 0.3


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("what", GRAPHS)
def test_every_part_of_a_graph_counts(kind, what):
    one, again, other = (GRAPHS[what](kind, side) for side in (0, 0, 1))
    assert leaves_of(one) == leaves_of(again)
    assert leaves_of(one) != leaves_of(other)


@pytest.mark.parametrize("what", ["that of an index", "bytes in memory", "the direction of an arrow"])
def test_what_is_told_as_often_as_the_promise_allows_is_not_accused(what):
    """At ε = 1 and at ε = 2."""
    outputs = [OUTPUTS[what](side) for side in (0, 1)]

    def mechanism(epsilon):
        lie = 1 / (1 + np.exp(epsilon))
        return lambda side, size, rng: [outputs[side ^ (rng.random() < lie)] for _ in range(size)]

    sound, leaky = (
        audit(mechanism(epsilon), (0, 1), 2_000, rng=np.random.default_rng(1)).epsilon for epsilon in (1, 2)
    )
    assert 0.4 < sound <= 1 < leaky <= 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (error(), error(note="HIV")),
        (error(cause=KeyError(1)), error(cause=KeyError(2))),
        (array("i", [1]), array("l", [1])),
        (pd.Series([1], name="a"), pd.Series([1], name="b")),
        (pd.DataFrame({"a": [1]}), pd.DataFrame({"a": [1]}, dtype="int32")),
        (pd.DataFrame({"a": [1]}), pd.DataFrame({"a": [1]}, index=[1])),
    ],
)
def test_every_part_counts(one, other):
    assert leaves_of(one) == leaves_of(one)
    assert leaves_of(one) != leaves_of(other)


def test_what_is_none_of_these_is_not_taken_apart():
    for thing in (1, "a", None, [1], object, Held):
        assert contents(thing) is None


def test_only_pythons_own_kinds_are_compared_by_their_bytes():
    assert is_own([None, (1.5, {"a": b"b"}), {1, frozenset()}])
    for thing in (np.float64(0), [np.zeros(1)], {"a": bytearray()}, {"a": memoryview(b"")}, Held(1)):
        assert not is_own(thing)
