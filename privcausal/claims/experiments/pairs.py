"""The source's experiments, repeated on 36 Tübingen pairs and 400 simulated ones: what a stored table confirms."""

import math

import numpy as np
import pandas as pd
import sympy

from privcausal.claims.experiments.chances import (
    DIGEST,
    GRID,
    OURS,
    PROTOCOL,
    chance_by_pair,
    real,
    rows_of,
    simulated,
    stored_pairs,
)
from privcausal.claims.pairs.direction import CORRECT
from privcausal.claims.sources import KUSNER, kusner
from privcausal.experiments.chances import Floats, chances
from privcausal.pairs.decide import probability_right
from privcausal.verify import Claim, Formula, Mutant, Origin, Quality, Reading, Sense, Target, instead
from privcausal.verify.checks.measured import Estimate, Measured, exact, mean
from privcausal.verify.checks.symbolic import Remainders, Symbolic

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


def covariance_of_ten(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, pairs: str, score: str
) -> Estimate:
    """A fact about ten printed numbers: no band, for there is no population."""
    return exact(shared_luck(table, alpha, rng, pairs, score).value, len(TEN[score]))


def covariance_with_itself(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, pairs: str, score: str
) -> Estimate:
    """The wrong comparison."""
    return covariance_of_ten(table, alpha, rng, pairs, "hsic")


# --- Figure 1: more ε, more certainty ------------------------------------------------------------------------------


RIGHT = Formula("1 - (gamma*epsilon + 2*Delta)/(4*Delta)*exp(-gamma*epsilon/Delta)")


def derive_growth(claim: Claim) -> Remainders:
    """The probability at noise Δ/ε: its derivative in ε, and both ends."""
    gamma, Delta, epsilon = sympy.symbols("gamma Delta epsilon", positive=True)
    right, start, end = (claim.formulas[name] for name in ("right", "start", "end"))
    probability = right(gamma=gamma, Delta=Delta, epsilon=epsilon)
    t = gamma * epsilon / Delta
    slope = gamma / Delta * (1 + t) / 4 * sympy.exp(-t)
    known = CORRECT(gamma=gamma, sigma=Delta / epsilon)
    return {
        "K-correct2 at this noise": probability - known,
        "the slope, a product of positive numbers": sympy.diff(probability, epsilon) - slope,
        "a coin toss without budget": sympy.limit(probability, epsilon, 0) - start(),
        "certainty with all of it": sympy.limit(probability, epsilon, sympy.oo) - end(),
    }


def least_gain(table: pd.DataFrame, alpha: float, rng: np.random.Generator, score: str) -> Estimate:
    """By how much the largest ε brings the answer of some split nearer to what it is without privacy, at least."""
    return gained(table, score, np.sign(margins(table, score)))


def least_gain_of_wrong(table: pd.DataFrame, alpha: float, rng: np.random.Generator, score: str) -> Estimate:
    """The wrong expectation: every answer gets better with ε, whichever way the scores are ordered."""
    return gained(table, score, np.ones(len(margins(table, score))))


def margins(table: pd.DataFrame, score: str) -> Floats:
    rows = rows_of(table, score)
    return (rows["wrong"] - rows["right"]).to_numpy()


def gained(table: pd.DataFrame, score: str, expected: Floats) -> Estimate:
    """The least gain over all ε; or the worst step between two ε, if one goes back."""
    rows = rows_of(table, score)
    climbs = expected * np.diff([chances(rows, OURS[score], epsilon) for epsilon in GRID], axis=0)
    decided = climbs[:, expected != 0]
    worst = decided.min() if (decided < 0).any() else decided.sum(axis=0).min()
    return exact(float(f"{worst:.10g}"), climbs.size)


def over(pairs: str) -> tuple[dict[str, str], ...]:
    return tuple({"pairs": pairs, "score": score} for score in ("kendall", "spearman"))


ACCURACY = (
    "A score's *accuracy* for a pair is the share of splits in which it points the right way without privacy."
)

CLAIMS = (
    Claim(
        id="K-table2",
        title="On ten pairs, rank correlations do well where HSIC does worse",
        source=KUSNER,
        reading=kusner(
            "Section 6 (000:247), of Table 2 (000:239), whose interleaved columns we assign to pairs",
            Quality.RECONSTRUCTED,
            (),
        ),
        relation=None,
        definition=ACCURACY,
        statement=(
            "On the ten pairs of the source's table the accuracies of HSIC and of either rank correlation "
            "often complement each other: their covariance over the ten pairs is «sense» $«published»$."
        ),
        published=Formula("0"),
        kind="observation",
        checks=(
            Measured(
                "covariance over ten pairs",
                over("the source's ten"),
                stored_pairs,
                DIGEST,
                covariance_of_ten,
                (Mutant("HSIC with itself", check={"measure": covariance_with_itself}),),
            ),
        ),
    ),
    Claim(
        id="B-complement",
        title="Over many pairs the scores do well on the same ones",
        reading=Reading(Origin.OURS, "400 simulated pairs; 36 pairs from Tübingen leave it open"),
        relation=None,
        definition=f"{PROTOCOL} {ACCURACY}",
        statement=(
            "Over the simulated pairs the accuracies of HSIC and of either rank correlation have a covariance "
            "of «sense» $«ours»$."
        ),
        sense=Sense.AT_LEAST,
        ours=Formula("0"),
        kind="observation",
        depends=("K-table2",),
        checks=(
            Measured(
                "covariance over pairs",
                over("simulated"),
                stored_pairs,
                DIGEST,
                shared_luck,
                (
                    Mutant(
                        "on the source's ten",
                        check={"measure": covariance_of_ten, "worlds": over("the source's ten")},
                    ),
                    instead(ours="1/10"),
                ),
            ),
        ),
    ),
    Claim(
        id="K-fig1",
        title="More ε, more certainty; on the right side or the wrong one",
        reading=Reading(
            Origin.OURS,
            "Figure 1 of the source (000:202, 000:247) shows it for data sets it selected, and says so",
        ),
        relation=None,
        definition=(
            "Release two scores, $\\gamma$ apart, with independent Laplace noise of scale $\\Delta/\\varepsilon$. "
            "The gain of a split is what more of $\\varepsilon$ adds to the probability of what its scores say without "
            "noise."
        ),
        statement=(
            "If the true scores are in the right order, the probability of a right answer, $«right»$, grows "
            "with $\\varepsilon$ from $«start»$ to $«end»$; if they are in the wrong order, it falls likewise. "
            "The gain of every split is «sense» $«ours»$."
        ),
        sense=Sense.AT_LEAST,
        formulas={"right": RIGHT, "start": Formula("1/2"), "end": Formula("1")},
        ours=Formula("0"),
        proof="proof-fig1",
        depends=("K-correct2",),
        subjects=(probability_right,),
        checks=(
            Symbolic(
                "derivative and both ends",
                derive_growth,
                (instead(right=RIGHT.text.replace("2*", "")),),
                Target.OURS,
            ),
            Measured(
                "every split of 436 pairs",
                tuple({"score": score} for score in OURS),
                stored_pairs,
                DIGEST,
                least_gain,
                (Mutant("growth for wrong orders too", check={"measure": least_gain_of_wrong}),),
            ),
        ),
    ),
)
