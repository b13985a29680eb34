"""One type for a budget, for what was spent, and for what leaves: its views agree, and bad numbers are refused."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from privcausal.graphs.ask_once.noisy_moments import moment_sensitivity
from privcausal.graphs.methods.noleaks import gradient_sensitivity
from privcausal.pairs.private_iqr import AskOnce
from privcausal.pairs.ridge import GaussianKernel, residual_sensitivity
from privcausal.pairs.training_sensitivity import hsic_training_sensitivity
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.basic_filters import Filter
from privcausal.privacy.exponential import Exponential
from privcausal.privacy.gaussian import Gaussian, GaussianNoise
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.peeling import Peeling
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
from privcausal.privacy.propose_test_release import ProposeTestRelease, StableRelease
from privcausal.privacy.sieve_and_examine import SieveAndExamine
from privcausal.privacy.synthetic import Synthesiser
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


MECHANISMS = {
    "Laplace": lambda number: Laplace(number(2.0), number(0.1), SWAP).scale,
    "Gaussian": lambda number: Gaussian(number(2.0), number(0.1), number(1e-6), SWAP).scale,
    "GaussianNoise": lambda number: GaussianNoise(number(2.0), number(0.1), SWAP, number(1e-6)).price.mu,
    "Exponential": lambda number: Exponential(number(2.0), number(0.1), SWAP).rate,
    "Peeling": lambda number: Peeling(number(2.0), number(0.1), 2, SWAP).choice.rate,
    "AboveThreshold": lambda number: (
        AboveThreshold(number(0.5), number(2.0), number(0.1), SWAP, share=number(0.3)).query_scale
    ),
    "StableRelease": lambda number: StableRelease(number(0.1), number(1e-6), SWAP).grid_threshold,
    "ProposeTestRelease": lambda number: (
        ProposeTestRelease(number(2.0), number(0.1), number(1e-6), SWAP).noise.scale
    ),
    "SieveAndExamine": lambda number: (
        SieveAndExamine(
            *(number(0.5), number(0.1), 1_000, 500, lambda m: number(2.0), number(0.1), SWAP)
        ).sieve.query_scale
    ),
    "Synthesiser": lambda number: Synthesiser(2, 4, number(0.1)).mechanism(30).rate,
    "AskOnce": lambda number: AskOnce(number(0.3), 4, number(0.1), number(1e-6), SWAP).scale,
    "Filter": lambda number: Filter(number(0.1), SWAP).equal_share(3),
    "a length": lambda number: moment_sensitivity(number(0.1)),
    "a gradient": lambda number: gradient_sensitivity(number(0.1), 1_000),
    "a penalty": lambda number: residual_sensitivity(500, number(0.1)),
    "a width": lambda number: hsic_training_sensitivity(500, 500, 0.1, GaussianKernel(number(0.1))),
}


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.longdouble, np.float64, Fraction])
def test_numbers_of_other_kinds_are_settled_before_anything_is_computed(name, kind):
    """In short floats 2.0/0.1 was 20.0 where the price is for 20.005: less noise than was paid for."""
    results = (
        MECHANISMS[name](lambda number: kind(float(np.float16(number)))),
        MECHANISMS[name](lambda number: float(np.float16(number))),
    )
    assert results[0] == results[1]
    assert type(results[0]) is type(results[1])


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize(
    "number",
    [Decimal("0.1"), np.array(0.1), True, np.True_, "0.1", None, Fraction(1, 3), np.longdouble("0.1"), 1j],
    ids=repr,
)
def test_what_is_no_finite_float_is_refused(name, number):
    with pytest.raises(ValueError, match="must be"):
        MECHANISMS[name](lambda _: number)


@pytest.mark.parametrize("rows", [0, -1, 2.0, True, "3", None, np.int64(3)], ids=repr)
def test_rows_of_a_price_are_a_whole_number(rows):
    with pytest.raises(ValueError, match="rows must be a whole number, 1 or more"):
        Price(1.0, 0.0, SWAP, rows=rows)


def test_what_a_price_knows_of_itself_is_settled_too():
    price = Price(1.0, 1e-6, SWAP, np.float16(0.1), np.float16(0.3))
    assert [type(number) for number in (price.rho, price.mu)] == [float, float]
    with pytest.raises(ValueError, match="rho must be a number"):
        Price.pure(1.0, SWAP, rho=Decimal("0.1"))


def test_written_out_a_price_hides_nothing():
    assert repr(Price(1.0000049, 0.0, SWAP)).startswith("Price(epsilon=1.0000049, delta=0.0, relation=")
    price = Price(1.0, 0.0, SWAP, rows=3, person="id", blank=True, demonstration=True, weak=True)
    assert repr(price).endswith("rows=3, person='id', blank=True, demonstration=True, weak=True)")


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
    above, below = (Decimal(text.removeprefix("ε = ")) for text in (price.amount, price.remaining_amount))
    assert below <= typed <= above
    assert above - below <= typed * Decimal("1e-5")
    assert typed not in (Decimal(f"{number:g}"),) or above == below == typed


def test_natural_decimals_are_printed_as_they_are():
    for text in ("1", "0.1", "0.3", "2.5", "1e-06", "0.158565"):
        assert Price.pure(float(text), SWAP).amount == f"ε = {text}"
    assert Price(1.0000049, 1.0000001e-6, SWAP).amount == "ε = 1.00001, δ = 1.00001e-06"
    assert Price.pure(math.inf, SWAP).amount == Price.pure(math.inf, SWAP).remaining_amount == "ε = inf"


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
