"""How far a learned graph is from the true one: precision, recall, F1 and the structural Hamming distance."""

from dataclasses import dataclass

import numpy as np

from privcausal.graphs.structure.pdag import Matrix, arrows, checked, lines, skeleton


@dataclass(frozen=True)
class Scores:
    """How many edges were right, how many were drawn, and how many there are."""

    right: int
    drawn: int
    true: int

    @property
    def precision(self) -> float:
        """The share of the drawn edges that is right; who draws nothing says nothing wrong."""
        return self.right / self.drawn if self.drawn else 1.0

    @property
    def recall(self) -> float:
        """The share of the true edges that is found; where there are none, none is missed."""
        return self.right / self.true if self.true else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of the two, 2·right/(drawn + true); two empty graphs agree."""
        return 2 * self.right / (self.drawn + self.true) if self.drawn + self.true else 1.0

    @property
    def jaccard(self) -> float:
        """Right edges over all edges that are drawn or true: F1/(2 − F1).

        Claim: B-truth
        """
        either = self.drawn + self.true - self.right
        return self.right / either if either else 1.0


def skeleton_scores(learned: Matrix, truth: Matrix) -> Scores:
    """An edge is right if the truth joins the same two nodes.

    >>> chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)
    >>> skeleton_scores(chain.T, chain)
    Scores(right=2, drawn=2, true=2)
    """
    mine, its = (np.triu(skeleton(graph)) for graph in _both(learned, truth))
    return Scores(int((mine & its).sum()), int(mine.sum()), int(its.sum()))


def cpdag_scores(learned: Matrix, truth: Matrix) -> Scores:
    """An edge is right if the truth has the same arrow, or the same line. Compare with a CPDAG, not with a DAG.

    >>> chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)
    >>> cpdag_scores(chain.T, chain)
    Scores(right=0, drawn=2, true=2)
    """
    mine, its = _both(learned, truth)
    right = (arrows(mine) & arrows(its)) | np.triu(lines(mine) & lines(its))
    drawn, true = (int(np.triu(skeleton(graph)).sum()) for graph in (mine, its))
    return Scores(int(right.sum()), drawn, true)


def hamming(learned: Matrix, truth: Matrix) -> int:
    """The structural Hamming distance: pairs of nodes between which the two graphs say different things.

    >>> chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)
    >>> hamming(chain.T, chain)
    2
    """
    mine, its = _both(learned, truth)
    return int(np.triu((mine != its) | (mine != its).T).sum())


def _both(learned: Matrix, truth: Matrix) -> tuple[Matrix, Matrix]:
    mine, its = checked(learned, "learned"), checked(truth, "truth")
    if mine.shape != its.shape:
        raise ValueError(
            f"learned and truth must have the same nodes, got {len(mine)} of them and {len(its)} of them"
        )
    return mine, its
