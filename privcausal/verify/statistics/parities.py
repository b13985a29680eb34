"""Search the bits of outputs: each one, all pairs, and every parity of the bits within a group.

A group is a stretch of bits of one column, or the same bit of several columns. One Walsh–Hadamard transform tries
all of its 2^m parities at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.verify.statistics.lenses import WIDEST, Lens, has_text
from privcausal.verify.statistics.outputs import Draws

GROUP = 16
"""Bits of which all parities are tried."""

PAIRED = 256
"""Bits of which all pairs are tried; of more, those at the ends of sign, exponent, mantissa and whole numbers."""

ENDS = frozenset([*range(12), *range(44, 64)])

ENTRIES = 1 << 24
"""Bits that are looked at together: of more, fewer runs."""

Bit = tuple[str, int, int]
"""Kind of the lens, column, place."""


@dataclass(frozen=True)
class Planes:
    """The bits that change, a row for each, as 1 and −1."""

    bits: list[Bit]
    signs: NDArray[np.float32]


def planes(draws: Draws) -> Planes:
    """All bits of all columns that are not the same in every run."""
    bits: list[Bit] = []
    rows = []
    for column in range(draws.width):
        kinds = [("whole parity", draws.whole(column))]
        if not draws.ideal or has_text(draws, column):
            kinds.append(("parity", draws.bits(column)))
        for kind, words in kinds:
            octets = np.ascontiguousarray(words.astype("<u8")).view(np.uint8).reshape(-1, 8)
            table = np.unpackbits(octets, axis=1, bitorder="little").T
            moving = np.flatnonzero(table.any(axis=1) & ~table.all(axis=1))
            bits += [(kind, column, int(place)) for place in moving]
            rows.append(1 - 2 * table[moving].astype(np.float32))
    return Planes(bits, np.concatenate(rows))


def search(draws: Draws, excess: Floats, scale: float) -> list[tuple[float, Lens]]:
    """Parities in how far they go with `excess`, the side minus its chance: log-likelihood beyond chance, and lens.

    `scale` is the standard deviation of the sum of `excess` if nothing more can be known.

    >>> rng = np.random.default_rng(0)
    >>> side, words = np.repeat([0, 1], 2_000), rng.integers(0, 64, 4_000)
    >>> odd = sum(words >> bit for bit in range(6)) % 2
    >>> words ^= np.where(odd != side, 1, 0)
    >>> found = search(Draws(words[:, None].astype(float), words[:, None]), side - 0.5, 0.5 * 4_000**0.5)
    >>> print(max(found)[1].kind, max(found)[1].detail)
    whole parity (0, 1, 2, 3, 4, 5)
    """
    every = planes(draws)
    if not every.bits:
        return []
    aim = excess.astype(np.float32) / np.float32(scale)
    found = [_entry(z, len(every.bits), [bit]) for bit, z in zip(every.bits, every.signs @ aim, strict=True)]
    narrow = [place for place, (_, column, _) in enumerate(every.bits) if column < WIDEST]
    found += _pairs(every, narrow, aim)
    groups = list(_groups([every.bits[place] for place in narrow]))
    where = {bit: place for place, bit in enumerate(every.bits)}
    for group in groups:
        found.append(_best_parity(group, every.signs[[where[bit] for bit in group]], aim, len(groups)))
    return found


def _entry(z: float, tried: float, bits: list[Bit]) -> tuple[float, Lens]:
    gain = float(z) ** 2 / 2 - float(np.log(tried))
    return gain, Lens(
        bits[0][0], tuple(column for _, column, _ in bits), tuple(place for _, _, place in bits)
    )


def _pairs(every: Planes, narrow: list[int], aim: NDArray[np.float32]) -> Iterator[tuple[float, Lens]]:
    """For each kind, the best pairs of bits."""
    for kind in ("parity", "whole parity"):
        chosen = [place for place in narrow if every.bits[place][0] == kind]
        if len(chosen) > PAIRED:
            chosen = [place for place in chosen if every.bits[place][2] in ENDS][:PAIRED]
        if len(chosen) < 2:
            continue
        signs = every.signs[chosen]
        z = np.triu((signs * aim) @ signs.T, 1)
        for place in np.argsort(-np.abs(z), axis=None)[:4]:
            one, other = divmod(int(place), len(chosen))
            yield _entry(z[one, other], z.size / 2, [every.bits[chosen[one]], every.bits[chosen[other]]])


def _groups(bits: list[Bit]) -> Iterator[list[Bit]]:
    """Stretches of one column, the same bit of all columns, and all bits if they are few."""
    for kind in ("parity", "whole parity"):
        own = [bit for bit in bits if bit[0] == kind]
        if 2 < len(own) <= GROUP:
            yield own
            continue
        for aspect in (1, 2):
            for value in sorted({bit[aspect] for bit in own}):
                alike = [bit for bit in own if bit[aspect] == value]
                last = max(len(alike) - GROUP, 0)
                stretches = [alike[start : start + GROUP] for start in (*range(0, last, GROUP // 2), last)]
                yield from (stretch for stretch in stretches if len(stretch) > 2)


def _best_parity(
    group: list[Bit], signs: NDArray[np.float32], aim: NDArray[np.float32], groups: int
) -> tuple[float, Lens]:
    codes = (1 << np.arange(len(group))) @ (signs < 0)
    spectrum = walsh(np.bincount(codes, weights=aim, minlength=1 << len(group)).astype(np.float64))
    best = 1 + int(np.abs(spectrum[1:]).argmax())  # the parity of no bits is none; all can be 0
    chosen = [bit for place, bit in enumerate(group) if best >> place & 1]
    return _entry(spectrum[best], groups * len(spectrum), chosen)


def walsh(values: Floats) -> Floats:
    """The Walsh–Hadamard transform: entry s is the sum of all values, negative where an odd number of bits of s is set.

    >>> walsh(np.array([1.0, 2.0, 3.0, 4.0])).tolist()
    [10.0, -2.0, -4.0, 0.0]
    """
    step = 1
    while step < len(values):
        left, right = values.reshape(-1, 2, step).swapaxes(0, 1)
        values = np.stack([left + right, left - right], axis=1).ravel()
        step *= 2
    return values


def rows_for(draws: Draws) -> slice:
    """Evenly spaced runs, so few that their bits fit into memory."""
    return slice(None, None, -(-len(draws) * draws.width * 128 // (2 * ENTRIES)))
