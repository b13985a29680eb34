"""The broken variants of AboveThreshold do what their names say: compared with exact chances, at fixed seeds."""

import math

import numpy as np

from privcausal.claims.broken import above_threshold as specimens
from privcausal.claims.privacy.above_threshold import plain_chance, stops_at
from privcausal.claims.privacy.sieve_and_examine import CLAIMS, laplace_above, scales_of

RUNS = 100_000
STREAM = [1.5, -1.0, 0.5]


def close(result, chance):
    """Within 4.5 standard errors."""
    return abs(result - chance) < 4.5 * math.sqrt(chance * (1 - chance) / RUNS)


def test_the_printed_sieve_follows_its_integral():
    places = specimens.sieve_as_printed(STREAM, 1.0, RUNS, np.random.default_rng(0))
    *scales, _ = scales_of(CLAIMS[0], 1.0, 1)
    for place, value in enumerate(STREAM):
        sieve = plain_chance(stops_at(place, 3), STREAM, scales)
        assert close(np.mean(places == place), sieve * laplace_above(value, 2.0))


def test_without_query_noise_a_later_lower_query_is_never_found():
    places = specimens.without_query_noise(STREAM, 1.0, RUNS, np.random.default_rng(1))
    assert set(places) == {0.0, np.inf}
    assert close(np.mean(places == 0), 1 - laplace_above(-1.5, 2.0))


def test_without_threshold_noise_answers_are_independent():
    places = specimens.without_threshold_noise(STREAM, 1.0, RUNS, np.random.default_rng(2))
    none = math.prod(1 - laplace_above(value, 4.0) for value in STREAM)
    assert close(np.mean(np.isinf(places)), none)


def test_stopping_after_enough_is_never_stopping():
    rng = np.random.default_rng
    many = specimens.noise_of_one(STREAM * 2, 1.0, 100, 500, rng(3))
    never = specimens.never_stopping(STREAM * 2, 1.0, 500, rng(3))
    assert np.array_equal(many[:, 1], never[:, 0])
    assert (many[:, 0] == 6).all()
    assert specimens.noise_of_one(STREAM * 2, 1.0, 1, 500, rng(3))[:, 0].min() == 1


def test_a_published_value_comes_with_its_place():
    shown = specimens.publishing_the_value(STREAM, 1.0, 1000, np.random.default_rng(4))
    assert np.array_equal(np.isinf(shown[:, 0]), np.isinf(shown[:, 1]))


def test_gaussian_tails_are_thin():
    far = [-30.0] * 3
    gauss, laplace = (
        np.isfinite(places).mean()
        for places in (
            specimens.gaussian_threshold(far, 4.0, RUNS, np.random.default_rng(5)),
            specimens.gaussian_threshold([0.0] * 3, 4.0, RUNS, np.random.default_rng(5)),
        )
    )
    assert gauss < 1e-3 < 0.5 < laplace


def test_a_generous_tweak_leaves_only_the_examinations():
    places = specimens.charging_successes_only([0.0], 1.0, 1e6, RUNS, np.random.default_rng(6))
    assert close(np.isfinite(places).mean(), 0.5)
