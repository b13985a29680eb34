"""The E-value: what an unmeasured confounder can produce."""

from functools import partial

import numpy as np
import sympy

from privcausal.claims.functions import root
from privcausal.effects.refute import confounded_ratio, e_value
from privcausal.verify import Claim, Formula, Target, by_us, instead, mutant, real, worlds
from privcausal.verify.checks import Search, Symbolic, space
from privcausal.verify.checks.symbolic import Remainders

LEVELS = 3
"""So many values the confounder has."""


def confounders(a: float, b: float) -> space.Space:
    """Its distribution among the untreated, which values are drawn more often by treatment, and the risks."""
    share = space.real(0.0, 1.0)
    start = {"untreated": [1.0 / a, 1.0 - 1.0 / a, 0.0], "drawn": [1.0, 0.0, 0.0], "risk": [1.0, 0.0, 0.0]}
    return space.record(untreated=share * LEVELS, drawn=share * LEVELS, risk=share * LEVELS).starting(start)


def produced(candidate: dict[str, list[float]], a: float, b: float, slack: float = 1.0) -> float:
    """The risk ratio of a treatment that does nothing.

    Among the treated no value is more than a times as frequent as among the untreated, and no risk is more than b times
    another.
    """
    untreated = np.array(candidate["untreated"]) + 1e-12
    untreated /= untreated.sum()
    limits = a * slack * untreated
    left = 1.0
    treated = np.zeros(LEVELS)
    for place in np.argsort(candidate["drawn"])[::-1]:  # those drawn most are filled first
        treated[place] = min(left, limits[place])
        left -= treated[place]
    risks = 1.0 + (b - 1.0) * np.array(candidate["risk"])
    return float(treated @ risks / (untreated @ risks))


def derive_e_value(claim: Claim) -> Remainders:
    """At the E-value, for both strengths, the bound is the ratio; of the two solutions it is the one above 1."""
    ratio = sympy.symbols("R", positive=True)
    strength = claim.formulas["evalue"](R=ratio)
    return {
        "both equal": sympy.simplify(claim.stated["ours"](a=strength, b=strength) - ratio),
        "a ratio of 4/3 needs 2": sympy.simplify(strength.subs(ratio, sympy.Rational(4, 3)) - 2),
    }


CLAIMS = (
    by_us(
        id="B-effect-evalue",
        title="What an unmeasured confounder can produce, and the E-value",
        place="known (Ding and VanderWeele, 2016; VanderWeele and Ding, 2017); the proof is ours",
        relation=None,
        definition=(
            "Let a treatment do nothing, and let the risk of the outcome depend on a confounder with finitely many "
            "values: no value is more than $a$ times as frequent among the treated as among the untreated, and no "
            "risk is more than $b$ times another."
        ),
        statement=(
            "For all $«a»$ and $«b»$ the risk ratio of treated and untreated is «sense» $«ours»$, and this is reached. "
            "So for a ratio $R$ both strengths must be $«evalue»$ if they are equal."
        ),
        quantities=(real("a", at_least=1), real("b", at_least=1)),
        formulas={"evalue": Formula("R + sqrt(R*(R - 1))", where={"sqrt": (root, r"\sqrt{{{0}}}")})},
        ours=Formula("a*b/(a + b - 1)"),
        at={"a": 2.0, "b": 3.0},
        subjects=(e_value, confounded_ratio),
        checks=(
            Search(
                "confounders with three values",
                worlds("a b", (1.0, 2.0), (2.0, 1.0), (2.0, 2.0), (3.0, 1.5), (1.2, 8.0)),
                confounders,
                produced,
                (
                    instead(ours="a*b/(a + b)"),
                    mutant("more frequent than said", score=partial(produced, slack=1.2)),
                ),
            ),
            Symbolic(
                "where the bound is the ratio",
                derive_e_value,
                (instead(evalue="R + sqrt(R)", where={"sqrt": (root, r"\sqrt{{{0}}}")}),),
                target=Target.OURS,
            ),
        ),
    ),
)
