"""Wrong answers that readers give to the problems of chapters 1 to 3: each is told so."""

import numpy as np
import pytest

from privcausal.course.check import fault


def noisy(centre, scale, rng):
    return centre + rng.laplace(0, scale)


def mean(values, low, high):
    return np.clip(values, low, high).mean()


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
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_answer_is_told(what):
    name, answer = WRONG[what]
    assert fault(name, answer)
