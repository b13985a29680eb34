"""NOLEAKS' first thousand rows: private, and called public."""

import math
from fractions import Fraction
from itertools import combinations, product

import numpy as np

from privcausal.claims.broken import noleaks as specimens
from privcausal.claims.functions import our_error, rounding
from privcausal.claims.sources import NOLEAKS_CODE
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Number, instead, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, space, worst_of

KINDS = tuple(product((0, 1), repeat=2))
"""Records of two bits."""

EFFECT = np.array([[0.0, 1.0], [0.0, 0.0]])


def told_apart(claim: Claim, m: int, n: int, step: str) -> Extreme:
    """The δ of the objective of the first m rows: over all tables of bits and all their neighbours."""
    pairs = (
        {
            "before": list(map(list, table)),
            "after": list(map(list, (*table[:place], *left, *table[place + 1 :]))),
        }
        for table, place, left in product(product(KINDS, repeat=n), range(n), NEIGHBOURS[step])
    )
    return worst_of(
        pairs,
        lambda pair: exact_delta(claim, objective(pair["before"], m), objective(pair["after"], m), m, n),
    )


Bits = tuple[tuple[int, ...], ...]


NEIGHBOURS: dict[str, tuple[tuple[tuple[int, ...], ...], ...]] = {
    "replaced": tuple((kind,) for kind in KINDS),
    "removed": ((),),
}
"""What stands in the place of a record."""


def objective(table: Bits, m: int) -> Fraction:
    """Half the mean squared error of x → y with weight 1, in fractions: Σ x² + (y − x)²."""
    return sum((Fraction(x * x + (y - x) ** 2, 2 * m) for x, y in table[:m]), Fraction(0))


def exact_delta(claim: Claim, before: Number, after: Number, m: int, n: int) -> Number:
    """P − e^ε Q of the best event for two numbers told without noise, at the ε that is booked."""
    kept: Number = 1 - math.exp(claim.formulas["booked"](m=m, n=n))
    return 1 if before != after else max(0, kept)


def replay_rows(claim: Claim, witness: Witness, m: int, n: int, step: str) -> Number:
    """The same by matrices of floats, as the specimen computes it."""
    tables = (np.array(witness[side], dtype=float) for side in ("before", "after"))
    before, after = (specimens.objective_of_first_rows(rows, m, EFFECT) for rows in tables)
    return exact_delta(claim, before, after, m, n)


def price_of_secret_sample(claim: Claim, m: int, n: int) -> Extreme:
    """The error of the booked ε for a sample that is drawn at random, told in the clear, with a record added or not."""
    draws = [1 / Fraction(len(list(combinations(range(size), m)))) for size in (n, n + 1)]
    return Extreme(abs(math.log(draws[0] / draws[1]) - claim.formulas["booked"](m=m, n=n)), {}, 2)


def tables_of(n: int) -> space.Space:
    """Rows and another first one; a climb may start from rows that agree with the direction, and one that does not."""
    row = space.whole(-3, 3) * 2
    return space.record(rows=row * n, other=row).starting({"rows": [[1, 1]] * n, "other": [3, -3]})


def step_told(claim: Claim, case: Witness, m: int, n: int) -> Number:
    """The δ of the step alone, when the first record is replaced; the direction is public."""
    table = np.array(case["rows"], dtype=float)
    other = np.array([case["other"], *case["rows"][1:]], dtype=float)
    before, after = (specimens.step_by_line_search(rows, m, EFFECT) for rows in (table, other))
    return exact_delta(claim, before, after, m, n)


RATE = Formula("m/n")
NO_ROWS = Mutant("the rows cost nothing", claim={"published": None, "ours": Formula("0")})
LATER_RATE = Mutant("the sampling rate, as for a secret sample", claim={"published": None, "ours": RATE})

CLAIMS = (
    Claim(
        id="C-linesearch",
        title="The first thousand rows are called public",
        **NOLEAKS_CODE("noleaks.py l. 176-181, reached from er.py l. 34, 41 where no public rows are given"),
        consequence=Consequence(
            cost=(
                "1,000 persons would be unprotected; in er.py the data are simulated. Whether a published "
                "curve used it is unknown."
            ),
            certain="Sure of the lines.",
            repair="evaluate nothing on the records, as {prf:ref}`B-steps` does",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "The objective is evaluated without noise on the first $m$ of $n$ private records, to choose the step."
        ),
        statement=(
            "At the $\\varepsilon$ of a sample that is drawn at random and kept secret, $«booked»$, the $\\delta$ of "
            "this is «sense» $«published»$."
        ),
        formulas={"booked": Formula("log((n + 1)/(n + 1 - m))")},
        published=RATE,
        ours=Formula("1"),
        at={"m": 1000, "n": 10_000},
        proof="proof-linesearch",
        checks=(
            Exhaustive(
                "the objective on all tables of bits",
                worlds(
                    "m n step", *((m, n, step) for m, n in ((1, 2), (1, 3), (2, 4)) for step in NEIGHBOURS)
                ),
                told_apart,
                (NO_ROWS, LATER_RATE),
                replay_rows,
            ),
            Exhaustive(
                "what is booked is the price of a secret sample",
                worlds("m n", (1, 2), (2, 4), (3, 9)),
                price_of_secret_sample,
                (instead(booked="log(n/(n - m))"),),
                **our_error(rounding),
            ),
            Search(
                "only the step is told", worlds("m n", (3, 6)), tables_of, step_told, (NO_ROWS, LATER_RATE)
            ),
        ),
    ),
)
