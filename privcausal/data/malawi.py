"""The course's table: 2,834 people in Malawi, tested for HIV, with a random reward for learning the result (2004)."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pandas import DataFrame

FILE = Path(__file__).with_name("malawi.npz")

BOUNDS = {"age": (15.0, 85.0), "distance": (0.0, 6.0), "reward": (0.0, 3.0)}
"""Declared from knowledge before the survey: adults, villages around a clinic, at most three dollars."""


@cache
def everyone() -> "DataFrame":
    """Return all 4,820 people of the survey, tested or not; unknown values are NaN. Do not change it: it is shared.

    >>> everyone().shape
    (4820, 6)
    """
    import pandas as pd  # slow to load, and most of the house needs none of it

    with np.load(FILE) as archive:
        names = [str(name) for name in archive["names"]]
        return pd.DataFrame(archive["records"].astype(np.float64), columns=names)


def participants() -> "DataFrame":
    """The 2,834 people who were tested and drew a reward: the course treats who they are as public, the rest as secret.

    `learned` and `hiv` are 0 or 1 (a result that was unclear counts as 0), `reward` is in dollars, `distance` to the
    clinic in kilometres, `age` in years (an unknown one counts as 40), `village` is a number.

    >>> people = participants()
    >>> len(people), list(people.columns)
    (2834, ['village', 'learned', 'distance', 'reward', 'age', 'hiv'])
    >>> people.groupby(people.reward > 0).learned.mean().round(2).to_dict()
    {False: 0.34, True: 0.79}
    """
    people = everyone().dropna(subset=["hiv", "learned", "reward"]).reset_index(drop=True)
    return people.fillna({"age": 40.0}).assign(hiv=people.hiv.clip(lower=0.0))
