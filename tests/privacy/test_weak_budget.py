"""promise: what is weak is refused by name, until it is insisted on."""

import math

import numpy as np
import pandas as pd
import pytest

import privcausal
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


@pytest.mark.parametrize("epsilon", [5e-324, 1e-300, 1e-20, 9e-8])
def test_next_to_nothing_is_refused_by_its_name(epsilon):
    numbers = pd.DataFrame({"a": np.arange(50.0), "b": np.arange(50.0)})
    ranges = dict.fromkeys("ab", (0, 50))
    with pytest.raises(ValueError, match=r"epsilon must be at least 1e-07, .* nothing was spent"):
        privcausal.correlate(numbers, "a", "b", epsilon=epsilon)
    with pytest.raises(ValueError, match=r"epsilon must be at least 1e-07, .* nothing was spent"):
        privcausal.direction(numbers, "a", "b", epsilon=epsilon, declare=ranges)


def test_numbers_of_numpy_can_be_asked_for():
    numbers = pd.DataFrame({"a": np.arange(500.0), "b": np.arange(500.0)})
    assert privcausal.correlate(numbers, "a", "b", epsilon=np.float32(1)).spent.epsilon == 1.0
