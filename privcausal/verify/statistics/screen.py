"""Which lenses distinguish the two neighbours better than the numbers, and which side each of their codes favours.

Everything is weighed against the chance of the second neighbour that the numbers leave: a lens that only repeats them
gains nothing, so that audits of plain numbers stay as they are. Lenses are tried on all runs, and again within each
rare value: what a mechanism gives away only now and then drowns otherwise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import chdtrc

from privcausal.arrays import Floats
from privcausal.verify.statistics.intervals import REPEATS, Counts
from privcausal.verify.statistics.lenses import Lens, lenses_for
from privcausal.verify.statistics.outputs import Draws, Words
from privcausal.verify.statistics.parities import rows_for, search

NOTABLE = 10.0
"""Log-likelihood beyond chance that a lens must gain, after a correction for all lenses that were tried."""

MOST = 16
"""Lenses that an event looks through."""

ALIKE = 4
"""Lenses of one kind among them."""

VALUES = 4096
"""Repeated values of a column that are known by heart."""

SOME = 60_000
"""Runs on which lenses are tried; repeated values are looked for in all."""

CONDITIONS = 8
WITHIN = (100, 10_000)
"""Runs that a value must have for lenses to be tried within it, and at most so many are."""


@dataclass(frozen=True)
class Known:
    """The values of a column that came up again and again, byte for byte."""

    column: int
    values: Words

    def codes(self, draws: Draws) -> Counts:
        """The place of each value among those that are known, counted from 1; 0 for all others."""
        marks = draws.marks(self.column)
        place = np.searchsorted(self.values, marks)
        found = self.values[np.minimum(place, len(self.values) - 1)] == marks
        return np.where(found, place + 1, 0)

    def __str__(self) -> str:
        return f"repeated values of column {self.column + 1}, byte for byte"


@dataclass(frozen=True)
class Telling:
    """A lens, and how strongly each of its codes speaks for the second neighbour."""

    lens: Lens | Known
    ratios: Floats
    within: Known | None = None
    """Where it is worn: at this value of a column only."""
    gain: float = 0.0

    def read(self, draws: Draws) -> Floats:
        """A logarithm of odds for each run; 0 where nothing is known."""
        levels = np.zeros(len(draws))
        rows: Any = slice(None)
        if self.within is not None:
            rows = np.flatnonzero(self.within.codes(draws))
            draws = draws.part(rows)
        codes = self.lens.codes(draws) if len(draws) else np.zeros(0, dtype=np.int64)
        inside = codes < len(self.ratios)
        levels[rows] = np.where(inside, self.ratios[np.where(inside, codes, 0)], 0.0)
        return levels

    def __str__(self) -> str:
        return f"{self.lens}" + (f", where one of the {self.within}" if self.within else "")


def read(lenses: tuple[Telling, ...], draws: Draws) -> Floats:
    """What each lens says, and their sum."""
    levels = [lens.read(draws) for lens in lenses]
    return np.stack([*levels, np.sum(levels, axis=0)], axis=1)


def screen(draws: Draws, side: Counts, chance: Floats) -> tuple[Telling, ...]:
    """The lenses that say more than chance would; `chance` is that of side 1, by the numbers alone.

    >>> rng = np.random.default_rng(0)
    >>> side = np.repeat([0, 1], 2_000)
    >>> sign = np.where(rng.random(4_000) < np.where(side == 1, 0.8, 0.2), -0.0, 0.0)[:, None]
    >>> found = screen(Draws(sign, sign), side, np.full(4_000, 0.5))
    >>> print("; ".join(sorted(map(str, found))))
    bit 63 of column 1; repeated values of column 1, byte for byte
    """
    known = [lens for column in range(draws.width) if (lens := _known_column(draws, column))]
    found = list(_weigh(known, draws, side, chance))
    some = slice(None, None, -(-len(draws) // SOME))
    found += _tried(draws.part(some), side[some], chance[some], 1)
    conditions = _conditions(known, draws)
    for condition in conditions:
        rows = np.flatnonzero(condition.codes(draws))[: WITHIN[1]]
        own = _own_chance(chance[rows], side[rows])
        inside = _tried(draws.part(rows), side[rows], own, len(conditions))
        found += [Telling(each.lens, each.ratios, condition, each.gain) for each in inside]
    return tuple(_best(found))


def _own_chance(chance: Floats, side: Counts) -> Floats:
    """Within a value, how likely that value makes a side is known, too."""
    odds = chance / (1 - chance) * ((side.sum() + 0.5) / ((1 - side).sum() + 0.5))
    odds *= (1 - chance).sum() / chance.sum()
    own: Floats = odds / (1 + odds)
    return own


def _tried(draws: Draws, side: Counts, chance: Floats, chances: int) -> list[Telling]:
    """All lenses and all parities on the same runs, which are one of so many sets of runs that are tried."""
    lenses = list(lenses_for(draws))
    found = list(_weigh(lenses, draws, side, chance, len(lenses) * chances))
    rows = rows_for(draws)
    spread = float(np.sqrt((chance[rows] * (1 - chance[rows])).sum()))
    parities = search(draws.part(rows), (side - chance)[rows], spread)
    hopeful = sorted((p for p in parities if p[0] > NOTABLE + np.log(chances)), key=lambda p: -p[0])
    return found + list(_weigh([lens for _, lens in hopeful[:MOST]], draws, side, chance, chances))


def _weigh(
    lenses: list[Any], draws: Draws, side: Counts, chance: Floats, tried: int | None = None
) -> Iterator[Telling]:
    for lens in lenses:
        gain, ratios = weigh(lens.codes(draws), side, chance)
        gain -= float(np.log(tried or len(lenses)))
        if gain > NOTABLE:
            yield Telling(lens, ratios, gain=gain)


def weigh(codes: Counts, side: Counts, chance: Floats) -> tuple[float, Floats]:
    """How surprising the codes' counts are, in nats, by one code or all together; and what each code says.

    >>> side = np.repeat([0, 1], 500)
    >>> gain, ratios = weigh(np.arange(1000) % 2, side, np.full(1000, 0.5))
    >>> gain < 1, ratios.round(3).tolist()
    (True, [0.0, 0.0])
    """
    every, seen, due, spread = (
        np.bincount(codes, weights=weights) for weights in (None, side, chance, chance * (1 - chance))
    )
    usual = np.flatnonzero((every >= REPEATS) & (spread > 0))
    square = (seen - due)[usual] ** 2 / spread[usual]
    if len(usual) < 1:
        return 0.0, np.zeros(len(every))
    tail = float(chdtrc(len(usual), square.sum()))
    together = -np.log(tail) if tail > 0 else square.sum() / 2 - len(usual)
    alone = square.max() / 2 - np.log(len(usual))
    ratios = np.log((seen + 0.5) / (due + 0.5)) - np.log((every - seen + 0.5) / (every - due + 0.5))
    return float(max(together, alone)), ratios


def _known_column(draws: Draws, column: int) -> Known | None:
    values, counts = np.unique(draws.marks(column), return_counts=True)
    repeated = np.flatnonzero(counts >= REPEATS)
    kept = repeated[np.argsort(-counts[repeated], kind="stable")[:VALUES]]
    return Known(column, np.sort(values[kept])) if len(kept) > 0 and len(values) > 1 else None


def _conditions(known: list[Known], draws: Draws) -> list[Known]:
    """Single values, each neither too rare to look into nor so frequent that all runs say the same."""
    conditions = []
    for lens in known:
        counts = np.bincount(lens.codes(draws), minlength=len(lens.values) + 1)[1:]
        special = np.flatnonzero((counts >= WITHIN[0]) & (counts <= len(draws) / 2))
        order = special[np.argsort(-counts[special], kind="stable")]
        conditions.append([Known(lens.column, lens.values[[place]]) for place in order])
    turns = [each[turn] for turn in range(CONDITIONS) for each in conditions if turn < len(each)]
    return turns[:CONDITIONS]


def _best(found: list[Telling]) -> Iterator[Telling]:
    """The strongest, of one kind only a few."""
    met: dict[Any, int] = {}
    chosen = 0
    for each in sorted(found, key=lambda each: -each.gain):
        kind = (getattr(each.lens, "kind", "known"), each.within is None)
        met[kind] = met.get(kind, 0) + 1
        if met[kind] <= ALIKE and chosen < MOST:
            chosen += 1
            yield each
