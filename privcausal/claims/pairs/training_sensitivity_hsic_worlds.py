"""What HSIC's training set is attacked with: retrained regressions and matrices."""

import math
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.pairs.ridge import ridge_ours
from privcausal.claims.pairs.ridge_worlds import (
    Floats,
    Pair,
    extremal,
    neighbouring_sets,
    nudged,
    records,
    steady,
    train,
)
from privcausal.pairs.hsic import Same, hsic
from privcausal.pairs.ridge import Gaussian, Kernel, fit


def centred(matrix: Floats) -> Floats:
    """HKH: rows and columns with mean 0."""
    result: Floats = matrix - matrix.mean(axis=0) - matrix.mean(axis=1)[:, None] + matrix.mean()
    return result


@dataclass(frozen=True)
class Ramp:
    """½(1 + h(r)h(r′)), h a ramp of slope 2L between −1 and 1: positive definite, in [0, 1], and L-Lipschitz."""

    L: float

    def __call__(self, a: Floats, b: Floats) -> Floats:
        """The matrix of all values."""
        first, second = (np.clip(2 * self.L * column, -1, 1) for column in (a, b))
        values: Floats = 0.5 * (1 + np.outer(first, second))
        return values


def bell(L: float) -> Gaussian:
    """The Gaussian kernel of the difference whose steepest slope is L."""
    return Gaussian(1 / (L * math.sqrt(math.e)))


