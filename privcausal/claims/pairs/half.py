"""A guarantee for one half of the people, drawn in secret: its value for each of them."""

import math
from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations, product
from typing import Any

import numpy as np

from privcausal.claims.privacy.price_groups import may_be_neighbours
from privcausal.claims.privacy.propose_test_release_laws import laplace_cdf
from privcausal.pairs.anm import Residuals, Split, regress_both_ways, split
from privcausal.pairs.half import price_for_everyone
from privcausal.pairs.private_direction import DirectionMethod, direction
from privcausal.pairs.ridge import GaussianKernel
from privcausal.pairs.scores import SCORES
from privcausal.privacy.draw_hooks import Draw, intercept_draws
from privcausal.privacy.price import Price, Relation, Release
from privcausal.privacy.propose_test_release import REFUSED, StableRelease
from privcausal.verify import Claim, Formula, Number, Target, by_us, instead, mutant, real, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Witness, worst_of

# --- every yes-or-no mechanism, deal by deal ------------------------------------------------------------------------

Chances = tuple[int, int]
"""Of a yes, in parts, on either of two neighbours that differ in the first record."""


def deals(n: int, u: int) -> list[tuple[int, ...]]:
    """Which records are unprotected: all possibilities, equally likely."""
    return list(combinations(range(n), u))


def allowed(parts: int, lamda: Fraction, delta: Fraction, *, protected: bool) -> list[Chances]:
    """Return the releases allowed if they must hide the first record, and if they need not."""
    rows = np.argwhere(may_be_neighbours(parts, lamda, delta) | (not protected))
    return [(int(a), int(b)) for a, b in rows]


def worst_deals(n: int, u: int, parts: int, lamda: Fraction, delta: Fraction) -> Extreme:
    """The largest P(yes) − λ P′(yes) over all releases: for every deal, any chances that are allowed there."""
    reached: dict[Chances, tuple[Chances, ...]] = {(0, 0): ()}
    cases = 1
    for deal in deals(n, u):
        ways = allowed(parts, lamda, delta, protected=0 not in deal)
        cases *= len(ways)
        reached = {
            (yes + a, other + b): (*path, (a, b)) for (yes, other), path in reached.items() for a, b in ways
        }
    best = max(reached, key=lambda sums: sums[0] - lamda * sums[1])
    value = (best[0] - lamda * best[1]) / Fraction(parts * len(deals(n, u)))
    return Extreme(value, {"chances": [list(chances) for chances in reached[best]]}, cases)


def gain_of_deals(witness: Witness, n: int, u: int, parts: int, lamda: Fraction, delta: Fraction) -> Number:
    """What these chances gain, event by event, after making sure that the protected half is protected."""
    pairs = [tuple(Fraction(chance, parts) for chance in chances) for chances in witness["chances"]]
    for deal, (yes, other) in zip(deals(n, u), pairs, strict=True):
        for p, q in permutations((yes, other)):
            if 0 not in deal and (p - lamda * q > delta or (1 - p) - lamda * (1 - q) > delta):
                raise ValueError(f"the chances {p} and {q} do not hide a record")
    return sum((yes - lamda * other for yes, other in pairs), Fraction(0)) / len(pairs)


# --- the library's own directions: every split, real regressions, the exact law of the release ---------------------

Record = tuple[float, float]
Law = dict[Hashable, float]
"""The probability of every possible output."""

CUTS = np.linspace(-0.1, 1.0, 12)
"""Where the line of a noisy score is cut into events."""

OTHERS: dict[str, dict[Record, int]] = {
    "test": {(-1.0, 0.0): 1, (0.0, 0.0): 1, (1.0, 0.0): 1},
    "train": {(0.0, 0.5): 1, (0.0, 0.0): 1, (0.0, -0.5): 1, (0.0, -0.25): 1, (0.0, 0.25): 1},
}
"""Records that are hard to hide among: the first score is 0 until somebody bends the curve, or steps aside."""

OWN: dict[str, tuple[Record, ...]] = {
    "test": ((1.0, 0.0), (1.0, 1.0)),
    "train": ((0.0, 1.0), (1.0, 1.0), (1.0, -1.0)),
}
"""The possible values of the first record."""

PENALTY = {"test": 0.05, "train": 1e4}
"""Where no training record bends the curves, the proposal passes, and the scores are released as they are."""


def spread(protect: str, n: int) -> list[tuple[Record, int]]:
    """The other n − 1 records, as evenly over their kinds as can be: of equal ones it counts how many are dealt."""
    kinds = list(OTHERS[protect])
    return [(kind, len(range(place, n - 1, len(kinds)))) for place, kind in enumerate(kinds)]


def outcomes_of_deals(own: Record, protect: str, n: int) -> Iterator[tuple[float, Residuals]]:
    """Every deal of the library's split, up to equal records, with its probability, and what comes of it."""
    kinds, trained = spread(protect, n), len(split(n, np.random.default_rng(0)).train)
    for mine, *counts in product((0, 1), *(range(many + 1) for _, many in kinds)):
        if mine + sum(counts) != trained:
            continue
        ways = math.prod(math.comb(many, count) for (_, many), count in zip(kinds, counts, strict=True))
        rows = [(own, bool(mine))]
        for (kind, many), count in zip(kinds, counts, strict=True):
            rows += [(kind, place < count) for place in range(many)]
        x, y = np.array([record for record, _ in rows]).T
        train = np.array([inside for _, inside in rows])
        parts = Split(np.flatnonzero(train), np.flatnonzero(~train))
        both = regress_both_ways(x, y, parts, penalty=PENALTY[protect], kernel=GaussianKernel(0.5))
        yield ways / math.comb(n, trained), both


def overheard(both: Residuals, protect: str, budget: Price) -> tuple[list[tuple[float, float]], Release]:
    """Return each value that gets noise with its scale, and the output where every proposal passes."""
    heard = []

    def listener(draw: Draw, go: Any) -> Any:
        heard.append((float(draw.arguments["value"]), float(draw.arguments["scale"])))
        return math.inf

    with intercept_draws(listener):
        release, _ = SCORES["kendall"].release(both, protect, budget, None, np.random.default_rng(0))
    return heard, release


def law_of_noise(values: list[tuple[float, float]]) -> Law:
    """Return the law of both noisy scores, up to the cuts."""
    sides = [np.diff([0.0, *laplace_cdf((CUTS - value) / scale), 1.0]) for value, scale in values]
    return {place: float(chance) for place, chance in np.ndenumerate(np.outer(*sides))}


def law_of_question(asked: list[tuple[float, float]], release: Release, budget: Price) -> Law:
    """The scores as they are, or ⊥."""
    ((distance, scale),) = asked
    bar = StableRelease(budget.epsilon, budget.delta, budget.relation).grid_threshold
    passes = float(laplace_cdf((distance - bar) / scale))
    return {release.value: passes, REFUSED: 1 - passes}


@cache
def law(own: Record, protect: str, n: int, epsilon: float, delta: float) -> Law:
    """The exact law of what `direction` publishes, over all deals and all noise."""
    total: Law = {}
    budget = Price(epsilon, delta, Relation.SUBSTITUTION)
    for weight, both in outcomes_of_deals(own, protect, n):
        heard, release = overheard(both, protect, budget)
        outcomes = law_of_noise(heard) if protect == "test" else law_of_question(heard, release, budget)
        for outcome, chance in outcomes.items():
            total[outcome] = total.get(outcome, 0.0) + weight * chance
    return total


def delta_between(pair: Witness, protect: str, n: int, epsilon: float, delta: float) -> float:
    """The smallest δ with which the two laws keep the inequality at this ε."""
    here, there = (law(tuple(pair[side]), protect, n, epsilon, delta) for side in ("before", "after"))
    return math.fsum(
        max(0.0, chance - math.exp(epsilon) * there.get(outcome, 0.0)) for outcome, chance in here.items()
    )


def worst_direction(protect: str, n: int, epsilon: float, delta: float) -> Extreme:
    """Over all replacements of the first record among a few."""
    pairs = ({"before": list(a), "after": list(b)} for a, b in permutations(OWN[protect], 2))
    return worst_of(pairs, partial(delta_between, protect=protect, n=n, epsilon=epsilon, delta=delta))


# --- what the library bills -----------------------------------------------------------------------------------------


def billed(protect: str, n: int, delta: float) -> float:
    """The δ of the price that goes with an answer."""
    return DirectionMethod("kendall", protect).price(n, 1.0, delta).delta


