"""Four log-IQRs decide a direction: how often rightly, how often not at all, and one question for all of them."""

from fractions import Fraction
from typing import Any

import sympy

from privcausal.claims.pairs.private_iqr_worlds import (
    SMALLEST,
    correct4_error,
    derive_correct4,
    derive_race,
    firm_again,
    firm_cases,
    firmness,
    inversion_tolerance,
    margins_and_scales,
    one_moved,
    refusal_again,
    two_values,
    worst_firm,
    worst_refusal,
)
from privcausal.claims.sources import KUSNER
from privcausal.pairs.iqr import distances
from privcausal.pairs.private_iqr import probability_four_right
from privcausal.privacy.price import Relation
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target


def correct4_published(gamma: Any, sigma: Any) -> Any:
    cubic = 48 * sigma**3 + 33 * sigma**2 * gamma + 9 * sigma * gamma**2 + gamma**3
    return 1 - sympy.exp(-gamma / sigma) * cubic / (96 * sigma**3)


def null_published() -> Number:
    return Fraction(1, 1000)


def firmest_ours(m: Any) -> Any:
    return sympy.ceiling(m / 4) if isinstance(m, sympy.Basic) else -(-m // 4)


def correct4_of_32(gamma: Any, sigma: Any) -> Any:
    cubic = 48 * sigma**3 + 32 * sigma**2 * gamma + 9 * sigma * gamma**2 + gamma**3
    return 1 - sympy.exp(-gamma / sigma) * cubic / (96 * sigma**3)


OF_32 = Mutant("32 instead of 33", claim={"published": correct4_of_32})


def null_nine_in_ten() -> Number:
    return Fraction(9, 10)


def one_fewer(m: Any) -> Any:
    return -(-m // 4) - 1


ONE_FEWER = Mutant("⌈m/4⌉ − 1", claim={"ours": one_fewer})

CLAIMS = (
    Claim(
        id="K-correct4",
        title="How often four noises leave the direction right",
        source=KUSNER,
        locator="Theorem 4, part 2",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $Q_x,Q_{r_Y},Q_y,Q_{r_X}$ be the four log-IQRs, "
            "$\\gamma=(Q_y+Q_{r_X})-(Q_x+Q_{r_Y})>0$, and let each be released with independent Laplace noise of "
            "scale $\\sigma$. The noisy sums are in the right order with probability "
            "$1-\\dfrac{48\\sigma^3+33\\sigma^2\\gamma+9\\sigma\\gamma^2+\\gamma^3}{96\\,\\sigma^3}\\,"
            "e^{-\\gamma/\\sigma}$."
        ),
        published=correct4_published,
        at={"gamma": 1, "sigma": 1},
        proof="proof-correct4",
        subjects=(probability_four_right,),
        checks=(
            Symbolic("convolution, convolution, integral", derive_correct4, (OF_32,)),
            Symbolic("a race between two clocks", derive_race, (OF_32,)),
            Search(
                name="formula against the characteristic function",
                worlds=({},),
                candidates=margins_and_scales,
                score=correct4_error,
                tolerance=inversion_tolerance,
                mutants=(OF_32,),
            ),
        ),
    ),
    Claim(
        id="K-null-zero",
        title="The probability of ⊥ is essentially 0",
        source=KUSNER,
        locator="Section 6",
        relation=Relation.SUBSTITUTION,
        statement=(
            f"Let a column hold at least ${SMALLEST:,}$ records with a positive interquartile range, let "
            "$\\varepsilon\\ge\\frac1{10}$ and $\\delta\\ge10^{-5}$, and use the right threshold "
            "$1+\\ln(1/\\delta)/\\varepsilon$. Then its log-IQR is refused with probability at most "
            "$\\frac1{1000}$."
        ).replace(",", "{,}", 1),
        published=null_published,
        checks=(
            Exhaustive(
                "columns with seven levels",
                (
                    {"m": SMALLEST, "epsilon": 0.1, "delta": 1e-5},
                    {"m": SMALLEST, "epsilon": 2.0, "delta": 1e-2},
                ),
                worst_refusal,
                (Mutant("nine in ten instead of one in a thousand", claim={"published": null_nine_in_ten}),),
                refusal_again,
            ),
        ),
    ),
    Claim(
        id="B-null",
        title="No interquartile range is more than a quarter of the records away from another cell",
        source="ours",
        locator="the repair of K-null-zero",
        relation=Relation.SUBSTITUTION,
        statement=(
            "For every sample of $m\\ge3$ records with a positive interquartile range, and cells of any size, "
            "$A_j\\le\\lceil m/4\\rceil$. So with $t=1+\\frac{\\ln(1/\\delta)}{\\varepsilon}$, a log-IQR is refused "
            "with probability at least $F\\bigl(t-\\lceil m/4\\rceil\\bigr)^2$, $F$ the distribution function of "
            "$\\mathrm{Lap}(1/\\varepsilon)$, whatever the data. And if $A=\\max(A_1,A_2)\\ge t$, with probability "
            "at most $\\frac12e^{-\\varepsilon(A-t)}$."
        ),
        ours=firmest_ours,
        at={"m": 1000},
        proof="proof-null-enough",
        depends=("B-iqr-windows",),
        subjects=(distances,),
        checks=(
            Exhaustive(
                "every small sample, every change",
                ({"m": 3}, {"m": 4}, {"m": 5}, {"m": 6}),
                worst_firm,
                (ONE_FEWER,),
                firm_again,
                ({"m": 7},),
            ),
            Search(
                name="hill climbing over larger samples",
                worlds=({"m": 9}, {"m": 32}),
                candidates=firm_cases,
                score=firmness,
                starts=two_values,
                step=one_moved,
                target=Target.OURS,
                mutants=(ONE_FEWER,),
            ),
        ),
    ),
)
