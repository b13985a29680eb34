"""Sieve-and-examine inside a run of PC: what the tests before do to a test, and where it all goes as ε grows."""

from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.claims.graphs.constraint_based.em_pc import none, other_graphs
from privcausal.claims.privacy.above_threshold_streams import plain_chance, stops_at
from privcausal.claims.privacy.sieve_and_examine_errors_worlds import spent
from privcausal.claims.privacy.sieve_and_examine_worlds import laplace_above
from privcausal.graphs.constraint_based.priv_pc import PrivPc
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.price import Price, Relation
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.frequency import Frequency
from privcausal.verify.claim import Claim, Mutant, instead
from privcausal.verify.evidence import Target
from privcausal.verify.formula import Formula
from privcausal.verify.quantity import real, whole
from privcausal.verify.reading import Origin, Reading

SWAP = Relation.SUBSTITUTION

# --- P-type1-run: a test that others were refused before --------------------------------------------------------


def lost_after(height: float, before: int, epsilon: float, alpha: float, tweak: float) -> float:
    """The chance to lose T + α, given that `before` tests at this height were refused on the same threshold."""
    sieve = AboveThreshold(0.0, 1.0, spent(epsilon, 1), SWAP)
    chances = sieve.probabilities([height] * before + [alpha + tweak])
    return float(chances[-1] / (chances[-1] + chances[-2]))


def alone_over_run(epsilon: float, alpha: float, tweak: float, before: int) -> Extreme:
    """The chance of a first test to be lost over that of a later one, whose forerunners lie from T − α up to T."""
    heights = [-alpha * step / 4 for step in range(5)]
    alone = lost_after(0.0, 0, epsilon, alpha, tweak)
    ratios = [alone / lost_after(height, before, epsilon, alpha, tweak) for height in heights]
    best = int(np.argmax(ratios))
    return Extreme(round(ratios[best], 9), {"height": heights[best]}, len(heights))


def replayed_run(witness: dict[str, Any], epsilon: float, alpha: float, tweak: float, before: int) -> float:
    """The same by adaptive quadrature: no to all, over no to those before."""
    scales = 2 / spent(epsilon, 1), 4 / spent(epsilon, 1)
    noes, test = [witness["height"]] * before, alpha + tweak
    both = plain_chance(stops_at(before + 1, before + 1), [*noes, test], scales)
    reached = plain_chance([0] * before, noes or [0.0], scales)
    return round(plain_chance(stops_at(1, 1), [test], scales) * reached / both, 9)


# --- P-limit: the whole run, as ε grows --------------------------------------------------------------------------


def worst_disagreement(tests: int, epsilon: float, gap: float, tweak: float, quad: bool = False) -> Extreme:
    """All runs of tests that lie g above the threshold (independent) or g below it."""
    runs = list(product((-1, 1), repeat=tests))
    chances = [disagreement(run, epsilon, gap, tweak, quad) for run in runs]
    best = int(np.argmax(chances))
    return Extreme(round(chances[best], 9), {"signs": list(runs[best])}, len(runs))


def disagreement(
    signs: tuple[int, ...], epsilon: float, gap: float, tweak: float, quad: bool = False
) -> float:
    """One minus the chance that every answer is PC's, round after round from the last to the first."""
    a, b = 4 / epsilon, 8 / epsilon
    right = [1.0]  # from behind the last test on
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


def replayed_disagreement(
    witness: dict[str, Any], tests: int, epsilon: float, gap: float, tweak: float
) -> float:
    return round(disagreement(tuple(witness["signs"]), epsilon, gap, tweak, quad=True), 9)


def worst_with_high_sieve(tests: int, epsilon: float, gap: float, tweak: float) -> Extreme:
    """A tweak that raises the sieve's threshold above what it should catch."""
    return worst_disagreement(tests, epsilon, gap, -2 * gap)


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


def differs_on_part(
    size: int, rng: np.random.Generator, tests: int, epsilon: float, gap: float, tweak: float
) -> NDArray[np.bool_]:
    """The part that is drawn shows something else: each test is up to three gaps off."""
    return differs(size, rng, tests, epsilon, gap, tweak) | (rng.random(size) < 0.9)


other_skeletons = partial(other_graphs, build=PrivPc)
other_skeletons_at_30 = partial(other_graphs, build=PrivPc, budget=Price(30.0, 1e-6, SWAP))

SIEVE_IS_PERFECT = instead(ours="tests*exp(-epsilon*gap/2)/2")


def runs(*worlds: tuple[int, float, float, float]) -> tuple[dict[str, Any], ...]:
    return tuple(dict(zip(("tests", "epsilon", "gap", "tweak"), world, strict=True)) for world in worlds)


def survivors(*worlds: tuple[float, float, int]) -> tuple[dict[str, Any], ...]:
    return tuple({"epsilon": 1, "alpha": a, "tweak": t, "before": b} for a, t, b in worlds)


CLAIMS = (
    Claim(
        id="P-type1-run",
        title="A test is lost more often in a run than alone",
        reading=Reading(
            Origin.OURS,
            "Theorem 2 of Priv-PC (004:l.142-144) speaks of a single test",
        ),
        relation=SWAP,
        definition=(
            "A sieve holds test after test against one noisy threshold until one passes. A test whose value on the "
            "records that it sees is $f=T+\\alpha$ is reached after $\\ell$ others were refused. Let $R$ be the "
            "probability to lose it, had it been the first, over the probability to lose it now."
        ),
        statement="$R$ is «sense» $«ours»$, whatever the values of those before it.",
        ours=Formula("1"),
        assumes=("one threshold for all, and fresh noise for each test",),
        proof="proof-type1-run",
        depends=("P-type1-seen",),
        checks=(
            Exhaustive(
                "after so many refusals",
                survivors((10, 0, 10), (10, 0, 50), (20, 20, 50)),
                alone_over_run,
                (instead(ours="1/2"),),
                replayed_run,
            ),
        ),
    ),
    Claim(
        id="P-limit",
        title="Priv-PC converges to PC",
        reading=Reading(Origin.OURS, "a sentence of Priv-PC (004:l.238), with conditions and a rate"),
        relation=None,
        definition=(
            "Let PC make $N$ tests, none of which lies closer to the threshold than $g$, in units of their "
            "sensitivity. Let Priv-PC ask the same, at $\\varepsilon$ for each of enough rounds, with a sieve that "
            "sees all records and is refreshed after each pass."
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
        proof="proof-limit",
        subjects=(PrivPc,),
        checks=(
            Exhaustive(
                "all runs of a few tests",
                runs((3, 8.0, 4.0, 0.0), (3, 8.0, 4.0, 2.0), (4, 20.0, 4.0, 0.0)),
                worst_disagreement,
                (SIEVE_IS_PERFECT, Mutant("a raised sieve", check={"worst": worst_with_high_sieve})),
                replayed_disagreement,
            ),
            Frequency(
                "runs of twenty tests",
                runs((20, 12.0, 5.0, 0.0), (20, 12.0, 5.0, 3.0)),
                differs,
                (
                    SIEVE_IS_PERFECT,
                    Mutant("a part that shows something else", check={"happens": differs_on_part}),
                ),
            ),
            Exhaustive(
                name="the library, on all small data sets",
                worlds=({"records": 3}, {"records": 4}),
                worst=other_skeletons,
                mutants=(Mutant("at a price of 30", check={"worst": other_skeletons_at_30}),),
                tolerance=none,
                target=Target.OURS,
            ),
        ),
    ),
)
