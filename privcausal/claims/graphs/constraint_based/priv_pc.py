"""Sieve-and-examine inside a run of PC: what the tests before do to a test, and where it all goes as ε grows."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.claims.graphs.constraint_based.em_pc import ALMOST_NO_NOISE, LEVEL, data_sets, plain_pc
from privcausal.claims.privacy.above_threshold_streams import plain_chance, stops_at
from privcausal.claims.privacy.sieve_and_examine_errors import type1_published
from privcausal.claims.privacy.sieve_and_examine_errors_worlds import exp, spent
from privcausal.claims.privacy.sieve_and_examine_worlds import laplace_above
from privcausal.claims.sources import PRIV_PC
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.constraint_based.policy import Price
from privcausal.graphs.constraint_based.priv_pc import PrivPc
from privcausal.graphs.structure.pdag import skeleton
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.price import Relation
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.frequency import Frequency
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target

SWAP = Relation.SUBSTITUTION

# --- P-type1-run: a test that others were refused before --------------------------------------------------------


def lost_after(height: float, before: int, epsilon: float, alpha: float, tweak: float) -> float:
    """The chance to lose T + α, given that `before` tests at this height were refused on the same threshold."""
    sieve = AboveThreshold(0.0, 1.0, spent(epsilon, 1), SWAP)
    chances = sieve.probabilities([height] * before + [alpha + tweak])
    return float(chances[-1] / (chances[-1] + chances[-2]))


def worst_survivor(epsilon: float, ratio: float, alpha: float, tweak: float, before: int) -> Extreme:
    """The tests before lie anywhere from far below the sieve's threshold up to it: all of them clearly dependent."""
    heights = [-alpha * step / 4 for step in range(5)]
    chances = [lost_after(height, before, epsilon, alpha, tweak) for height in heights]
    best = int(np.argmax(chances))
    return Extreme(round(chances[best], 9), {"height": heights[best], "before": before}, len(heights))


def replayed_survivor(
    claim: Claim,
    witness: dict[str, Any],
    epsilon: float,
    ratio: float,
    alpha: float,
    tweak: float,
    before: int,
) -> float:
    """The same by adaptive quadrature: no to all, over no to those before."""
    scales = 2 / spent(epsilon, 1), 4 / spent(epsilon, 1)
    noes = [witness["height"]] * witness["before"]
    both = plain_chance(stops_at(before + 1, before + 1), [*noes, alpha + tweak], scales)
    reached = plain_chance([0] * before, noes or [0.0], scales)
    return round(both / reached, 9)


# --- P-limit: the whole run, as ε grows --------------------------------------------------------------------------


def limit_ours(tests: int, epsilon: float, gap: float, tweak: float) -> Any:
    r"""$N\bigl(e^{-\varepsilon(g+t)/12\Delta}+\frac12e^{-\varepsilon g/2\Delta}\bigr)$."""
    return tests * (exp(-epsilon * (gap + tweak) / 12) + exp(-epsilon * gap / 2) / 2)


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
    claim: Claim, witness: dict[str, Any], tests: int, epsilon: float, gap: float, tweak: float
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


def other_graphs(records: int, budget: Price = ALMOST_NO_NOISE) -> Extreme:
    """On how many small data sets the library's Priv-PC differs from PC."""
    other, cases = 0, 0
    for tables in data_sets(records):
        private = pc(3, PrivPc(tables, budget, np.random.default_rng(0), LEVEL)).graph
        other += bool((skeleton(private) != plain_pc(tables)).any())
        cases += 1
    return Extreme(other, {"records": records}, cases)


def other_graphs_at_30(records: int) -> Extreme:
    return other_graphs(records, Price(30.0, 1e-6, SWAP))


def none() -> Number:
    return 0


def examination_only(tests: int, epsilon: float, gap: float, tweak: float) -> Any:
    return tests * exp(-epsilon * gap / 2) / 2


SIEVE_IS_PERFECT = Mutant("the sieve never errs", claim={"ours": examination_only})


def runs(*worlds: tuple[int, float, float, float]) -> tuple[dict[str, Any], ...]:
    return tuple(dict(zip(("tests", "epsilon", "gap", "tweak"), world, strict=True)) for world in worlds)


def survivors(*worlds: tuple[float, float, int]) -> tuple[dict[str, Any], ...]:
    return tuple({"epsilon": 1, "ratio": 1, "alpha": a, "tweak": t, "before": b} for a, t, b in worlds)


def tenth(epsilon: float, ratio: float, alpha: float, tweak: float) -> Any:
    return type1_published(epsilon, ratio, alpha, tweak) / 10


CLAIMS = (
    Claim(
        id="P-type1-run",
        title="A test is lost no more often in a run than alone",
        source=PRIV_PC,
        locator="Theorem 2, type I, applied to Algorithm 2",
        relation=SWAP,
        statement=(
            "In a run, test after test is held against one noisy threshold until one passes. Let a test with "
            "$f\\ge T+\\alpha$ on the records that the sieve sees be reached, after $\\ell$ dependent ones were "
            "refused. The sieve loses it with probability at most "
            "$e^{-\\varepsilon'(\\alpha+t)/6\\Delta}-\\frac14e^{-\\varepsilon'(\\alpha+t)/3\\Delta}$."
        ),
        published=type1_published,
        at={"epsilon": 1, "ratio": 1, "alpha": 20, "tweak": 20},
        depends=("P-type1-seen",),
        checks=(
            Exhaustive(
                "after so many refusals",
                survivors((10, 0, 10), (10, 0, 50), (20, 20, 50)),
                worst_survivor,
                (Mutant("a tenth of the bound", claim={"published": tenth}),),
                replayed_survivor,
            ),
        ),
    ),
    Claim(
        id="P-limit",
        title="Priv-PC converges to PC",
        source=PRIV_PC,
        locator="Section 4.2",
        relation=None,
        statement=(
            "Let PC make $N$ tests, none of which lies closer to the threshold than $g$. Let Priv-PC, with a sieve "
            "that sees all records, that is lowered by $t\\ge0$ and refreshed after each pass, ask the same. The "
            "probability that any answer differs from PC's is at most "
            "$N\\bigl(e^{-\\varepsilon(g+t)/12\\Delta}+\\frac12e^{-\\varepsilon g/2\\Delta}\\bigr)$, which tends to 0 "
            "as $\\varepsilon\\to\\infty$."
        ),
        ours=limit_ours,
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
                worst=other_graphs,
                mutants=(Mutant("at a price of 30", check={"worst": other_graphs_at_30}),),
                tolerance=none,
                target=Target.OURS,
            ),
        ),
    ),
)
