"""The repaired statistic: its sensitivity needs no side condition."""

import math
from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement

import numpy as np
import sympy
from numpy.typing import NDArray

from privcausal.claims.graphs.independence import contingency
from privcausal.graphs.independence import stratified_kendall as library
from privcausal.graphs.independence.contingency import excesses
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Sense, Target, by_us, each, instead, mutant, worlds
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, Witness

Counts = NDArray[np.int64]
Statistic = Callable[[Counts], NDArray[np.float64]]


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
        library.damp(excesses(flat), flat.sum(axis=(1, 2))).reshape(counts.shape[:-2]).sum(axis=-1)
    )
    return total


def damped_statistic(counts: Counts) -> NDArray[np.float64]:
    """The statistic z′ itself."""
    return np.asarray(3 * damped_total(counts) / np.sqrt(counts.sum(axis=(-3, -2, -1))))


def z_linear(counts: Counts) -> NDArray[np.float64]:
    """Without the root: (3/√n) Σ S/n."""
    shares = excesses(counts) / np.maximum(counts.sum(axis=(1, 2)), 1)
    return np.asarray(3 * shares.sum() / np.sqrt(counts.sum()))


def worst_stratified(n: int, rows: int, columns: int, statistic: Statistic = damped_statistic) -> Extreme:
    """The base for which a statistic differs most between two neighbours, and these."""
    counts = every_neighbour(n, rows, columns)
    values = statistic(counts)
    base = int(np.ptp(values, axis=1).argmax())
    ends = [int(values[base].argmin()), int(values[base].argmax())]
    witness = {"before": counts[base, ends[0]].tolist(), "after": counts[base, ends[1]].tolist()}
    return Extreme(float(np.ptp(values[base])), witness, values.size)


def replayed(witness: Witness, statistic: Callable[..., float] = library.stratified_kendall) -> float:
    """By the library, from records."""
    tables = (contingency.as_tables(np.array(witness[side])) for side in ("before", "after"))
    return contingency.change_of(statistic(table, 1, 2, (0,)) for table in tables)


def changed(case: Witness, n: int, statistic: Statistic = damped_statistic) -> float:
    return float(contingency.change_of(map(statistic, contingency.both_tables(case, n))))


def most_by_entering(m: int) -> float:
    """The most by which one record raises the term of a stratum of m, over every excess and every gain."""
    top = m * (m - 1) // 2
    excess = np.arange(-top, top + 1)
    gains = np.arange(-m, m + 1)
    after = library.damp(excess[:, None] + gains[None, :], np.array(m + 1))
    return float(np.abs(after - library.damp(excess, np.array(m))[:, None]).max())


