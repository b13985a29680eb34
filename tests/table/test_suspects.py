"""Cells that a declaration changes, counted the same whatever the table came in."""

import numpy as np
import pandas as pd
import pytest

from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.dialect import Dialect
from privcausal.table.inputs import as_source
from privcausal.table.stream import open_table
from privcausal.table.suspects import as_they_are, most_changed, suspects
from privcausal.table.unit import Unit

COLUMNS = {
    "age": Number(0, 110, missing=50),
    "sex": Categories({"m": ["M"], "f": []}, missing="f"),
    "id": Number(),
}
CELLS = {
    "age": ["34", "", "340", "-9", "x", "1e999", "12,5", "110"],
    "sex": ["m", "M", "f", "", "w", "m", "männlich", "f"],
    "id": ["1", "2", "n/a", "4", "5", "6", "7", "8"],
}
WRONG = [4, 1, 1, 3, 1]
"""Missing, below and above of `age`, not declared of `sex`, missing of `id`."""


def counted(source, declaration):
    table = open_table(as_source(source), as_they_are(declaration), "sums")
    counts, records = suspects(declaration, table.pieces())
    assert records == len(table)
    return counts.tolist()


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_file_and_a_frame_have_the_same_counts(tmp_path, encoding):
    frame = pd.DataFrame(CELLS)
    frame.to_csv(tmp_path / "people.csv", index=False, encoding=encoding)
    public = Declaration(COLUMNS, Dialect(encoding=encoding))
    assert counted(frame, public) == counted(tmp_path / "people.csv", public) == WRONG
    frame.to_parquet(tmp_path / "people.parquet")
    assert counted(tmp_path / "people.parquet", public) == WRONG


def test_the_wrong_sign_and_the_wrong_encoding_show(tmp_path):
    pd.DataFrame({"dose": ["0,5"] * 4, "sex": ["männlich"] * 4}).to_csv(
        tmp_path / "german.csv", index=False, sep=";", encoding="latin-1"
    )
    columns = {"dose": Number(0, 1), "sex": Categories(["männlich", "weiblich"])}
    right = Dialect(sep=";", decimal=",", encoding="latin-1")
    assert counted(tmp_path / "german.csv", Declaration(columns, right)) == [0, 0, 0, 0]
    wrong = Dialect(sep=";")
    assert counted(tmp_path / "german.csv", Declaration(columns, wrong)) == [4, 0, 0, 4]


def test_numbers_of_an_array_are_compared_with_their_range():
    cells = np.array([[0.5, 2.0], [np.nan, -1.0], [np.inf, 0.5]])
    assert counted(cells, Declaration({"x0": Number(0, 1), "x1": Number(0, 1)})) == [2, 0, 0, 0, 1, 1]


def test_rows_left_out_of_a_person_count_as_missing():
    rows = pd.DataFrame({"who": ["a", "a", "b"], "age": [34, 35, 36]})
    public = Declaration({"age": Number(0, 110)}, unit=Unit(1, "who"))
    assert counted(rows, public) == [1, 0, 0]


def test_most_changed_adds_up_by_column():
    assert most_changed(Declaration(COLUMNS)) == 2 + 1 + 1
    assert most_changed(Declaration({"age": Number(low=0)})) == 2
