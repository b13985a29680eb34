"""Interquartile ranges of residuals when training records are replaced, and the hump in λ."""

from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.claims.pairs.ridge import ridge_ours, ridge_published
from privcausal.claims.pairs.ridge_worlds import (
    HALF,
    Pair,
    extremal,
    neighbouring_sets,
    nudged,
    records,
    steady,
    train,
)
from privcausal.claims.sources import KUSNER
from privcausal.pairs.decide import probability_right
from privcausal.pairs.iqr import iqr
from privcausal.pairs.training_sensitivity import private_residual_log_iqr, training_distances
from privcausal.privacy.price import Relation
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target


def iqr_published(k: Any, n: Any, lamda: Any) -> Any:
    return 2 * k * ridge_published(n, lamda)


def iqr_ours(k: Any, n: Any, lamda: Any) -> Any:
    return 2 * k * ridge_ours(n, lamda)


def iqr_one_quartile(k: Any, n: Any, lamda: Any) -> Any:
    return k * ridge_ours(n, lamda)


TESTS = 8
"""Test records in the attack on the interquartile range."""


def iqr_sets(k: int, n: int, lamda: float) -> st.SearchStrategy[Pair]:
    two = st.tuples(neighbouring_sets(n, lamda), st.fixed_dictionaries({"probe": records()}))
    return two.map(lambda parts: parts[0] | parts[1])


def iqr_starts(k: int, n: int, lamda: float) -> list[Pair]:
    return [{**extremal(n, lamda)[0], "probe": [0.0, 0.0, 1.0, 0.0]}]


def iqr_nudge(pair: Pair, rng: np.random.Generator) -> Pair:
    return {**nudged(pair, rng), "probe": pair["probe"]}


def iqr_change(claim: Claim, pair: Pair, k: int, n: int, lamda: float) -> float:
    """Replace k records by k others; the upper half of the test records sees `probe`, the lower half −`probe`."""
    probe = np.array(pair["probe"][:3])
    probe = probe / max(1.0, float(np.linalg.norm(probe)))
    heights = np.linspace(-1, 1, TESTS)
    widths = [
        iqr(heights - np.sign(heights) * float(train(pair, side, n, lamda, replaced=k) @ probe))
        for side in ("before", "after")
    ]
    return steady(abs(widths[1] - widths[0]))


def residuals_and_moves() -> st.SearchStrategy[Pair]:
    place = st.lists(st.integers(0, 9), min_size=TESTS, max_size=TESTS)
    move = st.lists(st.sampled_from([-1, 0, 1]), min_size=TESTS, max_size=TESTS)
    return st.fixed_dictionaries({"residuals": place, "moves": move})


def spread_out() -> list[Pair]:
    half = TESTS // 2
    return [{"residuals": list(range(TESTS)), "moves": [-1] * half + [1] * half}]


def one_more_move(case: Pair, rng: np.random.Generator) -> Pair:
    moves = list(case["moves"])
    moves[int(rng.integers(TESTS))] = int(rng.integers(-1, 2))
    return {**case, "moves": moves}


def quartiles_apart(claim: Claim, case: Pair) -> float:
    """The change of the interquartile range when every residual moves by at most 1."""
    before = np.array(case["residuals"], dtype=float)
    return abs(iqr(before + case["moves"]) - iqr(before))


def both_quartiles() -> Number:
    return 2


def less_than_both() -> Number:
    return Fraction(19, 10)


ONE_QUARTILE = Mutant("only one quartile moves", claim={"ours": iqr_one_quartile})


def hump_published(gamma: Any, sigma: Any) -> Any:
    return HALF + gamma / (4 * sigma)


def hump_too_low(gamma: Any, sigma: Any) -> Any:
    return HALF + gamma / (5 * sigma)


