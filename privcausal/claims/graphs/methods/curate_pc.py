"""What a test costs, whatever it says; and CURATE on three variables, honest and not, for the gallery."""

import math
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
import sympy
from scipy.stats import laplace

from privcausal.claims.broken import curate as specimens
from privcausal.claims.functions import our_error
from privcausal.claims.sources import CURATE_CODE, THE_USERS
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.stratified_kendall import stratified_kendall, stratified_sensitivity
from privcausal.graphs.methods.curate_pc import CuratePc, NoisyChoice, clearance
from privcausal.privacy.price import Price, Relation
from privcausal.verify import Claim, Formula, Mutant, Target, by_us, each, instead, mutant, worlds
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks import Remainders, Search, Symbolic, Witness, space
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme, worst_of
from privcausal.verify.provenance import Consequence, Quality
from privcausal.verify.quantity import real, whole

# --- C-count: the booked price, or all tests? -------------------------------------------------------------------

GRID = tuple(step / 2 for step in range(-30, 31))
"""Distances of a statistic from the threshold, in units of its sensitivity."""

MARGIN = 0.2
"""Half the width of the margin, in the same units; the program's β."""

ANSWERS = ("keep", "margin", "delete")


def worst_transcript(epsilon: float, t: int, k: int, delta: float, margin: int = 0) -> Extreme:
    """The largest loss, up to δ, of t tests of which k are booked, `margin` of these in the margin; statistics 1 apart.

    Tests are independent, so each contributes the largest loss that its own answer allows, where it is likeliest.
    """
    losses = {
        answer: max(
            (*loss_of_answer(place, step, answer, epsilon), place, step) for place in GRID for step in (-1, 1)
        )
        for answer in ANSWERS
    }
    answers = ["margin"] * margin + ["delete"] * (k - margin) + ["keep"] * (t - k)
    witness = {"answers": answers, "steps": [losses[answer][2:] for answer in answers]}
    chance = math.exp(math.fsum(losses[answer][1] for answer in answers))
    loss = math.fsum(losses[answer][0] for answer in answers) + math.log1p(-delta / chance)
    return Extreme(loss, witness, 2 * len(GRID) * t)


def loss_of_answer(place: float, step: int, answer: str, epsilon: float) -> tuple[float, float]:
    """Return how far an answer distinguishes a statistic at `place` from its neighbour's; and its probability there.

    Both as logarithms.
    """

    def log_chance(at: float) -> float:
        if answer == "margin":
            low, high = laplace.logcdf(np.array([-MARGIN, MARGIN]) - abs(at), scale=1 / epsilon)
            return float(high + np.log1p(-np.exp(low - high)))
        tail = laplace.logsf if answer == "delete" else laplace.logcdf
        return float(tail(MARGIN if answer == "delete" else -MARGIN, at, 1 / epsilon))

    likely = log_chance(place + step)
    return float(f"{likely - log_chance(place):.12g}"), likely


def loss_of_transcript(witness: Witness, epsilon: float, delta: float) -> float:
    """The same from probabilities, without logarithms of tails."""
    edges = {"keep": (-math.inf, -MARGIN), "margin": (-MARGIN, MARGIN), "delete": (MARGIN, math.inf)}
    more, less = 1.0, 1.0
    for (place, step), answer in zip(witness["steps"], witness["answers"], strict=True):
        chances = (np.diff(laplace.cdf(edges[answer], at, 1 / epsilon))[0] for at in (place + step, place))
        more, less = (product * chance for product, chance in zip((more, less), chances, strict=True))
    return math.log((more - delta) / less)


# --- for the gallery: PC on three variables, from tests to graph -----------------------------------------------------

KINDS = np.array([[0, 0, 1], [2, 2, 2], [2, 0, 1], [2, 0, 0], [1, 0, 0]], dtype=np.uint8)
TINY = tuple(np.repeat(KINDS, numbers, axis=0) for numbers in ((1, 0, 1, 17, 1981), (0, 1, 1, 17, 1981)))
"""2,000 records of three columns, nearly all of them equal, and the same with the first one replaced."""

EDGES = ((0, 1), (0, 2), (1, 2))
BUDGET = Price(1.0, 1e-6, Relation.SUBSTITUTION)


@cache
def tiny_policy(side: int) -> CuratePc:
    return CuratePc(Tables(TINY[side], (3, 3, 3)), BUDGET, np.random.default_rng(0))


@cache
def tiny_heights(side: int) -> tuple[list[float], list[float]]:
    """Each edge's height at order 0, and at order 1 with the third variable held fixed."""
    policy = tiny_policy(side)
    return (
        [policy.edge_margin(edge, ()) for edge in EDGES],
        [policy.edge_margin(edge, ({0, 1, 2}.difference(edge).pop(),)) for edge in EDGES],
    )


