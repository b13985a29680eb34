"""Which separations can hold together: a set that explains an edge must not be explained away by one of its ends.

Where noise hides most of a dependence, many tests find independence, and a search that believes each of them deletes
all three edges of a triangle. Yet if x is independent of z given y and some set, and of y given z and the same set,
then it is independent of both given the set alone, wherever all combinations of values are possible (the intersection
property; Pearl, 1988). An edge that is left has been found dependent given the set alone, so that one of the two
answers is noise. The one with the larger p-value is believed.
"""

from collections.abc import Iterable

from privcausal.graphs.learned import Edge, Separators

EXPLAINED = "what makes them independent is itself explained by one of them"
"""Why an edge is doubtful that was kept although one test found its ends independent."""

Candidate = tuple[float, Edge, tuple[int, ...]]
"""A p-value, an edge, and the set given which its ends look independent."""


def excluded(edge: Edge, conditioning_set: tuple[int, ...], separators: Separators) -> bool:
    """Is some z of the set separated from one end by the other end, and by nothing that the set does not hold?

    >>> excluded((0, 1), (2,), {(0, 2): (1,)})  # 1 explains 0 and 2, so 2 cannot explain 0 and 1
    True
    >>> excluded((0, 1), (2,), {(0, 2): (1, 3)}), excluded((0, 1), (2, 3), {(0, 2): (1, 3)})
    (False, True)
    """
    for z in conditioning_set:
        rest = set(conditioning_set) - {z}
        for end, other in (edge, edge[::-1]):
            explanation = separators.get((min(end, z), max(end, z)), ())
            if other in explanation and set(explanation) - {other} <= rest:
                return True
    return False


def choose(candidates: Iterable[Candidate], separators: Separators) -> tuple[Separators, set[Edge]]:
    """Choose which edges go, the largest p-value first, and which stay because all their sets are excluded.

    `separators` holds what was deleted before.

    >>> triangle = [(0.8, (0, 2), (1,)), (0.3, (0, 1), (2,)), (0.1, (1, 2), (0,))]
    >>> choose(triangle, {})
    ({(0, 2): (1,)}, {(0, 1), (1, 2)})
    """
    known, spared = dict(separators), set()
    for _, edge, conditioning_set in sorted(candidates, key=lambda candidate: (-candidate[0], candidate[1])):
        if edge not in known:
            if excluded(edge, conditioning_set, known):
                spared.add(edge)
            else:
                known[edge] = conditioning_set
    deleted = {edge: given for edge, given in known.items() if edge not in separators}
    return deleted, spared - deleted.keys()
