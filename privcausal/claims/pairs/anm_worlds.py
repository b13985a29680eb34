"""What the additive noise model is measured on: every small model, exactly."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.pairs.rank_worlds import unsigned_change, worst_unsigned_kendall
from privcausal.claims.specimens.pairs import noise_for_everyone
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Outputs
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.evidence import Number

Model = dict[str, list[int]]
"""f(0), f(1), …; and whole-number weights of the values 0, 1, … of the cause and of the noise."""

Joint = dict[tuple[Fraction, Fraction], Fraction]
"""The exact distribution of two columns."""

# --- a finite world, in fractions -----------------------------------------------------------------------------


def joint_of(model: Model) -> Joint:
    """The distribution of (X, f(X) + N), X and N independent."""
    f, weights, noise = model["f"], model["x"], model["noise"]
    total = sum(weights) * sum(noise)
    joint: Joint = {}
    for x, y, share in (
        (x, f[x] + u, weights[x] * noise[u]) for x in range(len(f)) for u in range(len(noise))
    ):
        key = Fraction(x), Fraction(y)
        joint[key] = joint.get(key, Fraction(0)) + Fraction(share, total)
    return {key: share for key, share in joint.items() if share}


def means_given_first(joint: Joint) -> dict[Fraction, Fraction]:
    """E[second | first], the best regression there is."""
    weight: dict[Fraction, Fraction] = {}
    sums: dict[Fraction, Fraction] = {}
    for (a, b), share in joint.items():
        weight[a] = weight.get(a, Fraction(0)) + share
        sums[a] = sums.get(a, Fraction(0)) + share * b
    return {a: sums[a] / weight[a] for a in weight}


def dependence(joint: Joint) -> Fraction:
    """Σ (p(a,b) − p(a)p(b))²: HSIC of the population with the kernel “equal or not”; 0 only for independence."""
    first: dict[Fraction, Fraction] = {}
    second: dict[Fraction, Fraction] = {}
    for (a, b), share in joint.items():
        first[a] = first.get(a, Fraction(0)) + share
        second[b] = second.get(b, Fraction(0)) + share
    pairs = product(first, second)
    return sum(((joint.get((a, b), Fraction(0)) - first[a] * second[b]) ** 2 for a, b in pairs), Fraction(0))


def with_residual(joint: Joint, curve: dict[Fraction, Fraction]) -> Joint:
    """The distribution of (first, second − curve(first)); off the curve's domain it is 0."""
    result: Joint = {}
    for (a, b), share in joint.items():
        key = a, b - curve.get(a, Fraction(0))
        result[key] = result.get(key, Fraction(0)) + share
    return result


def both_scores(model: Model) -> tuple[Fraction, Fraction]:
    """s(X, r_Y) and s(Y, r_X) of a model, exactly."""
    forward = joint_of(model)
    backward = {(y, x): share for (x, y), share in forward.items()}
    scores = [dependence(with_residual(j, means_given_first(j))) for j in (forward, backward)]
    return scores[0], scores[1]


def lead_of_the_wrong(model: Model) -> Fraction:
    """s(X, r_Y) − s(Y, r_X): above 0, Algorithm 1 would be wrong."""
    forward, backward = both_scores(model)
    return forward - backward


def lead_of_the_wrong_with_one_regressor(model: Model) -> Fraction:
    """The same, when both residuals come from the regression of X on Y."""
    forward = joint_of(model)
    backward = {(y, x): share for (x, y), share in forward.items()}
    curve = means_given_first(backward)
    return dependence(with_residual(forward, curve)) - dependence(with_residual(backward, curve))


def lead_of_the_wrong_with_growing_noise(model: Model) -> Fraction:
    """The same, when the noise is f(X)·N instead of N: no longer an additive noise model."""
    f, weights, noise = model["f"], model["x"], model["noise"]
    total = sum(weights) * sum(noise)
    joint: Joint = {}
    for x, u in product(range(len(f)), range(len(noise))):
        key = Fraction(x), Fraction(f[x] * u)
        joint[key] = joint.get(key, Fraction(0)) + Fraction(weights[x] * noise[u], total)
    backward = {(y, x): share for (x, y), share in joint.items()}
    scores = [dependence(with_residual(j, means_given_first(j))) for j in (joint, backward)]
    return scores[0] - scores[1]


def worst_over_functions(lead: Callable[[Model], Fraction], p: int, q: int, r: int) -> Extreme:
    """All functions from p causes to r values, with uniform cause and noise on q values."""
    best: tuple[Fraction, Model] | None = None
    cases = 0
    for f in product(range(r), repeat=p):
        model = {"f": list(f), "x": [1] * p, "noise": [1] * q}
        value = lead(model)
        cases += 1
        if best is None or value > best[0]:
            best = value, model
    assert best is not None
    return Extreme(best[0], best[1], cases)


def worst_anm(p: int, q: int, r: int) -> Extreme:
    return worst_over_functions(lead_of_the_wrong, p, q, r)


def worst_with_one_regressor(p: int, q: int, r: int) -> Extreme:
    return worst_over_functions(lead_of_the_wrong_with_one_regressor, p, q, r)


def worst_with_growing_noise(p: int, q: int, r: int) -> Extreme:
    return worst_over_functions(lead_of_the_wrong_with_growing_noise, p, q, r)


def replay_lead(model: Model, **world: int) -> Number:
    return lead_of_the_wrong(model)


def models(p: int, q: int) -> st.SearchStrategy[Model]:
    """Any weights of the cause and of the noise, any function."""
    weights = {"x": p, "noise": q}
    columns = {
        name: st.lists(st.integers(1, 5), min_size=size, max_size=size) for name, size in weights.items()
    }
    return st.fixed_dictionaries({"f": st.lists(st.integers(0, 4), min_size=p, max_size=p), **columns})


def lead_of_any(model: Model, p: int, q: int) -> Number:
    return lead_of_the_wrong(model)


def lead_of_any_with_one_regressor(model: Model, p: int, q: int) -> Number:
    return lead_of_the_wrong_with_one_regressor(model)


# --- noise for everyone, scores of half ------------------------------------------------------------------------


def worst_of_half(n: int) -> Extreme:
    """The largest change of |τ| of the tested half of n records."""
    return worst_unsigned_kendall(n // 2)


def change_of_half(pair: dict[str, Any], n: int) -> Number:
    return unsigned_change(pair, n // 2)


HALF_OF_ALL = 50
"""Test records in the audit; Kendall's τ of two neighbouring test sets that differ as much as they can:"""
TEST_SCORES = (0.0, 4 / HALF_OF_ALL)


def code_outputs(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return noise_for_everyone(TEST_SCORES[side], 2 * HALF_OF_ALL, epsilon, size, rng)


def code_exhibit(side: int, size: int, rng: np.random.Generator) -> Outputs:
    return code_outputs(side, size, rng, 1.0)


def honest_exhibit(side: int, size: int, rng: np.random.Generator) -> Outputs:
    mechanism = Laplace(4 / HALF_OF_ALL, 1.0, Relation.SUBSTITUTION)
    return mechanism.sample(TEST_SCORES[side], size, rng)[:, None]
