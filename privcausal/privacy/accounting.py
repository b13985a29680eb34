"""What many releases cost together: five rules of composition, side by side, and which of them is cheapest.

Every rule holds for releases that were chosen adaptively, each in the light of all earlier ones, as long as their
*prices and their number* were fixed beforehand. For prices chosen on the way there are filters.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from privcausal.privacy.outward_rounding import (
    Number,
    digits,
    float_above,
    float_below,
    lower_reading,
    round_up,
    upper_reading,
)
from privcausal.privacy.price import Release, check_fraction, check_positive, half_square, same_people

Curve = Callable[[float], float]
"""Rényi divergence as a function of its order α > 1; it can be too small by a few units in the last place."""

HAIR = Decimal(2) ** -50
"""So much, as a part of itself, is added to a curve."""


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

    >>> from privcausal.privacy.price import Price, Relation
    >>> hundred = [Release(0.0, Price.pure(0.1, Relation.SUBSTITUTION))] * 100
    >>> total = compose(hundred, delta=1e-6)
    >>> {rule: round(epsilon, 2) for rule, epsilon in total.epsilons.items()}
    {'basic': 10.0, 'advanced': 5.76, 'zCDP': 5.76, 'Rényi': 5.07, 'exact': 4.77}
    """
    check_fraction(delta=delta)
    if not releases:
        raise ValueError("releases must not be empty: nothing was spent")
    relations = sorted({release.relation.value for release in releases})
    if len(relations) > 1:
        raise ValueError(f"releases must share one relation of neighbours, got {', '.join(relations)}")
    for release in releases:
        for name, one, other in same_people(releases[0].price, release.price):
            raise ValueError(
                f"releases must share {name}, got {one} and {other}: prices add up for the same people"
            )
    totals = {rule: price(releases, delta) for rule, price in RULES.items()}
    if min(totals.values()) == math.inf:
        own = math.fsum(release.delta for release in releases)
        raise ValueError(f"delta must be at least {own:g}, what the releases have spent of it, got {delta!r}")
    return Composition({rule: total for rule, total in totals.items() if total < math.inf}, delta)


def advanced_epsilon(epsilons: Sequence[float], delta: Number) -> float:
    """Σ ε tanh(ε/2) + √(2 ln(1/δ) Σ ε²): advanced composition with its sharp mean.

    Claim: C-comp, B-outward
    """
    with digits(50):
        counted = Counter(map(upper_reading, epsilons)).items()
        mean = sum((times * e * (e.exp() - 1) / (e.exp() + 1) for e, times in counted), Decimal(0))
        squares = sum((times * e * e for e, times in counted), Decimal(0))
        return float_above(mean + (-2 * lower_reading(delta).ln() * squares).sqrt())


def zcdp_epsilon(rho: Number, delta: Number) -> float:
    """The ε of ρ-zero-concentrated privacy at this δ: ρ + 2√(ρ ln(1/δ)). Claim: C-comp, B-outward.

    >>> round(zcdp_epsilon(rho=0.5, delta=1e-6), 4)
    5.7565
    """
    with digits(50):
        return float_above(upper_reading(rho) + 2 * (-upper_reading(rho) * lower_reading(delta).ln()).sqrt())


def pure_renyi(epsilon: float) -> Curve:
    """The Rényi curve that no (ε, 0)-private release exceeds: that of one randomised response.

    Claim: B-outward
    """
    spent = upper_reading(epsilon)

    def divergence(order: float) -> float:
        with digits(60 + 2 * max(0, -spent.adjusted())):  # the logarithm loses twice ε's zeros
            a = Decimal(order)
            moment = ((a * spent).exp() + ((1 - a) * spent).exp()) / (spent.exp() + 1)
            return float_above(moment.ln() / (a - 1))

    return divergence


def renyi_epsilon(curve: Curve, delta: Number) -> float:
    """The smallest ε over all orders at which a Rényi curve gives (ε, δ)-privacy.

    The conversion is that of Canonne, Kamath and Steinke: D + ln((α − 1)/α) − (ln δ + ln α)/(α − 1). It holds at
    every order, so the order can be found in floats.

    Claim: B-outward

    >>> round(renyi_epsilon(pure_renyi(1.0), delta=1e-6), 3)
    1.0
    """
    from scipy.optimize import minimize_scalar  # slow to load, and a budget in ε needs none of it

    def epsilon(log_excess: float) -> Decimal:
        order = 1 + math.exp(log_excess)
        with digits(50):
            a, divergence = Decimal(order), upper_reading(curve(order)) * (1 + HAIR)
            return divergence + ((a - 1) / a).ln() - (lower_reading(delta) * a).ln() / (a - 1)

    best = minimize_scalar(
        lambda place: float(epsilon(place)), bounds=(-7.0, 20.0), method="bounded", options={"xatol": 1e-9}
    )
    return max(float_above(epsilon(float(best.x))), 0.0)