def derive_hump(claim: Claim) -> Remainders:
    """With t = γ/σ, the distance from the line starts at 0 with slope 0 and bends upwards by te^{−t}/4."""
    t = sympy.Symbol("t", positive=True)
    right = 1 - (t + 2) / 4 * sympy.exp(-t)
    assert claim.published is not None
    rest = claim.published(t, 1) - right
    return {
        "equal at 0": sympy.limit(rest, t, 0),
        "same slope at 0": sympy.limit(sympy.diff(rest, t), t, 0),
        "bends upwards": sympy.diff(rest, t, 2) - t * sympy.exp(-t) / 4,
    }


def small_ratios() -> st.SearchStrategy[dict[str, float]]:
    return st.fixed_dictionaries({"t": st.floats(0.01, 20)})


def above_the_line(claim: Claim, case: dict[str, float]) -> float:
    """By how much the probability of a right answer exceeds the bound."""
    assert claim.published is not None
    return steady(probability_right(case["t"], 1.0) - float(claim.published(case["t"], 1.0)))


def nothing() -> Number:
    return 0.0


LINE_TOO_LOW = Mutant("γ/5σ instead of γ/4σ", claim={"published": hump_too_low})

CLAIMS = (
    Claim(
        id="K-iqr-train",
        title="k training records move the interquartile range of the residuals by at most 16k/(nλ√λ)",
        source=KUSNER,
        locator="Section 5.3",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Under the assumptions of Theorem 5 of the source, replacing $k$ of the $n$ training records moves "
            "the interquartile range of the test residuals by at most $2k\\cdot\\dfrac8{n\\lambda^{3/2}}$. So the "
            "distance from the range to the ends of its cell, divided by $2\\cdot\\frac{8}{n\\lambda^{3/2}}$, is "
            "a lower bound on the number $A_j$ of training records that can push it out, and is itself "
            "1-sensitive."
        ),
        published=iqr_published,
        ours=iqr_ours,
        at={"k": 1, "n": 1000, "lamda": 0.01},
        proof="proof-iqr-train",
        subjects=(training_distances, private_residual_log_iqr),
        depends=("K-ridge", "B-ptr"),
        checks=(
            Search(
                name="retrained with k records replaced",
                worlds=(
                    {"k": 1, "n": 10**6, "lamda": 1.0},
                    {"k": 5, "n": 1000, "lamda": 0.1},
                ),
                candidates=iqr_sets,
                score=iqr_change,
                starts=iqr_starts,
                step=iqr_nudge,
                mutants=(ONE_QUARTILE,),
            ),
            Search(
                name="step: residuals that move by at most 1 move their range by at most 2",
                worlds=({},),
                candidates=residuals_and_moves,
                score=quartiles_apart,
                starts=spread_out,
                step=one_more_move,
                tolerance=both_quartiles,
                target=Target.OURS,
                mutants=(Mutant("1.9", check={"tolerance": less_than_both}),),
            ),
        ),
    ),
    Claim(
        id="K-fig2",
        title="The left flank of the hump: a small λ makes the private direction a coin toss",
        source=KUSNER,
        locator="Figure 2 and its discussion",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let the true scores lie $\\gamma$ apart, and let both be released with Laplace noise of scale "
            "$\\sigma=\\Delta/\\varepsilon$. The direction comes out right with probability at most "
            "$\\frac12+\\dfrac{\\gamma}{4\\sigma}$. With a training sensitivity $\\Delta$ in proportion to "
            "$\\lambda^{-3/2}$ and bounded scores, it tends to $\\frac12$ as $\\lambda\\to0$, whatever the data."
        ),
        published=hump_published,
        at={"gamma": 1, "sigma": 1},
        proof="proof-fig2",
        depends=("K-correct2",),
        checks=(
            Symbolic("convexity", derive_hump, (LINE_TOO_LOW,)),
            Search(
                name="the library's probability against the line",
                worlds=({},),
                candidates=small_ratios,
                score=above_the_line,
                tolerance=nothing,
                mutants=(LINE_TOO_LOW,),
            ),
        ),
    ),
)