def repaired_run(side: int, size: int, rng: np.random.Generator) -> Outputs:
    """Which edges `CuratePc` leaves on these records, many runs at a time."""
    policy, (order_0, order_1) = tiny_policy(side), tiny_heights(side)
    left = policy.privacy_filter.budget
    first = policy.mechanism(left / policy.orders / 3)
    kept = order_0 + rng.normal(0, first.scale, (size, 3)) > clearance(policy.caution, first)
    # Only a triangle has a node joined to both ends of an edge. One set each: nothing is spent on choosing.
    again = policy.mechanism((left - left / policy.orders) / (policy.orders - 1) * (1 - policy.for_sets) / 3)
    second = order_1 + rng.normal(0, again.scale, (size, 3)) > clearance(policy.caution, again)
    return np.where(kept.all(axis=1, keepdims=True), kept & second, kept).astype(float)


THRESHOLD = 0.01
"""Of |z|, ours."""


def uncounted_run(side: int, size: int, rng: np.random.Generator) -> Outputs:
    """Whether the specimen counts no test at all on the same records, at ε = 1 each; its bill is 0 then."""
    tables = tiny_policy(side).tables
    sensitivity = stratified_sensitivity(tables.size)
    orders = [
        [
            (abs(stratified_kendall(tables, *edge, conditioning_set)) - THRESHOLD) / sensitivity
            for edge, conditioning_set in zip(EDGES, sets, strict=True)
        ]
        for sets in (((), (), ()), ((2,), (1,), (0,)))
    ]
    counted = specimens.clear_keeps_free(orders, MARGIN * THRESHOLD / sensitivity, 1.0, size, rng)
    return (counted == 0).astype(float)


COUNTS = worlds(
    "epsilon t k margin delta",
    *(
        (*c, specimens.DELTA)
        for c in ((1.0, 1, 0, 0), (1.0, 3, 3, 1), (0.5, 3, 1, 0), (0.5, 10, 0, 0), (1.0, 20, 1, 0))
    ),
)
"""With the program's δ′ (l. 54)."""

# --- B-least: the smallest of several statistics ---------------------------------------------------------------------


def worst_change_of_least(numbers: int, largest: int, Delta: int, summary: Any = min) -> Extreme:
    """All lists of so many small integers and all changes of each by at most Δ."""
    moves = list(product(range(-Delta, Delta + 1), repeat=numbers))
    lists = product(range(largest + 1), repeat=numbers)
    pairs = ({"before": list(row), "after": np.add(row, move).tolist()} for row in lists for move in moves)
    return worst_of(pairs, lambda pair: abs(summary(pair["after"]) - summary(pair["before"])))


SETS = ((), (2,), (3,), (2, 3))


CELLS = list(product((0, 1), repeat=4))


KIND = space.whole(0, 15)
TABLES = space.record(numbers=space.whole(1, 100) * 16, old=KIND, new=KIND)
"""How many records of each kind there are, of four binary columns, and one that changes from kind to kind."""


def change_of_library(case: Witness, summary: Any = min) -> float:
    """The change of the smallest height over four sets, in units of the library's bound."""
    counts = np.array(case["numbers"])
    policies = []
    for moved in (0, 1):
        counts[case["old"]] -= moved
        counts[case["new"]] += moved
        rows = np.repeat(np.array(CELLS, dtype=np.uint8), counts, axis=0)
        policies.append(CuratePc(Tables(rows, (2,) * 4), BUDGET, np.random.default_rng(0)))
    before, after = (
        summary([policy.edge_margin((0, 1), conditioning_set) for conditioning_set in SETS])
        for policy in policies
    )
    return float(f"{abs(before - after) / policies[0].sensitivity:.9g}")


# --- B-choice: the exponential mechanism's price in zero-concentrated privacy -----------------------------------------


CHOICES = space.record(
    weights=space.real(-6, 6) * 4, moves=space.real(-0.5, 0.5) * 4, excess=space.real(0.01, 30)
)
"""Log-weights of four outputs, how the neighbour moves each within ±½, and an order α − 1."""


def divergence_of_choice(case: Witness, epsilon: float) -> float:
    """Rényi divergence of two choices over its order: at most ρ for every order if the choice is ρ-concentrated."""
    before = np.array(case["weights"])
    after = before + epsilon * np.array(case["moves"])
    first, second = (x - np.logaddexp.reduce(x) for x in (before, after))
    order = 1 + case["excess"]
    moment = float(np.logaddexp.reduce(order * first - case["excess"] * second))
    return float(moment / case["excess"] / order)


def derive_choice(claim: Claim) -> Remainders:
    """Hoeffding's lemma with exponent −1 bounds the mean; with exponent a, the moment."""
    a, epsilon, mean = sympy.symbols("a epsilon mu", positive=True)
    width = epsilon**2 / 8
    assert isinstance(claim.ours, Formula)
    stated = claim.ours(epsilon)
    return {
        "1 = E[e^(−L)] ≤ e^(−μ + ε²/8), so μ ≤ ρ": sympy.solve(-mean + width, mean)[0] - stated,
        "the exponent at μ = ρ": (a * mean + a**2 * width).subs(mean, stated) - a * (a + 1) * stated,
        "the library's ε for a price": NoisyChoice(1.0, 0.5, Relation.SUBSTITUTION).epsilon
        - sympy.solve(stated - sympy.Rational(1, 2), epsilon)[0],
        "any mechanism's loss ranges twice as far": claim.formulas["any"](epsilon)
        - width.subs(epsilon, 2 * epsilon),
    }


