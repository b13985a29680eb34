"""The exponential mechanism: choose an output by its score, where adding noise to the output makes no sense."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import lambertw, log_softmax

from privcausal.arrays import Floats
from privcausal.privacy.charges import announcing
from privcausal.privacy.draws import choose
from privcausal.privacy.price import (
    Price,
    Relation,
    Release,
    check_not_negative,
    check_positive,
    settle_numbers,
)


@dataclass(frozen=True)
class Exponential:
    """Choose output r with probability ∝ exp(rate · q(d, r)) μ(r): (ε, 0)-private for neighbours under `relation`.

    `sensitivity` is the largest change of any single score. `monotone` declares that one step between neighbours
    never raises one score while it lowers another; the same ε then allows twice the rate. Both are declared by the
    caller, and neither can be read off the data.

    Claim: X-dp, B-spread

    >>> votes = Exponential(sensitivity=1, epsilon=1.0, relation=Relation.SUBSTITUTION)
    >>> votes.rate
    0.5
    >>> votes.probabilities([3, 5, 4]).round(3).tolist()
    [0.186, 0.506, 0.307]
    >>> print(votes.release([3, 5, 4], ["Monday", "Tuesday", "Friday"], np.random.default_rng(3)))
    Monday (ε = 1, substitution)
    """

    sensitivity: float
    epsilon: float
    relation: Relation
    monotone: bool = False

    def __post_init__(self) -> None:
        settle_numbers(self, "sensitivity", "epsilon")
        check_positive(sensitivity=self.sensitivity, epsilon=self.epsilon)

    @property
    def rate(self) -> float:
        """How much one point of score counts in the exponent: ε/2Δ, or ε/Δ when the scores are monotone."""
        return self.epsilon / ((1 if self.monotone else 2) * self.sensitivity)

    @property
    def price(self) -> Price:
        """The price of one choice."""
        return Price.pure(self.epsilon, self.relation)

    def log_probabilities(self, scores: ArrayLike, base: ArrayLike | None = None) -> Floats:
        """Ln of each output's probability; `base` holds the weights μ(r), all equal if left out."""
        scores = _scores(scores)
        return np.asarray(log_softmax(self.rate * scores + np.log(_weights(base, len(scores)))), dtype=float)

    def probabilities(self, scores: ArrayLike, base: ArrayLike | None = None) -> Floats:
        """The exact law of the output, up to rounding and the millionth that the grid takes from the rate."""
        return np.exp(self.log_probabilities(scores, base))

    @announcing
    def release(
        self,
        scores: ArrayLike,
        outputs: Sequence[Any],
        rng: np.random.Generator,
        base: ArrayLike | None = None,
    ) -> Release:
        """Choose one of `outputs`, whose list must not depend on the data."""
        if len(outputs) != np.size(scores):
            raise ValueError(
                f"outputs must be one per score, got {len(outputs)} for {np.size(scores)} scores"
            )
        return Release(outputs[int(self.sample(scores, 1, rng, base)[0])], self.price)

    def sample(
        self, scores: ArrayLike, size: int, rng: np.random.Generator, base: ArrayLike | None = None
    ) -> NDArray[np.int64]:
        """Places of the outputs that `size` independent runs would choose: for audits, not for release."""
        exact = _scores(scores)
        return choose(exact, self.rate, self.sensitivity, rng, _weights(base, len(exact)), size)


def privacy_loss(probabilities: ArrayLike, others: ArrayLike) -> float:
    """The largest |ln P[r] / P'[r]| over the outputs: the ε that one pair of neighbours really costs.

    >>> round(privacy_loss([0.5, 0.5], [0.25, 0.75]), 4)
    0.6931
    """
    p, q = np.asarray(probabilities, dtype=float), np.asarray(others, dtype=float)
    if p.shape != q.shape or not (p > 0).all() or not (q > 0).all():
        raise ValueError("probabilities and others must be positive and of one length")
    return float(np.abs(np.log(p) - np.log(q)).max())


