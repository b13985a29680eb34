"""The auditor's own guarantee: it rarely accuses the innocent, whatever event it has learned."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import prod
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from scipy.stats import beta, binom

from privcausal.arrays import Floats
from privcausal.claims.privacy.price import Distribution
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Target, by_us, each, instead, mutant, worlds
from privcausal.verify.audit import Outputs, audit
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, space, worst_of
from privcausal.verify.claim import Effort
from privcausal.verify.evidence import Finding, Kind, Number, Outcome, Parameters
from privcausal.verify.quantity import real, whole
from privcausal.verify.statistics.audit_result import epsilon_at_least

LowerBound = Callable[[tuple[int, int], tuple[int, int], float, float], float]


# --- the exact rate of false alarms for an event fixed beforehand ---------------------------------------------


@cache
def bounds_of_all_counts(bound: LowerBound, runs: int, delta: float, alpha: float) -> Floats:
    """The bound for every pair of counts."""
    counts = range(runs + 1)
    return np.array([[bound((more, less), (runs, runs), delta, alpha) for less in counts] for more in counts])


def false_alarm(bound: LowerBound, alpha: float, runs: int, delta: float, q: float, epsilon: float) -> float:
    """P(bound > ε) when the event has probability q on one side and the largest allowed probability on the other."""
    counts = np.arange(runs + 1)
    p = min(np.exp(epsilon) * q + delta, 1.0)
    chance = np.outer(binom.pmf(counts, runs, p), binom.pmf(counts, runs, q))
    # A grain of rounding: a bound that equals ε does not accuse.
    accused = bounds_of_all_counts(bound, runs, delta, alpha) > epsilon + 1e-12
    return float(chance[accused].sum())


def worst_alarm(alpha: float, runs: int, delta: float, bound: LowerBound = epsilon_at_least) -> Extreme:
    """The highest rate of false alarms over a grid of events and claimed ε."""
    grid = each(q=np.linspace(0.01, 0.97, 49).tolist(), epsilon=np.linspace(0, 3, 13).tolist())
    allowed = (case for case in grid if np.exp(case["epsilon"]) * case["q"] + delta <= 1)
    extreme = worst_of(allowed, lambda case: alarm_of(case, alpha, runs, delta, bound))
    return replace(extreme, cases=extreme.cases * (runs + 1) ** 2)


def derive_level(claim: Claim) -> Remainders:
    """How often the product of two uniform p-values is at most c, where c belongs to the level α."""
    c, v = sympy.symbols("c v", positive=True)
    product = c + sympy.integrate(
        c / v, (v, c, 1)
    )  # below c any other will do; above, one that is at most c/v
    level = c * (1 - sympy.log(c))  # the definition of c
    return {"both p-values together": product - claim.stated["ours"](alpha=level)}


def alarm_of(
    case: dict[str, float], alpha: float, runs: int, delta: float, bound: LowerBound = epsilon_at_least
) -> float:
    return false_alarm(bound, alpha, runs, delta, case["q"], case["epsilon"])


def claimed_prices(delta: float) -> st.SearchStrategy[dict[str, float]]:
    """An event as likely as the claim allows: q, and ε with e^ε q + δ ≤ 1."""
    return st.builds(
        lambda q, share: {"q": q, "epsilon": share * max(float(np.log((1 - delta) / q)), 0)},
        st.floats(0.001, 0.99),
        st.floats(0, 1),
    )


def product_at_alpha(hits: tuple[int, int], tested: tuple[int, int], delta: float, alpha: float) -> float:
    """The product of the two levels set to α itself, as if two small p-values were one."""
    lenient = alpha * (1 - np.log(alpha))
    return epsilon_at_least(hits, tested, delta, float(lenient))


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
"""Mechanisms that attain their claimed ε = 1, so that accusing them is as easy as it can be."""


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
        results = [self.epsilon_of(mechanism, delta, runs, each, rng) for mechanism, delta in HONEST]
        return max(results) > 1.0


ONE_OF_TWO = "the product of the levels set to α"

# --- B-silence: a trapdoor that rarely opens -----------------------------------------------------------------


def trapdoor(honest: Distribution, eta: Fraction) -> Distribution:
    """As honest, but with probability η the output is one that the honest mechanism never gives: the data."""
    return (*((1 - eta) * p for p in honest), eta)


def best_auditor(honest: Distribution, broken: Distribution, alpha: Fraction, runs: int) -> Fraction:
    """How often the best of all tests accuses the broken mechanism, if it accuses the honest one at rate α at most.

    By Neyman and Pearson: take the outcomes of all runs in the order of their likelihood ratios until the risk is
    used up, the last of them only in part. Exact, by going through every outcome.
    """
    chances = [
        (
            prod((honest[x] for x in outcome), start=Fraction(1)),
            prod((broken[x] for x in outcome), start=Fraction(1)),
        )
        for outcome in product(range(len(honest)), repeat=runs)
    ]
    free = sum((q for p, q in chances if p == 0), Fraction(0))
    paid = sorted(((p, q) for p, q in chances if p > 0), key=lambda pair: pair[1] / pair[0], reverse=True)
    power, left = free, alpha
    for p, q in paid:
        share = min(left / p, Fraction(1))
        power, left = power + share * q, left - share * p
    return power


def worst_trapdoor(parts: int, alpha: Fraction, eta: Fraction, runs: int) -> Extreme:
    """The best auditor's power against a trapdoor behind every honest yes-or-no mechanism on a grid."""
    extreme = worst_of(
        each(yes=range(parts + 1)),
        lambda case: best_auditor(*both(Fraction(case["yes"], parts), eta), alpha, runs),
    )
    return replace(extreme, cases=extreme.cases * 3**runs)


