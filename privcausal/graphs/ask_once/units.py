"""Centre and spread of columns of numbers, released once: then no answer depends on the units they came in."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats
from privcausal.graphs.score_based.second_moments import checked_records
from privcausal.privacy.filters import Payer
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Relation, check_positive
from privcausal.table.declaration import Declaration, Number
from privcausal.table.sums import SPARE, summed


@dataclass(frozen=True, eq=False)
class Units:
    """Where each column lies and how far it spreads, as released; in parts of its declared range, from −1 to 1."""

    centre: Floats
    spread: Floats

    def standardise(self, parts: Floats) -> Floats:
        """The same numbers with a centre near 0 and a spread near 1."""
        return np.asarray((parts - self.centre) / self.spread)


def in_parts(numbers: ArrayLike, low: ArrayLike, high: ArrayLike) -> Floats:
    """Columns of numbers as parts of their declared ranges: −1 at the lower end, 1 at the upper one.

    Other units, or another zero, change the declared ends alike, and nothing of this.

    >>> in_parts([[0.0, 20.0], [110.0, 25.0]], [0, 20], [110, 40]).tolist()
    [[-1.0, -1.0], [1.0, -0.5]]
    """
    ends = np.stack([np.asarray(end, dtype=np.float64) for end in (low, high)])
    middle, half = ends[0] / 2 + ends[1] / 2, ends[1] / 2 - ends[0] / 2
    if not (np.isfinite(ends).all() and (half > 0).all()):
        raise ValueError(f"low and high must be finite, and low below high, got {low!r} and {high!r}")
    return np.asarray(np.clip((np.asarray(numbers, dtype=np.float64) - middle) / half, -1, 1))


def declared_parts(rows: Floats, declaration: Declaration) -> Floats:
    """Columns of numbers side by side, as parts of their ranges; as they are where a range has no end."""
    columns = []
    for column, number in zip(declaration.columns.values(), rows.T, strict=True):
        assert isinstance(column, Number)  # or it would be no column of numbers
        bounded = math.isfinite(column.low) and math.isfinite(column.high)
        columns.append(in_parts(number, *column.ends) if bounded else number)
    return np.stack(columns, axis=1)


def units_sensitivity(columns: int) -> float:
    """How far one replaced record moves the sums of so many columns from −1 to 1, and of their squares: 2√columns.

    The squares cost nothing: where a number is moved farthest, its square stays.

    Claim: B-units

    >>> units_sensitivity(4)
    4.0
    """
    check_positive(columns=columns)
    return 2 * math.sqrt(columns)


def private_units(parts: ArrayLike, *, mu: float, pay: Payer, rng: np.random.Generator) -> Units:
    """Release means and spreads of columns from −1 to 1, in one noisy vector that costs μ of Gaussian privacy.

    Under substitution, with a public number of records. Where noise could be all of a variance, the column is taken to
    have no less than that of the noise: later results from it are then slightly too small.

    Claim: B-units

    >>> from privcausal.privacy.filters import unmetered
    >>> rng = np.random.default_rng(0)
    >>> units = private_units(rng.normal(0.3, 0.1, (10_000, 1)), mu=0.1, pay=unmetered, rng=rng)
    >>> units.centre.round(2).tolist(), units.spread.round(1).tolist()
    ([0.3], [0.1])
    """
    rows = np.clip(checked_records(parts), -1, 1)
    totals = summed(np.ones((len(rows), 1)), np.hstack([rows, rows**2]))[0]
    return release_units(totals, len(rows), mu=mu, pay=pay, rng=rng)


def release_units(totals: Floats, size: int, *, mu: float, pay: Payer, rng: np.random.Generator) -> Units:
    """The same from the sums of so many records, then of their squares; every one from −1 to 1."""
    sensitivity = SPARE * units_sensitivity(len(totals) // 2) / size
    mechanism = GaussianNoise(sensitivity, sensitivity / mu, Relation.SUBSTITUTION)
    return units_from(pay(mechanism, totals / size, rng).value, sensitivity / mu)


def units_from(noisy: Floats, scale: float) -> Units:
    """Centre and spread from the means of columns, then of their squares, with noise of this scale in each.

    >>> units_from(np.array([0.5, 0.26]), 0.001).spread.round(3).tolist()
    [0.1]
    """
    centre, square = np.split(noisy, 2, axis=-1)
    centre = np.clip(centre, -1, 1)
    variance = np.clip(square - centre**2, min(2 * scale, 1.0), 1.0)
    return Units(centre, np.sqrt(variance))
