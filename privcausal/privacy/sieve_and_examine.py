"""Sieve and examine: a cheap look at a random part of the records, and a careful look only at what passes.

The mechanism of Priv-PC, with the noise that its proof needs, and its error probabilities in closed form.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import lambertw

from privcausal.arrays import Floats
from privcausal.privacy.above_threshold import AboveThreshold, Noise
from privcausal.privacy.charges import announcing, computed_outside
from privcausal.privacy.draws import secret_subsample
from privcausal.privacy.filters import Payer, unmetered
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation, Release, check_substitution, settle_numbers
from privcausal.privacy.subsampling import amplified, epsilon_on_sample

Query = Callable[[Floats], float]
"""A statistic of some of the records, one row each."""


@dataclass(frozen=True)
class OnPart:
    """AboveThreshold on a part of the records that is drawn afresh and stays secret: cheaper than its own ε."""

    sieve: AboveThreshold
    drawn: int
    records: int

    @property
    def price(self) -> Price:
        """The draw included."""
        epsilon = amplified(self.sieve.epsilon, self.drawn, self.records)
        return Price.pure(epsilon, self.sieve.relation)

    @announcing
    def release(self, values: Iterable[float], rng: np.random.Generator) -> Release:
        """Answers that were computed on the part."""
        return Release(self.sieve.release(values, rng).value, self.price)


@dataclass(frozen=True)
class SieveAndExamine:
    """Find the first query that passes a noisy look at `drawn` of the `records`, then examine it on all of them.

    (ε, 0)-private under substitution: half of ε for the sieve, which can spend more than that on its random part
    of the records, and half for the examination. `sensitivity(m)` bounds the effect of one of m records on any
    query. `tweak` lowers the sieve's threshold, so that it loses less and lets more through.

    Claim: B-sieve

    >>> def share_above(m: int) -> float:
    ...     return 1 / m
    >>> mechanism = SieveAndExamine(0.5, 0.1, 1000, 500, share_above, 1.0, Relation.SUBSTITUTION)
    >>> people = np.random.default_rng(0).random((1000, 2)) < [0.1, 0.9]
    >>> questions = [lambda rows, column=column: rows[:, column].mean() for column in (0, 0, 1)]
    >>> print(mechanism.release(people, questions, np.random.default_rng(1)))
    2 (ε = 1, substitution)
    """

    threshold: float
    tweak: float
    records: int
    drawn: int
    sensitivity: Callable[[int], float]
    epsilon: float
    relation: Relation
    noise: Noise = Noise.LAPLACE
    share: float = 0.5
    side: int = 1
    """1 looks for a query above the threshold, −1 for one below it."""

    def __post_init__(self) -> None:
        settle_numbers(self, "threshold", "tweak", "epsilon", "share")
        check_substitution(self.relation)
        if not math.isfinite(self.tweak):
            raise ValueError(f"tweak must be a finite number, got {self.tweak!r}")
        _ = (self.sieve, self.examination)  # both refuse bad numbers by name

    @property
    def sieve(self) -> AboveThreshold:
        """What runs on the random part: its ε is larger than ε/2, because the draw hides most people."""
        spent = epsilon_on_sample(self.epsilon / 2, self.drawn, self.records)
        bar, width = self.side * self.threshold - self.tweak, self.sensitivity(self.drawn)
        return AboveThreshold(bar, width, spent, self.relation, self.noise, self.share)

    @property
    def examination(self) -> Laplace:
        """What runs on all records, once."""
        return Laplace(self.sensitivity(self.records), self.epsilon / 2, self.relation)

    @property
    def price(self) -> Price:
        """Of the sieve and the examination together."""
        return Price.pure(self.epsilon, self.relation)

    @announcing
    def release(self, records: ArrayLike, queries: Iterable[Query], rng: np.random.Generator) -> Release:
        """The place of the first query that passes the sieve if the examination confirms it, else None."""
        rows = np.asarray(records)
        if len(rows) != self.records:
            raise ValueError(f"records must have {self.records} rows, as declared, got {len(rows)}")
        asked: list[Query] = []
        part = rows[secret_subsample(self.records, self.drawn, rng)]
        result = self.find(
            unmetered, _answers(queries, part, asked), lambda place: float(asked[place](rows)), rng
        )
        return Release(result, self.price)

    def find(
        self,
        pay: Payer,
        on_part: Iterable[float],
        on_all: Callable[[int], float],
        rng: np.random.Generator,
    ) -> int | None:
        """Sieve the values on the part, one after the other, and examine the first that passes on all records.

        Each of the two looks is paid for when it is made: a sieve that catches nothing costs half.
        """
        passing = OnPart(self.sieve, self.drawn, self.records)
        place: int | None = pay(passing, (self.side * value for value in on_part), rng).value
        if place is None:
            return None
        exact = next(computed_outside(map(on_all, [place])))
        outcome = float(pay(self.examination, exact, rng).value)
        return place if (outcome - self.threshold) * self.side >= 0 else None

    def sample(self, on_part: ArrayLike, on_all: ArrayLike, size: int, rng: np.random.Generator) -> Floats:
        """What `size` runs would report, None as +inf; `on_part` has one row of values for each run."""
        place = self.sieve.sample(self.side * np.asarray(on_part, dtype=float), size, rng)
        passed = np.isfinite(place)
        values = np.asarray(on_all, dtype=float)[np.where(passed, place, 0).astype(int)]
        looks = self.examination.sample(values, size, rng)
        return np.where(passed & ((looks - self.threshold) * self.side >= 0), place, np.inf)

    def chance_lost(self, on_part: float) -> float:
        """The chance that the sieve stops a query with this value on the part it sees. Claim: P-type1-seen."""
        distance = on_part - self.sieve.threshold
        return tail_of_two(distance, self.sieve.threshold_scale, self.sieve.query_scale, self.noise)

    def chance_to_pass(self, on_part: float, on_all: float) -> float:
        """The chance that a query passes both looks. Claim: P-type2."""
        above = tail_of_two(on_all - self.threshold, self.examination.scale, 0.0, Noise.LAPLACE)
        return (1 - self.chance_lost(on_part)) * (1 - above)


def _answers(queries: Iterable[Query], part: Floats, asked: list[Query]) -> Iterator[float]:
    """Ask one query after the other, as long as somebody wants to know, and remember which."""
    for query in queries:
        asked.append(query)
        yield float(query(part))


SMALLEST_PART = 1 / 20
"""Priv-PC never draws less than this share of the records."""


def quietest_part(epsilon: float, smallest: float = SMALLEST_PART) -> float:
    """The share of the records at which a sieve's noise √(n/m)·Δ/ε′ is least, ε/2 being its price. Claim: P-subsize.

    Least noise is not most power: a statistic that is so sensitive grows with √m as well. See B-subsize.

    >>> round(quietest_part(1.0), 4)
    0.1654
    """
    least = math.expm1(epsilon / 2) / QUIETEST
    return min(1.0, max(smallest, least))


QUIETEST = float(-2 / lambertw(-2 * math.exp(-2)).real - 1)
"""The x = (n/m)(e^(ε/2) − 1) that minimises √x / ln(1 + x): the root of (1 + x) ln(1 + x) = 2x."""


def tail_of_two(distance: float, threshold_scale: float, query_scale: float, noise: Noise) -> float:
    """P(centred threshold noise − centred query noise > distance), in closed form, for any distance.

    >>> round(tail_of_two(0.0, 1.0, 2.0, Noise.LAPLACE), 3), round(tail_of_two(0.0, 1.0, 0.0, Noise.LAPLACE), 3)
    (0.5, 0.5)
    """
    a, c = threshold_scale, query_scale
    if noise is Noise.EXPONENTIAL:
        raw = distance + a - c
        return a / (a + c) * math.exp(-raw / a) if raw >= 0 else 1 - c / (a + c) * math.exp(raw / c)
    if distance < 0:
        return 1 - tail_of_two(-distance, a, c, noise)
    if c == 0:
        return math.exp(-distance / a) / 2
    if math.isclose(a, c, rel_tol=1e-5):  # the formula below would cancel; this is its limit, good to 1e-10
        middle = (a + c) / 2
        return (distance + 2 * middle) / (4 * middle) * math.exp(-distance / middle)
    return (c**2 * math.exp(-distance / c) - a**2 * math.exp(-distance / a)) / (2 * (c**2 - a**2))
