"""HSIC: does one column know anything about the other? Computed tile by tile, released with a proved sensitivity.

Kernels take values in [0, 1] and their width is declared by the caller. A width that is read off private data has
no useful bound: the book shows the witness.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats
from privcausal.pairs.rank import checked_pair
from privcausal.pairs.ridge import GaussianKernel, Kernel, positive
from privcausal.privacy.filters import Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation, Release, check_substitution

TILE = 256
"""Records on a side of a tile: a few tiles of kernel values fit into a processor's cache."""


@dataclass(frozen=True)
class Same:
    """The kernel of categories: 1 if two numbers are equal, else 0.

    >>> Same()(np.array([1.0, 2.0]), np.array([2.0, 3.0]))
    array([[0., 0.],
           [1., 0.]])
    """

    def __call__(self, a: Floats, b: Floats) -> Floats:
        """The matrix of all k(a_i, b_j)."""
        return np.equal.outer(a, b).astype(float)


BOUNDED = (GaussianKernel, Same)
"""Positive definite kernels with values in [0, 1]: the ones for which the sensitivity is proved."""


def kernel_for(bounds: tuple[float, float], *, share: float = 0.2) -> GaussianKernel:
    """A Gaussian kernel whose width is a share of the declared range, and so as public as the range is.

    >>> kernel_for((-1, 1))
    GaussianKernel(width=0.4)
    """
    low, high = bounds
    if not (np.isfinite([low, high]).all() and low < high):
        raise ValueError(f"bounds must be two finite numbers low < high, got {bounds!r}")
    positive("share", share)
    return GaussianKernel(share * (high - low))


def hsic(x: ArrayLike, y: ArrayLike, *, kernel_x: Kernel, kernel_y: Kernel, tile: int = TILE) -> float:
    """tr(KHLH) / (m − 1)², with K and L the kernel matrices of x and y, and H = I − 1/m.

    No matrix is ever held: memory grows like m, time like m².

    Claim: B-hsic-change

    >>> x = np.linspace(-1, 1, 200)
    >>> round(hsic(x, x**2, kernel_x=GaussianKernel(0.3), kernel_y=GaussianKernel(0.3)), 4)
    0.058
    """
    a, b = checked_pair(x, y)
    if tile < 1:
        raise ValueError(f"tile must be at least 1 record, got {tile!r}")
    m = len(a)
    overlap, degrees_x, degrees_y = _sums(a, b, kernel_x, kernel_y, tile)
    centred = overlap - 2 * float(degrees_x @ degrees_y) / m
    centred += float(degrees_x.sum()) * float(degrees_y.sum()) / m**2
    return max(0.0, centred / (m - 1) ** 2)  # a squared norm: below zero it is rounding


def _sums(
    a: Floats, b: Floats, kernel_x: Kernel, kernel_y: Kernel, tile: int
) -> tuple[float, Floats, Floats]:
    """Σ KᵢⱼLᵢⱼ and the row sums of K and of L: all that centring needs.

    Both matrices are symmetric, so the tiles below the diagonal are not computed.
    """
    overlap = 0.0
    sums_x, sums_y = np.zeros(len(a)), np.zeros(len(a))
    for top in range(0, len(a), tile):
        for left in range(top, len(a), tile):
            here, there = slice(top, top + tile), slice(left, left + tile)
            tiles = kernel_x(a[here], a[there]), kernel_y(b[here], b[there])
            times = 1 if top == left else 2
            overlap += times * float(np.einsum("ij,ij->", *tiles))
            for sums, values in zip((sums_x, sums_y), tiles, strict=True):
                sums[here] += values.sum(axis=1)
                if top != left:
                    sums[there] += values.sum(axis=0)
    return overlap, sums_x, sums_y


def hsic_sensitivity(m: int) -> float:
    """How far one substituted record can move HSIC among m records: about 1.344/m, where 16/m was published.

    Claim: K-hsic16, K-hsic12

    >>> round(1000 * hsic_sensitivity(1000), 3)
    1.345
    """
    return 27 * m**2 / (4 * (2 * m - 1) ** 3) + 1 / (2 * m)


def private_hsic(
    x: ArrayLike,
    y: ArrayLike,
    *,
    kernel_x: Kernel,
    kernel_y: Kernel,
    epsilon: float,
    relation: Relation,
    rng: np.random.Generator,
) -> Release:
    """HSIC with Laplace noise, (ε, 0)-private when one record is replaced.

    The kernels are public: choose their widths before looking, for instance with `kernel_for` from declared
    bounds. The number of records is public under substitution, the only relation for which the bound is proved.

    Claim: K-hsic16, K-laplace

    >>> rng = np.random.default_rng(1)
    >>> x = rng.uniform(-1, 1, 1000)
    >>> kernels = {"kernel_x": kernel_for((-1, 1)), "kernel_y": kernel_for((0, 1))}
    >>> relation = Relation.SUBSTITUTION
    >>> print(private_hsic(x, x**2, **kernels, epsilon=1.0, relation=relation, rng=rng))
    +0.0518 (ε = 1, substitution)
    """
    check_substitution(relation)
    for name, kernel in (("kernel_x", kernel_x), ("kernel_y", kernel_y)):
        if not isinstance(kernel, BOUNDED):
            wanted = " or ".join(kind.__name__ for kind in BOUNDED)
            raise ValueError(f"{name} must be {wanted}, got {kernel!r}: no other bound is proved")
    a, b = checked_pair(x, y)
    mechanism = Laplace(hsic_sensitivity(len(a)), epsilon, relation)
    exact = hsic(a, b, kernel_x=kernel_x, kernel_y=kernel_y)
    return Filter(epsilon, relation).release(mechanism, exact, rng)
