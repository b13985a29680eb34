"""Hiding in a sample: a mechanism that sees m of n records, drawn without replacement, reveals less."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.privacy.draws import secret_subsample
from privcausal.privacy.outward_rounding import (
    digits,
    float_above,
    float_below,
    lower_reading,
    upper_reading,
)
from privcausal.privacy.price import Price, Relation, Release, check_positive


def amplified(epsilon: float, m: int, n: int) -> float:
    """The price ln(1 + (m/n)(e^ε − 1)) of an ε-private mechanism that is run on m of n records.

    Claim: P-amplify

    >>> round(amplified(1.0, m=100, n=1_000), 4)
    0.1586
    """
    _check(epsilon, m, n)
    if m == n or epsilon > LARGE:  # beyond, the sample does not show in the digits
        return epsilon
    with digits(_enough(epsilon)):
        return float_above(_scaled(upper_reading(epsilon), Decimal(int(m)) / int(n)))


def epsilon_on_sample(epsilon: float, m: int, n: int) -> float:
    """Return the ε of a mechanism on m of n records such that the whole costs `epsilon`.

    Claim: P-amplify

    >>> round(amplified(epsilon_on_sample(0.5, m=50, n=1_000), m=50, n=1_000), 12)
    0.5
    """
    _check(epsilon, m, n)
    if m == n or epsilon > LARGE:
        return epsilon
    with digits(_enough(epsilon)):
        return float_below(_scaled(lower_reading(epsilon), Decimal(int(n)) / int(m)))


LARGE = 1e6
"""Above this ε the sample is not looked at: whoever hides in it hides from nobody."""


def _enough(epsilon: float) -> int:
    """How many digits: a small ε loses as many in e^ε − 1, and again in the logarithm, as it has zeros."""
    return 60 + 2 * abs(Decimal(float(epsilon)).adjusted())


def _scaled(epsilon: Decimal, share: Decimal) -> Decimal:
    """ln(1 + share·(e^ε − 1)), to far more digits than a float has."""
    return (1 + share * (epsilon.exp() - 1)).ln()


@dataclass(frozen=True)
class Subsampled:
    """Run a mechanism on `m` records drawn without replacement; for substitution, with a public number of records.

    `mechanism(sample, rng)` must be private under substitution *on the sample*, whatever sample it gets.

    Claim: P-amplify

    >>> from privcausal.privacy.laplace import Laplace
    >>> mean = lambda sample, rng: Laplace(1 / len(sample), 1.0, Relation.SUBSTITUTION).release(sample.mean(), rng)
    >>> records = np.linspace(0, 1, 1_000)
    >>> print(Subsampled(mean, m=100).release(records, np.random.default_rng(0)))
    +0.4659 (ε = 0.158566, substitution)
    """

    mechanism: Callable[[NDArray[np.float64], np.random.Generator], Release]
    m: int

    def release(self, records: ArrayLike, rng: np.random.Generator) -> Release:
        """Draw the sample, keep it secret, and book the smaller price."""
        rows = np.asarray(records)
        n = len(rows)
        _check_sizes(self.m, n)
        inner = self.mechanism(rows[secret_subsample(n, self.m, rng)], rng)
        if inner.relation is not Relation.SUBSTITUTION:
            raise ValueError(f"mechanism must be private under {Relation.SUBSTITUTION}, got {inner.relation}")
        price = amplified(inner.epsilon, self.m, n)
        with digits(50):
            delta = float_above(upper_reading(inner.delta) * int(self.m) / n)
        return Release(inner.value, Price(price, delta, inner.relation))


def _check(epsilon: float, m: int, n: int) -> None:
    check_positive(epsilon=epsilon)
    _check_sizes(m, n)


def _check_sizes(m: int, n: int) -> None:
    if not 1 <= m <= n:
        raise ValueError(f"m must lie between 1 and the number of records n = {n}, got {m!r}")
