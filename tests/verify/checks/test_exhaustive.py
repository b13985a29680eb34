"""Exhaustive checks against brute force of a different kind, against a tolerance, and against a bound of zero."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

from privcausal.claims import load
from privcausal.claims.pairs.rank import excess_statistic, rank_distance_statistic
from privcausal.pairs.rank import concordance, quadrupled_rank_distance
from privcausal.verify import Formula
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme, worst_substitution
from privcausal.verify.claim import QUICK, THOROUGH
from privcausal.verify.evidence import Outcome, Target
from privcausal.verify.ledger import make_row
from privcausal.verify.report import worst_evidence

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


CLAIM = load()["K-kendall"]


def half(m):
    return Extreme(Fraction(1, 2), {"x": m}, 7)


def third(m):
    return Fraction(1, 3)


def run(check, claim=CLAIM):
    return list(check.run(claim, QUICK, np.random.default_rng(0)))


def test_a_tolerance_replaces_the_bounds_and_names_its_target():
    check = Exhaustive("step", ({"m": 3},), half, (), tolerance=third, target=Target.PROOF)
    (finding,) = run(check)
    assert (finding.target, finding.outcome, finding.bound) == (
        Target.PROOF,
        Outcome.VIOLATED,
        Fraction(1, 3),
    )
    assert (finding.cases, finding.witness) == (7, {"x": 3})


def test_a_broken_bound_of_zero_shows_its_witness():
    claim = replace(CLAIM, published=Formula("0"), checks=())
    check = Exhaustive("silence", ({"m": 3},), half, ())
    row = make_row(claim, [(check, run(check, claim))])
    assert row.verdict == "refuted"
    entry = worst_evidence(row)
    assert entry is not None
    assert (entry["witness"], entry["ratio"]) == ({"x": 3}, None)


def test_an_error_below_a_tolerance_for_rounding_is_neither_measured_nor_shown():
    def tiny(m):
        return Extreme(3e-16 * m, {"x": m}, 7)

    check = Exhaustive("step", ({"m": 3}, {"m": 4}), tiny, (), tolerance=lambda m: 1e-9)
    assert [(f.attained, f.witness, f.outcome) for f in run(check)] == [
        ("rounding", None, Outcome.WITHIN)
    ] * 2
    (broken, _) = run(replace(check, tolerance=lambda m: 1e-16))
    assert (broken.outcome, broken.witness) == (Outcome.VIOLATED, {"x": 3})


def test_thorough_worlds_are_visited_by_thorough_runs_only():
    check = Exhaustive("step", ({"m": 3},), half, (), thorough=({"m": 9},), tolerance=third)
    calls = [
        [finding.parameters["m"] for finding in check.run(CLAIM, effort, np.random.default_rng(0))]
        for effort in (QUICK, THOROUGH)
    ]
    assert calls == [[3], [3, 9]]
