"""One question for four interquartile ranges: its price, and whose replacement its distance counts."""

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement, product

import numpy as np

from privcausal.arrays import Floats
from privcausal.claims.pairs.iqr import ranges
from privcausal.claims.pairs.ridge import steady
from privcausal.claims.privacy.propose_test_release_laws import FAR, laplace_cdf
from privcausal.pairs import private_iqr
from privcausal.pairs.anm import Residuals
from privcausal.pairs.iqr import GRIDS, cell_of, iqr, quartile_places
from privcausal.pairs.private_direction import direction
from privcausal.pairs.private_iqr import AskOnce
from privcausal.pairs.ridge import Fit, GaussianKernel
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Number, Target, by_us, instead, mutant, worlds
from privcausal.verify.audit import Audit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, space, worst_of
from privcausal.verify.statistics.exact import smallest_epsilon

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


def state_loss(
    asked: AskOnce, away: Sequence[float], gaps: Sequence[float], delta: float | None = None
) -> float:
    """The exact ε between two states: their distances (−1 for no range at all), and how far apart the scores are."""
    limits = [min(abs(gap), FAR * asked.scale) for gap in gaps]
    here, there = outcome_law(asked, away[0], [0.0, 0.0], limits), outcome_law(asked, away[1], limits, limits)
    return float(smallest_epsilon(here, there, asked.delta if delta is None else delta))


def all_states(reach: int) -> Iterator[tuple[list[int], list[float]]]:
    """Neighbours that share cells have distances at most 1 apart and scores at most two cells; others distance 1."""
    for away, step in product(range(1, reach + 1), (-1, 0, 1)):
        if away + step >= 1:
            yield from (([away, away + step], gaps) for gaps in ([2.0, 2.0], [2.0, 0.0], [0.0, 0.0]))
    yield from (([a, b], [math.inf, math.inf]) for a, b in ((1, 1), (1, -1), (0, 1), (0, 0)))


def worst_state(claim: Claim, epsilon: float, delta: float) -> Extreme:
    reach = math.ceil(mechanism(epsilon, delta).test.threshold) + 3
    states = ({"away": away, "gaps": [str(gap) for gap in gaps]} for away, gaps in all_states(reach))
    return worst_of(states, partial(loss_at, claim, epsilon=epsilon, delta=delta))


def loss_at(claim: Claim, state: Witness, epsilon: float, delta: float) -> Number:
    """The exact ε at the δ that the claim states, which is not taken from the mechanism."""
    gaps = [float(gap) for gap in state["gaps"]]
    return state_loss(
        mechanism(epsilon, delta), state["away"], gaps, float(claim.stated["delta"](delta=delta))
    )


# --- real samples: two lines instead of curves, and one test record replaced --------------------------------------


def line(slope: float) -> Fit:
    """A regression that is nearly a line of this slope."""
    kernel = GaussianKernel(100.0)
    ends = np.array([-50.0, 50.0])
    weights = np.asarray(np.linalg.solve(kernel(ends, ends), slope * ends), dtype=float)
    return Fit(ends, weights, kernel, 1.0, 10**9)


LINES = (line(1 - 1 / math.e), line(1 - math.e))
"""Where y = x, the residuals are x/e and ex, which lie in cells of their own just as x does."""


def test_side(pair: Witness, side: str) -> Residuals:
    x, y = (np.array([*pair[name], pair[side][place]], dtype=float) for place, name in enumerate("xy"))
    f, g = LINES
    return Residuals(x, y, y - f.predict(x), x - g.predict(y), f, g)


def pair_loss(pair: Witness, epsilon: float, delta: float, share: float = 1.0) -> Number:
    """The exact ε between two neighbouring test sets, by the library's scores and distances.

    With a smaller `share` of noise and test, as if a record had a part in fewer of the four ranges.
    """
    sides = [test_side(pair, side) for side in ("before", "after")]
    scores = np.array([private_iqr.iqr_scores(side) for side in sides])
    defined = ~np.isnan(scores).any(axis=1)
    away = [
        private_iqr.score_distance(side, "test") if ok else -1
        for side, ok in zip(sides, defined, strict=True)
    ]
    gaps = np.abs(scores[0] - scores[1]).tolist() if defined.all() else [math.inf, math.inf]
    return steady(state_loss(mechanism(epsilon / share, delta), away, gaps))