@cache
def largest_rho(epsilon: float, delta: float) -> float:
    """The largest ρ that is still (ε, δ)-private, by the sharper conversion. Claim: B-private-pcs, B-outward.

    >>> round(largest_rho(1.0, 1e-6), 4)
    0.0244
    """
    from scipy.optimize import brentq

    def excess(log_rho: float) -> float:
        rho = math.exp(log_rho)
        return renyi_epsilon(lambda order: order * rho, delta) - epsilon

    # Between the simple conversion and an obvious excess; a hair less, for rounding must not cost privacy.
    least = simple_rho(epsilon, delta)
    if not least / 2:
        raise ValueError(f"epsilon must be larger, or nothing is left of it as a ρ, got {epsilon!r}")
    start, stop = math.log(least / 2), math.log(2 * epsilon + 1)
    log_rho = float(brentq(excess, start, stop, xtol=1e-12)) - 1e-12
    while excess(log_rho) > 0:
        log_rho -= 1e-12
    return math.exp(log_rho)


def simple_rho(epsilon: float, delta: float) -> float:
    """The largest ρ that the simple conversion allows: (√(ε + ln(1/δ)) − √ln(1/δ))².

    Claim: B-filter, B-outward

    >>> round(simple_rho(1.0, 1e-6), 4)
    0.0175
    """
    with digits(50):
        tail = -lower_reading(delta).ln()
        spent = lower_reading(epsilon)  # a difference of roots would lose the digits of a small one
        return float_below((spent / ((spent + tail).sqrt() + tail.sqrt())) ** 2)


def exact_epsilon(epsilon: float, rounds: int, delta: float) -> float:
    """The smallest ε that is true of every sequence of `rounds` (ε, 0)-private releases.

    Among all of them `rounds` randomised responses reveal the most. Their loss is ε(2J − rounds) with J binomial, so
    δ(x) = max over j of P(J ≥ j) − e^x Q(J ≥ j), and the inverse is a maximum too.

    Claim: B-exact, B-outward

    >>> round(exact_epsilon(0.1, 100, 1e-6), 4)
    4.7746
    """
    check_positive(epsilon=epsilon, rounds=rounds)
    check_fraction(delta=delta)
    allowed = lower_reading(delta)
    with digits(60 - allowed.adjusted()):  # P(J ≥ j) is a difference that can be as small as δ
        ratio, weight, sums = upper_reading(epsilon).exp(), Decimal(1), [Decimal(0), Decimal(1)]
        for j in range(rounds):  # P(J = j) ∝ weight, and Q(J = j) ∝ that of rounds − j
            weight = weight * ratio * (rounds - j) / (j + 1)
            sums.append(sums[-1] + weight)
        whole = sums[-1]
        best = max((whole - sums[j] - allowed * whole) / sums[rounds + 1 - j] for j in range(rounds + 1))
        return float_above(best.ln()) if best > 1 else 0.0


def _basic(releases: Sequence[Release], delta: float) -> float:
    """Added up as the decimals that Python prints for them, like the budgets of filters."""
    with digits(1000):  # enough for any floats: nothing is rounded
        enough = sum(Decimal(repr(release.delta)) for release in releases) <= Decimal(repr(delta))
        total = sum((Decimal(repr(release.epsilon)) for release in releases), Decimal(0))
    return round_up(total) if enough else math.inf


def _advanced(releases: Sequence[Release], delta: float) -> float:
    slack = _slack(delta, releases)
    return advanced_epsilon([release.epsilon for release in releases], slack) if slack > 0 else math.inf


def _zcdp(releases: Sequence[Release], delta: float) -> float:
    slack = _slack(delta, _opaque(releases))
    return zcdp_epsilon(_total_rho(releases), slack) if slack > 0 else math.inf


def _renyi(releases: Sequence[Release], delta: float) -> float:
    slack = _slack(delta, _opaque(releases))
    if slack <= 0:
        return math.inf
    rho = float_above(_total_rho([release for release in releases if release.price.concentrated]))
    others = Counter(release.epsilon for release in releases if not release.price.concentrated)
    curves = [(times, pure_renyi(epsilon)) for epsilon, times in sorted(others.items())]
    return renyi_epsilon(
        lambda order: math.fsum([order * rho, *(times * curve(order) for times, curve in curves)]), slack
    )


def _exact(releases: Sequence[Release], delta: float) -> float:
    """Only for pure releases of one price; in general the exact answer is expensive."""
    prices = {(release.epsilon, release.delta) for release in releases}
    if len(prices) > 1 or any(own for _, own in prices):
        return math.inf
    return exact_epsilon(releases[0].epsilon, len(releases), delta)


def _total_rho(releases: Sequence[Release]) -> Decimal:
    with digits(50):
        prices = (release.price for release in releases)
        parts = (price.rho if price.concentrated else half_square(price.epsilon) for price in prices)
        return sum(map(upper_reading, parts), Decimal(0))


def _opaque(releases: Sequence[Release]) -> list[Release]:
    """Those whose δ has no Rényi curve: an ε-private release, except with probability δ."""
    return [release for release in releases if not release.price.concentrated]


def _slack(delta: float, releases: Sequence[Release]) -> Decimal:
    """Return the remaining δ after these releases."""
    with digits(1000):
        return lower_reading(delta) - sum((upper_reading(release.delta) for release in releases), Decimal(0))


RULES: dict[str, Callable[[Sequence[Release], float], float]] = {
    "basic": _basic,
    "advanced": _advanced,
    "zCDP": _zcdp,
    "Rényi": _renyi,
    "exact": _exact,
}
