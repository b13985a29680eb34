"""Observations are confirmed by looking, and broken by looking; nothing of them is ever tight."""

from fractions import Fraction

import pytest

from privcausal.verify import Kind, Outcome, Sense
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.observed import Observed
from tests.verify.toy import finding_of, toy


def observed(m):
    return Extreme(Fraction(1, m), {"m": m}, cases=m)


@pytest.mark.parametrize(
    ("bound", "sense", "outcome"),
    [
        ("1/m", Sense.AT_MOST, Outcome.CONFIRMED),
        ("2/m", Sense.AT_MOST, Outcome.CONFIRMED),
        ("1/m", Sense.EXACTLY, Outcome.CONFIRMED),
        ("1/(m + 1)", Sense.AT_MOST, Outcome.VIOLATED),
        ("1/m", Sense.LESS_THAN, Outcome.VIOLATED),
        ("2/m", Sense.EXACTLY, Outcome.VIOLATED),
    ],
)
def test_looking_confirms_or_breaks(bound, sense, outcome):
    check = Observed("look", ({"m": 3},), observed, ())
    finding = finding_of(toy(check, published=bound, sense=sense))
    assert (finding.outcome, finding.cases, finding.witness) == (outcome, 3, {"m": 3})


def test_it_is_an_experiment():
    assert Observed("look", (), observed, ()).kind is Kind.EXPERIMENT
