"""Conditional Spearman compared with conditional Kendall: the effect of a record that enters a stratum."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.stats import rankdata

from privcausal.claims.graphs.independence.contingency import both_tables, crossing
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Target, by_us, each, instead, mutant, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, Witness

Levels = NDArray[np.int64]


def rank_products(x: Levels, y: Levels) -> Levels:
    """Σ A B over records, A and B sums of signs: four times the centred product sum of average ranks."""
    signs = [np.sign(column[..., None, :] - column[..., :, None]).sum(axis=-1) for column in (x, y)]
    products: Levels = (signs[0] * signs[1]).sum(axis=-1)
    return products


def most_by_entering(m: int) -> tuple[Fraction, Witness]:
    """The most by which one record changes (m − 1)ρ, over all ways in which m records can be ordered and tied."""
    levels = 2 * np.array(list(product(range(m), repeat=m)), dtype=np.int64).reshape(m**m, m)
    rising = levels[(np.diff(levels, axis=1) >= 0).all(axis=1)]
    x, y = np.repeat(rising, len(levels), axis=0), np.tile(levels, (len(rising), 1))
    alone = rank_products(x, y)
    best, case = Fraction(0), {"x": [0] * m, "y": [0] * m, "spot": [0, 0]}
    for u, v in product(range(-1, 2 * m), repeat=2):
        change = np.abs(m * rank_products(joined(x, u), joined(y, v)) - (m + 2) * alone)
        place = int(change.argmax())
        value = Fraction(3 * int(change[place]), max(m, 1) * (m + 1) * (m + 2))
        if value > best:
            best, case = value, {"x": x[place].tolist(), "y": y[place].tolist(), "spot": [u, v]}
    return best, case


def joined(columns: Levels, spot: int) -> Levels:
    """One more record in each data set."""
    return np.concatenate([columns, np.full((len(columns), 1), spot)], axis=1)


def most_by_staying(m: int) -> tuple[Fraction, Witness]:
    """The most by which (m − 1)ρ changes when one of the m records of a stratum is replaced by another there."""
    line = 2 * np.array(list(product(range(m - 1), repeat=m - 1)), dtype=np.int64).reshape(-1, m - 1)
    rising = line[(np.diff(line, axis=1) >= 0).all(axis=1)]
    x, y = np.repeat(rising, len(line), axis=0), np.tile(line, (len(rising), 1))
    spots = list(product(range(-1, 2 * m - 2), repeat=2))
    values = np.array([rank_products(joined(x, u), joined(y, v)) for u, v in spots])
    base = int(np.ptp(values, axis=0).argmax())
    ends = [list(spots[int(end(values[:, base]))]) for end in (np.argmin, np.argmax)]
    change = Fraction(3 * int(np.ptp(values[:, base])), m * (m + 1))
    return change, {"x": x[base].tolist(), "y": y[base].tolist(), "spots": ends}


def worst_spearman(n: int) -> Extreme:
    """A record leaves one stratum and enters another, every split of the other n − 1; or it stays in one of all n."""
    rises = [most_by_entering(m) for m in range(n)]
    split = max(range(n), key=lambda m: rises[m][0] + rises[n - 1 - m][0])
    (left, first), (entered, second) = rises[split], rises[n - 1 - split]
    stays, stayed = most_by_staying(n)
    crossed = {"left": first, "entered": second}
    most, witness = (stays, {"stayed": stayed}) if stays > left + entered else (left + entered, crossed)
    return Extreme(float(most) / math.sqrt(n), witness, sum(m**m for m in range(n)))


def spearman_term(x: Any, y: Any) -> float:
    """(m − 1)ρ by SciPy's average ranks, ρ the centred product sum over its largest value without ties."""
    m = len(x)
    ranks = [rankdata(column) - (m + 1) / 2 for column in (x, y)]
    return 12 * float(ranks[0] @ ranks[1]) / (m * (m + 1)) if m else 0.0


def replay_spearman(witness: Witness, n: int) -> float:
    """Reversing one column turns a fall into a rise, so the two changes can be made to add up."""
    total = 0.0
    for stratum in witness.values():
        x, y = stratum["x"], stratum["y"]
        first, second = stratum.get("spots", ([], stratum.get("spot")))
        ends = [spearman_term([*x, *spot[:1]], [*y, *spot[1:]]) for spot in (first, second)]
        total += abs(ends[1] - ends[0])
    return total / math.sqrt(n)