def test_pairs(m: int) -> space.Fields:
    """A climb sets out where one record moves four firm ranges by nearly a cell, or four fragile ones without end."""
    value = space.among(*range(9), FAR_OUT)
    upper = quartile_places(m)[1]
    zeros = upper - m // 8 - 1
    firm = [0] * zeros + [1.02] * (upper - zeros) + [2.65] * (m - 1 - upper)
    fragile = [0] * upper + [FAR_OUT] * (m - 1 - upper)
    return space.neighbours(value * 2, x=value * (m - 1), y=value * (m - 1)).starting(
        {"x": firm, "y": firm, "before": [0, 0], "after": [2.65, 2.65]},
        {"x": fragile, "y": fragile, "before": [1, 1], "after": [FAR_OUT, FAR_OUT]},
    )


FAR_OUT = 10**6
AUDIT_DELTA = 0.01


def asked_once(side: int, size: int, rng: np.random.Generator, epsilon: float, ranges: int = 4) -> Outputs:
    """Two neighbouring states next to the threshold, whose four log-IQRs all differ by a whole cell."""
    asked = AskOnce(1.0, ranges, epsilon, AUDIT_DELTA, Relation.SUBSTITUTION)
    away = math.ceil(asked.test.threshold) + side
    return asked.sample((2.0 * side, 2.0 * side), away, size, rng)


# --- wrong variants that the checks must find out ------------------------------------------------------------------


def lavish_state(epsilon: float, delta: float) -> Extreme:
    """The threshold forgets to divide by ε, as it was printed for one range."""
    printed = AskOnce(1.0, 4, epsilon, min(0.5, delta ** (epsilon / 2)), Relation.SUBSTITUTION)
    away, gaps = [1.0, 1.0], [math.inf, math.inf]
    return Extreme(
        state_loss(printed, away, gaps, delta), {"away": away, "gaps": [str(gap) for gap in gaps]}, 1
    )


# --- a distance for test and training records at once ----------------------------------------------------------


