"""One question for four interquartile ranges: what it costs, and whose replacement its distance counts."""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from privcausal.claims.pairs.ridge_worlds import steady
from privcausal.claims.privacy.propose_test_release_laws import FAR, laplace_cdf
from privcausal.pairs.anm import Residuals
from privcausal.pairs.direction import direction
from privcausal.pairs.iqr import quartile_places
from privcausal.pairs.private_iqr import (
    AskOnce,
    iqr_scores,
    private_iqr_scores,
    score_distance,
)
from privcausal.pairs.ridge import Fit, Gaussian
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Number, instead
from privcausal.verify.audit import Audit, Outputs
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.statistics.exact import smallest_epsilon

Witness = dict[str, Any]
Floats = NDArray[np.float64]

CUTS = 8
"""Into so many pieces the stretch between two neighbouring scores is cut."""


# --- the exact law of two scores with noise, or ⊥ -----------------------------------------------------------------


def mechanism(epsilon: float, delta: float, size: float = 1.0) -> AskOnce:
    return AskOnce(size, 4, epsilon, delta, Relation.SUBSTITUTION)


def pieces(scale: float, centre: float, gap: float) -> Floats:
    """P(a score with noise falls below, into each piece of, or above the stretch between 0 and `gap`)."""
    scaled = (np.linspace(0, gap, CUTS + 1) - centre) / scale
    below, above = laplace_cdf(scaled), laplace_cdf(-scaled)
    between = np.where(scaled[1:] <= 0, np.diff(below), -np.diff(above))
    return np.concatenate([below[:1], between, above[-1:]])


def outcome_law(asked: AskOnce, away: float, centres: list[float], gaps: list[float]) -> Floats:
    """P(⊥), and P(both scores in each pair of pieces)."""
    refused = asked.refusal(max(away, 0)) if away > -1 else 1.0
    two = np.outer(*(pieces(asked.scale, *pair) for pair in zip(centres, gaps, strict=True)))
    # 1 − refused has no digits left where nearly everything is refused.
    passes = float(laplace_cdf((away - asked.test.threshold) * asked.epsilon / 2)) if away > -1 else 0.0
    return np.concatenate([[refused], passes * two.ravel()])


def state_loss(asked: AskOnce, away: Sequence[float], gaps: Sequence[float]) -> float:
    """The exact ε between two states: their distances (−1 for no range at all), and how far apart the scores are."""
    limits = [min(abs(gap), FAR * asked.scale) for gap in gaps]
    laws = [
        outcome_law(asked, away[0], [0.0, 0.0], limits),
        outcome_law(asked, away[1], limits, limits),
    ]
    return float(smallest_epsilon(laws[0], laws[1], asked.delta))


def all_states(reach: int) -> Iterator[tuple[list[int], list[float]]]:
    """Neighbours that share cells have distances at most 1 apart and scores at most two cells; others distance 1."""
    for away, step in product(range(1, reach + 1), (-1, 0, 1)):
        if away + step >= 1:
            yield from (([away, away + step], gaps) for gaps in ([2.0, 2.0], [2.0, 0.0], [0.0, 0.0]))
    yield from (([a, b], [math.inf, math.inf]) for a, b in ((1, 1), (1, -1), (0, 1), (0, 0)))


def worst_state(epsilon: float, delta: float) -> Extreme:
    asked = mechanism(epsilon, delta)
    found = [
        (state_loss(asked, away, gaps), {"away": away, "gaps": [str(gap) for gap in gaps]})
        for away, gaps in all_states(math.ceil(asked.test.threshold) + 3)
    ]
    worst = max(found, key=lambda item: item[0])
    return Extreme(worst[0], worst[1], len(found))


def state_again(state: Witness, epsilon: float, delta: float) -> Number:
    gaps = [float(gap) for gap in state["gaps"]]
    return state_loss(mechanism(epsilon, delta), state["away"], gaps)


# --- real samples: two lines instead of curves, and one test record replaced --------------------------------------


def line(slope: float) -> Fit:
    """A regression that is nearly a line of this slope."""
    kernel = Gaussian(100.0)
    ends = np.array([-50.0, 50.0])
    weights = np.asarray(np.linalg.solve(kernel(ends, ends), slope * ends), dtype=float)
    return Fit(ends, weights, kernel, 1.0, 10**9)


LINES = (line(1 - 1 / math.e), line(1 - math.e))
"""Where y = x, the residuals are x/e and ex, which lie in cells of their own just as x does."""


def test_side(pair: Witness, side: str) -> Residuals:
    x, y = (np.array([*pair[name], pair[side][place]], dtype=float) for place, name in enumerate("xy"))
    f, g = LINES
    return Residuals(x, y, y - f.predict(x), x - g.predict(y), f, g)


def pair_loss(pair: Witness, m: int, epsilon: float, delta: float) -> Number:
    """The exact ε between two neighbouring test sets, by the library's scores and distances."""
    sides = [test_side(pair, side) for side in ("before", "after")]
    scores = np.array([iqr_scores(side) for side in sides])
    known = ~np.isnan(scores).any(axis=1)
    away = [score_distance(side, "test") if ok else -1 for side, ok in zip(sides, known, strict=True)]
    gaps = np.abs(scores[0] - scores[1]).tolist() if known.all() else [math.inf, math.inf]
    return steady(state_loss(mechanism(epsilon, delta), away, gaps))


