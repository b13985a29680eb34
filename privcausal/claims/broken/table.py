"""Reading gone wrong: whole files and whole columns decide the meaning of one cell."""

from collections.abc import Mapping
from importlib import import_module
from io import BytesIO
from typing import Any

import numpy as np
import pandas as pd

from privcausal.table.cells import from_objects
from privcausal.table.declaration import Column, Number
from privcausal.table.dialect import Dialect

Records = list[tuple[float, ...]] | str


def plain_reading(content: bytes, sep: str, columns: Mapping[str, Column]) -> Records:
    """An ordinary CSV reader, and then the declaration; or the words in which it refuses the file.

    Breaks B-reading: one comma too many in the first record shifts all columns, one open quote swallows the records
    after it, a bare carriage return makes records, a blank line is none.
    """
    try:
        frame = pd.read_csv(BytesIO(content), sep=sep, dtype=str, keep_default_na=False)
    except ValueError as refusal:
        return str(refusal)
    missing = [name for name in columns if name not in frame]
    return f"no column {missing[0]}" if missing else looking_at_whole_columns(frame, columns)


def looking_at_whole_columns(frame: pd.DataFrame, columns: Mapping[str, Column]) -> Records:
    """Cells as text in the type that pandas has given to their column.

    Breaks B-reading: one missing cell makes a column of whole numbers decimal, and then "1" is "1.0" in all records.
    """
    read = [_column(frame[name], column) for name, column in columns.items()]
    return list(zip(*(values.tolist() for values in read), strict=True))


def _column(series: "pd.Series[str]", column: Column) -> np.ndarray:
    if isinstance(column, Number):
        numbers = pd.to_numeric(series, errors="coerce").to_numpy(dtype=float, na_value=np.nan)
        return np.where(np.isfinite(numbers), numbers, column.substitute).clip(column.low, column.high)
    codes = pd.Index(list(column.values)).get_indexer(pd.Index(series.astype(str)))
    return np.where(codes < 0, column.substitute, codes).astype(float)


def converted_at_once(data: Any, columns: Mapping[str, Column]) -> Records:
    """What a library makes of whole columns of objects, and then the declaration; or the words in which it fails.

    Breaks B-reading: bytes that are no UTF-8, a date after the year 9999 or a letter that is none stop all of them.
    """
    try:
        if isinstance(data, np.ndarray):
            frame = pd.DataFrame(
                data, columns=data.dtype.names or [f"x{place}" for place in range(data.shape[1])]
            )
        else:
            frame = (
                data if isinstance(data, pd.DataFrame) else import_module("pyarrow").table(data).to_pandas()
            )
        objects = {name: frame[name].to_numpy(dtype=object).tolist() for name in columns}
        cells = {name: from_objects(column, objects[name], Dialect()) for name, column in columns.items()}
    except Exception as refusal:
        return str(refusal)
    return list(zip(*(np.asarray(own, dtype=float).tolist() for own in cells.values()), strict=True))
