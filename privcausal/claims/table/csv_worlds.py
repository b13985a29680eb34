"""What reading is attacked with: files that differ in one hostile line, and frames that differ in one hostile row."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from privcausal.claims.specimens.table import looking_at_whole_columns, plain_reading
from privcausal.table.csv import batches
from privcausal.table.declaration import Categories, Column, Declaration, Number
from privcausal.table.dialect import Dialect
from privcausal.table.frames import from_frame
from privcausal.table.records import joined
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Parameters

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
    """Bytes, one letter for each, in any order: quotes, carriage returns, NUL, what is no UTF-8, what is no number."""
    pieces = [
        sep,
        '"',
        '""',
        f'"{sep}',
        f'{sep}"',
        "\r",
        "\0",
        "\xff",
        "\xe2\x80\xa8",
        "\x0b",
        "\x0c",
        "\x1a",
        "\x85",
    ]
    pieces += ["34", "low", "inf", "nan", "1e999", "1_0", "0x10", "'", "#", "\\", " ", "9" * 25]
    return st.lists(st.sampled_from(pieces), max_size=9).map("".join)


def neighbours(sep: str, **_: Any) -> st.SearchStrategy[dict[str, Any]]:
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


def commas_and_quotes(sep: str, **_: Any) -> list[dict[str, Any]]:
    """The lines that plain readers stumble over."""
    good = sep.join(["34", "low", "x", "70"])
    hostile = [good + sep, sep.join(["34", '"low', "x", "70"]), good.replace("x", "\r"), "", '"', good + "\0"]
    return [
        {"header": 0, "lines": [good] * 4, "place": place, "other": other, "end": "\n", "closed": True}
        for other in hostile
        for place in (0, 2)
    ]


def touched(pair: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """The pair with one byte put into one line, or taken out."""
    lines = [*pair["lines"], pair["other"]]
    chosen = int(rng.integers(len(lines)))
    text = lines[chosen]
    spot = int(rng.integers(len(text) + 1))
    sign = ("", ",", ";", '"', "\r", "\0", "\xff", "7", ".", "-", "e", "w")[rng.integers(12)]
    lines[chosen] = text[:spot] + sign + text[spot + (not sign) :]
    return {**pair, "lines": lines[:-1], "other": lines[-1]}


def files(pair: dict[str, Any], sep: str) -> Iterator[bytes]:
    """Both neighbours. A last line without newline must hold something, or it would not be there."""
    lines, place = pair["lines"], pair["place"] % len(pair["lines"])
    there = [*lines[:place], pair["other"], *lines[place + 1 :]]
    closed = pair["closed"] or not (lines[-1] and there[-1])
    for body in (lines, there):
        text = pair["end"].join([sep.join(HEADERS[pair["header"]]), *body])
        yield (text + pair["end"] * closed).encode("latin-1")


def read(content: bytes, world: Parameters) -> Records:
    """What the library makes of a file, read in pieces of a few bytes."""
    dialect = Dialect(world["sep"], world["decimal"], world["encoding"])
    declaration = Declaration(COLUMNS, dialect)
    pieces = batches(BytesIO(content), declaration, size=world["size"], longest=LONGEST)
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


def records_moved(claim: Claim, pair: dict[str, Any], **world: Any) -> int:
    before, after = files(pair, world["sep"])
    return moved(read(before, world), read(after, world))


def moved_by_plain_reading(claim: Claim, pair: dict[str, Any], **world: Any) -> int:
    """With a reader that looks at the whole file."""
    return moved(*(plain_reading(content, world["sep"], COLUMNS) for content in files(pair, world["sep"])))


def moved_by_other_line_ends(claim: Claim, pair: dict[str, Any], **world: Any) -> int:
    """With the line ends that Python's text files know: a bare carriage return makes two lines of one."""
    before, after = (content.replace(b"\r", b"\n") for content in files(pair, world["sep"]))
    return moved(read(before, world), read(after, world))


def line_search(name: str, mutants: tuple[Mutant, ...]) -> Search:
    worlds = [
        (",", ".", "utf-8", 16),
        (";", ",", "utf-8", 64),
        ("\t", ".", "latin-1", 1 << 20),
        ("|", ".", "cp1252", 5),
    ]
    return Search(
        name=name,
        worlds=tuple(
            dict(zip(("sep", "decimal", "encoding", "size"), world, strict=True)) for world in worlds
        ),
        candidates=neighbours,
        score=records_moved,
        starts=commas_and_quotes,
        step=touched,
        mutants=mutants,
    )


# --- data frames, whose types pandas infers ------------------------------------------------------------------------


CELLS = [
    0,
    1,
    34,
    1.5,
    1e300,
    -7,
    2**70,
    True,
    False,
    None,
    float("nan"),
    float("inf"),
    1j,
    34 + 0j,
    np.timedelta64(1, "D"),
    "1",
    "1.0",
    "low",
    "high ",
    "",
    "x",
]


def rows(**_: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Rows of whatever a cell of a data frame may hold, and another one for one of them."""
    row = st.tuples(*[st.integers(0, len(CELLS) - 1)] * 3).map(list)
    return st.fixed_dictionaries(
        {"rows": st.lists(row, min_size=1, max_size=5), "place": st.integers(0, 4), "other": row}
    )


def frames(pair: dict[str, Any]) -> Iterator[pd.DataFrame]:
    place = pair["place"] % len(pair["rows"])
    for body in (pair["rows"], [*pair["rows"][:place], pair["other"], *pair["rows"][place + 1 :]]):
        yield pd.DataFrame([[CELLS[cell] for cell in row] for row in body], columns=list(COLUMNS))


def declared(categories: str) -> Declaration:
    return Declaration({**COLUMNS, "dose": Categories(tuple(categories.split()))})


def rows_moved(claim: Claim, pair: dict[str, Any], categories: str) -> int:
    before, after = (records(from_frame(frame, declared(categories)).columns) for frame in frames(pair))
    return moved(before, after)


def moved_by_types(claim: Claim, pair: dict[str, Any], categories: str) -> int:
    """With cells turned to text by the type of their column: one gap makes 1 into 1.0, for everybody."""
    before, after = (looking_at_whole_columns(frame, declared(categories).columns) for frame in frames(pair))
    return moved(before, after)


def frame_search(name: str, mutants: tuple[Mutant, ...]) -> Search:
    return Search(
        name=name,
        worlds=({"categories": "0 1"}, {"categories": "low high 1"}),
        candidates=rows,
        score=rows_moved,
        mutants=mutants,
    )
