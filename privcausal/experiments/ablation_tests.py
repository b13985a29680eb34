"""Each side's test in the other side's hands: the rivals ask for covariances, `once` believes in the order of values.

What sets the two apart: Kendall's test believes values to be in order, and `once`'s takes all contrasts of them.
"""

import math
from collections.abc import Sequence

import numpy as np
from scipy.special import chdtri, ndtr

from privcausal.graphs.ask_once.contrasts import Floats, contrasts
from privcausal.graphs.ask_once.independence import CovarianceTest, Side
from privcausal.graphs.independence.contingency import Tables


def covariance_margin(
    tables: Tables, x: int, y: int, given: Sequence[int] = (), *, threshold: float, least: float = 0.1
) -> float:
    """How far the covariance of all contrasts, summed over the strata, lies above what its own null allows.

    It is ‖Σ (u − ū)(v − v̄)ᵀ‖/√n, the means taken in each stratum. Under independence its square has the mean
    A = Σ (n_k/n)(1 − Σp²)(1 − Σq²), p and q the shares of the values in stratum k, and it is compared with A times what
    χ² exceeds at the level of so many deviations, for each degree of freedom.

    >>> tables = Tables(np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], [30, 10, 10, 30], axis=0), (2, 2))
    >>> round(covariance_margin(tables, 0, 1, threshold=2.576), 3)
    0.948
    """
    counts = tables.counts(x, y, given).astype(float)
    rows, columns, sizes = counts.sum(axis=2), counts.sum(axis=1), counts.sum(axis=(1, 2))
    filled = np.maximum(sizes, 1)
    expected = np.einsum("sa,sb->ab", rows / filled[:, None], columns)
    u, v = contrasts(counts.shape[1]), contrasts(counts.shape[2])
    covariance = u.T @ (counts.sum(axis=0) - expected) @ v
    loose = (1 - ((rows / filled[:, None]) ** 2).sum(axis=1)) * (
        1 - ((columns / filled[:, None]) ** 2).sum(axis=1)
    )
    spread = math.sqrt(float((sizes * loose).sum()) / tables.size)
    allowed = bar(max(covariance.size, 1), threshold)
    return float(np.linalg.norm(covariance)) / math.sqrt(tables.size) - allowed * max(spread, least)


def bar(freedom: int, threshold: float) -> float:
    """The root of what χ² exceeds with the probability of so many deviations of a normal number, per degree.

    >>> round(bar(1, 2.576), 3), round(bar(4, 2.576), 3)
    (2.576, 1.822)
    """
    return math.sqrt(float(chdtri(freedom, 2 * ndtr(-threshold))) / freedom)


def covariance_margin_sensitivity(records: int, *, threshold: float, least: float = 0.1) -> float:
    """How far replacing one of n records moves `covariance_margin`: less than 4/√n + 5·threshold/(2·least·n).

    A record that leaves a stratum of m takes (1 − 1/m)(u − ū)(v − v̄)ᵀ with it, the means being those of the others;
    no contrasts are farther apart than √2. So it moves the sum by less than 2, and so does one that enters. It moves
    n·A by less than 4 one way and by 1 the other, and no bar is higher than that of one degree.

    >>> round(covariance_margin_sensitivity(100_000, threshold=2.576), 5)
    0.01329
    """
    return 4 / math.sqrt(records) + 5 * threshold / (2 * least * records)


class OrderedTest(CovarianceTest):
    """`once`'s test, for which values are equal steps of one ladder, as they are for Kendall's.

    One contrast of each column is looked at: that of its value's number.
    """

    def _side(self, x: int, given: tuple[int, ...]) -> Side:
        whole, step = super()._side(x, given), ladder(self.moments.cardinalities[x])
        return Side(
            step @ whole.sums,
            step @ whole.means,
            np.einsum("ab,bcs,dc->ads", step, whole.spread, step),
            step @ whole.turned,
            whole.telling,
        )

    def _pair(self, x: int, y: int) -> tuple[Floats, float]:
        pair, noise = super()._pair(x, y)
        one, other = (ladder(self.moments.cardinalities[column]) for column in (x, y))
        return one @ pair @ other.T, noise


def ladder(values: int) -> Floats:
    """The values' numbers as one direction among the contrasts, of length 1.

    >>> ladder(2).tolist(), ladder(1).shape
    ([[-1.0]], (0, 0))
    """
    steps = (np.arange(values) @ contrasts(values))[None, :]
    length = np.linalg.norm(steps)
    return np.asarray(steps / length) if length else np.zeros((0, 0))
