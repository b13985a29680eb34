"""What synthetic data are measured on: small cubes, halfspaces and exact laws."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import log_softmax

from privcausal.claims.functions import first_highest
from privcausal.claims.privacy.synthetic_samples import all_errors
from privcausal.privacy.halfspaces import cube, halfspaces
from privcausal.privacy.synthetic import Synthesiser, counted, multisets, orderings, worst_errors
from privcausal.verify.audit import Outputs
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.evidence import Parameters

# --- what choosing a data set costs ------------------------------------------------------------------------------


def neighbour_pairs(data: Any) -> Iterator[tuple[int, int]]:
    """Rows of which one becomes the other when a record moves to another point."""
    place = {tuple(row): number for number, row in enumerate(data.tolist())}
    points = data.shape[1]
    for number, row in enumerate(data.tolist()):
        for old in (point for point in range(points) if row[point]):
            for new in range(points):
                moved = list(row)
                moved[old] -= 1
                moved[new] += 1
                if place[tuple(moved)] > number:
                    yield number, place[tuple(moved)]


def worst_synthesis(epsilon: float, bits: int, records: int, size: int, ordered: bool) -> Extreme:
    """All data sets, all neighbours, all outputs: the largest log-ratio of the probabilities."""
    logs = log_laws(epsilon, bits, records, size, ordered)
    data = multisets(2**bits, records)
    pairs = np.array(list(neighbour_pairs(data)))
    losses = np.concatenate(
        [np.abs(logs[some[:, 0]] - logs[some[:, 1]]).max(axis=1) for some in np.array_split(pairs, 16)]
    )
    worst = first_highest(losses)
    before, after = (data[side].tolist() for side in pairs[worst])
    return Extreme(float(losses[worst]), {"before": before, "after": after}, len(pairs) * logs.shape[1])


def log_laws(epsilon: float, bits: int, records: int, size: int, ordered: bool) -> Any:
    scores = -all_errors(bits, records, size) * epsilon * records / 2
    return log_softmax(scores + (np.log(orderings(multisets(2**bits, size))) if ordered else 0), axis=1)


def worst_synthesis_at_full_rate(
    epsilon: float, bits: int, records: int, size: int, ordered: bool
) -> Extreme:
    """The weight e^{εn q} instead of e^{εn q/2}."""
    return worst_synthesis(2 * epsilon, bits, records, size, ordered)


def synthesis_loss(
    pair: dict[str, Any], epsilon: float, bits: int, size: int, ordered: bool, **_: Any
) -> float:
    """The same loss by the library's mechanism, from tables of records."""
    mechanism = Synthesiser(bits, size, epsilon, ordered=ordered)
    tables = [np.repeat(cube(bits), pair[side], axis=0) for side in ("before", "after")]
    laws = [mechanism.law(counted(table, bits))[1] for table in tables]
    return float(np.abs(np.log(laws[0] / laws[1])).max())


NEIGHBOURS = ((4, 0), (3, 1))
"""Four records on two points; the second data set moves one of them."""


def synthesise(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    """How many of the synthetic records lie on the second point."""
    chances = Synthesiser(1, 3, epsilon).law(NEIGHBOURS[side])[1]
    return multisets(2, 3)[rng.choice(len(chances), size=size, p=chances)][:, 1:].astype(float)


def synthesise_at_full_rate(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return synthesise(side, size, rng, 2 * epsilon)


# --- how many records are enough ------------------------------------------------------------------------------


def worst_need(
    epsilon: float,
    alpha: float,
    delta: float,
    bits: int,
    size: int,
    outputs: int,
    records: int,
    ordered: bool,
) -> Extreme:
    """The n from which the failure P[error ≥ α] stays below δ, for the shares of records that need most.

    Only shares that some output represents within α/2 count, as the theorem assumes.
    """
    base = orderings(multisets(2**bits, size)) if ordered else np.ones(math.comb(2**bits + size - 1, size))
    errors = all_errors(bits, records, size)
    needs = [
        needed(row, base, epsilon, alpha, delta) if row.min() <= alpha / 2 + 1e-12 else 0.0 for row in errors
    ]
    worst = first_highest(needs)
    return Extreme(needs[worst], {"counts": multisets(2**bits, records)[worst].tolist()}, errors.size)


def needed(errors: Any, base: Any, epsilon: float, alpha: float, delta: float) -> float:
    """The failure probability falls as n grows; find where it crosses δ."""
    bad = errors >= alpha - 1e-12

    def excess(n: float) -> float:
        chances = np.exp(log_softmax(-errors * epsilon * n / 2 + np.log(base)))
        return float(chances[bad].sum()) - delta

    return float(brentq(excess, 0, 1e5, xtol=1e-9)) if excess(0) > 0 else 0.0


def need_again(
    pair: dict[str, Any],
    epsilon: float,
    alpha: float,
    delta: float,
    bits: int,
    size: int,
    ordered: bool,
    **_: Any,
) -> float:
    base = orderings(multisets(2**bits, size)) if ordered else np.ones(math.comb(2**bits + size - 1, size))
    return needed(
        worst_errors(pair["counts"], multisets(2**bits, size), halfspaces(bits)), base, epsilon, alpha, delta
    )


def useful_world(bits: int, size: int, alpha: float, delta: float, ordered: bool) -> Parameters:
    outputs = 2 ** (bits * size) if ordered else math.comb(2**bits + size - 1, size)
    return {
        "epsilon": 1.0,
        "alpha": alpha,
        "delta": delta,
        "bits": bits,
        "size": size,
        "outputs": outputs,
        "records": size,
        "ordered": ordered,
    }
