"""The log-IQR by propose-test-release: as printed it has no guarantee; repaired it costs 2ε instead of 3ε."""

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from privcausal.arrays import Floats
from privcausal.claims.broken.propose_test_release import PrintedIqr
from privcausal.claims.privacy import propose_test_release_laws as laws
from privcausal.claims.sources import KUSNER
from privcausal.pairs.iqr import distances, iqr, private_log_iqr
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import ProposeTestRelease
from privcausal.verify import Claim, Consequence, Formula, Quality, by_us, each, instead, mutant, worlds
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness
from privcausal.verify.claim import Mutant

# --- three pairs of neighbours, each of which finds out one thing ------------------------------------------------


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
    return [np.repeat(pair["values"], pair[side]) for side in ("before", "after")]


def printed_loss(specimen: PrintedIqr, pair: Witness) -> float:
    """The exact ε of the printed algorithm between two samples."""
    samples = both_samples(pair)
    away = [specimen.distances(sample) for sample in samples]
    logs = [specimen.law(sample)[1] for sample in samples]
    gap = [abs(logs[0] - logs[1])]
    return float(laws.loss(specimen.epsilon, specimen.delta, specimen.threshold, away[:1], away[1:], gap)[0])


def refused_loss(specimen: PrintedIqr, pair: Witness) -> float:
    """The ε that ⊥ alone asks for, between two samples in the worse order."""
    high, low = sorted((specimen.law(sample)[0] for sample in both_samples(pair)), reverse=True)
    return math.log((high - specimen.delta) / low)


Sampler = Callable[..., Outputs]
Pair = Callable[[float], Witness]
"""Two neighbouring samples, for noise of this ε."""


def worst_printed(
    epsilon: float,
    delta: float,
    pair: Pair,
    score: Callable[[PrintedIqr, Witness], float] = printed_loss,
    right_threshold: bool = False,
    right_interval: bool = False,
) -> Extreme:
    """What the printed algorithm loses between two samples, with one of its slips repaired or none."""
    samples = pair(epsilon)
    return Extreme(score(PrintedIqr(epsilon, delta, right_threshold, right_interval), samples), samples, 1)


def worst_firm(epsilon: float, delta: float) -> Extreme:
    """Two real samples that need all of 2ε, because of ⊥ alone."""
    pair = firm(epsilon)
    return Extreme(firm_again(pair, epsilon, delta), pair, 1)


def firm_again(pair: Witness, epsilon: float, delta: float) -> float:
    before, after = both_samples(pair)
    return laws.neighbour_loss(before.tolist(), after.tolist(), epsilon, delta)


AUDIT_DELTA = 0.01


def printed_sample(
    side: int, size: int, rng: np.random.Generator, epsilon: float, pair: Pair, **repaired: bool
) -> Outputs:
    return PrintedIqr(epsilon, AUDIT_DELTA, **repaired).sample(both_samples(pair(epsilon))[side], size, rng)


def repaired_sample(side: int, size: int, rng: np.random.Generator, epsilon: float, pair: Pair) -> Outputs:
    x = both_samples(pair(epsilon))[side]
    mechanism = ProposeTestRelease(1.0, epsilon, AUDIT_DELTA, Relation.SUBSTITUTION)
    return mechanism.sample(math.log(iqr(x)), distances(x), size, rng)


AT_EDGE = partial(worst_printed, pair=across_an_edge)
AT_EDGE_REFUSED = partial(AT_EDGE, score=refused_loss)
FAR_APART = partial(worst_printed, pair=far_apart)
PRINTED_FAR = partial(printed_sample, pair=far_apart)
PRINTED_EDGE = partial(printed_sample, pair=across_an_edge)
THRESHOLD_ALONE = partial(PRINTED_FAR, right_interval=True)
INTERVAL_ALONE = partial(PRINTED_EDGE, right_threshold=True)
REPAIRED_FAR = partial(repaired_sample, pair=far_apart)
REPAIRED_EDGE = partial(repaired_sample, pair=across_an_edge)


