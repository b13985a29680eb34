"""standing: nothing is said of a pair that no answer supports."""

import numpy as np
import pytest

from privcausal.graphs.constraint_based.pc import Learned, OneByOne, oriented, pc
from privcausal.graphs.standing import Pair, Standing, careful
from privcausal.graphs.structure.pdag import arrows, cpdag

NOTHING = np.zeros((4, 4), dtype=bool)
FORK = np.array([[0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]], dtype=bool)
"""0 → 2 ← 1 and 2 → 3: all three arrows are known from the one v-structure."""


@pytest.fixture
def learned():
    separators = {(0, 1): (), (0, 3): (2,), (1, 3): (2,)}
    return Learned(oriented(FORK | FORK.T, separators), separators)


def test_with_all_questions_answered_nothing_changes(learned):
    assert np.array_equal(learned.graph, cpdag(FORK))
    assert np.array_equal(careful(learned, [], NOTHING), learned.graph)


@pytest.mark.parametrize("leg", [(0, 2), (1, 2)])
def test_a_v_structure_with_an_unfinished_leg_is_none(learned, leg):
    """And what would follow from it does not follow."""
    assert not arrows(careful(learned, [leg], NOTHING)).any()


def test_an_unfinished_pair_gets_no_arrow(learned):
    told = careful(learned, [(2, 3)], NOTHING)
    assert np.argwhere(arrows(told)).tolist() == [[0, 2], [1, 2]]
    assert told[2, 3]
    assert told[3, 2]


def test_an_untested_pair_is_no_edge_and_no_absence_of_one():
    """0 → 2 ← 1 rests on 0 and 1 being apart: if nobody asked, no arrow."""
    joined = FORK | FORK.T
    joined[0, 1] = joined[1, 0] = True
    untested = NOTHING.copy()
    untested[0, 1] = untested[1, 0] = True
    separators = {(0, 3): (2,), (1, 3): (2,)}
    told = careful(Learned(oriented(joined, separators), separators), [(0, 1)], untested)
    assert not told[0, 1]
    assert not arrows(told).any()


def test_no_arrow_is_ever_added():
    """Whatever is left open, what is told is a part of what would have been told."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        answers = rng.random((5, 5, 32)) < 0.5

        def test(x, y, given, answers=answers):
            return bool(answers[x, y, sum(1 << z for z in given)])

        whole = pc(5, OneByOne(test))
        open_pairs = np.triu(rng.random((5, 5)) < 0.4, 1)
        untested = np.triu(open_pairs & (rng.random((5, 5)) < 0.5))
        untested = (untested | untested.T) & (whole.graph | whole.graph.T)
        told = careful(whole, map(tuple, np.argwhere(open_pairs)), untested)
        assert not (told & ~(whole.graph | whole.graph.T)).any()
        assert not arrows(told)[open_pairs | open_pairs.T].any()
        assert not (told & untested).any()


def test_pairs_speak():
    assert str(Pair("a", "b", Standing.CAUSE)) == "a → b"
    assert str(Pair("a", "b", Standing.JOINED)) == "a — b"
    assert str(Pair("a", "b", Standing.UNTESTED)) == "a … b"
