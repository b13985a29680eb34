"""Searches: they climb, repeat themselves, are not steered by rounding, and on trial stop when it is enough."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import strategies as st

from privcausal.verify import Formula, instead
from privcausal.verify.checks.search import Best, Search, climb, explore
from privcausal.verify.claim import QUICK, Mutant, rejects
from privcausal.verify.evidence import Outcome, Sense
from tests.verify.toy import toy

ONE_TO_TEN = {"m": 10}


def numbers(m):
    return st.integers(1, m)


def near_half(candidate, m):
    """The largest is at 7; all others of its kind come within a rounding error."""
    return Fraction(candidate, 2 * m) if candidate < 7 else 0.5 * (1 + candidate * 1e-16)


def one_up(candidate, rng):
    return min(candidate + 1, 10)


def claim(score=near_half, bound="1/2", sense=Sense.AT_MOST, **options):
    check = Search("search", (ONE_TO_TEN,), numbers, score, (), **options)
    return toy(check, sense=sense, published=bound)


def run(claim, effort=QUICK, seed=0):
    (finding,) = claim.checks[0].run(claim, effort, np.random.default_rng(seed))
    return finding


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


def test_of_candidates_that_rounding_tells_apart_the_first_stays():
    best = Best()
    assert [best.offer(name, score) for name, score in (("a", 0.3), ("b", 0.1 + 0.2), ("c", 0.31))] == [
        True,
        False,
        True,
    ]
    assert (best.candidate, best.tried) == ("c", 3)
    exact = Best(score=Fraction(1, 3))
    assert exact.offer("a", Fraction(1, 3) + Fraction(1, 10**30))


@pytest.mark.parametrize("noise", [-1e-16, 1e-16])
def test_a_climb_walks_along_a_ridge_however_it_is_rounded(noise):
    """Ten equally high places in a row; rounding makes each a little lower than the one before, or higher."""
    best, heights = Best(0, 1.0), [*(1 + noise * place for place in range(10)), 2.0]
    climb(best, heights.__getitem__, lambda place, rng: min(place + 1, 10), 10, rng=None)
    assert (best.candidate, best.score) == (10, 2.0)


def test_a_climb_never_drifts_down():
    """Each step loses less than counts; all together they would lose everything."""
    best = Best(0, 1.0)
    reached = []

    def height(place):
        reached.append(place)
        return 1 - 4e-10 * place

    climb(best, height, lambda place, rng: place + 1, 1_000, rng=None)
    assert max(reached) <= 3


def test_the_finding_compares_the_best_with_the_bound_and_shows_it():
    finding = run(claim())
    assert finding.outcome is Outcome.ATTAINED
    assert finding.witness >= 7
    assert finding.cases > 0
    assert run(claim(bound="1/3")).outcome is Outcome.VIOLATED
    assert run(claim()) == run(claim())


def path_of(factor):
    """Every candidate that is looked at, when errors are rounding times this factor."""
    calls = []

    def score(candidate, m):
        calls.append(candidate)
        return candidate * factor * 1e-17

    finding = run(claim(score, tolerance=lambda m: 1e-9, step=one_up))
    assert (finding.attained, finding.witness, finding.outcome) == ("rounding", None, Outcome.WITHIN)
    return calls


def test_errors_below_a_tolerance_for_rounding_do_not_steer_and_are_not_shown():
    assert path_of(1) == path_of(-3)


def test_an_error_above_its_tolerance_is_shown():
    finding = run(claim(lambda candidate, m: 1e-8, tolerance=lambda m: 1e-9))
    assert (finding.outcome, finding.attained) == (Outcome.VIOLATED, 1e-8)
    assert finding.witness is not None


def counted(wrong, sense=Sense.AT_MOST):
    """Whether the mutant is rejected, and how many candidates were looked at."""
    tried = []

    def score(candidate, m):
        tried.append(candidate)
        return Fraction(candidate)

    right = claim(score, "10", sense, step=one_up)
    mutant = Mutant("wrong", claim={"published": Formula(wrong)})
    result = rejects(right, right.checks[0], mutant, QUICK, np.random.default_rng(0))
    return result, len(tried)


def test_on_trial_a_search_stops_at_the_first_violation():
    result, tried = counted("1/2")
    assert (result, tried) == (True, 1)
    result, tried = counted("20")
    assert not result
    assert tried > QUICK.climbs


def test_a_mutant_is_found_out_by_the_bound_that_it_changes():
    """That the published bound is broken anyway finds nothing out about ours."""
    broken = replace(claim(lambda candidate, m: Fraction(candidate), "1/2"), ours=Formula("10"))

    def found(**wrong):
        return rejects(broken, broken.checks[0], instead(**wrong), QUICK, np.random.default_rng(0))

    assert (found(ours="9"), found(ours="11"), found(published="1/3")) == (True, False, True)


def test_a_claim_that_something_is_large_enough_is_searched_to_the_end():
    """Its violation is a best score below the bound, which no single candidate shows."""
    result, tried = counted("20", Sense.AT_LEAST)
    assert result
    assert tried > QUICK.climbs
    assert not counted("1", Sense.AT_LEAST)[0]


def test_the_score_is_told_the_claim_if_it_asks():
    def score(claim, candidate, m):
        return claim.published() * candidate / m

    assert run(claim(score)).attained == Fraction(1, 2)
