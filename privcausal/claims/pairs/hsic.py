"""HSIC: how far can one replaced record move it? The proved bound, the attained value, and the gap between them."""

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from privcausal.claims.functions import our_error
from privcausal.claims.pairs import hsic_cases as clusters
from privcausal.claims.sources import KUSNER
from privcausal.pairs.hsic import hsic, hsic_sensitivity, private_hsic
from privcausal.pairs.ridge import GaussianKernel
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Sense, by_us, each, instead, mutant, whole
from privcausal.verify.checks import Exhaustive, Remainders, Search, Symbolic, Target, Witness, space, worlds

DIGITS = 12
"""Scores of searches are rounded, so that a search takes the same way on every processor."""

SETTING = (
    "Let $k$ and $l$ be positive definite kernels with values in $[0, 1]$, fixed before the data are seen, and "
    "$\\mathrm{HSIC} = \\operatorname{tr}(KHLH)/(m-1)^2$ the score of $m$ records."
)

KERNELS = (
    "kernels of at least 0: the source asks for at most 1, and names kernels that are positive; with $k(x,x)\\le1$ "
    "alone our bounds are four times as large",
)

# --- searches: Gaussian kernels, and kernels that come from anywhere -----------------------------------------------

FAR = 12
"""With bandwidth 1, numbers this far apart are different clusters: the kernel is below 10⁻³¹."""


def neighbours(m: int, **more: space.Space) -> space.Fields:
    """M − 1 common records and one before and after, on a line where clusters, grades and outliers all fit.

    A climb sets out from one cluster, two equal clusters, and a crowd in one column alone.
    """
    level = space.among(*(step / 4 for step in range(4 * FAR + 1)))
    column, spot, crowd = level * (m - 1), level * 2, [0.0] * (m - 1)
    half = [float(FAR * (2 * i < m)) for i in range(m - 1)]
    return space.record(x=column, y=column, before=spot, after=spot, **more).starting(
        *(
            {"x": x, "y": y, "before": [0.0, 0.0], "after": [FAR, 0.0]}
            for x, y in ((half, half), (crowd, crowd), (half, crowd))
        )
    )


def gaussian_change(pair: Witness, one_column: bool = False) -> float:
    """By the library's HSIC; the record keeps its y, or not."""
    ends = [pair["before"], [pair["after"][0], pair["before"][1]] if one_column else pair["after"]]
    before, after = (
        hsic([*pair["x"], x], [*pair["y"], y], kernel_x=GaussianKernel(1.0), kernel_y=GaussianKernel(1.0))
        for x, y in ends
    )
    return round(abs(before - after), DIGITS)


Features = list[list[int]]
"""One row per record: where a finite kernel k(i, j) = ⟨φᵢ, φⱼ⟩ puts it, in hundredths, before normalising."""


def features(m: int) -> space.Fields:
    """Any kernel on m + 1 records of rank 3 with values in [0, 1]; the last two are the record before and after.

    A climb sets out from two or three clusters in each column, with the record going from one to another; and from
    two clusters in the ratio 2 : 1, with the record coming to the large one in the first column alone.
    """
    rows, large = space.whole(0, 100) * 3 * (m + 1), round((2 * m - 1) / 3)
    corners = [[100, 0, 0], [0, 100, 0], [0, 0, 100]]
    starts = [{name: [corners[i % k] for i in range(m + 1)] for name in "xy"} for k in (2, 3)]
    crowd = [corners[i >= large] for i in range(m)]
    return space.record(x=rows, y=rows).starting(
        *starts, {"x": [*crowd, corners[0]], "y": [*crowd, corners[1]]}
    )


def gram(rows: Features) -> NDArray[np.float64]:
    """The kernel matrix of the rows, each scaled to length 1: entries in [0, 1]."""
    vectors = np.array(rows, dtype=float) + 1e-9
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    product_: NDArray[np.float64] = vectors @ vectors.T
    return product_


def matrix_hsic(K: NDArray[np.float64], L: NDArray[np.float64]) -> float:
    """HSIC of two kernel matrices, by centring one of them."""
    rows = K - K.mean(axis=0)
    return float(np.sum((rows - rows.mean(axis=1, keepdims=True)) * L)) / (len(K) - 1) ** 2


