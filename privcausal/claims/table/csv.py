"""Claims about reading: how many records of the table can one line of the file move?"""

from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO, StringIO
from typing import Any

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from privcausal.claims.broken.table import converted_at_once, looking_at_whole_columns, plain_reading
from privcausal.claims.table import dtypes
from privcausal.privacy.price import Relation
from privcausal.table.csv import batches, read_csv, read_file
from privcausal.table.declaration import Categories, Column, Declaration, Number
from privcausal.table.dialect import Dialect
from privcausal.table.frames import from_frame
from privcausal.table.records import joined
from privcausal.table.sources import read
from privcausal.verify import Formula, by_us, each, instead, mutant, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, space, worst_of

Records = list[tuple[float, ...]] | str
"""The declared cells of each record, or the words of a refusal."""

HEADERS = (("age", "dose", "note", "pulse"), ("age", "dose", "note", "pace"))
"""With the second one every file is refused."""

COLUMNS: dict[str, Column] = {
    "age": Number(0, 110),
    "dose": Categories(("low", "high")),
    "pulse": Number(30, 220, missing=70),
}

LONGEST = 40
"""Lines are short here, so that many are tried; a line of more bytes than this counts as too long."""

# --- files of text ----------------------------------------------------------------------------------------------


def tame(sep: str) -> st.SearchStrategy[str]:
    """A line as it should be."""
    number = st.sampled_from(["34", " 7.5", "-1e3", "", "NA"])
    dose = st.sampled_from(["low", "high", '"high"', "none", f'"low{sep}"'])
    return st.tuples(number, dose, st.just("x"), number).map(sep.join)


def wild(sep: str) -> st.SearchStrategy[str]:
    """Bytes, one letter for each, in any order: quotes, carriage returns, NUL, invalid UTF-8, and invalid numbers."""
    pieces = [sep, '"', '""', f'"{sep}', f'{sep}"', "\r", "\0", "\xff", "\xe2\x80\xa8"]
    pieces += ["\x0b", "\x0c", "\x1a", "\x85"]
    pieces += ["34", "low", "inf", "nan", "1e999", "1_0", "0x10", "'", "#", "\\", " ", "9" * 25]
    return st.lists(st.sampled_from(pieces), max_size=9).map("".join)


def neighbours(sep: str) -> st.SearchStrategy[Witness]:
    """Some lines, and another one for one of them; with or without a last newline, with one line end or the other."""
    line = tame(sep) | wild(sep)
    return st.fixed_dictionaries(
        {
            "header": st.sampled_from([0, 0, 0, 0, 1]),
            "lines": st.lists(line, min_size=1, max_size=6),
            "place": st.integers(0, 5),
            "other": line,
            "end": st.sampled_from(["\n", "\r\n"]),
            "closed": st.booleans(),
        }
    )


def commas_and_quotes(sep: str) -> list[Witness]:
    """The lines that plain readers stumble over."""
    good = sep.join(["34", "low", "x", "70"])
    hostile = [good + sep, sep.join(["34", '"low', "x", "70"]), good.replace("x", "\r"), "", '"', good + "\0"]
    return [
        {"header": 0, "lines": [good] * 4, "place": place, "other": other, "end": "\n", "closed": True}
        for other in hostile
        for place in (0, 2)
    ]


def touched(pair: Witness, rng: np.random.Generator) -> Witness:
    """The pair with one byte put into one line, or taken out."""
    lines = [*pair["lines"], pair["other"]]
    chosen = int(rng.integers(len(lines)))
    text = lines[chosen]
    spot = int(rng.integers(len(text) + 1))
    sign = ("", ",", ";", '"', "\r", "\0", "\xff", "7", ".", "-", "e", "w")[rng.integers(12)]
    lines[chosen] = text[:spot] + sign + text[spot + (not sign) :]
    return {**pair, "lines": lines[:-1], "other": lines[-1]}