def pair_loss_half_the_noise(pair: Witness, m: int, epsilon: float, delta: float) -> Number:
    """As if a record had a part in two of the four ranges only."""
    return pair_loss(pair, m, 2 * epsilon, delta)


def test_pairs(m: int, epsilon: float, delta: float) -> st.SearchStrategy[Witness]:
    value = st.one_of(st.integers(0, 8), st.just(10**6))
    rest = st.lists(value, min_size=m - 1, max_size=m - 1)
    spot = st.lists(value, min_size=2, max_size=2)
    return st.fixed_dictionaries({"x": rest, "y": rest, "before": spot, "after": spot})


def firm_pairs(m: int, epsilon: float, delta: float) -> list[Witness]:
    """One record moves four firm ranges by nearly a cell, or four fragile ones by as much as it likes."""
    upper = quartile_places(m)[1]
    zeros = upper - m // 8 - 1
    firm = [0] * zeros + [1.02] * (upper - zeros) + [2.65] * (m - 1 - upper)
    fragile = [0] * upper + [10**6] * (m - 1 - upper)
    return [
        {"x": firm, "y": firm, "before": [0, 0], "after": [2.65, 2.65]},
        {"x": fragile, "y": fragile, "before": [1, 1], "after": [10**6, 10**6]},
    ]


def one_number_moved(pair: Witness, rng: np.random.Generator) -> Witness:
    name = ("x", "y", "before", "after")[rng.integers(4)]
    numbers, value = list(pair[name]), int(rng.integers(10))
    numbers[int(rng.integers(len(numbers)))] = value if value < 9 else 10**6
    return {**pair, name: numbers}


AUDIT_DELTA = 0.01


def asked_once(side: int, size: int, rng: np.random.Generator, epsilon: float, ranges: int = 4) -> Outputs:
    """Two neighbouring states next to the threshold, whose four log-IQRs all differ by a whole cell."""
    asked = AskOnce(1.0, ranges, epsilon, AUDIT_DELTA, Relation.SUBSTITUTION)
    away = math.ceil(asked.test.threshold) + side
    return asked.sample((2.0 * side, 2.0 * side), away, size, rng)


def asked_for_one(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return asked_once(side, size, rng, epsilon, ranges=1)


# --- wrong variants that the checks must find out ------------------------------------------------------------------


def lavish_state(epsilon: float, delta: float) -> Extreme:
    """The threshold forgets to divide by ε, as it was printed for one range."""
    asked = mechanism(epsilon, delta)
    printed = AskOnce(asked.size, 4, epsilon, min(0.5, delta ** (epsilon / 2)), Relation.SUBSTITUTION)
    away, gaps = [1.0, 1.0], [math.inf, math.inf]
    limits = [FAR * printed.scale] * 2
    laws = [
        outcome_law(printed, a, centre, limits) for a, centre in zip(away, ([0.0, 0.0], limits), strict=True)
    ]
    return Extreme(
        float(smallest_epsilon(laws[0], laws[1], delta)), {"away": away, "gaps": list(map(str, gaps))}, 1
    )


LESS = instead(ours="0.99*epsilon")

CLAIMS = (
    Claim(
        id="B-iqr-once",
        title="Ask once for all four ranges: both scores for ε",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Fix $w>0$, and let $A$ be the smallest, over the four columns $x',r_Y,y',r_X$, of the larger of $A_1$ "
            "and $A_2$ for cells of size $w$. If $A+\\mathrm{Lap}(2/\\varepsilon)>"
            "1+\\frac{\\ln(1/2\\delta)}{\\varepsilon/2}$, release both scores $Q_x+Q_{r_Y}$ and $Q_y+Q_{r_X}$, each "
            "with independent Laplace noise of scale $8w/\\varepsilon$; otherwise, and always when one of the ranges "
            "is 0, release $\\bot$."
        ),
        statement="When one test record $(x'_i,y'_i)$ is replaced, this is «private».",
        formulas={"delta": Formula("delta")},
        ours=Formula("epsilon"),
        at={"epsilon": 1},
        proof="proof-iqr-once",
        depends=("B-iqr-windows",),
        subjects=(AskOnce, private_iqr_scores, direction),
        checks=(
            Exhaustive(
                "every state of two neighbours",
                (
                    {"epsilon": 0.4, "delta": 1e-2},
                    {"epsilon": 2.0, "delta": 1e-5},
                    {"epsilon": 6.0, "delta": 1e-12},
                ),
                worst_state,
                (LESS, Mutant("the printed threshold", check={"worst": lavish_state})),
                state_again,
                ({"epsilon": 1.0, "delta": 1e-12},),
            ),
            Search(
                name="hill climbing over test sets",
                worlds=({"m": 32, "epsilon": 4.0, "delta": 1e-6},),
                candidates=test_pairs,
                score=pair_loss,
                starts=firm_pairs,
                step=one_number_moved,
                mutants=(Mutant("half the noise, half the test", check={"score": pair_loss_half_the_noise}),),
            ),
            Audit(
                "two states next to the threshold",
                ({"epsilon": 1.0}, {"epsilon": 4.0}),
                asked_once,
                (Mutant("noise for one range", check={"sample": asked_for_one}),),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
)
