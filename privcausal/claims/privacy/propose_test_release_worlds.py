"""What propose-test-release is measured on."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from privcausal.claims.privacy.propose_test_release_laws import Floats, Witness, loss, neighbour_loss
from privcausal.claims.specimens.propose_test_release import PrintedIqr
from privcausal.pairs.iqr import distances, iqr
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import ProposeTestRelease
from privcausal.verify.audit import Outputs
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.evidence import Number

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


def refused_loss(specimen: PrintedIqr, pair: Witness) -> float:
    """The ε that ⊥ alone asks for, between two samples in the worse order."""
    high, low = sorted((specimen.law(sample)[0] for sample in both_samples(pair)), reverse=True)
    return math.log((high - specimen.delta) / low)


def worst_refused_edge(epsilon: float, delta: float, right_threshold: bool = False) -> Extreme:
    pair = across_an_edge(epsilon)
    return Extreme(refused_loss(PrintedIqr(epsilon, delta, right_threshold), pair), pair, 1)


def worst_refused_edge_alone(epsilon: float, delta: float) -> Extreme:
    return worst_refused_edge(epsilon, delta, right_threshold=True)


def refused_again(pair: Witness, epsilon: float, delta: float) -> Number:
    return refused_loss(PrintedIqr(epsilon, delta), pair)


def worst_firm(epsilon: float, delta: float) -> Extreme:
    """Two real samples that need all of 2ε, because of ⊥ alone."""
    pair = firm(epsilon)
    return Extreme(firm_again(pair, epsilon, delta), pair, 1)


def firm_again(pair: Witness, epsilon: float, delta: float) -> float:
    before, after = both_samples(pair)
    return neighbour_loss(before.tolist(), after.tolist(), epsilon, delta)


def printed_again(pair: Witness, epsilon: float, delta: float) -> Number:
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