def inside_alone(protect: str, n: int, delta: float) -> float:
    """Return the price of an earlier version: as if everybody were in the protected half."""
    return delta


def one_half(protect: str, n: int, delta: float) -> float:
    """As if both halves were equal."""
    return 0.5 + 0.5 * delta


def worst_bill(claim: Claim, most: int, bill: Any = billed) -> Extreme:
    """How far a bill is from the bound, with the halves that the split deals; infinitely, if it is below."""

    def error(case: Witness) -> Number:
        protect, n, delta = case["protect"], case["n"], case["delta"]
        parts = split(n, np.random.default_rng(0))
        u = len({"test": parts.train, "train": parts.test}[protect])
        honest = claim.stated["ours"](u=u, n=Fraction(n), delta=Fraction(delta))
        over = Fraction(bill(protect, n, delta)) - honest
        return float(over) if over >= 0 else math.inf

    cases = product(("test", "train"), range(4, most + 1), (0.0, 1e-6, 0.1))
    return worst_of(({"protect": who, "n": n, "delta": delta} for who, n, delta in cases), error)


HALVES = Formula("u/n + (1 - u/n)*delta")
AS_SOLD, TOO_SMALL = instead(ours="delta"), instead(ours="9/20*(1 - delta) + delta")
FIVE_PERCENT_LESS = instead(ours="19/20*(u/n + (1 - u/n)*delta)")
THIRD, TENTH = Fraction(1, 3), Fraction(1, 10)

CLAIMS = (
    by_us(
        id="B-half",
        title="A guarantee for a random half is worth (ε, ½) to each",
        place="on splits that are kept secret",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Deal $n$ records at random and in secret, so that $u$ of them are unprotected and every choice of "
            "them is equally likely. Whatever the deal, let a release satisfy "
            "$P(S)\\le e^{\\varepsilon}P'(S)+\\delta$ for all events $S$ when a protected record is "
            "replaced. Of the unprotected ones nothing is assumed."
        ),
        statement=(
            "For all $«n»$, $«u»$, $«lamda»$ and $«delta»$, «neighbours», whichever it is, keeps the inequality with "
            "«sense» $«ours»$ in place of $\\delta$."
        ),
        quantities=(
            whole("n", at_least=1),
            whole("u", at_least=0),
            real("lamda", at_least=1, letter=r"e^{\varepsilon}"),
            real("delta", at_least=0, below=1),
        ),
        ours=HALVES,
        at={"n": 400, "u": 200, "delta": 1e-6},
        depends=("B-hockey",),
        subjects=(price_for_everyone, direction),
        checks=(
            Exhaustive(
                "every yes-or-no release, deal by deal",
                worlds(
                    "n u parts lamda delta",
                    (4, 2, 6, Fraction(2), Fraction(0)),
                    (4, 2, 9, Fraction(3, 2), THIRD),
                    (3, 2, 10, Fraction(1), TENTH),
                    (5, 2, 5, Fraction(10), Fraction(0)),
                    (3, 0, 10, Fraction(3, 2), TENTH),
                    (1, 1, 6, Fraction(2), Fraction(0)),
                ),
                worst_deals,
                (AS_SOLD, TOO_SMALL, FIVE_PERCENT_LESS, instead(ours="u/n")),
                gain_of_deals,
            ),
            Exhaustive(
                "the library's directions, every deal, exact laws",
                worlds(
                    "protect n u epsilon delta",
                    ("test", 36, 18, 16.0, 0.0),
                    ("test", 37, 19, 16.0, 0.0),
                    ("train", 4, 2, 1.0, 1e-6),
                    ("train", 5, 2, 3.0, 1e-9),
                ),
                worst_direction,
                (AS_SOLD, TOO_SMALL, FIVE_PERCENT_LESS),
                delta_between,
            ),
            Exhaustive(
                "what the library bills",
                worlds("most", 60),
                worst_bill,
                (
                    AS_SOLD,
                    mutant("as if everybody were protected", worst=partial(worst_bill, bill=inside_alone)),
                    mutant("as if both halves were equal", worst=partial(worst_bill, bill=one_half)),
                ),
                tolerance=1e-15,
                target=Target.OURS,
            ),
        ),
    ),
)
