"""What an audit may conclude from counts: a lower confidence bound on ε, and how much it could have noticed."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import betainccinv, betaincinv, lambertw, ndtr

LEVELS = 128
"""Points at which the trade between the two error levels is looked at."""


@dataclass(frozen=True)
class AuditResult:
    """A lower confidence bound on ε, and the counts it rests on."""

    epsilon: float
    runs: int
    """On both neighbours together, the learning included."""
    direction: str
    hits: tuple[int, int]
    """How often the event came up in the test, first where it is the more likely."""
    tested: tuple[int, int]
    """Runs of the test, in the same order."""
    delta: float
    alpha: float

    def power(self, claimed: float, actual: float) -> float:
        """The chance that such an audit accuses a promise of `claimed` if its event shows ε = `actual`.

        Approximate: the logarithms of the two frequencies are treated as normal.
        """
        q = (self.hits[1] + 0.5) / (self.tested[1] + 1)
        p = min(math.exp(min(actual, 700)) * q + self.delta, 1.0)
        hits = (round(p * self.tested[0]), round(q * self.tested[1]))
        centre = epsilon_at_least(hits, self.tested, self.delta, self.alpha)
        variance = p * (1 - p) / self.tested[0] / max(p - self.delta, 1e-12) ** 2
        spread = math.sqrt(variance + (1 - q) / q / self.tested[1])
        return float(ndtr((centre - claimed) / spread))

    def notices(self, claimed: float, power: float = 0.9) -> float:
        """The smallest ε that such an audit would accuse with this probability; infinite if there is none."""
        q = (self.hits[1] + 0.5) / (self.tested[1] + 1)
        low, high = claimed, math.log(max(1 - self.delta, 1e-12) / q)
        if self.power(claimed, high) < power:
            return math.inf
        for _ in range(30):
            middle = (low + high) / 2
            low, high = (low, middle) if self.power(claimed, middle) >= power else (middle, high)
        return high


def epsilon_at_least(hits: tuple[int, int], tested: tuple[int, int], delta: float, alpha: float) -> float:
    """A lower confidence bound on ln((P − δ)/P′), for an event that was fixed before these runs.

    Clopper–Pearson bounds P from below at level a and P′ from above at level b. All pairs with the product
    a b = c together are wrong with probability at most c (1 − ln c) = α, so the least favourable of them counts.

    Claim: B-audit

    >>> round(epsilon_at_least((600, 400), (1000, 1000), 0.0, 0.05), 3)
    0.316
    """
    product = _product_at(alpha)
    levels = product ** np.linspace(1, 0, LEVELS)
    p = betaincinv(hits[0], tested[0] - hits[0] + 1, levels) if hits[0] else np.zeros(LEVELS)
    room = tested[1] - hits[1]
    q = betainccinv(hits[1] + 1, room, product / levels) if room else np.ones(LEVELS)
    # Between two levels p is at least its value at the lower one, and q at most its value at the higher one.
    worst = ((p[:-1] - delta) / q[1:]).min()
    return math.log(worst) if worst > 0 else -math.inf


def _product_at(alpha: float) -> float:
    """The c with c (1 − ln c) = α: how small the product of two independent p-values must be."""
    return math.exp(1 + float(lambertw(-alpha / math.e, -1).real))


def caution(alpha: float) -> float:
    """The level at which each of the two probabilities is bounded when they share the risk equally."""
    return math.sqrt(_product_at(alpha))
