"""One type for a budget, for what was spent, and for what leaves: its views agree, and bad numbers are refused."""

import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from privcausal.privacy.price import (
    Price,
    Relation,
    Release,
    check_budget,
    check_fraction,
    check_not_negative,
    check_positive,
    check_substitution,
)
from tests.refusals import invoke, refusals

SWAP = Relation.SUBSTITUTION


@given(st.floats(0.01, 20))
def test_a_pure_price_seen_as_gaussian_is_never_too_small(epsilon):
    """At every error of the first kind, N(μ, 1) allows no larger error of the second kind than a coin of price ε."""
    mu = Price.pure(epsilon, SWAP).mu
    first = np.linspace(0, 1, 400)
    of_coin = np.maximum(0, np.maximum(1 - np.exp(epsilon) * first, np.exp(-epsilon) * (1 - first)))
    of_normal = norm.cdf(norm.isf(first) - mu)
    assert (of_normal <= of_coin + 1e-12).all()
    corner = 1 / (1 + math.exp(epsilon))
    assert norm.cdf(norm.isf(corner) - mu) == pytest.approx(corner)  # and no smaller μ would do


def test_what_is_known_comes_first():
    gaussian = Price(1.0, 1e-6, SWAP, _mu=0.2)
    assert (gaussian.mu, gaussian.rho) == (0.2, pytest.approx(0.02))
    assert gaussian.concentrated
    peeled = Price.pure(2.0, SWAP, rho=0.5)
    assert (peeled.rho, peeled.delta) == (0.5, 0.0)
    assert peeled.concentrated


def test_what_is_not_known_is_infinite():
    asked_first = Price(1.0, 1e-6, SWAP)
    assert asked_first.rho == asked_first.mu == math.inf
    assert not asked_first.concentrated
    assert Price.pure(1e4, SWAP).mu == pytest.approx(math.sqrt(8e4))
    assert Price.pure(math.inf, SWAP).mu == math.inf
    assert Price.pure(2.0, SWAP).rho == 2.0


def test_nothing_costs_nothing():
    nothing = Price.nothing(SWAP)
    assert (nothing.epsilon, nothing.delta, nothing.rho, nothing.mu) == (0.0, 0.0, 0.0, 0.0)


def test_one_formatter():
    price = Price(0.5, 1e-9, Relation.ADD_REMOVE)
    assert str(price) == f"{price.amount} (addition or removal)" == "ε = 0.5, δ = 1e-09 (addition or removal)"
    assert str(Release("A", price)) == f"A ({price.amount}, addition or removal)"
    assert (Release(1, price).epsilon, Release(1, price).delta, Release(1, price).relation) == (
        0.5,
        1e-9,
        Relation.ADD_REMOVE,
    )


@given(st.floats(1e-12, 1e6))
def test_what_is_printed_is_never_below_the_price_nor_above_what_is_left(number):
    typed = Decimal(repr(number))
    price = Price.pure(number, SWAP)
    above, below = (Decimal(text.removeprefix("ε = ")) for text in (price.amount, price.amount_left))
    assert below <= typed <= above
    assert above - below <= typed * Decimal("1e-5")
    assert typed not in (Decimal(f"{number:g}"),) or above == below == typed


def test_natural_decimals_are_printed_as_they_are():
    for text in ("1", "0.1", "0.3", "2.5", "1e-06", "0.158565"):
        assert Price.pure(float(text), SWAP).amount == f"ε = {text}"
    assert Price(1.0000049, 1.0000001e-6, SWAP).amount == "ε = 1.00001, δ = 1.00001e-06"
    assert Price.pure(math.inf, SWAP).amount == Price.pure(math.inf, SWAP).amount_left == "ε = inf"


test_bad_numbers_are_refused_by_name = refusals(
    invoke,
    ("epsilon must be 0 or more, got -1.0", lambda: Price(-1.0, 0.0, SWAP)),
    ("epsilon must be 0 or more", lambda: Price(math.nan, 0.0, SWAP)),
    ("delta must lie between 0 and 1, 1 excluded, got 1.0", lambda: Price(1.0, 1.0, SWAP)),
    ("width must be a positive finite number, got 0.0", lambda: check_positive(width=0.0)),
    ("width must be a positive finite number", lambda: check_positive(width=math.inf)),
    ("slack must be a finite number ≥ 0, got -1", lambda: check_not_negative(slack=-1)),
    ("share must lie strictly between 0 and 1, got 1.0", lambda: check_fraction(share=1.0)),
    ("share must lie strictly between 0 and 1", lambda: check_fraction(share=math.nan)),
    *(
        (f"{name} must be a (number that|positive)", call)
        for word in ("1", None, 1j, [1.0], 10**400)
        for name, call in (
            ("epsilon", lambda word=word: Price(word, 0.0, SWAP)),
            ("delta", lambda word=word: Price(1.0, word, SWAP)),
            ("width", lambda word=word: check_positive(width=word)),
        )
    ),
    ("slack must be a finite number ≥ 0", lambda: check_not_negative(slack="1")),
    ("share must lie strictly between 0 and 1", lambda: check_fraction(share="0.5")),
    (r"relation must be Relation\.SUBSTITUTION, got", lambda: check_substitution(Relation.ZERO_OUT)),
    ("relation must be", lambda: check_budget(Price(1.0, 1e-6, Relation.ADD_REMOVE))),
    ("epsilon must be a positive finite number, got inf", lambda: check_budget(Price(math.inf, 1e-6, SWAP))),
    ("delta must lie strictly between 0 and 1, got 0", lambda: check_budget(Price(1.0, 0.0, SWAP))),
)


def test_numbers_of_other_libraries_become_those_of_python():
    price = Price(np.float32(0.5), np.int64(0), SWAP)
    assert (type(price.epsilon), type(price.delta)) == (float, float)
    assert type(Price(1, 0, SWAP).epsilon) is int  # printed as it was written


def test_a_price_says_what_weakens_it():
    assert str(Price(1.0, 0.0, SWAP, demonstration=True, weak=True)) == (
        "ε = 1 (substitution, demonstration, weak)"
    )
    assert str(Price(1.0, 0.0, SWAP, demonstration=False, weak=False)) == "ε = 1 (substitution)"


def test_the_smallest_floats_are_printed_without_losing_anything():
    assert Price(1.0, 5e-324, SWAP).amount == "ε = 1, δ = 5e-324"
    assert Price(1.0, 1.23456789e-310, SWAP).amount == "ε = 1, δ = 1.23457e-310"


def test_good_numbers_pass():
    check_positive(a=1, b=1e-300)
    check_not_negative(a=0)
    check_fraction(a=0.5)
    check_substitution(SWAP)
    check_budget(Price(1.0, 1e-6, SWAP))
