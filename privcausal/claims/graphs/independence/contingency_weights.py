"""A product rule that multiplies two small changes: CURATE's sensitivity of weighted Kendall."""

import math
from fractions import Fraction

import numpy as np
from scipy.special import ndtr

from privcausal.claims.graphs.independence.contingency import (
    Case,
    replay_two_strata_tail,
    sides,
    two_strata,
    two_strata_tail,
    weighted_z,
)
from privcausal.claims.sources import CURATE
from privcausal.graphs.independence.contingency import conditional_kendall
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target

# --- bounds ---------------------------------------------------------------------------------------------------


def tail_published(n: int) -> float:
    r"""$0.363\big/\sqrt n$."""
    return 0.363 / math.sqrt(n)


def tail_times_nine(n: int) -> float:
    return 9 * tail_published(n)


def product_rule(m: int) -> Number:
    return 1


def twice_the_product(m: int) -> Number:
    return 2


# --- the step of the proof --------------------------------------------------------------------------------------


def weight(m: int) -> Fraction:
    """The weight of a block of m records."""
    return Fraction(9 * m * (m - 1), 2 * (2 * m + 5))


def share(m: int, excess: int) -> Fraction:
    """The τ of a block of m records."""
    return Fraction(2 * excess, m * (m - 1))


def changes(m: int, excess: int, gain: int) -> tuple[Fraction, Fraction, Fraction]:
    """Of w τ, of w and of τ, when a record enters a block of m."""
    before, after = (m, excess), (m + 1, excess + gain)
    products = [weight(size) * share(size, total) for size, total in (before, after)]
    both = abs(weight(m + 1) - weight(m)), abs(share(*after) - share(*before))
    return abs(products[1] - products[0]), *both


def over_the_product(m: int) -> Extreme:
    """The largest change of w τ over the largest changes of w and of τ, multiplied."""
    top = m * (m - 1) // 2
    cases = [(excess, gain) for excess in range(-top, top + 1) for gain in range(-m, m + 1)]
    found = {case: changes(m, *case) for case in cases}
    worst = max(cases, key=lambda case: found[case][0])
    of_weight, of_share = (max(change[part] for change in found.values()) for part in (1, 2))
    witness = {"excess": worst[0], "gain": worst[1], "change_of_share": str(of_share)}
    return Extreme(found[worst][0] / (of_weight * of_share), witness, len(cases))


def replay_product(claim: Claim, witness: Case, m: int) -> Fraction:
    """By w τ = 9S/(2m + 5), directly."""
    excess, total = witness["excess"], witness["excess"] + witness["gain"]
    change = abs(Fraction(9 * total, 2 * m + 7) - Fraction(9 * excess, 2 * m + 5))
    return change / ((weight(m + 1) - weight(m)) * Fraction(witness["change_of_share"]))


NINE = Mutant("nine times the noise", claim={"published": tail_times_nine})
TWICE = Mutant("twice the product", check={"tolerance": twice_the_product})

CLAIMS = (
    Claim(
        id="C-sens",
        title="The change of a product is the product of the changes",
        source=CURATE,
        locator="Appendix VI-B",
        relation=Relation.SUBSTITUTION,
        statement=(
            "For weighted Kendall over blocks, one record changes $w\\tau$ by at most $\\Delta w\\cdot\\Delta\\tau$, "
            "the largest change of $w$ times that of $\\tau$. So, with two or more records in each block, replacing "
            "one of $n$ changes $p=\\bar\\Phi(|z|)$ by at most $\\dfrac{0.363}{\\sqrt n}$."
        ),
        published=tail_published,
        depends=("P-kendall",),
        subjects=(conditional_kendall,),
        checks=(
            Exhaustive(
                "a rising and a falling block",
                ({"n": 100}, {"n": 1_000}, {"n": 10_000}),
                two_strata_tail,
                (NINE,),
                replay_two_strata_tail,
                ({"n": 100_000},),
            ),
            Exhaustive(
                "every excess and gain of one block",
                ({"m": 2}, {"m": 5}, {"m": 12}),
                over_the_product,
                (TWICE,),
                replay_product,
                tolerance=product_rule,
                target=Target.PROOF,
            ),
        ),
    ),
)

RECORDS = 10_000


def noisy_tail(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    """The p-value of two strata with the noise of the product rule for ε = 1."""
    p_value = float(ndtr(-abs(weighted_z(sides(**two_strata(RECORDS).witness)[neighbour]))))
    return p_value + rng.laplace(scale=tail_published(RECORDS), size=(size, 1))


EXHIBITS = (
    Exhibit(
        "weighted Kendall by a product rule",
        "p with noise for 0.363/√n",
        "C-sens",
        False,
        1.0,
        0.0,
        Relation.SUBSTITUTION,
        noisy_tail,
    ),
)
