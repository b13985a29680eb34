"""Centre and spread of numbers: the sensitivity of the sums of columns and of their squares to one record."""

import math
from functools import partial
from itertools import product

import numpy as np

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.units import private_units, units_sensitivity
from privcausal.privacy.price import Price, Relation, Release
from privcausal.verify import Formula, by_us, instead, mutant, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, space

STEPS = 4
"""Numbers from −1 to 1 in so many halves."""


def worst_units(m: int, n: int) -> Extreme:
    """Every pair of records whose numbers are whole parts of the range."""
    records = np.array(list(product(range(-STEPS, STEPS + 1), repeat=m)))
    noisy = np.hstack([STEPS * records, records**2])
    squares = ((noisy[:, None] - noisy[None]) ** 2).sum(axis=2)
    one, other = np.unravel_index(int(squares.argmax()), squares.shape)
    witness = {"before": (records[one] / STEPS).tolist(), "after": (records[other] / STEPS).tolist()}
    return Extreme(math.sqrt(int(squares.max())) / STEPS**2 / n, witness, squares.size)


def released_numbers(record: list[float], n: int) -> Floats:
    """What the library releases of this record and n − 1 others, without its noise."""
    exact: list[Floats] = []

    def pay(mechanism: object, value: Floats, rng: np.random.Generator) -> Release:
        exact.append(value)
        return Release(value, Price(1.0, 0.0, Relation.SUBSTITUTION))

    others = np.full((n - 1, len(record)), 0.3)
    private_units(np.vstack([others, record]), mu=1.0, pay=pay, rng=np.random.default_rng(0))
    return exact[0]


def units_change(pair: Witness, n: int, times: int = 1) -> float:
    """How far the release moves; `times` as far if so many records were replaced."""
    return (
        float(np.linalg.norm(released_numbers(pair["before"], n) - released_numbers(pair["after"], n)))
        * times
    )


FROM_THE_MIDDLE = instead(ours="sqrt(2*m)/n")  # as if a number moved by half its range

CLAIMS = (
    by_us(
        id="B-units",
        title="Centre and spread of numbers, where the spread is free",
        place="new here, by elementary means",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $n$ records hold $m$ numbers between $-1$ and $1$ each. Release the means of the columns and of their "
            "squares, $2m$ numbers."
        ),
        statement="For all $«m»$ and $«n»$, «neighbours» moves them by «sense» $«ours»$, and some record does.",
        quantities=(whole("m", at_least=1), whole("n", at_least=1)),
        ours=Formula("2*sqrt(m)/n"),
        at={"m": 4, "n": 10_000},
        subjects=(units_sensitivity, private_units),
        checks=(
            Exhaustive(
                "all records in steps of a quarter",
                worlds("m n", (1, 1), (2, 3), (3, 10)),
                worst_units,
                (FROM_THE_MIDDLE,),
                units_change,
            ),
            Search(
                "the library's release without its noise",
                worlds("m n", (1, 2), (3, 5)),
                lambda m: space.neighbours(space.real(-2, 2) * m),  # inside and outside the range
                units_change,
                (FROM_THE_MIDDLE, mutant("two records replaced", score=partial(units_change, times=2))),
            ),
        ),
    ),
)
