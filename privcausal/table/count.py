"""Who counts: this process, piece by piece, or the engine on which a table lies already, part by part.

A Dask data frame is counted where its partitions are, and counts alone come back.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from privcausal.table.batches import Batches
from privcausal.table.cluster import computed, delayed, is_dask, parts, piece
from privcausal.table.counts import Counted, count_pieces, together
from privcausal.table.declaration import Declaration
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
    counts = _on_a_cluster(source, declaration) if is_dask(source) else count_pieces(declaration, batches)
    if not len(counts):
        raise ValueError(f"{batches.where} must hold at least one record, got none")
    return counts


def _on_a_cluster(frame: Any, declaration: Declaration) -> Counted:
    """A tree of sums."""
    sums = [delayed(_count_part)(part, declaration) for part in parts(frame, declaration)]
    while len(sums) > 1:
        sums = [delayed(together)(few) for few in _few(sums)]
    counts: Counted = computed(sums)[0]
    return counts


def _few(sums: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(sums), FEW):
        yield sums[start : start + FEW]


def _count_part(part: "pd.DataFrame", declaration: Declaration) -> Counted:
    """Count one partition, which can be empty."""
    results = piece(part, declaration)
    return count_pieces(declaration, [] if results is None else [results])
