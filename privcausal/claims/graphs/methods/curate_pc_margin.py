"""CURATE's test with a margin and a coin: how often it errs, and how often the plain comparison does.

Distances are counted in units of the noise's scale Δ/ε.
"""

import math
from functools import partial
from itertools import pairwise

import numpy as np
import sympy
from scipy.integrate import quad
from scipy.stats import laplace

from privcausal.claims.broken.curate import ThreeBranches
from privcausal.claims.functions import exp, our_error
from privcausal.claims.sources import CURATE, THE_USERS
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Number, Quality, Target, by_us, each, instead, mutant, real
from privcausal.verify.checks import Remainders, Search, Symbolic, Witness, space
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme, worst_of

# --- the test, in closed form and by integration -----------------------------------------------------------------


def branches(distance: float, below: float, above: float) -> tuple[float, float, float]:
    """The chances of keep, coin and delete for a statistic this far above the threshold."""
    low, high = (float(laplace.cdf(edge - distance)) for edge in (-below, above))
    return low, high - low, 1 - high


def integrated_branches(distance: float, below: float, above: float) -> list[float]:
    """The same by SciPy's `quad` over the noise."""
    chances = []
    for left, right in pairwise((-60.0, -below - distance, above - distance, 60.0)):
        pieces = pairwise(sorted({left, right, min(max(0.0, left), right)}))
        chances.append(sum(quad(lambda z: math.exp(-abs(z)) / 2, *piece, epsabs=0)[0] for piece in pieces))
    return chances


def worst_keeping(claim: Claim, below: float, above: float) -> Extreme:
    """The largest chance of keeping what the statistic itself would delete, over statistics at T and above."""

    def chance_to_keep(case: Witness) -> float:
        keep, coin, _ = integrated_branches(case["distance"], below, above)
        return float(f"{keep + coin * claim.formulas['coin']():.12g}")

    return worst_of(each(distance=(step / 20 for step in range(161))), chance_to_keep)


def keeping_at(claim: Claim, witness: Witness, below: float, above: float) -> float:
    """The chance at one distance, in closed form."""
    keep, coin, _ = branches(witness["distance"], below, above)
    return keep + coin * float(claim.formulas["coin"]())


CASES = space.record(distance=space.real(0, 12), below=space.real(0, 12), above=space.real(0, 12))


def error_over_bound(case: Witness) -> float:
    """P[error] over c/2 + tail, with the c of this very statistic, for errors of either kind."""
    below, above, distance = case["below"], case["above"], case["distance"]
    keep, coin, _ = branches(distance, below, above)
    _, coin_too, delete = branches(-distance, below, above)
    kinds = ((keep, coin, below), (delete, coin_too, above))
    return max((wrong + c / 2) / (c / 2 + math.exp(-margin) / 2) for wrong, c, margin in kinds)


def error_over_tail(case: Witness) -> float:
    """As if the coin never fell wrongly."""
    keep, coin, _ = branches(case["distance"], case["below"], case["above"])
    return (keep + coin / 2) / (math.exp(-case["below"]) / 2)


def plain_over_coin(case: Witness, coin: float = 0.5) -> float:
    """The plain test's chance of an error over that of the test with equal margins, at one statistic."""
    keep, between, _ = branches(case["distance"], case["below"], case["below"])
    return math.exp(-case["distance"]) / 2 / (keep + coin * between)


DRAWS = 200_000


def simulated_error(margin: float, distance: float, coin: float = 0.5) -> Extreme:
    """How far the specimen's share of wrong verdicts lies from the formula, in standard errors."""
    test = ThreeBranches(0.05, margin / 10, margin / 10, 0.005)
    statistic = np.full(DRAWS, 0.05 * (1 + distance / 10))
    wrong = 1 - test.deletes(statistic, np.random.default_rng(34)).mean()
    keep, between, _ = branches(distance, margin, margin)
    stated = keep + coin * between
    distance_in_errors = abs(wrong - stated) / math.sqrt(stated * (1 - stated) / DRAWS)
    return Extreme(float(f"{distance_in_errors:.9g}"), {}, DRAWS)


def derive_lemma(claim: Claim) -> Remainders:
    """Return the three branches by integration at f = T, and their sum."""
    a, b, z = sympy.symbols("a b z", positive=True)
    keep = sympy.integrate(sympy.exp(-z) / 2, (z, a, sympy.oo))
    coin = sympy.integrate(sympy.exp(-z) / 2, (z, 0, a)) + sympy.integrate(sympy.exp(-z) / 2, (z, 0, b))
    assert isinstance(claim.published, Formula)
    (published, deleted), toss = (
        (f(below=a, above=b) for f in (claim.published, claim.formulas["deleted"])),
        claim.formulas["coin"](),
    )
    return {
        "keep, and the coin": keep + coin * toss - published,
        "delete, and the coin": sympy.exp(-b) / 2 + coin * (1 - toss) - deleted,
        "keep is the tail": keep - sympy.exp(-a) / 2,
        "one half and a difference": published - sympy.Rational(1, 2) - (sympy.exp(-a) - sympy.exp(-b)) / 4,
        "equal margins: one half, whatever ε": published.subs(b, a) - sympy.Rational(1, 2),
    }


