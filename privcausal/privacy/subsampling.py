"""Hiding in a sample: a mechanism that sees m of n records, drawn without replacement, betrays less."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.privacy.draws import some_of
from privcausal.privacy.price import Price, Relation, Release, check_positive


def amplified(epsilon: float, m: int, n: int) -> float:
    """The price ln(1 + (m/n)(e^ε − 1)) of an ε-private mechanism that is run on m of n records.

    Claim: P-amplify

    >>> round(amplified(1.0, m=100, n=1_000), 4)
    0.1586
    """
    check_positive(epsilon=epsilon)
    _check_sizes(m, n)
    if epsilon > 30:  # e^ε − 1 would overflow in the end; here the 1 no longer counts
        return epsilon + math.log(m / n + (1 - m / n) * math.exp(-epsilon))
    return math.log1p(m / n * math.expm1(epsilon))


def epsilon_on_sample(epsilon: float, m: int, n: int) -> float:
    """The ε that a mechanism may spend on m of n records so that the whole costs `epsilon`.

    Claim: P-amplify

    >>> round(amplified(epsilon_on_sample(0.5, m=50, n=1_000), m=50, n=1_000), 12)
    0.5
    """
    check_positive(epsilon=epsilon)
    _check_sizes(m, n)
    if epsilon > 30:
        return epsilon + math.log(n / m - (n / m - 1) * math.exp(-epsilon))
    return math.log1p(n / m * math.expm1(epsilon))


@dataclass(frozen=True)
class Subsampled:
    """Run a mechanism on `m` records drawn without replacement; for substitution, with a public number of records.

    `mechanism(sample, rng)` must be private under substitution *on the sample*, whatever sample it gets.

    Claim: P-amplify

    >>> from privcausal.privacy.laplace import Laplace
    >>> mean = lambda sample, rng: Laplace(1 / len(sample), 1.0, Relation.SUBSTITUTION).release(sample.mean(), rng)
    >>> records = np.linspace(0, 1, 1_000)
    >>> print(Subsampled(mean, m=100).release(records, np.random.default_rng(0)))
    +0.4659 (ε = 0.158565, substitution)
    """

    mechanism: Callable[[NDArray[np.float64], np.random.Generator], Release]
    m: int

    def release(self, records: ArrayLike, rng: np.random.Generator) -> Release:
        """Draw the sample, keep it secret, and book the smaller price."""
        rows = np.asarray(records)
        n = len(rows)
        _check_sizes(self.m, n)
        inner = self.mechanism(rows[some_of(n, self.m, rng)], rng)
        if inner.relation is not Relation.SUBSTITUTION:
            raise ValueError(f"mechanism must be private under {Relation.SUBSTITUTION}, got {inner.relation}")
        price = amplified(inner.epsilon, self.m, n)
        return Release(inner.value, Price(price, self.m / n * inner.delta, inner.relation))


def _check_sizes(m: int, n: int) -> None:
    if not 1 <= m <= n:
        raise ValueError(f"m must lie between 1 and the number of records n = {n}, got {m!r}")
