"""AboveThreshold: the exact price of a yes, with the noise where it belongs and where it does not.

Answers are counted from the threshold in units of Δ; every loss is |ln| of the ratio of two chances.
"""

import math
from collections.abc import Callable
from functools import partial
from itertools import pairwise, product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from scipy.integrate import quad

from privcausal.claims.broken import above_threshold as specimens
from privcausal.claims.sources import PRIV_PC
from privcausal.privacy.above_threshold import AboveThreshold, Noise, best_share, pattern_probabilities
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Quality, by_us, each, instead, mutant, real, whole, worlds
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, Target, worst_of

Pair = dict[str, Any]
"""Two neighbouring streams of answers, how far they lie above the threshold in units of Δ."""

FAR = 40.0
"""So many units of noise away, a query is sure to fail or to pass: e^(−40) is below all rounding."""

# --- the first yes ------------------------------------------------------------------------------------------


def losses(pair: Pair, scales: tuple[float, float], noise: Noise) -> list[float]:
    """|ln| of the ratio of the two chances, for every place and for None; Δ = 1 and the threshold is 0."""
    epsilon, share = 1 / scales[0] + 2 / scales[1], 1 / scales[0] / (1 / scales[0] + 2 / scales[1])
    mechanism = AboveThreshold(0.0, 1.0, epsilon, Relation.SUBSTITUTION, noise, share)
    before, after = (mechanism.probabilities(pair[side]) for side in ("before", "after"))
    return [log_ratio(p, q) for p, q in zip(before, after, strict=True)]


def log_ratio(p: float, q: float) -> float:
    """Without the digits that differ between machines, so that a search finds the same witness everywhere."""
    return round(abs(math.log(p / q)), 11)


def textbook_scales(epsilon: float) -> tuple[float, float]:
    return 2 / epsilon, 4 / epsilon


def svt_loss(pair: Pair, epsilon: float, records: int = 1) -> float:
    """The worst loss of any place; with `records` 2, as far as two substitutions that move queries alike."""
    sides = zip(pair["before"], pair["after"], strict=True)
    after = [records * there - (records - 1) * here for here, there in sides]
    return max(losses({**pair, "after": after}, textbook_scales(epsilon), Noise.LAPLACE))


def streams(epsilon: float) -> st.SearchStrategy[Pair]:
    """Up to nine queries, each moved by at most Δ; now and then the pair that the proof fears most."""
    place, move = st.floats(-FAR / epsilon, FAR / epsilon), st.floats(-1, 1)
    steps = st.lists(st.tuples(place, move), min_size=1, max_size=9)
    return st.one_of(steps.map(moved_stream), st.integers(1, 8).map(lambda size: feared(size, epsilon)))


def moved_stream(steps: list[tuple[float, float]]) -> Pair:
    return {"before": [v for v, _ in steps], "after": [v + move for v, move in steps]}


def feared(size: int, epsilon: float) -> Pair:
    """`size` queries far above, that all fail, then one far below, that passes: each moves the other way."""
    return moved_stream([(FAR / epsilon, 1.0)] * size + [(-FAR / epsilon, -1.0)])


def worst_stream(epsilon: float, queries: int) -> Extreme:
    """All streams on a grid of three levels, each query moved by −Δ, 0 or Δ."""
    levels = (-6 / epsilon, 0.0, 6 / epsilon)
    steps = product(product(levels, repeat=queries), product((-1.0, 0.0, 1.0), repeat=queries))
    pairs = (moved_stream(list(zip(*step, strict=True))) for step in steps)
    return worst_of(pairs, lambda pair: svt_loss(pair, epsilon))


def replayed_loss(pair: Pair, epsilon: float, queries: int) -> float:
    """The same loss by adaptive quadrature of the plain formula."""
    scales = textbook_scales(epsilon)
    return max(
        log_ratio(*(plain_chance(stops_at(k, queries), pair[side], scales) for side in ("before", "after")))
        for k in range(queries + 1)
    )


def stops_at(place: int, queries: int) -> list[int]:
    """No, no, …, then yes at this place; beyond the last place every answer is no."""
    return [0] * place + [1] * (place < queries)


def plain_chance(answers: list[int], stream: list[float], scales: tuple[float, float]) -> float:
    """The chance of the first answers to a stream, by SciPy's `quad` between the corners."""

    def below(z: float) -> float:
        return math.exp(z) / 2 if z < 0 else 1 - math.exp(-z) / 2

    def integrand(bar: float) -> float:
        chance = math.exp(-abs(bar) / scales[0]) / (2 * scales[0])
        for answer, value in zip(answers, stream, strict=False):
            chance *= below((value - bar if answer else bar - value) / scales[1])
        return float(chance)

    edge = max(map(abs, stream)) + FAR * max(scales)
    corners = sorted({-edge, edge, 0.0, *stream})
    pieces = (quad(integrand, *piece, epsabs=0, epsrel=1e-12, limit=200)[0] for piece in pairwise(corners))
    return float(sum(pieces))


