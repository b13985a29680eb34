"""Dialects: what would make one line be read as two, or a number as two cells, is refused before anything is read."""

import math

import pytest

from privcausal.table.csv import read_csv
from privcausal.table.declaration import Categories, Declaration
from privcausal.table.dialect import SEPARATORS, Dialect, keeps_ascii
from tests.refusals import refusals


@pytest.mark.parametrize(("name", "sign"), SEPARATORS.items())
def test_separators_have_names(name, sign):
    assert Dialect(sep=name).sep == sign


test_a_sign_that_cells_are_made_of_separates_nothing = refusals(
    lambda sep: Dialect(sep=sep),
    ("sep must be one sign", "", ",,", "a", "7", '"', "\n", "\r", "\0", "+", "-", ".", "_", "é", "§"),
)


test_the_decimal_sign_differs_from_the_separator = refusals(
    lambda sep, decimal: Dialect(sep=sep, decimal=decimal),
    ("decimal must be a point or a comma, and not sep", (",", ","), (";", ";"), (";", "'"), (";", "")),
)


@pytest.mark.parametrize("name", ["utf-16", "utf-7", "shift_jis", "gbk", "cp037", "nothing", "rot13"])
def test_encodings_in_which_a_byte_may_be_part_of_another_sign_are_refused(name):
    assert not keeps_ascii(name)
    with pytest.raises(ValueError, match="encoding must be one in which every ASCII byte stays itself"):
        Dialect(encoding=name)


@pytest.mark.parametrize("name", ["utf-8", "latin-1", "cp1252", "koi8-r", "ascii"])
def test_encodings_that_keep_ascii(name):
    assert Dialect(encoding=name).bytes_of("low") == b"low"


def test_a_public_word_that_cannot_be_written_is_named():
    with pytest.raises(
        ValueError, match="encoding must fit the declared words, and 'latin-1' cannot write one"
    ):
        Dialect(encoding="latin-1").bytes_of("niedrig→hoch")


def test_in_memory_a_point_is_read_whatever_the_file_had():
    """One odd word makes text of a column of floats, and then each number has the point of Python."""
    dialect = Dialect(sep=";", decimal=",")
    assert math.isnan(dialect.number(b"1.5"))
    assert [dialect.in_memory.number(cell) for cell in (b"1.5", b"1,5")] == [1.5, 1.5]


def test_utf_8_with_a_mark_is_utf_8(tmp_path):
    """Otherwise each declared word was looked for with a mark before it, and every cell of words was missing."""
    path = tmp_path / "people.csv"
    path.write_text("dose\nlow\nhigh\n", encoding="utf-8-sig")
    for encoding in ("utf-8", "utf-8-sig", "UTF_8_SIG", "utf 8 sig", "U8"):
        declaration = Declaration({"dose": Categories(("low", "high"))}, Dialect(encoding=encoding))
        assert read_csv(path, declaration)["dose"].tolist() == [0, 1]
