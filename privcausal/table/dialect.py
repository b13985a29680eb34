"""How a file of text is written: its separator, its decimal sign, its encoding. All of that is public."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t", "pipe": "|", "space": " "}
"""What is hard to type in a shell has a name."""


@dataclass(frozen=True)
class Dialect:
    """How a file of text is written.

    >>> Dialect(sep="tab", decimal=",").sep
    '\\t'
    """

    sep: str = ","
    decimal: str = "."
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        object.__setattr__(self, "sep", SEPARATORS.get(self.sep, self.sep))
        if len(self.sep) != 1 or not self.sep.isascii() or self.sep.isalnum() or self.sep in '"\r\n\0+-._':
            raise ValueError(f"sep must be one sign such as , or ; or tab, got {self.sep!r}")
        if self.decimal not in (".", ",") or self.decimal == self.sep:
            raise ValueError(f"decimal must be a point or a comma, and not sep, got {self.decimal!r}")
        if not keeps_ascii(self.encoding):
            raise ValueError(
                "encoding must be one in which every ASCII byte stays itself, such as utf-8, latin-1 or cp1252, "
                f"got {self.encoding!r}"
            )

    def bytes_of(self, text: str) -> bytes:
        """A public word as it would stand in the file.

        >>> Dialect(encoding="latin-1").bytes_of("où")
        b'o\\xf9'
        """
        try:
            return text.encode(self.encoding)
        except UnicodeEncodeError:
            raise ValueError(f"encoding {self.encoding!r} cannot write {text!r}") from None


@cache
def keeps_ascii(encoding: str) -> bool:
    """Does each byte below 128 mean its ASCII sign, whatever stands before it? Then lines can be cut as bytes.

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
