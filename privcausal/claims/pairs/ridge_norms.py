"""How long the minimiser of a ridge regression can be: what is printed, what is true, and where they meet."""

import math

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.pairs.ridge_worlds import (
    Pair,
    legal,
    records,
    steady,
    train,
)


def levels(lamda: float) -> st.SearchStrategy[Pair]:
    """Training records in equal shares, and a vector w at which the objective is to be no larger than at 0."""
    shared = st.lists(records(), min_size=1, max_size=3)
    return st.fixed_dictionaries({"shared": shared, "w": st.lists(st.floats(-2, 2), min_size=3, max_size=3)})


def level_start(lamda: float) -> list[Pair]:
    """A vector that predicts every outcome, just long enough to cost what 0 costs."""
    along = math.sqrt(lamda / 2)
    # A hair shorter than √(2/λ), so that rounding cannot lift the objective above its value at 0.
    return [{"shared": [[along, 0.0, 0.0, 1.0]], "w": [(1 - 1e-9) / along, 0.0, 0.0]}]


def stretched(case: Pair, rng: np.random.Generator) -> Pair:
    """The same records, and a vector of slightly another length."""
    return {**case, "w": [round(float(value * np.exp(1e-3 * rng.normal())), 9) for value in case["w"]]}


def norm_below_zero_level(case: Pair, lamda: float) -> float:
    """‖w‖, if the objective at w is at most its value at 0: all that “plugging in 0” says about the minimiser."""
    weights = np.array(case["w"])
    rows = [legal(record) for record in case["shared"]]
    loss = float(np.mean([(weights @ feature - label) ** 2 for feature, label in rows]))
    at_zero = float(np.mean([label**2 for _, label in rows]))
    fits = lamda / 2 * float(weights @ weights) + loss <= at_zero
    return steady(float(np.linalg.norm(weights))) if fits else 0.0


def minimiser_norm(pair: Pair, n: int, lamda: float) -> float:
    """‖w‖ of the minimiser itself."""
    return steady(float(np.linalg.norm(train(pair, "before", n, lamda))))
