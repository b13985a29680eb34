"""AboveThreshold: the exact price of a yes, with the noise where it belongs and where it does not."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from privcausal.claims.privpc import SOURCE
from privcausal.claims.privpc.streams import (
    pattern_loss,
    patterns,
    replayed_loss,
    streams,
    svt_loss,
    svt_loss_of_two,
    worst_stream,
)
from privcausal.privacy.neighbours import Relation
from privcausal.privacy.sparse import AboveThreshold, Noise, best_share
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target
from privcausal.verify.exhaustive import Exhaustive
from privcausal.verify.search import Search
from privcausal.verify.specimens import sparse as specimens
from privcausal.verify.symbolic import Remainders, Symbolic

# --- bounds: as published, and ours ------------------------------------------------------------------------


def svt_published(epsilon: float) -> Number:
    return epsilon


def svt_ours(a: float, b: float, passes: int) -> Number:
    r"""$\frac1a+\frac{2c}b$."""
    return Fraction(1) / a + Fraction(2) * passes / b


# --- symbolic --------------------------------------------------------------------------------------------------


def derive_svt(claim: Claim) -> Remainders:
    """The two shifts of the proof: what each loses at its worst, and that they add up to the claim."""
    epsilon, width = sympy.symbols("epsilon Delta", positive=True)
    z, x = sympy.Symbol("z", real=True), sympy.Symbol("x", nonnegative=True)
    a, b = 2 * width / epsilon, 4 * width / epsilon
    log_ratio = (sympy.Abs(z + width) - sympy.Abs(z)) / a
    ends = [log_ratio.subs(z, place) for place in (-2 * width, -width, sympy.S.Zero, width)]
    threshold = sympy.Max(*(sympy.simplify(sympy.Abs(value) / epsilon) for value in ends))
    tail = sympy.log(sympy.exp(-x / b) / 2) - sympy.log(sympy.exp(-(x + 2 * width) / b) / 2)
    query = sympy.simplify(sympy.expand_log(tail)) / epsilon
    u = sympy.Symbol("u", positive=True)
    # Below 0 the tail is 1 − u/2 with u = e^{x/b} ≤ 1, and its hazard rate (u/2)/(1 − u/2)/b only grows with u.
    growth = sympy.diff((u / 2) / (1 - u / 2), u)
    assert claim.published is not None
    return {
        "the threshold loses half": threshold - sympy.Rational(1, 2),
        "a tail above 0 loses half": query - sympy.Rational(1, 2),
        "a tail below 0 loses less": growth - 2 / (2 - u) ** 2,
        "together": (threshold + query) * epsilon - claim.published(epsilon),
    }


def derive_one_sided(claim: Claim) -> Remainders:
    """The chance of (no, yes) under one-sided noise, exactly: q above 0 fails, then p ≤ q passes."""
    a, b, q, rise, shift = sympy.symbols("a b q rise shift", positive=True)
    bar = sympy.Symbol("bar", positive=True)  # the threshold's noise, counted from q

    def chance(q: sympy.Expr, p: sympy.Expr) -> sympy.Expr:
        inside = sympy.exp(-(bar + q) / a) / a * (1 - sympy.exp(-bar / b)) * sympy.exp(-(bar + q - p) / b)
        return sympy.integrate(sympy.expand(inside), (bar, 0, sympy.oo))

    ratio = chance(q, q - rise) / chance(q + shift, q - rise - shift)
    loss = sympy.expand_log(sympy.log(sympy.simplify(ratio)), force=True)
    assert claim.ours is not None
    return {"the loss of one Δ": sympy.simplify(loss) - shift * claim.ours(a, b, 1)}


# --- audits, and the gallery ---------------------------------------------------------------------------------


def audited(side: int, failing: int, place: float, last: float) -> list[float]:
    """`failing` queries and a last one, each half a Δ from the middle, in opposite directions."""
    half = 0.5 - side
    return [place + half] * failing + [last - half]


def above_threshold(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    mechanism = AboveThreshold(0.0, 1.0, epsilon, Relation.SUBSTITUTION)
    return mechanism.sample(audited(side, 8, 0.0, -0.5), size, rng)


def one_sided_above_threshold(side: int, size: int, rng: np.random.Generator, a: float, b: float) -> Outputs:
    epsilon = 1 / a + 2 / b
    mechanism = AboveThreshold(0.0, 1.0, epsilon, Relation.SUBSTITUTION, Noise.EXPONENTIAL, 1 / (a * epsilon))
    return mechanism.sample(audited(side, 3, 2.0, -0.5), size, rng)


def one_sided_passes(
    side: int, size: int, rng: np.random.Generator, a: float, b: float, passes: int
) -> Outputs:
    """How many of the failing half and of the passing half look above one threshold kept for all of them."""
    stream = np.array([*[2.5 - side] * 3, *[side - 0.5] * passes])
    looks = stream + rng.exponential(b, (size, len(stream)))
    above = looks >= rng.exponential(a, (size, 1))
    return np.stack([above[:, :3].sum(axis=1), above[:, 3:].sum(axis=1)], axis=1).astype(float)


def twenty_passes(side: int, size: int, rng: np.random.Generator, a: float, b: float, passes: int) -> Outputs:
    return one_sided_passes(side, size, rng, a, b, 20)


def no_query_noise(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return specimens.without_query_noise(audited(side, 1, 0.0, 0.0), epsilon, size, rng)


def no_threshold_noise(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return specimens.without_threshold_noise(audited(side, 60, -3.0, -3.0), epsilon, size, rng)


def never_stops(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return specimens.never_stopping(crossing(side, 50), epsilon, size, rng)


def twenty_for_one(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return specimens.noise_of_one(crossing(side, 20), epsilon, 20, size, rng)


def crossing(side: int, half: int) -> list[float]:
    """One half of the queries moves up while the other moves down."""
    return [0.5 - side] * half + [side - 0.5] * half


def value_published(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return specimens.publishing_the_value(audited(side, 10, 0.0, 0.0), epsilon, size, rng)


def gaussian_refresh(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return specimens.gaussian_threshold(audited(side, 8, 0.7, 0.6), epsilon, size, rng)


# --- wrong variants that the checks must find out -----------------------------------------------------------


def two_thirds(epsilon: float) -> Number:
    return Fraction(2, 3) * Fraction(epsilon)


def almost(epsilon: float) -> Number:
    return Fraction(999, 1000) * Fraction(epsilon)


def threshold_for_free(epsilon: float) -> Any:
    return epsilon / 2


def one_shift_per_yes(a: float, b: float, passes: int) -> Number:
    return Fraction(1) / a + Fraction(1) * passes / b


def noise_of_one_yes(a: float, b: float, passes: int) -> Number:
    return Fraction(1) / a + Fraction(2) / b


TWO_THIRDS = Mutant("two thirds of ε", claim={"published": two_thirds})
ALMOST = Mutant("a thousandth less than ε", claim={"published": almost})
TWO_RECORDS = Mutant("two records replaced instead of one", check={"score": svt_loss_of_two})
FREE_THRESHOLD = Mutant("the threshold costs nothing", claim={"published": threshold_for_free})
BARE_QUERIES = Mutant("no noise on the queries", check={"sample": no_query_noise})
NO_STOP = Mutant("no stop after a yes", check={"sample": never_stops})
ONE_SHIFT = Mutant("a yes hides one Δ, not two", claim={"ours": one_shift_per_yes})
NOISE_OF_ONE = Mutant("every yes after the first is free", claim={"ours": noise_of_one_yes})

CLAIMS = (
    Claim(
        id="P-svt",
        title="Only the first yes is paid for",
        source=SOURCE,
        locator="Algorithm 1, the sieve on all records",
        relation=Relation.SUBSTITUTION,
        statement=(
            "One record moves each of the queries $f_1,f_2,\\dots$ by at most $\\Delta$. Draw "
            "$\\hat T=T+\\mathrm{Lap}(2\\Delta/\\varepsilon)$ once. Answer query after query "
            "whether $f_i(D)+\\mathrm{Lap}(4\\Delta/\\varepsilon)\\ge\\hat T$, and stop after the first yes. "
            "All answers together are $(\\varepsilon,0)$-differentially private, however many they are, even if each "
            "query is chosen after seeing the answers before."
        ),
        published=svt_published,
        at={"epsilon": 1},
        proof="proof-svt",
        checks=(
            Symbolic("the two shifts", derive_svt, (FREE_THRESHOLD,)),
            Exhaustive(
                "all short streams on a grid",
                tuple(
                    {"epsilon": epsilon, "queries": queries} for epsilon in (1, 4) for queries in (1, 2, 3)
                ),
                worst_stream,
                (TWO_THIRDS,),
                replayed_loss,
            ),
            Search(
                name="streams, integrated",
                worlds=({"epsilon": 1}, {"epsilon": 4}),
                candidates=streams,
                score=svt_loss,
                mutants=(ALMOST, TWO_RECORDS),
            ),
            Audit(
                "stream of nine queries",
                ({"epsilon": 1.0}, {"epsilon": 2.0}),
                above_threshold,
                (FREE_THRESHOLD, BARE_QUERIES, NO_STOP),
            ),
        ),
    ),
    Claim(
        id="B-svt-noise",
        title="Any split, any number of yes, and noise on one side only",
        source="ours",
        locator="with scales of one's own choice",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let the threshold's noise have scale $a\\Delta$ and each query's noise scale $b\\Delta$, both Laplace, or "
            "both exponential (one-sided, never negative). Stop after the $c$-th yes. All answers together are "
            "$\\bigl(\\frac1a+\\frac{2c}b,0\\bigr)$-differentially private, and for no smaller $\\varepsilon$."
        ),
        ours=svt_ours,
        at={"a": 2, "b": 4, "passes": 1},
        proof="proof-svt-noise",
        depends=("P-svt",),
        subjects=(AboveThreshold,),
        checks=(
            Symbolic("a no and a yes, in closed form", derive_one_sided, (ONE_SHIFT,), target=Target.OURS),
            Search(
                name="streams and answers, integrated",
                worlds=(
                    {"a": 2, "b": 4, "passes": 1},
                    {"a": 1, "b": 5, "passes": 3},
                ),
                candidates=patterns,
                score=pattern_loss,
                mutants=(ONE_SHIFT, NOISE_OF_ONE),
            ),
            Audit(
                "one-sided noise, three yes",
                ({"a": 2.0, "b": 6.0, "passes": 3},),
                one_sided_passes,
                (Mutant("twenty yes for the price of three", check={"sample": twenty_passes}),),
            ),
        ),
    ),
)


def exhibit(
    name: str, what: str, epsilon: float, sample: Callable[..., Outputs], honest: bool = False
) -> Exhibit:
    """A mechanism of this chapter in the gallery, at one ε."""

    def at_this_epsilon(side: int, size: int, rng: np.random.Generator) -> Outputs:
        return sample(side, size, rng, epsilon)

    return Exhibit(name, what, "P-svt", honest, epsilon, 0.0, Relation.SUBSTITUTION, at_this_epsilon)


def best_one_sided(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    share = best_share()
    return one_sided_above_threshold(side, size, rng, 1 / (share * epsilon), 2 / ((1 - share) * epsilon))


EXHIBITS = (
    exhibit(
        "AboveThreshold", "threshold and queries noisy, stops after a yes", 1.0, above_threshold, honest=True
    ),
    exhibit(
        "AboveThreshold, one-sided noise", "exponential noise, best split", 1.0, best_one_sided, honest=True
    ),
    exhibit("AboveThreshold, no query noise", "noise on the threshold only", 1.0, no_query_noise),
    exhibit("AboveThreshold, no threshold noise", "noise on the queries only", 2.0, no_threshold_noise),
    exhibit(
        "AboveThreshold, never stopping", "answers on after a yes, with the noise of one", 1.0, never_stops
    ),
    exhibit("AboveThreshold, twenty for one", "twenty yes with the noise of one", 1.0, twenty_for_one),
    exhibit(
        "AboveThreshold, value published",
        "the noisy answer that passed is released too",
        2.0,
        value_published,
    ),
    exhibit(
        "AboveThreshold, Gaussian threshold", "Gaussian noise of the Laplace scale", 4.0, gaussian_refresh
    ),
)
