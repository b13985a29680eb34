"""Five variables about people, a simulated village, and the search that chapters 12 to 14 share."""

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Edges = set[tuple[int, int]]
Given = tuple[int, ...]
Tables = Mapping[tuple[int, int], NDArray[np.float64]]
Search = Callable[[NDArray[np.int64], np.random.Generator], Edges]

NAMES = "young", "near", "reward", "learned", "hiv"
YOUNG, NEAR, REWARD, LEARNED, HIV = range(5)
"""Columns of the five variables, in all three chapters."""

SIZES = 2, 2, 3, 2, 2
"""Number of values of each variable, declared and not read off the data."""

PLACES = {
    "hiv": (0, 1),
    "young": (1, 2),
    "near": (2, 2),
    "reward": (3, 2),
    "learned": (2, 1),
    "partner": (2, 0),
}
"""Position of each variable in a drawing, with the sixth variable of chapter 12."""

TRUE_EDGES = {(YOUNG, LEARNED), (NEAR, LEARNED), (REWARD, LEARNED), (YOUNG, HIV)}
"""Edges of the simulated village, as pairs of columns."""

CAUTION = 1.64
"""Critical value of the search of chapter 13, in standard deviations of an answer."""

JOB_EFFECT = 0.20
"""Effect of the course on the probability of a job, in the table of the capstone."""


def cut(table: pd.DataFrame) -> NDArray[np.int64]:
    """Return the five variables as whole numbers, cut at places that do not depend on any record.

    >>> cut(pd.DataFrame({"age": [20], "distance": [3.0], "reward": [2.0], "learned": [1], "hiv": [0]})).tolist()
    [[1, 0, 2, 1, 0]]
    """
    reward = (table.reward > 0).astype(int) + (table.reward > 1.5)
    return np.column_stack([table.age < 30, table.distance < 2, reward, table.learned, table.hiv]).astype(int)


