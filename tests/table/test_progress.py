"""A bar while a file is read: only where one sits before it, and never about what is read."""

import os
import sys
from io import BytesIO, StringIO

import pytest

from privcausal.table import progress
from privcausal.table.csv import read_file
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.sources import read

PUBLIC = Declaration({"age": Number(0, 110), "well": Categories(("no", "yes"))})


class Terminal(StringIO):
    def isatty(self):
        return True


def terminal(monkeypatch):
    """From now on; pytest puts its own in place after fixtures were made."""
    monkeypatch.setattr(progress, "SOON", 0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    return sys.stderr


def noted(monkeypatch):
    """What a bar is told, on a terminal."""
    calls = []
    monkeypatch.setattr(progress, "_bar", lambda total: Bar(total, calls))
    terminal(monkeypatch)
    return calls


def written(path, rows):
    path.write_text("age,well\n" + "".join(f"{row}\n" for row in rows))
    return path


def test_a_share_of_the_file_is_shown_and_taken_away(tmp_path, monkeypatch):
    screen = terminal(monkeypatch)
    read(written(tmp_path / "people.csv", ["34,yes", "61,no"]), PUBLIC)
    shown = screen.getvalue()
    assert shown.startswith("\rreading:   0% |")
    assert shown.endswith("\r")
    assert not shown.rpartition("\r")[0].rpartition("\r")[2].strip()
    assert "yes" not in shown


def test_parquet_has_one_too(tmp_path, monkeypatch):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    table = pa.table({"age": [34.0, 61.0], "well": ["yes", "no"]})
    pyarrow.parquet.write_table(table, tmp_path / "people.parquet")
    screen = terminal(monkeypatch)
    read(tmp_path / "people.parquet", PUBLIC)
    assert screen.getvalue().startswith("\rreading:")


def test_every_byte_and_every_record_is_counted_once(tmp_path, monkeypatch):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    pyarrow.parquet.write_table(pa.table({"age": [1.0] * 5, "well": ["no"] * 5}), tmp_path / "five.parquet")
    path = written(tmp_path / "people.csv", ["34,yes"] * 300_000)
    for source, total in ((path, os.path.getsize(path) - len("age,well\n")), (tmp_path / "five.parquet", 5)):
        observed = noted(monkeypatch)
        read(source, PUBLIC)
        assert sum(observed) == total
        assert max(observed) <= 2**21


def test_two_files_of_one_length_show_the_same(tmp_path, monkeypatch):
    results = []
    for rows in (["34,yes", "61,no "], ["xx,???", '"",,,,']):
        observed = noted(monkeypatch)
        read(written(tmp_path / "people.csv", rows), PUBLIC)
        results.append(observed)
    assert results[0] == results[1] != []


def test_elsewhere_nothing_is_shown(tmp_path, capsys):
    read(written(tmp_path / "people.csv", ["34,yes"]), PUBLIC)
    assert capsys.readouterr() == ("", "")


def test_bytes_in_memory_have_no_length_and_are_read(monkeypatch):
    screen = terminal(monkeypatch)
    assert len(read_file(BytesIO(b"age,well\n34,yes\n"), PUBLIC)) == 1
    assert screen.getvalue() == ""


class Bar:
    """Notes what it is told."""

    def __init__(self, total, observed):
        self.update = observed.append
        assert total > 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass
