"""`once` for records that were counted and are not kept: it never asks for more than tables of three columns."""

from privcausal.graphs.independence.contingency import Counts, Tables
from privcausal.table.counts import Counted


class CountedTables(Tables):
    """The tables of records that are not there.

    >>> import numpy as np
    >>> from privcausal.table.counts import counted
    >>> from privcausal.table.declaration import Categories, Declaration
    >>> declaration = Declaration(dict.fromkeys("ab", Categories((0, 1), missing=0)))
    >>> codes = np.array([0, 1, 1], dtype=np.uint8)
    >>> CountedTables(counted(declaration, [{"a": codes, "b": codes}])).counts(0, 1).tolist()
    [[[1, 0], [0, 2]]]
    """

    def __init__(self, found: Counted) -> None:
        self.cardinalities, self.size = tuple(found.sizes), found.size
        self._counted = found

    def _dense(self, key: tuple[int, ...]) -> Counts:
        return self._counted.table(key)
