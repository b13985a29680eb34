"""`pc`: the PC algorithm as it is known, by the G² test and without privacy; private methods are compared with it."""

from typing import Any

import numpy as np

from privcausal.graphs.constraint_based.pc import OneByOne
from privcausal.graphs.constraint_based.policy_method import PolicyMethod
from privcausal.graphs.independence.contingency import Tables, g_squared
from privcausal.graphs.kinds import CATEGORIES
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.method import POWER, Detectability
from privcausal.graphs.power import minimum_detectable_by_squares
from privcausal.privacy.price import Price


def without_privacy(tables: Tables, budget: Price, rng: np.random.Generator) -> OneByOne:
    """Return PC's policy: an edge goes if G² does not call its ends dependent."""
    return OneByOne(lambda x, y, conditioning_set: g_squared(tables, x, y, conditioning_set).p_value > LEVEL)


class WithoutPrivacy(PolicyMethod):
    """PC by the G² test."""

    def foresee(
        self, records: int, sizes: Any, budget: Price, *, power: float = POWER
    ) -> Detectability | None:
        """Return what sampling alone leaves to be detected."""
        least = minimum_detectable_by_squares(0.0, records, sizes, power)
        return Detectability(self.name, 0.0, "in each test", "φ", least)


METHOD = WithoutPrivacy(
    name="pc",
    wants=CATEGORIES,
    says="PC by the G² test, not private: for --epsilon inf",
    rank=7,
    policy=without_privacy,
    private=False,
)
