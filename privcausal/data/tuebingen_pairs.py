"""The Tübingen cause-effect pairs that are large enough for private inference."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).with_name("tuebingen.npz")


@dataclass(frozen=True)
class TuebingenPair:
    """Two columns of measurements; common knowledge says that the first causes the second."""

    official: int
    """The collection's own number."""
    cdt: int
    """The number in the package that the data were taken from."""
    weight: float
    """The pair's vote: similar pairs share one."""
    cause: NDArray[np.float64]
    effect: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.cause)


@cache
def _file() -> dict[str, NDArray[np.float32]]:
    with np.load(FILE) as archive:
        return dict(archive)


def official_ids() -> tuple[int, ...]:
    """The official numbers of the 36 pairs with at least 1,000 records, in increasing order.

    >>> len(official_ids()), official_ids()[-3:]
    (36, (95, 96, 99))
    """
    return tuple(sorted(int(number) for number in _file()["official"]))


def tuebingen(official: int) -> TuebingenPair:
    """One pair by its official number.

    >>> pair = tuebingen(70)
    >>> len(pair), pair.cdt, len(set(pair.effect))
    (4499, 66, 2)
    """
    identifiers = official_ids()
    if official not in identifiers:
        raise ValueError(f"official must be one of {', '.join(map(str, identifiers))}, got {official!r}")
    archive = _file()
    place = int(np.flatnonzero(archive["official"] == official)[0])
    cause, effect = archive[f"pair{official:04d}"].astype(np.float64)
    return TuebingenPair(
        official, int(archive["cdt"][place]), 1 / int(archive["shares"][place]), cause, effect
    )
