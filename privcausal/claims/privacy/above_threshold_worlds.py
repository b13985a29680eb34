"""What AboveThreshold is measured on: streams of queries and their exact laws."""

from collections.abc import Callable

import numpy as np
import sympy

from privcausal.claims.specimens import above_threshold as specimens
from privcausal.privacy.above_threshold import AboveThreshold, Noise, best_share
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim

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
    return {"the loss of one Δ": sympy.simplify(loss) - shift * claim.ours(a=a, b=b, passes=1)}


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
    """A round that would cost `epsilon` with Laplace noise."""
    return specimens.gaussian_threshold(audited(side, 12, 0.0, 0.6), 4 * epsilon / 3, size, rng)


def exhibit(
    name: str, what: str, epsilon: float, sample: Callable[..., Outputs], honest: bool = False
) -> Exhibit:
    """A mechanism of this chapter in the gallery, at one ε."""

    def at_this_epsilon(side: int, size: int, rng: np.random.Generator) -> Outputs:
        return sample(side, size, rng, epsilon)

    return Exhibit(name, what, "P-svt", honest, at_this_epsilon, epsilon=epsilon)


def best_one_sided(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    share = best_share()
    return one_sided_above_threshold(side, size, rng, 1 / (share * epsilon), 2 / ((1 - share) * epsilon))
