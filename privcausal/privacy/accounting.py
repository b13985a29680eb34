"""What many releases cost together: five rules of composition, side by side, and which of them is cheapest.

Every rule holds for releases that were chosen adaptively, each in the light of all earlier ones, as long as their
*prices and their number* were fixed beforehand. For prices chosen on the way there are filters.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.special import expit, log_expit

from privcausal.privacy.price import Release, check_fraction, check_positive

Curve = Callable[[float], float]
"""Rényi divergence as a function of its order α > 1."""


@dataclass(frozen=True)
class Composition:
    """The total ε under each rule that applies, all of them for the same δ."""

    epsilons: dict[str, float]
    delta: float

    @property
    def tightest(self) -> str:
        """The name of the rule with the smallest ε; the first of several that agree."""
        return min(self.epsilons, key=lambda rule: self.epsilons[rule])

    @property
    def epsilon(self) -> float:
        """The smallest total ε that is proved."""
        return self.epsilons[self.tightest]


def compose(releases: Sequence[Release], delta: float) -> Composition:
    """Compose releases, pure or with δ or Gaussian, under every rule; `delta` is the total to be reported.

    Claim: C-comp

    >>> from privcausal.privacy.laplace import Laplace
    >>> from privcausal.privacy.price import Relation
    >>> hundred = Laplace(1.0, 0.1, Relation.SUBSTITUTION)
    >>> total = compose([hundred.release(0.0, np.random.default_rng(0)) for _ in range(100)], delta=1e-6)
    >>> {rule: round(epsilon, 2) for rule, epsilon in total.epsilons.items()}
    {'basic': 10.0, 'advanced': 5.76, 'zCDP': 5.76, 'Rényi': 5.07, 'exact': 4.77}
    >>> total.tightest
    'exact'
    """
    check_fraction(delta=delta)
    if not releases:
        raise ValueError("releases must not be empty: nothing was spent")
    relations = sorted({release.relation.value for release in releases})
    if len(relations) > 1:
        raise ValueError(f"releases must share one relation of neighbours, got {', '.join(relations)}")
    totals = {rule: price(releases, delta) for rule, price in RULES.items()}
    if min(totals.values()) == math.inf:
        own = math.fsum(release.delta for release in releases)
        raise ValueError(f"delta must be at least {own:g}, what the releases have spent of it, got {delta!r}")
    return Composition({rule: total for rule, total in totals.items() if total < math.inf}, delta)


def advanced_epsilon(epsilons: Sequence[float], delta: float) -> float:
    """Σ ε tanh(ε/2) + √(2 ln(1/δ) Σ ε²): advanced composition with its sharp mean.

    Claim: C-comp
    """
    spent = np.asarray(epsilons, dtype=float)
    spread = math.sqrt(2 * math.log(1 / delta) * float(spent @ spent))
    return float(spent @ np.tanh(spent / 2)) + spread


def zcdp_epsilon(rho: float, delta: float) -> float:
    """The ε of ρ-zero-concentrated privacy at this δ: ρ + 2√(ρ ln(1/δ)). Claim: C-comp.

    >>> round(zcdp_epsilon(rho=0.5, delta=1e-6), 4)
    5.7565
    """
    return rho + 2 * math.sqrt(rho * math.log(1 / delta))


def pure_renyi(epsilon: float) -> Curve:
    """The Rényi curve that no (ε, 0)-private release exceeds: that of one randomised response."""

    def divergence(order: float) -> float:
        gain = (order - 1) * epsilon
        moment = np.logaddexp(log_expit(epsilon) + gain, log_expit(-epsilon) - gain)
        return float(moment) / (order - 1)

    return divergence


def renyi_epsilon(curve: Curve, delta: float) -> float:
    """The smallest ε over all orders at which a Rényi curve gives (ε, δ)-privacy.

    The conversion is that of Canonne, Kamath and Steinke: D + ln((α − 1)/α) − (ln δ + ln α)/(α − 1).

    >>> round(renyi_epsilon(pure_renyi(1.0), delta=1e-6), 3)
    1.0
    """

    def epsilon(log_excess: float) -> float:
        excess = math.exp(log_excess)
        order = 1 + excess
        return curve(order) + math.log(excess / order) - math.log(delta * order) / excess

    from scipy.optimize import minimize_scalar  # slow to load, and a budget in ε needs none of it

    best = minimize_scalar(epsilon, bounds=(-7.0, 20.0), method="bounded", options={"xatol": 1e-9})
    return max(float(best.fun), 0.0)


@cache
def largest_rho(epsilon: float, delta: float) -> float:
    """The largest ρ that is still (ε, δ)-private, by the sharper conversion of Rényi divergences.

    Claim: B-private-pcs

    >>> round(largest_rho(1.0, 1e-6), 4)
    0.0244
    """
    from scipy.optimize import brentq

    def excess(log_rho: float) -> float:
        rho = math.exp(log_rho)
        return renyi_epsilon(lambda order: order * rho, delta) - epsilon

    # Between the simple conversion and an obvious excess; a hair less, for rounding must not cost privacy.
    tail = math.log(1 / delta)
    simple = (epsilon / (math.sqrt(epsilon + tail) + math.sqrt(tail))) ** 2
    return math.exp(brentq(excess, math.log(simple / 2), math.log(2 * epsilon + 1), xtol=1e-12)) * (1 - 1e-9)


def exact_epsilon(epsilon: float, rounds: int, delta: float) -> float:
    """The smallest ε that is true of every sequence of `rounds` (ε, 0)-private releases.

    Among all of them `rounds` randomised responses betray the most. Their loss is ε(2J − rounds) with J binomial, so
    δ(x) = max over j of P(J ≥ j) − e^x Q(J ≥ j), and the inverse is a maximum too.

    >>> round(exact_epsilon(0.1, 100, 1e-6), 4)
    4.7746
    """
    from scipy.stats import binom

    check_positive(epsilon=epsilon, rounds=rounds)
    check_fraction(delta=delta)
    counts = np.arange(rounds + 1)
    more = binom.sf(counts - 1, rounds, expit(epsilon))
    # Far tails are added up as logarithms: they may be smaller than any float.
    less = np.logaddexp.accumulate(binom.logpmf(counts, rounds, expit(-epsilon))[::-1])[::-1]
    heavy = more > delta
    return max(float((np.log(more[heavy] - delta) - less[heavy]).max()), 0.0)


def _basic(releases: Sequence[Release], delta: float) -> float:
    enough = math.fsum(release.delta for release in releases) <= delta * (1 + 1e-12)
    return math.fsum(release.epsilon for release in releases) if enough else math.inf


def _advanced(releases: Sequence[Release], delta: float) -> float:
    slack = delta - math.fsum(release.delta for release in releases)
    return advanced_epsilon([release.epsilon for release in releases], slack) if slack > 0 else math.inf


def _zcdp(releases: Sequence[Release], delta: float) -> float:
    slack = delta - _outside(releases)
    total = math.fsum(
        release.price.rho if release.price.concentrated else release.epsilon**2 / 2 for release in releases
    )
    return zcdp_epsilon(total, slack) if slack > 0 else math.inf


def _renyi(releases: Sequence[Release], delta: float) -> float:
    slack = delta - _outside(releases)
    if slack <= 0:
        return math.inf
    rho = math.fsum(release.price.rho for release in releases if release.price.concentrated)
    others = [release.epsilon for release in releases if not release.price.concentrated]
    curves = [(others.count(epsilon), pure_renyi(epsilon)) for epsilon in sorted(set(others))]
    return renyi_epsilon(
        lambda order: order * rho + math.fsum(count * curve(order) for count, curve in curves), slack
    )


def _exact(releases: Sequence[Release], delta: float) -> float:
    """Only for pure releases of one price; in general the exact answer is expensive."""
    prices = {(release.epsilon, release.delta) for release in releases}
    if len(prices) > 1 or any(own for _, own in prices):
        return math.inf
    return exact_epsilon(releases[0].epsilon, len(releases), delta)


def _outside(releases: Sequence[Release]) -> float:
    """The δ of releases that have one and no Rényi curve: an ε-private release, except with probability δ."""
    return math.fsum(release.delta for release in releases if not release.price.concentrated)


RULES: dict[str, Callable[[Sequence[Release], float], float]] = {
    "basic": _basic,
    "advanced": _advanced,
    "zCDP": _zcdp,
    "Rényi": _renyi,
    "exact": _exact,
}
