"""The result of a method: a graph, its basis, and its privacy cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from privcausal.graphs.structure.pdag import Matrix

if TYPE_CHECKING:
    from privcausal.graphs.ask_once.interactions import Interactions
    from privcausal.graphs.methods.once_mixed import MixedMoments
    from privcausal.graphs.vote_confidence import Correlations
    from privcausal.privacy.price import Price

Edge = tuple[int, int]
"""Two nodes, the smaller number first."""

Separators = dict[Edge, tuple[int, ...]]
"""For each pair that is not joined, a set that made it independent."""


@dataclass(frozen=True)
class Step:
    """One order of the search: the size of the conditioning sets, the number of tests, and the edges deleted."""

    order: int
    edges: int
    tests: int
    deleted: tuple[Edge, ...]


@dataclass(frozen=True, eq=False)
class Learned:
    """A graph with arrows and lines, and what there is to say of how it was learned."""

    graph: Matrix
    separators: Separators = field(default_factory=dict)
    """The conditioning set with which a pair looked independent."""
    spent: Price | None = None
    """The privacy cost; None for a search that does not pay itself."""
    tests: tuple[int, ...] = ()
    """How many tests each order took."""
    trace: tuple[Step, ...] = ()
    stop_reason: str | None = None
    """Why the method ended before it was finished; None if it was."""
    untested: Matrix | None = None
    """Pairs about which the search gave no answer: neither an edge nor evidence against one."""
    doubts: Mapping[Edge, str] = field(default_factory=dict)
    """Edges that are less sure than the others, and why, as far as the release shows it."""
    release: Interactions | Correlations | MixedMoments | None = field(default=None, repr=False)
    """The noisy numbers that the method learned from, where it releases such: to look at them costs nothing more."""
