"""The log-IQR by propose-test-release: as printed it keeps no promise; repaired it costs 2ε instead of 3ε."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import numpy as np

from privcausal.claims.kusner import SOURCE
from privcausal.claims.kusner.ptr_laws import (
    Floats,
    Witness,
    loss,
    moved,
    neighbour_loss,
    neighbours,
    sample_loss,
    sample_loss_printed,
    small_again,
    split_samples,
    state_again,
    worst_small,
    worst_small_printed,
    worst_state,
    worst_state_printed,
)
from privcausal.pairs.iqr import distances, iqr, private_log_iqr
from privcausal.privacy.neighbours import Relation
from privcausal.privacy.propose import ProposeTestRelease
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number
from privcausal.verify.exhaustive import Exhaustive, Extreme
from privcausal.verify.search import Search
from privcausal.verify.specimens.ptr import PrintedIqr


def ptr_published(epsilon: float) -> Number:
    return 3 * epsilon


def ptr_ours(epsilon: float) -> Number:
    return 2 * epsilon


# --- three pairs of neighbours, each of which finds out one thing ------------------------------------------------


def spread_out(values: Sequence[float], counts: Sequence[int]) -> Floats:
    return np.repeat(values, counts)


def far_apart(epsilon: float) -> Witness:
    """One record decides whether the IQR is 1 or smaller by 40 noise scales: every distance is 1."""
    return {"values": [0, math.exp(-40 / epsilon), 1], "before": [5, 1, 2], "after": [5, 0, 3]}


def across_an_edge(epsilon: float) -> Witness:
    """The IQR steps from 0.99 to 1, over an edge of the first grid and through the middle of the second."""
    return {"values": [0, 0.99, 1], "before": [32, 16, 16], "after": [32, 15, 17]}


def firm(epsilon: float) -> Witness:
    """Two values: both distances fall from 12 to 11, and the value stays."""
    return {"values": [0, 1], "before": [27, 37], "after": [26, 38]}


def both_samples(pair: Witness) -> list[Floats]:
    return [spread_out(pair["values"], pair[side]) for side in ("before", "after")]


def printed_loss(specimen: PrintedIqr, pair: Witness) -> float:
    """The exact ε of the printed algorithm between two samples."""
    samples = both_samples(pair)
    away = [specimen.distances(sample) for sample in samples]
    logs = [specimen.law(sample)[1] for sample in samples]
    gap = [abs(logs[0] - logs[1])]
    return float(loss(specimen.epsilon, specimen.delta, specimen.threshold, away[:1], away[1:], gap)[0])


def worst_printed_threshold(epsilon: float, delta: float) -> Extreme:
    pair = far_apart(epsilon)
    return Extreme(printed_loss(PrintedIqr(epsilon, delta), pair), pair, 1)


def worst_threshold_alone(epsilon: float, delta: float) -> Extreme:
    pair = far_apart(epsilon)
    return Extreme(printed_loss(PrintedIqr(epsilon, delta, right_interval=True), pair), pair, 1)


def worst_printed_interval(epsilon: float, delta: float) -> Extreme:
    pair = across_an_edge(epsilon)
    return Extreme(printed_loss(PrintedIqr(epsilon, delta), pair), pair, 1)


def worst_interval_alone(epsilon: float, delta: float) -> Extreme:
    pair = across_an_edge(epsilon)
    return Extreme(printed_loss(PrintedIqr(epsilon, delta, right_threshold=True), pair), pair, 1)


def worst_firm(epsilon: float, delta: float) -> Extreme:
    """Two real samples that need all of 2ε, because of ⊥ alone."""
    pair = firm(epsilon)
    return Extreme(firm_again(None, pair, epsilon, delta), pair, 1)


def firm_again(claim: Claim | None, pair: Witness, epsilon: float, delta: float) -> float:
    before, after = both_samples(pair)
    return neighbour_loss(before.tolist(), after.tolist(), epsilon, delta)


def printed_again(claim: Claim, pair: Witness, epsilon: float, delta: float) -> Number:
    return printed_loss(PrintedIqr(epsilon, delta), pair)


# --- audits ----------------------------------------------------------------------------------------------------

AUDIT_DELTA = 0.01
Pair = Callable[[float], Witness]


def printed_sample(
    side: int, size: int, rng: np.random.Generator, epsilon: float, pair: Pair, **repaired: bool
) -> Outputs:
    return PrintedIqr(epsilon, AUDIT_DELTA, **repaired).sample(both_samples(pair(epsilon))[side], size, rng)


def as_printed_far(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return printed_sample(side, size, rng, epsilon, far_apart)


def as_printed_edge(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return printed_sample(side, size, rng, epsilon, across_an_edge)


def threshold_alone(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return printed_sample(side, size, rng, epsilon, far_apart, right_interval=True)


def interval_alone(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return printed_sample(side, size, rng, epsilon, across_an_edge, right_threshold=True)


def repaired_sample(side: int, size: int, rng: np.random.Generator, epsilon: float, pair: Pair) -> Outputs:
    x = both_samples(pair(epsilon))[side]
    mechanism = ProposeTestRelease(1.0, epsilon, AUDIT_DELTA, Relation.SUBSTITUTION)
    return mechanism.sample(math.log(iqr(x)), distances(x), size, rng)


def repaired_far(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return repaired_sample(side, size, rng, epsilon, far_apart)


def repaired_edge(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return repaired_sample(side, size, rng, epsilon, across_an_edge)


# --- wrong variants that the checks must find out ------------------------------------------------------------------


def a_little_less(epsilon: float) -> Number:
    return Fraction(199, 100) * Fraction(epsilon)


OFF_BY_ONE_PER_CENT = Mutant("1.99 ε instead of 2ε", claim={"ours": a_little_less})
ONLY_THRESHOLD = Mutant("only the threshold is wrong", check={"worst": worst_threshold_alone})
ONLY_INTERVAL = Mutant("only the second interval is wrong", check={"worst": worst_interval_alone})

EXHIBITS = tuple(
    Exhibit(
        name, what, claim, honest, price, AUDIT_DELTA, Relation.SUBSTITUTION, partial(sample, epsilon=epsilon)
    )
    for name, what, claim, honest, price, sample, epsilon in (
        (
            "log-IQR, far apart",
            "one record decides between two far values",
            "B-ptr",
            True,
            0.4,
            repaired_far,
            0.2,
        ),
        (
            "log-IQR, across an edge",
            "one record moves it into another cell",
            "B-ptr",
            True,
            2.0,
            repaired_edge,
            1.0,
        ),
        (
            "log-IQR, printed threshold",
            "1 + ln(1/δ), not divided by ε",
            "K-ptr",
            False,
            0.6,
            threshold_alone,
            0.2,
        ),
        (
            "log-IQR, printed interval",
            "B₂ need not contain the IQR",
            "K-ptr",
            False,
            3.0,
            interval_alone,
            1.0,
        ),
    )
)

CLAIMS = (
    Claim(
        id="K-ptr",
        title="The log-IQR by propose-test-release, as printed",
        source=SOURCE,
        locator="Appendix, Algorithm 1",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $k=\\lfloor\\ln\\mathrm{IQR}\\rfloor$, $B_1=[e^k,e^{k+1})$ and $B_2=[e^{k-1/2},e^{k+1/2})$, and "
            "let $A_j$ be the number of records to change before the interquartile range lies outside $B_j$. "
            "For $j=1,2$ in turn, if $A_j+\\mathrm{Lap}(1/\\varepsilon)>1+\\ln(1/\\delta)$, release "
            "$\\ln\\mathrm{IQR}+\\mathrm{Lap}(1/\\varepsilon)$ and stop; if neither test passes, release $\\bot$. "
            "This is $(3\\varepsilon,\\delta)$-differentially private."
        ),
        published=ptr_published,
        at={"epsilon": 1},
        checks=(
            Exhaustive(
                "the printed threshold",
                ({"epsilon": 0.1, "delta": 1e-5}, {"epsilon": 0.5, "delta": 1e-6}),
                worst_printed_threshold,
                (ONLY_THRESHOLD,),
                printed_again,
            ),
            Exhaustive(
                "the printed second interval",
                ({"epsilon": 1.0, "delta": 1e-2}, {"epsilon": 2.0, "delta": 1e-6}),
                worst_printed_interval,
                (ONLY_INTERVAL,),
                printed_again,
            ),
            Audit(
                "samples, far apart",
                ({"epsilon": 0.2},),
                as_printed_far,
                (Mutant("only the threshold is wrong", check={"sample": threshold_alone}),),
                delta=AUDIT_DELTA,
            ),
            Audit(
                "samples, across an edge",
                ({"epsilon": 1.0},),
                as_printed_edge,
                (Mutant("only the second interval is wrong", check={"sample": interval_alone}),),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
    Claim(
        id="B-ptr",
        title="Repaired, two tests and a release cost 2ε",
        source="ours",
        locator="both slips repaired",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Fix $w>0$. Let $B_1\\ni\\mathrm{IQR}$ be a cell $[e^{wk},e^{w(k+1)})$ for a whole number $k$, and "
            "$B_2\\ni\\mathrm{IQR}$ a cell of the grid shifted by half, $[e^{w(k'-1/2)},e^{w(k'+1/2)})$. For "
            "$j=1,2$ in turn, if $A_j+\\mathrm{Lap}(1/\\varepsilon)>1+\\frac{\\ln(1/\\delta)}\\varepsilon$, release "
            "$\\ln\\mathrm{IQR}+\\mathrm{Lap}(w/\\varepsilon)$ and stop; otherwise, and always when the IQR is 0, "
            "release $\\bot$. Which test passed is not released. This is $(3\\varepsilon,\\delta)$-differentially "
            "private, as the source promises for $w=1$, and indeed $(2\\varepsilon,\\delta)$."
        ),
        published=ptr_published,
        ours=ptr_ours,
        at={"epsilon": 1},
        proof="proof-ptr",
        depends=("B-iqr-windows",),
        subjects=(private_log_iqr,),
        checks=(
            Exhaustive(
                "every state of two neighbours",
                (
                    {"epsilon": 0.2, "delta": 1e-2},
                    {"epsilon": 1.0, "delta": 1e-5},
                    {"epsilon": 3.0, "delta": 1e-12},
                ),
                worst_state,
                (
                    OFF_BY_ONE_PER_CENT,
                    Mutant("the printed threshold", check={"worst": worst_state_printed}),
                ),
                state_again,
                ({"epsilon": 0.5, "delta": 1e-12},),
            ),
            Exhaustive(
                "two samples that need it",
                ({"epsilon": 3.0, "delta": 1e-12},),
                worst_firm,
                (OFF_BY_ONE_PER_CENT,),
                firm_again,
            ),
            Exhaustive(
                "every small sample",
                (
                    {"m": 8, "epsilon": 3.0, "delta": 1e-2, "size": 1.0},
                    {"m": 8, "epsilon": 3.0, "delta": 1e-2, "size": 0.25},
                    {"m": 16, "epsilon": 2.0, "delta": 1e-2, "size": 1.0},
                ),
                worst_small,
                (Mutant("the printed second interval", check={"worst": worst_small_printed}),),
                small_again,
                ({"m": 18, "epsilon": 2.0, "delta": 1e-2, "size": 0.5},),
            ),
            Search(
                "hill climbing over larger samples",
                ({"m": 32, "epsilon": 0.7, "delta": 0.05},),
                neighbours,
                sample_loss,
                (Mutant("the printed threshold", check={"score": sample_loss_printed}),),
                split_samples,
                moved,
            ),
            Audit(
                "samples, far apart",
                ({"epsilon": 0.2},),
                repaired_far,
                (Mutant("the printed algorithm", check={"sample": as_printed_far}),),
                delta=AUDIT_DELTA,
            ),
            Audit(
                "samples, across an edge",
                ({"epsilon": 1.0},),
                repaired_edge,
                (Mutant("the printed algorithm", check={"sample": as_printed_edge}),),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
)
