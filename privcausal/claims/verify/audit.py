"""The auditor's own promise: it rarely accuses the innocent, whatever event it has learned."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import beta, binom

from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Finding, Formula, Kind, Mutant, Origin, Outcome, Reading, real
from privcausal.verify.audit import Outputs, audit
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Effort
from privcausal.verify.evidence import Parameters
from privcausal.verify.statistics.confidence import epsilon_at_least

Floats = NDArray[np.float64]
LowerBound = Callable[[tuple[int, int], tuple[int, int], float, float], float]


# --- the exact rate of false alarms for an event fixed beforehand ---------------------------------------------


@cache
def bounds_of_all_counts(bound: LowerBound, runs: int, delta: float, alpha: float) -> Floats:
    """The bound for every pair of counts."""
    counts = range(runs + 1)
    return np.array([[bound((more, less), (runs, runs), delta, alpha) for less in counts] for more in counts])


def false_alarm(bound: LowerBound, alpha: float, runs: int, delta: float, q: float, epsilon: float) -> float:
    """P(bound > ε) when the event has probability q on one side and all that the promise allows on the other."""
    counts = np.arange(runs + 1)
    p = min(np.exp(epsilon) * q + delta, 1.0)
    chance = np.outer(binom.pmf(counts, runs, p), binom.pmf(counts, runs, q))
    # A grain of rounding: a bound that equals ε does not accuse.
    accused = bounds_of_all_counts(bound, runs, delta, alpha) > epsilon + 1e-12
    return float(chance[accused].sum())


def worst_alarm(alpha: float, runs: int, delta: float, bound: LowerBound = epsilon_at_least) -> Extreme:
    """The highest rate of false alarms over a grid of events and promises."""
    grid = [(q, epsilon) for q in np.linspace(0.01, 0.97, 49) for epsilon in np.linspace(0, 3, 13)]
    allowed = [(q, epsilon) for q, epsilon in grid if np.exp(epsilon) * q + delta <= 1]
    rates = [false_alarm(bound, alpha, runs, delta, *case) for case in allowed]
    q, epsilon = allowed[int(np.argmax(rates))]
    return Extreme(max(rates), {"q": float(q), "epsilon": float(epsilon)}, len(rates) * (runs + 1) ** 2)


def alarm_of(
    case: dict[str, float], alpha: float, runs: int, delta: float, bound: LowerBound = epsilon_at_least
) -> float:
    return false_alarm(bound, alpha, runs, delta, case["q"], case["epsilon"])


def promises(alpha: float, runs: int, delta: float) -> st.SearchStrategy[dict[str, float]]:
    """An event as likely as the promise allows: q, and ε with e^ε q + δ ≤ 1."""
    pair = st.tuples(st.floats(0.001, 0.99), st.floats(0, 1))
    return pair.map(
        lambda pair: {"q": pair[0], "epsilon": pair[1] * max(float(np.log((1 - delta) / pair[0])), 0)}
    )


def product_at_alpha(hits: tuple[int, int], tested: tuple[int, int], delta: float, alpha: float) -> float:
    """The product of the two levels set to α itself, as if two small p-values were one."""
    lenient = alpha * (1 - np.log(alpha))
    return epsilon_at_least(hits, tested, delta, float(lenient))


def delta_forgotten(hits: tuple[int, int], tested: tuple[int, int], delta: float, alpha: float) -> float:
    return epsilon_at_least(hits, tested, 0.0, alpha)


# --- the whole procedure, learning included, again and again -------------------------------------------------


def answer(side: int, size: int, rng: np.random.Generator) -> Outputs:
    """A yes-or-no question, answered truthfully with probability e/(1 + e): it spends all of ε = 1."""
    lies = rng.random((size, 1)) > np.e / (1 + np.e)
    return np.where(lies, 1.0 - side, float(side))


def murmur(side: int, size: int, rng: np.random.Generator) -> Outputs:
    """Laplace noise at ε = 1."""
    return rng.laplace(side, 1.0, (size, 1))


def chatter(side: int, size: int, rng: np.random.Generator) -> Outputs:
    """Three columns of Laplace noise that share ε = 1."""
    return rng.laplace(side, 3.0, (size, 3))


def slip(side: int, size: int, rng: np.random.Generator) -> Outputs:
    """Laplace noise at ε = 1 that gives the data away with probability δ."""
    draws = rng.laplace(side, 1.0, (size, 1))
    return np.where(rng.random((size, 1)) < SLIP, 100.0 + side, draws)


SLIP = 0.01
HONEST = ((answer, 0.0), (murmur, 0.0), (chatter, 0.0), (slip, SLIP))
"""Mechanisms that use up their promise of ε = 1 to the last, so that accusing them is as easy as it can be."""


def fresh_draws(mechanism: Any, delta: float, runs: int, alpha: float, rng: np.random.Generator) -> float:
    return audit(mechanism, (0, 1), runs, 1 - alpha, delta=delta, rng=rng).epsilon


def luckiest_cell(mechanism: Any, delta: float, runs: int, alpha: float, rng: np.random.Generator) -> float:
    """Try many events on the same draws and report the best of them, as if it had been the only one."""
    columns = [mechanism(side, runs, rng)[:, 0] for side in (0, 1)]
    cuts = np.unique(np.quantile(np.concatenate(columns), np.linspace(0, 1, CELLS + 1)[1:-1]))
    counts = [np.bincount(np.searchsorted(cuts, column), minlength=len(cuts) + 1) for column in columns]
    pairs = zip(*np.sort(counts, axis=0)[::-1].tolist(), strict=True)
    return max(epsilon_at_least(pair, (runs, runs), delta, alpha) for pair in pairs)


CELLS = 24


@dataclass(frozen=True)
class Repeated:
    """Audit a gallery of honest mechanisms many times; the rate of false alarms must not visibly exceed its level."""

    name: str
    worlds: tuple[Parameters, ...]
    galleries: int
    epsilon_of: Callable[[Any, float, int, float, np.random.Generator], float]
    mutants: tuple[Mutant, ...]
    kind: Kind = Kind.AUDIT

    def run(self, claim: Claim, effort: Effort, rng: np.random.Generator) -> Iterator[Finding]:
        """A lower confidence bound on the rate, at 99.9%, against the level of a whole gallery."""
        galleries = self.galleries * (10 if effort.thorough else 1)
        for parameters in self.worlds:
            alarms = sum(self.false_alarm(rng, **parameters) for _ in range(galleries))
            rate = float(beta.ppf(0.001, alarms, galleries - alarms + 1)) if alarms else 0.0
            witness = {"false alarms": alarms, "galleries": galleries}
            for finding in claim.against(rate, parameters, cases=galleries * len(HONEST), witness=witness):
                above = finding.outcome is Outcome.VIOLATED
                yield replace(finding, outcome=Outcome.VIOLATED if above else Outcome.WITHIN)

    def false_alarm(self, rng: np.random.Generator, alpha: float, runs: int) -> bool:
        """One gallery: is anyone accused?"""
        each = alpha / len(HONEST)
        found = [self.epsilon_of(mechanism, delta, runs, each, rng) for mechanism, delta in HONEST]
        return max(found) > 1.0


ONE_OF_TWO = Mutant(
    "the product of the levels set to α", check={"worst": partial(worst_alarm, bound=product_at_alpha)}
)
DELTA_FORGOTTEN = Mutant("δ forgotten", check={"worst": partial(worst_alarm, bound=delta_forgotten)})
ONE_OF_TWO_SCORE = Mutant(
    "the product of the levels set to α", check={"score": partial(alarm_of, bound=product_at_alpha)}
)
LUCKIEST = Mutant(
    "the luckiest of many events, as if it were the only one", check={"epsilon_of": luckiest_cell}
)

CLAIMS = (
    Claim(
        id="B-audit",
        title="The auditor rarely accuses the innocent",
        reading=Reading(Origin.OURS, "bands of Clopper and Pearson on fresh runs"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let an event be chosen in any way, and then come up $h$ times in $n$ fresh runs on one data "
            "set and $h'$ times in $n'$ fresh runs on a neighbour, under any relation. Let $\\underline "
            "p(a)$ be the Clopper–Pearson lower bound at level $a$ for the first probability, $\\bar q(b)$ "
            "the upper bound at level $b$ for the second, $c(1-\\ln c)=\\alpha$, and "
            "$\\hat\\varepsilon=\\min_{ab=c}\\,\\ln\\dfrac{\\underline p(a)-\\delta}{\\bar q(b)}$."
        ),
        statement=(
            "For all $«alpha»$ and $«delta»$: if the mechanism is $(\\varepsilon,\\delta)$-differentially "
            "private, then $\\hat\\varepsilon$ exceeds $\\varepsilon$ with probability «sense» $«ours»$."
        ),
        quantities=(real("alpha", above=0, below=1), real("delta", at_least=0, below=1)),
        ours=Formula("alpha"),
        at={"alpha": 1e-3},
        proof="proof-audit",
        checks=(
            Exhaustive(
                "exact rates over a grid of promises",
                (
                    {"alpha": 0.05, "runs": 40, "delta": 0.0},
                    {"alpha": 0.05, "runs": 40, "delta": 0.1},
                    {"alpha": 0.001, "runs": 60, "delta": 0.0},
                ),
                worst_alarm,
                (ONE_OF_TWO, DELTA_FORGOTTEN),
                alarm_of,
                ({"alpha": 0.05, "runs": 200, "delta": 0.01},),
            ),
            Search(
                name="the least favourable promise",
                worlds=({"alpha": 0.05, "runs": 40, "delta": 0.0}, {"alpha": 0.05, "runs": 40, "delta": 0.1}),
                candidates=promises,
                score=alarm_of,
                mutants=(ONE_OF_TWO_SCORE,),
            ),
            Repeated(
                "galleries of honest mechanisms",
                ({"alpha": 0.1, "runs": 2000},),
                200,
                fresh_draws,
                (LUCKIEST,),
            ),
        ),
    ),
)
