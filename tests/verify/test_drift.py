"""Changes of a statement: one at a time, each of them a change, none left out."""

import pytest

from privcausal.verify import Formula, Sense, one_of, real, whole
from privcausal.verify.drift import conditions, drifted, slips
from tests.verify.toy import toy


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("4/m", {"4 * m", "5 / m"}),
        ("-m", {"m"}),
        ("m + 0.5", {"m - 0.5", "m + 1.5"}),
        ("m**2", {"m ** 3"}),
        ("m", set()),
        ("sqrt(m)", set()),
        ("max(1, m*n)", {"max(2, m * n)", "max(1, m / n)"}),
    ],
)
def test_every_number_and_every_sign_slips_once(text, changed):
    results = [slip.text for slip in slips(Formula(text))]
    assert set(results) == changed
    assert len(results) == len(changed)


def test_a_slip_keeps_the_functions_of_the_library():
    where = {"twice": (lambda x: 2 * x, "{0}")}
    assert all(slip.where is where for slip in slips(Formula("twice(m) + 1", where)))


@pytest.mark.parametrize(
    ("quantity", "changed"),
    [
        (whole("m", at_least=2), {r"m\ge 1", r"m\ge 3", "m>2"}),
        (real("p", above=0, at_most=1), {r"-1<p\le 1", r"1<p\le 1", r"0\le p\le 1", r"0<p\le 0", r"0<p\le 2", "0<p<1"}),
        (one_of("k", 3), {"k=4"}),
        (one_of("k", 1, 3), {"k=3", "k=1", r"k\in\{3, 2\}", r"k\in\{1, 4\}"}),
        (real("q"), set()),
    ],
)  # fmt: skip
def test_every_limit_moves_opens_and_closes(quantity, changed):
    results = [other.tex for other in conditions(quantity)]
    assert set(results) == changed
    assert len(results) == len(changed)


def test_a_claim_drifts_in_one_place_at_a_time():
    more = {"formulas": {"delta": Formula("1/n")}, "quantities": (whole("m", at_least=2),)}
    claim = toy(published="4/m", ours="m", **more)
    others = dict(drifted(claim))
    assert len(others) == 2 + 0 + 2 + 3 + len(Sense) - 1
    fields = ("published", "ours", "formulas", "quantities", "sense")
    for what, other in others.items():
        assert sum(getattr(claim, name) != getattr(other, name) for name in fields) == 1, what
