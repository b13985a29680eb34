"""A table is the same whatever it came in, and what is no table is refused by its type alone."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.sources import names_of, read

SAID = Declaration({"age": Number(0, 110), "dose": Categories(("low", "high"))})
FRAME = pd.DataFrame({"dose": ["low", "high", "?"], "name": ["Ann", "Bo", "Cy"], "age": [34, None, 200]})


@pytest.fixture
def csv(tmp_path):
    FRAME.to_csv(tmp_path / "people.csv", index=False)
    return tmp_path / "people.csv"


def test_files_and_frames_give_the_same_table(csv):
    tables = [read(source, SAID) for source in (csv, str(csv), FRAME)]
    for table in tables:
        np.testing.assert_array_equal(table.number("age"), [34, 55, 110])
        np.testing.assert_array_equal(table["dose"], [0, 1, 2])
    assert {len(table) for table in tables} == {3}


def test_names_are_read_and_nothing_else(csv):
    assert names_of(csv) == names_of(FRAME) == ["dose", "name", "age"]
    csv.write_bytes(csv.read_bytes().partition(b"\n")[0] + b"\n\xff\x00,,,")
    assert names_of(csv) == ["dose", "name", "age"]


@pytest.mark.parametrize("source", [[1, 2], {"age": [1]}, None, np.zeros((2, 2)), 7])
def test_what_is_no_table_is_refused_without_its_content(source):
    with pytest.raises(ValueError, match=f"got {type(source).__name__}$"):
        read(source, SAID)


def test_a_schema_has_names_too(tmp_path):
    pytest.importorskip("pyarrow")
    FRAME.to_parquet(tmp_path / "people.PQ")
    assert names_of(tmp_path / "people.PQ") == ["dose", "name", "age"]


def test_names_need_a_declaration_where_there_is_no_header():
    with pytest.raises(ValueError, match="declare must be given"):
        names_of(7)


def test_a_file_of_text_needs_no_pandas(csv):
    code = (
        "import sys; from privcausal.table.sources import names_of; "
        f"assert names_of({str(csv)!r}); assert 'pandas' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("names", [["1.52", "34"], ["Ann", "2024-01-05"], ["low", "yes"]])
def test_a_record_in_place_of_names_is_refused_and_not_quoted(names, tmp_path):
    frame = pd.DataFrame([[0, 1], [1, 0]], columns=names)
    frame.to_parquet(tmp_path / "people.parquet")
    for source in (frame, tmp_path / "people.parquet"):
        with pytest.raises(ValueError, match="look like data") as refused:
            names_of(source)
        said = str(refused.value).replace(str(source), "")  # a folder may be called 34
        assert not any(name in said for name in names)
    assert names_of(pd.DataFrame(np.zeros((2, 2)))) == ["0", "1"]
