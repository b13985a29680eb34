"""The width beforehand: from public numbers, and refused where nothing could be seen."""

import pytest

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