def files(pair: Witness, sep: str) -> Iterator[bytes]:
    """Both neighbours. A last line without newline must hold something, or it would not be there."""
    bodies = dtypes.both_bodies(pair, "lines")
    closed = pair["closed"] or not all(body[-1] for body in bodies)
    for body in bodies:
        text = pair["end"].join([sep.join(HEADERS[pair["header"]]), *body])
        yield (text + pair["end"] * closed).encode("latin-1")


def read_pieces(content: bytes, declaration: Declaration, size: int) -> Records:
    """What the library makes of a file, read in pieces of a few bytes."""
    pieces = batches(BytesIO(content), declaration, size=size, longest=LONGEST)
    try:
        return records(joined(declaration, pieces, "the file").columns)
    except ValueError as refusal:
        return str(refusal)


def records(columns: Any) -> Records:
    return list(zip(*(np.asarray(columns[name], dtype=float).tolist() for name in COLUMNS), strict=True))


def moved(before: Records, after: Records) -> int:
    """How many records differ; one more than there are if their number differs, or the words of a refusal."""
    if isinstance(before, str) or isinstance(after, str) or len(before) != len(after):
        return 0 if before == after else max(len(before), len(after)) + 1
    return sum(one != other for one, other in zip(before, after, strict=True))


def records_moved(
    pair: Witness, sep: str, decimal: str, encoding: str, size: int, carriage: bytes = b"\r"
) -> int:
    """How many records one line moves; carriage returns can be other bytes."""
    declaration = Declaration(COLUMNS, Dialect(sep, decimal, encoding))
    contents = (content.replace(b"\r", carriage) for content in files(pair, sep))
    return moved(*(read_pieces(content, declaration, size) for content in contents))


def moved_by_plain_reading(pair: Witness, sep: str) -> int:
    """With a reader that looks at the whole file."""
    return moved(*(plain_reading(content, sep, COLUMNS) for content in files(pair, sep)))


# --- data frames, whose types pandas infers ------------------------------------------------------------------------


CELLS: list[Any] = [0, 1, 34, 1.5, 1e300, -7, 2**70, True, False, None]
CELLS += [float("nan"), float("inf"), 1j, 34 + 0j]
CELLS += [np.timedelta64(1, "D"), pd.Timestamp("2020"), b"1"]
CELLS += ["1", "1.0", "01", "True", "low", "high ", "", "x"]


ROW = space.whole(0, len(CELLS) - 1) * 3
ROWS = space.record(rows=ROW.up_to(5), place=space.whole(0, 4), other=ROW)
"""Rows of whatever a cell of a data frame can hold, and another one for one of them."""


def frames(pair: Witness) -> Iterator[pd.DataFrame]:
    for body in dtypes.both_bodies(pair):
        yield pd.DataFrame([[CELLS[cell] for cell in row] for row in body], columns=list(COLUMNS))


WORDS = ["1", "0", "1.0", "01", "+1", "1e0", "True", "False", "TRUE", "low", "high", "odd", "NA", '""']
LINE = space.whole(0, len(WORDS) - 1) * 3
LINES = space.record(rows=LINE.up_to(5), place=space.whole(0, 4), other=LINE)
"""Lines of text as pandas reads them: one word makes text of a column that else would be of numbers."""


def frames_of_text(pair: Witness) -> Iterator[pd.DataFrame]:
    for body in dtypes.both_bodies(pair):
        lines = [",".join(COLUMNS), *(",".join(WORDS[cell] for cell in line) for line in body)]
        yield pd.read_csv(StringIO("\n".join(lines)))


def declaration_of(categories: str) -> Declaration:
    return Declaration({**COLUMNS, "dose": Categories(tuple(categories.split()))})


def cell_by_cell(frame: pd.DataFrame, declaration: Declaration) -> Records:
    return records(from_frame(frame, declaration).columns)


def by_types(frame: pd.DataFrame, declaration: Declaration) -> Records:
    """With cells turned to text by the type of their column: one gap makes 1 into 1.0, for everybody."""
    return looking_at_whole_columns(frame, declaration.columns)


