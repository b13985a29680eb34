"""Data frames on a Dask cluster: queries to their partitions are computed where they are.

One row of the frame is one person; how the engine has read its files is its own affair.
"""

import importlib
import math
import sys
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, TypeGuard

from privcausal.table.batches import Piece
from privcausal.table.declaration import Declaration
from privcausal.table.foreign import NOT_SHOWN, asked
from privcausal.table.frames import from_frame
from privcausal.table.header import places

if TYPE_CHECKING:
    import pandas as pd

Cut = tuple[int, int, int]
"""Of a partition, the rows from here to there."""


def is_dask(source: object) -> "TypeGuard[Any]":
    """Without loading Dask: a data frame brings it along."""
    dask = sys.modules.get("dask.dataframe")
    return dask is not None and isinstance(source, dask.DataFrame)


def delayed(function: Any) -> Any:
    """Call it with parts of a frame, or with what such calls return, and it runs on the cluster."""
    return importlib.import_module("dask").delayed(function)


def parts(frame: Any, declaration: Declaration) -> list[Any]:
    """The partitions, in their order, with the declared columns alone."""
    wanted = places(list(map(str, frame.columns)), declaration, "data")
    labels = list(frame.columns)
    results: list[Any] = _asked(lambda: _delayed(frame[[labels[place] for place in wanted.values()]]), "read")
    return results


def _delayed(frame: Any) -> Any:
    """Without making text of columns of objects, which Dask does where a frame begins: one cell could stop it."""
    if not hasattr(type(frame), "expr"):  # Dask without its planner
        return frame.to_delayed()
    expression = frame.expr  # not optimised: to plan a sort, Dask already reads the cells
    for part in list(expression.walk()):
        match type(part).__name__:
            case "FromPandas" | "FromPandasDivisions":
                whole = part.substitute_parameters({"pyarrow_strings_enabled": False})
                expression = expression.substitute(part, whole)
            case "ArrowStringConversion":
                expression = expression.substitute(part, part.frame)
    return type(frame)(expression).to_delayed()


def piece(part: "pd.DataFrame", declaration: Declaration) -> Piece | None:
    """The records of one partition; none if it is empty."""
    return dict(from_frame(part, declaration).columns) if len(part) else None


def computed(tasks: Sequence[Any], what: str = "count") -> Sequence[Any]:
    """Return the results of the cluster."""
    dask = importlib.import_module("dask")
    results: Sequence[Any] = _asked(lambda: dask.compute(*tasks), what)
    return results


def _asked(action: Callable[[], Any], what: str) -> Any:
    """If a task fails, a cell can be the reason: the words are always the same."""
    return asked(
        action,
        f"cannot {what} data on its cluster: a task failed; {NOT_SHOWN}; try .compute() yourself; if it comes from a "
        "CSV or Parquet file, pass the name of the file instead, which no cell can stop",
    )


def aligned(lengths: Sequence[int], step: int) -> list[list[Cut]]:
    """Return how to cut partitions and join the pieces, so that all but the last have a multiple of `step` rows.

    No row changes its place among all rows.

    >>> aligned([3, 4, 2], step=4)
    [[(0, 0, 3), (1, 0, 1)], [(1, 1, 4), (2, 0, 1)], [(2, 1, 2)]]
    """
    ends = [0, *accumulate(lengths)]
    cuts = sorted({min(math.ceil(end / step) * step, ends[-1]) for end in ends})
    return [
        [
            (place, max(low, start) - start, min(high, end) - start)
            for place, (start, end) in enumerate(pairwise(ends))
            if max(low, start) < min(high, end)
        ]
        for low, high in pairwise(cuts)
    ]
