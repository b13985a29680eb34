"""What ridge regression is attacked with: training sets, probes and starting points."""

import math
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from numpy.typing import NDArray

from privcausal.pairs.ridge import Gaussian, fit, path
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim

Floats = NDArray[np.float64]
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
    square, cross = np.zeros((3, 3)), np.zeros(3)
    for record, count in zip(records, counts, strict=True):
        feature, label = legal(record)
        square += count * np.outer(feature, feature)
        cross += count * label * feature
    return square, cross


def dealt(records: int, clusters: int) -> list[float]:
    """So many records dealt to the clusters in turn."""
    return [float(records // clusters + (place < records % clusters)) for place in range(clusters)]


def train(pair: Pair, side: str, n: int, lamda: float, replaced: int = 1) -> Floats:
    """The minimiser w on one of the neighbouring sets: gradient equal to zero, three equations."""
    counts = [*dealt(n - replaced, len(pair["shared"])), float(replaced)]
    square, cross = moments([*pair["shared"], pair[side]], counts)
    return np.asarray(np.linalg.solve(lamda * np.eye(3) + 2 * square / n, 2 * cross / n), dtype=np.float64)


def steady(value: float) -> float:
    """Ten digits of a float: the same search path and witness on machines that round the sixteenth differently."""
    return float(f"{value:.10g}")


def ridge_change(pair: Pair, n: int, lamda: float) -> float:
    """The largest change of a prediction: ‖w̃ − w‖, seen at the unit vector in that direction."""
    return steady(float(np.linalg.norm(train(pair, "after", n, lamda) - train(pair, "before", n, lamda))))


def ridge_change_of_two(pair: Pair, n: int, lamda: float) -> float:
    """The wrong relation: two records are replaced instead of one."""
    sides = [train(pair, side, n, lamda, replaced=2) for side in ("before", "after")]
    return steady(float(np.linalg.norm(sides[1] - sides[0])))


def records() -> st.SearchStrategy[list[float]]:
    return st.lists(st.floats(-1, 1), min_size=4, max_size=4)


def neighbouring_sets(n: int, lamda: float) -> st.SearchStrategy[Pair]:
    shared = st.lists(records(), min_size=1, max_size=min(4, n - 1))
    return st.fixed_dictionaries({"shared": shared, "before": records(), "after": records()})


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


def nudged(pair: Pair, rng: np.random.Generator) -> Pair:
    """The pair with one record moved a little, or a lot."""
    rows = [*pair["shared"], pair["before"], pair["after"]]
    place = int(rng.integers(len(rows)))
    size = 10.0 ** rng.uniform(-3, 0)
    rows[place] = [round(float(value), 6) for value in np.array(rows[place]) + size * rng.normal(size=4)]
    return {"shared": rows[:-2], "before": rows[-2], "after": rows[-1]}


# --- real columns and a Gaussian kernel, retrained by the library ---------------------------------------------

PROBES = np.linspace(-1, 1, 81)


def small_columns(n: int, lamda: float) -> st.SearchStrategy[Pair]:
    number = st.floats(-1, 1)
    column = st.lists(number, min_size=n - 1, max_size=n - 1)
    spot = st.lists(number, min_size=2, max_size=2)
    return st.fixed_dictionaries(
        {"x": column, "y": column, "before": spot, "after": spot, "width": st.floats(0.05, 4)}
    )


def swinging_record(n: int, lamda: float) -> list[Pair]:
    """All others agree; one record at their place, or far away, turns its outcome around."""
    others = {"x": [0.0] * (n - 1), "y": [1.0] * (n - 1)}
    spots = [([0.0, 1.0], [0.0, -1.0]), ([1.0, 1.0], [1.0, -1.0]), ([1.0, -1.0], [0.5, 1.0])]
    return [
        {**others, "before": before, "after": after, "width": width}
        for before, after in spots
        for width in (0.3, 1.0)
    ]


def moved_number(pair: Pair, rng: np.random.Generator) -> Pair:
    """The pair with one number moved, inside its bounds."""
    if rng.random() < 0.1:
        return {**pair, "width": round(float(np.clip(pair["width"] * np.exp(rng.normal()), 0.05, 4)), 6)}
    name = ("x", "y", "before", "after")[int(rng.integers(4))]
    column = list(pair[name])
    place = int(rng.integers(len(column)))
    moved = column[place] + 10.0 ** rng.uniform(-2, 0) * rng.normal()
    column[place] = round(float(np.clip(moved, -1, 1)), 6)
    return {**pair, name: column}


def retrained_change(pair: Pair, n: int, lamda: float) -> float:
    """Fit both neighbouring sets with the library; the largest change of a prediction on a fine grid."""
    kernel = Gaussian(pair["width"])
    curves = [
        fit([*pair["x"], spot[0]], [*pair["y"], spot[1]], penalty=lamda, kernel=kernel).predict(PROBES)
        for spot in (pair["before"], pair["after"])
    ]
    return steady(float(np.abs(curves[1] - curves[0]).max()))


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


def small_training_sets(n: int) -> st.SearchStrategy[Pair]:
    column = st.lists(st.floats(-1, 1), min_size=n, max_size=n)
    numbers = {"lamda": st.floats(0.001, 10), "width": st.floats(0.1, 3), "out": st.integers(0, n - 1)}
    return st.fixed_dictionaries({"x": column, "y": column, **numbers})


def refitted_error(claim: Claim, case: Pair, n: int, shift: int = 0) -> float:
    """The formula against a fit that really leaves the record out, with the same nλ/2 on the diagonal."""
    x, y, out = np.array(case["x"]), np.array(case["y"]), case["out"]
    kernel, rest = Gaussian(case["width"]), np.arange(n) != out
    again = fit(x[rest], y[rest], penalty=case["lamda"] * (n + shift) / (n - 1), kernel=kernel)
    truth = float(y[out] - again.predict(x[out : out + 1])[0])
    inverse = np.linalg.inv(kernel(x, x) + n * case["lamda"] / 2 * np.eye(n))
    stated = float(claim.stated["ours"](alpha_i=inverse[out] @ y, a=inverse[out, out]))
    library = float(path(x, y, kernel=kernel).leave_one_out([case["lamda"]])[out, 0])
    # All of an error that is rounding: no digit of it is the same on every processor.
    return round(max(abs(truth - stated), abs(truth - library)), 9)


def refitted_with_own_ridge(claim: Claim, case: Pair, n: int) -> float:
    """The smaller fit gets (n − 1)λ/2 instead of nλ/2."""
    return refitted_error(claim, case, n, shift=-1)
