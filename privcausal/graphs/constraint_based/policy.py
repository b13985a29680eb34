"""What a private way of learning a graph must tell about itself."""

from typing import Protocol

from privcausal.graphs.constraint_based.pc import Policy
from privcausal.privacy.price import Price


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
