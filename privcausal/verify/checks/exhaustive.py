"""Exhaustive checks: every data set of a size, up to symmetry, in exact integer arithmetic."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.verify.claim import Bound, Claim, Effort, Mutant, evaluate, informed
from privcausal.verify.evidence import Finding, Kind, Number, Parameters, Target, Witness, beats, error

Integers = NDArray[np.int64]
RankStatistic = Callable[[Integers, Integers], Integers]
"""An integer statistic of columns x and y along the last axis, for many data sets; it can depend on order alone."""

CHUNK = 200_000
"""Data sets × records handled at a time: the signs of all their pairs should stay near the processor."""


@dataclass(frozen=True)
class Extreme:
    """The largest change over a whole finite world, and a pair of neighbours that shows it."""

    value: Number
    witness: Witness
    cases: int


@dataclass(frozen=True)
class Exhaustive:
    """Find the largest change in each of several finite worlds and compare it with every stated bound.

    With a `tolerance` the comparison is with that instead, and speaks about `target`: a step of a proof, a formula.
    """

    name: str
    worlds: tuple[Parameters, ...]
    worst: Callable[..., Extreme]
    mutants: tuple[Mutant, ...]
    replay: Callable[..., Number] | None = None
    """replay(witness, **parameters), with the claim first if it needs it: what a witness shows, by another route."""
    thorough: tuple[Parameters, ...] = ()
    tolerance: Bound | Number | None = None
    target: Target = Target.PUBLISHED
    kind: Kind = Kind.EXHAUSTIVE

    def run(self, claim: Claim, effort: Effort, rng: np.random.Generator) -> Iterator[Finding]:
        """One finding per world and bound; nothing here is random."""
        for parameters in self.worlds + (self.thorough if effort.thorough else ()):
            extreme = informed(self.worst, claim)(**parameters)
            details: dict[str, Any] = {"cases": extreme.cases, "witness": extreme.witness}
            if self.tolerance is None:
                yield from claim.against(extreme.value, parameters, **details)
            else:
                limit = evaluate(self.tolerance, parameters)
                yield error(self.target, parameters, extreme.value, limit, **details)


def worst_of(cases: Iterable[Witness], change: Callable[[Witness], Number]) -> Extreme:
    """Return the largest change over all cases, with the first case that shows it.

    >>> worst_of([{"x": x} for x in (1, -3, 3)], lambda case: abs(case["x"]))
    Extreme(value=3, witness={'x': -3}, cases=3)
    """
    best: Number = -math.inf
    witness: Witness = {}
    tried = 0
    for case in cases:
        tried += 1
        value = change(case)
        if beats(value, best):
            best, witness = value, case
    return Extreme(best, witness, tried)


def worst_substitution(statistic: RankStatistic, m: int, *, ties: bool) -> Extreme:
    """The largest change of a rank statistic when one of m records is replaced: all data sets, up to symmetry.

    Ranks depend on the order only, so the other m − 1 records can lie on a grid of even numbers, sorted by x, and the
    replaced record anywhere on or between them. Without ties the columns are permutations; with ties they are
    all weak orders. `Extreme.value` is an exact integer.

    >>> worst_substitution(lambda x, y: (x * 0 + y).argmax(-1), 3, ties=False).cases
    18
    """
    rest_x, rest_y = (_weak_orders if ties else _linear_orders)(m - 1)
    spots = _free_spots(m - 1, ties)
    values = _values_after_insertion(statistic, rest_x, rest_y, spots)
    base = int(np.ptp(values, axis=1).argmax())
    low, high = int(values[base].argmin()), int(values[base].argmax())
    witness = {
        "x": rest_x[base].tolist(),
        "y": rest_y[base].tolist(),
        "before": spots[low].tolist(),
        "after": spots[high].tolist(),
    }
    return Extreme(Fraction(int(np.ptp(values[base]))), witness, values.size)


def _values_after_insertion(
    statistic: RankStatistic, rest_x: Integers, rest_y: Integers, spots: Integers
) -> Integers:
    """The statistic of every base with one record inserted at every spot: bases × spots."""
    bases, others = rest_x.shape
    step = max(1, CHUNK // (len(spots) * (others + 1)))
    chunks = []
    for start in range(0, bases, step):
        columns = []
        for rest, spot in ((rest_x, spots[:, 0]), (rest_y, spots[:, 1])):
            block = rest[start : start + step]
            shape = (len(block), len(spots))
            kept = np.broadcast_to(block[:, None, :], (*shape, others))
            inserted = np.broadcast_to(spot[None, :, None], (*shape, 1))
            columns.append(np.concatenate([kept, inserted], axis=2))
        chunks.append(statistic(*columns))
    return np.concatenate(chunks)


def _linear_orders(size: int) -> tuple[Integers, Integers]:
    """Every way to order y once x is sorted, without ties, on the even numbers."""
    y = 2 * np.array(list(permutations(range(size))), dtype=np.int64).reshape(factorial(size), size)
    return np.broadcast_to(2 * np.arange(size), y.shape), y


def _weak_orders(size: int) -> tuple[Integers, Integers]:
    """Every pair of weak orders of x and y, x sorted, on the even numbers."""
    levels = np.array(list(product(range(size), repeat=size)), dtype=np.int64).reshape(-1, size)
    # A column represents its weak order if it uses the levels 0 … k without a gap.
    dense = [row for row in levels if set(row) == set(range(row.max(initial=-1) + 1))]
    y = 2 * np.array(dense, dtype=np.int64)
    x = y[(np.diff(y, axis=1) >= 0).all(axis=1)]
    return np.repeat(x, len(y), axis=0), np.tile(y, (len(x), 1))


def _free_spots(size: int, ties: bool) -> Integers:
    """The possible places of one more record: between the even numbers and, with ties, on them too."""
    line = np.arange(-1, 2 * size, 1 if ties else 2)
    return np.stack(np.meshgrid(line, line, indexing="ij"), axis=-1).reshape(-1, 2)
