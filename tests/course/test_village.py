"""What chapters 12 to 14 import is what chapter 12 builds on its page, and the village is what they say it is."""

from itertools import combinations

import numpy as np
import pytest

from privcausal.course import village
from privcausal.course.check import fault
from privcausal.data.malawi import participants
from privcausal.graphs.methods import METHODS
from privcausal.pairs.rank import kendall
from privcausal.privacy.price import Price, Relation


def test_the_search_passes_the_judge_of_chapter_12():
    assert fault("pc_skeleton", village.pc_skeleton) is None


def test_the_cuts_fill_exactly_the_declared_sizes():
    for people in (village.cut(participants()), village.village(2_834, np.random.default_rng(1))):
        assert people.min() == 0
        assert (people.max(axis=0) + 1).tolist() == list(village.SIZES)


def test_the_excess_is_kendalls():
    rng = np.random.default_rng(2)
    x, y = rng.integers(0, 3, 40), rng.integers(0, 4, 40)
    table = np.zeros((3, 4), dtype=int)
    np.add.at(table, (x, y), 1)
    assert village.excess(table) == pytest.approx(kendall(x, y) * 40 * 39 / 2)


def test_only_the_edges_of_the_village_are_dependent():
    people = village.village(200_000, np.random.default_rng(3))
    correlations = np.corrcoef(people.T)
    apart = {(0, 1), (0, 2), (1, 2), (1, 4), (2, 4)}
    assert apart | village.TRUE_EDGES | {(3, 4)} == set(combinations(range(5), 2))
    assert max(abs(correlations[pair]) for pair in apart) < 0.01
    assert min(abs(correlations[pair]) for pair in village.TRUE_EDGES) > 0.1
    assert 0.01 < abs(correlations[3, 4]) < 0.1, "through youth alone"


def test_the_three_that_chapter_12_expects_of_ten_thousand_people():
    """Besides reward and learned; in our table even these are too weak to be detected."""
    exact, budget = (
        np.abs(np.corrcoef(village.cut(participants()).T)),
        Price(0.5, 1e-7, Relation.SUBSTITUTION),
    )
    pairs = set(combinations(range(len(village.SIZES)), 2))
    observed = {
        records: {
            pair
            for pair in pairs
            if exact[pair] > METHODS["once"].foresee(records, village.SIZES, budget).least[pair]
        }
        for records in (2_834, 10_000)
    }
    assert observed == {2_834: {(2, 3)}, 10_000: {(2, 3), (0, 3), (0, 4), (1, 3)}}
