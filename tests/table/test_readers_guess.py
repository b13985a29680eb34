"""Readers that guess numbers: what is refused of them, what SECURITY says, and that a file's name avoids it."""

from io import BytesIO
from types import MappingProxyType

import numpy as np
import pytest

import privcausal
from privcausal.table import frames
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.inputs import as_table
from privcausal.table.unit import Unit
from tests.table.streams import Stream

ROWS = 600
ARROW = ("NaN", "NA", "N/A", "null")


def arrow(path):
    return pytest.importorskip("pyarrow.csv").read_csv(BytesIO(path.read_bytes()))


def polars(path):
    return pytest.importorskip("polars").read_csv(path)


def duckdb(path):
    return pytest.importorskip("duckdb").sql(f"from read_csv('{path}')")


def moved(tmp_path, reader, column, odd):
    """How many other records count as something else once record 7 holds one more word."""
    counted = []
    for cell in ("1", "former"):
        cells = [("0", "1", odd)[row % 3] for row in range(ROWS)]
        cells[7] = cell
        path = tmp_path / f"{cell}.csv"
        path.write_text("x,y\n" + "".join(f"{cell},{row % 2}\n" for row, cell in enumerate(cells)))
        values = as_table(reader(path), Declaration({"x": column})).columns["x"]
        counted.append(np.delete(values, 7))
    return int(np.sum(counted[0] != counted[1]))


GUESSED = [
    (polars, "NaN"),
    (polars, "+NaN"),
    (arrow, "+NaN"),
    *((reader, word) for reader in (duckdb, arrow) for word in ("nan(1)", "0x10")),
    (duckdb, "0b1"),
    (duckdb, "NaN"),
    *((arrow, word) for word in ARROW),
]


@pytest.mark.parametrize(("reader", "word"), GUESSED)
def test_a_category_that_a_reader_takes_for_nothing_would_count_otherwise_beside_a_word(
    tmp_path, monkeypatch, reader, word
):
    declared = Categories(("0", "1", word))
    assert moved(tmp_path, str, declared, word) == 0, "the name of the file"
    monkeypatch.setattr(frames, "_check_guessed", lambda _: None)
    assert moved(tmp_path, reader, declared, word) > ROWS / 4


@pytest.mark.parametrize(("reader", "word"), GUESSED)
def test_so_it_is_refused_unless_it_counts_as_the_missing_cells_do(tmp_path, reader, word):
    with pytest.raises(ValueError, match=r"^column 1 of the declaration must have no category such as NaN"):
        moved(tmp_path, reader, Categories(("0", "1", word)), word)
    with pytest.raises(ValueError, match="must have no category such as NaN"):
        moved(tmp_path, reader, Categories({"0": [], "1": [word.swapcase()]}), word)
    as_missing = Categories(("0", "1", word), missing=word)
    if word.startswith("0"):  # in these tables it is a number, which may be another category
        with pytest.raises(ValueError, match="must have no category such as NaN"):
            moved(tmp_path, reader, as_missing, word)
    else:
        assert moved(tmp_path, reader, as_missing, word) == 0


def test_other_categories_are_not_refused():
    table = pytest.importorskip("pyarrow").table({"x": ["nan", "Nana", "0"]})
    for declared in (Categories(("Nana", "0")), Number(0, 1), Number(0, 1, cuts=(0.5,))):
        assert len(as_table(table, Declaration({"x": declared}))) == 3


@pytest.mark.parametrize("reader", [duckdb, arrow])
def test_a_number_of_another_base_counts_otherwise_beside_a_word(tmp_path, reader):
    declared = Number(0, 100)
    assert moved(tmp_path, reader, declared, "0x10") > ROWS / 4
    assert moved(tmp_path, str, declared, "0x10") == 0, "the name of the file"


@pytest.mark.parametrize("long", ["x", "y", "id"])
def test_one_very_long_number_in_a_frame_of_polars_moves_nothing_else(long):
    """Polars makes whole numbers of 128 bits of its column, which Arrow does not know."""
    pl = pytest.importorskip("polars")
    rows = {"^x.*$": [0] * ROWS, "x": list(range(ROWS)), "y": [0, 1] * (ROWS // 2), "id": list(range(ROWS))}
    declared = Declaration({"x": Number(0, ROWS), "^x.*$": Number(0, 1)}, unit=Unit(1, "id"))
    read = []
    for cell in (3, 2**100):
        rows[long][7] = cell
        read.append(set(as_table(pl.DataFrame(rows, strict=False), declared).columns["x"].tolist()))
    assert len(read[0] ^ read[1]) <= 2, "one record, replaced by another"
    assert len(read[1]) >= ROWS - 2


class Wide(Stream):
    """What this library asks of a frame of Polars, for where Polars is not installed: whole numbers of 128 bits."""

    __module__ = "polars.dataframe"
    schema = MappingProxyType({"x": "Int128", "y": "Int64", "id": "Int128"})
    columns = tuple(schema)

    def __init__(self, names=columns):
        self.names, self.cast_to = names, {}

    def __getitem__(self, names):
        return Wide(names)

    def cast(self, types):
        self.cast_to = types
        return self

    def __arrow_c_stream__(self, requested_schema=None):
        assert self.names == ["x", "y"], "the declared columns alone"
        assert self.cast_to == {"x": str}, "and of them those that Arrow does not have"
        pa = pytest.importorskip("pyarrow")
        return pa.table({"x": [str(2**100), "3"], "y": [0, 1]}).__arrow_c_stream__(requested_schema)


def test_whole_numbers_of_128_bits_are_read_as_text_and_undeclared_ones_not_at_all():
    table = as_table(Wide(), Declaration({"x": Number(0, 9), "y": Number(0, 1)}))
    assert table.columns["x"].tolist() == [9, 3]


def test_nor_does_it_choose_between_two_refusals():
    pl = pytest.importorskip("polars")
    for cell in (3, 2**100):
        frame = pl.DataFrame({"x": [1, cell], "y": [0, 1]}, strict=False)
        with pytest.raises(ValueError, match="does not have column 2 of those declared"):
            as_table(frame, Declaration({"x": Number(0, 9), "z": Number(0, 1)}))


def test_a_check_of_the_data_reads_without_missing():
    table = pytest.importorskip("pyarrow").table({"x": ["NA", "0"] * 300})
    with pytest.raises(ValueError, match="every question but a check of the data is answered"):
        privcausal.check(table, epsilon=1, declare={"x": Categories(("0", "NA"), missing="NA")})
