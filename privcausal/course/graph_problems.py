"""Problems of chapters 12 to 14: PC with perfect answers, PC with noisy ones, and answers from released tables."""

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np

from privcausal.course.check import Answer, problem, same
from privcausal.graphs.structure.d_separation import Oracle

Asked = list[tuple[int, int, tuple[int, ...]]]

GRAPHS = {
    "2 nodes, no arrow": (2, ()),
    "2 nodes, 0 → 1": (2, ((0, 1),)),
    "0 → 1 ← 2": (3, ((0, 1), (2, 1))),
    "0 ← 1 → 2": (3, ((1, 0), (1, 2))),
    "2 → 0, 2 → 1, 3 → 0, 3 → 1": (4, ((2, 0), (2, 1), (3, 0), (3, 1))),
    "0 → 2, 1 → 2, 2 → 3, 1 → 4, 4 → 3": (5, ((0, 2), (1, 2), (2, 3), (1, 4), (4, 3))),
    "6 nodes, no arrow": (6, ()),
}
"""Smallest first; the last but two needs two nodes held fixed, and the last but one neighbours of the later end."""

CHAIN = 9
"""Nodes of a chain; trying all sets there takes more than a thousand questions."""


def oracle(nodes: int, arrows: tuple[tuple[int, int], ...], asked: Asked) -> Callable[..., bool]:
    """Return an independence oracle of this graph that records every question."""
    dag = np.zeros((nodes, nodes), dtype=bool)
    for tail, head in arrows:
        dag[tail, head] = True
    oracle = Oracle(dag)

    def independent(x: int, y: int, conditioning_set: tuple[int, ...] = ()) -> bool:
        asked.append((x, y, tuple(conditioning_set)))
        return oracle(x, y, conditioning_set)

    return independent


@problem(chapter=12)
def pc_skeleton(mine: Answer) -> Iterator[str | None]:
    """`pc_skeleton(nodes, independent)` gives the edges that stay, and the separating set of each deleted pair."""
    for words, (nodes, arrows) in GRAPHS.items():
        asked: Asked = []
        independent = oracle(nodes, arrows, asked)
        edges, separators = mine(nodes, independent)
        wanted = {(min(arrow), max(arrow)) for arrow in arrows}
        if set(edges) != wanted:
            yield f"{words}: the edges {sorted(wanted)} should stay, {sorted(edges)} do"
        if set(separators) != set(combinations(range(nodes), 2)) - wanted:
            yield f"{words}: every pair that goes, and no other, should have a separator, got {separators}"
        wrong = [
            pair for pair, conditioning_set in separators.items() if not independent(*pair, conditioning_set)
        ]
        if wrong:
            yield f"{words}: {separators[wrong[0]]} does not separate {wrong[0]}"
    asked = []
    mine(CHAIN, oracle(CHAIN, tuple(zip(range(CHAIN - 1), range(1, CHAIN), strict=True)), asked))
    if len(asked) > 400:
        yield f"a chain of {CHAIN} nodes: {len(asked)} questions; condition on neighbours only"


ALWAYS = 1e9
"""A statistic that no noise makes small."""


@problem(chapter=13)
def private_skeleton(mine: Answer) -> Iterator[str | None]:
    """`private_skeleton(nodes, statistic, noisy, sensitivity, rho, caution)` is PC's, with noise in each test."""
    for nodes, tests in ((2, (1, 0)), (3, (3, 3)), (5, (10, 30))):
        asked: Asked = []
        scales: list[float] = []
        edges, _ = mine(nodes, record_queries(asked, ALWAYS), record_noise(scales), 0.5, 0.01, 1.64)
        call = f"{nodes} nodes, of which no two are independent"
        if set(edges) != set(combinations(range(nodes), 2)):
            yield f"{call}: all edges should stay, {sorted(edges)} do"
        orders = [sum(len(conditioning_set) == order for _, _, conditioning_set in asked) for order in (0, 1)]
        if tuple(orders) != tests or len(asked) != sum(tests):
            yield f"{call}: {tests} questions at orders 0 and 1 should be asked, {tuple(orders)} of {len(asked)} are"
        wanted = [0.5 * (count / 0.01) ** 0.5 for count in tests for _ in range(count)]
        yield same(f"{call}: the scales of the noise at sensitivity 0.5 and rho 0.01", scales, wanted)
    yield from _edges_that_go(mine)


def record_queries(asked: Asked, *answers: float) -> Callable[..., float]:
    """Return a statistic with one answer for each order that records its questions."""

    def statistic(x: int, y: int, conditioning_set: tuple[int, ...] = ()) -> float:
        asked.append((x, y, tuple(conditioning_set)))
        return answers[min(len(conditioning_set), len(answers) - 1)]

    return statistic


def record_noise(scales: list[float]) -> Callable[[float, float], float]:
    """Return noise that is 0 and records the standard deviation it should have had."""

    def noisy(number: float, sigma: float) -> float:
        scales.append(sigma)
        return number

    return noisy


def _edges_that_go(mine: Answer) -> Iterator[str | None]:
    """Try answers near the critical value on both sides of 0, and searches in which order 1 has no questions."""
    bar = 2 * (1 + 0.5**2 * 3 / 0.01) ** 0.5
    every = set(combinations(range(3), 2))
    for value, left in ((0.99 * bar, set()), (1.01 * bar, every), (-1.01 * bar, every)):
        asked: Asked = []
        edges, separators = mine(3, record_queries(asked, value, ALWAYS), record_noise([]), 0.5, 0.01, 2.0)
        call = f"3 nodes, all answers {value:.2f}, critical value {bar:.2f}"
        if set(edges) != left or separators != dict.fromkeys(every - left, ()):
            yield f"{call}: {sorted(left)} should stay, {sorted(edges)} do, and {separators} separate"
        if not left and len(asked) > 3:
            yield f"{call}: three questions should be asked, not {len(asked)}"
    edges, separators = mine(3, record_queries([], ALWAYS, 0.0), record_noise([]), 0.5, 0.01, 2.0)
    if set(edges) or separators != {(0, 1): (2,), (0, 2): (1,), (1, 2): (0,)}:
        yield f"3 nodes, independent given the third: {sorted(edges)} stays, and {separators} separate"


@problem(chapter=14)
def weighted_sum(mine: Answer) -> Iterator[str | None]:
    """`weighted_sum(tables, weights, sigma)` gives the sum of weighted noisy cells, and the deviation of its noise."""
    rng = np.random.default_rng(14)
    tables = {(0, 1): rng.normal(50, 9, (2, 2)), (0, 2): rng.normal(50, 9, (2, 3))}
    for words, weights in {
        "one cell": {(0, 1): np.array([[0.0, 1.0], [0.0, 0.0]])},
        "two cells with weights 3 and -4": {(0, 1): np.array([[0.0, 3.0], [-4.0, 0.0]])},
        "all cells of the table of 2 by 3": {(0, 2): np.ones((2, 3))},
        "cells of both tables": {pair: rng.normal(size=table.shape) for pair, table in tables.items()},
    }.items():
        size = sum(float(np.sum(w**2)) for w in weights.values()) ** 0.5
        total = sum(float(np.sum(w * tables[pair])) for pair, w in weights.items())
        for sigma in (1.0, 7.0):
            yield same(f"{words}, sigma {sigma:g}", mine(tables, weights, sigma), (total, sigma * size))
