"""Edges that are less sure than others, for reasons that the release itself shows, at no further privacy cost.

An edge stays if no test finds its ends independent. Two kinds of edges stay because no test could decide. In
the first kind some set does make the ends look independent, but this set nearly determines one end, so that anything
would. In the second kind some test came close to independence: effects that nearly cancel out, or joint effects of
which tables of few columns show a part only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from privcausal.graphs.learned import Edge
from privcausal.graphs.structure.pdag import Matrix

CLOSE = 1e-4
"""An edge with a larger p-value in some test came close to being deleted; chosen on development networks."""

DETERMINED = "what makes them independent nearly determines one of them"
NEARLY = "nearly independent in one of the tests"


@dataclass
class Doubts:
    """What the tests of a search say against the edges that it keeps.

    >>> heard = Doubts(level=0.01)
    >>> heard.hear((0, 1), 0.5, informative=False)
    >>> heard.hear((1, 2), 0.001, informative=True)
    >>> heard.hear((2, 3), 1e-9, informative=True)
    >>> sorted(heard.against)
    [(0, 1), (1, 2)]
    """

    level: float
    against: dict[Edge, str] = field(default_factory=dict)

    def hear(self, edge: Edge, p_value: float, informative: bool) -> None:
        """Note the result of one test of this pair."""
        if not informative and p_value > self.level:
            self.against[edge] = DETERMINED
        elif informative and CLOSE < p_value <= self.level:
            self.against.setdefault(edge, NEARLY)

    def about(self, graph: Matrix) -> Mapping[Edge, str]:
        """Return the edges of this graph that are doubtful, and why."""
        return {(x, y): why for (x, y), why in sorted(self.against.items()) if graph[x, y] or graph[y, x]}
