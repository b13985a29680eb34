"""HSIC of the test residuals when a training record is replaced."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.kusner import SOURCE
from privcausal.claims.kusner.ridge import (
    HALF,
    THREE_HALVES,
    Floats,
    Pair,
    extremal,
    neighbouring_sets,
    nudged,
    records,
    ridge_ours,
    steady,
    train,
)
from privcausal.pairs.hsic import Same, hsic
from privcausal.pairs.ridge import Gaussian, Kernel, fit
from privcausal.pairs.training import hsic_training_sensitivity, private_training_scores
from privcausal.privacy.neighbours import Relation
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target
from privcausal.verify.search import Search


def hsic_train_published(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return 32 * L * m**HALF / n * 8 / lamda**THREE_HALVES


def hsic_train_ours(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return L * (m / (m - 1)) ** 2 * ridge_ours(n, lamda)


def hsic_train_difference(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return (L**2 / Fraction(2)) ** HALF * (m / (m - 1)) ** 2 * ridge_ours(n, lamda)


def centred(matrix: Floats) -> Floats:
    """HKH: rows and columns with mean 0."""
    result: Floats = matrix - matrix.mean(axis=0) - matrix.mean(axis=1)[:, None] + matrix.mean()
    return result


@dataclass(frozen=True)
class Ramp:
    """½(1 + h(r)h(r′)), h a ramp of slope 2L between −1 and 1: positive definite, in [0, 1], and L-Lipschitz."""

    L: float

    def __call__(self, a: Floats, b: Floats) -> Floats:
        """The matrix of all values."""
        first, second = (np.clip(2 * self.L * column, -1, 1) for column in (a, b))
        values: Floats = 0.5 * (1 + np.outer(first, second))
        return values


def bell(L: float) -> Gaussian:
    """The Gaussian kernel of the difference whose steepest slope is L."""
    return Gaussian(1 / (L * math.sqrt(math.e)))


def camps(m: int) -> Floats:
    """Test inputs in two camps, one half each."""
    return np.where(np.arange(m) < m // 2, 1.0, -1.0)


def hsic_sets(n: int, m: int, lamda: float, L: float) -> st.SearchStrategy[Pair]:
    """Neighbouring training sets, and what the two camps of test records see: ±`probe`, at height ±`offset`."""
    extra = {"probe": records(), "offset": st.floats(0, 1)}
    return st.tuples(neighbouring_sets(n, lamda), st.fixed_dictionaries(extra)).map(
        lambda two: two[0] | two[1]
    )


def hsic_starts(n: int, m: int, lamda: float, L: float) -> list[Pair]:
    """Camps on either side of the direction in which the extremal pair moves; offsets where kernels are steep."""
    base = extremal(n, lamda)[0]
    # The ramp is to be left at its upper end, the bell at its steepest place.
    offsets = (1 / (2 * L) - ridge_ours(n, lamda) / 2, 0.5 / (L * math.sqrt(math.e)))
    return [{**base, "probe": [0.0, 0.0, 1.0, 0.0], "offset": min(1.0, offset)} for offset in offsets]


def hsic_nudge(pair: Pair, rng: np.random.Generator) -> Pair:
    if rng.random() < 0.3:
        offset = round(float(np.clip(pair["offset"] * (1 + 0.01 * rng.normal()), 0, 1)), 9)
        return {**pair, "offset": offset}
    return {**nudged(pair, rng), "probe": pair["probe"], "offset": pair["offset"]}


def residual_sides(pair: Pair, n: int, m: int, lamda: float) -> list[Floats]:
    """The test residuals after training on either side."""
    probe = np.array(pair["probe"][:3])
    probe = probe / max(1.0, float(np.linalg.norm(probe)))
    heights = [pair["offset"] - float(train(pair, side, n, lamda) @ probe) for side in ("before", "after")]
    return [camps(m) * height for height in heights]


def camp_change(pair: Pair, n: int, m: int, lamda: float, kernel: Kernel) -> float:
    """The change of the library's HSIC between camp and residual."""
    before, after = (
        hsic(camps(m), r, kernel_x=Same(), kernel_y=kernel) for r in residual_sides(pair, n, m, lamda)
    )
    return steady(abs(after - before))


