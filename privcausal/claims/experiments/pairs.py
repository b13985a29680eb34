"""The source's experiments, repeated on 36 Tübingen pairs and 400 simulated ones: what a stored table confirms."""

import math
from collections.abc import Callable

import numpy as np
import pandas as pd
import sympy

from privcausal.claims.experiments.chances import (
    DIGEST,
    GRID,
    OURS,
    PROTOCOL,
    chance_by_pair,
    nothing,
    real,
    rows_of,
    simulated,
    stored_pairs,
)
from privcausal.claims.pairs.direction import correct2_one_sigma, correct2_published
from privcausal.claims.sources import KUSNER
from privcausal.experiments.chances import Floats, chances
from privcausal.pairs.decide import probability_right
from privcausal.privacy.price import Relation
from privcausal.verify.checks.measured import Estimate, Measured, exact, mean
from privcausal.verify.checks.symbolic import Remainders, Symbolic
from privcausal.verify.claim import Claim, Mutant

TEN = {
    "spearman": (0.5, 0.0, 0.0, 0.7, 0.9, 1.0, 0.0, 0.3, 0.0, 1.0),
    "kendall": (0.5, 0.0, 0.0, 0.7, 0.8, 1.0, 0.0, 0.8, 0.0, 1.0),
    "hsic": (1.0, 0.0, 1.0, 1.0, 0.7, 0.6, 1.0, 0.4, 1.0, 0.1),
}
"""Table 2 of the source: the shares of ten splits in which a score is right without privacy, for ten pairs."""


# --- Table 2: do the scores complement each other? -----------------------------------------------------------------


def accuracies(table: pd.DataFrame, pairs: str, score: str) -> pd.DataFrame:
    """The share of splits in which a score is right, minus the mean of its set."""
    if pairs == "the source's ten":
        named = pd.DataFrame({"set": pairs, "weight": 1.0, "source": range(10), "value": TEN[score]})
    else:
        part = real(table) if pairs == "Tübingen" else simulated(table)
        named = chance_by_pair(part, score, math.inf, OURS)
    sums = named.assign(total=named["value"] * named["weight"]).groupby("set")[["total", "weight"]]
    centre = sums.transform("sum")
    return named.assign(value=named["value"] - centre["total"] / centre["weight"])


def shared_luck(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, pairs: str, score: str
) -> Estimate:
    """The covariance of HSIC's accuracy and another score's over the pairs: below 0 if they complement each other."""
    first, second = (accuracies(table, pairs, name) for name in ("hsic", score))
    products = first["value"] * second["value"]
    return mean(products, alpha, rng, weights=first["weight"], groups=first["source"])


def own_luck(table: pd.DataFrame, alpha: float, rng: np.random.Generator, pairs: str, score: str) -> Estimate:
    """The wrong comparison: a score with itself."""
    return shared_luck(table, alpha, rng, pairs, "hsic")


# --- Figure 1: more ε, more certainty ------------------------------------------------------------------------------


def derive_growth(claim: Claim) -> Remainders:
    return growth_of(correct2_published)


def derive_growth_with_one_sigma(claim: Claim) -> Remainders:
    return growth_of(correct2_one_sigma)


def growth_of(right: Callable[..., sympy.Expr]) -> Remainders:
    """The probability at noise Δ/ε: its derivative in ε, and both ends."""
    gamma, width, epsilon = sympy.symbols("gamma Delta epsilon", positive=True)
    formula = right(gamma, width / epsilon)
    t = gamma * epsilon / width
    slope = gamma / width * (1 + t) / 4 * sympy.exp(-t)
    return {
        "the slope, a product of positive numbers": sympy.diff(formula, epsilon) - slope,
        "a coin toss without budget": sympy.limit(formula, epsilon, 0) - sympy.Rational(1, 2),
        "certainty with all of it": sympy.limit(formula, epsilon, sympy.oo) - 1,
    }


def backward_steps(table: pd.DataFrame, alpha: float, rng: np.random.Generator, score: str) -> Estimate:
    """How many steps of ε bring some split's answer nearer to the wrong side of what it is without privacy."""
    return steps_back(table, score, np.sign(margins(table, score)))


def backward_steps_of_wrong(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, score: str
) -> Estimate:
    """The wrong expectation: every answer gets better with ε, whichever way the scores are ordered."""
    return steps_back(table, score, np.ones(len(margins(table, score))))


def margins(table: pd.DataFrame, score: str) -> Floats:
    rows = rows_of(table, score)
    return (rows["wrong"] - rows["right"]).to_numpy()


def steps_back(table: pd.DataFrame, score: str, expected: Floats) -> Estimate:
    """How many steps between neighbouring ε go against the expected sign."""
    rows = rows_of(table, score)
    climbs = np.diff([chances(rows, OURS[score], epsilon) for epsilon in GRID], axis=0)
    return exact(int((climbs * expected < 0).sum()), climbs.size)


TEN_AND_OURS = tuple(
    {"pairs": pairs, "score": score}
    for pairs in ("the source's ten", "Tübingen", "simulated")
    for score in ("kendall", "spearman")
)

CLAIMS = (
    Claim(
        id="K-table2",
        title="Rank correlations do well where HSIC does worse, and vice versa",
        source=KUSNER,
        locator="Section 6 and Table 2",
        relation=None,
        statement=(
            f"{PROTOCOL} A score's *accuracy* for a pair is the share of splits in which it points the right way "
            "without privacy. Over cause-effect pairs, the accuracies of HSIC and of either rank correlation "
            "complement each other: their covariance is not positive."
        ),
        published=nothing,
        kind="observation",
        checks=(
            Measured(
                "covariance over pairs",
                TEN_AND_OURS,
                stored_pairs,
                DIGEST,
                shared_luck,
                (Mutant("HSIC with itself", check={"measure": own_luck}),),
            ),
        ),
    ),
    Claim(
        id="K-fig1",
        title="More ε, more certainty; on the right side or the wrong one",
        source=KUSNER,
        locator="Figure 1 and its discussion",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Release two scores with independent Laplace noise of scale $\\Delta/\\varepsilon$. If the true scores "
            "are in the right order, the probability of a right answer grows with $\\varepsilon$, from "
            "$\\frac12$ to 1. If they are in the wrong order, it falls from $\\frac12$ to 0."
        ),
        published=nothing,
        proof="proof-fig1",
        depends=("K-correct2",),
        subjects=(probability_right,),
        checks=(
            Symbolic(
                "derivative and both ends",
                derive_growth,
                (
                    Mutant(
                        "γ + σ instead of γ + 2σ in K-correct2",
                        check={"derive": derive_growth_with_one_sigma},
                    ),
                ),
            ),
            Measured(
                "every split of 436 pairs",
                tuple({"score": score} for score in OURS),
                stored_pairs,
                DIGEST,
                backward_steps,
                (Mutant("growth for wrong orders too", check={"measure": backward_steps_of_wrong}),),
            ),
        ),
    ),
)
