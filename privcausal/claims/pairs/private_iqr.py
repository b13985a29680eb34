"""Four log-IQRs decide a direction: how often rightly, how often not at all, and one question for all of them."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from operator import index
from typing import Any

import numpy as np
import sympy
from scipy.integrate import quad
from scipy.stats import laplace

from privcausal.claims.pairs.iqr import by_trying
from privcausal.claims.pairs.private_direction import MARGINS_AND_SCALES
from privcausal.claims.sources import KUSNER
from privcausal.pairs.iqr import distances, iqr, quartile_places
from privcausal.pairs.private_iqr import probability_correct_of_four
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import ProposeTestRelease
from privcausal.verify import Claim, Formula, Quality, Sense, Target, by_us, instead, one_of, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Number, Search, Witness, space, worst_of
from privcausal.verify.checks.symbolic import Remainders, Symbolic

# --- the probability of a right direction, three times ----------------------------------------------------------


def derive_correct4(claim: Claim) -> Remainders:
    """By convolution: two noises, then twice two noises, then the tail."""
    z, t, gamma = sympy.symbols("z t gamma", positive=True)
    two = (1 + z) * sympy.exp(-z) / 4  # the density of the sum of two noises of scale 1, at z > 0
    outside = sympy.integrate(sympy.expand(two * two.subs(z, z + t)), (z, 0, sympy.oo))
    inside = sympy.integrate(sympy.expand(two * two.subs(z, t - z)), (z, 0, t))
    four = sympy.expand(2 * outside + inside)
    right = sympy.Rational(1, 2) + sympy.integrate(four, (t, 0, gamma))
    return {
        "the density of four noises integrates to one half": sympy.integrate(four, (t, 0, sympy.oo))
        - sympy.Rational(1, 2),
        "the probability of a right answer": right - claim.stated["published"](gamma=gamma, sigma=1),
    }


def race_coefficient(k: int, laps: int = 4) -> Fraction:
    """P(a fair coin shows `laps` tails before laps − k heads)."""
    return sum((Fraction(math.comb(laps - 1 + j, j), 2 ** (laps + j)) for j in range(laps - k)), Fraction(0))


def derive_race(claim: Claim) -> Remainders:
    """By a race: four Laplace noises are the difference of two waiting times for four rings of a clock each."""
    t = sympy.Symbol("t", positive=True)
    late = sum(
        t**k / sympy.factorial(k) * sympy.Rational(*race_coefficient(k).as_integer_ratio()) for k in range(4)
    )
    return {"the race is lost": 1 - claim.stated["published"](gamma=t, sigma=1) - sympy.exp(-t) * late}


def correct4_error(claim: Claim, case: dict[str, float]) -> float:
    """Formula and library against the inversion of the characteristic function, (1 + s²)⁻⁴."""
    gamma, sigma = case["gamma"], case["sigma"]
    t = min(gamma / sigma, 60.0)  # beyond, everything is 1 to twenty digits

    def integrand(s: float) -> float:
        return t * float(np.sinc(s * t / np.pi)) / (1 + s * s) ** 4

    # The sine changes its sign every π/t; no piece must hide one.
    edges = np.linspace(0, 40, 2 + int(40 * t / 6))
    area = sum(quad(integrand, a, b, epsabs=1e-14, epsrel=1e-13)[0] for a, b in pairwise(edges))
    truth = 0.5 + float(area) / math.pi
    stated = float(claim.stated["published"](**case))
    error = max(abs(stated - truth), abs(probability_correct_of_four(gamma, sigma) - truth))
    return round(error, 12)  # smaller digits differ from machine to machine


# --- frequency of missing answers ------------------------------------------------------------------------------------

SMALLEST = 3850
"""Half of the source's smallest data set has some records more."""


def mechanism(epsilon: float, delta: float) -> ProposeTestRelease:
    return ProposeTestRelease(1.0, epsilon, delta, Relation.SUBSTITUTION)


def derive_no_event(claim: Claim) -> Remainders:
    """The chance of so few events among N draws is what confidence leaves."""
    draws, events = sympy.Symbol("N", positive=True), index(claim.formulas["events"]())
    p = claim.stated["published"](N=draws)
    chances = [sympy.binomial(draws, i) * p**i * (1 - p) ** (draws - i) for i in range(events + 1)]
    left = sum(sympy.powdenest(chance, force=True) for chance in chances)
    return {"the chance of so few events": left - (1 - claim.formulas["confidence"]())}


