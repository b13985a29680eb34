"""d-separation in a directed acyclic graph: the conditional independencies that the graph implies."""

from collections.abc import Iterable

import numpy as np

from privcausal.graphs.structure.pdag import Matrix, checked, topological


def ancestors(dag: Matrix, of: Matrix) -> Matrix:
    """The nodes from which an arrow path leads into the set `of`, and the set itself.

    Sets are Boolean vectors; leading axes of either argument hold many graphs or many sets at once.

    >>> chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)
    >>> ancestors(chain, np.array([False, True, False])).tolist()
    [True, True, False]
    """
    reach = np.broadcast_to(of, dag.shape[:-1])
    for _ in range(dag.shape[-1]):
        reach = reach | _into(dag, reach)
    return reach


def reachable(dag: Matrix, start: int, conditioning_set: Matrix) -> Matrix:
    """Return the nodes to which an open walk leads from `start`, given a set: for one graph or for many at once.

    A walk can pass a collider if the node or one of its descendants is given, and any other
    node if it is not given. Two facts about a node therefore suffice: whether some open walk gets there
    against an arrow ("up", from a child), and whether one gets there along an arrow ("down", from a parent).

    Claim: B-moral
    """
    conditioned = ancestors(dag, conditioning_set)
    up = np.zeros(dag.shape[:-1], dtype=bool)
    up[..., start] = True
    down = np.zeros_like(up)
    while True:
        through = up & ~conditioning_set
        next_up = up | _into(dag, through | (down & conditioned))
        next_down = down | _out_of(dag, through | (down & ~conditioning_set))
        if np.array_equal(next_up, up) and np.array_equal(next_down, down):
            return (up | down) & ~conditioning_set
        up, down = next_up, next_down


def _into(dag: Matrix, nodes: Matrix) -> Matrix:
    """The parents of these nodes."""
    parents: Matrix = (dag @ nodes[..., None])[..., 0]
    return parents


def _out_of(dag: Matrix, nodes: Matrix) -> Matrix:
    """The children of these nodes."""
    return _into(dag.swapaxes(-1, -2), nodes)


class Oracle:
    """Answers "are x and y independent given S?" from the true graph, without data and without error.

    >>> oracle = Oracle(np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]], dtype=bool))
    >>> oracle(0, 2, ()), oracle(0, 2, (1,))
    (True, False)
    """

    def __init__(self, dag: Matrix) -> None:
        self.dag = checked(dag, "dag")
        topological(self.dag)
        self._reached: dict[tuple[int, frozenset[int]], Matrix] = {}

    def __call__(self, x: int, y: int, conditioning_set: Iterable[int]) -> bool:
        """True if x and y are separated given these nodes."""
        conditioned = frozenset(conditioning_set)
        if x == y or {x, y} & conditioned:
            raise ValueError(
                f"x and y must be two nodes outside the given set, got x = {x}, y = {y}, given {sorted(conditioned)}"
            )
        if (x, conditioned) not in self._reached:
            chosen = np.zeros(len(self.dag), dtype=bool)
            chosen[list(conditioned)] = True
            self._reached[x, conditioned] = reachable(self.dag, x, chosen)
        return not self._reached[x, conditioned][y]
