"""The repaired statistic: its sensitivity needs no side condition."""

import math
from itertools import combinations_with_replacement

import numpy as np
import sympy
from numpy.typing import NDArray

from privcausal.claims.graphs.independence.contingency import (
    Case,
    as_tables,
    both_tables,
    crossing,
    moved,
    sides,
    tables,
    two_strata,
)
from privcausal.graphs.independence.contingency import excesses
from privcausal.graphs.independence.stratified_kendall import (
    damped,
    p_value_sensitivity,
    stratified_kendall,
    stratified_p_value,
    stratified_sensitivity,
)
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic
from privcausal.verify.claim import Claim, Mutant, instead
from privcausal.verify.evidence import Sense, Target
from privcausal.verify.formula import Formula
from privcausal.verify.reading import Origin, Reading

Counts = NDArray[np.int64]

# --- exhaustive: every data set of a few records ----------------------------------------------------------------


def every_base(n: int, rows: int, columns: int) -> Counts:
    """All counts of n − 1 records over two strata of so many cells, up to their order."""
    cells = 2 * rows * columns
    chosen = np.array(list(combinations_with_replacement(range(cells), n - 1)), dtype=np.int64)
    counts: Counts = (chosen[:, :, None] == np.arange(cells)).sum(axis=1).reshape(-1, 2, rows, columns)
    return counts


def every_neighbour(n: int, rows: int, columns: int) -> Counts:
    """Each of them with one more record in each cell: bases × cells × strata × rows × columns."""
    base = every_base(n, rows, columns)
    spots = np.eye(2 * rows * columns, dtype=np.int64).reshape(-1, 2, rows, columns)
    return base[:, None] + spots[None]


def damped_total(counts: Counts) -> NDArray[np.float64]:
    """The sum over strata, for many data sets at once."""
    flat = counts.reshape(-1, *counts.shape[-2:])
    total: NDArray[np.float64] = (
        damped(excesses(flat), flat.sum(axis=(1, 2))).reshape(counts.shape[:-2]).sum(axis=-1)
    )
    return total


def widest(values: NDArray[np.float64], counts: Counts, factor: float) -> Extreme:
    """The base whose values differ most, and the two neighbours."""
    base = int(np.ptp(values, axis=1).argmax())
    ends = [int(values[base].argmin()), int(values[base].argmax())]
    witness = {"before": counts[base, ends[0]].tolist(), "after": counts[base, ends[1]].tolist()}
    return Extreme(factor * float(np.ptp(values[base])), witness, values.size)


def worst_stratified(n: int, rows: int, columns: int) -> Extreme:
    counts = every_neighbour(n, rows, columns)
    return widest(damped_total(counts), counts, 3 / math.sqrt(n))


def replay_stratified(witness: Case, n: int, **shape: int) -> float:
    """By the library, from records."""
    ends = [stratified_kendall(as_tables(np.array(witness[s])), 1, 2, (0,)) for s in ("before", "after")]
    return abs(ends[1] - ends[0])


# --- exhaustive: every size and excess of two strata --------------------------------------------------------------


def most_by_entering(m: int) -> float:
    """The most by which one record raises the term of a stratum of m, over every excess and every gain."""
    top = m * (m - 1) // 2
    excess = np.arange(-top, top + 1)
    gains = np.arange(-m, m + 1)
    after = damped(excess[:, None] + gains[None, :], np.array(m + 1))
    return float(np.abs(after - damped(excess, np.array(m))[:, None]).max())