def audits(far: Sampler, edge: Sampler, no_far: Mutant, no_edge: Mutant) -> tuple[Audit, Audit]:
    """Two samples far apart, and two across an edge, with a mutant each."""
    return (
        Audit("samples, far apart", each(epsilon=(0.2,)), far, (no_far,), AUDIT_DELTA),
        Audit("samples, across an edge", each(epsilon=(1.0,)), edge, (no_edge,), AUDIT_DELTA),
    )


PRIVATE = {"delta": Formula("delta")}
OFF_BY_ONE_PER_CENT = instead(ours="1.99*epsilon")
ONLY_THRESHOLD, ONLY_INTERVAL = "only the threshold is wrong", "only the second interval is wrong"
PRINTED_ONE, PRINTED_BOTH = "the printed threshold", "the printed algorithm"

EXHIBITS = tuple(
    Exhibit(name, what, claim, claim == "B-ptr", partial(sample, epsilon=epsilon), price, AUDIT_DELTA)
    for name, what, claim, price, sample, epsilon in (
        ("log-IQR, far apart", "one record decides between two far values", "B-ptr", 0.4, REPAIRED_FAR, 0.2),
        (
            "log-IQR, across an edge",
            "one record moves it into another cell",
            "B-ptr",
            2.0,
            REPAIRED_EDGE,
            1.0,
        ),
        ("log-IQR, printed threshold", "1 + ln(1/δ), not divided by ε", "K-ptr", 0.6, THRESHOLD_ALONE, 0.2),
        ("log-IQR, printed interval", "B₂ need not contain the IQR", "K-ptr", 3.0, INTERVAL_ALONE, 1.0),
    )
)
PRINTED_INTERVAL = mutant(
    "the printed second interval", worst=partial(laws.worst_small, intervals=laws.printed_intervals)
)
LOW_THRESHOLD = mutant(PRINTED_ONE, worst=partial(laws.worst_state, bar=laws.printed_bar))