def derive_coin(claim: Claim) -> Remainders:
    """The error with equal margins a, at a distance g beyond and within them."""
    a, g = sympy.symbols("a g", positive=True)
    beyond = (sympy.exp(-g - a) + sympy.exp(a - g)) / 4
    within = sympy.exp(-g - a) / 4 + (1 - sympy.exp(g - a) / 2) / 2
    plain = sympy.exp(-g) / 2
    limit = claim.formulas["limit"]()
    gain = (1 - sympy.exp(-g)) / 2 - sympy.exp(-a) * sympy.sinh(g) / 2
    return {
        "at T the plain test": plain.subs(g, 0) - limit,
        "at T the test with a coin": within.subs(g, 0) - limit,
        "beyond: cosh a times the plain error": beyond - plain * claim.formulas["factor"](a),
        "within: ½ − ½e^(−a) sinh g": (within - (1 - sympy.exp(-a) * sympy.sinh(g)) / 2).rewrite(sympy.exp),
        "within, minus the plain error": (within - plain - gain).rewrite(sympy.exp),
        "that is least for a = g: a square": (gain.subs(a, g) - (1 - sympy.exp(-g)) ** 2 / 4).rewrite(
            sympy.exp
        ),
    }


def middle(below: Number, above: Number) -> Number:
    """The chance c of the middle branch where the statistic is the threshold; margins in units of the noise."""
    return 1 - exp(-below) / 2 - exp(-above) / 2


def cosh(x: Number) -> Number:
    return (exp(x) + exp(-x)) / 2


MIDDLE = {"c": (middle, "c")}
LEMMA = Formula("c(below, above)/2 + exp(-below)/2", MIDDLE)

NO_COIN = instead(published="exp(-below)/2")
OTHER = instead(published="c(below, above)/2 + exp(-above)/2", where=MIDDLE)

CLAIMS = (
    Claim(
        id="C-lemma1",
        title="How often the test with a margin and a coin errs",
        **CURATE("Lemma 1 (002:67-69, 115-137); the program takes c = 1", Quality.RECONSTRUCTED, THE_USERS),
        relation=Relation.SUBSTITUTION,
        definition=(
            "A statistic $f$ of sensitivity $\\Delta$ gets Laplace noise of scale $\\Delta/\\varepsilon$. The "
            "edge is deleted if the sum exceeds $T(1+\\beta_2)$ and kept if it is below $T(1-\\beta_1)$. What "
            "lies in between happens with probability $c$."
        ),
        statement=(
            "In between, let the edge be kept with probability $«coin»$. If $f$ lies above $T$, it is kept with "
            "probability «sense» $«published»$; if $f$ lies below $T$, it is deleted with probability «sense» "
            "$«deleted»$."
        ),
        quantities=(
            real("below", letter="T\\beta_1\\varepsilon/\\Delta"),
            real("above", letter="T\\beta_2\\varepsilon/\\Delta"),
        ),
        formulas={"coin": Formula("1/2"), "deleted": Formula("c(below, above)/2 + exp(-above)/2", MIDDLE)},
        published=LEMMA,
        at={"below": 1.0, "above": 1.0},
        proof="proof-lemma1",
        checks=(
            Symbolic("three integrals", derive_lemma, (NO_COIN, OTHER)),
            Exhaustive(
                "statistics at T and above, by integration",
                tuple({"below": a, "above": b} for a, b in ((1.0, 1.0), (2.0, 0.5), (0.5, 2.0), (3.0, 3.0))),
                worst_keeping,
                (NO_COIN, OTHER),
                keeping_at,
            ),
            Search(
                "any statistic, any margins, both errors",
                ({},),
                CASES,
                error_over_bound,
                (mutant("without the coin's share", score=error_over_tail),),
                tolerance=1,
            ),
        ),
    ),
    by_us(
        id="B-coin",
        title="The coin never helps",
        place="on CURATE's test",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $\\beta_1=\\beta_2=\\beta$ in {prf:ref}`C-lemma1`. The plain test deletes if $f$ plus the same "
            "noise exceeds $T$."
        ),
        statement=(
            "Wherever $f$ is, except for $T$ itself, the plain test errs as often as the test with margin and "
            "coin, or less often; beyond the margins less often by a factor $«factor»$. As $f$ approaches $T$, "
            "both err with a probability that approaches $«limit»$, whatever $\\varepsilon$ is."
        ),
        quantities=(real("a", letter="T\\beta\\varepsilon/\\Delta"),),
        formulas={"factor": Formula("cosh(a)", {"cosh": (cosh, r"\cosh({0})")}), "limit": Formula("1/2")},
        checks=(
            Symbolic(
                "both sides of the margin",
                derive_coin,
                (instead(factor="(exp(a) - exp(-a))/2"),),
                target=Target.OURS,
            ),
            Search(
                "any distance, any margin",
                ({},),
                CASES,
                plain_over_coin,
                (mutant("a loaded coin", score=partial(plain_over_coin, coin=0.25)),),
                **our_error(1),
            ),
            Exhaustive(
                "the test as printed, simulated",
                tuple(
                    {"margin": a, "distance": g} for a, g in ((2.0, 0.5), (2.0, 2.0), (2.0, 4.0), (0.5, 1.0))
                ),
                simulated_error,
                (mutant("always delete in the middle", worst=partial(simulated_error, coin=0.0)),),
                **our_error(4),
            ),
        ),
    ),
)
