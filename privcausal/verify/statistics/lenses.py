"""Ways to look at an output that no cut of a number shows: its bits, their parities, orders, spellings and types.

A lens reads one small whole number off each run, a code, from that run alone. Which lenses are worth looking through,
and what each code speaks for, is learned by `screen`; a lens itself learns nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.verify.statistics.intervals import Counts
from privcausal.verify.statistics.outputs import Draws

WIDEST = 24
"""Orders are compared among at most this many columns."""

REMAINDERS = (3, 5, 7, 11, 13)
MODULUS = 15015
DECIMALS = 9
HEAD, TAIL = 8, 4
"""Of a text, so many characters from its start and its end are read one by one."""


@dataclass(frozen=True)
class Lens:
    """What to read, from which columns."""

    kind: str
    columns: tuple[int, ...] = ()
    detail: tuple[int, ...] = ()

    def codes(self, draws: Draws) -> Counts:
        """One non-negative whole number for each run, at most 2^16."""
        return KINDS[self.kind](draws, self.columns, self.detail)

    def __str__(self) -> str:
        """In words.

        >>> print(Lens("parity", (0, 2), (0, 63)))
        parity of bit 0 of column 1, bit 63 of column 3
        """
        if self.kind in ("parity", "whole parity"):
            bits = (f"bit {b} of column {c + 1}" for b, c in zip(self.detail, self.columns, strict=True))
            return f"{self.kind} of {', '.join(bits)}" if len(self.detail) > 1 else next(bits)
        where = f" of columns {', '.join(str(c + 1) for c in self.columns)}" if self.columns else ""
        return f"{self.kind}{where}" + (f" ({', '.join(map(str, self.detail))})" if self.detail else "")


def lenses_for(draws: Draws) -> Iterator[Lens]:
    """All that are worth trying on such outputs, bits and their parities excepted: those are searched together."""
    columns = range(min(draws.width, WIDEST))
    leaves = range(draws.width - 2 if draws.leaves is not None else draws.width)
    for column in columns:
        if not draws.ideal:
            yield Lens("trailing zeros", (column,))
        yield Lens("decimals", (column,))
        yield Lens("last decimal", (column,))
        yield from (Lens("remainder", (column,), (modulus,)) for modulus in REMAINDERS)
        if draws.leaves is not None and column in leaves and has_text(draws, column):
            yield from _text_lenses(column)
    yield from (Lens("comparison", pair) for pair in combinations(columns, 2))
    if len(columns) > 2:
        yield from (
            Lens(kind, tuple(columns)) for kind in ("inversions", "even order", "largest", "smallest", "ties")
        )
        yield Lens("sum of others", tuple(columns))
    if len(columns) <= 6:
        yield from (Lens("order", three) for three in combinations(columns, 3))


def has_text(draws: Draws, column: int) -> bool:
    """Does anything in this column consist of characters or bytes?"""
    return draws.leaves is not None and any(isinstance(leaf, str | bytes) for leaf in draws.leaves[column][1])


def _text_lenses(column: int) -> Iterator[Lens]:
    yield Lens("length", (column,))
    yield from (Lens("characters", (column,), (place,)) for place in range(-TAIL, HEAD))
    yield from (
        Lens(kind, (column,)) for kind in ("spaces", "digits", "capitals", "other alphabets", "variety")
    )


# --- numbers -----------------------------------------------------------------------------------------------------


def parity_of(words: NDArray[np.uint64], bits: tuple[int, ...]) -> Counts:
    """Whether an odd number of these bits is set, where `words` has a row for each of them."""
    total = np.zeros(words.shape[1], dtype=np.uint64)
    for word, bit in zip(words, bits, strict=True):
        total ^= word >> np.uint64(bit)
    return (total & np.uint64(1)).astype(np.int64)


def _parity(draws: Draws, columns: tuple[int, ...], bits: tuple[int, ...]) -> Counts:
    return parity_of(np.stack([draws.bits(column) for column in columns]), bits)


def _whole_parity(draws: Draws, columns: tuple[int, ...], bits: tuple[int, ...]) -> Counts:
    return parity_of(np.stack([draws.whole(column) for column in columns]), bits)


def _trailing_zeros(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
    """Of the 52 bits behind the binary point: on how coarse a binary grid the number lies."""
    mantissa = draws.bits(columns[0]) & np.uint64((1 << 52) - 1)
    lowest = mantissa & (~mantissa + np.uint64(1))
    return np.where(mantissa > 0, np.log2(np.maximum(lowest, 1).astype(np.float64)), 52).astype(np.int64)


def _decimals(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
    """How many decimals the number needs."""
    value = draws.numbers[:, columns[0]]
    needed = np.full(len(draws), DECIMALS)
    for places in reversed(range(DECIMALS)):
        needed[np.round(value, places) == value] = places
    return needed


def _last_decimal(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
    """The last digit of a number that does not need all of them; 10 for others."""
    needed = _decimals(draws, columns, ())
    with np.errstate(invalid="ignore", over="ignore"):
        digit = np.mod(np.round(np.abs(draws.numbers[:, columns[0]]) * 10.0**needed), 10)
    return np.where((needed < DECIMALS) & np.isfinite(digit), digit, 10).astype(np.int64)


def _remainder(draws: Draws, columns: tuple[int, ...], detail: tuple[int, ...]) -> Counts:
    """Of a whole number of any size; the modulus itself represents everything else."""
    modulus, column = detail[0], columns[0]
    if draws.leaves is not None:
        return draws.each(column, lambda leaf: leaf % modulus if isinstance(leaf, int) else modulus, np.int64)
    if draws.table is not None and draws.table.dtype.kind in "iu":
        return (draws.table[:, column] % modulus).astype(np.int64)
    value = draws.numbers[:, column]
    with np.errstate(invalid="ignore"):
        whole = np.isfinite(value) & (value == np.floor(value))
        return np.where(whole, np.mod(value, modulus), modulus).astype(np.int64)


def _comparison(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
    """0: less, 1: more, 2: equal but not in all bits, 3: the same bits, 4: not to be compared."""
    one, other = draws.numbers[:, columns[0]], draws.numbers[:, columns[1]]
    codes = np.select([one < other, one > other, one == other], [0, 1, 2], 4)
    alike = np.flatnonzero(codes >= 2)
    some = draws.part(alike)
    codes[alike[some.marks(columns[0]) == some.marks(columns[1])]] = 3
    return codes


# --- several columns ----------------------------------------------------------------------------------------------


def _inversions(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
    """The number of pairs of columns in the wrong order."""
    total = np.zeros(len(draws), dtype=np.int64)
    for one, other in combinations(columns, 2):
        total += draws.numbers[:, one] > draws.numbers[:, other]
    return total


def _even_order(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
    return _inversions(draws, columns, ()) % 2


def _largest(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
    return np.asarray(draws.numbers[:, columns].argmax(axis=1))


def _smallest(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
    return np.asarray(draws.numbers[:, columns].argmin(axis=1))


def _ties(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
    """How many neighbours are equal when the columns are sorted."""
    ordered = np.sort(draws.numbers[:, columns], axis=1)
    return np.asarray((ordered[:, 1:] == ordered[:, :-1]).sum(axis=1))


def _order(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
    """Which of the thirteen orders, ties allowed, three columns have."""
    code = np.zeros(len(draws), dtype=np.int64)
    for one, other in combinations(columns, 2):
        a, b = draws.numbers[:, one], draws.numbers[:, other]
        code = 3 * code + np.where(a < b, 0, np.where(a > b, 1, 2))
    return code


def _sum_of_others(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
    """Which column is the sum of all others, up to rounding; the number of columns if none is."""
    values = draws.numbers[:, columns]
    with np.errstate(invalid="ignore", over="ignore"):
        total, size = values.sum(axis=1)[:, None], np.abs(values).sum(axis=1)[:, None]
        exact = np.abs(total - 2 * values) <= 1e-12 * size
    return np.where(exact.any(axis=1), exact.argmax(axis=1), len(columns))


# --- text and bytes -----------------------------------------------------------------------------------------------


def _of_text(measure: Callable[[str], int]) -> Callable[[Draws, tuple[int, ...], tuple[int, ...]], Counts]:
    def codes(draws: Draws, columns: tuple[int, ...], _: tuple[int, ...]) -> Counts:
        return draws.each(columns[0], lambda leaf: _measure_text(leaf, measure), np.int64)

    return codes


def _measure_text(leaf: Any, measure: Callable[[str], int]) -> int:
    """Of text as it is, of bytes as characters of the same numbers; 0 of anything else."""
    if not isinstance(leaf, str | bytes):
        return 0
    return min(1 + measure(leaf.decode("latin-1") if isinstance(leaf, bytes) else leaf), 1023)


def _characters(draws: Draws, columns: tuple[int, ...], detail: tuple[int, ...]) -> Counts:
    """The character at one place, counted from the start or from the end; 1 where there is none."""
    place = detail[0]
    least = place + 1 if place >= 0 else -place
    return _of_text(lambda text: ord(text[place]) if len(text) >= least else 0)(draws, columns, ())


KINDS: dict[str, Callable[[Draws, tuple[int, ...], Any], Counts]] = {
    "parity": _parity,
    "whole parity": _whole_parity,
    "trailing zeros": _trailing_zeros,
    "decimals": _decimals,
    "last decimal": _last_decimal,
    "remainder": _remainder,
    "comparison": _comparison,
    "inversions": _inversions,
    "even order": _even_order,
    "largest": _largest,
    "smallest": _smallest,
    "ties": _ties,
    "order": _order,
    "sum of others": _sum_of_others,
    "length": _of_text(len),
    "characters": _characters,
    "spaces": _of_text(lambda text: sum(map(str.isspace, text))),
    "digits": _of_text(lambda text: sum(map(str.isdigit, text))),
    "capitals": _of_text(lambda text: sum(map(str.isupper, text))),
    "other alphabets": _of_text(lambda text: sum(char > "\x7f" for char in text)),
    "variety": _of_text(lambda text: len(set(text))),
}
