"""Wrong answers that readers give to the problems of chapters 1 to 3: each is told so."""

import math

import numpy as np
import pytest

from privcausal.course.check import fault


def noisy(centre, scale, rng):
    return centre + rng.laplace(0, scale)


def mean(values, low, high):
    return np.clip(values, low, high).mean()


def by_rho(rho, delta):
    return rho + 2 * math.sqrt(rho * math.log(1 / delta)) if delta else 0.0


WRONG = {
    "twice the scale": ("laplace_noise", lambda scale, size, rng: rng.laplace(0, 2 * scale, size)),
    "on one side only": ("laplace_noise", lambda scale, size, rng: rng.exponential(scale, size)),
    "normal noise": ("laplace_noise", lambda scale, size, rng: rng.normal(0, scale, size)),
    "one draw": ("laplace_noise", lambda scale, size, rng: rng.laplace(0, scale)),
    "the rate for the scale": ("laplace_noise", lambda scale, size, rng: rng.laplace(0, 1 / scale, size)),
    "nothing is clipped": (
        "clipped_mean",
        lambda values, low, high, e, rng: noisy(np.mean(values), (high - low) / len(values) / e, rng),
    ),
    "the mean is clipped": (
        "clipped_mean",
        lambda values, low, high, e, rng: noisy(
            np.clip(np.mean(values), low, high), (high - low) / len(values) / e, rng
        ),
    ),
    "noise for the sum": (
        "clipped_mean",
        lambda values, low, high, e, rng: noisy(mean(values, low, high), (high - low) / e, rng),
    ),
    "noise for a fence from 0": (
        "clipped_mean",
        lambda values, low, high, e, rng: noisy(mean(values, low, high), high / len(values) / e, rng),
    ),
    "noise for what is left inside": (
        "clipped_mean",
        lambda values, low, high, e, rng: noisy(
            mean(values, low, high), (np.max(values) - np.min(values)) / len(values) / e, rng
        ),
    ),
    "no noise": ("clipped_mean", lambda values, low, high, e, rng: mean(values, low, high)),
    "always the sum": ("total_epsilon", lambda prices, delta=0: sum(prices)),
    "always by ρ": (
        "total_epsilon",
        lambda prices, delta=0: by_rho(sum(e**2 for e in prices) / 2, delta) if delta else sum(prices),
    ),
    "ρ without its half": (
        "total_epsilon",
        lambda prices, delta=0: (
            min(sum(prices), by_rho(sum(e**2 for e in prices), delta)) if delta else sum(prices)
        ),
    ),
    "the square of the sum": (
        "total_epsilon",
        lambda prices, delta=0: (
            min(sum(prices), by_rho(sum(prices) ** 2 / 2, delta)) if delta else sum(prices)
        ),
    ),
    "the logarithm of nothing": (
        "total_epsilon",
        lambda prices, delta=0: min(sum(prices), math.log(1 / delta)),
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_answer_is_told(what):
    name, answer = WRONG[what]
    assert fault(name, answer)