def village(n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Simulate the five variables for n people: the young and the far learn less often, a reward helps.

    >>> village(3, np.random.default_rng(0)).shape
    (3, 5)
    """
    young, near = (rng.random(n) < chance for chance in (0.45, 0.6))
    reward = rng.integers(0, 3, n)
    hiv = rng.random(n) < 0.30 - 0.15 * young
    learned = rng.random(n) < 0.25 + 0.15 * near + 0.20 * reward - 0.15 * young
    return np.column_stack([young, near, reward, learned, hiv]).astype(int)


def counted(people: NDArray[np.int64], x: int, y: int, given: Given = ()) -> NDArray[np.int64]:
    """Return a table of x against y in each stratum of the five variables, with the declared sizes.

    >>> counted(np.array([[1, 0, 2, 1, 0]]), YOUNG, NEAR, (HIV,)).tolist()
    [[[0, 0], [1, 0]], [[0, 0], [0, 0]]]
    """
    sizes = [SIZES[v] for v in (*given, x, y)]
    columns = [people[:, v] for v in (*given, x, y)]
    counts = np.bincount(np.ravel_multi_index(columns, sizes), minlength=math.prod(sizes))
    return counts.reshape(-1, SIZES[x], SIZES[y])


def excess(table: NDArray[np.int64]) -> int:
    """Return the number of concordant minus discordant pairs of people in a table of counts.

    >>> excess(np.array([[2, 0], [0, 3]])), excess(np.diag(np.array([60_000, 60_000], np.int32)))
    (6, 3600000000)
    """
    table = np.asarray(table, np.int64)  # in a browser whole numbers have 32 bits
    return int(
        sum(
            table[i, j] * (table[i + 1 :, j + 1 :].sum() - table[i + 1 :, :j].sum())
            for i, j in np.ndindex(*table.shape)
        )
    )


def pc_questions(edges: Edges, order: int) -> Iterator[tuple[tuple[int, int], list[Given]]]:
    """Yield each edge with the sets of `order` neighbours of either end.

    >>> list(pc_questions({(0, 1), (1, 2)}, 1))
    [((0, 1), [(2,)]), ((1, 2), [(0,)])]
    """
    near: dict[int, set[int]] = {v: set() for edge in edges for v in edge}
    for x, y in edges:
        near[x].add(y)
        near[y].add(x)
    for x, y in sorted(edges):
        sides = sorted(near[x] - {y}), sorted(near[y] - {x})
        yield (
            (x, y),
            sorted({conditioning_set for side in sides for conditioning_set in combinations(side, order)}),
        )


def pc_skeleton(
    nodes: int, independent: Callable[[int, int, Given], bool]
) -> tuple[Edges, dict[tuple[int, int], Given]]:
    """Return the edges that stay, and the separating set of each pair that is deleted, as in chapter 12.

    >>> pc_skeleton(3, lambda x, y, conditioning_set: (x, y, conditioning_set) == (0, 2, (1,)))
    ({(0, 1), (1, 2)}, {(0, 2): (1,)})
    """
    edges, separators = set(combinations(range(nodes), 2)), {}
    for order in range(nodes - 1):
        for edge, sets in list(pc_questions(edges, order)):
            conditioning_set = next(
                (conditioning_set for conditioning_set in sets if independent(*edge, conditioning_set)), None
            )
            if conditioning_set is not None:
                separators[edge] = conditioning_set
                edges.discard(edge)
    return edges, separators


def arrows(edges: Edges, separators: Mapping[tuple[int, int], Given]) -> Edges:
    """Return the v-structures, and the arrows that follow from them, each as a pair of tail and head.

    >>> sorted(arrows({(0, 2), (1, 2), (2, 3)}, {(0, 1): (), (0, 3): (2,), (1, 3): (2,)}))
    [(0, 2), (1, 2), (2, 3)]
    """

    def neighbours(v: int) -> set[int]:
        return {w for edge in edges if v in edge for w in edge} - {v}

    results = set()
    for (a, c), separator in separators.items():
        for b in neighbours(a) & neighbours(c) - set(separator):
            results |= {(a, b), (c, b)}
    while True:
        new = {
            (b, c)
            for a, b in results
            for c in neighbours(b) - {a}
            if (min(a, c), max(a, c)) in separators and not {(b, c), (c, b)} & results
        }
        if not new:
            return results
        results |= new


def job_centre(n: int = 6_000) -> NDArray[np.int64]:
    """Simulate the table of the capstone in chapter 14: invited, came, poor and job, each 0 or 1.

    >>> job_centre().mean(axis=0).round(1).tolist()
    [0.5, 0.5, 0.4, 0.4]
    """
    rng = np.random.default_rng(20_26)
    invited, poor = rng.random(n) < 0.5, rng.random(n) < 0.4
    came = rng.random(n) < 0.15 + 0.45 * invited + 0.20 * poor
    job = rng.random(n) < 0.45 + JOB_EFFECT * came - 0.30 * poor
    return np.column_stack([invited, came, poor, job]).astype(int)


def scores(tables: Tables, v: int, n: int) -> NDArray[np.float64]:
    """Return scores of the values of one column with mean 0 and variance 1, from two-way tables of n people.

    >>> scores({(0, 1): np.array([[40.0, 10.0], [10.0, 40.0]])}, 0, 100).tolist()
    [-1.0, 1.0]
    """
    sides = [table.sum(axis=1 if v == pair[0] else 0) for pair, table in tables.items() if v in pair]
    shares = np.mean(sides, axis=0) / n
    centred = np.arange(len(shares)) - shares @ np.arange(len(shares))
    variance = max(float(shares @ centred**2), 1 / n)  # noise can make it negative
    return np.asarray(centred / math.sqrt(variance))


def correlations(tables: Tables, n: int, sigma: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return every correlation, and the standard deviation of its noise, from two-way tables of n people.

    >>> r, noise = correlations({(0, 1): np.array([[40.0, 10.0], [10.0, 40.0]])}, 100, 5.0)
    >>> print(f"{r[0, 1]:.2f} {noise[0, 1]:.2f}")
    0.60 0.10
    """
    d = 1 + max(y for _, y in tables)
    r, noise = np.eye(d), np.zeros((d, d))
    a = [scores(tables, v, n) for v in range(d)]
    for (x, y), table in tables.items():
        r[x, y] = r[y, x] = a[x] @ table @ a[y] / n
        noise[x, y] = noise[y, x] = sigma * np.linalg.norm(a[x]) * np.linalg.norm(a[y]) / n
    return r, noise


def partial(
    r: NDArray[np.float64], noise: NDArray[np.float64], x: int, y: int, s: int
) -> tuple[float, float]:
    """Return the correlation of x and y given s, and the standard deviation of its noise.

    >>> r = np.array([[1, 0.5, 0.6], [0.5, 1, 0.6], [0.6, 0.6, 1]])
    >>> print("{:.2f} {:.3f}".format(*partial(r, np.full((3, 3), 0.1), 0, 1, 2)))
    0.22 0.205
    """
    rest = math.sqrt(max((1 - r[x, s] ** 2) * (1 - r[y, s] ** 2), 1e-9))
    parts = noise[x, y], r[y, s] * noise[x, s], r[x, s] * noise[y, s]
    return float(r[x, y] - r[x, s] * r[y, s]) / rest, math.hypot(*parts) / rest


def damped(tables: NDArray[np.int64]) -> float:
    """Return the damped test statistic z′ of chapter 13 from a two-way table for each stratum.

    >>> round(damped(np.array([[[30, 10], [20, 40]]])), 2)
    2.86
    >>> round(damped(np.array([[[300_000, 100_000], [200_000, 400_000]]], np.int32)), 1)
    286.3
    """
    sizes = tables.sum(axis=(1, 2), dtype=float)  # in a browser whole numbers have 32 bits
    surplus = np.array([float(excess(table)) for table in tables])
    terms = np.sqrt(sizes**2 + 2 * np.abs(surplus)) - sizes
    return float(3 * np.sum(np.sign(surplus) * terms) / math.sqrt(sizes.sum()))


def private_skeleton(
    people: NDArray[np.int64], rho: float, rng: np.random.Generator, caution: float = CAUTION
) -> Edges:
    """Return the edges that the search of chapter 13 keeps for rho, half of it at order 0 and half at order 1.

    It adds plain normal noise and charges no budget, so it is for simulated people only. A release about real people
    needs `GaussianNoise` and a privacy filter, as in the chapter.

    >>> private_skeleton(village(2_834, np.random.default_rng(2)), 1e6, np.random.default_rng(0)) == TRUE_EDGES
    True
    """
    edges, sensitivity = set(combinations(range(people.shape[1]), 2)), 6 / math.sqrt(len(people))
    for order in (0, 1):
        questions = [(edge, given) for edge, sets in pc_questions(edges, order) for given in sets]
        sigma = sensitivity * math.sqrt(len(questions) / rho)
        for edge, given in questions:
            if abs(rng.normal(damped(counted(people, *edge, given)), sigma)) < caution * math.hypot(1, sigma):
                edges.discard(edge)
    return edges


def order_zero(people: NDArray[np.int64], rho: float, rng: np.random.Generator, caution: float) -> Edges:
    """Return the edges that ten tests of order 0 keep, if they spend the whole of rho.

    Two yes-or-no variables get half the noise, because without strata a person changes their z′ by less than 3/√n.
    Like `private_skeleton` it is for simulated people only.

    >>> ten = order_zero(village(2_834, np.random.default_rng(2)), 1e6, np.random.default_rng(0), 2.58)
    >>> ten == TRUE_EDGES
    True
    """
    pairs, edges = list(combinations(range(people.shape[1]), 2)), set()
    for x, y in pairs:
        bound = (3 if SIZES[x] == SIZES[y] == 2 else 6) / math.sqrt(len(people))
        sigma = bound * math.sqrt(len(pairs) / (2 * rho))
        if abs(rng.normal(damped(counted(people, x, y)), sigma)) >= caution * math.hypot(1, sigma):
            edges.add((x, y))
    return edges


def mean_edges(size: int, search: Search) -> NDArray[np.float64]:
    """Return the mean numbers of right and of wrong edges that a search finds in 100 villages of this size.

    >>> mean_edges(10, lambda people, rng: {(YOUNG, HIV), (NEAR, HIV)}).tolist()
    [1.0, 1.0]
    """
    rng = np.random.default_rng(size)
    runs = [search(village(size, rng), rng) for _ in range(100)]
    return np.asarray(np.mean([(len(run & TRUE_EDGES), len(run - TRUE_EDGES)) for run in runs], axis=0))
