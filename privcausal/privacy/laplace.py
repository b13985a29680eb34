"""Laplace noise: the price of a release is its sensitivity over the scale of the noise."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from privcausal.privacy.charges import announcing
from privcausal.privacy.draws import Size, add_laplace
from privcausal.privacy.price import Price, Relation, Release, check_positive, settle_numbers


@dataclass(frozen=True)
class Laplace:
    """Add Laplace noise of scale `sensitivity / epsilon`: (ε, 0)-private for neighbours under `relation`.

    `sensitivity` is the largest distance between the values of neighbours; for several numbers released together,
    the largest sum of their distances.

    Claim: K-laplace

    >>> mechanism = Laplace(sensitivity=0.04, epsilon=1.0, relation=Relation.SUBSTITUTION)
    >>> mechanism.scale
    0.04
    >>> print(mechanism.release(0.25, np.random.default_rng(0)))
    +0.2420 (ε = 1, substitution)
    """

    sensitivity: float
    epsilon: float
    relation: Relation

    def __post_init__(self) -> None:
        settle_numbers(self, "sensitivity", "epsilon")
        check_positive(sensitivity=self.sensitivity, epsilon=self.epsilon)

    @property
    def scale(self) -> float:
        """The noise's scale b: its density is exp(−|z|/b) / 2b. The drawn noise is wider by half a millionth."""
        return self.sensitivity / self.epsilon

    @property
    def price(self) -> Price:
        """The price of one release."""
        return Price.pure(self.epsilon, self.relation)

    @announcing
    def release(self, value: ArrayLike, rng: np.random.Generator) -> Release:
        """Release one value, or several numbers together."""
        noisy = add_laplace(value, self.scale, self.sensitivity, rng)
        return Release(noisy if np.ndim(noisy) else float(noisy), self.price)

    def sample(self, value: ArrayLike, size: Size, rng: np.random.Generator) -> np.ndarray:
        """What `size` independent runs would print: for audits and simulations, not for release."""
        return np.asarray(add_laplace(value, self.scale, self.sensitivity, rng, size))
