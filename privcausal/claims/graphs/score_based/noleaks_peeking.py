"""NOLEAKS' two looks aside: private rows that are called public, and a threshold that the truth has chosen."""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from privcausal.claims.functions import rounding
from privcausal.claims.sources import AT_NOLEAKS, NOLEAKS_CODE, noleaks_code
from privcausal.claims.specimens import noleaks as specimens
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Number, Origin, Reading, Target, instead
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search

Floats = NDArray[np.float64]


KINDS = tuple(product((0, 1), repeat=2))
"""Records of two bits."""

EFFECT = np.array([[0.0, 1.0], [0.0, 0.0]])


def told_apart(claim: Claim, m: int, n: int, step: str) -> Extreme:
    """The δ of the objective of the first m rows: over all tables of bits and all their neighbours."""
    worst: Number = 0
    witness, cases = {}, 0
    for table in product(KINDS, repeat=n):
        for after in NEIGHBOURS[step](table):
            cases += 1
            delta = exact_delta(claim, objective(table, m), objective(after, m), m, n)
            if delta > worst:
                worst, witness = delta, {"before": list(map(list, table)), "after": list(map(list, after))}
    return Extreme(worst, witness, cases)


Bits = tuple[tuple[int, ...], ...]


def with_one_replaced(table: Bits) -> Iterator[Bits]:
    for place, record in product(range(len(table)), KINDS):
        yield (*table[:place], record, *table[place + 1 :])


def with_one_removed(table: Bits) -> Iterator[Bits]:
    for place in range(len(table)):
        yield (*table[:place], *table[place + 1 :])


NEIGHBOURS = {"replaced": with_one_replaced, "removed": with_one_removed}


def objective(table: Bits, m: int) -> Fraction:
    """Half the mean squared error of x → y with weight 1, in fractions: Σ x² + (y − x)²."""
    return sum((Fraction(x * x + (y - x) ** 2, 2 * m) for x, y in table[:m]), Fraction(0))


def exact_delta(claim: Claim, before: Number, after: Number, m: int, n: int) -> Number:
    """P − e^ε Q of the best event for two numbers told without noise, at the ε that is booked."""
    kept: Number = 1 - math.exp(claim.formulas["booked"](m=m, n=n))
    return 1 if before != after else max(0, kept)


def replay_rows(claim: Claim, witness: dict[str, Any], m: int, n: int, step: str) -> Number:
    """The same by matrices of floats, as the specimen computes it."""
    tables = (np.array(witness[side], dtype=float) for side in ("before", "after"))
    before, after = (specimens.objective_of_first_rows(rows, m, EFFECT) for rows in tables)
    return exact_delta(claim, before, after, m, n)


def price_of_secret_sample(claim: Claim, m: int, n: int) -> Extreme:
    """The error of the booked ε for a sample that is drawn at random, told in the clear, with a record added or not."""
    draws = [1 / Fraction(len(list(combinations(range(size), m)))) for size in (n, n + 1)]
    return Extreme(abs(math.log(draws[0] / draws[1]) - claim.formulas["booked"](m=m, n=n)), {}, 2)


def tables_of(m: int, n: int) -> st.SearchStrategy[dict[str, Any]]:
    row = st.lists(st.integers(-3, 3).map(float), min_size=2, max_size=2)
    return st.fixed_dictionaries({"rows": st.lists(row, min_size=n, max_size=n), "other": row})


def outlier(m: int, n: int) -> list[dict[str, Any]]:
    """Rows that agree with the direction, and one that does not at all."""
    return [{"rows": [[1.0, 1.0]] * n, "other": [3.0, -3.0]}]


