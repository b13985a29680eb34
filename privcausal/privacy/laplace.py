"""Mechanisms that add noise, and the release that never travels without its price."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from privcausal.privacy.price import Relation


@dataclass(frozen=True)
class Release:
    """A private value and what it cost: nothing private leaves the library without its price."""

    value: Any
    epsilon: float
    delta: float
    relation: Relation

    def __str__(self) -> str:
        price = f"ε = {self.epsilon:g}" + (f", δ = {self.delta:g}" if self.delta else "")
        value = f"{self.value:+.4f}" if isinstance(self.value, float) else str(self.value)
        return f"{value} ({price}, {self.relation.value})"


@dataclass(frozen=True)
class Laplace:
    """Add Laplace noise of scale `sensitivity / epsilon`: (ε, 0)-private for neighbours under `relation`.

    Claim: K-laplace

    >>> mechanism = Laplace(sensitivity=0.04, epsilon=1.0, relation=Relation.SUBSTITUTION)
    >>> mechanism.scale
    0.04
    >>> print(mechanism.release(0.25, np.random.default_rng(0)))
    +0.2628 (ε = 1, substitution)
    """

    sensitivity: float
    epsilon: float
    relation: Relation

    def __post_init__(self) -> None:
        for name in ("sensitivity", "epsilon"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value > 0):
                raise ValueError(f"{name} must be a positive finite number, got {value!r}")

    @property
    def scale(self) -> float:
        """The noise's scale b: its density is exp(−|z|/b) / 2b."""
        return self.sensitivity / self.epsilon

    def release(self, value: float, rng: np.random.Generator) -> Release:
        """Release one value."""
        return Release(float(value + rng.laplace(scale=self.scale)), self.epsilon, 0.0, self.relation)

    def sample(self, value: float, size: int, rng: np.random.Generator) -> np.ndarray:
        """What `size` independent runs would print: for audits and simulations, not for release."""
        return value + rng.laplace(scale=self.scale, size=size)
