"""What a row may cost, so that all rows of a person cost what was asked for: never more, and hardly less."""

from decimal import Decimal

import numpy as np
import pytest

from privcausal.privacy.gaussian import largest_mu
from privcausal.privacy.outward_rounding import lower_reading, upper_reading
from privcausal.privacy.person_budget import gaussian_row_budget, row_epsilon
from privcausal.privacy.price import Price, Relation

REPLACED = Relation.SUBSTITUTION


def test_one_row_a_person_changes_nothing():
    budget = Price(0.7, 1e-6, REPLACED)
    assert row_epsilon(0.7, 1) == 0.7
    assert gaussian_row_budget(budget, 1) is budget


def test_rows_of_a_person_never_cost_more_in_epsilon(rng):
    for epsilon, rows in zip(np.exp(rng.uniform(-9, 3, 500)), rng.integers(2, 200, 500), strict=True):
        row = row_epsilon(float(epsilon), int(rows))
        assert rows * upper_reading(row) <= lower_reading(float(epsilon))
        assert rows * Decimal(row) >= Decimal(float(epsilon)) * (1 - Decimal("1e-15"))


@pytest.mark.parametrize("rows", [2, 3, 20, 365])
@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-9), (1.0, 1e-6), (8.0, 1e-3)])
def test_rows_of_a_person_never_cost_more_in_mu(epsilon, delta, rows):
    whole, row = largest_mu(epsilon, delta), gaussian_row_budget(Price(epsilon, delta, REPLACED), rows)
    share = largest_mu(row.epsilon, row.delta)
    assert rows * upper_reading(share) <= lower_reading(whole)
    assert rows * share >= whole * (1 - 1e-12)


def test_the_gaussian_way_is_the_sharper_one():
    """B-group would leave a row a smaller δ at the same ε."""
    row = gaussian_row_budget(Price(1.0, 1e-6, REPLACED), 5)
    group = 1e-6 / sum(np.exp(row.epsilon * step) for step in range(5))
    assert largest_mu(row.epsilon, row.delta) > 1.001 * largest_mu(row.epsilon, group)


def test_a_price_without_delta_is_refused():
    with pytest.raises(ValueError, match="delta must lie strictly between 0 and 1"):
        gaussian_row_budget(Price(1.0, 0.0, REPLACED), 3)
