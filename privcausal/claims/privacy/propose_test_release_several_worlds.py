"""What several propose-test-releases together are measured on."""

import math
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from privcausal.claims.privacy.propose_test_release_laws import law, repaired_bar
from privcausal.claims.privacy.propose_test_release_worlds import both_samples, far_apart, firm
from privcausal.pairs.iqr import distances, iqr
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import ProposeTestRelease
from privcausal.verify.audit import Outputs
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.claim import Claim
from privcausal.verify.statistics.exact import smallest_epsilon

Witness = dict[str, Any]
Floats = NDArray[np.float64]


# --- how often something is released from samples that are all unstable -------------------------------------------


def mechanism(epsilon: float, delta: float) -> ProposeTestRelease:
    return ProposeTestRelease(1.0, epsilon, delta, Relation.SUBSTITUTION)


def worst_slip(delta: float, columns: int = 1) -> Extreme:
    """The exact probability that a log-IQR which could not bear one change is released, or any of several."""
    pair = {**far_apart(1.0), "columns": columns}
    return Extreme(slip_of(pair, delta), pair, 1)


def slip_of(pair: Witness, delta: float) -> float:
    away = distances(both_samples(pair)[0])
    return 1 - mechanism(1.0, delta).refusal(away) ** int(pair["columns"])


def slips(size: int, rng: np.random.Generator, delta: float, columns: int = 1) -> NDArray[np.bool_]:
    """The same by simulation."""
    x = both_samples(far_apart(1.0))[0]
    one = mechanism(1.0, delta)
    draws = np.stack([one.sample(math.log(iqr(x)), distances(x), size, rng) for _ in range(columns)])
    smallest: Outputs = draws.min(axis=0)
    return np.isfinite(smallest)


def worst_slip_of_two(delta: float) -> Extreme:
    return worst_slip(delta, columns=2)


def slips_of_two(size: int, rng: np.random.Generator, delta: float) -> NDArray[np.bool_]:
    return slips(size, rng, delta, columns=2)


# --- four columns at once ----------------------------------------------------------------------------------------


def outcome_laws(pair: Witness, epsilon: float, delta: float) -> list[Floats]:
    """For each sample P(⊥), P(a value nearer the one before), P(a value nearer the one after)."""
    samples = both_samples(pair)
    logs = [math.log(iqr(sample)) for sample in samples]
    gap = abs(logs[1] - logs[0])
    bar = repaired_bar(epsilon, delta)
    full = [
        law(epsilon, bar, [distances(x)], [centre], [gap])[0]
        for x, centre in zip(samples, (0.0, gap), strict=True)
    ]
    middle = 1 + (len(full[0]) - 1) // 2
    return [np.array([one[0], one[1:middle].sum(), one[middle:].sum()]) for one in full]


def together(law: Floats, columns: int) -> Floats:
    """The law of several independent outcomes."""
    return np.array([math.prod(law[list(outcomes)]) for outcomes in product(range(len(law)), repeat=columns)])


def columns_loss(pair: Witness, epsilon: float, delta: float, columns: int, total: float) -> float:
    """A lower bound on the ε of all columns at δ = `total`: values are told apart only by which side they are on.

    If both regressions are 0 and y = x, all four columns are the same sample.
    """
    before, after = (together(one, columns) for one in outcome_laws(pair, epsilon, delta))
    return float(smallest_epsilon(before, after, total))


def neighbouring_samples(epsilon: float, delta: float) -> st.SearchStrategy[Witness]:
    """The two pairs of samples that need most."""
    return st.sampled_from([far_apart(epsilon), firm(epsilon)])


def loss_of_columns(claim: Claim, pair: Witness, epsilon: float, delta: float) -> float:
    """Four columns at the second parameter that the claim promises."""
    return finite(columns_loss(pair, epsilon, delta, 4, claim.formulas["delta"](delta=delta)))


def finite(loss: float) -> float:
    """Infinity, where no ε will do, as a number that a search can climb to."""
    return min(loss, 1e6)


COLUMNS_DELTA = 0.05


def four_columns(side: int, size: int, rng: np.random.Generator, epsilon: float, columns: int = 4) -> Outputs:
    """The smallest value that four columns release, all of them the same sample; ⊥ if none releases anything."""
    x = both_samples(far_apart(epsilon))[side]
    one = mechanism(epsilon, COLUMNS_DELTA)
    draws = np.stack([one.sample(math.log(iqr(x)), distances(x), size, rng) for _ in range(columns)])
    smallest: Outputs = draws.min(axis=0)
    return smallest


def six_columns(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return four_columns(side, size, rng, epsilon, columns=6)


# --- three mechanisms by advanced composition -----------------------------------------------------------------------


def response(epsilon: float, delta: float) -> list[Floats]:
    """The worst of all (ε, δ)-private mechanisms: with probability δ it tells all, else a randomised response."""
    yes = math.exp(epsilon) / (1 + math.exp(epsilon))
    first = np.array([delta, (1 - delta) * yes, (1 - delta) * (1 - yes), 0.0])
    return [first, first[::-1]]


def nothing_to_vary(**world: float) -> st.SearchStrategy[Witness]:
    return st.just({"each": "tells all with probability δ, else a randomised response"})


def loss_of_three(claim: Claim, each: Witness, epsilon: float, delta: float, columns: int = 3) -> float:
    """The exact ε of three of them, each (3ε, δ)-private, at the second parameter that the claim promises."""
    laws = [together(one, columns) for one in response(3 * epsilon, delta)]
    return finite(float(smallest_epsilon(laws[0], laws[1], claim.formulas["delta"](delta=delta))))


def loss_of_four(claim: Claim, each: Witness, epsilon: float, delta: float) -> float:
    """As if both values of the record were replaced: all four columns change."""
    return loss_of_three(claim, each, epsilon, delta, columns=4)


def loss_of_advanced(claim: Claim, each: Witness, epsilon_1: float, delta: float, delta_: float) -> float:
    """The exact ε of three of them at 3δ + δ′, over all 64 outcomes."""
    laws = [together(one, 3) for one in response(epsilon_1, delta)]
    total = claim.formulas["delta"](delta=delta, delta_=delta_)
    return finite(float(smallest_epsilon(laws[0], laws[1], total)))


def closed_form(epsilon_1: float, delta: float, delta_: float) -> Extreme:
    """By the closed form of the optimal composition theorem, solved for ε by bisection."""
    low, high = 0.0, 3 * epsilon_1
    for _ in range(100):
        middle = (low + high) / 2
        gains = (math.exp((3 - i) * epsilon_1) - math.exp(middle + i * epsilon_1) for i in range(4))
        pure = sum(math.comb(3, i) * max(0.0, gain) for i, gain in enumerate(gains))
        pure /= (1 + math.exp(epsilon_1)) ** 3
        excess = 1 - (1 - delta) ** 3 * (1 - pure) - 3 * delta - delta_
        low, high = (middle, high) if excess > 0 else (low, middle)
    return Extreme(low, {"each": "tells all with probability δ, else a randomised response"}, 1)


THREE_WORLDS = tuple(
    {"epsilon_1": e, "delta": 1e-6, "delta_": d}
    for e, d in ((0.01, 0.5), (0.02, 1e-2), (0.04, 1e-6), (0.04, 1e-13), (0.1, 1e-9), (0.3, 1e-2))
)