CLAIMS = (
    Claim(
        id="K-ptr",
        title="The log-IQR by propose-test-release, as printed",
        **KUSNER(
            "appendix, Algorithm 1 (003:27–40), intact; its price in Section 4.3 (000:142), where ε is lost",
            Quality.RESTORED,
        ),
        consequence=Consequence(
            cost=(
                "Nothing for the claim: with both slips repaired the mechanism costs less than "
                "claimed. In practice $\\bot$ is likelier than the printed threshold suggests; which one the "
                "experiments used is unknown."
            ),
            certain=(
                "Sure of the algorithm, fairly sure that the price is meant for this version. The main text "
                "has two intervals that both contain the IQR, so the second slip is one of the pen. It breaks "
                "the guarantee at every $\\varepsilon$ tried, and by the probability of $\\bot$ alone, so also "
                "where Definition 2 is read for single outcomes; the threshold does so for $\\varepsilon<1$."
            ),
            repair="{prf:ref}`B-ptr`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $k=\\lfloor\\ln\\mathrm{IQR}\\rfloor$, $B_1=[e^k,e^{k+1})$ and $B_2=[e^{k-1/2},e^{k+1/2})$, and "
            "let $A_j$ be the number of records to change before the interquartile range lies outside $B_j$. "
            "For $j=1,2$ in turn, if $A_j+\\mathrm{Lap}(1/\\varepsilon)>1+\\ln(1/\\delta)$, release "
            "$\\ln\\mathrm{IQR}+\\mathrm{Lap}(1/\\varepsilon)$ and stop; if neither test passes, release $\\bot$."
        ),
        statement="This is «private».",
        formulas=PRIVATE,
        published=Formula("3*epsilon"),
        at={"epsilon": 1},
        checks=(
            Exhaustive(
                "⊥ alone, across an edge",
                worlds("epsilon delta", (1.0, 1e-2)),
                AT_EDGE_REFUSED,
                (mutant(ONLY_INTERVAL, worst=partial(AT_EDGE_REFUSED, right_threshold=True)),),
                lambda pair, epsilon, delta: refused_loss(PrintedIqr(epsilon, delta), pair),
            ),
            Exhaustive(
                "the printed second interval",
                worlds("epsilon delta", (1.0, 1e-2), (2.0, 1e-6)),
                AT_EDGE,
                (mutant(ONLY_INTERVAL, worst=partial(AT_EDGE, right_threshold=True)),),
                lambda pair, epsilon, delta: printed_loss(PrintedIqr(epsilon, delta), pair),
            ),
            Exhaustive(
                "the printed threshold, far apart",
                worlds("epsilon delta", (0.1, 1e-5), (0.5, 1e-6)),
                FAR_APART,
                (mutant(ONLY_THRESHOLD, worst=partial(FAR_APART, right_interval=True)),),
                lambda pair, epsilon, delta: printed_loss(PrintedIqr(epsilon, delta), pair),
            ),
            *audits(
                PRINTED_FAR,
                PRINTED_EDGE,
                mutant(ONLY_THRESHOLD, sample=THRESHOLD_ALONE),
                mutant(ONLY_INTERVAL, sample=INTERVAL_ALONE),
            ),
        ),
    ),
    by_us(
        id="B-ptr",
        title="Repaired, two tests and a release cost 2ε",
        place="K-ptr with both slips repaired",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Fix $w>0$. Let $B_1\\ni\\mathrm{IQR}$ be a cell $[e^{wk},e^{w(k+1)})$ for a whole number $k$, and "
            "$B_2\\ni\\mathrm{IQR}$ a cell of the grid shifted by half, $[e^{w(k'-1/2)},e^{w(k'+1/2)})$. For "
            "$j=1,2$ in turn, if $A_j+\\mathrm{Lap}(1/\\varepsilon)>1+\\frac{\\ln(1/\\delta)}\\varepsilon$, release "
            "$\\ln\\mathrm{IQR}+\\mathrm{Lap}(w/\\varepsilon)$ and stop; otherwise, and always when the IQR is 0, "
            "release $\\bot$. Which test passed is not released."
        ),
        statement="This is «private», a lower price than that of {prf:ref}`K-ptr`.",
        formulas=PRIVATE,
        ours=Formula("2*epsilon"),
        at={"epsilon": 1},
        depends=("B-iqr-windows",),
        subjects=(private_log_iqr,),
        checks=(
            Exhaustive(
                "every state of two neighbours",
                worlds("epsilon delta", (0.2, 1e-2), (1.0, 1e-5), (3.0, 1e-12)),
                laws.worst_state,
                (OFF_BY_ONE_PER_CENT, LOW_THRESHOLD),
                laws.state_again,
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
                worlds(
                    "m epsilon delta size", (8, 3.0, 1e-2, 1.0), (8, 3.0, 1e-2, 0.25), (16, 2.0, 1e-2, 1.0)
                ),
                laws.worst_small,
                (PRINTED_INTERVAL,),
                laws.small_again,
                ({"m": 18, "epsilon": 2.0, "delta": 1e-2, "size": 0.5},),
            ),
            Search(
                "hill climbing over larger samples",
                ({"m": 32, "epsilon": 0.7, "delta": 0.05},),
                laws.samples,
                laws.sample_loss,
                (mutant(PRINTED_ONE, score=partial(laws.sample_loss, bar=laws.printed_bar)),),
            ),
            *audits(
                REPAIRED_FAR,
                REPAIRED_EDGE,
                mutant(PRINTED_BOTH, sample=PRINTED_FAR),
                mutant(PRINTED_BOTH, sample=PRINTED_EDGE),
            ),
        ),
    ),
)
