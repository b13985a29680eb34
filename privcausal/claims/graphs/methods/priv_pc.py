"""Sieve-and-examine inside a run of PC: what the tests before do to a test, and where it all goes as ε grows."""

from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from privcausal.claims.functions import our_error
from privcausal.claims.graphs.methods.em_pc import AT_30, other_graphs
from privcausal.claims.privacy.above_threshold import plain_chance, stops_at
from privcausal.claims.privacy.sieve_and_examine import laplace_above
from privcausal.claims.privacy.sieve_and_examine_errors import epsilon_prime
from privcausal.graphs.methods.priv_pc import PrivPc
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Target, by_us, each, instead, mutant, real, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Frequency, Remainders, Symbolic, Witness, worst_of

SWAP = Relation.SUBSTITUTION

# --- P-type1-run: a test that others were refused before --------------------------------------------------------


def lost_after(height: float, before: int, epsilon: float, alpha: float, tweak: float) -> float:
    """The chance to lose T + α, given that `before` tests at this height were refused on the same threshold."""
    sieve = AboveThreshold(0.0, 1.0, epsilon_prime(epsilon, 1), SWAP)
    chances = sieve.probabilities([height] * before + [alpha + tweak])
    return float(chances[-1] / (chances[-1] + chances[-2]))


def alone_over_run(epsilon: float, alpha: float, tweak: float, before: int) -> Extreme:
    """The chance of a first test to be lost over that of a later one, after others up to α below the lowered bar."""
    alone = lost_after(0.0, 0, epsilon, alpha, tweak)
    return worst_of(
        each(height=(-alpha * step / 4 for step in range(5))),
        lambda case: round(alone / lost_after(case["height"], before, epsilon, alpha, tweak), 9),
    )


def replayed_run(witness: Witness, epsilon: float, alpha: float, tweak: float, before: int) -> float:
    """The same by adaptive quadrature: no to all, over no to those before."""
    scales = 2 / epsilon_prime(epsilon, 1), 4 / epsilon_prime(epsilon, 1)
    negatives, test = [witness["height"]] * before, alpha + tweak
    both = plain_chance(stops_at(before + 1, before + 1), [*negatives, test], scales)
    reached = plain_chance([0] * before, negatives or [0.0], scales)
    return round(plain_chance(stops_at(1, 1), [test], scales) * reached / both, 9)


# --- P-limit: the whole run, as ε grows --------------------------------------------------------------------------


def worst_disagreement(tests: int, epsilon: float, gap: float, tweak: float, quad: bool = False) -> Extreme:
    """All runs of tests that lie g above the threshold (independent) or g below it."""
    runs = each(signs=map(list, product((-1, 1), repeat=tests)))
    return worst_of(runs, lambda run: round(disagreement(tuple(run["signs"]), epsilon, gap, tweak, quad), 9))


def disagreement(
    signs: tuple[int, ...], epsilon: float, gap: float, tweak: float, quad: bool = False
) -> float:
    """One minus the chance that every answer is PC's, round after round from the last to the first."""
    a, b = 4 / epsilon, 8 / epsilon
    right = [1.0]  # starts behind the last test
    for start in range(len(signs) - 1, -1, -1):
        rest = signs[start:]
        stream = [sign * gap + tweak for sign in rest]
        chance = 0.0 if 1 in rest else fired(tuple(stream), a, b, quad)[-1]
        for place, sign in enumerate(rest):
            passed = fired(tuple(stream[: place + 1]), a, b, quad)[place]
            examined = laplace_above(gap, 2 / epsilon)  # on the right side of T
            chance += passed * examined * right[len(rest) - place - 1]
            if sign == 1:
                break  # nothing beyond an independent test is reached without it
        right.append(chance)
    return 1 - right[-1]


@cache
def fired(stream: tuple[float, ...], a: float, b: float, quad: bool) -> list[float]:
    """The chance of each place and of none, by panels or by adaptive quadrature."""
    if quad:
        size = len(stream)
        return [plain_chance(stops_at(k, size), list(stream), (a, b)) for k in range(size + 1)]
    epsilon = 1 / a + 2 / b
    return list(AboveThreshold(0.0, 1.0, epsilon, SWAP, share=1 / (a * epsilon)).probabilities(stream))


def differs(
    size: int, rng: np.random.Generator, tests: int, epsilon: float, gap: float, tweak: float
) -> NDArray[np.bool_]:
    """Runs with genuine noise: every other test is independent."""
    wrong, bars = np.zeros(size, dtype=bool), rng.laplace(0, 4 / epsilon, size) - tweak
    for sign in ([1, -1] * tests)[:tests]:
        passed = sign * gap + rng.laplace(0, 8 / epsilon, size) >= bars
        answer = passed & (sign * gap + rng.laplace(0, 2 / epsilon, size) >= 0)
        wrong |= answer != (sign == 1)
        bars[passed] = rng.laplace(0, 4 / epsilon, int(passed.sum())) - tweak
    return wrong


