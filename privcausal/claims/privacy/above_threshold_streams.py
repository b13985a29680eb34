"""Streams of answers and their neighbours: what AboveThreshold betrays about them, exactly.

Answers are counted from the threshold in units of Δ; every loss is |ln| of the ratio of two chances.
"""

import math
from itertools import pairwise, product
from typing import Any

from hypothesis import strategies as st
from scipy.integrate import quad

from privcausal.privacy.above_threshold import AboveThreshold, Noise, pattern_probabilities
from privcausal.privacy.price import Relation
from privcausal.verify.checks.exhaustive import Extreme

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


def svt_loss(pair: Pair, epsilon: float) -> float:
    return max(losses(pair, textbook_scales(epsilon), Noise.LAPLACE))


def svt_loss_of_two(pair: Pair, epsilon: float) -> float:
    """The wrong relation: both neighbours of one data set, which are two substitutions apart."""
    far = [2 * there - here for here, there in zip(pair["before"], pair["after"], strict=True)]
    return svt_loss({**pair, "after": far}, epsilon)


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
    return worst_on_grid(textbook_scales(epsilon), Noise.LAPLACE, queries, 6 / epsilon)


def worst_on_grid(scales: tuple[float, float], noise: Noise, queries: int, step: float) -> Extreme:
    best = Extreme(0.0, {}, 0)
    cases = 0
    for places in product((-step, 0.0, step), repeat=queries):
        for moves in product((-1.0, 0.0, 1.0), repeat=queries):
            cases += 1
            pair = moved_stream(list(zip(places, moves, strict=True)))
            loss = max(losses(pair, scales, noise))
            if loss > best.value:
                best = Extreme(loss, pair, cases)
    return Extreme(best.value, best.witness, cases)


def replayed_loss(pair: Pair, epsilon: float, queries: int) -> float:
    """The same loss by adaptive quadrature of the plain formula."""
    scales = textbook_scales(epsilon)
    return max(
        log_ratio(*(plain_chance(stops_at(k, queries), pair[side], scales) for side in ("before", "after")))
        for k in range(queries + 1)
    )


def stops_at(place: int, queries: int) -> list[int]:
    """No, no, …, then yes at this place; beyond the last place there is no yes."""
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