def feature_change(pair: Witness, m: int, one_column: bool = False) -> float:
    """The record before is the last but one of the rows, the record after is the last; it keeps its y, or not."""
    K = gram(pair["x"])
    L = gram([*pair["y"][:m], pair["y"][m - 1 if one_column else m]])
    before, after = (
        matrix_hsic(K[np.ix_(side, side)], L[np.ix_(side, side)])
        for side in ([*range(m)], [*range(m - 1), m])
    )
    return round(abs(before - after), DIGITS)


# --- the change formula ---------------------------------------------------------------


def rational_neighbours(m: int) -> space.Fields:
    """Records given by feature vectors with small whole coordinates: every kernel value is a whole number."""
    rows = space.whole(-3, 3) * 2 * (m + 1)
    return space.record(x=rows, y=rows)


def change_error(claim: Claim, pair: Witness, m: int) -> Any:
    """The formula against the definition, both in fractions. No kernel bound is needed here."""
    X, Y = (clusters.fractions(pair[name]) for name in "xy")
    K, L = X @ X.T, Y @ Y.T
    sides = [[*range(m - 1), record] for record in (m - 1, m)]
    truth = [clusters.literal_hsic(K[np.ix_(side, side)], L[np.ix_(side, side)]) for side in sides]
    terms = []
    for record in (m - 1, m):
        a, b = ([(row - rows[: m - 1].sum(0) / Fraction(m - 1)) for row in rows] for rows in (X, Y))
        cross = sum(((a[record] @ a[i]) * (b[record] @ b[i]) for i in range(m - 1)), Fraction(0))
        terms.append((cross / (m - 1), (a[record] @ a[record]) * (b[record] @ b[record])))
    (C, U), (C_prime, U_prime) = terms
    stated: Any = claim.stated["ours"](m=m, C=C, C_=C_prime, U=U, U_=U_prime)
    return abs(truth[0] - truth[1] - stated)


def derive_change(claim: Claim) -> Remainders:
    """The covariance after one more record, and the square of its norm."""
    m, s, t, size, cross, square = sympy.symbols("m s t c2 cu u2", real=True)
    C, C_prime, U, U_prime = sympy.symbols("C C_prime U U_prime", real=True)
    # s, t: the new record minus the mean of the m − 1 others, in both columns; their own covariance is bilinear too.
    others = (m - 1) * (s / m) * (t / m)
    newcomer = (s - s / m) * (t - t / m)

    def value(along: Any, long: Any) -> Any:
        return (m / (m - 1)) ** 2 * ((m - 1) / m) ** 2 * (size + 2 * along / m + long / m**2)

    stated = claim.stated["ours"](m=m, C=C, C_=C_prime, U=U, U_=U_prime)
    return {
        "what the new record adds to m·covariance": others + newcomer - (m - 1) / m * s * t,
        "the square of the norm": sympy.expand((cross + square / m) ** 2)
        - (cross**2 + 2 * cross * square / m + square**2 / m**2),
        "the change": value(C, U) - value(C_prime, U_prime) - stated,
    }


def derive_ours(claim: Claim) -> Remainders:
    """Both maxima of the proof: 8t³(1 − t)/m + 4t⁴/m² over t, and 8·μ(1 − μ)·ν(1 − ν)/m over μ and ν."""
    m, t = sympy.symbols("m t", positive=True)
    gain = 8 * t**3 * (1 - t) / m + 4 * t**4 / m**2
    best = 3 * m / (2 * (2 * m - 1))
    loss = 8 * (t * (1 - t)) ** 2 / m
    half = sympy.Rational(1, 2)
    return {
        "the gain is stationary there": sympy.diff(gain, t).subs(t, best),
        "and nowhere else above 0": sympy.diff(gain, t) / t**2 - (24 / m - (32 / m - 16 / m**2) * t),
        "the loss is stationary at one half": sympy.diff(loss, t).subs(t, half),
        "their sum": gain.subs(t, best) + loss.subs(t, half) - claim.stated["ours"](m=m),
    }


def derive_one_column(claim: Claim) -> Remainders:
    """The maximum of 4p²(2q + (p − q)/m)/m over p = 1 − q."""
    m, p = sympy.symbols("m p", positive=True)
    change = 4 * p**2 * (2 * (1 - p) + (2 * p - 1) / m) / m
    best = (2 * m - 1) / (3 * (m - 1))
    return {
        "stationary": sympy.diff(change, p).subs(p, best),
        "the value there": change.subs(p, best) - claim.stated["ours"](m=m),
    }


