"""The worst cases of the composition chapters, each computed a second way."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from privcausal.claims.privacy import filters, gaussian
from privcausal.claims.privacy import noise as sampling
from privcausal.claims.privacy import subsampling as amplification
from privcausal.claims.privacy.filters import spender_gain
from privcausal.claims.privacy.subsampling import loss_on_sample
from privcausal.verify.audit import audit

EXHIBITS = [e for module in (gaussian, sampling, amplification, filters) for e in module.EXHIBITS]


@pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda exhibit: exhibit.name)
def test_every_specimen_is_caught_and_no_honest_mechanism_accused(exhibit):
    rng = np.random.default_rng(1)
    result = audit(exhibit.sample, (0, 1), 200_000, 0.999, delta=exhibit.delta, ideal=True, rng=rng).epsilon
    assert (result <= exhibit.epsilon) == exhibit.honest


@pytest.mark.parametrize(("height", "queries"), [(-3.0, 5), (2.0, 10)])
def test_silence_by_simulation(height, queries):
    rng = np.random.default_rng(2)
    threshold = rng.laplace(scale=4.0, size=(200_000, 1))
    answers = height + rng.laplace(scale=8.0, size=(200_000, queries))
    silent = (answers < threshold).all(axis=1).mean()
    assert filters.silent_probability(height, 1.0, queries) == pytest.approx(silent, abs=0.005)


def all_stopping_rules(horizon):
    """Every set of states (rounds, ones) at which to stop."""
    states = [(k, ones) for k in range(horizon + 1) for ones in range(k + 1)]
    for chosen in itertools.product((False, True), repeat=len(states)):
        yield {state for state, stop in zip(states, chosen, strict=True) if stop}


def gain_of(stops, horizon, r, delta):
    gain = Fraction(0)
    for history in itertools.product((0, 1), repeat=horizon):
        ends = next((k for k in range(horizon + 1) if (k, sum(history[:k])) in stops), None)
        if ends is None:
            continue
        ones = sum(history[:ends])
        p = (r / (1 + r)) ** sum(history) * (1 / (1 + r)) ** (horizon - sum(history))
        gain += p * (1 - filters.exact_ratio(ends, r, delta) * r ** (ends - 2 * ones))
    return gain


def test_the_best_time_to_stop_is_best_among_all_rules():
    r, delta = Fraction(2), Fraction(1, 10)
    best = max(gain_of(stops, 3, r, delta) for stops in all_stopping_rules(3))
    assert filters.stopping_gain(3, r, delta).value == best


def test_one_question_gains_what_randomised_response_gains():
    rho, epsilon = 0.5, 0.4
    p = 1 / (1 + math.exp(-1.0))  # the whole budget in one question: ε = 1
    hockey_stick = p - math.exp(epsilon) * (1 - p)
    assert spender_gain(epsilon, rho, units=1, largest=1) == pytest.approx(hockey_stick)


def test_sorting_the_sample_breaks_amplification():
    case = {"heights": [(s[0] == 2) + (s[1] == 0) for s in PLACES]}  # likes the pair (2, 0)
    case |= {"others": [0, 1], "you": [0, 2]}
    bound = amplification.AMPLIFIED(r=Fraction(3), m=2, n=3)
    in_order = loss_on_sample(case, 2, Fraction(3), itertools.combinations)
    assert in_order == pytest.approx(math.log(13 / 5))
    assert in_order > bound
    assert loss_on_sample(case, 2, Fraction(3)) < bound


PLACES = list(itertools.product(range(3), repeat=2))