def hsic_ramp_change(claim: Claim, pair: Pair, n: int, m: int, lamda: float, L: float) -> float:
    return camp_change(pair, n, m, lamda, Ramp(L))


def hsic_bell_change(claim: Claim, pair: Pair, n: int, m: int, lamda: float, L: float) -> float:
    return camp_change(pair, n, m, lamda, bell(L))


def hsic_over_m(claim: Claim, pair: Pair, n: int, m: int, lamda: float, L: float) -> float:
    """The wrong score: divided by m − 1 once instead of twice."""
    return (m - 1) * hsic_ramp_change(claim, pair, n, m, lamda, L)


def bell_over_m(claim: Claim, pair: Pair, n: int, m: int, lamda: float, L: float) -> float:
    return (m - 1) * hsic_bell_change(claim, pair, n, m, lamda, L)


def columns_and_tests(n: int, m: int, lamda: float, L: float) -> st.SearchStrategy[Pair]:
    number = st.floats(-1, 1)

    def column(size: int) -> st.SearchStrategy[list[float]]:
        return st.lists(number, min_size=size, max_size=size)

    names = {"x": n - 1, "y": n - 1, "before": 2, "after": 2, "test_x": m, "test_y": m}
    return st.fixed_dictionaries({name: column(size) for name, size in names.items()})


