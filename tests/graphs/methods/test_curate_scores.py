"""Schedules: exact numbers of steps, equal totals, bad input."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.graphs.methods.curate_scores import (
    RULES,
    SCHEDULES,
    affordable,
    cost_of_steps,
    curate_scores,
    growth,
)
from privcausal.graphs.methods.noleaks import gradient_sensitivity
from privcausal.privacy.gaussian import gaussian_delta
from tests.graphs.builders import ONE, rng
from tests.refusals import refusals


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("rule", RULES)
def test_the_cost_is_the_sum_of_the_prices(schedule: str, rule: str) -> None:
    power = 1 if rule == "basic" else 2
    for steps in (0, 1, 2, 7, 50):
        total = float((growth(schedule, steps, ratio=1.25) ** power).sum())
        assert float(cost_of_steps(schedule, rule, steps, 1.25)) == pytest.approx(total, rel=1e-12)


@given(
    st.sampled_from(SCHEDULES),
    st.sampled_from(RULES),
    st.floats(0.05, 2),
    st.floats(0.01, 5),
    st.sampled_from([1.01, 1.1, 2.0]),
)
def test_one_step_more_would_be_too_much(
    schedule: str, rule: str, first: float, total: float, ratio: float
) -> None:
    steps = affordable(schedule, rule, first, total, ratio=ratio)
    exact_first, exact_total = Fraction(repr(first)), Fraction(repr(total))
    room = exact_total / exact_first if rule == "basic" else 2 * exact_total / exact_first**2
    assert (
        cost_of_steps(schedule, rule, steps, ratio) <= room < cost_of_steps(schedule, rule, steps + 1, ratio)
    )


def test_a_total_that_is_met_exactly_is_met() -> None:
    assert affordable("uniform", "basic", 0.1, 1.0) == 10
    assert affordable("arithmetic", "basic", 0.1, 0.4) == 3  # 0.1 · (3 · 3 − 1)/2
    assert affordable("geometric", "basic", 0.1, 0.7, ratio=2.0) == 3
    assert affordable("exponential", "zCDP", 1.0, 0.5) == 1
    assert affordable("uniform", "basic", 1.0, 0.99) == 0


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_every_schedule_spends_the_budget_and_no_more(schedule: str) -> None:
    rows = rng().normal(size=(200, 3))
    result = curate_scores(rows, budget=ONE, rng=rng(), schedule=schedule, steps=20, last=5.0)
    mu = math.sqrt(sum((gradient_sensitivity(1.0, 200) / scale) ** 2 for scale in result.scales))
    assert len(result.scales) == 20
    assert 0.999e-6 < gaussian_delta(mu, 1.0, 1.0) <= 1e-6
    assert result.spent == ONE


def test_the_last_step_pays_what_was_asked() -> None:
    result = curate_scores(np.ones((50, 2)), budget=ONE, rng=rng(), steps=30, last=4.0)
    assert result.scales[0] / result.scales[-1] == pytest.approx(4)


def test_one_step_is_a_schedule_too() -> None:
    result = curate_scores(np.ones((50, 2)), budget=ONE, rng=rng(), steps=1)
    assert len(result.scales) == 1


GOOD = {"schedule": "uniform", "rule": "basic", "first": 0.1, "total": 1.0}

test_bad_questions_are_refused = refusals(
    lambda options: affordable(**(GOOD | options)),
    ("schedule", {"schedule": "linear"}),
    ("rule", {"rule": "Rényi"}),
    ("first", {"first": 0.0}),
    ("total", {"total": -1.0}, {"total": math.inf}),
    ("ratio", {"schedule": "geometric", "ratio": 1.0}),
)

test_steps_are_whole = refusals(lambda steps: growth("uniform", steps), ("steps", -1, 2.5))


test_searches_need_steps_and_prices = refusals(
    lambda options: curate_scores(np.ones((5, 2)), budget=ONE, rng=rng(), **options),
    ("steps", {"steps": 0}),
    ("last", {"last": 0.0}, {"last": math.nan}),
)
