"""What an auditor's silence is worth: against a rare trapdoor, next to nothing, however clever the auditor."""

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.privacy.price import Distribution, distributions
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Number, Origin, Reading, instead, real, whole
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search


def trapdoor(honest: Distribution, eta: Fraction) -> Distribution:
    """As honest, but with probability η the output is one that the honest mechanism never gives: the data."""
    return (*((1 - eta) * p for p in honest), eta)


def best_auditor(honest: Distribution, broken: Distribution, alpha: Fraction, runs: int) -> Fraction:
    """How often the best of all tests accuses the broken mechanism, if it accuses the honest one at rate α at most.

    By Neyman and Pearson: take the outcomes of all runs in the order of their likelihood ratios until the risk is
    used up, the last of them only in part. Exact, by going through every outcome.
    """
    chances = [
        (
            prod((honest[x] for x in outcome), start=Fraction(1)),
            prod((broken[x] for x in outcome), start=Fraction(1)),
        )
        for outcome in product(range(len(honest)), repeat=runs)
    ]
    free = sum((q for p, q in chances if p == 0), Fraction(0))
    paid = sorted(((p, q) for p, q in chances if p > 0), key=lambda pair: pair[1] / pair[0], reverse=True)
    power, left = free, alpha
    for p, q in paid:
        share = min(left / p, Fraction(1))
        power, left = power + share * q, left - share * p
    return power


def worst_trapdoor(parts: int, alpha: Fraction, eta: Fraction, runs: int) -> Extreme:
    """The best auditor's power against a trapdoor behind every honest yes-or-no mechanism on a grid."""
    powers = {yes: best_auditor(*both(Fraction(yes, parts), eta), alpha, runs) for yes in range(parts + 1)}
    best = max(powers, key=powers.__getitem__)
    return Extreme(powers[best], {"yes": best}, len(powers) * 3**runs)


def both(yes: Fraction, eta: Fraction) -> tuple[Distribution, Distribution]:
    """An honest yes-or-no mechanism, which never says the third word, and the same with a trapdoor."""
    return (yes, 1 - yes, Fraction(0)), trapdoor((yes, 1 - yes), eta)


def power_of(witness: dict[str, int], parts: int, alpha: Fraction, eta: Fraction, runs: int) -> Number:
    """Accuse at the third word; without it, accuse at random with probability α."""
    silent = (1 - eta) ** runs
    return 1 - silent + alpha * silent


def honest_mechanisms(alpha: Fraction, eta: Fraction, runs: int) -> st.SearchStrategy[dict[str, Any]]:
    """Three outcomes; what the trapdoor does is any distribution at all, not only something new."""
    return st.fixed_dictionaries({"honest": distributions(3), "opened": distributions(3)})


def any_trapdoor(case: dict[str, Any], alpha: Fraction, eta: Fraction, runs: int) -> Number:
    pairs = zip(case["honest"], case["opened"], strict=True)
    broken = tuple((1 - eta) * p + eta * q for p, q in pairs)
    return best_auditor(case["honest"], broken, alpha, runs)


def new_outcome(alpha: Fraction, eta: Fraction, runs: int) -> list[dict[str, Any]]:
    """The trapdoor opens on an outcome that the honest mechanism never gives."""
    half = Fraction(1, 2)
    return [{"honest": (half, half, Fraction(0)), "opened": (Fraction(0), Fraction(0), Fraction(1))}]


def reopened(case: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Another thing for the trapdoor to do."""
    weights = rng.integers(0, 10, 3) + np.array([1, 0, 0])
    return {**case, "opened": tuple(Fraction(int(w), int(weights.sum())) for w in weights)}


LEVEL_FORGOTTEN = instead(ours="1 - (1 - eta)**runs")
ONE_RUN = instead(ours="1 - (1 - alpha)*(1 - eta)")
TWENTIETH, HUNDREDTH = Fraction(1, 20), Fraction(1, 100)

CLAIMS = (
    Claim(
        id="B-silence",
        title="No auditor sees a trapdoor that rarely opens",
        reading=Reading(Origin.OURS, "total variation"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let a mechanism be as private as you like, and let another do anything at all, such as print "
            "the data, with probability $\\eta$ in each run, independently, and otherwise behave like the "
            "first. Let an auditor apply any test to $N$ runs on whichever data sets."
        ),
        statement=(
            "For all $«alpha»$, $«eta»$ and $«runs»$: if the test accuses the first mechanism with "
            "probability $\\alpha$ or less often, then it accuses the second with probability «sense» "
            "$«ours»$, and no smaller bound is true."
        ),
        quantities=(
            real("alpha", above=0, below=1),
            real("eta", above=0, below=1),
            whole("runs", at_least=1, letter="N"),
        ),
        ours=Formula("1 - (1 - alpha)*(1 - eta)**runs"),
        at={"alpha": 1e-3, "eta": 1e-6, "runs": 10_000},
        proof="proof-silence",
        checks=(
            Exhaustive(
                "the best of all auditors",
                tuple({"parts": 6, "alpha": TWENTIETH, "eta": HUNDREDTH, "runs": runs} for runs in (1, 2, 5)),
                worst_trapdoor,
                (LEVEL_FORGOTTEN, ONE_RUN),
                power_of,
            ),
            Search(
                name="trapdoors that do anything",
                worlds=({"alpha": TWENTIETH, "eta": HUNDREDTH, "runs": 2},),
                candidates=honest_mechanisms,
                score=any_trapdoor,
                starts=new_outcome,
                step=reopened,
                mutants=(LEVEL_FORGOTTEN, ONE_RUN),
            ),
        ),
    ),
)
