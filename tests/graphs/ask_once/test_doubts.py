"""Doubts: a copy makes its original's edges doubtful, a plain cause none, and the answer says so."""

import json

import numpy as np
import pytest

from privcausal.graphs.ask_once.doubts import CLOSE, DETERMINED, NEARLY, Doubts
from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.methods import METHODS
from privcausal.table.inputs import as_table
from tests.graphs.builders import ONE

EDGE = (0, 1)


@pytest.mark.parametrize(
    ("p_value", "informative", "why"),
    [
        (0.5, False, DETERMINED),
        (0.5, True, None),
        (0.005, True, NEARLY),
        (0.005, False, None),
        (CLOSE / 2, True, None),
    ],
)
def test_one_test_says_one_thing(p_value, informative, why):
    doubts = Doubts(0.01)
    doubts.hear(EDGE, p_value, informative)
    assert doubts.against.get(EDGE) == why


def test_what_could_not_be_tested_outweighs_what_was_close_and_edges_that_went_are_no_matter():
    joined = np.array([[False, True], [False, False]])
    for order in ([(0.5, False), (0.005, True)], [(0.005, True), (0.5, False)]):
        doubts = Doubts(0.01)
        for p_value, informative in order:
            doubts.hear(EDGE, p_value, informative)
        assert doubts.about(joined) == doubts.about(joined.T) == {EDGE: DETERMINED}
        assert doubts.about(np.zeros_like(joined)) == {}


def people(copied):
    """A cause, and two effects; or a cause, its exact copy, and an effect."""
    rng = np.random.default_rng(3)
    cause = rng.integers(0, 2, 50_000)
    first, second = (np.where(rng.random(50_000) < 0.2, 1 - cause, cause) for _ in range(2))
    columns = [cause, cause if copied else first, second]
    return as_table(np.stack(columns, axis=1), {f"x{place}": [0, 1] for place in range(3)})


@pytest.mark.parametrize("name", ["once", "once-further", "once-sparing"])
def test_a_copy_makes_edges_doubtful_and_the_answer_says_so(name):
    plain, copied = (
        learn_graph(people(copied), METHODS[name], budget=ONE, rng=np.random.default_rng(4))
        for copied in (False, True)
    )
    assert plain.learned.doubts == {}
    assert copied.learned.doubts == {(0, 2): DETERMINED, (1, 2): DETERMINED}
    assert f"doubtful, because {DETERMINED}: x0 — x2, x1 — x2" in str(copied)
    assert {"first": "x1", "second": "x2", "why": DETERMINED} in json.loads(copied.to_json())["doubtful"]
