"""The source's experiments, repeated on 36 Tübingen pairs and 400 simulated ones: what a stored table confirms."""

import math
from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import sympy

from privcausal.arrays import Floats
from privcausal.claims.functions import measured_in
from privcausal.claims.pairs.hsic import HSIC12
from privcausal.claims.pairs.private_direction import CORRECT
from privcausal.claims.pairs.rank import KENDALL
from privcausal.claims.sources import KUSNER
from privcausal.experiments.pairs import PAIRS
from privcausal.experiments.probability_correct import by_pair, chances
from privcausal.pairs.comparison import probability_correct
from privcausal.pairs.correlation import kendall_sensitivity, spearman_sensitivity
from privcausal.pairs.hsic import hsic_sensitivity
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Number, Sense, Target, by_us, each, instead, mutant, worlds
from privcausal.verify.checks import Estimate, Remainders, Symbolic, mean, negated
from privcausal.verify.checks.measured import exact
from privcausal.verify.provenance import Quality
from privcausal.verify.quantity import one_of

PROTOCOL = (
    "Each pair is split ten times into a training and a test half of at most 2,000 records; kernel ridge "
    "regressions are trained on one half and scored on the other."
)

GRID = (0.1, 0.5, 1.0, 2.0)
"""The prices of the protocol."""

PUBLISHED: dict[str, Callable[[int], Number]] = {
    "spearman": Formula("30/m"),
    "kendall": KENDALL,
    "hsic": HSIC12,
}
OURS: dict[str, Callable[[int], Number]] = {
    "spearman": spearman_sensitivity,
    "kendall": kendall_sensitivity,
    "hsic": hsic_sensitivity,
}


def real(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["set"] == "Tübingen"]


def simulated(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["set"] != "Tübingen"]


def rows_of(table: pd.DataFrame, score: str) -> pd.DataFrame:
    return table[table["score"] == score]


def chance_by_pair(
    table: pd.DataFrame, score: str, epsilon: float, bounds: dict[str, Callable[[int], Number]]
) -> pd.DataFrame:
    """P(right) of each pair, over its splits, with noise from these bounds."""
    rows = rows_of(table, score)
    return by_pair(rows, chances(rows, bounds[score], epsilon))


def lead(first: pd.DataFrame, second: pd.DataFrame, alpha: float, rng: np.random.Generator) -> Estimate:
    """How much more often the first is right, pair by pair."""
    return mean(first["value"] - second["value"], alpha, rng, weights=first["weight"], groups=first["source"])


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
    """Return a fact about ten printed numbers, without a band because they are the whole population."""
    return exact(shared_luck(table, alpha, rng, pairs, score).value, len(TEN[score]))


# --- Figure 1: more ε, more certainty ------------------------------------------------------------------------------


RIGHT = Formula("1 - (gamma*epsilon + 2*Delta)/(4*Delta)*exp(-gamma*epsilon/Delta)")


def derive_growth(claim: Claim) -> Remainders:
    """The probability at noise Δ/ε: its derivative in ε, and both ends."""
    gamma, Delta, epsilon = sympy.symbols("gamma Delta epsilon", positive=True)
    right, start, end = (claim.formulas[name] for name in ("right", "start", "end"))
    probability = right(gamma=gamma, Delta=Delta, epsilon=epsilon)
    t = gamma * epsilon / Delta
    slope = gamma / Delta * (1 + t) / 4 * sympy.exp(-t)
    bound = CORRECT(gamma=gamma, sigma=Delta / epsilon)
    return {
        "K-correct2 at this noise": probability - bound,
        "the slope, a product of positive numbers": sympy.diff(probability, epsilon) - slope,
        "a coin toss without budget": sympy.limit(probability, epsilon, 0) - start(),
        "certainty with all of it": sympy.limit(probability, epsilon, sympy.oo) - end(),
    }


def least_gain(
    table: pd.DataFrame,
    alpha: float,
    rng: np.random.Generator,
    score: str,
    expected: Callable[[Floats], Floats] = np.sign,
) -> Estimate:
    """Return by how much at least the largest ε brings the answer of some split nearer to the answer without privacy.

    Or the worst step between two ε, if one goes back.
    """
    rows = rows_of(table, score)
    signs = expected((rows["wrong"] - rows["right"]).to_numpy())
    climbs = signs * np.diff([chances(rows, OURS[score], epsilon) for epsilon in GRID], axis=0)
    decided = climbs[:, signs != 0]
    worst = decided.min() if (decided < 0).any() else decided.sum(axis=0).min()
    return exact(float(f"{worst:.10g}"), climbs.size)


RANKS = ("kendall", "spearman")
ACCURACY = (
    "A score's *accuracy* for a pair is the share of splits in which it points the right way without privacy."
)

# --- at a price: which score, and what a smaller bound buys --------------------------------------------------


def lead_of_hsic(table: pd.DataFrame, alpha: float, rng: np.random.Generator, epsilon: float) -> Estimate:
    """How much more often HSIC is right than Kendall's τ, at one price."""
    hsic, tau = (chance_by_pair(simulated(table), score, epsilon, OURS) for score in ("hsic", "kendall"))
    return lead(hsic, tau, alpha, rng)