# --- any two scales, one-sided noise, and several yes --------------------------------------------------------


def patterns(a: float, b: float, passes: int) -> st.SearchStrategy[Pair]:
    """Streams with `passes` yes among their answers, under either noise; now and then the pair the proof fears most."""
    step = st.tuples(st.floats(-30, 30), st.floats(-1, 1))
    run = st.tuples(st.lists(step, max_size=3), step)  # some that fail, then one that passes
    free = st.tuples(st.lists(run, min_size=passes, max_size=passes), st.sampled_from(Noise))
    worst = st.sampled_from(Noise).map(lambda noise: feared_pattern(max(a, b), passes, noise))
    return st.one_of(free.map(lambda drawn: answered(*drawn)), worst)


def feared_pattern(scale: float, passes: int, noise: Noise) -> Pair:
    """Many failures push the threshold up to where its density falls; then come all the passes."""
    far = float(math.ceil(FAR * scale))
    failing = [(far, 1.0)] * (passes + 8)
    return answered([(failing, (-far, -1.0)), *[([], (-far, -1.0))] * (passes - 1)], noise)


def answered(runs: list[tuple[list[tuple[float, float]], tuple[float, float]]], noise: Noise) -> Pair:
    steps = [step for failing, passing in runs for step in (*failing, passing)]
    answers = [answer for failing, _ in runs for answer in (*[0] * len(failing), 1)]
    return {**moved_stream(steps), "answers": answers, "noise": noise.value}


def pattern_loss(pair: Pair, a: int, b: int, passes: int) -> float:
    p, q = (pattern_chance(pair["answers"], pair[side], a, b, pair["noise"]) for side in ("before", "after"))
    return log_ratio(p, q)


