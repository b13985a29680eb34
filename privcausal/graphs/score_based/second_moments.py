"""Records of numbers and their second moments, checked before anything is made of them."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def moment(records: ArrayLike) -> Floats:
    """XᵀX/n: the only thing that the squared error of a linear model needs to know about the records.

    >>> moment([[1.0, 2.0], [3.0, 0.0]]).tolist()
    [[5.0, 1.0], [1.0, 2.0]]
    """
    rows = checked_records(records)
    return np.asarray(rows.T @ rows / len(rows))


def checked_records(records: ArrayLike) -> Floats:
    """The records as a table of finite numbers, or a ValueError."""
    rows = np.asarray(records, dtype=np.float64)
    if rows.ndim != 2 or 0 in rows.shape:
        raise ValueError(
            f"records must be a table with at least one row and one column, got shape {rows.shape}"
        )
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
