"""The numbers behind the explorers about privacy, against what the book proves."""

import math
import re

import numpy as np
import pytest
from scipy.stats import binom

from privcausal.explorers import (
    audit_game,
    clipped_sum,
    exponential_tickets,
    many_questions,
    raised_threshold,
    turning_bus,
    two_worlds,
)
from privcausal.explorers.privacy import split_stops
from privcausal.privacy.accounting import exact_epsilon
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation


def test_the_best_strategy_is_what_draws_allow_and_below_the_bound() -> None:
    data, rng = two_worlds().data, np.random.default_rng(11)
    for epsilon, best, every in zip(data["epsilon"], data["best"], data["every"], strict=True):
        noise = Laplace(sensitivity=1, epsilon=epsilon, relation=Relation.ADD_REMOVE).sample(0.0, 4000, rng)
        right = (np.concatenate([noise < 0.5, -noise < 0.5])).mean()
        assert right == pytest.approx(best, abs=0.02), epsilon
        assert 0.5 < best < every < 1


def test_a_clip_trades_what_it_cuts_for_noise() -> None:
    data = clipped_sum().data
    assert data["lost"] == sorted(data["lost"], reverse=True)
    for epsilon, noise, together in zip(data["epsilon"], data["noise"], data["together"], strict=True):
        assert noise[-1] == pytest.approx(math.sqrt(2) * data["clip"][-1] / epsilon)
        assert 0 < int(np.argmin(together)) < len(together) - 1
    assert len({int(np.argmin(together)) for together in data["together"]}) == len(data["epsilon"])
    assert sum(data["people"]) <= 400


def test_at_most_the_fraction_delta_of_walks_ends_above_the_bound() -> None:
    """Exactly: t answers, k of them up, end at (2k − t)ε, and k has a binomial law."""
    data, shares = many_questions().data, []
    for epsilon, up, bounds in zip(data["epsilon"], data["up"], data["bound"], strict=True):
        for delta, row in zip(data["delta"], bounds, strict=True):
            for t, bound in zip(data["at"], row, strict=True):
                above = binom.sf(math.floor((bound / epsilon + t) / 2 + 1e-9), t, up)
                assert above <= delta
                assert bound <= epsilon * t + 1e-12
                shares.append(above / delta)
    assert max(shares) > 0.2, "and the bounds are not far off"


def test_the_thin_line_is_the_quantile_of_the_loss_and_no_total() -> None:
    data = many_questions().data
    for epsilon, up, rows, bounds in zip(
        data["epsilon"], data["up"], data["quantile"], data["bound"], strict=True
    ):
        for delta, row, proved in zip(data["delta"], rows, bounds, strict=True):
            for t, quantile, bound in zip(data["at"], row, proved, strict=True):
                ups = round((quantile / epsilon + t) / 2)
                assert binom.sf(ups, t, up) <= delta < binom.sf(ups - 1, t, up)
                assert exact_epsilon(epsilon, t, delta) <= quantile + 1e-12 <= bound + 2e-12


def test_chances_to_stop_add_up_to_one() -> None:
    data = raised_threshold().data
    chances = np.array(data["chance"])
    assert chances.shape[-1] == len(data["truth"]) + 1
    assert chances.sum(axis=-1) == pytest.approx(1, abs=1e-6)
    quiet, loud = chances[-1], chances[0]
    assert quiet[3].max() > loud[3].max()


def test_the_auditor_rejects_false_claims_alone() -> None:
    data = audit_game().data
    rejected = [max(bounds) > data["claim"] for bounds in data["bounds"]]
    assert rejected == data["violates"]
    assert 0 < sum(rejected) < len(rejected)


def test_the_spread_of_the_drawing_is_that_of_the_noise() -> None:
    data = raised_threshold().data
    for epsilon, (near, far) in zip(data["epsilon"], data["spread"], strict=True):
        assert (near, far) == pytest.approx((2 * math.sqrt(2) / epsilon, 4 * math.sqrt(2) / epsilon))


def test_tickets_add_up_and_lose_at_most_epsilon() -> None:
    explorer = exponential_tickets()
    for epsilon, *chances, loss in explorer.rows:
        assert sum(chances) == pytest.approx(1)
        assert 0 < loss <= epsilon
        assert int(np.argmax(chances)) == int(np.argmax(explorer.data["score"]))
    weights = np.exp(0.5 * np.array(explorer.data["score"]))  # what the script of the page computes, at ε = 1
    assert explorer.rows[2][1:-1] == pytest.approx(weights / weights.sum(), rel=1e-4)


def test_the_still_bus_names_the_values_of_its_slider_and_no_others_between_them() -> None:
    still = turning_bus().static_figure
    words = re.findall(r"<text[^>]*>\s*([^<]+?)\s*</text>", still)
    assert {"0.02", "0.05", "0.1", "0.2", "0.5"} <= set(words)
    assert "×" not in still


def test_the_bus_turns_where_simulated_days_end() -> None:
    data, rng, days = turning_bus().data, np.random.default_rng(6), 20_000
    absent, threshold, epsilon = np.array(data["absent"]), 400.0, 0.1
    i, j = data["epsilon"].index(epsilon), int(np.flatnonzero(data["threshold"] == threshold)[0])
    noises = {"split budget": (0.0, 24 / epsilon), "AboveThreshold": (2 / epsilon, 4 / epsilon)}
    for name, (hurdle, question) in noises.items():
        level = threshold + hurdle * rng.laplace(0, 1, (days, 1))
        yes = absent + question * rng.laplace(0, 1, (days, len(absent))) >= level
        stops = np.where(yes.any(axis=1), yes.argmax(axis=1), len(absent))
        seen = np.bincount(stops, minlength=len(absent) + 1) / days
        assert np.allclose(seen, data["chance"][name][i][j], atol=0.012)
        assert data["spread"][name][i] == pytest.approx((math.sqrt(2) * hurdle, math.sqrt(2) * question))


def test_a_round_with_a_split_budget_ends_somewhere() -> None:
    assert split_stops([3.0, -1.0, 8.0], 4.0, 2.0).sum() == pytest.approx(1)
    assert split_stops([100.0], 0.0, 1.0)[0] == pytest.approx(1)