def derive_refusal(claim: Claim) -> Remainders:
    """Two tests at distance 1: each fails unless the noise exceeds what the threshold asks beyond 1."""
    epsilon, delta = sympy.symbols("epsilon delta", positive=True)
    beyond = sympy.log(1 / delta) / epsilon
    fails = 1 - sympy.exp(-epsilon * beyond) / 2
    return {"both tests fail": fails**2 - claim.stated["ours"](delta=delta)}


def derive_tail(claim: Claim) -> Remainders:
    """The test with the larger distance fails when the noise falls below t − A ≤ 0."""
    epsilon, short, z, t = sympy.symbols("epsilon short z t", positive=True)
    tail = sympy.integrate(epsilon / 2 * sympy.exp(-epsilon * z), (z, short, sympy.oo))
    return {"P(noise < t − A)": tail - claim.formulas["refused"](epsilon=epsilon, A=t + short, t=t)}


def seven_levels(m: int) -> Iterator[Witness]:
    """Columns with levels from 1 to 7, as two of the source's data sets have: quartiles at the end of a level."""
    lower, upper = quartile_places(m)
    for middle, inside in product(range(2, 7), range(upper - lower - 1, upper - lower + 2)):
        case = {"levels": [1, middle, 7], "counts": [lower + 1, inside, m - lower - 1 - inside]}
        if iqr(column(case)) > 0:
            yield case


def column(case: Witness) -> Any:
    return np.repeat(np.array(case["levels"], dtype=float), case["counts"])


def refusal_again(case: Witness, epsilon: float, delta: float) -> float:
    """By the law of the noise, once per test."""
    bar = 1 + math.log(1 / delta) / epsilon
    return float(np.prod([laplace.cdf(epsilon * (bar - away)) for away in distances(column(case))]))


def worst_refusal(m: int, epsilon: float, delta: float) -> Extreme:
    asked = mechanism(epsilon, delta)
    return worst_of(seven_levels(m), lambda case: asked.refusal(distances(column(case))))


def worst_firm(m: int) -> Extreme:
    """The largest of all distances over all samples with four values, found by trying everything."""
    lower, upper = quartile_places(m)

    def away(case: Witness) -> int:
        width = case["x"][upper] - case["x"][lower]
        return by_trying(case["x"], lower, upper, width * math.exp(-0.5), width * math.exp(0.5))

    samples = combinations_with_replacement((0, 1, 2, 5), m)
    return worst_of(({"x": list(x)} for x in samples if x[upper] > x[lower]), away)


def firm_again(case: Witness) -> Number:
    """By the library's windows, in a cell around the range."""
    x = np.array(case["x"], dtype=float)
    # At 1 the shifted grid has the middle of a cell.
    return distances(x / iqr(x))[1]


CORRECT4 = Formula(
    "1 - (48*sigma**3 + 33*sigma**2*gamma + 9*sigma*gamma**2 + gamma**3)/(96*sigma**3)*exp(-gamma/sigma)"
)
OF_32 = instead(published=CORRECT4.text.replace("33", "32"))
ONE_FEWER = instead(ours="ceil(m/4) - 1")

