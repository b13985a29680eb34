"""promise: what is weak is refused by name, until it is insisted on."""

import math

import pytest

from privcausal.privacy.price import Price, Relation
from privcausal.privacy.weak_budget import check_budget_strength, is_weak_budget

REPLACED = Relation.SUBSTITUTION


@pytest.mark.parametrize(
    ("epsilon", "delta", "weak"),
    [(10, 0, False), (10.1, 0, True), (math.inf, 0, False), (1, 0.0099, False), (1, 0.01, True)],
)
def test_the_edges(epsilon, delta, weak):
    price = Price(epsilon, delta, REPLACED)
    assert is_weak_budget(price, 100) is weak
    if weak:
        with pytest.raises(
            ValueError, match=r"^--(epsilon above 10|delta must be far below 1/n).*with --insist"
        ):
            check_budget_strength(price, 100, prefix="--", insist="--insist")
    else:
        check_budget_strength(price, 100)
