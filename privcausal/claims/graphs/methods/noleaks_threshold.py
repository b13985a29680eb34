"""NOLEAKS' threshold, chosen by the truth that it is judged by."""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np

from privcausal.claims.broken import noleaks as specimens
from privcausal.claims.sources import AT_NOLEAKS
from privcausal.verify import Formula, by_us, mutant, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Witness

FIXED = Formula("2*edges/(edges + pairs)")
"""The most that a threshold fixed beforehand gives to weights that know nothing."""


def best_of_all_thresholds(edges: int, pairs: int) -> Extreme:
    """The mean, over all places of the edges in a random order of pairs, of the best F1 of any cut."""
    scores = [best_cut(places, edges) for places in combinations(range(pairs), edges)]
    return Extreme(sum(scores, Fraction(0)) / len(scores), {"arrangements": len(scores)}, len(scores))


def best_cut(places: tuple[int, ...], edges: int) -> Fraction:
    """F1 is 2 hits/(drawn + edges), and highest right after a hit."""
    return max(Fraction(2 * hits, place + 1 + edges) for hits, place in enumerate(places, start=1))


def replay_thresholds(witness: Witness, edges: int, pairs: int) -> float:
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


def lag(worst: Callable[[int, int], Extreme]) -> Callable[[int, int], Extreme]:
    """What a fixed threshold gives, minus what the best of all gives."""

    def behind(edges: int, pairs: int) -> Extreme:
        best = worst(edges, pairs)
        return Extreme(float(FIXED(edges=edges, pairs=pairs) - best.value), best.witness, best.cases)

    return behind


def replayed_lag(again: Callable[..., float]) -> Callable[..., float]:
    def behind(witness: Witness, edges: int, pairs: int) -> float:
        return float(FIXED(edges=edges, pairs=pairs) - again(witness, edges, pairs))

    return behind


HALF_F1 = mutant(
    "half of what drawing everything scores",
    worst=lambda edges, pairs: Extreme(float(FIXED(edges=edges, pairs=pairs) / 2), {}, 1),
)

CLAIMS = (
    by_us(
        id="C-threshold",
        title="The truth chooses the threshold",
        place=(
            "what choosing by the truth does; the program of NOLEAKS reports the best of 2,000 "
            f"thresholds so ({AT_NOLEAKS}er.py l. 43-51, bnlearn.py l. 144-152)"
        ),
        relation=None,
        definition=(
            "Weights that know nothing put the $p$ pairs of nodes in a random order; $e$ of them are edges. A "
            "threshold fixed beforehand gives a mean $F_1$ against the true graph of at most $\\frac{2e}{e+p}$, by "
            "drawing everything. Choose instead, for each order, the threshold with the highest $F_1$."
        ),
        statement=(
            "What a fixed threshold gives minus what the chosen one gives on average is «sense» $«ours»$: "
            "choosing by the truth flatters."
        ),
        ours=Formula("0"),
        at={"edges": 20, "pairs": 190},
        checks=(
            Exhaustive(
                "all orders of few pairs",
                worlds("edges pairs", (2, 3), (3, 6), (4, 10)),
                lag(best_of_all_thresholds),
                (HALF_F1,),
                replayed_lag(replay_thresholds),
            ),
            Exhaustive(
                "many pairs, by lattice paths",
                worlds("edges pairs", (4, 10), (10, 45), (20, 190)),
                lag(by_lattice_paths),
                (HALF_F1,),
                replayed_lag(lambda witness, edges, pairs: float(by_lattice_paths(edges, pairs).value)),
            ),
        ),
    ),
)
