"""What rank scores' training set is attacked with: retrained regressions."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.pairs.ridge_worlds import (
    Floats,
    Pair,
    extremal,
    neighbouring_sets,
    small_columns,
    steady,
    swinging_record,
    train,
)
from privcausal.pairs.rank import concordance, kendall, quadrupled_rank_distance, spearman
from privcausal.pairs.ridge import Gaussian, fit
from privcausal.verify.checks.exhaustive import Extreme


def exact_score(score: str, x: list[Fraction], r: list[Fraction]) -> Fraction:
    """A rank score as a fraction; order is all it sees, so ranks stand in for the numbers."""
    places = [[sorted(set(column)).index(value) for value in column] for column in (x, r)]
    m = len(x)
    if score.strip("|") == "τ":
        value = Fraction(2 * concordance(*places).excess, m * (m - 1))
    else:
        value = 1 - Fraction(6 * quadrupled_rank_distance(*places), 4 * m * (m * m - 1))
    return abs(value) if score.startswith("|") else value


def line_through(record: list[int], n: int, lamda: int) -> Fraction:
    """The slope that ridge regression with the kernel xx′ fits to n − 1 records (0, 0) and this one: exact."""
    x, y = record
    return Fraction(2 * x * y, n) / (lamda + Fraction(2 * x * x, n))


def order_without_correlation(score: str, m: int) -> tuple[int, ...]:
    """An arrangement of 0 … m − 1 whose score is exactly 0; there is one for m = 4, 5, 8, 9, …"""
    line = [Fraction(i) for i in range(m)]
    return next(p for p in permutations(range(m)) if not exact_score(score, line, [Fraction(i) for i in p]))


def tiny_steps(score: str, m: int) -> list[Fraction]:
    """Test outcomes: all 0 for a signed score; for an unsigned one, tiny numbers in an order of score 0."""
    if not score.startswith("|"):
        return [Fraction(0)] * m
    return [Fraction(i, 10**9) for i in order_without_correlation(score, m)]


def worst_rank_training(score: str, m: int, n: int, lamda: int) -> Extreme:
    """A training record that turns a line around, or lays it flat: the residuals follow."""
    after = [1, 0] if score.startswith("|") else [1, -1]
    witness: dict[str, Any] = {
        "before": [1, 1],
        "after": after,
        "x": [Fraction(i + 1, m) for i in range(m)],
        "y": tiny_steps(score, m),
    }
    values = []
    for record in (witness["before"], after):
        slope = line_through(record, n, lamda)
        residuals = [y - slope * x for x, y in zip(witness["x"], witness["y"], strict=True)]
        values.append(exact_score(score, witness["x"], residuals))
    return Extreme(abs(values[1] - values[0]), witness, 2)


def linear(a: Floats, b: Floats) -> Floats:
    """The kernel xx′."""
    return np.outer(a, b)


def retrained_rank_change(witness: dict[str, Any], score: str, m: int, n: int, lamda: int) -> float:
    """The same by retraining with the library, and its scores."""
    statistic = kendall if score.strip("|") == "τ" else spearman
    x, y = (np.array([float(Fraction(value)) for value in witness[name]]) for name in "xy")
    values = []
    for side in ("before", "after"):
        record = witness[side]
        regression = fit(
            [0.0] * (n - 1) + record[:1], [0.0] * (n - 1) + record[1:], penalty=lamda, kernel=linear
        )
        value = statistic(x, y - regression.predict(x))
        values.append(abs(value) if score.startswith("|") else value)
    return abs(values[1] - values[0])


def small_outcomes(score: str, m: int) -> list[float]:
    return [float(value) for value in tiny_steps(score, m)]


def swung_record(score: str, m: int, n: int, lamda: float) -> st.SearchStrategy[Pair]:
    """A record before and after; a Gaussian kernel; test outcomes of no or tiny size."""
    spot = st.lists(st.floats(-1, 1), min_size=2, max_size=2)
    outcomes = st.just(small_outcomes(score, m))
    return st.fixed_dictionaries({"before": spot, "after": spot, "width": st.floats(0.3, 3), "y": outcomes})


def swung_starts(score: str, m: int, n: int, lamda: float) -> list[Pair]:
    after = [1.0, 0.0] if score.startswith("|") else [1.0, -1.0]
    return [{"before": [1.0, 1.0], "after": after, "width": 1.0, "y": small_outcomes(score, m)}]


def swung_nudge(pair: Pair, rng: np.random.Generator) -> Pair:
    name = ("before", "after")[int(rng.integers(2))]
    column = np.clip(np.array(pair[name]) + 0.3 * rng.normal(size=2), -1, 1)
    return {**pair, name: [round(float(value), 6) for value in column]}


def gaussian_rank_change(pair: Pair, score: str, m: int, n: int, lamda: float) -> float:
    """The other records stand at (−1, 0); the library is trained on both sides with a Gaussian kernel."""
    x, y = np.arange(1, m + 1) / m, np.array(pair["y"])
    statistic = kendall if score.strip("|") == "τ" else spearman
    values = []
    for side in ("before", "after"):
        u, v = pair[side]
        f = fit([-1.0] * (n - 1) + [u], [0.0] * (n - 1) + [v], penalty=lamda, kernel=Gaussian(pair["width"]))
        value = statistic(x, y - f.predict(x))
        values.append(abs(value) if score.startswith("|") else value)
    return abs(values[1] - values[0])


RANK_WORLDS = tuple(
    {"score": score, "m": m, "n": n, "lamda": 1} for score in ("|ρ|", "|τ|") for m, n in ((4, 2), (5, 200))
)


GAP_PROBES = np.linspace(-1, 1, 21)


def gap_change(pair: Pair, n: int, lamda: float, s: float) -> float:
    """The change of f(x) − f(x′) at two places whose features lie s apart, along the change of w."""
    step = train(pair, "after", n, lamda) - train(pair, "before", n, lamda)
    length = float(np.linalg.norm(step))
    if length == 0:
        return 0.0
    high, low = s / 2 * step / length, -s / 2 * step / length
    return steady(abs(float(step @ high) - float(step @ low)))


def gap_sets(n: int, lamda: float, s: float) -> st.SearchStrategy[Pair]:
    return neighbouring_sets(n, lamda)


def gap_extremal(n: int, lamda: float, s: float) -> list[Pair]:
    return extremal(n, lamda)


def gap_columns(n: int, lamda: float, s: float) -> st.SearchStrategy[Pair]:
    return small_columns(n, lamda)


def gap_column_starts(n: int, lamda: float, s: float) -> list[Pair]:
    return swinging_record(n, lamda)


def retrained_gap_change(pair: Pair, n: int, lamda: float, s: float) -> float:
    """Fit both sides with the library; the largest change of a difference, per unit of distance of the features."""
    kernel = Gaussian(pair["width"])
    curves = [
        fit([*pair["x"], spot[0]], [*pair["y"], spot[1]], penalty=lamda, kernel=kernel).predict(GAP_PROBES)
        for spot in (pair["before"], pair["after"])
    ]
    moves = curves[1] - curves[0]
    apart = np.sqrt(2 - 2 * kernel(GAP_PROBES, GAP_PROBES))
    first, second = np.triu_indices(len(moves), 1)
    return steady(float((np.abs(moves[first] - moves[second]) / apart[first, second]).max()) * s)
