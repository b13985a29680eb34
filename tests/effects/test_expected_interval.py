"""The width beforehand: from public numbers, and refused where nothing could be seen."""

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.effects.design import Design
from privcausal.effects.expected_interval import check_visible, expected_interval, planned_effect
from privcausal.table.declaration import Categories, Declaration

DECLARED = Declaration(dict.fromkeys(("old", "drug", "well"), Categories(("no", "yes"), missing="no")))


def test_more_people_and_more_budget_make_it_shorter():
    design = Design.of(DECLARED, "drug", "well", adjust=["old"])
    half = [expected_interval(design, n, epsilon).high for n, epsilon in ((500, 0.5), (500, 5), (50_000, 5))]
    assert half == sorted(half, reverse=True)
    name, planned = planned_effect(
        DECLARED, 500, 5, {"treatment": "drug", "outcome": "well", "adjust": ["old"]}
    )
    assert (name, planned) == ("drug → well adjusted for old", pytest.approx(half[1], rel=1e-3))


def test_a_budget_that_hides_everything_is_refused():
    with pytest.raises(ValueError, match="hides every effect among 20 records"):
        check_visible(Design.of(DECLARED, "drug", "well", adjust=["old"]), 20, 0.01)


@pytest.mark.parametrize("values", [3, 8])
def test_the_plan_counts_the_people_of_two_values_alone(values):
    """It counted everybody in the two arms: of eight values the answer's interval was twice as wide as planned."""
    declare = {"t": {"values": [*range(values)], "missing": 0}, "y": {"values": [0, 1], "missing": 0}}
    roles = {"control": "0", "treated": "1"}
    plan = privcausal.plan(
        declare, rows=20_000, epsilon=1, delta=1e-6, effect={"treatment": "t", "outcome": "y", **roles}
    )
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"t": rng.integers(0, values, 20_000), "y": rng.integers(0, 2, 20_000)})
    found = privcausal.effect(frame, "t", "y", epsilon=1, declare=declare, seed=1, **roles).difference
    assert plan.effect[1] == pytest.approx((found.high - found.low) / 2, rel=0.1)


def test_with_an_instrument_the_plan_names_the_effect_of_assignment():
    """Where half of the people follow, the effect among compliers had twice the interval planned under its name."""
    roles = {"treatment": "drug", "outcome": "well", "instrument": "old"}
    plan = privcausal.plan(DECLARED, rows=20_000, epsilon=1, delta=1e-6, effect=roles)
    row = next(line for line in str(plan).splitlines() if line.startswith("effect"))
    assert row.startswith(
        "effect     old → well (the effect of assignment; for that of drug among compliers, divide"
    )