def lead_of_tau(table: pd.DataFrame, alpha: float, rng: np.random.Generator) -> Estimate:
    """How much more often Kendall's τ is right than HSIC, without privacy."""
    return -lead_of_hsic(table, alpha, rng, math.inf)


def lead_of_published(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, score: str, epsilon: float
) -> Estimate:
    """How much more often the answer is right with noise from the published bound than from ours."""
    part = simulated(table)
    published, ours = (chance_by_pair(part, score, epsilon, bounds) for bounds in (PUBLISHED, OURS))
    return lead(published, ours, alpha, rng)


SIMULATED = "400 simulated pairs; our samples, our seeds, our protocol"
TENTH = instead(ours="-1/10")
measured = measured_in(PAIRS)
GROWS_WRONGLY = mutant("growth for wrong orders too", measure=partial(least_gain, expected=np.ones_like))
ON_TEN_PAIRS = mutant(
    "on the source's ten", measure=covariance_of_ten, worlds=each(pairs=("the source's ten",), score=RANKS)
)
WITH_ITSELF = mutant(
    "HSIC with itself",
    measure=lambda *noisy, **world: covariance_of_ten(*noisy, **{**world, "score": "hsic"}),
)

CLAIMS = (
    Claim(
        id="K-table2",
        title="On ten pairs, rank correlations do well where HSIC does worse",
        **KUSNER(
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
            measured(
                "covariance over ten pairs",
                each(pairs=("the source's ten",), score=RANKS),
                measure=covariance_of_ten,
                mutants=(WITH_ITSELF,),
            ),
        ),
    ),
    by_us(
        id="B-complement",
        title="Over many pairs the scores do well on the same ones",
        place="400 simulated pairs; 36 pairs from Tübingen leave it open",
        relation=None,
        definition=f"{PROTOCOL} {ACCURACY}",
        statement=(
            "Over the simulated pairs the accuracies of HSIC and of either rank correlation have a covariance "
            "within recipes, averaged over the four recipes, of «sense» $«ours»$."
        ),
        sense=Sense.AT_LEAST,
        ours=Formula("0"),
        kind="observation",
        depends=("K-table2",),
        checks=(
            measured(
                "covariance over pairs",
                each(pairs=("simulated",), score=RANKS),
                measure=shared_luck,
                mutants=(ON_TEN_PAIRS, instead(ours="1/10")),
            ),
        ),
    ),
    by_us(
        id="K-fig1",
        title="More ε, more certainty; on the right side or the wrong one",
        place="Figure 1 of the source (000:202, 000:247) shows it for data sets it selected, and says so",
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
        depends=("K-correct2",),
        subjects=(probability_correct,),
        checks=(
            Symbolic(
                "derivative and both ends",
                derive_growth,
                (instead(right=RIGHT.text.replace("2*", "")),),
                Target.OURS,
            ),
            measured(
                "every split of 436 pairs", each(score=OURS), measure=least_gain, mutants=(GROWS_WRONGLY,)
            ),
        ),
    ),
    by_us(
        id="B-reversal",
        title="The best score is not the best private score",
        place=SIMULATED,
        relation=Relation.SUBSTITUTION,
        definition=f"{PROTOCOL} The lead of a score is how much more often it points the right way than another.",
        statement=(
            "On the simulated pairs, and without privacy, the lead of Kendall's $\\tau$ over HSIC is «sense» "
            "$«ours»$. When both scores of a pair are released at a total of $«epsilon»$, each with the "
            "smallest noise we can prove, so is the lead of HSIC over $\\tau$."
        ),
        quantities=(one_of("epsilon", 0.1, 0.5, 1.0),),
        ours=Formula("0"),
        kind="observation",
        depends=("K-kendall", "K-hsic16", "K-correct2"),
        checks=(
            measured("without privacy", ({},), measure=lead_of_tau, mutants=(instead(ours="-1/4"),)),
            measured(
                "at equal ε",
                each(epsilon=(0.1, 0.5, 1.0)),
                measure=lead_of_hsic,
                mutants=(mutant("at ε = 10", worlds=worlds("epsilon", 10.0)), TENTH),
            ),
        ),
    ),
    by_us(
        id="B-tightened",
        title="Smaller bounds buy right answers",
        place=SIMULATED,
        relation=Relation.SUBSTITUTION,
        definition=(
            f"{PROTOCOL} Noise is made for the published bounds of {{prf:ref}}`K-hsic12` and {{prf:ref}}`K-spearman`, "
            "or for ours."
        ),
        statement=(
            "On the simulated pairs, at a total of $«epsilon»$, HSIC and Spearman's $\\rho$ point the right "
            "way more often with our noise: the lead of the published noise is «sense» $«ours»$."
        ),
        quantities=(one_of("epsilon", *GRID),),
        ours=Formula("0"),
        kind="observation",
        depends=("K-spearman", "K-hsic12", "K-correct2"),
        checks=(
            measured(
                "pair by pair",
                each(score=("spearman", "hsic"), epsilon=GRID),
                measure=lead_of_published,
                mutants=(mutant("the bounds exchanged", measure=negated(lead_of_published)), TENTH),
            ),
        ),
    ),
)
