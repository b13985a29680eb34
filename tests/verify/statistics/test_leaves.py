"""What an output is made of when a repr would round it, shorten it or leave it out."""

from array import array
from collections import deque
from dataclasses import dataclass
from typing import Any

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
