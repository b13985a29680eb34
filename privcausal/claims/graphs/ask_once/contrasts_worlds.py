"""Releases of interactions with the noise switched off: all records of a small domain, and the library's own code."""

import math
from collections.abc import Iterable
from itertools import combinations, product
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.ask_once.contrasts import contrasts, interaction
from privcausal.graphs.ask_once.interactions import Columns, Interactions
from privcausal.graphs.independence.contingency import Tables
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.evidence import Number

Floats = NDArray[np.float64]
Sizes = tuple[int, ...]
Case = dict[str, list[int]]

# --- all records of a small domain ----------------------------------------------------------------------------


def embedded(sizes: Sizes, parts: Iterable[tuple[Columns, Number]]) -> Floats:
    """What each possible record adds to these interactions, times the root of their weights: one row per record."""
    rows = []
    for record in product(*map(range, sizes)):
        entries = []
        for columns, weight in parts:
            counts = np.zeros([sizes[column] for column in columns], dtype=np.int64)
            counts[tuple(record[column] for column in columns)] = 1
            entries.append(math.sqrt(weight) * interaction(counts, counts.shape).ravel())
        rows.append(np.concatenate(entries))
    return np.array(rows)


def farthest(points: Floats, sizes: Sizes) -> Extreme:
    """The largest squared distance between two records."""
    squares = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    before, after = np.unravel_index(squares.argmax(), squares.shape)
    records = list(product(*map(range, sizes)))
    witness = {"before": list(records[before]), "after": list(records[after])}
    return Extreme(float(squares.max()), witness, squares.size)


def all_pairs(sizes: Sizes, weight: Number) -> list[tuple[Columns, Number]]:
    columns = range(len(sizes))
    return [((x,), weight) for x in columns] + [(pair, 1) for pair in combinations(columns, 2)]


def worst_pairs(sizes: Sizes, weight: Number) -> Extreme:
    return farthest(embedded(sizes, all_pairs(sizes, weight)), sizes)


def worst_sets(sizes: Sizes, sets: tuple[Columns, ...]) -> Extreme:
    return farthest(embedded(sizes, [(columns, 1) for columns in sets]), sizes)


def in_contrasts(before: list[int], after: list[int], columns: Columns, sizes: Sizes) -> float:
    """The squared distance again, from the contrasts themselves."""
    ends = []
    for record in (before, after):
        vector = np.ones(1)
        for column in columns:
            vector = np.kron(vector, contrasts(sizes[column])[record[column]])
        ends.append(vector)
    return float(((ends[0] - ends[1]) ** 2).sum())


def replay_pairs(witness: Case, sizes: Sizes, weight: Number) -> float:
    return math.fsum(
        weight * in_contrasts(witness["before"], witness["after"], columns, sizes)
        for columns, weight in all_pairs(sizes, weight)
    )


def replay_sets(witness: Case, sizes: Sizes, sets: tuple[Columns, ...]) -> float:
    return math.fsum(in_contrasts(witness["before"], witness["after"], columns, sizes) for columns in sets)


# --- the release itself, with its noise switched off ----------------------------------------------------------


def exact(value: Floats, *calibration: object) -> Floats:
    """A release without its noise."""
    return value


def released(
    records: list[list[int]], sizes: Sizes, sets: tuple[Columns, ...] = (), *, pairs: bool = True
) -> Interactions:
    """What the library measures for μ = 1, without noise."""
    tables, moments = Tables(records, sizes), Interactions(sizes, len(records))
    rng = np.random.default_rng(0)
    with patch("privcausal.privacy.gaussian.add_gaussian", exact):
        if pairs:
            moments.measure_pairs(tables, 1.0, rng)
        if sets:
            moments.measure_sets(tables, sets, 1.0, rng)
    return moments


def distance(first: Interactions, second: Interactions, keys: Iterable[Columns], unit: float) -> float:
    """The squared distance of two releases, each number in units of its own noise; then in `unit`s."""
    return math.fsum(
        float((((first.means[key] - second.means[key]) / first.scales[key]) ** 2).sum()) * unit
        for key in keys
    )
