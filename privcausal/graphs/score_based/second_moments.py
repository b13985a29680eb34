"""Records of numbers and their second moments, checked before anything is made of them."""

from collections.abc import Iterator, Sized
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats
from privcausal.privacy.price import check_positive
from privcausal.table.sums import AT_ONCE, MOST_RECORDS, Look, sum_products, summed


@dataclass(frozen=True, eq=False)
class Rows:
    """Records in memory, with the interface of a table."""

    matrix: Floats

    def __len__(self) -> int:
        return len(self.matrix)

    @property
    def columns(self) -> range:
        """The places of the columns, which replace their names."""
        return range(self.matrix.shape[1])

    def pieces(self) -> Iterator[Floats]:
        """Yield some records at a time."""
        yield from (self.matrix[start : start + AT_ONCE] for start in range(0, len(self), AT_ONCE))

    def sum(self, look: Look) -> Floats:
        """Return the sum of left ⊗ right over the records as this look sees them."""
        return sum_products(self.pieces(), look)[0].value


class Summable(Protocol):
    """Records that are known by their number and by sums over them: a table, in memory or not, or `Rows`."""

    @property
    def columns(self) -> Sized:
        """As many as numbers in a record."""

    def __len__(self) -> int: ...

    def pieces(self) -> Iterator[Floats]:
        """Yield some records at a time."""

    def sum(self, look: Look) -> Floats:
        """Return the sum of left ⊗ right over the records as this look sees them."""


Records = ArrayLike | Summable
"""Numbers of people: an array with a record in each row, or a table."""


def rows_of(records: Records) -> Summable:
    """Return records that can be asked for sums; an array must be of finite numbers."""
    return records if hasattr(type(records), "pieces") else Rows(checked_records(records))  # type: ignore[return-value, arg-type]


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


def clip_norms(records: ArrayLike, row_norm: float) -> Floats:
    """Records longer than the bound, cut back to it; their direction stays.

    >>> clip_norms([[3.0, 4.0], [0.3, 0.4]], row_norm=2.5).tolist()
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
    """Return M as a symmetric matrix without negative eigenvalues, or raise a ValueError that names its fault."""
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
