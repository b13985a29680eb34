"""Records of numbers and their second moments, checked before anything is made of them."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.privacy.price import check_positive

Floats = NDArray[np.float64]

BLOCK = 1024
"""So many records are added up by one product of matrices."""

MOST_RECORDS = 10**8
"""Up to so many, one record moves a rounded sum hardly more than an exact one."""

SPARE = 1 + 1e-6
"""Sensitivities are enlarged by this factor: many times what rounding adds to them, for so many records."""


def summed(left: Floats, right: Floats) -> Floats:
    """Σ left ⊗ right over the records. One record moves one block's sum, and the blocks are added without loss.

    A single product of matrices would round at each of n steps, differently from the replaced record on: worse, for
    large n, than the record's own part.

    >>> summed(np.ones((3_000, 1)), np.full((3_000, 2), 0.1)).round(9).tolist()
    [[300.0, 300.0]]
    """
    starts = range(0, len(left), BLOCK)
    blocks = np.stack([left[start : start + BLOCK].T @ right[start : start + BLOCK] for start in starts])
    total = [math.fsum(column) for column in blocks.reshape(len(starts), -1).T.tolist()]
    return np.array(total).reshape(blocks.shape[1:])


def lengths_of(rows: Floats) -> tuple[Floats, Floats]:
    """The Euclidean lengths of records of any size, as the size of the largest entry times a length of 1 to √d.

    >>> [part.tolist() for part in lengths_of(np.array([[3e200, 4e200], [0.0, 0.0]]))]
    [[4e+200, 1.0], [1.25, 0.0]]
    """
    sizes = np.abs(rows).max(axis=1)
    sizes = np.where(sizes > 0, sizes, 1.0)
    return sizes, np.sqrt(np.square(rows / sizes[:, None]).sum(axis=1))


def moment(records: ArrayLike) -> Floats:
    """XᵀX/n: the only thing that the squared error of a linear model needs to know about the records.

    >>> moment([[1.0, 2.0], [3.0, 0.0]]).tolist()
    [[5.0, 1.0], [1.0, 2.0]]
    """
    rows = checked_records(records)
    return summed(rows, rows) / len(rows)


def shortened(records: ArrayLike, row_norm: float) -> Floats:
    """Records longer than the bound, cut back to it; their direction stays.

    >>> shortened([[3.0, 4.0], [0.3, 0.4]], row_norm=2.5).tolist()
    [[1.5, 2.0], [0.3, 0.4]]
    """
    check_positive(row_norm=row_norm)
    rows = checked_records(records)
    sizes, lengths = lengths_of(rows)
    reach = row_norm / np.maximum(lengths, 1.0)  # of the largest entry
    return np.where((sizes > reach)[:, None], rows / sizes[:, None] * reach[:, None], rows)


def checked_records(records: ArrayLike) -> Floats:
    """The records as a table of finite numbers, or a ValueError."""
    rows = np.asarray(records, dtype=np.float64)
    if rows.ndim != 2 or 0 in rows.shape:
        raise ValueError(
            f"records must be a table with at least one row and one column, got shape {rows.shape}"
        )
    if len(rows) > MOST_RECORDS:
        raise ValueError(f"records must be at most {MOST_RECORDS:,}, or rounding shows, got {len(rows):,}")
    if not np.isfinite(rows).all():
        raise ValueError("records must be finite, got NaN or infinity")
    return rows


def checked_moment(second_moment: ArrayLike) -> Floats:
    """M as a symmetric matrix without negative eigenvalues, or a ValueError that says what is wrong."""
    matrix = np.asarray(second_moment, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not len(matrix):
        raise ValueError(f"second_moment must be a square matrix, got shape {matrix.shape}")
    if not np.isfinite(matrix).all():
        raise ValueError("second_moment must be finite, got NaN or infinity")
    grace = 1e-9 * max(float(np.abs(matrix).max()), 1e-300)
    if np.abs(matrix - matrix.T).max() > grace:
        raise ValueError("second_moment must be symmetric")
    matrix = (matrix + matrix.T) / 2
    smallest = float(np.linalg.eigvalsh(matrix)[0])
    if smallest < -grace * len(matrix):
        raise ValueError(
            f"second_moment must have no negative eigenvalue, got {smallest:.3g}: the squared error would have no "
            "minimum; repair a noisy matrix first"
        )
    return matrix
