"""One door: whatever people's data come in, they leave as a declared table."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Union

from privcausal.table.csv import read_csv
from privcausal.table.declaration import Declaration
from privcausal.table.frames import ArrowStream, from_arrow, from_frame, read_parquet
from privcausal.table.records import Table

if TYPE_CHECKING:
    import pandas as pd

Source = Union[str, Path, "pd.DataFrame", ArrowStream]
"""A file of text or Parquet by its name, a data frame of pandas or Polars, a relation of DuckDB, an Arrow table."""

PARQUET = (".parquet", ".pq")


def read(source: Source, declaration: Declaration) -> Table:
    """The declared columns of a source; two sources one record apart give tables at most one record apart.

    Claim: B-reading

    >>> import pandas as pd
    >>> from privcausal.table.declaration import Number
    >>> print(read(pd.DataFrame({"name": ["Ann"], "age": [34]}), Declaration({"age": Number(0, 110)})))
    1 records of age
    """
    if isinstance(source, str | Path):
        parquet = Path(source).suffix.lower() in PARQUET
        return read_parquet(source, declaration) if parquet else read_csv(source, declaration)
    pandas = sys.modules.get("pandas")  # not loaded here: a data frame brings it along
    if pandas is not None and isinstance(source, pandas.DataFrame):
        return from_frame(source, declaration)
    if hasattr(source, "__arrow_c_stream__"):
        return from_arrow(source, declaration)
    raise ValueError(
        f"data must be a file name, a data frame or an Arrow stream, got {type(source).__name__}"
    )
