"""Overlap weights: what bounds them, and why a weight or a model of the outcome changes nothing in whole strata."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import sympy

from privcausal.claims.functions import exp, our_error
from privcausal.effects import overlap as library
from privcausal.effects.standardise import hidden, standardised_sums
from privcausal.verify import (
    Claim,
    Formula,
    Number,
    Sense,
    Target,
    by_us,
    each,
    instead,
    mutant,
    real,
    whole,
    worlds,
)
from privcausal.verify.checks import Exhaustive, Extreme, Symbolic, worst_of
from privcausal.verify.checks.symbolic import Remainders

EXP = {"exp": (exp, r"\exp\Bigl({0}\Bigr)")}


def exceeds(N: int, s: float) -> Extreme:
    """The most by which N₀N₁/N exceeds N₀N₁·H(N), over all divisions of N people into two arms."""
    lost = float(hidden(np.array([float(N)]), s)[0])
    return worst_of(({"treated": m} for m in range(N + 1)), lambda case: _weight(case, N) * lost)


def _weight(case: dict[str, Any], N: int) -> float:
    return case["treated"] * (N - case["treated"]) / N


def allowed(case: dict[str, Any], N: int, s: float) -> float:
    """The same from what the library allows for, which knows of no division: attained by two equal arms."""
    most = float(library.most_lost(np.array([float(N)]), s)[0])
    return most * 4 * Fraction(case["treated"], N) * (1 - Fraction(case["treated"], N))


def derive_loss(claim: Claim) -> Remainders:
    """Return the remainder of the bound: a square, which is 0 for equal arms."""
    people, treated, width = sympy.symbols("N M s", positive=True)
    bound = claim.stated["ours"](N=people, s=width)
    weight = treated * (people - treated) / people
    square = (people - 2 * treated) ** 2 / (4 * people)
    lost = sympy.exp(-(people**2) / (2 * width**2))
    lower = treated * (people - treated) * (1 - lost) / people
    return {"a square": bound - weight * lost - square * lost, "e(N) of it": weight - lower - weight * lost}


def derive_saturated(claim: Claim) -> Remainders:
    """Augmented inverse probability weighting, person by person, and the two estimators that it is made of."""
    people, arm, events, model = sympy.symbols("N M U m", positive=True)
    stated = claim.stated["ours"](N=people, M=arm, U=events)
    augmented = people * model + people / arm * (events * (1 - model) + (arm - events) * (0 - model))
    return {
        "augmented": augmented - stated,
        "weighted": events / (arm / people) - stated,
        "standardised": people * (events / arm) - stated,
    }


def pseudo_outcomes(
    claim: Claim, N: int, M: int, U: int, share: Callable[[int, int], Fraction] = Fraction
) -> Extreme:
    """How far the pseudo-outcomes, added up person by person, are from the stated sum, by the model that errs most."""
    models = [Fraction(k, 3) for k in range(-1, 5)]
    stated = claim.stated["ours"](N=N, M=M, U=U)

    def total(case: dict[str, Any]) -> Fraction:
        people = [(person < M, person < U) for person in range(N)]
        weight = 1 / share(M, N)
        return sum(
            (case["m"] + took * weight * (happened - case["m"]) for took, happened in people), Fraction(0)
        )

    errors = [abs(total({"m": m}) - stated) for m in models]
    furthest = errors.index(max(errors))
    return Extreme(errors[furthest], {"m": str(models[furthest])}, len(models))


def by_arms(claim: Claim, case: dict[str, Any], N: int, M: int, U: int) -> Number:
    """The same from the counts alone."""
    model = Fraction(case["m"])
    return abs(N * model + Fraction(N, M) * (U - M * model) - claim.stated["ours"](N=N, M=M, U=U))


def smoothed_share(arm: int, people: int) -> Fraction:
    """A propensity that is not the stratum's own share, but drawn towards a half."""
    return Fraction(arm + 1, people + 2)


CLAIMS = (
    by_us(
        id="B-effect-overlap",
        title="The overlap weight of a stratum lies between two smooth functions",
        place="overlap weights in `effect`",
        relation=None,
        definition=(
            "Let $N$ people of a stratum be divided into arms of $N_0$ and $N_1$. For a width $s$ let "
            "$e(N)=\\exp(-N^2/2s^2)$ and $H(N)=(1-e(N))/N$."
        ),
        statement=(
            "For all $«N»$, all $«s»$ and every division the weight $N_0N_1/N$ exceeds $N_0N_1\\,H(N)$ by "
            "$e(N)$ times itself, which is «sense» $«ours»$."
        ),
        quantities=(whole("N", at_least=1), real("s", above=0)),
        ours=Formula("N/4*exp(-N**2/(2*s**2))", where=EXP),
        at={"N": 10, "s": 4.0},
        subjects=(library.overlapping, library.most_lost),
        checks=(
            Exhaustive(
                "all divisions",
                each(N=(1, 2, 4, 7, 12), s=(3.0, 40.0)) + worlds("N s", (2, 0.5)),
                exceeds,
                (
                    instead(ours="N/5*exp(-N**2/(2*s**2))", where=EXP),
                    instead(ours="N/4*exp(-N**2/s**2)", where=EXP),
                ),
                allowed,
            ),
            Symbolic(
                "the remainder",
                derive_loss,
                (instead(ours="N*exp(-N**2/(2*s**2))", where=EXP),),
                target=Target.OURS,
            ),
        ),
    ),
    by_us(
        id="B-effect-saturated",
        title="In whole strata, weighting and double robustness give what standardisation gives",
        place="known; it is why `effect` has no second estimator of the same number",
        relation=None,
        sense=Sense.EXACTLY,
        definition=(
            "Of $N$ people in a stratum let $M$ be in an arm, and let $U$ of these $M$ have the event. Augmented "
            "inverse probability weighting gives everybody in the stratum the prediction $m$ of a model of the "
            "outcome, and to each person of the arm $(Y-m)N/M$ more, where $Y$ is 1 for an event and 0 otherwise."
        ),
        statement=(
            "For all $«N»$, $«M»$ and $«U»$ and every $m$ these sum up to «sense» $«ours»$, which is what weighting "
            "alone and standardisation give."
        ),
        quantities=(whole("N", at_least=1), whole("M", at_least=1), whole("U", at_least=0)),
        ours=Formula("N*U/M"),
        at={"N": 10, "M": 4, "U": 1},
        subjects=(standardised_sums,),
        checks=(
            Symbolic(
                "three estimators",
                derive_saturated,
                (instead(ours="N*(U + 1)/(M + 2)"), instead(ours="U")),
                target=Target.OURS,
            ),
            Exhaustive(
                "person by person",
                tuple(
                    {"N": n, "M": m, "U": u} for n in (1, 2, 5) for m in range(1, n + 1) for u in range(m + 1)
                ),
                pseudo_outcomes,
                (
                    mutant(
                        "the share is smoothed",
                        worst=partial(pseudo_outcomes, share=smoothed_share),
                    ),
                ),
                by_arms,
                **our_error(0),
            ),
        ),
    ),
)