def chains(n: int) -> Extreme:
    """A rising stratum left by a record that contradicts it, and a falling one joined by a record at the top."""
    half = (n - 1) // 2
    total = sum((5 * m - 2) / (m + 2) for m in (half, n - 1 - half))
    return Extreme(total / math.sqrt(n), {"left": half, "entered": n - 1 - half}, 1)


def replay_chains(witness: Witness, n: int) -> float:
    sizes = {name: {"x": range(m), "y": range(m, 0, -1), "spot": (m, m + 1)} for name, m in witness.items()}
    return replay_spearman(sizes, n)


def spearman_change(case: Witness, n: int) -> float:
    ends = []
    for counts in both_tables(case, n):
        total = 0.0
        for table in counts:
            ranks = [
                np.cumsum(margin) - (margin + table.sum()) / 2 for margin in (table.sum(1), table.sum(0))
            ]
            size = int(table.sum())
            total += 12 * float(ranks[0] @ table @ ranks[1]) / (size * (size + 1)) if size else 0.0
        ends.append(total)
    return abs(ends[1] - ends[0]) / math.sqrt(n)


def derive_entering(claim: Claim) -> Remainders:
    """The gain in the product sum, the loss through the weight, and their sum."""
    m, c, e, n = sympy.symbols("m c e n", positive=True)
    gain = ((m**2 - e**2) / 2 + (m**2 - c**2) / 2 + c * e + m) / 4
    most, least = m * (m + 1) / 4, -m * (m**2 - 1) / 12
    rise = 12 * most / ((m + 1) * (m + 2)) - 12 * least * 2 / (m * (m + 1) * (m + 2))
    ours, limit = claim.stated["ours"](n=n), claim.formulas["limit"](n=n)
    return {
        "the gain": most - gain - (c - e) ** 2 / 8,
        "the weight": 12 / ((m + 1) * (m + 2)) - 12 / (m * (m + 1)) + 24 / (m * (m + 1) * (m + 2)),
        "together": rise - (5 * m - 2) / (m + 2),
        "two halves": 2 * rise.subs(m, (n - 1) / 2) / sympy.sqrt(n) - ours,
        "below the limit": limit - ours - 48 / ((n + 3) * sympy.sqrt(n)),
        "half and half is most, for the slope falls": sympy.diff((5 * m - 2) / (m + 2), m)
        - 12 / (m + 2) ** 2,
        "an empty stratum to enter": (10 * n - 18) / (n + 3)
        - (5 * n - 7) / (n + 1)
        - (5 * n - 1) * (n - 3) / ((n + 1) * (n + 3)),
        "the same stratum": (10 * n - 18) / (n + 3)
        - 6 * (n - 1) / (n + 1)
        - 4 * n * (n - 5) / ((n + 1) * (n + 3)),
    }


NINE = instead(ours="(9*n - 18)/((n + 3)*sqrt(n))")
OFF_BY_ONE = instead(ours="(10*n - 18)/((n + 4)*sqrt(n))")
FOUR_RECORDS = mutant("four records, one of which stays in its stratum", worlds=worlds("n", 4))

CLAIMS = (
    by_us(
        id="P-spearman",
        title="Conditional Spearman, scaled by the public n",
        place="Priv-PC says that a bound exists and has a large coefficient (004:l.46, 201); its appendix is lost",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $\\rho_k$ be Spearman's correlation of the $n_k$ records of stratum $k$: the centred product sum of "
            "average ranks, divided by the largest value that it can have without ties. Let "
            "$R=\\frac1{\\sqrt n}\\sum_k(n_k-1)\\rho_k$."
        ),
        statement=(
            "For $«n»$ records, «neighbours» changes $R$ by «sense» $«ours»$, which stays below $«limit»$."
        ),
        quantities=(whole("n", at_least=5),),
        ours=Formula("(10*n - 18)/((n + 3)*sqrt(n))"),
        formulas={"limit": Formula("10/sqrt(n)")},
        at={"n": 100_000},
        proof="proof-conditional-spearman",
        checks=(
            Symbolic("gain and weight", derive_entering, (NINE,), target=Target.OURS),
            Exhaustive(
                "all weak orders in two strata, and in one",
                worlds("n", 5),
                worst_spearman,
                (OFF_BY_ONE, FOUR_RECORDS),
                replay_spearman,
            ),
            Exhaustive("two chains", each(n=(101, 2_001)), chains, (NINE, OFF_BY_ONE), replay_chains),
            Search("two strata of nine cells", worlds("n", 200), crossing, spearman_change, (NINE,)),
        ),
    ),
)
