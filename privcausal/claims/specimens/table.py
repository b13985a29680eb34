"""Reading gone wrong: whole files and whole columns decide what one cell means."""

from collections.abc import Mapping
from io import BytesIO

import numpy as np
import pandas as pd

from privcausal.table.declaration import Column, Number

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
        return np.where(np.isfinite(numbers), numbers, column.stand_in).clip(column.low, column.high)
    codes = pd.Index(list(column.values)).get_indexer(pd.Index(series.astype(str)))
    return np.where(codes < 0, column.stand_in, codes).astype(float)
