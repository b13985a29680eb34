"""What a private way of learning a graph may spend, and what it must tell about itself."""

import math
from dataclasses import dataclass
from typing import Protocol

from privcausal.graphs.constraint_based.pc import Policy
from privcausal.privacy.price import Relation


@dataclass(frozen=True)
class Price:
    """An (ε, δ) and the neighbours for whom it holds: as a budget beforehand, or as what was spent afterwards.

    >>> print(Price(1.0, 1e-6, Relation.SUBSTITUTION))
    ε = 1, δ = 1e-06 (substitution)
    """

    epsilon: float
    delta: float
    relation: Relation

    def __post_init__(self) -> None:
        if not self.epsilon >= 0:
            raise ValueError(f"epsilon must be 0 or more, got {self.epsilon!r}")
        if not 0 <= self.delta < 1:
            raise ValueError(f"delta must lie between 0 and 1, 1 excluded, got {self.delta!r}")

    def __str__(self) -> str:
        shown = f"ε = {self.epsilon:g}" + (f", δ = {self.delta:g}" if self.delta else "")
        return f"{shown} ({self.relation.value})"


def check_budget(budget: Price, *, pure: bool = False) -> None:
    """Refuse a budget that no method of Part III can keep: only substitution is proved, ε must be finite."""
    if budget.relation is not Relation.SUBSTITUTION:
        raise ValueError(
            f"relation must be {Relation.SUBSTITUTION}, got {budget.relation}: no other bound is proved"
        )
    if not (math.isfinite(budget.epsilon) and budget.epsilon > 0):
        raise ValueError(f"epsilon must be a positive finite number, got {budget.epsilon!r}")
    if not pure and budget.delta == 0:
        raise ValueError(
            "delta must lie strictly between 0 and 1, got 0: this method adds up its costs with a δ"
        )


class PrivatePolicy(Policy, Protocol):
    """A policy that pays for its answers, and stops asking when its budget is used up."""

    asked: list[int]
    """How many tests each order took."""

    stopped: str | None
    """Why it ended before PC would have; None if it did not."""

    @property
    def spent(self) -> Price:
        """What its answers have cost, never more than the budget."""
        ...
