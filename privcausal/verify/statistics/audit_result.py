"""The conclusion of an audit from counts: a lower confidence bound on ε, and how much it could have noticed."""

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import betainccinv, betaincinv, lambertw, ndtr

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEVELS = 128
"""Points at which the trade between the two error levels is looked at."""

FREQUENCIES = tuple(float(f"{q:.3g}") for q in np.geomspace(1e-6, 0.9, 32))
"""How frequent an event can be, where the most favourable frequency is looked for. Rounded, because processors differ
in the last bit of a power, and a claim's fingerprint covers its constants."""

KINDS = (
    "cuts of numbers, their sums, squares and products, and what several of them say together; orders and equalities "
    "of columns; repeated values, byte for byte; types, shapes, lengths, the order of keys; characters, decimals, "
    "remainders; each bit, all pairs of bits, and parities of bits within sixteen of one column, or of one place in "
    "several columns; and all of these again within a rare value"
)
"""Of events that are looked at, in words."""

BLIND = (
    "time, memory and anything else that is not returned, an error that is raised included; what takes several runs, "
    "or two data sets other than these; anything rarer or weaker than said above; anything that only a key, a hash or "
    "a parity of many scattered bits would show; of an output with more than 64 leaves, or 24 columns, single bits, "
    "characters or orders beyond those say; remainders of sums; of an object that is not taken apart, what its repr "
    "does not say; of a class, anything but its name; where outputs are held in memory, and which of their parts are "
    "one"
)
"""What no such audit sees."""


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
    claimed_epsilon: float = 0.0
    """The ε on the label; 0 if none was named."""
    passed: tuple[tuple[int, ...], tuple[int, ...]] = field(default=((), ()), repr=False)
    """Hits of all the nested events that were learned, the most informative first; the event above is one of them."""
    ideal: bool = False
    """Were floats taken for the real numbers that they represent?"""
    seen: tuple[str, ...] = ()
    """The features examined in addition to the size of numbers, on which the event can rest."""

    def __str__(self) -> str:
        """The finding, and the power of the audit.

        >>> print(AuditResult(0.0, 8_000, "first over second", (390, 380), (2_000, 2_000), 0.0, 0.001, 1.0))
        ε ≥ 0 with 99.9% confidence, from 8,000 runs. The claimed ε of 1 is not contradicted; \
nine in ten such audits would accuse ε = 1.19, if they learn the event that shows it, or an event of \
probability 0.0163 that the other data set never shows. They see the outputs, byte for byte: \
no time, nothing raised.
        """
        how = "floats as real numbers" if self.ideal else "byte for byte"
        sure, verdict = 100 * (1 - self.alpha), "broken" if self.accused else "not contradicted"
        return (
            f"ε ≥ {self.epsilon:.3g} with {sure:.6g}% confidence, from {self.runs:,} runs. "
            f"The claimed ε of {self.claimed_epsilon:g} is {verdict}; nine in ten such audits "
            f"would accuse ε = {self.smallest:.3g}, if they learn the event that shows it, or an event of "
            f"probability {self.rarest:.3g} that the other data set never shows. "
            f"They see the outputs, {how}: no time, nothing raised."
        )

    @property
    def accused(self) -> bool:
        """Is the claim broken, with this confidence?"""
        return self.epsilon > self.claimed_epsilon

    @property
    def smallest(self) -> float:
        """The smallest ε that nine in ten such audits would accuse, if they learn the event that shows it.

        This is the limit of so many runs. It asks nothing of the event that was learned, and takes for granted
        that the most informative one would have been; `notices` speaks of events as frequent as the one that was.
        """
        return min(self.notices(self.claimed_epsilon, frequency=q) for q in FREQUENCIES)

    @property
    def rarest(self) -> float:
        """The smallest probability of an event that the other data set never shows, for nine in ten to accuse it.

        >>> AuditResult(0.0, 8_000, "", (0, 0), (2_000, 2_000), 0.0, 0.001, 1.0).rarest < 0.02
        True
        """
        low, high = 0, self.tested[0]
        if not self._accuses(high):
            return math.inf
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._accuses(middle) else (middle, high)
        return float(betaincinv(high, self.tested[0] - high + 1, 0.9))

    def _accuses(self, hits: int) -> bool:
        return epsilon_at_least((hits, 0), self.tested, self.delta, self.alpha) > self.claimed_epsilon

    @property
    def limits(self) -> str:
        """The reach of such an audit, in words: how likely and how informative an event has to be, and which.

        >>> result = AuditResult(0.0, 400_000, "", (0, 0), (100_000, 100_000), 0.0, 0.001, 1.0)
        >>> print(result.limits.split(". ")[0])
        Accused by nine in ten: an event whose lower probability is 0.3 from ratio 2.78 on, 0.1 from 2.86, \
0.01 from 3.21, 0.001 from 4.51, 0.0001 from 11.5
        """
        ratios = [
            (q, math.exp(min(self.notices(self.claimed_epsilon, frequency=q), 700)))
            for q in (0.3, 0.1, 0.01, 0.001, 0.0001)
        ]
        text = [f"{q:g} from {'no ratio' if r > 1e300 else f'{r:.3g}'}" for q, r in ratios]
        head = text[0].replace(" from", " from ratio") + " on"
        digits = (
            " Floats represented real numbers, and their last digits were not examined." if self.ideal else ""
        )
        return (
            f"Accused by nine in ten: an event whose lower probability is {', '.join([head, *text[1:]])}. "
            f"Looked at: {KINDS}. Not seen: {BLIND}.{digits}"
        )

    def power(self, claimed: float, actual: float, frequency: float | None = None) -> float:
        """The chance that such an audit accuses a claim of `claimed` if its event shows ε = `actual`.

        The event is as frequent as the one that was learned, or as is said. Approximate: the logarithms of the two
        frequencies are treated as normal.
        """
        q = (self.hits[1] + 0.5) / (self.tested[1] + 1) if frequency is None else frequency
        p = min(math.exp(min(actual, 700)) * q + self.delta, 1.0)
        hits = (round(p * self.tested[0]), round(q * self.tested[1]))
        centre = epsilon_at_least(hits, self.tested, self.delta, self.alpha)
        variance = p * (1 - p) / self.tested[0] / max(p - self.delta, 1e-12) ** 2
        spread = math.sqrt(variance + (1 - q) / q / self.tested[1])
        return float(ndtr((centre - claimed) / spread))

    def notices(self, claimed: float, power: float = 0.9, frequency: float | None = None) -> float:
        """The smallest ε that such an audit would accuse with this probability; infinite if there is none."""
        q = (self.hits[1] + 0.5) / (self.tested[1] + 1) if frequency is None else frequency
        low, high = claimed, math.log(max(1 - self.delta, 1e-12) / q)
        if high <= low or self.power(claimed, high, q) < power:
            return math.inf
        for _ in range(30):
            middle = (low + high) / 2
            low, high = (low, middle) if self.power(claimed, middle, q) >= power else (middle, high)
        return high

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the trade-off curve with its confidence band, and the curve below which the claim is broken."""
        from privcausal.verify.statistics.trade_off import draw  # so that an audit needs no matplotlib

        return draw(self, ax)


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
