"""How a file of text is written: its separator, its decimal sign, its encoding. All of that is public."""

import codecs
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t", "pipe": "|", "space": " "}
"""Names of the separators that are hard to type in a shell."""

TRUTH = {b"true": 1.0, b"false": 0.0}
"""Truth values as text, in any case: they are the numbers that truth values are."""


MARKED = "utf-8-sig"
"""What Python calls UTF-8 with a mark before it: the mark is looked for anyway, and no declared word begins with it."""


@dataclass(frozen=True)
class Dialect:
    """How a file of text is written.

    >>> Dialect(sep="tab", decimal=",").sep
    '\\t'
    """

    sep: str = ","
    decimal: str = "."
    encoding: str = "utf-8"
    points: bool = False
    """Whether a number can have a point although the decimal sign is a comma: only in memory, where both occur."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "sep", SEPARATORS.get(self.sep, self.sep))
        if official(self.encoding) == MARKED:
            object.__setattr__(self, "encoding", "utf-8")
        if len(self.sep) != 1 or not self.sep.isascii() or self.sep.isalnum() or self.sep in '"\r\n\0+-._':
            raise ValueError("sep must be one sign such as , or ; or tab")
        if self.decimal not in (".", ",") or self.decimal == self.sep:
            raise ValueError("decimal must be a point or a comma, and not sep")
        if not keeps_ascii(self.encoding):
            raise ValueError(
                "encoding must be one in which every ASCII byte stays itself, such as utf-8, latin-1 or cp1252"
            )

    def bytes_of(self, text: str) -> bytes:
        """Return a public word in the encoding of the file.

        >>> Dialect(encoding="latin-1").bytes_of("où")
        b'o\\xf9'
        """
        try:
            return text.encode(self.encoding)
        except UnicodeEncodeError:
            raise ValueError(
                f"encoding must fit the declared words, and {self.encoding!r} cannot write one"
            ) from None

    @property
    def in_memory(self) -> "Dialect":
        """The same for text in memory, which has no encoding of its own, and in which numbers can have a point too."""
        return replace(self, encoding="utf-8", points=True)

    @property
    def number(self) -> Callable[[bytes], float]:
        """From the text of a cell to its number, NaN for whatever is none.

        >>> [Dialect(sep=";", decimal=",").number(cell) for cell in (b"1,5", b"1.5", b"TRUE")]
        [1.5, nan, 1.0]
        """
        if self.decimal == ".":
            return number
        return number_with_either if self.points else number_with_comma

    def meaning(self, word: str) -> float:
        """The number that a declared category is, in the file's spelling or in Python's; NaN if it is none.

        >>> Dialect().meaning("01"), Dialect(sep=";", decimal=",").meaning("1.5"), Dialect().meaning("low")
        (1.0, 1.5, nan)
        """
        text = word.encode(errors="replace")
        plain = number(text)
        return self.number(text) if math.isnan(plain) else plain


def number(cell: bytes) -> float:
    """Whatever is neither a decimal number nor a truth value is NaN, or infinite.

    >>> [number(cell) for cell in (b" 1.5", b"01", b"True", b"1_0", b"x", b"1e999")]
    [1.5, 1.0, 1.0, nan, nan, inf]
    """
    try:
        return math.nan if b"_" in cell else float(cell)
    except ValueError:
        return TRUTH.get(cell.strip().lower(), math.nan)


def number_with_comma(cell: bytes) -> float:
    """The same where a comma is the decimal sign; a point makes it missing, because it can separate thousands."""
    return math.nan if b"." in cell else number(cell.replace(b",", b"."))


def number_with_either(cell: bytes) -> float:
    """A number as the file wrote it, or as Python does: which of the two a frame has can depend on other cells.

    >>> [number_with_either(cell) for cell in (b"1,5", b"1.5", b"1.5,5")]
    [1.5, 1.5, nan]
    """
    plain = number(cell)
    return number_with_comma(cell) if math.isnan(plain) else plain


def official(encoding: str) -> str:
    """What Python itself calls an encoding, of which there are many spellings; nothing if it knows none.

    >>> official("utf 8 sig"), official("no such")
    ('utf-8-sig', '')
    """
    try:
        return codecs.lookup(encoding).name
    except (LookupError, ValueError):  # a name may hold signs that no name has
        return ""


@cache
def keeps_ascii(encoding: str) -> bool:
    """Return whether each byte below 128 is its ASCII sign in any context; lines can then be cut as bytes.

    >>> [name for name in ("utf-8", "cp1252", "utf-16", "shift_jis", "utf-7", "no such") if keeps_ascii(name)]
    ['utf-8', 'cp1252']
    """
    ascii = bytes(range(128))
    try:
        after = {
            bytes([first, second]).decode(encoding, "replace")[-1:]
            for first in range(128, 256)
            for second in ascii
        }
        return ascii.decode(encoding) == ascii.decode() and after == set(ascii.decode())
    except (LookupError, UnicodeError):
        return False


PARQUET = (".parquet", ".pq")


def is_parquet(path: str | Path) -> bool:
    """By its name.

    >>> is_parquet("people.parquet"), is_parquet("people.csv")
    (True, False)
    """
    return Path(path).suffix.lower() in PARQUET
