"""Kernel ridge regression: how far can one replaced training record move a residual?

Every check retrains: it fits both neighbouring training sets and looks at what changed.
"""

import math
from functools import partial
from typing import Any

import numpy as np
import sympy

from privcausal.arrays import Floats
from privcausal.claims.functions import our_error
from privcausal.claims.sources import KUSNER
from privcausal.pairs.ridge import GaussianKernel, Path, fit, path, residual_sensitivity
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Sense, Target, by_us, instead, mutant, real, worlds
from privcausal.verify.checks import Remainders, Search, Symbolic, space

Pair = dict[str, Any]
"""Neighbouring training sets: `shared` clusters of records, and one record `before` and `after`.

A record is [u, e, v, y]: three coordinates of φ(x), cut to the unit ball so that k ≤ 1, and y, cut to [−1, 1].
"""


def ridge_lead(n: Any, lamda: Any) -> Any:
    """What strong convexity on both objectives gives: larger than ours, smaller than published."""
    return (8**0.5 + 4 * lamda**0.5) / (n * lamda**1.5)


# --- neighbouring training sets in three dimensions, retrained in the primal ---------------------------------


def legal(record: list[float]) -> tuple[Floats, float]:
    """φ(x) and y of a record, after cutting to the unit ball and to [−1, 1]."""
    feature: Floats = np.array(record[:3])
    return feature / max(1.0, float(np.linalg.norm(feature))), min(1.0, max(-1.0, record[3]))


def moments(records: list[list[float]], counts: list[float]) -> tuple[Floats, Floats]:
    """Σ φφᵀ and Σ yφ."""
    features, labels = (np.array(part) for part in zip(*map(legal, records), strict=True))
    weighted = features.T * np.array(counts)
    return weighted @ features, weighted @ labels


