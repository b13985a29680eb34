"""The messy table of the practice chapter: 1,629 smokers, asked in 1971, weighed again in 1982, followed to 1992."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame

FILE = Path(__file__).with_name("nhefs.csv")
"""As a clinic would keep it: numbers of people, dates of death, codes for unknown values, and gaps."""

SEEN = {
    1971: ("sex", "age", "school", "ht", "smokeyrs", "smokeintensity", "hbp", "diabetes"),
    1982: ("qsmk", "wt82", "sbp"),
    1992: ("death",),
}
"""By when each column that the chapter asks about was settled: nothing is a cause of what came before it."""


@cache
def smokers() -> "DataFrame":
    """Return all 1,629 people; unknown values are NaN. Do not change it: it is shared.

    >>> smokers().shape, int(smokers().wt82.isna().sum())
    ((1629, 27), 63)
    """
    import pandas as pd  # slow to load, and most of the house needs none of it

    return pd.read_csv(FILE)