def rows_moved(
    pair: Witness,
    categories: str,
    both: Callable[[Witness], Iterator[pd.DataFrame]] = frames,
    reading: Callable[[pd.DataFrame, Declaration], Records] = cell_by_cell,
) -> int:
    return moved(*(reading(frame, declaration_of(categories)) for frame in both(pair)))


lines_moved = partial(rows_moved, both=frames_of_text)


# --- frames, arrays and streams of every type ----------------------------------------------------------------------


def any_kind_moved(pair: Witness, library: str) -> int:
    return moved(*map(dtypes.read_records, dtypes.tables(pair, library)))


def any_kind_moved_at_once(pair: Witness, library: str) -> int:
    """With the conversions of the libraries themselves, which one cell can stop."""
    return moved(*(converted_at_once(data, dtypes.PUBLIC) for data in dtypes.tables(pair, library)))


def worst_cell(library: str, moving: Callable[..., int] = any_kind_moved) -> Extreme:
    """Of all types and all cells that hurt, the one that moves most."""
    return worst_of(dtypes.every_cell(library), partial(moving, library=library))


NOT_EVEN_ONE = instead(ours="0")
PLAIN = mutant("an ordinary reader, which sees the whole file", score=moved_by_plain_reading)
LINE_ENDS = mutant("carriage returns end lines too", score=partial(records_moved, carriage=b"\n"))
BY_TYPES = "text by the type of the whole column"
AT_ONCE = "whole columns converted by the libraries themselves"

CLAIMS = (
    by_us(
        id="B-reading",
        title="One line of a file moves at most one record of the table",
        place="files, data frames, arrays and streams",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let two files have the same first line and equally many lines after it, and differ in one of these. Or "
            "let two data frames, arrays or streams have the same columns and equally many rows, and differ in one of "
            "these; streams have the same types, too, for their schema is public."
        ),
        statement=(
            "Whatever the bytes of that line or the cells of that row, and whatever is declared, the library reads two "
            "tables with a record for every line or row, which differ in «sense» $«ours»$ of them; or it refuses both, "
            "with the same words."
        ),
        ours=Formula("1"),
        subjects=(read, read_csv, read_file, batches),
        checks=(
            Search(
                "hostile lines",
                worlds(
                    "sep decimal encoding size",
                    (",", ".", "utf-8", 16),
                    (";", ",", "utf-8", 64),
                    ("\t", ".", "latin-1", 1 << 20),
                    ("|", ".", "cp1252", 5),
                ),
                neighbours,
                records_moved,
                (NOT_EVEN_ONE, PLAIN, LINE_ENDS),
                starts=commas_and_quotes,
                step=touched,
            ),
            Search(
                "hostile cells in data frames",
                each(categories=("0 1", "low high 1")),
                ROWS,
                rows_moved,
                (NOT_EVEN_ONE, mutant(BY_TYPES, score=partial(rows_moved, reading=by_types))),
                climbs=False,
            ),
            Search(
                "lines as pandas reads them",
                each(categories=("0 1", "False True", "low 1")),
                LINES,
                lines_moved,
                (
                    NOT_EVEN_ONE,
                    mutant(
                        "text by the type of the whole column", score=partial(lines_moved, reading=by_types)
                    ),
                ),
                climbs=False,
            ),
            Exhaustive(
                "every cell in every type",
                each(library=tuple(dtypes.LIBRARIES)),
                worst_cell,
                (NOT_EVEN_ONE, mutant(AT_ONCE, worst=partial(worst_cell, moving=any_kind_moved_at_once))),
            ),
            Search(
                "frames, arrays and streams of every type",
                each(library=tuple(dtypes.LIBRARIES)),
                dtypes.rows_of_any_kind,
                any_kind_moved,
                (NOT_EVEN_ONE, mutant(AT_ONCE, score=any_kind_moved_at_once)),
                climbs=False,
            ),
        ),
    ),
)