def shortfall_bound(rate: float, share: float, slack: float = 0.0) -> float:
    """How far below the best score the choice falls on average, at most, whatever the scores are.

    `share` is the part of the base measure that lies within `slack` of the best score. For slack 0 the bound is
    attained.

    Claim: B-accuracy

    >>> round(shortfall_bound(rate=0.5, share=0.01), 4)
    5.2573
    """
    check_positive(rate=rate)
    check_not_negative(slack=slack)
    if not 0 < share <= 1:
        raise ValueError(f"share must lie in (0, 1], got {share!r}")
    return slack + float(lambertw((1 - share) / (math.e * share)).real) / rate


def private_median(
    values: ArrayLike,
    candidates: ArrayLike,
    *,
    epsilon: float,
    relation: Relation,
    rng: np.random.Generator,
) -> Release:
    """One of the declared `candidates`, likely one with about as many values below it as above.

    Values need no bounds: one record changes each count by at most one, however far away it lies.

    Claim: X-dp

    >>> rng = np.random.default_rng(2)
    >>> options = {"epsilon": 1.0, "relation": Relation.SUBSTITUTION, "rng": rng}
    >>> print(private_median(rng.normal(40, 9, 500), range(0, 100, 5), **options))
    40 (ε = 1, substitution)
    """
    places = np.asarray(candidates)
    # A record that is added or removed can only help or only hurt: it makes neither side lighter, or neither heavier.
    mechanism = Exponential(1, epsilon, relation, monotone=relation is Relation.ADD_REMOVE)
    return mechanism.release(median_scores(values, places), places.tolist(), rng)


def median_scores(values: ArrayLike, candidates: ArrayLike) -> Floats:
    """Minus the number of values on the heavier side of each candidate: sensitivity 1 under every relation.

    >>> median_scores([1, 2, 2, 9], [0, 2, 5]).tolist()
    [-4.0, -1.0, -3.0]
    """
    data, places = np.asarray(values, dtype=float), np.asarray(candidates, dtype=float)
    if data.ndim != 1 or not np.isfinite(data).all():
        raise ValueError("values must be one column of finite numbers")
    if places.ndim != 1 or not len(places) or not np.isfinite(places).all():
        raise ValueError("candidates must be a non-empty list of finite numbers")
    data = np.sort(data)
    below = np.searchsorted(data, places, side="left")
    above = len(data) - np.searchsorted(data, places, side="right")
    return -np.maximum(below, above).astype(float)


def revenues(bids: ArrayLike, prices: ArrayLike) -> Floats:
    """What each price would bring in: everyone who bids at least the price buys. Bids must lie in [0, 1].

    One bid moves the revenue of any price by at most 1, and of all prices in the same direction: monotone.

    Claim: X-auction

    >>> revenues([0.2, 0.5, 0.9], [0.2, 0.5, 1.0]).tolist()
    [0.6000000000000001, 1.0, 0.0]
    """
    offers, asked = np.asarray(bids, dtype=float), np.asarray(prices, dtype=float)
    for name, column in (("bids", offers), ("prices", asked)):
        if column.ndim != 1 or not ((column >= 0) & (column <= 1)).all():
            raise ValueError(f"{name} must be a list of numbers in [0, 1], the declared bounds")
    return np.asarray(asked * (offers[:, None] >= asked).sum(axis=0), dtype=float)


def _scores(scores: ArrayLike) -> Floats:
    column = np.asarray(scores, dtype=float)
    if column.ndim != 1 or not column.size:
        raise ValueError(f"scores must be a non-empty list of numbers, got an array of shape {column.shape}")
    if not np.isfinite(column).all():
        raise ValueError("scores must be finite, got NaN or infinity: a forbidden output leaves the range")
    return column


def _weights(base: ArrayLike | None, outputs: int) -> Floats:
    weights = np.ones(outputs) if base is None else np.asarray(base, dtype=float)
    if weights.shape != (outputs,) or not (np.isfinite(weights) & (weights > 0)).all():
        raise ValueError(f"base must hold a positive finite weight for each of the {outputs} outputs")
    return weights
