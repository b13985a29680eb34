"""The numbers behind the explorers about promises, against what the book proves."""

import math

import numpy as np
import pytest

from privcausal.explorers import audit_game, clipped_sum, many_questions, raised_threshold, two_worlds


def test_the_best_bettor_is_as_good_as_the_draws_allow() -> None:
    data = two_worlds().data
    for epsilon, best, noise in zip(data["epsilon"], data["best"], data["noise"], strict=True):
        right = (np.concatenate([noise < 0.5, -noise < 0.5])).mean()
        assert right == pytest.approx(best, abs=0.06), epsilon
        assert best <= math.exp(epsilon) / (1 + math.exp(epsilon))


def test_a_clip_trades_what_it_cuts_for_noise() -> None:
    data = clipped_sum().data
    assert data["lost"] == sorted(data["lost"], reverse=True)
    for epsilon, noise, together in zip(data["epsilon"], data["noise"], data["together"], strict=True):
        assert noise[-1] == pytest.approx(math.sqrt(2) * data["clip"][-1] / epsilon)
        assert 0 < int(np.argmin(together)) < len(together) - 1
    assert len({int(np.argmin(together)) for together in data["together"]}) == len(data["epsilon"])
    assert sum(data["people"]) <= 400


def test_walks_stay_below_the_bound_wherever_they_stop() -> None:
    data = many_questions().data
    steps = np.where(np.random.default_rng(1).random((20_000, data["at"][-1])) < data["up"], 1, -1)
    highest = (data["step"] * steps).cumsum(axis=1).max()
    assert highest < data["bound"][-1] < data["sum"][-1]


def test_chances_to_stop_add_up_to_one() -> None:
    data = raised_threshold().data
    chances = np.array(data["chance"])
    assert chances.shape[-1] == len(data["truth"]) + 1
    assert chances.sum(axis=-1) == pytest.approx(1, abs=1e-6)
    quiet, loud = chances[-1], chances[0]
    assert quiet[3].max() > loud[3].max()


def test_the_auditor_accuses_liars_alone() -> None:
    data = audit_game().data
    accused = [max(bounds) > data["promise"] for bounds in data["bounds"]]
    assert accused == data["lies"]
    assert 0 < sum(accused) < len(accused)
