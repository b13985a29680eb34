"""What a test costs, whatever it says; and CURATE on three variables, honest and not, for the gallery."""

import math
from functools import cache
from typing import Any

import numpy as np
from scipy.stats import laplace

from privcausal.claims.sources import AT_CURATE, CURATE_CODE, THE_USERS
from privcausal.claims.specimens import curate as specimens
from privcausal.graphs.constraint_based.curate_pc import CuratePc, clearance
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.stratified_kendall import stratified_kendall, stratified_sensitivity
from privcausal.privacy.price import Price, Relation
from privcausal.verify import (
    Claim,
    Consequence,
    Formula,
    Mutant,
    Origin,
    Quality,
    Reading,
    real,
    whole,
)
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme

Case = dict[str, Any]

# --- C-count: what is booked, or all tests? --------------------------------------------------------------------

GRID = tuple(step / 2 for step in range(-30, 31))
"""Distances of a statistic from the threshold, in units of its sensitivity."""

MARGIN = 2.0
"""Half the width of the margin, in the same units."""

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
    """How far an answer tells a statistic at `place` from its neighbour's, one step away; and how likely it is there.

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


def loss_of_transcript(witness: Case, epsilon: float, delta: float, **world: int) -> float:
    """The same from probabilities, without logarithms of tails."""
    edges = {"keep": (-math.inf, -MARGIN), "margin": (-MARGIN, MARGIN), "delete": (MARGIN, math.inf)}
    more, less = 1.0, 1.0
    for (place, step), answer in zip(witness["steps"], witness["answers"], strict=True):
        chances = (np.diff(laplace.cdf(edges[answer], at, 1 / epsilon))[0] for at in (place + step, place))
        more, less = (product * chance for product, chance in zip((more, less), chances, strict=True))
    return math.log((more - delta) / less)


def counts(*settings: tuple[float, int, int, int]) -> tuple[dict[str, Any], ...]:
    """With the program's δ′ (l. 54)."""
    names = ("epsilon", "t", "k", "margin")
    return tuple(dict(zip(names, setting, strict=True)) | {"delta": specimens.DELTA} for setting in settings)


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
        [policy.height(edge, ()) for edge in EDGES],
        [policy.height(edge, ({0, 1, 2}.difference(edge).pop(),)) for edge in EDGES],
    )


def repaired_run(side: int, size: int, rng: np.random.Generator) -> Outputs:
    """Which edges `CuratePc` leaves on these records, many runs at a time."""
    policy, (order_0, order_1) = tiny_policy(side), tiny_heights(side)
    left = policy.purse.budget
    first = policy.mechanism(left / policy.orders / 3)
    kept = order_0 + rng.normal(0, first.scale, (size, 3)) > clearance(policy.caution, first)
    # Only a triangle has a node joined to both ends of an edge. One set each: nothing is spent on choosing.
    again = policy.mechanism((left - left / policy.orders) / (policy.orders - 1) * (1 - policy.for_sets) / 3)
    second = order_1 + rng.normal(0, again.scale, (size, 3)) > clearance(policy.caution, again)
    return np.where(kept.all(axis=1, keepdims=True), kept & second, kept).astype(float)


THRESHOLD, MARGIN = 0.01, 0.2
"""Of |z|, ours; the margin is the program's β."""


def uncounted_run(side: int, size: int, rng: np.random.Generator) -> Outputs:
    """Whether the specimen counts no test at all on the same records, at ε = 1 each; its bill is 0 then."""
    tables = tiny_policy(side).tables
    sensitivity = stratified_sensitivity(tables.size)
    orders = [
        [
            (abs(stratified_kendall(tables, *edge, given)) - THRESHOLD) / sensitivity
            for edge, given in zip(EDGES, sets, strict=True)
        ]
        for sets in (((), (), ()), ((2,), (1,), (0,)))
    ]
    counted = specimens.clear_keeps_free(orders, MARGIN * THRESHOLD / sensitivity, 1.0, size, rng)
    return (counted == 0).astype(float)


CLAIMS = (
    Claim(
        id="C-count",
        title="A test that ends clearly below the margin is free",
        source=CURATE_CODE,
        reading=Reading(
            Origin.CODE,
            AT_CURATE + "l. 3323-3328, 3341-3342, 3356-3359",
            Quality.RECONSTRUCTED,
            THE_USERS,
        ),
        consequence=Consequence(
            cost=(
                "The leakage that this program reports is too small by the share of clear keeps, partly "
                "made up by counting orders again. The paper itself counts all tests."
            ),
            sure=(
                "Sure of the program; fairly sure about reading a number that the run decides as a promise; unsure "
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
            "runs with this $k$ breaks this promise on a neighbour."
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
                "transcripts by what is booked",
                counts((1.0, 1, 0, 0), (1.0, 3, 3, 1), (0.5, 3, 1, 0), (0.5, 10, 0, 0), (1.0, 20, 1, 0)),
                worst_transcript,
                (
                    Mutant("one test free", claim={"published": None, "ours": Formula("(t - 1)*epsilon")}),
                    Mutant("margin free", claim={"published": None, "ours": Formula("(t - margin)*epsilon")}),
                ),
                loss_of_transcript,
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
