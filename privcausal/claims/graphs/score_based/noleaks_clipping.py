"""NOLEAKS: how far one record moves a gradient, when records are clipped and when only their average is."""

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.claims.sources import AT_NOLEAKS, CURATE, NOLEAKS_CODE, noleaks_code
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Origin, Quality, Reading, instead, whole
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme

Floats = NDArray[np.float64]

EACH_CLIPPED = Formula("2*s*sqrt(d*(d - 1))/n")

# --- exhaustive: records and weights on a grid -----------------------------------------------------------------

Clipping = Callable[[Floats, int, float], Floats]
"""From the gradients of the replaced record, one per row, to what the average becomes: all others are zero."""


def each_record(gradients: Floats, n: int, s: float) -> Floats:
    return np.clip(gradients, -s, s) / n


def the_mean(gradients: Floats, n: int, s: float) -> Floats:
    return np.clip(gradients / n, -s, s)


def gradients_at(weights: Floats, records: Floats) -> Floats:
    """−x_i (x − xW)_j off the diagonal, one row per record."""
    d = weights.shape[0]
    outer = -records[:, :, None] * (records - records @ weights)[:, None, :]
    return outer[:, ~np.eye(d, dtype=bool)]


def widest(s: float, d: int, n: int, clipping: Clipping = each_record) -> Extreme:
    """The farthest that replacing one record moves the gradient, over all weights and records of a small grid."""
    size = 4.0 * s * n  # large enough for any clipping to bite
    records = np.array(list(product(GRID[d], repeat=d))) * math.sqrt(size)
    weights = [weights_of(entries, d) for entries in product((-4.0, 0.0, 4.0), repeat=d * (d - 1))]
    best, witness = -1.0, {}
    for matrix in weights:
        spots = clipping(gradients_at(matrix, records), n, s)
        # The two ends of a coordinate give all distances that matter: clipped entries are ±s, or nearly so.
        squares = (spots**2).sum(axis=1)
        apart = squares[:, None] + squares[None, :] - 2 * spots @ spots.T
        first, second = np.unravel_index(int(apart.argmax()), apart.shape)
        if apart[first, second] > best:
            best = float(apart[first, second])
            witness = {
                "weights": matrix.tolist(),
                "before": records[first].tolist(),
                "after": records[second].tolist(),
            }
    return Extreme(math.sqrt(best), witness, len(weights) * len(records) ** 2)


GRID = {2: (-1.0, 0.0, 1.0), 3: (1.0, 2.0, 3.0)}


def weights_of(entries: tuple[float, ...], d: int) -> Floats:
    weights = np.zeros((d, d))
    weights[~np.eye(d, dtype=bool)] = entries
    return weights


def replayed(witness: dict[str, Any], s: float, d: int, n: int, clipping: Clipping = each_record) -> float:
    """The same distance from two whole tables, every record's squared error differentiated by differences."""
    sides = [
        average_gradient([witness[side]] + [[0.0] * d] * (n - 1), witness["weights"], s, clipping)
        for side in ("before", "after")
    ]
    return float(np.linalg.norm(sides[0] - sides[1]))


def average_gradient(
    rows: list[list[float]], weights: list[list[float]], s: float, clipping: Clipping
) -> Floats:
    """One derivative at a time: squared errors are quadratic, so central differences are exact."""
    d = len(weights)
    table = np.zeros((len(rows), d * (d - 1)))
    for place, row in enumerate(rows):
        x = np.array(row)
        for entry, (i, j) in enumerate((i, j) for i in range(d) for j in range(d) if i != j):
            error = [0.5 * float(((x - x @ shifted(weights, i, j, by)) ** 2).sum()) for by in (1.0, -1.0)]
            table[place, entry] = (error[0] - error[1]) / 2
    if clipping is the_mean:
        return np.asarray(np.clip(table.mean(axis=0), -s, s))
    return np.asarray(np.clip(table, -s, s).mean(axis=0))


def shifted(weights: list[list[float]], i: int, j: int, by: float) -> Floats:
    moved = np.array(weights)
    moved[i, j] += by
    return moved


def widest_mean(s: float, d: int, n: int) -> Extreme:
    return widest(s, d, n, the_mean)


def replayed_mean(witness: dict[str, Any], s: float, d: int, n: int) -> float:
    return replayed(witness, s, d, n, the_mean)


ONE_SIDED = instead(published="s*sqrt(d*(d - 1))/n")
ONE_ENTRY = instead(published="2*s/n")
MEAN_CLIPPED = Mutant("the average is clipped", check={"worst": widest_mean})
MEAN_ENTRY = Mutant("without √(d(d − 1))", claim={"published": None, "ours": Formula("2*s")})

SMALL = ({"s": 1, "d": 2, "n": 1}, {"s": 2, "d": 2, "n": 4}, {"s": 1, "d": 3, "n": 3})

CLAIMS = (
    Claim(
        id="C-noleaks",
        title="Gradients of clipped records",
        source=CURATE,
        reading=Reading(
            Origin.PAPER,
            "Section II, on NOLEAKS, whose own paper was not read; the formulas are lost (002:48) and stand "
            f"in its program ({AT_NOLEAKS}noleaks.py l. 97-98)",
            Quality.RECONSTRUCTED,
            (Relation.ADD_REMOVE,),
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let every entry of every record's gradient $-x^{\\mathsf T}(x-xW)$, the diagonal left out, be "
            "clipped to $[-s,s]$, and then average over $n$ records of $d$ variables."
        ),
        statement=(
            "«Neighbours» moves the average by «sense» $«published»$ in Euclidean length, whatever the "
            "weights $W$, for $«d»$ and $«n»$."
        ),
        quantities=(whole("d", at_least=2), whole("n", at_least=1)),
        published=EACH_CLIPPED,
        at={"s": 2, "d": 20, "n": 10_000},
        proof="proof-noleaks",
        checks=(
            Exhaustive(
                "weights and records on a grid", SMALL, widest, (ONE_SIDED, ONE_ENTRY, MEAN_CLIPPED), replayed
            ),
        ),
    ),
    Claim(
        id="C-noleaks-mean",
        title="The average is clipped, not the records",
        source=NOLEAKS_CODE,
        reading=noleaks_code("noleaks.py l. 88-109"),
        consequence=Consequence(
            cost=(
                "The (ε, δ) that this program reports are void on unbounded data, and optimistic on its "
                "bounded ones. The comparison of NOLEAKS and CURATE is not settled by it."
            ),
            sure="Sure.",
            repair="{prf:ref}`C-noleaks` if each record is clipped, {prf:ref}`B-clip`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Average the gradients $-x^{\\mathsf T}(x-xW)$ of $n$ records of $d$ variables first, and clip every "
            "entry of the average, but the diagonal, to $[-s,s]$."
        ),
        statement=(
            "«Neighbours» moves the result by «sense» $«published»$ in Euclidean length, whatever the records."
        ),
        published=EACH_CLIPPED,
        ours=Formula("2*s*sqrt(d*(d - 1))"),
        at={"s": 2, "d": 20, "n": 10_000},
        proof="proof-noleaks-mean",
        checks=(
            Exhaustive(
                "weights and records on a grid",
                ({"s": 2, "d": 2, "n": 4}, {"s": 1, "d": 3, "n": 3}),
                widest_mean,
                (MEAN_ENTRY,),
                replayed_mean,
            ),
        ),
    ),
)