def one_row_moved(case: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    return {**case, "other": rng.integers(-3, 4, size=2).astype(float).tolist()}


def step_told(claim: Claim, case: dict[str, Any], m: int, n: int) -> Number:
    """The δ of the step alone, when the first record is replaced; the direction is public."""
    table = np.array(case["rows"])
    other = np.array([case["other"], *case["rows"][1:]])
    before, after = (specimens.step_by_line_search(rows, m, EFFECT) for rows in (table, other))
    return exact_delta(claim, before, after, m, n)


# --- C-threshold -------------------------------------------------------------------------------------------------


FIXED = Formula("2*edges/(edges + pairs)")
"""The most that a threshold fixed beforehand gives to weights that know nothing."""


def best_of_all_thresholds(edges: int, pairs: int) -> Extreme:
    """The mean, over all places of the edges in a random order of pairs, of the best F1 of any cut."""
    scores = [best_cut(places, edges) for places in combinations(range(pairs), edges)]
    return Extreme(sum(scores, Fraction(0)) / len(scores), {"arrangements": len(scores)}, len(scores))


def best_cut(places: tuple[int, ...], edges: int) -> Fraction:
    """F1 is 2 hits/(drawn + edges), and highest right after a hit."""
    return max(Fraction(2 * hits, place + 1 + edges) for hits, place in enumerate(places, start=1))


def replay_thresholds(witness: dict[str, Any], edges: int, pairs: int) -> float:
    """The same with the program that chooses the threshold, on weights in random order."""
    weights = -np.arange(float(pairs))
    scores = []
    for places in combinations(range(pairs), edges):
        truth = np.isin(np.arange(pairs), places)
        scores.append(specimens.threshold_by_truth(weights, truth)[1])
    assert len(scores) == witness["arrangements"]
    return float(np.mean(scores))


def by_lattice_paths(edges: int, pairs: int) -> Extreme:
    """The same mean for many pairs: how many orders stay below a score, for every score that occurs."""
    levels = sorted({score for _, _, score in cuts(edges, pairs)})
    everything, mean, below = math.comb(pairs, edges), Fraction(0), 0
    for level in levels:
        upto = orders_within(level, edges, pairs)
        mean += level * (upto - below)
        below = upto
    assert below == everything
    return Extreme(float(mean / everything), {"arrangements": everything}, len(levels))


def cuts(edges: int, pairs: int) -> Iterator[tuple[int, int, Fraction]]:
    for hits in range(1, edges + 1):
        for drawn in range(hits, pairs - edges + hits + 1):
            yield hits, drawn, Fraction(2 * hits, drawn + edges)


def orders_within(level: Fraction, edges: int, pairs: int) -> int:
    """Orders of the pairs in which no cut scores more: paths that never rise above 2 hits = level (drawn + edges)."""
    ways = [1] + [0] * edges
    for drawn in range(1, pairs + 1):
        allowed = math.floor(level * (drawn + edges) / 2)
        ways = [
            ways[hits] + (ways[hits - 1] if hits else 0) if hits <= allowed else 0
            for hits in range(edges + 1)
        ]
    return ways[edges]


def replay_paths(witness: dict[str, Any], edges: int, pairs: int) -> float:
    """Counted again; the other check goes through all orders where that is possible."""
    return float(by_lattice_paths(edges, pairs).value)


def lag(worst: Callable[[int, int], Extreme]) -> Callable[[int, int], Extreme]:
    """What a fixed threshold gives, minus what the best of all gives."""

    def behind(edges: int, pairs: int) -> Extreme:
        best = worst(edges, pairs)
        return Extreme(float(FIXED(edges=edges, pairs=pairs) - best.value), best.witness, best.cases)

    return behind


def replayed_lag(again: Callable[..., float]) -> Callable[..., float]:
    def behind(witness: dict[str, Any], edges: int, pairs: int) -> float:
        return float(FIXED(edges=edges, pairs=pairs) - again(witness, edges, pairs))

    return behind


def at_half_of_all(edges: int, pairs: int) -> Extreme:
    """Half of what drawing everything scores."""
    return Extreme(float(FIXED(edges=edges, pairs=pairs) / 2), {}, 1)


RATE = Formula("m/n")
NO_ROWS = Mutant("the rows cost nothing", claim={"published": None, "ours": Formula("0")})
LATER_RATE = Mutant("the sampling rate, as for a secret sample", claim={"published": None, "ours": RATE})
HALF_F1 = Mutant("half of what drawing everything scores", check={"worst": lag(at_half_of_all)})

CLAIMS = (
    Claim(
        id="C-linesearch",
        title="The first thousand rows are called public",
        source=NOLEAKS_CODE,
        reading=noleaks_code(
            "noleaks.py l. 176-181, reached from er.py l. 34, 41 where no public rows are given"
        ),
        consequence=Consequence(
            cost=(
                "1,000 persons would be unprotected; in er.py the data are simulated. Whether a published "
                "curve used it is unknown."
            ),
            sure="Sure of the lines.",
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
                tuple(
                    {"m": m, "n": n, "step": step} for m, n in ((1, 2), (1, 3), (2, 4)) for step in NEIGHBOURS
                ),
                told_apart,
                (NO_ROWS, LATER_RATE),
                replay_rows,
            ),
            Exhaustive(
                "what is booked is the price of a secret sample",
                ({"m": 1, "n": 2}, {"m": 2, "n": 4}, {"m": 3, "n": 9}),
                price_of_secret_sample,
                (instead(booked="log(n/(n - m))"),),
                tolerance=rounding,
                target=Target.OURS,
            ),
            Search(
                "only the step is told",
                ({"m": 3, "n": 6},),
                tables_of,
                step_told,
                (NO_ROWS, LATER_RATE),
                starts=outlier,
                step=one_row_moved,
            ),
        ),
    ),
    Claim(
        id="C-threshold",
        title="The truth chooses the threshold",
        reading=Reading(
            Origin.OURS,
            (
                "what choosing by the truth does; the program of NOLEAKS reports the best of 2,000 "
                f"thresholds so ({AT_NOLEAKS}er.py l. 43-51, bnlearn.py l. 144-152)"
            ),
        ),
        relation=None,
        definition=(
            "Weights that know nothing put the $p$ pairs of nodes in a random order; $e$ of them are "
            "edges. A threshold fixed beforehand gives a mean $F_1$ against the true graph of at most "
            "$\\frac{2e}{e+p}$, by drawing everything. Choose instead, for each order, the threshold with "
            "the highest $F_1$."
        ),
        statement=(
            "What a fixed threshold gives minus what the chosen one gives on average is «sense» $«ours»$: "
            "choosing by the truth flatters."
        ),
        ours=Formula("0"),
        at={"edges": 20, "pairs": 190},
        proof="proof-threshold",
        checks=(
            Exhaustive(
                "all orders of few pairs",
                ({"edges": 2, "pairs": 3}, {"edges": 3, "pairs": 6}, {"edges": 4, "pairs": 10}),
                lag(best_of_all_thresholds),
                (HALF_F1,),
                replayed_lag(replay_thresholds),
            ),
            Exhaustive(
                "many pairs, by lattice paths",
                ({"edges": 4, "pairs": 10}, {"edges": 10, "pairs": 45}, {"edges": 20, "pairs": 190}),
                lag(by_lattice_paths),
                (HALF_F1,),
                replayed_lag(replay_paths),
            ),
        ),
    ),
)