def camps(m: int) -> Floats:
    """Test inputs in two camps, one half each."""
    return np.where(np.arange(m) < m // 2, 1.0, -1.0)


def hsic_sets(n: int, m: int, lamda: float, L: float) -> st.SearchStrategy[Pair]:
    """Neighbouring training sets, and what the two camps of test records see: ±`probe`, at height ±`offset`."""
    extra = {"probe": records(), "offset": st.floats(0, 1)}
    return st.tuples(neighbouring_sets(n, lamda), st.fixed_dictionaries(extra)).map(
        lambda two: two[0] | two[1]
    )


def hsic_starts(n: int, m: int, lamda: float, L: float) -> list[Pair]:
    """Camps on either side of the direction in which the extremal pair moves; offsets where kernels are steep."""
    base = extremal(n, lamda)[0]
    # The ramp is to be left at its upper end, the bell at its steepest place.
    offsets = (1 / (2 * L) - ridge_ours(n, lamda) / 2, 0.5 / (L * math.sqrt(math.e)))
    return [{**base, "probe": [0.0, 0.0, 1.0, 0.0], "offset": min(1.0, offset)} for offset in offsets]


def hsic_nudge(pair: Pair, rng: np.random.Generator) -> Pair:
    if rng.random() < 0.3:
        offset = round(float(np.clip(pair["offset"] * (1 + 0.01 * rng.normal()), 0, 1)), 9)
        return {**pair, "offset": offset}
    return {**nudged(pair, rng), "probe": pair["probe"], "offset": pair["offset"]}


def residual_sides(pair: Pair, n: int, m: int, lamda: float) -> list[Floats]:
    """The test residuals after training on either side."""
    probe = np.array(pair["probe"][:3])
    probe = probe / max(1.0, float(np.linalg.norm(probe)))
    heights = [pair["offset"] - float(train(pair, side, n, lamda) @ probe) for side in ("before", "after")]
    return [camps(m) * height for height in heights]


def camp_change(pair: Pair, n: int, m: int, lamda: float, kernel: Kernel) -> float:
    """The change of the library's HSIC between camp and residual."""
    before, after = (
        hsic(camps(m), r, kernel_x=Same(), kernel_y=kernel) for r in residual_sides(pair, n, m, lamda)
    )
    return steady(abs(after - before))


def hsic_ramp_change(pair: Pair, n: int, m: int, lamda: float, L: float) -> float:
    return camp_change(pair, n, m, lamda, Ramp(L))


def hsic_bell_change(pair: Pair, n: int, m: int, lamda: float, L: float) -> float:
    return camp_change(pair, n, m, lamda, bell(L))


def hsic_over_m(pair: Pair, n: int, m: int, lamda: float, L: float) -> float:
    """The wrong score: divided by m − 1 once instead of twice."""
    return (m - 1) * hsic_ramp_change(pair, n, m, lamda, L)


def bell_over_m(pair: Pair, n: int, m: int, lamda: float, L: float) -> float:
    return (m - 1) * hsic_bell_change(pair, n, m, lamda, L)


def columns_and_tests(n: int, m: int, lamda: float, L: float) -> st.SearchStrategy[Pair]:
    number = st.floats(-1, 1)

    def column(size: int) -> st.SearchStrategy[list[float]]:
        return st.lists(number, min_size=size, max_size=size)

    names = {"x": n - 1, "y": n - 1, "before": 2, "after": 2, "test_x": m, "test_y": m}
    return st.fixed_dictionaries({name: column(size) for name, size in names.items()})


def column_starts(n: int, m: int, lamda: float, L: float) -> list[Pair]:
    """Everyone at 0; test records at 0 and far away, with outcomes half a kernel's width apart."""
    camp = [0.0] * (m // 2) + [1.0] * (m - m // 2)
    apart = [0.6 * (x - 0.5) for x in camp]
    others = {"x": [0.0] * (n - 1), "y": [0.0] * (n - 1), "test_x": camp, "test_y": apart}
    return [{**others, "before": [0.0, 1.0], "after": [0.0, -1.0]}]


def column_nudge(pair: Pair, rng: np.random.Generator) -> Pair:
    name = sorted(pair)[int(rng.integers(len(pair)))]
    column = list(pair[name])
    place = int(rng.integers(len(column)))
    column[place] = round(float(np.clip(column[place] + 0.3 * rng.normal(), -1, 1)), 6)
    return {**pair, name: column}


def hsic_retrained(pair: Pair, n: int, m: int, lamda: float, L: float) -> float:
    """Everything by the library on real columns: two fits with a Gaussian kernel, two HSIC scores."""
    x, y = np.array(pair["test_x"]), np.array(pair["test_y"])
    scores = []
    for spot in (pair["before"], pair["after"]):
        f = fit([*pair["x"], spot[0]], [*pair["y"], spot[1]], penalty=lamda, kernel=Gaussian(0.3))
        scores.append(hsic(x, y - f.predict(x), kernel_x=Gaussian(0.3), kernel_y=bell(L)))
    return steady(abs(scores[1] - scores[0]))


def symmetric_matrices(m: int) -> st.SearchStrategy[Pair]:
    size = m * (m + 1) // 2
    entries = st.lists(st.sampled_from([0.0, 1.0, 0.5]), min_size=size, max_size=size)
    return st.fixed_dictionaries({"triangle": entries})


def block_matrix(m: int) -> list[Pair]:
    blocks = Same()(camps(m), camps(m))
    return [{"triangle": [float(value) for value in blocks[np.triu_indices(m)]]}]


def flipped_entry(case: Pair, rng: np.random.Generator) -> Pair:
    entries = list(case["triangle"])
    entries[int(rng.integers(len(entries)))] = round(float(rng.random()), 6)
    return {"triangle": entries}


def centred_norm(case: Pair, m: int) -> float:
    """‖HKH‖ for a symmetric matrix with entries in [0, 1], given by its upper triangle."""
    matrix = np.zeros((m, m))
    matrix[np.triu_indices(m)] = case["triangle"]
    matrix = np.maximum(matrix, matrix.T)
    return steady(float(np.linalg.norm(centred(matrix))))


HSIC_WORLDS = (
    {"n": 1000, "m": 2, "lamda": 1.0, "L": 0.5},
    {"n": 1000, "m": 10, "lamda": 1.0, "L": 0.5},
    {"n": 10**6, "m": 100, "lamda": 0.1, "L": 0.5},
)
