"""The first line of a file: the only public one, which a message can quote, and from which a draft is made."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from privcausal.arguments import hint
from privcausal.table.declaration import Declaration
from privcausal.table.declaration_files import FORMAT
from privcausal.table.dialect import Dialect, official
from privcausal.table.lines import LONGEST, fields, open_bytes

SEPARATORS = (",", ";", "\t", "|")
"""Separators that are tried on a first line."""

MARK = b"\xef\xbb\xbf"
"""The byte order mark that some programs write before UTF-8."""

NO_TEXT = re.compile(rb"PK\x03\x04|\xd0\xcf\x11\xe0|PAR1|[^\r]*?[\x00-\x06\x0e-\x1a\x7f]")
"""How files of Excel and of Parquet begin, and bytes that no text has: their first line would end where cells say."""

COMPRESSED = (
    b"\x1f\x8b",
    b"\x1f\x9d",
    b"BZh",
    b"\xfd7zXZ",
    b"7z\xbc\xaf",
    b"\x28\xb5\x2f\xfd",
    b"\x04\x22\x4d\x18",
)
"""And those of gzip, compress, bzip2, xz, 7z, zstd and lz4: what looks like their first line depends on all records."""

JSON = re.compile(rb'[\s\x1e]*(?:\{|\[\s*(?:[\[{"\d-]|(?:null|true|false)\b|$))')
"""How a table begins as JSON: its first line can be the first record, or all of them."""

OTHER = re.compile(rb"\s*(?:<[a-z/?!]|-\s|(?:insert|replace)\s+into\s)", re.I)
"""The same for XML, HTML, YAML and SQL."""

VALUE = re.compile(
    r"(?=\D*\d)[-+−<>≤≥≈~$€£()\d\s.,:/%eE]+"  # numbers, amounts, times
    r"|\d{4}-\d\d-\d\d[t\s].*"  # a date and a time
    r"|\d\d?[-./\s]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-.,/\s]*\d{2,4}"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"  # an identifier that a program drew
    r"|nan?|null|none|true|false|yes|no|\?|.*@.*",
    re.I,
)
"""Texts of cells that cannot be the name of a column."""


def first_line(file: BinaryIO, dialect: Dialect, where: str) -> str:
    """Return the header as text; the file is then at the first record. No message quotes it.

    >>> from io import BytesIO
    >>> first_line(BytesIO(b"\\xef\\xbb\\xbfage,dose\\r\\n34,low\\n"), Dialect(), "a.csv")
    'age,dose'
    """
    line = file.readline(LONGEST + 1)
    if not line:
        raise ValueError(f"{where} is empty; it needs a header line, and then one line for each record")
    if line.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValueError(f"{where} is written in UTF-16; save it as UTF-8")
    if line.startswith(COMPRESSED):
        raise ValueError(f"{where} is compressed; unpack it first")
    bare = line.removesuffix(b"\n").removesuffix(b"\r")
    if line.startswith(MARK):
        if not official(dialect.encoding).startswith("utf"):
            raise ValueError(f"encoding of {where} must be utf-8, as its mark says")
        bare = bare.removeprefix(MARK)
    # What says its kind by how it begins comes first: of a table in one line no cell may choose the words.
    if JSON.match(bare):
        raise ValueError(f"{where} must have a header line, and it looks like JSON; save it as CSV in UTF-8")
    if OTHER.match(bare):
        raise ValueError(
            f"{where} must have a header line, and it looks like XML, HTML, YAML or SQL; save it as CSV in UTF-8"
        )
    if NO_TEXT.match(line):
        raise ValueError(
            f"{where} must be text, and it is a spreadsheet, Parquet or the like; save it as CSV in UTF-8"
        )
    if len(line) > LONGEST or b"\r" in bare:
        raise ValueError(
            f"{where} must end its lines with newlines; its first line is too long or holds carriage returns"
        )
    if re.fullmatch(rb"sep=.", bare, re.I):
        raise ValueError(
            f"{where} must begin with its header; delete the line sep=, a spreadsheet's own note"
        )
    try:
        return bare.decode(dialect.encoding)
    except UnicodeDecodeError:
        raise ValueError(
            f"encoding must fit the first line of {where}, and it does not; try latin-1 or cp1252"
        ) from None


def names_in(line: str, dialect: Dialect, where: str) -> list[str]:
    """The names of the columns, without blanks around them.

    >>> names_in('"dose, mg" ,age', Dialect(), "a.csv")
    Traceback (most recent call last):
    ValueError: a.csv must have a first line in which every quote is closed
    """
    cells = fields(line.encode(), dialect.sep.encode())
    if not cells:
        raise ValueError(f"{where} must have a first line in which every quote is closed")
    return [cell.decode().strip() for cell in cells]


def places(names: Sequence[str], declaration: Declaration, where: str, line: str = "") -> dict[str, int]:
    """Return the place of each declared column.

    A name of the line is shown only if it is near a declared one, and nothing in the line looks like data: otherwise
    the header can be missing, and the first line can be somebody's record.

    >>> from privcausal.table.declaration import Number
    >>> places(["name", "age"], Declaration({"age": Number()}), "a.csv")
    {'age': 1}
    """
    wanted = list(declaration.columns)
    for place, name in enumerate(wanted, 1):
        if names.count(name) > 1:
            raise ValueError(
                f"{where} has several columns of the name of column {place:d} of those declared or asked about; give "
                "them different names"
            )
    missing = [(place, name) for place, name in enumerate(wanted, 1) if name not in names]
    if not missing:
        return {name: names.index(name) for name in wanted}
    if len(missing) < len(wanted):
        (place, name), *_ = missing
        near = "" if looks_like_data(names) else hint(name, names)  # a record can hold a declared word
        raise ValueError(f"{where} does not have column {place:d} of those declared or asked about{near}")
    other = [sep for sep in SEPARATORS if set(wanted) & set(_split(line, sep))]
    more = f"does it want sep {other[0]!r}?" if other else "is its first line a header?"
    raise ValueError(f"{where} has none of the columns declared or asked about; {more}")


def looks_like_data(names: Sequence[str]) -> bool:
    """Return whether the first line is a record rather than a header.

    Numbers, dates, open quotes and repeated words are not names.

    >>> [looks_like_data(names) for names in (["", "age", "dose_2"], ["34", "low"], ["2024-01-05", "x"], ["no", "no"])]
    [False, True, True, True]
    """
    named = [name for name in names if name]
    open_quote = any(name.count('"') % 2 for name in named)  # of a record that ends in another line
    return not named or open_quote or len(set(named)) < len(named) or any(map(VALUE.fullmatch, named))


def named_columns(path: str | Path, dialect: Dialect) -> list[str]:
    """All columns that have a name; a ValueError if the first line looks like data, which it does not quote."""
    where = str(path)
    with open_bytes(path) as file:
        names = names_in(first_line(file, dialect, where), dialect, where)
    if looks_like_data(names):
        raise ValueError(f"the first line of {where} looks like data; it must name the columns")
    return [name for name in names if name]


def draft(path: str | Path, dialect: Dialect, *, sep: bool = True, decimal: bool = True) -> str:
    """A declaration to fill in, from the header alone; unless `sep` is known, the sign that makes most columns.

    Unless `decimal` is known, semicolons leave it open: a wrong one would make every such number a missing one.
    """
    if not sep:
        with open_bytes(path) as file:
            line = first_line(file, dialect, str(path))
        signs = [sign for sign in SEPARATORS if sign != dialect.decimal]
        dialect = replace(dialect, sep=max(signs, key=lambda sign: len(_split(line, sign))))
    names = named_columns(path, dialect)
    settings = [f"{name} = {_quoted(getattr(dialect, name))}" for name in ("sep", "decimal", "encoding")]
    if not decimal and dialect.sep == ";":
        settings[1] = f'decimal = ""  {OPEN}'
    return blank(names, [*settings, ""])


def blank(names: Sequence[str], declared: Sequence[str] = ()) -> str:
    """Return a declaration of these columns to fill in, after the entries about the file.

    >>> blank(["age (years)"]).splitlines()[-2:]
    ['[columns]', '"age (years)" = {}']
    """
    first = [*INSTRUCTIONS, f"format = {_quoted(FORMAT)}", *declared]
    return "\n".join([*first, "[columns]", *(f"{_quoted(name)} = {{}}" for name in names)])


OPEN = (
    '# say "," or ".": look at the file; with the wrong one, numbers count as missing and no message appears'
)

INSTRUCTIONS = (
    "# Drafted from the names of the columns; not one record was looked at.",
    "# Fill in each column that you need, from what you know about the subject and never from the data:",
    "#     age = { range = [0, 110] }                             a number; add cuts = [18, 65] for categories",
    '#     crp = { range = [0.1, 500], scale = "log" }            numbers above 0 and skewed: their logarithms count',
    '#     dose = { values = ["low", "high"] }                    categories; a cell with none of them is missing',
    '#     dose = { values = ["low", "high"], missing = "low" }   a cell with none of them counts as "low"',
    "# Delete the others: undeclared columns are not read. One line of the file is one person, whatever it contains.",
    "# A line of totals, or of units, is not a person: delete it from the file before you ask.",
    "# If a person can have several lines, declare this here, above [columns]: rows_per_person = 3, for at most three.",
    "# Background knowledge goes above [columns], too, and costs nothing: columns in the order of time, and arrows,",
    '#     tiers = [["age"], ["dose"], ["pain"]]    forbidden = ["pain -> dose"]    required = ["dose -> pain"]',
)


def _quoted(text: str) -> str:
    """As a TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _split(line: str, sep: str) -> list[str]:
    return [cell.decode().strip() for cell in fields(line.encode(), sep.encode())]
