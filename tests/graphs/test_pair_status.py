"""standing: nothing is said of a pair that no answer supports."""

import numpy as np
import pytest

from privcausal.graphs.constraint_based.pc import OneByOne, oriented, pc
from privcausal.graphs.learned import Learned
from privcausal.graphs.pair_status import Pair, PairStatus, conservative_orientation
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
    assert np.array_equal(conservative_orientation(learned, [], NOTHING), learned.graph)


@pytest.mark.parametrize("leg", [(0, 2), (1, 2)])
def test_a_v_structure_with_an_unfinished_leg_is_none(learned, leg):
    """And what would follow from it does not follow."""
    assert not arrows(conservative_orientation(learned, [leg], NOTHING)).any()


def test_an_unfinished_pair_gets_no_arrow(learned):
    noisy = conservative_orientation(learned, [(2, 3)], NOTHING)
    assert np.argwhere(arrows(noisy)).tolist() == [[0, 2], [1, 2]]
    assert noisy[2, 3]
    assert noisy[3, 2]


def test_an_untested_pair_is_no_edge_and_no_absence_of_one():
    """0 → 2 ← 1 rests on 0 and 1 being apart: if nobody asked, no arrow."""
    joined = FORK | FORK.T
    joined[0, 1] = joined[1, 0] = True
    untested = NOTHING.copy()
    untested[0, 1] = untested[1, 0] = True
    separators = {(0, 3): (2,), (1, 3): (2,)}
    noisy = conservative_orientation(Learned(oriented(joined, separators), separators), [(0, 1)], untested)
    assert not noisy[0, 1]
    assert not arrows(noisy).any()


def test_no_arrow_is_ever_added(rng):
    """Whatever is left open, what is told is a part of what would have been told."""
    for _ in range(200):
        answers = rng.random((5, 5, 32)) < 0.5

        def test(x, y, conditioning_set, answers=answers):
            return bool(answers[x, y, sum(1 << z for z in conditioning_set)])

        whole = pc(5, OneByOne(test))
        open_pairs = np.triu(rng.random((5, 5)) < 0.4, 1)
        untested = np.triu(open_pairs & (rng.random((5, 5)) < 0.5))
        untested = (untested | untested.T) & (whole.graph | whole.graph.T)
        noisy = conservative_orientation(whole, map(tuple, np.argwhere(open_pairs)), untested)
        assert not (noisy & ~(whole.graph | whole.graph.T)).any()
        assert not arrows(noisy)[open_pairs | open_pairs.T].any()
        assert not (noisy & untested).any()


def test_pairs_speak():
    assert str(Pair("a", "b", PairStatus.DIRECTED)) == "a → b"
    assert str(Pair("a", "b", PairStatus.UNDIRECTED)) == "a — b"
    assert str(Pair("a", "b", PairStatus.UNTESTED)) == "a … b"