def kinds(m: int) -> space.Fields:
    """Samples, and a neighbour of either kind: all numbers move a little, or one of them anywhere."""
    value, move = space.whole(0, 30), space.among(-1.0, 0.0, 1.0)
    own = space.record(place=space.whole(0, m - 1), value=value)
    lower, upper = quartile_places(m)
    moves = [-1.0 if place <= lower else 1.0 for place in range(m)]
    evenly = [list(range(0, 2 * m, 2)), list(range(m)), [0] * (m // 2) + [9] * (m - m // 2)]
    return space.record(x=value * m, moves=move * m, own=own, other=space.among(False, True)).starting(
        *(
            {"x": x, "moves": moves, "own": {"place": upper, "value": 30}, "other": other}
            for x, other in product(evenly, (True, False))
        )
    )


def both_samples(case: Witness) -> list[Floats]:
    before = np.array(case["x"], dtype=float)
    after = before + case["moves"] if case["other"] else before.copy()
    if not case["other"]:
        after[case["own"]["place"]] = case["own"]["value"]
    return [before, after]


STEP = 2.0
"""Every number moves by at most 1, so the range by at most 2."""


def either_change(case: Witness, step: float = STEP) -> Number:
    """How far the distance moves between neighbours or, where the cell changes, how large it is."""
    samples = both_samples(case)
    widths = [iqr(x) for x in samples]
    if min(widths) == 0:
        return 0
    worst = 0
    for shift in GRIDS:
        cells = [cell_of(width, shift) for width in widths]
        away = [private_iqr.distance_of_either(x, cell, step) for x, cell in zip(samples, cells, strict=True)]
        worst = max(worst, abs(away[0] - away[1]) if cells[0] == cells[1] else max(away))
    return worst


def fewest(x: tuple[int, ...], low: float, high: float, step: float) -> int:
    """By trying every set of replaced records, and letting the others stretch or squeeze the remaining range."""

    def others(width: float) -> int:
        return math.ceil(max(0.0, min(high - width, width - low)) / step)

    best, k = len(x), 0
    while k < best:
        best, k = min(best, k + min(map(others, ranges(x, *quartile_places(len(x)), k)))), k + 1
    return best


def samples_and_steps(m: int) -> Iterator[Witness]:
    for x in combinations_with_replacement((0, 1, 4, 7.2), m):
        for shift, step in product(GRIDS if iqr(x) else (), (0.3, 1.0)):
            yield {"x": list(x), "shift": shift, "step": step}


def disagreement(case: Witness, share: float = 1.0) -> int:
    """The library's distance against trying everything, if the other kind moves this share of its true effect."""
    cell = cell_of(iqr(case["x"]), case["shift"])
    result = private_iqr.distance_of_either(case["x"], cell, case["step"] * share)
    return abs(result - fewest(tuple(case["x"]), cell.low, cell.high, case["step"]))


def worst_disagreement(m: int, share: float = 1.0) -> Extreme:
    return worst_of(samples_and_steps(m), partial(disagreement, share=share))


CLAIMS = (
    by_us(
        id="B-iqr-either",
        title="A distance for test and training records at once",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let the interquartile range of a column lie in the cell $[a,b)$, $a>0$. Replacing one record of the "
            "column changes one of its numbers; replacing one of another kind moves the range of every subset by at "
            "most $s$. Let $W_k$ and $N_k$ be the widest and the narrowest range within reach of $k$ changed "
            "numbers, and $A=\\min_k\\bigl(k+\\lceil\\min\\{b-W_k,\\,N_k-a\\}^+/s\\rceil\\bigr)$."
        ),
        statement=(
            "«Neighbours» of either kind moves $A$ by «sense» $«ours»$; and if the range changes its cell, $A$ "
            "is «sense» $«ours»$ on both sides."
        ),
        ours=Formula("1"),
        kind="lemma",
        depends=("B-iqr-windows", "K-ridge"),
        subjects=(private_iqr.distance_of_either, private_iqr.private_iqr_scores),
        checks=(
            Search(
                "neighbours of both kinds",
                worlds("m", 8, 13),
                kinds,
                either_change,
                (mutant("only one quartile moves", score=partial(either_change, step=STEP / 2)),),
            ),
            Exhaustive(
                "against trying everything",
                worlds("m", 4, 5),
                worst_disagreement,
                (mutant("only one quartile moves", worst=partial(worst_disagreement, share=0.5)),),
                disagreement,
                worlds("m", 6),
                Formula("1/2"),
                Target.OURS,
            ),
        ),
    ),
    by_us(
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
        depends=("B-iqr-windows",),
        subjects=(AskOnce, private_iqr.private_iqr_scores, direction),
        checks=(
            Exhaustive(
                "every state of two neighbours",
                worlds("epsilon delta", (0.4, 1e-2), (2.0, 1e-5), (6.0, 1e-12)),
                worst_state,
                (instead(ours="0.99*epsilon"), mutant("the printed threshold", worst=lavish_state)),
                loss_at,
                worlds("epsilon delta", (1.0, 1e-12)),
            ),
            Search(
                "hill climbing over test sets",
                worlds("m epsilon delta", (32, 4.0, 1e-6)),
                test_pairs,
                pair_loss,
                (mutant("half the noise, half the test", score=partial(pair_loss, share=0.5)),),
            ),
            Audit(
                "two states next to the threshold",
                worlds("epsilon", 1.0, 4.0),
                asked_once,
                (mutant("noise for one range", sample=partial(asked_once, ranges=1)),),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
)