CLAIMS = (
    Claim(
        id="K-correct4",
        title="How often four noises leave the direction right",
        **KUSNER("Theorem 4, part 2 (000:170), with the integral in 003:81", relations=()),
        relation=None,
        assumes=("all four are released",),
        definition=(
            "Let $Q_x,Q_{r_Y},Q_y,Q_{r_X}$ be the four log-IQRs, $\\gamma=(Q_y+Q_{r_X})-(Q_x+Q_{r_Y})>0$, and "
            "let each be released with independent Laplace noise of scale $\\sigma$."
        ),
        statement="The noisy sums are in the right order with probability «sense» $«published»$.",
        sense=Sense.EXACTLY,
        published=CORRECT4,
        at={"gamma": 1, "sigma": 1},
        proof="proof-correct4",
        subjects=(probability_correct_of_four,),
        checks=(
            Symbolic("convolution, convolution, integral", derive_correct4, (OF_32,)),
            Symbolic("a race between two clocks", derive_race, (OF_32,)),
            Search(
                "formula against the characteristic function",
                ({},),
                MARGINS_AND_SCALES,
                correct4_error,
                (OF_32,),
                climbs=False,
                tolerance=Formula("1/10**9"),
            ),
        ),
    ),
    Claim(
        id="K-null-zero",
        title="No refusal in 10,000 draws",
        **KUSNER("Section 6 (000:247), of the IQR data set in Figure 1", Quality.VERBATIM, ()),
        relation=None,
        assumes=(
            "the authors' experiment, not repeated: its data cannot be passed on, and its $\\varepsilon$ is not given",
        ),
        definition=(
            "For the IQR data set of Figure 1, with $\\delta$ from $10^{-5}$ to $10^{-2}$, the authors drew "
            "10,000 noises, none of which led to a refusal $\\bot$, and conclude that its probability there is "
            "essentially 0."
        ),
        statement=(
            "That $«events»$ of $N$ draws led to it bounds its probability, at a confidence of $«confidence»$, by "
            "«sense» $«published»$."
        ),
        sense=Sense.EXACTLY,
        formulas={"confidence": Formula("0.95"), "events": Formula("0")},
        published=Formula("1 - 0.05**(1/N)"),
        at={"N": 10_000},
        kind="observation",
        checks=(
            Symbolic(
                "the chance of no event",
                derive_no_event,
                (instead(published="1 - 0.1**(1/N)"), instead(events="1")),
            ),
        ),
    ),
    by_us(
        id="B-null-coarse",
        title="A column on few levels is refused, rightly and nearly always",
        place="next to K-null-zero",
        proof=None,
        relation=Relation.SUBSTITUTION,
        definition=(
            "Use propose-test-release with the right threshold $1+\\ln(1/\\delta)/\\varepsilon$ for a log-IQR "
            "that is not minus infinity."
        ),
        statement=(
            "It is refused with a probability of «sense» $«ours»$. Columns of $«m»$ records on seven levels "
            "reach this, whatever $\\varepsilon$: one replaced record pushes their range out of both cells."
        ),
        quantities=(one_of("m", SMALLEST),),
        ours=Formula("(1 - delta/2)**2"),
        depends=("K-null-zero",),
        checks=(
            Exhaustive(
                "columns with seven levels",
                worlds("m epsilon delta", (SMALLEST, 0.1, 1e-5), (SMALLEST, 2.0, 1e-2)),
                worst_refusal,
                (instead(ours="9/10"),),
                refusal_again,
            ),
            Symbolic("one record away", derive_refusal, (instead(ours="(1 - delta)**2"),), Target.OURS),
        ),
    ),
    by_us(
        id="B-null",
        title="No interquartile range is more than a quarter of the records away from another cell",
        place="how firm a range can be",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Take samples with a positive interquartile range, and cells of any size. A test with threshold "
            "$t$ fails with probability $F(t-A_j)$, $F$ the distribution function of "
            "$\\mathrm{Lap}(1/\\varepsilon)$; let $A$ be the larger of $A_1$ and $A_2$."
        ),
        statement=(
            "For $«m»$ records, $A_j$ is «sense» $«ours»$, so no data pass a test more surely than that "
            "distance does. And if $A$ has reached $t$, a log-IQR is refused with a probability of «sense» "
            "$«refused»$."
        ),
        quantities=(whole("m", at_least=3),),
        formulas={"refused": Formula("exp(-epsilon*(A - t))/2")},
        ours=Formula("ceil(m/4)"),
        at={"m": 1000},
        proof="proof-null-enough",
        depends=("B-iqr-windows",),
        subjects=(distances,),
        checks=(
            Exhaustive(
                "every small sample, every change",
                worlds("m", 3, 4, 5, 6),
                worst_firm,
                (ONE_FEWER,),
                firm_again,
                worlds("m", 7),
            ),
            Symbolic("the tail", derive_tail, (instead(refused="exp(-epsilon*(A - t))/3"),), Target.OURS),
            Search(
                "hill climbing over larger samples",
                worlds("m", 9, 32),
                lambda m: space.record(x=space.whole(0, 9) * m).starting(
                    {"x": [0] * (m // 2) + [1] * (m - m // 2)}
                ),
                lambda case: max(distances(np.array(case["x"], dtype=float))),
                (ONE_FEWER,),
                target=Target.OURS,
            ),
        ),
    ),
)
