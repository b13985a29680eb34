"""The status of each pair of variables after a search: detected, not detected, or not tested."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from privcausal.graphs.constraint_based.pc import unseparating_middles
from privcausal.graphs.learned import Edge, Learned
from privcausal.graphs.structure.pdag import (
    Matrix,
    lines,
    meek_rule_1,
    meek_rule_2,
    meek_rule_3,
    pattern,
    skeleton,
)

MAX_PRINTED_PROBABILITY = 0.99
"""More is never printed: a hundred of a hundred would sound like a proof."""


COIN = 0.5
"""An arrow that is less sure is more likely wrong than right."""


class PairStatus(Enum):
    """The status of a pair: one of five."""

    DIRECTED = "arrow"
    """In every graph that the answers allow, the edge points from the first to the second.

    Its probability is listed with it where it is known. Without one, an arrow must not be read as a cause.
    """

    UNDIRECTED = "joined, direction unknown"
    """Each depends on the other for every conditioning set; the direction of causation is unknown."""

    NO_EDGE = "no edge seen"
    """They looked independent, at once or with other variables held fixed."""

    UNTESTED = "not tested"
    """The search stopped before all pairs had their first answer, or it was never begun: nothing is known."""

    EXCLUDED = "excluded by background knowledge"
    """Neither can be a cause of the other, whatever the data say."""


DATA, BACKGROUND, IMPLIED, REQUIRED = (
    "data",
    "background knowledge",
    "implied by background knowledge",
    "required",
)
"""What the direction of an arrow rests on. An implied one follows, by Meek's rules, from arrows known beforehand."""


@dataclass(frozen=True)
class Pair:
    """One pair of variables, and its status."""

    first: str
    second: str
    status: PairStatus
    separating_set: tuple[str, ...] = ()
    """The conditioning set with which they looked independent."""
    minimum_detectable: float | None = None
    """The smallest association that would have been seen in four studies of five; None where that is not known."""
    edge_probability: float | None = None
    """How likely the two are joined, on networks like the simulated ones; None where that is not known."""
    arrow_probability: float | None = None
    """The same for the direction of an arrow."""
    basis: str = DATA
    """The basis of the status: the data, background knowledge, or what the two imply together."""

    def to_dict(self) -> dict[str, Any]:
        """One row of a table."""
        own = {"first": self.first, "second": self.second, "status": self.status.value}
        sure = {"edge_probability": self.edge_probability, "arrow_probability": self.arrow_probability}
        return {
            **own,
            "separating_set": list(self.separating_set),
            "minimum_detectable": self.minimum_detectable,
            **sure,
            "basis": self.basis,
        }

    @property
    def attributes(self) -> dict[str, str | float]:
        """The attributes of an edge of a graph; unknown ones are left out.

        >>> Pair("a", "b", PairStatus.UNDIRECTED, (), None, 0.9).attributes
        {'status': 'joined, direction unknown', 'basis': 'data', 'edge_probability': 0.9}
        """
        own: dict[str, str | float] = {"status": self.status.value, "basis": self.basis}
        known = {"edge_probability": self.edge_probability, "arrow_probability": self.arrow_probability}
        return own | {name: sure for name, sure in known.items() if sure is not None}

    @property
    def probability_text(self) -> str:
        """In words, if it is known.

        >>> Pair("a", "b", PairStatus.DIRECTED, (), None, 0.996, 0.748).probability_text
        'edge 99%, arrow 75%'
        """
        probabilities = {"edge": self.edge_probability, "arrow": self.arrow_probability}
        return ", ".join(
            f"{what} {min(sure, MAX_PRINTED_PROBABILITY):.0%}"
            for what, sure in probabilities.items()
            if sure is not None
        )

    @property
    def resting_text(self) -> str:
        """What its direction rests on, where that is not the data alone."""
        if self.status is PairStatus.UNDIRECTED or self.basis == DATA:
            return ""
        return f"{', ' if self.probability_text else ''}{self.basis}"

    @property
    def more_likely_wrong(self) -> bool:
        """Is its arrow less sure than a coin?

        >>> [Pair("a", "b", PairStatus.DIRECTED, (), None, 0.9, sure).more_likely_wrong for sure in (0.49, 0.5, None)]
        [True, False, False]
        """
        return self.arrow_probability is not None and self.arrow_probability < COIN

    def __str__(self) -> str:
        sign = {PairStatus.DIRECTED: "→", PairStatus.UNDIRECTED: "—"}.get(self.status, "…")
        return f"{self.first} {sign} {self.second}"


def conservative_orientation(learned: Learned, unanswered: Iterable[Edge], untested: Matrix) -> Matrix:
    """The graph with arrows that rest on finished questions alone, and without the pairs that were never tested.

    A pair with questions left is neither an arrow nor the leg of a v-structure; a pair that was never tested counts as
    neither joined nor apart.

    >>> import numpy as np
    >>> from privcausal.graphs.constraint_based.pc import oriented
    >>> joined = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    >>> fork = Learned(oriented(joined, {(0, 2): ()}), {(0, 2): ()})
    >>> conservative_orientation(fork, [], np.zeros((3, 3), bool)).astype(int).tolist()
    [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
    >>> conservative_orientation(fork, [(0, 1)], np.zeros((3, 3), bool)).astype(int).tolist()
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
        forced = lines(graph) & settled & (meek_rule_1(graph) | meek_rule_2(graph) | meek_rule_3(graph))
        forced &= ~forced.T
        if not forced.any():
            return graph & ~untested
        graph &= ~forced.T


def many_pairs(number: int) -> str:
    """Return how many pairs there are, in words."""
    return f"{number} pair{'s' if number != 1 else ''}"


def hundredths(size: float) -> str:
    """A minimum detectable association in print, rounded up: at 0.02 instead of 0.0245 it would not be detected.

    >>> hundredths(0.0245), hundredths(0.07), hundredths(0.9951)
    ('0.03', '0.07', '1.00')
    """
    return f"{math.ceil(round(100 * size, 6)) / 100:.2f}"


def detectable_from(apart: Sequence[Pair], condition: str = "", *, alike: bool = False) -> str:
    """Return from which association on pairs without an edge would have been seen, and on which condition."""
    least = [pair.minimum_detectable for pair in apart if pair.minimum_detectable is not None]
    if not least:
        return (
            "; minimum detectable association not known, because too little was seen of the columns" * alike
        )
    low, high = (hundredths(size) if size <= 1 else "more than 1" for size in (min(least), max(least)))
    span = low if low == high else f"{low} to {high}"
    unknown = sum(pair.minimum_detectable is None for pair in apart)
    rest = f"; not known for {many_pairs(unknown)}, of whose columns too little was seen" if unknown else ""
    return f"; minimum detectable association (80% power): φ = {span}{condition}{rest}"