def most_by_staying(n: int) -> float:
    """The most by which a record changes the term of its own stratum, of all n, by moving about in it."""
    excess = np.arange(-(n - 1) * (n - 2) // 2, (n - 1) * (n - 2) // 2 + 1)
    return float((damped(excess + n - 1, np.array(n)) - damped(excess - n + 1, np.array(n))).max())


def worst_crossing(n: int) -> Extreme:
    """Leave one stratum, enter another: every split of the others. From n = 5 on, staying is not worse."""
    rises = [most_by_entering(m) for m in range(n)]
    splits = {m: rises[m] + rises[n - 1 - m] for m in range(n)}
    best = max(splits, key=lambda m: splits[m])
    assert most_by_staying(n) <= splits[best]
    return Extreme(3 * splits[best] / math.sqrt(n), {"rising": best, "falling": n - 1 - best}, n)


def replay_crossing(witness: Case, n: int) -> float:
    """The rising and the falling stratum of P-kendall."""
    before, after = (
        sum(float(damped(np.array(s), np.array(m))) for m, s in side) for side in sides(**witness)
    )
    return 3 * abs(after - before) / math.sqrt(n)


# --- search and symbols ---------------------------------------------------------------------------------------------


def stratified_change(case: Case, n: int) -> float:
    before, after = damped_total(np.stack(both_tables(case, n)))
    return float(3 * abs(after - before) / math.sqrt(n))


def linear_change(case: Case, n: int) -> float:
    """Without the root: (3/√n) Σ S/n."""
    both = [(excesses(c) / np.maximum(c.sum(axis=(1, 2)), 1)).sum() for c in both_tables(case, n)]
    return float(3 * abs(both[1] - both[0]) / math.sqrt(n))


def derive_entering(claim: Claim) -> Remainders:
    """What stands under the roots in the three cases of the proof, and how the claim is put together."""
    m, s, n = sympy.symbols("m s n", positive=True)
    after_up, after_down = (m + 1) ** 2 + 2 * (s + m), (m + 1) ** 2 + 2 * (s - m)
    across, before = (m + 1) ** 2 + 2 * (m - s), m**2 + 2 * s
    tail, steepest = (
        claim.formulas["tail"](n=7) / claim.stated["ours"](n=7),
        p_value_sensitivity(7) / stratified_sensitivity(7),
    )
    return {
        "S ≥ 0": after_up - before - 4 - (4 * m - 3),
        "S ≤ −m": after_down - before - 1,
        "between": (2 * m + 2) ** 2 - 2 * (across + before) - 2,
        "two records, three over √n": 3 * (1 + 1) / sympy.sqrt(n) - claim.stated["ours"](n=n),
        "the slope of the tail": sympy.Integer(round(1e9 * (tail - steepest))),
    }


FEW = tuple({"n": n, "rows": k, "columns": k} for n, k in ((2, 2), (4, 2), (6, 2), (4, 3)))
MORE = ({"n": 5, "rows": 3, "columns": 3}, {"n": 4, "rows": 4, "columns": 4})

HALF, FOUR, FIVE = (instead(ours=f"{units}/sqrt(n)") for units in (3, 4, 5))
UNDAMPED = Mutant("no root, the bound unchanged", check={"score": linear_change})

CLAIMS = (
    Claim(
        id="B-stratified",
        title="Scaled by the public n and damped by a root, conditional Kendall moves by less than 6 over √n",
        reading=Reading(Origin.OURS, "repair of Theorem 3 of Priv-PC"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $n$ records fall into strata of $n_k$, with $S_k$ concordant minus discordant pairs, and "
            "$z'=\\dfrac3{\\sqrt n}\\sum_k\\operatorname{sgn}(S_k)\\Bigl(\\sqrt{n_k^2+2|S_k|}-n_k\\Bigr)$."
        ),
        statement=(
            "«Neighbours» changes $z'$, and $|z'|$, by «sense» $«ours»$, whatever the strata and the ties. So "
            "$\\bar\\Phi(|z'|)$ changes by «sense» $«tail»$."
        ),
        sense=Sense.LESS_THAN,
        ours=Formula("6/sqrt(n)"),
        formulas={"tail": Formula("6*phi(0)/sqrt(n)")},
        at={"n": 100_000},
        proof="proof-stratified",
        subjects=(stratified_kendall, stratified_sensitivity, stratified_p_value, p_value_sensitivity),
        checks=(
            Symbolic("under the roots", derive_entering, (FOUR,), target=Target.OURS),
            Exhaustive(
                "all data sets in two strata",
                FEW,
                worst_stratified,
                (HALF, FOUR),
                replay_stratified,
                MORE,
            ),
            Exhaustive(
                "strictly, at every size, excess and gain",
                ({"n": 10}, {"n": 30}, {"n": 60}),
                worst_crossing,
                (FOUR, FIVE),
                replay_crossing,
                ({"n": 120},),
            ),
            Search(
                "two strata of nine cells",
                ({"n": 200},),
                tables,
                stratified_change,
                (HALF, UNDAMPED),
                crossing,
                moved,
            ),
        ),
    ),
)

RECORDS = 10_000


def noisy_stratified(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    """|z′| on the pair of neighbours that breaks the published statistic, with the noise for ε = 1."""
    total = sum(
        float(damped(np.array(s), np.array(m))) for m, s in sides(**two_strata(RECORDS).witness)[neighbour]
    )
    statistic = abs(3 * total / math.sqrt(RECORDS))
    return statistic + rng.laplace(scale=stratified_sensitivity(RECORDS), size=(size, 1))


EXHIBITS = (
    Exhibit(
        "stratified Kendall, repaired",
        "|z′| with the noise for its sensitivity",
        "B-stratified",
        True,
        noisy_stratified,
    ),
)
