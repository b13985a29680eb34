"""Centre and spread of numbers: what one record does to the sums of columns and of their squares."""

import math
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from privcausal.graphs.ask_once.units import private_units, units_sensitivity
from privcausal.privacy.price import Price, Relation, Release
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, instead, whole
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search

Pair = dict[str, Any]
Floats = NDArray[np.float64]

STEPS = 4
"""Numbers from −1 to 1 in so many halves."""


def worst_units(m: int, n: int) -> Extreme:
    """Every pair of records whose numbers are whole parts of the range."""
    records = np.array(list(product(range(-STEPS, STEPS + 1), repeat=m)))
    told = np.hstack([STEPS * records, records**2])
    squares = ((told[:, None] - told[None]) ** 2).sum(axis=2)
    one, other = np.unravel_index(int(squares.argmax()), squares.shape)
    witness = {"before": (records[one] / STEPS).tolist(), "after": (records[other] / STEPS).tolist()}
    return Extreme(math.sqrt(int(squares.max())) / STEPS**2 / n, witness, squares.size)


def told(record: list[float], n: int) -> Floats:
    """What the library releases of this record and n − 1 others, without its noise."""
    exact: list[Floats] = []

    def pay(mechanism: object, value: Floats, rng: np.random.Generator) -> Release:
        exact.append(value)
        return Release(value, Price(1.0, 0.0, Relation.SUBSTITUTION))

    others = np.full((n - 1, len(record)), 0.3)
    private_units(np.vstack([others, record]), mu=1.0, pay=pay, rng=np.random.default_rng(0))
    return exact[0]


def units_change(pair: Pair, m: int, n: int, times: int = 1) -> float:
    """How far the release moves; `times` as far if so many records were replaced."""
    return float(np.linalg.norm(told(pair["before"], n) - told(pair["after"], n))) * times


def records(m: int, n: int) -> st.SearchStrategy[Pair]:
    """Inside and outside the range."""
    record = st.lists(st.floats(-2, 2), min_size=m, max_size=m)
    return st.fixed_dictionaries({"before": record, "after": record})


def nudged(pair: Pair, rng: np.random.Generator) -> Pair:
    return {side: np.clip(np.asarray(pair[side]) + rng.normal(0, 0.2, len(pair[side])), -2, 2).tolist()
            for side in ("before", "after")}  # fmt: skip


FROM_THE_MIDDLE = instead(ours="sqrt(2*m)/n")  # as if a number moved by half its range

CLAIMS = (
    Claim(
        id="B-units",
        title="Centre and spread of numbers, where the spread is free",
        reading=Reading(Origin.OURS, "graphs.ask_once.units"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $n$ records hold $m$ numbers between $-1$ and $1$ each. Release the means of the columns and of their "
            "squares, $2m$ numbers."
        ),
        statement="For all $«m»$ and $«n»$, «neighbours» moves them by «sense» $«ours»$, and some record does.",
        quantities=(whole("m", at_least=1), whole("n", at_least=1)),
        ours=Formula("2*sqrt(m)/n"),
        at={"m": 4, "n": 10_000},
        proof="proof-units",
        subjects=(units_sensitivity, private_units),
        checks=(
            Exhaustive(
                "all records in steps of a quarter",
                ({"m": 1, "n": 1}, {"m": 2, "n": 3}, {"m": 3, "n": 10}),
                worst_units,
                (FROM_THE_MIDDLE,),
                units_change,
            ),
            Search(
                name="the library's release without its noise",
                worlds=({"m": 1, "n": 2}, {"m": 3, "n": 5}),
                candidates=records,
                score=units_change,
                step=nudged,
                mutants=(
                    FROM_THE_MIDDLE,
                    Mutant("two records replaced", check={"score": partial(units_change, times=2)}),
                ),
            ),
        ),
    ),
)
