"""The numbers behind the explorers about experiments, against draws."""

import numpy as np
import pytest

from privcausal.explorers import turned_effect, widening_interval
from privcausal.explorers.assignment import CONTROL, EFFECT, TRAIT, confounded_difference, interval_parts


def test_the_difference_is_the_effect_under_equal_shares_and_turns_round() -> None:
    assert confounded_difference(0.3, 0.3) == EFFECT
    assert confounded_difference(1, 0) < 0 < confounded_difference(0, 1)
    data = turned_effect().data
    assert (data["effect"], data["trait"], data["control"]) == (EFFECT, TRAIT, CONTROL)
    for far in (0, 1):
        assert 0 <= CONTROL + TRAIT * far < CONTROL + TRAIT * far + EFFECT <= 1, "a probability of coming"


@pytest.mark.parametrize(("people", "epsilon"), [(1000, 0.2), (2000, 0.1)])
def test_the_variances_are_those_of_simulated_studies(people: int, epsilon: float) -> None:
    rng, rates = np.random.default_rng(5), np.array((0.3, 0.6))
    came = rng.binomial(people, rates, (20_000, 2))
    counts = np.stack([people - came, came], axis=-1) + rng.laplace(0, 2 / epsilon, (20_000, 2, 2))
    shares = counts[..., 1] / counts.sum(axis=-1)
    chance, noise = interval_parts(people, epsilon, (0.3, 0.6))
    assert (shares[:, 1] - shares[:, 0]).var() == pytest.approx(chance + noise, rel=0.05)
    assert (came / people)[:, 1].var() + (came / people)[:, 0].var() == pytest.approx(chance, rel=0.05)


def test_less_noise_and_more_people_make_intervals_narrower() -> None:
    half = np.array([row[1:] for row in widening_interval().rows])
    assert (np.diff(half, axis=0) < 0).all()
    assert (np.diff(half, axis=1) < 0).all()
