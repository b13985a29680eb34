"""Two explorers about a private graph: what a noisy test can detect, and one release against test by test."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal import plots
from privcausal.course.village import (
    CAUTION,
    LEARNED,
    NAMES,
    NEAR,
    REWARD,
    SIZES,
    TRUE_EDGES,
    YOUNG,
    Edges,
    correlations,
    counted,
    damped,
    partial,
    pc_skeleton,
    private_skeleton,
    village,
)
from privcausal.explorers.frame import Explorer, static_figure
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.price import Relation

STORED = Path(__file__).parent.parent / "data" / "villages.json"
"""The edges of all searches: `python -m privcausal.explorers.villages` computes them again."""

PEOPLE, EPSILONS, DELTA, RUNS = (1_000, 2_834, 5_000, 10_000, 30_000), (0.1, 0.25, 0.5, 1.0, 2.0), 1e-7, 100
PAIRS = list(combinations(range(len(NAMES)), 2))
PLACES = ((0.0, 1.0), (0.5, 0.78), (1.0, 1.0), (0.62, 0.0), (0.0, 0.0))
"""Where the five variables stand: no line between two of them passes through a third."""

CRITICAL = 2.58
"""The critical value of the graph from one release, in standard deviations."""

Search = Callable[[NDArray[np.int64], float, np.random.Generator], Edges]


def budget(epsilon: float) -> float:
    """Return the ρ that a total of ε buys at the δ of chapters 13 and 14.

    Examples
    --------
    >>> round(budget(0.5), 4)
    0.0038
    """
    return ConcentratedFilter.for_epsilon(epsilon, DELTA, Relation.SUBSTITUTION).budget


def one_release(people: NDArray[np.int64], rho: float, rng: np.random.Generator) -> Edges:
    """Return the skeleton of chapter 14: all two-way tables with noise, and PC on their correlations.

    Examples
    --------
    >>> one_release(village(30_000, np.random.default_rng(2)), budget(2), np.random.default_rng(0)) == TRUE_EDGES
    True
    """
    n, sigma, tables = len(people), math.sqrt(len(PAIRS) / rho), {}
    for x, y in PAIRS:
        counts = np.zeros((SIZES[x], SIZES[y]))
        np.add.at(counts, (people[:, x], people[:, y]), 1)
        tables[x, y] = rng.normal(counts, sigma)
    r, noise = correlations(tables, n, sigma)

    def independent(x: int, y: int, given: tuple[int, ...]) -> bool:
        if len(given) > 1:
            return False
        value, spread = partial(r, noise, x, y, *given) if given else (r[x, y], noise[x, y])
        return bool(abs(value) < CRITICAL * math.hypot(spread, 1 / math.sqrt(n)))

    return pc_skeleton(len(r), independent)[0]


SEARCHES: dict[str, Search] = {"test by test": private_skeleton, "one release": one_release}


def found(search: Search, size: int, epsilon: float, runs: int = RUNS) -> list[int]:
    """Return the edges that a search finds in simulated villages, each graph as a number with a bit for each pair."""
    rng, rho = np.random.default_rng(size), budget(epsilon)
    graphs = [search(village(size, rng), rho, rng) for _ in range(runs)]
    return [sum(1 << i for i, pair in enumerate(PAIRS) if pair in graph) for graph in graphs]


def simulate() -> dict[str, list[list[list[int]]]]:
    """Run both searches on a hundred villages at every ε and every size."""
    return {
        name: [[found(search, size, epsilon) for size in PEOPLE] for epsilon in EPSILONS]
        for name, search in SEARCHES.items()
    }


def right_edges(graphs: Sequence[int]) -> float:
    """Return how many of the four true edges these graphs have on average.

    Examples
    --------
    >>> right_edges([0, sum(1 << PAIRS.index(pair) for pair in TRUE_EDGES)])
    2.0
    """
    return float(np.mean([[graph >> PAIRS.index(pair) & 1 for pair in TRUE_EDGES] for graph in graphs])) * 4


def asked_once() -> Explorer:
    """Two searches for the graph of a simulated village at equal cost: test by test, and from one release."""
    graphs = json.loads(STORED.read_text(encoding="utf-8"))
    middle = EPSILONS.index(0.5)
    means = {name: [[right_edges(runs) for runs in row] for row in rows] for name, rows in graphs.items()}
    ax = plots.curves(
        PEOPLE,
        {name: rows[middle] for name, rows in means.items()},
        log="x",
        marked=True,
        ylim=(0, 4),
        xlabel="people",
        ylabel="right edges, of four",
    )
    return Explorer(
        "release",
        "One release, or test by test?",
        f"**Drag a mean: the number of people follows.** Two searches at the same cost look for the four edges of "
        f"{RUNS} simulated villages. Over all of them, a line is as thick as the share in which the search finds this "
        "edge.",
        {
            "names": NAMES,
            "places": PLACES,
            "pairs": PAIRS,
            "truth": [PAIRS.index(pair) for pair in sorted(TRUE_EDGES)],
            "people": PEOPLE,
            "epsilon": EPSILONS,
            "found": graphs,
        },
        static_figure(
            ax,
            "Right edges, of four, on average over a hundred simulated villages at ε = 0.5. "
            "One release finds most edges with far fewer people than the search test by test.",
        ),
        ("ε", "people", *(f"right edges, {name}" for name in means)),
        [
            (epsilon, f"{size:,}", *(rows[i][j] for rows in means.values()))
            for i, epsilon in enumerate(EPSILONS)
            for j, size in enumerate(PEOPLE)
        ],
    )


TESTED = ((REWARD, LEARNED), (NEAR, LEARNED), (YOUNG, LEARNED), (YOUNG, NAMES.index("hiv")), (NEAR, REWARD))
"""The four true edges and an independent pair."""

TESTS = (1, 4, 10, 30)
POWER = 0.84
"""A normal variable exceeds its mean minus so many standard deviations with probability 0.8."""


def strengths(people: int = 1_000_000) -> list[float]:
    """Return |z′| divided by √n for each tested pair of a very large village, and 0 for the independent one."""
    table = village(people, np.random.default_rng(13))
    return [
        abs(damped(counted(table, *pair))) / math.sqrt(people) if pair in TRUE_EDGES else 0.0
        for pair in TESTED
    ]


def detectable(people: float, rho: float, tests: int) -> tuple[float, float, float]:
    """Return σ, the critical value of the noise-aware test, and the value that it detects with a power of 80%.

    Examples
    --------
    >>> [round(it, 1) for it in detectable(2_834, budget(0.5), 10)]
    [5.8, 9.6, 14.5]
    """
    sigma = 6 / math.sqrt(people) * math.sqrt(tests / rho)
    spread = math.sqrt(1 + sigma**2)
    return sigma, CAUTION * spread, (CAUTION + POWER) * spread


def detected_edges() -> Explorer:
    """Which edges a noisy test can detect, against the number of people, ε, and the number of tests."""
    people = [round(1000 * 10 ** (i / 12)) for i in range(-4, 25)]
    people[people.index(min(people, key=lambda n: abs(n - 2_834)))] = 2_834
    strength, rho = strengths(), [budget(epsilon) for epsilon in EPSILONS]
    names = [f"{NAMES[x]} – {NAMES[y]}" for x, y in TESTED]
    curves: dict[str, Any] = dict(
        zip(
            ("critical value", "detected with 80% power"),
            np.transpose([detectable(n, rho[2], 10)[1:] for n in people]),
            strict=True,
        )
    )
    curves |= {names[i]: [strength[i] * math.sqrt(n) for n in people] for i in (0, 3)}
    ax = plots.curves(people, curves, log="x", ylim=(0, 40), xlabel="people", ylabel="|z′|")
    return Explorer(
        "detect",
        "What can a noisy test see?",
        "**Drag the number of people.** The critical value allows for the noise and falls, while the |z′| of each true "
        "edge grows. An answer is kept as an edge if it lies beyond the critical value.",
        {
            "names": names,
            "strength": strength,
            "people": people,
            "epsilon": EPSILONS,
            "rho": rho,
            "tests": TESTS,
            "caution": CAUTION,
            "power": POWER,
        },
        static_figure(
            ax,
            "Critical value of ten tests at ε = 0.5 against the number of people, the value that is detected with a "
            "power of 80%, and the strongest and the weakest edge of the simulated village, which grow like a root.",
        ),
        ("people", "σ", "critical value", "detected with 80% power", *names[:4]),
        [(f"{n:,}", *detectable(n, rho[2], 10), *(k * math.sqrt(n) for k in strength[:4])) for n in PEOPLE],
        f"At ε = {EPSILONS[2]:g}, with 10 tests",
    )


if __name__ == "__main__":
    STORED.write_text(json.dumps(simulate(), separators=(",", ":")) + "\n", encoding="utf-8")