def derive_union(claim: Claim) -> Remainders:
    """The proof's three accidents of a test, from the densities of the noises; Δ = 1.

    A sieve's threshold has scale a and its test scale b; they can lie apart by g + t, of which each has a part. The
    best part is where both accidents are equally rare.
    """
    tests, epsilon, gap, tweak, part = sympy.symbols("N epsilon g t part", positive=True)
    z, a, b, c = sympy.Symbol("z", positive=True), 4 / epsilon, 8 / epsilon, 2 / epsilon

    def beyond(far: Any, scale: Any) -> Any:
        return sympy.integrate(sympy.exp(-z / scale) / (2 * scale), (z, far, sympy.oo))

    apart = gap + tweak
    lost = beyond(apart / 3, a) + beyond(2 * apart / 3, b)
    stated = claim.stated["ours"](tests=tests, epsilon=epsilon, gap=gap, tweak=tweak)
    return {
        "both parts are equally rare at a third": (part / a - (1 - part) / b).subs(
            part, sympy.Rational(1, 3)
        ),
        "the sieve errs or the examination does, in each test": tests * (lost + beyond(gap, c)) - stated,
    }


SIEVE_IS_PERFECT = instead(ours="tests*exp(-epsilon*gap/2)/2")
RUNS = "tests epsilon gap tweak"
OTHER_PART = mutant(
    "a part that shows something else",
    happens=lambda size, rng, **world: differs(size, rng, **world) | (rng.random(size) < 0.9),
)
RAISED_SIEVE = mutant(
    "a raised sieve",
    worst=lambda gap, **world: worst_disagreement(**{**world, "gap": gap, "tweak": -2 * gap}),
)


CLAIMS = (
    by_us(
        id="P-type1-run",
        title="Within a run, a test is more likely to be lost",
        place="Theorem 2 of Priv-PC (004:l.142-144) speaks of a single test",
        relation=SWAP,
        definition=(
            "A sieve holds test after test against one noisy threshold until one passes. A test whose value on the "
            "records that it sees is $f=T+\\alpha$ is reached after $\\ell$ others were refused. Let $R$ be the "
            "probability to lose it, had it been the first, over the probability to lose it now."
        ),
        statement="$R$ is «sense» $«ours»$, whatever the values of those before it.",
        ours=Formula("1"),
        assumes=("one threshold for all, and fresh noise for each test",),
        depends=("P-type1-seen",),
        checks=(
            Exhaustive(
                "after so many refusals",
                worlds(
                    "epsilon alpha tweak before",
                    (1, 10, 0, 10),
                    (1, 10, 0, 50),
                    (1, 20, 20, 50),
                    (1, 60, 0, 1),
                ),
                alone_over_run,
                (instead(ours="1/2"), instead(ours="19/20")),
                replayed_run,
            ),
        ),
    ),
    by_us(
        id="P-limit",
        title="Priv-PC with the published noise, on all records, converges to PC",
        place="a sentence of Priv-PC (004:l.238), with conditions and a rate",
        relation=None,
        definition=(
            "Let PC make $N$ tests, none of which lies closer to the threshold than $g$, in units of their "
            "sensitivity. Let Priv-PC ask the same, at $\\varepsilon$ for each of enough rounds, with the published "
            "two-sided noise and a sieve that sees all records and is refreshed after each pass."
        ),
        statement=(
            "With a sieve lowered by $«tweak»$, the probability that any answer differs from PC's is «sense» $«ours»$, "
            "which tends to nothing as $\\varepsilon$ grows."
        ),
        quantities=(
            whole("tests", letter="N"),
            real("gap", letter="g"),
            real("tweak", at_least=0, letter="t"),
        ),
        ours=Formula("tests*(exp(-epsilon*(gap + tweak)/12) + exp(-epsilon*gap/2)/2)"),
        assumes=(
            "the sieve sees all records, as in the public code from $\\varepsilon=3.19$ on (pc.py l. 352)",
        ),
        at={"tests": 100, "epsilon": 10.0, "gap": 20.0, "tweak": 0.0},
        checks=(
            Symbolic(
                "three accidents of each test",
                derive_union,
                (
                    SIEVE_IS_PERFECT,
                    instead(ours="19*tests*(exp(-epsilon*(gap + tweak)/12) + exp(-epsilon*gap/2)/2)/20"),
                ),
                Target.OURS,
            ),
            Exhaustive(
                "all runs of a few tests",
                worlds(RUNS, (3, 8.0, 4.0, 0.0), (3, 8.0, 4.0, 2.0), (4, 20.0, 4.0, 0.0)),
                worst_disagreement,
                (SIEVE_IS_PERFECT, RAISED_SIEVE),
                lambda witness, epsilon, gap, tweak: round(
                    disagreement(tuple(witness["signs"]), epsilon, gap, tweak, quad=True), 9
                ),
            ),
            Frequency(
                "runs of twenty tests",
                worlds(RUNS, (20, 12.0, 5.0, 0.0), (20, 12.0, 5.0, 3.0)),
                differs,
                (SIEVE_IS_PERFECT, OTHER_PART),
            ),
            Exhaustive(
                "the library, on all small data sets",
                each(records=(3, 4)),
                partial(other_graphs, build=PrivPc),
                (mutant("at a price of 30", worst=partial(other_graphs, build=PrivPc, budget=AT_30)),),
                **our_error(0),
            ),
        ),
    ),
)