def pattern_chance(answers: list[int], stream: list[float], a: float, b: float, noise: str) -> float:
    return float(pattern_probabilities(answers, stream, a, b, Noise(noise))[0])


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
    return {
        "the threshold loses half": threshold - sympy.Rational(1, 2),
        "a tail above 0 loses half": query - sympy.Rational(1, 2),
        "a tail below 0 loses less": growth - 2 / (2 - u) ** 2,
        "together": (threshold + query) * epsilon - claim.stated["published"](epsilon),
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
    return {"the loss of one Δ": sympy.simplify(loss) - shift * claim.stated["ours"](a=a, b=b, passes=1)}


# --- audits, and the gallery ---------------------------------------------------------------------------------


def audited(side: int, failing: int, place: float, last: float) -> list[float]:
    """`failing` queries and a last one, each half a Δ from the middle, in opposite directions."""
    half = 0.5 - side
    return [place + half] * failing + [last - half]


def above_threshold(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    mechanism = AboveThreshold(0.0, 1.0, epsilon, Relation.SUBSTITUTION)
    return mechanism.sample(audited(side, 8, 0.0, -0.5), size, rng)


def one_sided_passes(
    side: int, size: int, rng: np.random.Generator, a: float, b: float, passes: int
) -> Outputs:
    """How many of the failing half and of the passing half look above one threshold kept for all of them."""
    stream = np.array([*[2.5 - side] * 3, *[side - 0.5] * passes])
    looks = stream + rng.exponential(b, (size, len(stream)))
    above = looks >= rng.exponential(a, (size, 1))
    return np.stack([above[:, :3].sum(axis=1), above[:, 3:].sum(axis=1)], axis=1).astype(float)


def crossing(side: int, half: int) -> list[float]:
    """One half of the queries moves up while the other moves down."""
    return [0.5 - side] * half + [side - 0.5] * half


def of_stream(
    specimen: Callable[..., Outputs], stream: Callable[[int], list[float]], **fixed: float
) -> Callable[..., Outputs]:
    """The outputs of a specimen on the stream of either side."""
    return lambda side, size, rng, epsilon: specimen(stream(side), epsilon, size=size, rng=rng, **fixed)


no_query_noise = of_stream(specimens.without_query_noise, lambda side: audited(side, 1, 0.0, 0.0))
no_threshold_noise = of_stream(specimens.without_threshold_noise, lambda side: audited(side, 60, -3.0, -3.0))
value_published = of_stream(specimens.publishing_the_value, lambda side: audited(side, 10, 0.0, 0.0))
never_stops = of_stream(specimens.never_stopping, lambda side: crossing(side, 50))
twenty_for_one = of_stream(specimens.noise_of_one, lambda side: crossing(side, 20), passes=20)


def best_one_sided(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    mechanism = AboveThreshold(0.0, 1.0, epsilon, Relation.SUBSTITUTION, Noise.EXPONENTIAL, best_share())
    return mechanism.sample(audited(side, 3, 2.0, -0.5), size, rng)


def gaussian_refresh(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    """A round that would cost `epsilon` with Laplace noise."""
    return specimens.gaussian_threshold(audited(side, 12, 0.0, 0.6), 4 * epsilon / 3, size, rng)


ALMOST = instead(published="999/1000*epsilon")
TWO_RECORDS = mutant("two records replaced instead of one", score=partial(svt_loss, records=2))
FREE_THRESHOLD = instead(published="epsilon/2")
NO_STOP = mutant("no stop after a yes", sample=never_stops)
ONE_SHIFT = instead(ours="1/a + passes/b")

CLAIMS = (
    Claim(
        id="P-svt",
        title="Only the first yes is paid for",
        **PRIV_PC(
            "Algorithm 1, with the textbook's scales, as Theorem 1 uses it (004:42, 118-136)",
            Quality.RESTORED,
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "One record moves each of the queries $f_1,f_2,\\dots$ by at most $\\Delta$. Draw "
            "$\\hat T=T+\\mathrm{Lap}(2\\Delta/\\varepsilon)$ once. Answer query after query "
            "whether $f_i(D)+\\mathrm{Lap}(4\\Delta/\\varepsilon)\\ge\\hat T$, and stop after the first yes. "
            "Each query can be chosen after seeing the answers before."
        ),
        statement="For all $«epsilon»$ all answers together are «private», however many they are.",
        quantities=(real("epsilon", above=0),),
        published=Formula("epsilon"),
        at={"epsilon": 1},
        proof="proof-svt",
        checks=(
            Symbolic("the two shifts", derive_svt, (FREE_THRESHOLD,)),
            Exhaustive(
                "all short streams on a grid",
                each(epsilon=(1, 4), queries=(1, 2, 3)),
                worst_stream,
                (instead(published="2/3*epsilon"),),
                replayed_loss,
            ),
            Search("streams, integrated", each(epsilon=(1, 4)), streams, svt_loss, (ALMOST, TWO_RECORDS)),
            Audit(
                "stream of nine queries",
                each(epsilon=(1.0, 2.0)),
                above_threshold,
                (FREE_THRESHOLD, mutant("no noise on the queries", sample=no_query_noise), NO_STOP),
            ),
        ),
    ),
    by_us(
        id="B-svt-noise",
        title="Any split, any number of yes, and noise on one side only",
        place="with scales of one's own choice; for Laplace noise after Lyu, Su and Li (2017)",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let the threshold's noise have scale $a\\Delta$ and each query's noise scale $b\\Delta$, both "
            "Laplace, or both exponential (one-sided, never negative). Stop after the $c$-th yes."
        ),
        statement=(
            "For all positive $a$ and $b$ and all $«passes»$ all answers together are «private», and for no smaller "
            "$\\varepsilon$."
        ),
        quantities=(whole("passes", at_least=1, letter="c"),),
        assumes=("queries that one record can move either way",),
        ours=Formula("1/a + 2*passes/b"),
        at={"a": 2, "b": 4, "passes": 1},
        depends=("P-svt",),
        subjects=(AboveThreshold,),
        checks=(
            Symbolic("a no and a yes, in closed form", derive_one_sided, (ONE_SHIFT,), target=Target.OURS),
            Search(
                "streams and answers, integrated",
                worlds("a b passes", (2, 4, 1), (1, 5, 3)),
                patterns,
                pattern_loss,
                (ONE_SHIFT, instead(ours="1/a + 2/b")),
            ),
            Audit(
                "one-sided noise, three yes",
                ({"a": 2.0, "b": 6.0, "passes": 3},),
                one_sided_passes,
                (
                    mutant(
                        "twenty yes for the price of three",
                        sample=lambda side, size, rng, a, b, **_: one_sided_passes(side, size, rng, a, b, 20),
                    ),
                ),
            ),
        ),
    ),
)

ONE_SIDED = "exponential noise, best split"
NO_STOPS = "answers on after a yes, with the noise of one"
PUBLISHED = "the noisy answer that passed is released too"
REFRESHED = "a later round: Gaussian noise of the Laplace scale; it would cost 3 with Laplace noise"

EXHIBITS = tuple(
    Exhibit(name, what, "P-svt", honest, partial(sample, epsilon=epsilon), epsilon)
    for name, what, honest, sample, epsilon in (
        ("AboveThreshold", "threshold and queries noisy, stops after a yes", True, above_threshold, 1.0),
        ("AboveThreshold, one-sided noise", ONE_SIDED, True, best_one_sided, 1.0),
        ("AboveThreshold, no query noise", "noise on the threshold only", False, no_query_noise, 1.0),
        ("AboveThreshold, no threshold noise", "noise on the queries only", False, no_threshold_noise, 2.0),
        ("AboveThreshold, never stopping", NO_STOPS, False, never_stops, 1.0),
        ("AboveThreshold, twenty for one", "twenty yes with the noise of one", False, twenty_for_one, 1.0),
        ("AboveThreshold, value published", PUBLISHED, False, value_published, 2.0),
        ("SVT-PC's refreshed threshold, as coded", REFRESHED, False, gaussian_refresh, 3.0),
    )
)
