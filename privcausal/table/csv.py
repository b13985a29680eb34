"""Columns of a CSV file, and the ranges and categories that are declared for them."""

import csv
import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Bounds = tuple[float, float]
Categories = dict[str, list[str]]
Columns = dict[str, list[str]]


def parse_bounds(text: str) -> dict[str, Bounds]:
    """\"A=0:10,B=-1:1\" as a dict.

    >>> parse_bounds("A=0:10,B=-1:1")
    {'A': (0.0, 10.0), 'B': (-1.0, 1.0)}
    """
    bounds = {}
    for part in text.split(","):
        name, _, interval = part.rpartition("=")
        low, _, high = interval.partition(":")
        try:
            bounds[name.strip()] = float(low), float(high)
        except ValueError:
            raise ValueError(f"--bounds must look like A=0:10,B=-1:1, got {text!r}") from None
    return bounds


def declared(bounds: dict[str, Bounds], name: str) -> Bounds:
    """The declared range of a column."""
    if name not in bounds:
        raise ValueError(f"--bounds must declare a range for {name!r}, for example {name}=0:10")
    low, high = bounds[name]
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise ValueError(f"--bounds of {name!r} must be two finite numbers low:high, got {low:g}:{high:g}")
    return low, high


def read_categories(text: str) -> Categories:
    """\"dose=low|high,well=0|1\", or the name of a JSON file with the same: which values each column may take.

    >>> read_categories("dose=low|high,well=0|1")
    {'dose': ['low', 'high'], 'well': ['0', '1']}
    """
    if text.endswith(".json"):
        return _from_json(Path(text))
    found: Categories = {}
    for part in text.split(","):
        name, equals, values = part.partition("=")
        if not equals or not name.strip() or not values or name.strip() in found:
            raise ValueError(
                f"--categories must look like dose=low|high,well=0|1 or name a .json file, got {text!r}"
            )
        found[name.strip()] = [value.strip() for value in values.split("|")]
    return found


def _from_json(path: Path) -> Categories:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"--categories: cannot read {path}: {type(error).__name__}") from error
    if not isinstance(content, dict) or not all(isinstance(values, list) for values in content.values()):
        raise ValueError(
            f'--categories: {path} must hold an object of lists, such as {{"dose": ["low", "high"]}}'
        )
    return {name: [str(value) for value in values] for name, values in content.items()}


def read_table(file: str, names: Sequence[str] | None = None) -> Columns:
    """The named columns, or all, as text, exactly as they stand in the file; a gap is the empty text."""
    try:
        with open(file, encoding="utf-8-sig", newline="") as lines:
            header, *rows = [row for row in csv.reader(lines) if row] or [[]]
    except (OSError, ValueError, csv.Error) as error:
        raise ValueError(f"cannot read {file}: {type(error).__name__}") from error
    for name in names or ():
        if name not in header:
            raise ValueError(f"{file} has no column {name!r}; it has {', '.join(header)}")
    if not all(len(row) == len(header) for row in rows):
        raise ValueError(f"{file} must have {len(header)} cells in every row, as its header has")
    wanted = header if names is None else names
    return {name: [row[header.index(name)] for row in rows] for name in wanted}


def read_numbers(file: str, names: Sequence[str] | None = None) -> dict[str, NDArray[np.float64]]:
    """The named columns, or all, as numbers without gaps; what is wrong is said without quoting the data."""
    return {name: _numbers(file, name, cells) for name, cells in read_table(file, names).items()}


def _numbers(file: str, name: str, cells: list[str]) -> NDArray[np.float64]:
    try:
        column = np.array(cells, dtype=float)
    except ValueError:
        column = np.array([math.nan])
    if not np.isfinite(column).all():
        raise ValueError(
            f"column {name!r} of {file} must be finite numbers: some are missing, infinite or text"
        )
    return column