def middle_term(pair: Witness, m: int) -> float:
    """(2/m)·|sum(K′L′) − sum(KL)|: the term of the published proof that small matrices only suggested."""
    sums = []
    for side in clusters.SIDES:
        columns = [np.array([*pair[name], pair[side][place]]) for place, name in enumerate("xy")]
        K, L = (GaussianKernel(1.0)(column, column) for column in columns)
        if (
            side == "before" and pair["vanishes"]
        ):  # a record whose features are 0 resembles nobody, not even itself
            for matrix in (K, L):
                matrix[-1, :] = matrix[:, -1] = 0
        sums.append(float((K @ L).sum()))
    return round(2 / m * abs(sums[0] - sums[1]), 9)


def vanishing_neighbours(m: int) -> space.Fields:
    """Neighbours, of which the record before can have no features at all."""
    pairs = neighbours(m, vanishes=space.among(False, True))
    starts = ({**pair, "vanishes": True, "after": [0.0, 0.0]} for pair in pairs.starts)
    return space.record(**pairs.kinds).starting(*starts)


# --- what the bounds are attacked with ------------------------------------------------------------------------


def all_two_clusters(*mutants: Mutant, one_column: bool = False) -> Exhaustive:
    worst = partial(clusters.worst_two_clusters, one_column=one_column)
    sizes, more = each(m=range(2, 27)), each(m=range(27, 42))
    return Exhaustive("all pairs of two clusters", sizes, worst, mutants, clusters.cluster_change, more)


def all_clusters(*mutants: Mutant, one_column: bool = False) -> Exhaustive:
    worst = partial(clusters.worst_any_clusters, one_column=one_column)
    sizes, more = each(m=range(2, 8)), worlds("m", 8, 9)
    return Exhaustive("all pairs of partitions", sizes, worst, mutants, clusters.cluster_change, more)


def gaussian_search(*mutants: Mutant, one_column: bool = False) -> Search:
    score = partial(gaussian_change, one_column=one_column)
    return Search("hill climbing over Gaussian kernels", worlds("m", 5, 8), neighbours, score, mutants)


def feature_search(*mutants: Mutant, one_column: bool = False) -> Search:
    score = partial(feature_change, one_column=one_column)
    return Search("hill climbing over kernels of rank 3", worlds("m", 5, 8), features, score, mutants)


HSIC16 = Formula("(16*m - 8)/(m - 1)**2")
HSIC12 = Formula("(12*m - 11)/(m - 1)**2")
HSIC_OURS = Formula("27*m**2/(4*(2*m - 1)**3) + 1/(2*m)")
ONE_COLUMN = Formula("4*(2*m - 1)**3/(27*m**2*(m - 1)**2)")

NO_LOSS = instead(ours="27*m**2/(4*(2*m - 1)**3)")
TOO_BOLD = instead(published="1/m")
TWO_RECORDS = mutant(
    "two records replaced instead of one", worst=partial(clusters.worst_two_clusters, movers=2)
)
ONE_OVER_M = instead(ours="1/m")
LIMIT_ONLY = instead(ours="32/(27*m)")
OVER_OTHERS = instead(ours="2/(m - 1)*(C - C_) + (U - U_)/m**2")
NO_SQUARES = instead(ours="2/m*(C - C_)")

SURE = "Sure; the norms of the proof are entrywise, as its own use of them shows."

IN_SETTING: dict[str, Any] = {
    "relation": Relation.SUBSTITUTION,
    "assumes": KERNELS,
    "definition": SETTING,
    "quantities": (whole("m", at_least=2),),
    "at": {"m": 1000},
}
"""What all four bounds speak about."""

