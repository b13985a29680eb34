"""E-values: the numbers of their authors, and the confounder that they speak of."""

import math

import numpy as np
import pytest

from privcausal.effects.estimates import EffectEstimate
from privcausal.effects.refute import (
    NEGATIVE_CONTROL,
    PLACEBO,
    Refutation,
    confounded_ratio,
    e_value,
    e_values,
)


def test_the_e_value_is_where_the_bound_meets_the_ratio():
    for ratio in (1.01, 1.5, 3.9, 20.0):
        strength = e_value(ratio)
        assert confounded_ratio(strength, strength) == pytest.approx(ratio)
        assert e_value(1 / ratio) == pytest.approx(strength)
    assert e_value(0.0) == e_value(math.inf) == math.inf


def test_no_confounder_that_is_weaker_produces_the_ratio():
    rng = np.random.default_rng(0)
    for _ in range(2_000):
        share = rng.dirichlet(np.ones(2), 2)  # of a binary confounder, without and with treatment
        risk = rng.uniform(0.01, 1, 2)
        produced = share[1] @ risk / (share[0] @ risk)
        strengths = (share[1] / share[0]).max(), risk.max() / risk.min()
        assert produced <= confounded_ratio(*strengths) * (1 + 1e-12)


def test_an_interval_around_one_needs_no_confounder():
    assert e_values(EffectEstimate(2.0, 0.9, 4.0))[1] == 1
    assert e_values(EffectEstimate(0.5, 0.4, 0.8)) == (e_value(2.0), e_value(1.25))
    assert e_values(EffectEstimate(2.0, 1.5, math.inf))[1] == e_value(1.5)


def test_a_ratio_that_is_none_is_refused():
    with pytest.raises(ValueError, match="ratio must be 0 or more, got -1"):
        e_value(-1)


def test_a_refutation_passes_where_its_interval_holds_0():
    held, left_out = EffectEstimate(0.1, -0.1, 0.3), EffectEstimate(0.2, 0.1, 0.3)
    assert Refutation(PLACEBO, held).passed
    assert not Refutation(NEGATIVE_CONTROL, left_out).passed
    assert "leaves out 0: one in twenty does so by chance; otherwise the adjustment set leaves" in str(
        Refutation(NEGATIVE_CONTROL, left_out)
    )
