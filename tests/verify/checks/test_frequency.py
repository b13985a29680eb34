"""Frequencies: they accuse what simulation excludes, never acquit, and share their risk."""

from fractions import Fraction

import numpy as np
import pytest

from privcausal.verify import Outcome
from privcausal.verify.checks.frequency import Frequency
from privcausal.verify.claim import QUICK
from tests.verify.toy import toy


def often(size, rng, p):
    return rng.random(size) < p


def result_of(bound, *worlds, draws=20_000):
    check = Frequency("how often", tuple({"p": p} for p in worlds), often, ())
    effort = type(QUICK)("few", examples=1, climbs=1, draws=draws, thorough=False)
    return list(check.run(toy(check, published=bound), effort, np.random.default_rng(0)))


@pytest.mark.parametrize(("bound", "outcome"), [("p - 1/20", Outcome.VIOLATED), ("p", Outcome.WITHIN)])
def test_what_cannot_be_is_accused(bound, outcome):
    (finding,) = result_of(bound, Fraction(3, 10))
    assert finding.outcome is outcome
    assert finding.cases == 20_000


def test_simulation_attains_nothing():
    """A bound of 0 that never happens looks attained; it is only not contradicted."""
    (finding,) = result_of("0*p", 0)
    assert (finding.outcome, finding.attained) == (Outcome.WITHIN, 0.0)


def test_what_is_compared_is_a_lower_bound_on_the_frequency():
    (finding,) = result_of("p", Fraction(1, 2))
    assert 0.48 < finding.attained < 0.5
    (rough,) = result_of("p", Fraction(1, 2), draws=200)
    assert rough.attained < finding.attained - 0.05


def test_more_worlds_leave_each_less_risk():
    alone, among = result_of("p", Fraction(1, 2))[0], result_of("p", *[Fraction(1, 2)] * 50)[0]
    assert among.attained < alone.attained
