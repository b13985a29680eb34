"""Reading columns: what stands in the file, or one sentence that quotes no record."""

import pytest

from privcausal.table.csv import read_numbers, read_table


@pytest.fixture
def file(tmp_path):
    def written(text):
        (tmp_path / "some.csv").write_text(text, encoding="utf-8")
        return str(tmp_path / "some.csv")

    return written


def test_text_stays_as_it_stands(file):
    path = file('\ufeffname,"a, b"\n 1,NA\n\n"x""y",\n')
    assert read_table(path) == {"name": [" 1", 'x"y'], "a, b": ["NA", ""]}
    assert list(read_table(path, ["a, b"])) == ["a, b"]


def test_numbers(file):
    columns = read_numbers(file("a,b\n1,2e3\n-4.5, 6\n"), ["b", "a"])
    assert {name: column.tolist() for name, column in columns.items()} == {"b": [2000, 6], "a": [1, -4.5]}


@pytest.mark.parametrize("cell", ["", "secret", "nan", "inf", "1e999"])
def test_what_is_no_finite_number_is_refused_and_not_quoted(file, cell):
    path = file(f"a\n1\n{cell or ' '}\n")
    with pytest.raises(ValueError, match=r"column 'a' of .* must be finite numbers") as error:
        read_numbers(path)
    assert "secret" not in str(error.value)


def test_one_row_cannot_shift_the_others(file):
    with pytest.raises(ValueError, match="must have 2 cells in every row, as its header has"):
        read_table(file("a,b\n1,2,\n3,4\n"))


def test_what_is_not_there(file, tmp_path):
    with pytest.raises(ValueError, match="no column 'c'; it has a, b"):
        read_table(file("a,b\n1,2\n"), ["c"])
    with pytest.raises(ValueError, match=r"cannot read .*: FileNotFoundError"):
        read_table(str(tmp_path / "none.csv"))
    with pytest.raises(ValueError, match="has no column 'c'"):
        read_table(file(""), ["c"])
