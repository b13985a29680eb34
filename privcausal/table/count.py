"""Who counts: this process, piece by piece, or the engine on which a table lies already, part by part.

A Dask data frame is counted where its partitions are, and counts alone come back. One row of the frame is one person;
how the engine has read its files is its own affair.
"""

import importlib
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from privcausal.table.batches import Batches, Piece
from privcausal.table.counts import Counted, counted, together
from privcausal.table.declaration import Declaration
from privcausal.table.frames import from_frame
from privcausal.table.header import places
from privcausal.table.sources import Source

if TYPE_CHECKING:
    import pandas as pd

FEW = 16
"""So many partitions' counts are added up in one step."""


def count(source: Source, declaration: Declaration) -> Counted:
    """The counts of a source of any length, equal to those of the same records in memory.

    >>> import pandas as pd
    >>> from privcausal.table.declaration import Categories
    >>> people = pd.DataFrame({"dose": ["low", "high", "low"], "well": [1, 0, 1]})
    >>> declaration = Declaration({"dose": Categories(("low", "high")), "well": Categories((0, 1))})
    >>> count(people, declaration).table((0, 1)).tolist()
    [[0, 2, 0], [1, 0, 0], [0, 0, 0]]
    """
    batches = Batches(source, declaration)
    found = _on_a_cluster(source, declaration) if is_dask(source) else counted(declaration, batches)
    if not len(found):
        raise ValueError(f"{batches.where} must hold at least one record, got none")
    return found


def is_dask(source: object) -> "TypeGuard[Any]":
    """Without loading Dask: a data frame brings it along."""
    dask = sys.modules.get("dask.dataframe")
    return dask is not None and isinstance(source, dask.DataFrame)


def _on_a_cluster(frame: Any, declaration: Declaration) -> Counted:
    """A tree of sums; what goes wrong in foreign code is told without its message, which may quote a cell."""
    dask: Any = importlib.import_module("dask")
    wanted = places(list(map(str, frame.columns)), declaration, "data")
    sums = [dask.delayed(_count_part)(part, declaration) for part in frame[list(wanted)].to_delayed()]
    while len(sums) > 1:
        sums = [dask.delayed(together)(few) for few in _few(sums)]
    try:
        found: Counted = dask.compute(*sums)[0]
    except Exception as error:
        raise ValueError(f"cannot count data on its cluster: {type(error).__name__}") from None
    return found


def _few(sums: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(sums), FEW):
        yield sums[start : start + FEW]


def _count_part(part: "pd.DataFrame", declaration: Declaration) -> Counted:
    """One partition, which may be empty."""
    pieces: list[Piece] = [dict(from_frame(part, declaration).columns)] if len(part) else []
    return counted(declaration, pieces)
