"""How each pair of variables stands after a search: what was seen, what was not, and what was never asked."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from privcausal.graphs.constraint_based.pc import Edge, Learned, unseparating_middles
from privcausal.graphs.structure.pdag import (
    Matrix,
    lines,
    no_cycle,
    no_new_collider,
    pattern,
    skeleton,
    two_roads,
)

MOST = 0.99
"""More is never printed: a hundred of a hundred would sound like a proof."""


COIN = 0.5
"""An arrow that is less sure is more likely wrong than right."""


class Standing(Enum):
    """What may be said of a pair. There is nothing between the four."""

    CAUSE = "cause"
    """The first is a cause of the second in every graph that the answers allow."""

    JOINED = "joined, direction unknown"
    """Each depends on the other whatever was held fixed; which is the cause cannot be told."""

    APART = "no edge seen"
    """They looked independent, at once or with other variables held fixed."""

    UNTESTED = "not tested"
    """The search stopped before all pairs had their first answer, or it was never begun: nothing is known."""


@dataclass(frozen=True)
class Pair:
    """One pair of variables, and how it stands."""

    first: str
    second: str
    standing: Standing
    given: tuple[str, ...] = ()
    """What was held fixed when they looked independent."""
    seen_from: float | None = None
    """The smallest association that would have been seen in four studies of five; None where that is not known."""
    sure_of_pair: float | None = None
    """How likely the two are joined, on networks like the simulated ones; None where that is not known."""
    sure_of_arrow: float | None = None
    """The same for the direction of an arrow."""

    def to_dict(self) -> dict[str, Any]:
        """One row of a table."""
        own = {"first": self.first, "second": self.second, "standing": self.standing.value}
        sure = {"sure_of_pair": self.sure_of_pair, "sure_of_arrow": self.sure_of_arrow}
        return {**own, "given": list(self.given), "seen_from": self.seen_from, **sure}

    @property
    def sureness(self) -> str:
        """In words, if it is known.

        >>> Pair("a", "b", Standing.CAUSE, (), None, 0.996, 0.748).sureness
        'joined 99%, arrow 75%'
        """
        known = {"joined": self.sure_of_pair, "arrow": self.sure_of_arrow}
        return ", ".join(f"{what} {min(sure, MOST):.0%}" for what, sure in known.items() if sure is not None)

    @property
    def doubtful(self) -> bool:
        """Is its arrow less sure than a coin?

        >>> [Pair("a", "b", Standing.CAUSE, (), None, 0.9, sure).doubtful for sure in (0.49, 0.5, None)]
        [True, False, False]
        """
        return self.sure_of_arrow is not None and self.sure_of_arrow < COIN

    def __str__(self) -> str:
        sign = {Standing.CAUSE: "→", Standing.JOINED: "—"}.get(self.standing, "…")
        return f"{self.first} {sign} {self.second}"


def careful(learned: Learned, unanswered: Iterable[Edge], untested: Matrix) -> Matrix:
    """The graph with arrows that rest on finished questions alone, and without the pairs that were never tested.

    A pair with questions left is neither an arrow nor the leg of a v-structure; a pair that was never tested counts as
    neither joined nor apart.

    >>> import numpy as np
    >>> from privcausal.graphs.constraint_based.pc import oriented
    >>> joined = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    >>> fork = Learned(oriented(joined, {(0, 2): ()}), {(0, 2): ()})
    >>> careful(fork, [], np.zeros((3, 3), bool)).astype(int).tolist()
    [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
    >>> careful(fork, [(0, 1)], np.zeros((3, 3), bool)).astype(int).tolist()
    [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    """
    joined = skeleton(learned.graph)
    settled = joined & ~untested
    for x, y in unanswered:
        settled[x, y] = settled[y, x] = False
    legs = [
        (a, b, c)
        for a, b, c in unseparating_middles(joined, learned.separators)
        if settled[a, b] and settled[c, b]
    ]
    graph = pattern(joined, legs)
    while True:
        forced = lines(graph) & settled & (no_new_collider(graph) | no_cycle(graph) | two_roads(graph))
        forced &= ~forced.T
        if not forced.any():
            return graph & ~untested
        graph &= ~forced.T
