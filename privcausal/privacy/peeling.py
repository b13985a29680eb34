"""Choosing several things, one after the other, by the exponential mechanism; and what that really costs."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.privacy.basic_filters import times
from privcausal.privacy.charges import announcing
from privcausal.privacy.exponential import Exponential
from privcausal.privacy.outward_rounding import digits, round_up, upper_reading
from privcausal.privacy.price import Price, Relation, Release, settle_numbers

Places = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Peeling:
    """Choose `count` outputs by their scores, each from those that are left, each choice (`each`, 0)-private.

    `groups` names the group of every output; a choice removes its whole group. The scores of one choice can move by
    `sensitivity` each. Together this costs count·each²/8 in zero-concentrated privacy, a quarter of what any
    (`each`, 0)-private choices might.

    Claim: B-peel

    >>> peeling = Peeling(1.0, each=4.0, count=2, relation=Relation.SUBSTITUTION)
    >>> peeling.release([0.0, 9.0, 5.0, 1.0], np.random.default_rng(0)).value
    (1, 2)
    >>> peeling.rho, peeling.epsilon
    (4.0, 8.0)
    """

    sensitivity: float
    each: float
    count: int
    relation: Relation
    groups: Places | None = None

    def __post_init__(self) -> None:
        settle_numbers(self, "sensitivity", "each")
        _ = self.choice  # refuses bad numbers by name
        if self.count < 0:
            raise ValueError(f"count must be a number of choices, 0 or more, got {self.count!r}")

    @property
    def choice(self) -> Exponential:
        """The mechanism that is repeated `count` times."""
        return Exponential(self.sensitivity, self.each, self.relation)

    @property
    def epsilon(self) -> float:
        """The price as pure privacy."""
        return times(self.count, self.each)

    @property
    def rho(self) -> float:
        """The price in zero-concentrated privacy."""
        with digits(2000):  # exact
            return round_up(self.count * upper_reading(self.each) ** 2 / 8)

    @property
    def price(self) -> Price:
        """What all choices cost together."""
        return Price.pure(self.epsilon, self.relation, rho=self.rho)

    @property
    def deviation(self) -> float:
        """How much one score is blurred: the standard deviation of a Gumbel variable at this rate."""
        return math.pi / math.sqrt(6) / self.choice.rate

    @announcing
    def release(self, scores: ArrayLike, rng: np.random.Generator) -> Release:
        """The places chosen, in the order of the choices."""
        values = np.asarray(scores, dtype=float)
        if values.ndim != 1 or not np.isfinite(values).all():
            raise ValueError("scores must be one list of finite numbers: a forbidden output leaves the list")
        groups = np.arange(len(values)) if self.groups is None else np.asarray(self.groups)
        if len(groups) != len(values) or len(np.unique(groups)) < self.count:
            raise ValueError(
                f"groups must name a group for each of {len(values)} scores, at least {self.count} of them"
            )
        places, left = [], np.arange(len(values))
        for _ in range(self.count):
            place = left[self.choice.sample(values[left], 1, rng)[0]]
            places.append(int(place))
            left = left[groups[left] != groups[place]]
        return Release(tuple(places), self.price)