CLAIMS = (
    by_us(
        id="B-hsic-change",
        title="The change of HSIC when one record is added",
        place="elementary: the rank-one update of a covariance",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $\\varphi, \\psi$ be the feature maps of any two positive definite kernels, $\\mu, \\nu$ the "
            "mean features of the $m - 1$ records that stay, and $\\mathcal C$ their cross-covariance (divided "
            "by $m - 1$). Write $u = (\\varphi(x) - \\mu) \\otimes (\\psi(y) - \\nu)$ for the record that "
            "leaves, $u'$ for the one that comes, $C = \\langle\\mathcal C, u\\rangle$, $U = \\lVert "
            "u\\rVert^2$, and $C', U'$ likewise; $\\Delta$ is the score before minus the score after."
        ),
        statement="Then $\\Delta«sign»«ours»$.",
        sense=Sense.EXACTLY,
        ours=Formula("2/m*(C - C_) + (U - U_)/m**2"),
        subjects=(hsic,),
        checks=(
            Symbolic("rank-one update", derive_change, (OVER_OTHERS, NO_SQUARES), target=Target.OURS),
            Search(
                "formula against the trace, in fractions",
                worlds("m", 2, 4),
                rational_neighbours,
                change_error,
                (OVER_OTHERS, NO_SQUARES),
                climbs=False,
                **our_error(Formula("0")),
            ),
        ),
    ),
    Claim(
        id="K-hsic16",
        title="One record moves HSIC by at most 16/m or so",
        **KUSNER("Theorem 3 (000:146), proof in 000:115 and 000:148–149"),
        consequence=Consequence(
            cost="A factor of 12 in noise at 1,000 records; of 3, if kernels can be negative, where ours is "
            "four times larger. No conclusion changes.",
            certain=SURE,
        ),
        **IN_SETTING,
        statement="«Neighbours» changes it by «sense» $«published»$, for all $«m»$.",
        published=HSIC16,
        ours=HSIC_OURS,
        proof="proof-hsic-bound",
        depends=("B-hsic-change",),
        subjects=(hsic_sensitivity, private_hsic),
        checks=(
            Symbolic("both maxima", derive_ours, (NO_LOSS,), target=Target.OURS),
            all_two_clusters(NO_LOSS, TOO_BOLD, TWO_RECORDS),
            all_clusters(NO_LOSS, TOO_BOLD),
            gaussian_search(NO_LOSS),
        ),
    ),
    Claim(
        id="K-hsic12",
        title="One record moves HSIC by at most 12/m or so",
        **KUSNER("Section 4.2 (000:116), proof in 003:119–183, whose last line prints $N^2-1$"),
        consequence=Consequence(
            cost="A factor of 9 in noise at 1,000 records, or of 2.2 if kernels can be negative. The step that the "
            "source calls a suggestion of small matrices is true, and proved here.",
            certain=SURE,
        ),
        **IN_SETTING,
        statement="«Neighbours» changes it by «sense» $«published»$, for all $«m»$.",
        published=HSIC12,
        ours=HSIC_OURS,
        proof="proof-hsic-bound",
        depends=("K-hsic16",),
        subjects=(hsic_sensitivity,),
        checks=(
            Symbolic("both maxima", derive_ours, (NO_LOSS,), target=Target.OURS),
            all_two_clusters(NO_LOSS, TOO_BOLD),
            Search(
                "the middle term of the proof",
                worlds("m", 4, 12),
                vanishing_neighbours,
                middle_term,
                (mutant("6m − 7 instead of 6m − 5", tolerance=Formula("6*m - 7")),),
                tolerance=Formula("6*m - 5"),
                target=Target.PROOF,
            ),
        ),
    ),
    by_us(
        id="B-hsic-one",
        title="A record that keeps one of its two values",
        **IN_SETTING,
        statement=(
            "Replacing the $x$ of one record while its $y$ stays, or the other way round, changes it by «sense» "
            "$«ours»$, for all $«m»$."
        ),
        ours=ONE_COLUMN,
        depends=("B-hsic-change",),
        checks=(
            Symbolic("the best share of clusters", derive_one_column, (LIMIT_ONLY,), target=Target.OURS),
            all_two_clusters(LIMIT_ONLY, one_column=True),
            all_clusters(LIMIT_ONLY, one_column=True),
            gaussian_search(LIMIT_ONLY, one_column=True),
            feature_search(ONE_OVER_M, one_column=True),
        ),
    ),
    by_us(
        id="B-hsic-gap",
        title="Conjecture: replacing both values changes HSIC no more than replacing one",
        **IN_SETTING,
        statement="We believe that «neighbours» changes it by «sense» $«ours»$, for all $«m»$.",
        ours=ONE_COLUMN,
        proof=None,
        depends=("B-hsic-one", "K-hsic16"),
        kind="conjecture",
        checks=(
            all_two_clusters(LIMIT_ONLY),
            all_clusters(LIMIT_ONLY),
            gaussian_search(LIMIT_ONLY),
            feature_search(ONE_OVER_M),
        ),
    ),
)