TENTH = instead(ours="epsilon**2/10")


CLAIMS = (
    Claim(
        id="C-count",
        title="A test that ends clearly below the margin is free",
        **CURATE_CODE("l. 3323-3328, 3341-3342, 3356-3359", Quality.RECONSTRUCTED, THE_USERS),
        consequence=Consequence(
            cost=(
                "The leakage that this program reports is too small by the share of clear keeps, partly "
                "made up by counting orders again. The paper itself counts all tests."
            ),
            certain=(
                "Sure of the program; fairly sure about reading a number that the run decides as a guarantee; unsure "
                "whether the published tables come from it."
            ),
            repair="every test costs: $t\\varepsilon$",
        ),
        relation=Relation.ADD_REMOVE,
        definition=(
            "Let tests be made with Laplace noise of scale $\\Delta/\\varepsilon$ each, $t$ of them, of which $k$ do "
            "not end clearly below the margin. (The program books $\\delta=10^{-14}$, and as much again for each of "
            "the $k$.)"
        ),
        statement=(
            "For all $«epsilon»$, $«t»$ and $«k»$ the order costs «sense» $«published»$, with $«delta»$: no set of "
            "runs with this $k$ violates this guarantee on a neighbour."
        ),
        quantities=(
            real("epsilon", above=0),
            whole("t", at_least=1),
            whole("k", at_least=0),
            real("delta", above=0, below=1),
        ),
        published=Formula("k*epsilon**2 + epsilon*sqrt(2*k*log(1/delta))"),
        ours=Formula("t*epsilon"),
        at={"epsilon": 0.5, "t": 100, "k": 5, "delta": specimens.DELTA},
        subjects=(CuratePc,),
        checks=(
            Exhaustive(
                "transcripts by the recorded price",
                COUNTS,
                worst_transcript,
                (
                    Mutant("one test free", claim={"published": None, "ours": Formula("(t - 1)*epsilon")}),
                    Mutant("margin free", claim={"published": None, "ours": Formula("(t - margin)*epsilon")}),
                ),
                loss_of_transcript,
            ),
        ),
    ),
    by_us(
        id="B-least",
        title="One test answers for all sets of an edge",
        place="on every private PC",
        relation=Relation.SUBSTITUTION,
        definition="Let each of any number of statistics have sensitivity $\\Delta$.",
        statement=(
            "«Neighbours» changes the smallest of them by «sense» $«ours»$, too. One noisy answer therefore reveals "
            "whether any of them lies below a threshold, and an order of PC with $e$ edges takes $e$ answers."
        ),
        ours=Formula("Delta"),
        subjects=(CuratePc,),
        checks=(
            Exhaustive(
                "lists of small integers",
                worlds("numbers largest Delta", (2, 3, 2), (4, 2, 1)),
                worst_change_of_least,
                (mutant("their sum", worst=partial(worst_change_of_least, summary=sum)),),
                lambda witness: abs(min(witness["after"]) - min(witness["before"])),
            ),
            Search(
                "the library's heights on small tables",
                worlds("most", 100),
                TABLES,
                change_of_library,
                (mutant("their sum", score=partial(change_of_library, summary=sum)),),
                **our_error(1),
            ),
        ),
    ),
    by_us(
        id="B-choice",
        title="A choice costs a quarter of what its ε says",
        place="after Cesar and Rogers, bounded range",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let a choice be $(\\varepsilon,0)$-differentially private because its weights are "
            "$e^{\\varepsilon q/2\\Delta}$ and no score moves by more than $\\Delta$."
        ),
        statement=(
            "It is $\\rho$-zero-concentrated for a $\\rho$ of «sense» $«ours»$, instead of the $«any»$ of every "
            "mechanism with that guarantee."
        ),
        formulas={"any": Formula("epsilon**2/2")},
        ours=Formula("epsilon**2/8"),
        at={"epsilon": 1.0},
        subjects=(NoisyChoice,),
        checks=(
            Symbolic("Hoeffding's lemma twice", derive_choice, (TENTH,), target=Target.OURS),
            Search(
                "four outputs, any order",
                each(epsilon=(0.3, 3.0)),
                CHOICES.starting(
                    {"weights": [0.0, 0.0, -6.0, -6.0], "moves": [0.5, -0.5, 0, 0], "excess": 0.01}
                ),
                divergence_of_choice,
                (TENTH,),
            ),
        ),
    ),
)

EXHIBITS = (
    Exhibit(
        "CURATE with every test paid for",
        "which edges the repaired algorithm leaves on 2,000 records of three columns",
        "B-least",
        True,
        repaired_run,
        delta=1e-6,
    ),
    Exhibit(
        "CURATE's clear keeps, as coded",
        "the same records, Laplace tests at ε = 1: does a run count no test? Its bill is 0 then; ε = 1 is one test's",
        "C-count",
        False,
        uncounted_run,
    ),
)
