"""Many lines at once: what the rules of `lines` and `cells` say of each line, computed for a block of them together.

Most lines of most files hold no quote and have as many cells as the header. Of these NumPy finds all cells at once, and
compares words as whole numbers of eight bytes. All other lines are read one by one. Either way a line means the same:
the speed of a line can depend on this, but its value depends on the line alone.
"""

import numpy as np
from numpy.typing import NDArray

from privcausal.table.cells import Values, from_text, meanings
from privcausal.table.declaration import Categories, Column, Identifier
from privcausal.table.dialect import Dialect
from privcausal.table.lines import LONGEST, Cells, splitter

Places = NDArray[np.intp]
Keys = NDArray[np.uint64]

WIDE = 8
"""So many bytes are compared in one step."""

SHORT = WIDE - 1
"""A number of so many bytes, or fewer, is parsed once for all cells that hold it: the eighth byte says how many."""

FIRST = np.array([(1 << 8 * size) - 1 for size in range(WIDE + 1)], dtype=np.uint64)
"""Masks for the first bytes of a key."""

BLANK = np.isin(np.arange(256), list(b" \t\n\r\x0b\x0c"))


class Scan:
    """The lines of a block, which ends with a newline unless the file does not.

    >>> scan = Scan(b'34,low\\n"a,b",high\\n7\\n', b",", 2)
    >>> scan.column(1, Categories(("low", "high")), Dialect()).tolist()
    [0, 1, 2]
    """

    def __init__(self, block: bytes, sep: bytes, width: int, longest: int = LONGEST) -> None:
        block += b"" if block.endswith(b"\n") else b"\n"
        self._data = np.frombuffer(block + bytes(WIDE), dtype=np.uint8)
        self._keys = np.ndarray(len(block) + 1, dtype="<u8", buffer=self._data, strides=(1,))
        body = self._data[: len(block)]
        ends = np.flatnonzero(body == ord("\n"))
        starts = np.concatenate([[0], ends[:-1] + 1])
        seps, quotes = np.flatnonzero(body == sep[0]), np.flatnonzero(body == ord('"'))
        first = np.searchsorted(seps, starts)
        plain = (np.searchsorted(seps, ends) - first == width - 1) & (ends - starts <= longest)
        plain &= np.searchsorted(quotes, starts) == np.searchsorted(quotes, ends)
        self._plain = plain
        split = splitter(sep, width, longest)
        pairs = zip(starts[~plain].tolist(), ends[~plain].tolist(), strict=True)
        self._others: list[Cells] = [split(block[start:end]) for start, end in pairs]
        returned = (body[ends - 1] == ord("\r")) & (ends > starts)
        cuts = seps[first[plain][:, None] + np.arange(width - 1)]
        self._edges = np.column_stack([starts[plain] - 1, cuts, (ends - returned)[plain]])

    def __len__(self) -> int:
        return len(self._plain)

    def column(self, place: int, column: Column, dialect: Dialect) -> Values:
        """Return the values of the cells of one column, line by line."""
        others = from_text(column, [cells[place] for cells in self._others], dialect)
        values = np.empty(len(self), dtype=others.dtype)
        values[~self._plain] = others
        read = (
            self._words if type(column) is Categories else self._distinct
        )  # another kind can read otherwise
        read = self._texts if isinstance(column, Identifier) else read
        values[self._plain] = read(self._edges[:, place] + 1, self._edges[:, place + 1], column, dialect)
        return values

    def _texts(self, starts: Places, ends: Places, column: Column, dialect: Dialect) -> Values:
        """Cells of any text, one by one."""
        data = self._data.tobytes()
        cells = [data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        return from_text(column, cells, dialect)

    def _words(self, starts: Places, ends: Places, column: Column, dialect: Dialect) -> Values:
        """Return which declared word each cell is; possible other spellings are read once for equal cells.

        Blanks around a cell do not count; and if a declared word is a number, there are other ways to write it.
        """
        assert isinstance(column, Categories)
        words = [(dialect.bytes_of(text), code) for text, code in column.codes.items()]
        sizes = ends - starts
        codes = np.full(len(starts), column.substitute, dtype=np.uint8)
        unknown = np.ones(len(starts), dtype=bool)
        keys = [
            self._part(starts, sizes, step) for step in range(0, max(len(word) for word, _ in words), WIDE)
        ]
        for word, code in words:
            same = sizes == len(word)
            for step, key in zip(range(0, len(word), WIDE), keys, strict=False):
                same &= key == int.from_bytes(word[step : step + WIDE], "little")
            np.putmask(codes, same, code)
            unknown &= ~same
        rest = unknown & (sizes > 0)
        if not meanings(column, dialect):
            rest &= BLANK[self._data[starts]] | BLANK[self._data[ends - 1]]
        codes[rest] = self._distinct(starts[rest], ends[rest], column, dialect)
        return codes

    def _distinct(self, starts: Places, ends: Places, column: Column, dialect: Dialect) -> Values:
        """Cells with the same few bytes are parsed once; longer ones are read on their own."""
        sizes = ends - starts
        short = sizes <= SHORT
        sized = np.where(short, sizes, 0)
        keys = self._part(starts, sized, 0) | sized.astype(np.uint64) << np.uint64(8 * SHORT)
        several, where = np.unique(keys, return_inverse=True)
        texts = [key.to_bytes(WIDE, "little") for key in several.tolist()]
        values = from_text(column, [text[: text[-1]] for text in texts], dialect)[where]
        data, long = self._data.data, ~short
        pairs = zip(starts[long].tolist(), ends[long].tolist(), strict=True)
        values[long] = from_text(column, [bytes(data[start:end]) for start, end in pairs], dialect)
        return values

    def _part(self, starts: Places, sizes: Places, step: int) -> Keys:
        """Return up to eight bytes of each cell, from byte `step`, as a whole number; bytes beyond the cell are 0."""
        places = np.minimum(starts + step, len(self._keys) - 1)
        part: Keys = self._keys[places] & FIRST[np.clip(sizes - step, 0, WIDE)]
        return part