def most_by_staying(n: int) -> float:
    """The most by which a record changes the term of its own stratum, of all n, by moving about in it."""
    excess = np.arange(-(n - 1) * (n - 2) // 2, (n - 1) * (n - 2) // 2 + 1)
    return float(
        (library.damp(excess + n - 1, np.array(n)) - library.damp(excess - n + 1, np.array(n))).max()
    )


def worst_crossing(n: int) -> Extreme:
    """Leave one stratum, enter another: every split of the others. With n = 5 or more, staying is not worse."""
    rises = [most_by_entering(m) for m in range(n)]
    splits = {m: rises[m] + rises[n - 1 - m] for m in range(n)}
    best = max(splits, key=lambda m: splits[m])
    assert most_by_staying(n) <= splits[best]
    return Extreme(3 * splits[best] / math.sqrt(n), {"rising": best, "falling": n - 1 - best}, n)


def replay_crossing(witness: Witness, n: int) -> float:
    """The rising and the falling stratum of P-kendall."""
    before, after = (
        sum(float(library.damp(np.array(s), np.array(m))) for m, s in side)
        for side in contingency.sides(**witness)
    )
    return 3 * abs(after - before) / math.sqrt(n)


def derive_entering(claim: Claim) -> Remainders:
    """Return the terms under the roots in the three cases of the proof, and the steps to the claim."""
    m, s, n = sympy.symbols("m s n", positive=True)
    after_up, after_down = (m + 1) ** 2 + 2 * (s + m), (m + 1) ** 2 + 2 * (s - m)
    across, before = (m + 1) ** 2 + 2 * (m - s), m**2 + 2 * s
    tail, steepest = (
        claim.formulas["tail"](n=7) / claim.stated["ours"](n=7),
        library.p_value_sensitivity(7) / library.stratified_sensitivity(7),
    )
    return {
        "S ≥ 0": after_up - before - 4 - (4 * m - 3),
        "S ≤ −m": after_down - before - 1,
        "between": (2 * m + 2) ** 2 - 2 * (across + before) - 2,
        "two records, three over √n": 3 * (1 + 1) / sympy.sqrt(n) - claim.stated["ours"](n=n),
        "the slope of the tail": sympy.Integer(round(1e9 * (tail - steepest))),
    }


FEW = worlds("n rows columns", (2, 2, 2), (4, 2, 2), (6, 2, 2), (4, 3, 3))
MORE = worlds("n rows columns", (5, 3, 3), (4, 4, 4))

HALF, FOUR, FIVE = (instead(ours=f"{units}/sqrt(n)") for units in (3, 4, 5))

# --- B-ties: how widely it scatters when there are ties ------------------------------------------------------


def spread(counts: Counts) -> NDArray[np.float64]:
    """V, which is Σ (n³ − Σ r³)(n³ − Σ c³)/n⁵ over all records, for many data sets at once."""
    size = counts.sum(axis=(-1, -2))
    margins = [(counts.sum(axis=axis) ** 3).sum(axis=-1) for axis in (-1, -2)]
    loose = (size**3 - margins[0]) * (size**3 - margins[1])
    return np.asarray((loose / np.maximum(size, 1) ** 5).sum(axis=-1) / size.sum(axis=-1))


def derive_spread(claim: Claim) -> Remainders:
    """How n(1 − Σp³)(1 − Σq³) grows when a record enters, and the two ends of that slope."""
    n, r, c, t = sympy.symbols("n r c t", positive=True)
    others_x, others_y, a, b = sympy.symbols("u v A B", positive=True)
    size = n + t
    untied = [1 - ((k + t) ** 3 + rest) / size**3 for k, rest in ((r, others_x), (c, others_y))]
    slope = sympy.diff(size * untied[0] * untied[1], t).subs(t, 0)
    at = [factor.subs(t, 0) for factor in untied]
    p, q = r / n, c / n
    formula = at[0] * at[1] + 3 * at[1] * (1 - at[0] - p**2) + 3 * at[0] * (1 - at[1] - q**2)
    largest, size_of_n = a * b + 3 * b * (1 - a) + 3 * a * (1 - b), sympy.Symbol("N", positive=True)
    t, v, records = 2.5, 0.2, 7
    stated = claim.formulas["margin"](n=records, t=t, v=v) - library.margin_sensitivity(
        records, threshold=t, least=v
    )
    return {
        "the slope": slope - formula,
        "at most 3": 3 - largest - (3 * (1 - a) * (1 - b) + 2 * a * b),
        "p³ − p² is at least −4/27": r**3
        - r**2
        + sympy.Rational(4, 27)
        - (r - sympy.Rational(2, 3)) ** 2 * (r + sympy.Rational(1, 3)),
        "3 and 8/9 round up to 4": claim.stated["ours"](n=size_of_n) * size_of_n
        - sympy.ceiling(3 + sympy.Rational(8, 9)),
        "z′, and t/2v times the change of V": sympy.Integer(round(1e9 * stated)),
    }


ONE, TWO = (instead(ours=f"{units}/n") for units in (1, 2))


CLAIMS = (
    by_us(
        id="B-stratified",
        title="Scaled by the public n and damped by a root, conditional Kendall moves by less than 6 over √n",
        place="repair of Theorem 3 of Priv-PC",
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
        subjects=(
            library.stratified_kendall,
            library.stratified_sensitivity,
            library.stratified_p_value,
            library.p_value_sensitivity,
        ),
        checks=(
            Symbolic("under the roots", derive_entering, (FOUR,), target=Target.OURS),
            Exhaustive("all data sets in two strata", FEW, worst_stratified, (HALF, FOUR), replayed, MORE),
            Exhaustive(
                "strictly, at every size, excess and gain",
                each(n=(10, 30, 60)),
                worst_crossing,
                (FOUR, FIVE),
                replay_crossing,
                worlds("n", 120),
            ),
            Search(
                "two strata of nine cells",
                worlds("n", 200),
                contingency.crossing,
                changed,
                (HALF, mutant("no root, the bound unchanged", score=partial(changed, statistic=z_linear))),
            ),
        ),
    ),
    by_us(
        id="B-ties",
        title="The threshold moves with the ties: its own sensitivity is of order 1 over n",
        place="companion of B-stratified",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $V=\\sum_k\\dfrac{n_k}n\\bigl(1-\\sum_ap_{ka}^3\\bigr)\\bigl(1-\\sum_bq_{kb}^3\\bigr)$, where "
            "$p_{ka}$, $q_{kb}$ are the shares of the values of $x$ and of $y$ in stratum $k$. Let $t$ be a threshold, "
            "$v>0$ a least spread, and $M=|z'|-t\\max\\bigl(\\sqrt V,v\\bigr)$."
        ),
        statement="«Neighbours» changes $V$ by «sense» $«ours»$, and so $M$ by «sense» $«margin»$.",
        sense=Sense.LESS_THAN,
        ours=Formula("4/n"),
        formulas={"margin": Formula("6/sqrt(n) + 2*t/(v*n)")},
        at={"n": 100_000},
        subjects=(library.null_spread, library.margin, library.margin_sensitivity),
        depends=("B-stratified",),
        checks=(
            Symbolic("strictly: the slope", derive_spread, (TWO,), target=Target.OURS),
            Exhaustive(
                "all data sets in two strata",
                FEW,
                partial(worst_stratified, statistic=spread),
                (ONE,),
                partial(replayed, statistic=lambda *asked: library.null_spread(*asked) ** 2),
                MORE,
            ),
            Search(
                "two strata of nine cells",
                worlds("n", 200),
                contingency.crossing,
                partial(changed, statistic=spread),
                (ONE, TWO),
                step=contingency.moved,
            ),
        ),
    ),
)

RECORDS = 10_000


def noisy_stratified(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    """|z′| on the pair of neighbours that breaks the published statistic, with the noise for ε = 1."""
    total = sum(
        float(library.damp(np.array(s), np.array(m)))
        for m, s in contingency.sides(**contingency.two_strata(RECORDS).witness)[neighbour]
    )
    statistic = abs(3 * total / math.sqrt(RECORDS))
    return statistic + rng.laplace(scale=library.stratified_sensitivity(RECORDS), size=(size, 1))


EXHIBITS = (
    Exhibit(
        "stratified Kendall, repaired",
        "|z′| with the noise for its sensitivity",
        "B-stratified",
        True,
        noisy_stratified,
    ),
)
