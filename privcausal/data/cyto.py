"""Eleven molecules in 7,466 single cells (Sachs and others, 2005), and what biologists expected of them."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).with_name("cyto.npz")


@dataclass(frozen=True, eq=False)
class Cytometry:
    """Measurements, and the arrows that common knowledge draws; these contain a circle."""

    names: tuple[str, ...]
    records: NDArray[np.float64]
    """One row per cell: intensities, positive and very skewed."""
    consensus: NDArray[np.bool_]
    """Entry [i, j]: i is expected to act on j. Plcg → PIP2 → PIP3 → Plcg is a circle: no acyclic graph has all."""


@cache
def cytometry() -> Cytometry:
    """The measurements of flow cytometry.

    >>> cells = cytometry()
    >>> cells.records.shape, int(cells.consensus.sum())
    ((7466, 11), 18)
    >>> cells.names[:4]
    ('Raf', 'Mek', 'Plcg', 'PIP2')
    """
    with np.load(FILE) as archive:
        names = tuple(str(name) for name in archive["names"])
        consensus = np.zeros((len(names),) * 2, dtype=bool)
        consensus[tuple(archive["edges"].T.astype(int))] = True
        records = archive["records"].astype(np.float64)
    records.setflags(write=False)
    consensus.setflags(write=False)
    return Cytometry(names, records, consensus)
