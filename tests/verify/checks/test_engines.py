"""The engines against brute force of a different kind, and against mechanisms whose ε is known."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import strategies as st

from privcausal.claims.pairs.rank_worlds import excess_statistic, rank_distance_statistic
from privcausal.pairs.rank import concordance, quadrupled_rank_distance
from privcausal.verify.audit import audit_samples
from privcausal.verify.checks.exhaustive import worst_substitution
from privcausal.verify.checks.search import Best, climb, explore

STATISTICS = [
    (excess_statistic, lambda x, y: concordance(x, y).excess),
    (rank_distance_statistic, quadrupled_rank_distance),
]


@pytest.mark.parametrize(("fast", "plain"), STATISTICS)
def test_exhaustion_without_ties_equals_pairs_of_permutations(fast, plain):
    """All pairs of neighbouring data sets on a grid, found by comparing rather than by inserting."""
    m = 4
    grid = list(product(range(m + 1), repeat=2))
    sets = [tuple(zip(p, q, strict=True)) for p in permutations(range(m)) for q in permutations(range(m))]
    best = 0
    for records in sets[:: len(sets) // 40]:
        here = plain(*zip(*records, strict=True))
        for spot in grid:
            spot = (spot[0] - 0.5, spot[1] - 0.5)
            there = plain(*zip(*records[1:], spot, strict=True))
            best = max(best, abs(there - here))
    assert best == worst_substitution(fast, m, ties=False).value


@pytest.mark.parametrize(("fast", "plain"), STATISTICS)
@pytest.mark.parametrize("ties", [False, True])
def test_the_witness_shows_the_value(fast, plain, ties):
    extreme = worst_substitution(fast, 4, ties=ties)
    sides = [
        plain([*extreme.witness["x"], extreme.witness[s][0]], [*extreme.witness["y"], extreme.witness[s][1]])
        for s in ("before", "after")
    ]
    assert abs(sides[0] - sides[1]) == extreme.value


@pytest.mark.parametrize("m", [2, 3, 4])
def test_ties_include_all_small_data_sets(m):
    """Any data set with values on m levels is a case of the exhaustive search."""
    rng = np.random.default_rng(m)
    limit = worst_substitution(excess_statistic, m, ties=True).value
    for _ in range(300):
        x, y = rng.integers(0, m, (2, m))
        x2, y2 = x.copy(), y.copy()
        x2[0], y2[0] = rng.integers(-1, m + 1, 2)
        assert abs(concordance(x, y).excess - concordance(x2, y2).excess) <= limit


def test_chunks_change_nothing(monkeypatch):
    whole = worst_substitution(rank_distance_statistic, 5, ties=False)
    monkeypatch.setattr("privcausal.verify.checks.exhaustive.CHUNK", 100)
    assert worst_substitution(rank_distance_statistic, 5, ties=False) == whole


def test_searches_climb_and_repeat_themselves():
    def height(point):
        return -Fraction((point - 77) ** 2)

    def hop(point, rng):
        return point + int(rng.integers(-3, 4))

    runs = []
    for _ in range(2):
        best = Best()
        explore(st.integers(0, 10_000), height, best, examples=30, seed=4)
        climb(best, height, hop, 8_000, np.random.default_rng(3))
        runs.append((best.candidate, best.score, best.tried))
    assert runs[0] == runs[1]
    assert runs[0][0] == 77


@pytest.mark.parametrize("shift", [0.5, 1.0, 2.0])
def test_the_audit_comes_close_from_below(shift):
    rng = np.random.default_rng(2)
    draws = [rng.laplace(centre, 1.0, (200_000, 1)) for centre in (0, shift)]
    assert 0.85 * shift < audit_samples(*draws).epsilon <= shift


def test_the_audit_stays_silent_on_equal_mechanisms():
    """At level α per audit, 200 audits of a mechanism that ignores its data accuse it rarely."""
    rng = np.random.default_rng(12)
    accused = sum(audit_samples(*rng.normal(size=(2, 2_000, 1)), alpha=0.05).epsilon > 0 for _ in range(200))
    assert accused <= 20


def test_the_audit_finds_an_outcome_that_only_one_neighbour_has():
    rng = np.random.default_rng(3)
    never, sometimes = np.zeros((50_000, 1)), (rng.random((50_000, 1)) < 0.01) * 1.0
    result = audit_samples(never, sometimes, delta=1e-3)
    assert result.epsilon > 2
    assert result.direction == "second over first"


def test_delta_excuses_what_it_covers():
    rng = np.random.default_rng(3)
    never, sometimes = np.zeros((50_000, 1)), (rng.random((50_000, 1)) < 0.01) * 1.0
    assert audit_samples(never, sometimes, delta=0.02).epsilon < 0.1