def both(yes: Fraction, eta: Fraction) -> tuple[Distribution, Distribution]:
    """An honest yes-or-no mechanism, which never says the third word, and the same with a trapdoor."""
    return (yes, 1 - yes, Fraction(0)), trapdoor((yes, 1 - yes), eta)


def power_of(witness: dict[str, int], alpha: Fraction, eta: Fraction, runs: int) -> Number:
    """Accuse at the third word; without it, accuse at random with probability α."""
    silent = (1 - eta) ** runs
    return 1 - silent + alpha * silent


TENTHS = space.Sums(10, 3)
TRAPDOORS = space.record(honest=TENTHS, opened=TENTHS).starting({"honest": [5, 5, 0], "opened": [0, 0, 10]})
"""Three outcomes, in tenths; what the trapdoor does is any distribution at all, not only something new."""


def any_trapdoor(case: dict[str, list[int]], alpha: Fraction, eta: Fraction, runs: int) -> Number:
    honest, opened = (tuple(Fraction(part, 10) for part in case[name]) for name in ("honest", "opened"))
    broken = tuple((1 - eta) * p + eta * q for p, q in zip(honest, opened, strict=True))
    return best_auditor(honest, broken, alpha, runs)


LEVEL_FORGOTTEN = instead(ours="1 - (1 - eta)**runs")
ONE_RUN = instead(ours="1 - (1 - alpha)*(1 - eta)")
TWENTIETH, HUNDREDTH = Fraction(1, 20), Fraction(1, 100)
DELTA_FORGOTTEN = mutant(
    "δ forgotten",
    worst=partial(
        worst_alarm, bound=lambda hits, tested, delta, alpha: epsilon_at_least(hits, tested, 0.0, alpha)
    ),
)


CLAIMS = (
    by_us(
        id="B-audit",
        title="The auditor rarely accuses the innocent",
        place="bands of Clopper and Pearson on fresh runs",
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
        checks=(
            Symbolic(
                "two p-values and their product", derive_level, (instead(ours="19*alpha/20"),), Target.OURS
            ),
            Exhaustive(
                "exact rates over a grid of claimed prices",
                worlds("alpha runs delta", (0.05, 40, 0.0), (0.05, 40, 0.1), (0.001, 60, 0.0)),
                worst_alarm,
                (mutant(ONE_OF_TWO, worst=partial(worst_alarm, bound=product_at_alpha)), DELTA_FORGOTTEN),
                alarm_of,
                worlds("alpha runs delta", (0.05, 200, 0.01)),
            ),
            Search(
                "the least favourable promise",
                worlds("alpha runs delta", (0.05, 40, 0.0), (0.05, 40, 0.1)),
                claimed_prices,
                alarm_of,
                (mutant(ONE_OF_TWO, score=partial(alarm_of, bound=product_at_alpha)),),
            ),
            Repeated(
                "galleries of honest mechanisms",
                worlds("alpha runs", (0.1, 2000)),
                200,
                lambda mechanism, delta, runs, alpha, rng: (
                    audit(mechanism, (0, 1), runs, 1 - alpha, delta=delta, ideal=True, rng=rng).epsilon
                ),
                (
                    mutant(
                        "the luckiest of many events, as if it were the only one", epsilon_of=luckiest_cell
                    ),
                ),
            ),
        ),
    ),
    by_us(
        id="B-silence",
        title="No auditor sees a trapdoor that rarely opens",
        place="total variation",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let a mechanism be as private as you like, and let another do anything at all, such as print "
            "the data, with probability $\\eta$ in each run, independently, and otherwise behave like the "
            "first. Let an auditor apply any test to $N$ runs on whichever data sets."
        ),
        statement=(
            "For all $«alpha»$, $«eta»$ and $«runs»$: if the test accuses the first mechanism with "
            "probability $\\alpha$ or less often, then it accuses the second with probability «sense» "
            "$«ours»$, and no smaller bound is true."
        ),
        quantities=(
            real("alpha", above=0, below=1),
            real("eta", above=0, below=1),
            whole("runs", at_least=1, letter="N"),
        ),
        ours=Formula("1 - (1 - alpha)*(1 - eta)**runs"),
        at={"alpha": 1e-3, "eta": 1e-6, "runs": 10_000},
        checks=(
            Exhaustive(
                "the best of all auditors",
                each(parts=(6,), alpha=(TWENTIETH,), eta=(HUNDREDTH,), runs=(1, 2, 5)),
                worst_trapdoor,
                (LEVEL_FORGOTTEN, ONE_RUN),
                power_of,
            ),
            Search(
                "trapdoors that do anything",
                worlds("alpha eta runs", (TWENTIETH, HUNDREDTH, 2)),
                TRAPDOORS,
                any_trapdoor,
                (LEVEL_FORGOTTEN, ONE_RUN),
            ),
        ),
    ),
)