def deal_records(records: int, clusters: int) -> list[float]:
    """So many records dealt to the clusters in turn."""
    return [float(records // clusters + (place < records % clusters)) for place in range(clusters)]


def train(pair: Pair, side: str, n: int, lamda: float, replaced: int = 1) -> Floats:
    """The minimiser w on one of the neighbouring sets: gradient equal to zero, three equations."""
    counts = [*deal_records(n - replaced, len(pair["shared"])), float(replaced)]
    square, cross = moments([*pair["shared"], pair[side]], counts)
    return np.asarray(np.linalg.solve(lamda * np.eye(3) + 2 * square / n, 2 * cross / n), dtype=np.float64)


def steady(value: float) -> float:
    """Ten digits of a float: the same search path and witness on machines that round the sixteenth differently."""
    return float(f"{value:.10g}")


def ridge_change(pair: Pair, n: int, lamda: float, replaced: int = 1) -> float:
    """The largest change of a prediction: ‖w̃ − w‖, seen at the unit vector in that direction."""
    before, after = (train(pair, side, n, lamda, replaced) for side in ("before", "after"))
    return steady(float(np.linalg.norm(after - before)))


UNIT = space.real(-1, 1)


def neighbouring_sets(n: int, lamda: float) -> space.Fields:
    """Training sets of a few clusters; a climb sets out from the extremal pair."""
    sets = space.neighbours(UNIT * 4, shared=(UNIT * 4).up_to(min(4, n - 1)))
    return sets.starting(*extremal(n, lamda))


def probed_sets(n: int, lamda: float) -> space.Fields:
    """The same, with what test records see of the change: from the start, all of it."""
    sets = neighbouring_sets(n, lamda)
    starts = ({**pair, "probe": [0.0, 0.0, 1.0, 0.0]} for pair in sets.starts)
    return space.record(**sets.kinds, probe=UNIT * 4).starting(*starts)


def predicted(pair: Pair, side: str, n: int, lamda: float, replaced: int = 1) -> float:
    """The regression at the probe, after training on either side."""
    return float(train(pair, side, n, lamda, replaced) @ legal(pair["probe"])[0])


def extremal(n: int, lamda: float) -> list[Pair]:
    """The pair that the proof points at: a regression of full norm along u, and a record that swings across it."""
    along = math.sqrt(min(lamda, 2) / 2)
    cosine = (math.sqrt(lamda + 4) - math.sqrt(lamda)) / math.sqrt(8)
    sine = math.sqrt(1 - cosine**2)
    across = math.sqrt(1 - along**2)
    return [
        {
            "shared": [[along, across, 0.0, 1.0], [along, -across, 0.0, 1.0]],
            "before": [cosine, 0.0, sine, -1.0],
            "after": [cosine, 0.0, -sine, -1.0],
        }
    ]


# --- real columns and a Gaussian kernel, retrained by the library ---------------------------------------------

PROBES = np.linspace(-1, 1, 81)


def small_columns(n: int) -> space.Fields:
    """A climb sets out where all others agree, and one record at their place, or far away, turns its outcome around."""
    others = {"x": [0.0] * (n - 1), "y": [1.0] * (n - 1)}
    spots = [([0.0, 1.0], [0.0, -1.0]), ([1.0, 1.0], [1.0, -1.0]), ([1.0, -1.0], [0.5, 1.0])]
    column, spot = UNIT * (n - 1), UNIT * 2
    return space.record(x=column, y=column, before=spot, after=spot, width=space.real(0.05, 4)).starting(
        *(
            {**others, "before": before, "after": after, "width": width}
            for before, after in spots
            for width in (0.3, 1.0)
        )
    )


def retrained(pair: Pair, lamda: float, probes: Floats) -> Floats:
    """Fit both neighbouring sets with the library, and return the change by one record at these places."""
    kernel = GaussianKernel(pair["width"])
    before, after = (
        fit([*pair["x"], spot[0]], [*pair["y"], spot[1]], penalty=lamda, kernel=kernel).predict(probes)
        for spot in (pair["before"], pair["after"])
    )
    change: Floats = after - before
    return change


def retrained_change(pair: Pair, lamda: float) -> float:
    """The largest change of a prediction on a fine grid."""
    return steady(float(np.abs(retrained(pair, lamda, PROBES)).max()))


# --- the steps of the published proof ---------------------------------------------------------------------------


def derive_last_step(claim: Claim) -> Remainders:
    """(λ/2) d² ≤ (2/n) d (‖w̃‖ + ‖w‖ + 2) with both norms at 1/√λ, as printed: what does it give for d?"""
    n, lamda, distance = sympy.symbols("n lamda d", positive=True)
    norms = 2 / sympy.sqrt(lamda)
    (solved,) = sympy.solve(lamda / 2 * distance - 2 / n * (norms + 2), distance)
    stated = claim.stated["published"](n=n, lamda=lamda)
    return {"the displayed inequality gives (8 + 8√λ)/(nλ^{3/2}), not 8": solved - stated}


def derive_ours(claim: Claim) -> Remainders:
    """The steps of our proof that are formulas."""
    n, lamda, weight = sympy.symbols("n lamda W", positive=True)
    s, t, theta, residual, label = sympy.symbols("s t theta r y", real=True)
    together = (
        sympy.cos(t) + sympy.cos(s) + weight / 2 * (sympy.cos(2 * t - theta) - sympy.cos(2 * s - theta))
    )
    split = 2 * sympy.cos((t + s) / 2) * sympy.cos((t - s) / 2) - weight * sympy.sin(
        t + s - theta
    ) * sympy.sin(t - s)
    cosine = (sympy.sqrt(lamda + 4) - sympy.sqrt(lamda)) / sympy.sqrt(8)
    full = 1 / sympy.sqrt(2 * lamda)
    swing = 2 * sympy.sqrt(1 - cosine**2) * (1 + full * cosine)
    return {
        "r(y − r) falls short of y²/4 by a square": label**2 / 4
        - residual * (label - residual)
        - (residual - label / 2) ** 2,
        "both records, in one formula": sympy.expand_trig((together - split).rewrite(sympy.exp)).expand(),
        "the best angle is stationary": cosine + full * (2 * cosine**2 - 1),
        "the bound, squared": (2 / (n * lamda) * swing) ** 2 - claim.stated["ours"](n=n, lamda=lamda) ** 2,
    }


# --- leaving one out ------------------------------------------------------------------------------------------


def small_training_sets(n: int) -> space.Fields:
    numbers = {"lamda": space.real(0.001, 10), "width": space.real(0.1, 3), "out": space.whole(0, n - 1)}
    return space.record(x=UNIT * n, y=UNIT * n, **numbers)


def refitted_error(claim: Claim, case: Pair, n: int, shift: int = 0) -> float:
    """The formula against a fit that really leaves the record out, with the same nλ/2 on the diagonal."""
    x, y, out = np.array(case["x"]), np.array(case["y"]), case["out"]
    kernel, rest = GaussianKernel(case["width"]), np.arange(n) != out
    again = fit(x[rest], y[rest], penalty=case["lamda"] * (n + shift) / (n - 1), kernel=kernel)
    truth = float(y[out] - again.predict(x[out : out + 1])[0])
    inverse = np.linalg.inv(kernel(x, x) + n * case["lamda"] / 2 * np.eye(n))
    stated = float(claim.stated["ours"](alpha_i=inverse[out] @ y, a=inverse[out, out]))
    library = float(path(x, y, kernel=kernel).leave_one_out([case["lamda"]])[out, 0])
    # All of an error that is rounding: no digit of it is the same on every processor.
    return round(max(abs(truth - stated), abs(truth - library)), 9)


# --- how long the minimiser can be: the printed bound, the true one, and where they meet ----------------------


def levels(lamda: float) -> space.Fields:
    """Training records in equal shares, and a vector w at which the objective is to be no larger than at 0.

    A climb sets out from a vector that predicts every outcome, just long enough to cost what 0 costs: a hair shorter
    than √(2/λ), so that rounding cannot lift the objective above its value at 0.
    """
    along = math.sqrt(lamda / 2)
    start = {"shared": [[along, 0.0, 0.0, 1.0]], "w": [(1 - 1e-9) / along, 0.0, 0.0]}
    return space.record(shared=(UNIT * 4).up_to(3), w=space.real(-5, 5) * 3).starting(start)


def norm_below_zero_level(case: Pair, lamda: float) -> float:
    """‖w‖, if the objective at w is at most its value at 0: all that “plugging in 0” says about the minimiser."""
    weights = np.array(case["w"])
    rows = [legal(record) for record in case["shared"]]
    loss = float(np.mean([(weights @ feature - label) ** 2 for feature, label in rows]))
    at_zero = float(np.mean([label**2 for _, label in rows]))
    fits = lamda / 2 * float(weights @ weights) + loss <= at_zero
    return steady(float(np.linalg.norm(weights))) if fits else 0.0


RIDGE = Formula("8/(n*lamda**(3/2))")
RIDGE_OURS = Formula("(3 + sqrt(1 + 4/lamda))*sqrt(2 - lamda + sqrt(lamda**2 + 4*lamda))/(2*n*lamda)")


def ridge_ours(n: Any, lamda: Any) -> Any:
    """Return ϱ(n, λ): the sensitivity of one residual to one training record."""
    return RIDGE_OURS(n=n, lamda=lamda)


VARRHO = {"rho": (ridge_ours, r"\varrho({0},{1})")}
"""Our bound, where another formula uses it."""

TOO_SMALL = instead(ours=f"0.98*{RIDGE_OURS.text}")
OTHER_OBJECTIVE = instead(ours=RIDGE_OURS.text.replace("lamda", "(2*lamda)"))
TWO_RECORDS = mutant("two records replaced instead of one", score=partial(ridge_change, replaced=2))
PENALTY = real("lamda", above=0, at_most=1, letter=r"\lambda")
HAIR_LESS = mutant(
    "a hair less than √(2/λ), what plugging in 0 does give", tolerance=Formula("sqrt(1.99/lamda)")
)

CLAIMS = (
    by_us(
        id="B-leave-one-out",
        title="Leaving one record out without fitting again",
        place="a known formula (PRESS, generalised cross-validation), for this objective",
        relation=None,
        definition=(
            "Let $A=K+\\frac{n\\lambda}2I$ and $\\alpha=A^{-1}y$, and let $a$ be the $i$-th entry on the diagonal of "
            "$A^{-1}$."
        ),
        statement=(
            "The fit without record $i$, with the same multiple of $\\lambda$ on its diagonal, misses $y_i$ by "
            "«sense» $«ours»$."
        ),
        sense=Sense.EXACTLY,
        ours=Formula("alpha_i/a"),
        subjects=(Path,),
        checks=(
            Search(
                "formula against a real refit",
                worlds("n", 3, 8),
                small_training_sets,
                refitted_error,
                (mutant("(n − 1)λ/2 on the diagonal", score=partial(refitted_error, shift=-1)),),
                climbs=False,
                **our_error(Formula("1/10**7")),
            ),
        ),
    ),
    Claim(
        id="K-ridge",
        title="One training record moves every residual by at most 8/(nλ√λ)",
        **KUSNER("Theorem 5 (000:156–168), proof in 003:101–117"),
        consequence=Consequence(
            cost="Nothing: the bound is true, and all that rests on it stands. Ours is smaller by a factor of 1.7 at "
            "$\\lambda=1$, of 4.7 at $\\lambda=0.01$, and of no more than 5.7.",
            certain="Sure: the proof is intact. The value at 0 gives $\\lVert w\\rVert\\le\\sqrt{2/\\lambda}$, not "
            "$1/\\sqrt\\lambda$, which is true for another reason; and the displayed inequality gives "
            "$(8+8\\sqrt\\lambda)/(n\\lambda^{3/2})$.",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $w$ minimise "
            "$\\frac\\lambda2\\|w\\|^2+\\frac1n\\sum_{i=1}^n\\bigl(w\\cdot\\varphi(x_i)-y_i\\bigr)^2$ with "
            "$|y_i|\\le1$ and a kernel with $k(x,x)\\le1$."
        ),
        statement=(
            "«Neighbours» among the $n$ training records changes every prediction, and so every residual of the test "
            "set, by «sense» $«published»$, for $«lamda»$."
        ),
        quantities=(PENALTY,),
        published=RIDGE,
        ours=RIDGE_OURS,
        at={"n": 1000, "lamda": 0.01},
        proof="proof-ridge",
        subjects=(residual_sensitivity,),
        checks=(
            Search(
                "retrained in three dimensions",
                worlds("n lamda", (5, 1.0), (10**6, 1.0), (10**6, 0.01)),
                neighbouring_sets,
                ridge_change,
                (TOO_SMALL, OTHER_OBJECTIVE, TWO_RECORDS),
            ),
            Search(
                "retrained on columns with a Gaussian kernel",
                worlds("n lamda", (6, 1.0), (12, 0.1)),
                small_columns,
                retrained_change,
                (instead(ours="1/(n*lamda)"),),
            ),
            Symbolic("steps of our proof", derive_ours, (TOO_SMALL, OTHER_OBJECTIVE), target=Target.OURS),
            Search(
                "proof, first step: plugging in 0 gives a norm of at most 1/√λ",
                worlds("lamda", 1.0, 0.1),
                levels,
                norm_below_zero_level,
                (HAIR_LESS,),
                tolerance=Formula("1/sqrt(lamda)"),
                target=Target.PROOF,
            ),
            Symbolic(
                "proof, last step: plugging in the norms gives 8",
                derive_last_step,
                (instead(published="4/(n*lamda**(3/2))"),),
                target=Target.PROOF,
            ),
            Search(
                "repaired step: the minimiser's norm is at most 1/√(2λ)",
                worlds("n lamda", (10**6, 0.1)),
                neighbouring_sets,
                lambda pair, n, lamda: steady(float(np.linalg.norm(train(pair, "before", n, lamda)))),
                (mutant("a hair less", tolerance=Formula("1/sqrt(2.01*lamda)")),),
                **our_error(Formula("1/sqrt(2*lamda)")),
            ),
        ),
    ),
)
