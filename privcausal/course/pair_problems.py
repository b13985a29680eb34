"""Problems of chapters 9 to 11: an effect with its interval, ranks, residuals."""

import math
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

import numpy as np

from privcausal.course.check import Answer, problem, same
from privcausal.pairs.hsic import hsic as library_hsic
from privcausal.pairs.rank import kendall as library_kendall
from privcausal.pairs.ridge import GaussianKernel


@problem(chapter=9)
def effect(mine: Answer) -> Iterator[str | None]:
    """`effect(counts, scale)` is a difference in proportions, with an interval for random assignment and noise."""
    cases: Sequence[tuple[list[list[int]], float]] = (
        ([[5, 5], [5, 5]], 0.0),
        ([[8, 2], [3, 7]], 0.0),
        ([[80, 20], [30, 170]], 10.0),
        ([[412, 211], [466, 1745]], 10.0),
    )
    for counts, scale in cases:
        wanted, variance = 0.0, 0.0
        for (away, came), sign in zip(counts, (-1, 1), strict=True):
            people, share = away + came, came / (away + came)
            wanted += sign * share
            variance += share * (1 - share) / people
            variance += 2 * scale**2 * (share**2 + (1 - share) ** 2) / people**2
        half = 1.96 * math.sqrt(variance)
        call = f"effect({counts}, {scale:g})"
        yield same(call, mine(np.array(counts), scale), [wanted, wanted - half, wanted + half], 1e-6)


@problem(chapter=10)
def kendall(mine: Answer) -> Iterator[str | None]:
    """`kendall(x, y)` is concordant minus discordant pairs, over all pairs; a tied pair is neither."""
    for x, y in (([1, 2], [1, 2]), ([1, 2, 3], [1, 3, 2]), ([1, 1, 2], [1, 2, 2]), ([3, 3], [1, 2])):
        call = f"kendall({x}, {y})"
        yield same(call, mine(np.array(x), np.array(y)), library_kendall(x, y))
    rng = np.random.default_rng(8)
    x, y = rng.integers(0, 9, (2, 1_000))
    yield same("kendall of 1,000 records with ties", mine(x, y), library_kendall(x, y))


@problem(chapter=10)
def worst_change(mine: Answer) -> Iterator[str | None]:
    """`worst_change(statistic, m, values)` is the most that one record changes it, over all tables of such entries."""
    for name, score in (
        ("Kendall's τ", library_kendall),
        ("share of pairs tied in x", _tied),
        ("Σ xy", _dot),
    ):
        for m, values in ((2, [1, 2]), (2, [1, 2, 3]), (3, [1, 2, 5])):
            call = f"worst_change({name}, {m}, {values})"
            yield same(call, mine(score, m, values), _search_all(score, m, values))


Column = Sequence[float]


def _tied(x: Column, y: Column) -> float:
    """Return a score that a search without ties takes for constant."""
    return sum(a == b for a, b in combinations(x, 2)) / math.comb(len(x), 2)


def _dot(x: Column, y: Column) -> float:
    """Return a score that depends on the values themselves."""
    return sum(a * b for a, b in zip(x, y, strict=True))


def _search_all(score: Callable[[Column, Column], float], m: int, values: Column) -> float:
    """Return the largest change between tables that differ in their last record, by trying all of them."""
    tables = [list(zip(*table, strict=True)) for table in product(product(values, repeat=2), repeat=m)]
    scores = np.array([score(*table) for table in tables]).reshape(-1, len(values) ** 2)
    return float(np.max(np.ptp(scores, axis=1)))


@problem(chapter=11)
def hsic(mine: Answer) -> Iterator[str | None]:
    """`hsic(x, y, width)` is HSIC with Gaussian kernels of that bandwidth; it holds no m × m matrix."""
    rng = np.random.default_rng(9)
    for m, width in ((2, 1.0), (3, 0.5), (50, 0.4)):
        x, y = rng.uniform(-1, 1, (2, m)).round(2)
        wanted = library_hsic(x, y, kernel_x=GaussianKernel(width), kernel_y=GaussianKernel(width))
        yield same(f"hsic({list(x[:3])}…, {list(y[:3])}…, {width})", mine(x, y, width), wanted)
    x, y = rng.uniform(-1, 1, (2, 1_000))
    tracemalloc.start()
    mine(x, y, 0.4)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    yield "hsic of 1,000 records holds a matrix of them all" if most > 2e6 else None