def column_starts(n: int, m: int, lamda: float, L: float) -> list[Pair]:
    """Everyone at 0; test records at 0 and far away, with outcomes half a kernel's width apart."""
    camp = [0.0] * (m // 2) + [1.0] * (m - m // 2)
    apart = [0.6 * (x - 0.5) for x in camp]
    others = {"x": [0.0] * (n - 1), "y": [0.0] * (n - 1), "test_x": camp, "test_y": apart}
    return [{**others, "before": [0.0, 1.0], "after": [0.0, -1.0]}]


def column_nudge(pair: Pair, rng: np.random.Generator) -> Pair:
    name = sorted(pair)[int(rng.integers(len(pair)))]
    column = list(pair[name])
    place = int(rng.integers(len(column)))
    column[place] = round(float(np.clip(column[place] + 0.3 * rng.normal(), -1, 1)), 6)
    return {**pair, name: column}


def hsic_retrained(claim: Claim, pair: Pair, n: int, m: int, lamda: float, L: float) -> float:
    """Everything by the library on real columns: two fits with a Gaussian kernel, two HSIC scores."""
    x, y = np.array(pair["test_x"]), np.array(pair["test_y"])
    scores = []
    for spot in (pair["before"], pair["after"]):
        f = fit([*pair["x"], spot[0]], [*pair["y"], spot[1]], penalty=lamda, kernel=Gaussian(0.3))
        scores.append(hsic(x, y - f.predict(x), kernel_x=Gaussian(0.3), kernel_y=bell(L)))
    return steady(abs(scores[1] - scores[0]))


def symmetric_matrices(m: int) -> st.SearchStrategy[Pair]:
    size = m * (m + 1) // 2
    entries = st.lists(st.sampled_from([0.0, 1.0, 0.5]), min_size=size, max_size=size)
    return st.fixed_dictionaries({"triangle": entries})


def block_matrix(m: int) -> list[Pair]:
    blocks = Same()(camps(m), camps(m))
    return [{"triangle": [float(value) for value in blocks[np.triu_indices(m)]]}]


def flipped_entry(case: Pair, rng: np.random.Generator) -> Pair:
    entries = list(case["triangle"])
    entries[int(rng.integers(len(entries)))] = round(float(rng.random()), 6)
    return {"triangle": entries}


def centred_norm(claim: Claim, case: Pair, m: int) -> float:
    """‖HKH‖ for a symmetric matrix with entries in [0, 1], given by its upper triangle."""
    matrix = np.zeros((m, m))
    matrix[np.triu_indices(m)] = case["triangle"]
    matrix = np.maximum(matrix, matrix.T)
    return steady(float(np.linalg.norm(centred(matrix))))


def half_of_m(m: int) -> Number:
    return m / 2


def slightly_below_half(m: int) -> Number:
    return 0.49 * m


def no_root_but_short(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return hsic_train_ours(n, m, lamda, L) * Fraction(98, 100)


def under_a_half(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return hsic_train_ours(n, m, lamda, L) * Fraction(49, 100)


def a_fiftieth(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return hsic_train_ours(n, m, lamda, L) / 50


HSIC_WORLDS = (
    {"n": 1000, "m": 10, "lamda": 1.0, "L": 0.5},
    {"n": 10**6, "m": 100, "lamda": 0.1, "L": 0.5},
)

CLAIMS = (
    Claim(
        id="K-hsic-train",
        title="One training record moves HSIC by at most 32L√m/n · 8/(λ√λ)",
        source=SOURCE,
        locator="Theorem 7",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\mathrm{HSIC}=\\operatorname{tr}(KHLH)/(m-1)^2$ for $m\\ge2$ test inputs and residuals, with "
            "kernels in $[0,1]$, the residuals' kernel changing by at most $L$ per unit of either argument, and "
            "regressions as in Theorem 5 of the source, $\\lambda\\le1$. Replacing one of the $n$ training "
            "records changes it by at most $\\dfrac{32L\\sqrt m}{n}\\cdot\\dfrac8{\\lambda^{3/2}}$."
        ),
        published=hsic_train_published,
        ours=hsic_train_ours,
        at={"n": 1000, "m": 1000, "lamda": 0.01, "L": 1},
        proof="proof-hsic-train",
        depends=("K-ridge",),
        checks=(
            Search(
                name="retrained in three dimensions, ramp kernel",
                worlds=HSIC_WORLDS,
                candidates=hsic_sets,
                score=hsic_ramp_change,
                starts=hsic_starts,
                step=hsic_nudge,
                mutants=(
                    Mutant("2% less than our bound", claim={"ours": no_root_but_short}),
                    Mutant("divided by m − 1 once", check={"score": hsic_over_m}),
                ),
            ),
            Search(
                name="retrained on columns with Gaussian kernels",
                worlds=({"n": 6, "m": 6, "lamda": 1.0, "L": 1.0},),
                candidates=columns_and_tests,
                score=hsic_retrained,
                starts=column_starts,
                step=column_nudge,
                mutants=(Mutant("a fiftieth of ours", claim={"ours": a_fiftieth}),),
            ),
            Search(
                name="step: ‖HKH‖ is at most m/2",
                worlds=({"m": 4}, {"m": 7}),
                candidates=symmetric_matrices,
                score=centred_norm,
                starts=block_matrix,
                step=flipped_entry,
                tolerance=half_of_m,
                target=Target.OURS,
                mutants=(Mutant("0.49 m", check={"tolerance": slightly_below_half}),),
            ),
        ),
    ),
    Claim(
        id="B-hsic-train",
        title="For a kernel of the difference of two residuals, another √2 less",
        source="ours",
        locator="after Theorem 7",
        relation=Relation.SUBSTITUTION,
        statement=(
            "In {prf:ref}`K-hsic-train`, let the residuals' kernel be a function of $r-r'$ whose slope is at most "
            "$L$. Replacing one training record changes HSIC by at most "
            "$\\dfrac{L\\,\\varrho}{\\sqrt2}\\Bigl(\\dfrac m{m-1}\\Bigr)^2$, where $\\varrho$ bounds what it can "
            "do to one residual."
        ),
        ours=hsic_train_difference,
        at={"n": 1000, "m": 1000, "lamda": 0.01, "L": 1},
        proof="proof-hsic-difference",
        subjects=(hsic_training_sensitivity, private_training_scores),
        depends=("K-ridge", "K-hsic-train"),
        checks=(
            Search(
                name="retrained in three dimensions, Gaussian kernel",
                worlds=HSIC_WORLDS,
                candidates=hsic_sets,
                score=hsic_bell_change,
                starts=hsic_starts,
                step=hsic_nudge,
                mutants=(
                    Mutant("0.49 Lϱ, what the attack reaches and a bit less", claim={"ours": under_a_half}),
                    Mutant("divided by m − 1 once", check={"score": bell_over_m}),
                ),
            ),
            Search(
                name="retrained on columns with Gaussian kernels",
                worlds=({"n": 6, "m": 6, "lamda": 1.0, "L": 1.0},),
                candidates=columns_and_tests,
                score=hsic_retrained,
                starts=column_starts,
                step=column_nudge,
                mutants=(Mutant("a fiftieth of ours", claim={"ours": a_fiftieth}),),
            ),
        ),
    ),
)
