"""Problems of chapters 10 to 12: PC with perfect answers, PC with noisy ones, and tables that are asked for once."""

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np

from privcausal.course.check import Answer, problem
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


def answers(nodes: int, arrows: tuple[tuple[int, int], ...], asked: Asked) -> Callable[..., bool]:
    """What perfect records of this graph would answer; every question is noted."""
    dag = np.zeros((nodes, nodes), dtype=bool)
    for tail, head in arrows:
        dag[tail, head] = True
    oracle = Oracle(dag)

    def independent(x: int, y: int, given: tuple[int, ...] = ()) -> bool:
        asked.append((x, y, tuple(given)))
        return oracle(x, y, given)

    return independent


@problem(chapter=10)
def pc_skeleton(mine: Answer) -> Iterator[str | None]:
    """`pc_skeleton(nodes, independent)` gives the edges that stay, and for each pair that goes what separated it."""
    for words, (nodes, arrows) in GRAPHS.items():
        asked: Asked = []
        independent = answers(nodes, arrows, asked)
        edges, separators = mine(nodes, independent)
        wanted = {(min(arrow), max(arrow)) for arrow in arrows}
        if set(edges) != wanted:
            yield f"{words}: the edges {sorted(wanted)} should stay, {sorted(edges)} do"
        if set(separators) != set(combinations(range(nodes), 2)) - wanted:
            yield f"{words}: every pair that goes, and no other, should have a separator, got {separators}"
        wrong = [pair for pair, given in separators.items() if not independent(*pair, given)]
        if wrong:
            yield f"{words}: {separators[wrong[0]]} does not separate {wrong[0]}"
    asked = []
    mine(CHAIN, answers(CHAIN, tuple(zip(range(CHAIN - 1), range(1, CHAIN), strict=True)), asked))
    if len(asked) > 400:
        yield f"a chain of {CHAIN} nodes: {len(asked)} questions; only neighbours need to be held fixed"
