"""Wrong answers that readers give to the problems of chapters 1 to 4: each is told so."""

import math
from fractions import Fraction

import numpy as np

from privcausal.course.check import fault
from tests.course.wrong_answers import told


def share(values, low, high):
    return (high - low) / len(values)


def mean(values, low, high):
    return np.clip(values, low, high).mean()


def mean_but(centre=mean, width=share):
    """An answer to the problem of chapter 2: right, except for its centre or the width of its noise."""
    return lambda values, low, high, e, rng: (
        centre(values, low, high) + rng.laplace(0, width(values, low, high) / e)
    )


def filter_but(number=Fraction, fits=lambda cost, left: cost <= left, charged=lambda fits: fits):
    """An answer to the problem of chapter 3 that is right, except for the options."""

    def answer(costs, budget):
        left, results = number(budget), []
        for cost in map(number, costs):
            results.append(fits(cost, left))
            left -= cost * charged(results[-1])
        return results

    return answer


def stopping_at_the_first_refusal(costs, budget):
    results = filter_but()(costs, budget)
    first = results.index(False) if False in results else len(results)
    return results[:first] + [False] * (len(results) - first)


def bill_but(rule):
    """An answer to the problem of chapter 4: never more than the sum, and by this rule where there is a δ."""
    return lambda prices, delta=0: min(sum(prices), rule(prices, delta)) if delta else sum(prices)


def by_rho(rho, delta):
    return rho + 2 * math.sqrt(rho * math.log(1 / delta))


def squares(prices):
    return sum(e**2 for e in prices)


def test_the_answers_as_they_stand_are_right():
    assert fault("clipped_mean", mean_but()) is None
    assert fault("answered", filter_but()) is None
    assert fault("total_epsilon", bill_but(lambda prices, delta: by_rho(squares(prices) / 2, delta))) is None


WRONG = {
    "twice the scale": ("laplace_noise", lambda scale, size, rng: rng.laplace(0, 2 * scale, size)),
    "on one side only": ("laplace_noise", lambda scale, size, rng: rng.exponential(scale, size)),
    "normal noise": ("laplace_noise", lambda scale, size, rng: rng.normal(0, scale, size)),
    "one draw": ("laplace_noise", lambda scale, size, rng: rng.laplace(0, scale)),
    "the rate for the scale": ("laplace_noise", lambda scale, size, rng: rng.laplace(0, 1 / scale, size)),
    "nothing is clipped": ("clipped_mean", mean_but(lambda values, low, high: np.mean(values))),
    "the mean is clipped": (
        "clipped_mean",
        mean_but(lambda values, *fence: np.clip(np.mean(values), *fence)),
    ),
    "noise for the sum": ("clipped_mean", mean_but(width=lambda values, low, high: high - low)),
    "noise for a fence from 0": (
        "clipped_mean",
        mean_but(width=lambda values, low, high: high / len(values)),
    ),
    "noise for what is inside": (
        "clipped_mean",
        mean_but(width=lambda values, *_: np.ptp(values) / len(values)),
    ),
    "no noise": ("clipped_mean", mean_but(width=lambda *_: 0.0)),
    "floating-point numbers": ("answered", filter_but(number=float)),
    "compared afterwards": ("answered", filter_but(fits=lambda cost, left: left > 0)),
    "the whole budget is refused": ("answered", filter_but(fits=lambda cost, left: cost < left)),
    "a refusal is charged": ("answered", filter_but(charged=lambda fits: True)),
    "the end after a refusal": ("answered", stopping_at_the_first_refusal),
    "always the sum": ("total_epsilon", lambda prices, delta=0: sum(prices)),
    "always by ρ": (
        "total_epsilon",
        lambda prices, delta=0: by_rho(squares(prices) / 2, delta) if delta else sum(prices),
    ),
    "ρ without its half": ("total_epsilon", bill_but(lambda prices, delta: by_rho(squares(prices), delta))),
    "the square of the sum": (
        "total_epsilon",
        bill_but(lambda prices, delta: by_rho(sum(prices) ** 2 / 2, delta)),
    ),
    "the logarithm of nothing": (
        "total_epsilon",
        lambda prices, delta=0: min(sum(prices), math.log(1 / delta)),
    ),
}


test_a_wrong_answer_is_told = told(WRONG, stopping=["the logarithm of nothing"])
