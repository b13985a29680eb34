"""Numbers on a logarithmic scale: the effect of one cell, whatever its contents, on the sum of the logarithms."""

import math
from functools import partial

import numpy as np

from privcausal.privacy.price import Relation
from privcausal.table.cells import from_floats, from_text
from privcausal.table.declaration import Number
from privcausal.table.dialect import Dialect
from privcausal.verify import Formula, by_us, each, instead, mutant, real, whole
from privcausal.verify.checks import Exhaustive, Extreme

NUMBERS = (
    0.0,
    -0.0,
    -1e300,
    5e-324,
    1e-9,
    0.5,
    1.0,
    1.5,
    2.0,
    3.0,
    5.0,
    7.0,
    999.0,
    1e4,
    1e308,
    math.inf,
    math.nan,
)

TEXTS = (
    b"",
    b"0",
    b"-3",
    b"1e-400",
    b"1",
    b"2",
    b"1.7",
    b"5",
    b"1e3",
    b"1e999",
    b"inf",
    b"nan",
    b"HIV",
    b"\xff",
)


def logarithms(a: float, b: float, clipped: bool = True) -> list[float]:
    """What the library stores for every one of these cells."""
    column = Number(a, b, scale="log")
    if not clipped:  # the mutant takes the logarithm of whatever is there
        column = Number(5e-324, 1e308, scale="log")
    stored = [from_floats(column, np.array(NUMBERS)), from_text(column, TEXTS, Dialect())]
    return [float(value) for value in np.concatenate(stored)]


def moved(a: float, b: float, n: int, clipped: bool = True) -> Extreme:
    """The farthest that replacing one cell by another moves the mean of the logarithms."""
    values = logarithms(a, b, clipped)
    witness = {"before": min(values), "after": max(values)}
    return Extreme((max(values) - min(values)) / n, witness, len(values) ** 2)


CLAIMS = (
    by_us(
        id="B-log",
        title="Sensitivity on a logarithmic scale",
        place="table.cells",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let a column of $n$ records be declared as numbers from $a$ to $b$ on a logarithmic scale, where $0<a<b$. "
            "A cell is clipped to $[a,b]$, and its logarithm is stored; a cell that is not a number counts as a number "
            "between $a$ and $b$."
        ),
        statement=(
            "For all $«a»$, $«b»$ and $«n»$, «neighbours» moves the mean of the stored values by «sense» $«ours»$, "
            "whatever the cells hold, and some record does."
        ),
        quantities=(real("a", above=0), real("b", above=0), whole("n", at_least=1)),
        ours=Formula("log(b/a)/n"),
        at={"a": 1, "b": 1_000, "n": 500},
        subjects=(from_floats, from_text, Number.on_scale),
        checks=(
            Exhaustive(
                "hostile cells, as numbers and as text",
                each(a=(0.5, 0.75), b=(0.9, 1_000), n=(1, 7)),
                moved,
                (
                    instead(ours="log(b/a)/(2*n)"),  # as if a number moved by half its range
                    mutant("the logarithm is not clipped", worst=partial(moved, clipped=False)),
                ),
            ),
        ),
    ),
)
