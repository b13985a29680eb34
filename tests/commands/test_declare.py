"""declare: a draft that becomes a declaration, from the header alone."""

import tomllib

import pandas as pd
import pytest

from privcausal.table.declaration_files import FORMAT


def test_a_draft_is_filled_in_and_used(run, table, tmp_path):
    status, out, err = run("declare", table)
    assert (status, err) == (0, "")
    assert list(tomllib.loads(out)["columns"]) == ["dose", "feeling", "gap"]
    assert "49" not in out, "a cell of the table"
    path = tmp_path / "clinic.toml"
    path.write_text(out)
    correlate = ("correlate", table, "--x", "dose", "--y", "gap", "--epsilon", "1", "--declare", path)
    assert "must have either values" in run(*correlate)[2]
    path.write_text(out.replace("{}", "{ range = [0, 50] }"))
    assert run(*correlate)[0] == 0


def test_a_draft_keeps_what_is_said(run, tmp_path):
    path = tmp_path / "größe.csv"
    path.write_bytes("größe;ort\n1,5;Köln\n".encode("latin-1"))
    _, out, _ = run("declare", path, "--sep", "semicolon", "--decimal", ",", "--encoding", "latin-1")
    content = tomllib.loads(out)
    assert (content["sep"], content["decimal"], content["encoding"]) == (";", ",", "latin-1")
    assert list(content["columns"]) == ["größe", "ort"]


def test_a_decimal_comma_needs_no_separator_to_be_said(run, tmp_path):
    path = tmp_path / "klinik.csv"
    path.write_text("dose;ort\n1,5;Ulm\n")
    content = tomllib.loads(run("declare", path, "--decimal", ",")[1])
    assert (content["sep"], content["decimal"]) == (";", ",")


def test_a_file_without_header_is_refused_and_not_quoted(refused, tmp_path):
    path = tmp_path / "clinic.csv"
    path.write_text("Anna,HIV positive,34\nBo,well,50\n")
    for command in (
        ("declare", path),
        ("discover", path, "--method", "once-linear", "--epsilon", "1", "--delta", "1e-6"),
    ):
        message = refused(*command)
        assert "looks like data" in message
        assert "Anna" not in message
        assert "HIV" not in message


@pytest.mark.parametrize("name", ["people.parquet", "PEOPLE.PQ"])
def test_a_parquet_file_is_drafted_from_its_schema(run, tmp_path, name):
    pytest.importorskip("pyarrow")
    pd.DataFrame({"age": [34.5], "well": [True]}).to_parquet(tmp_path / name)
    status, out, err = run("declare", tmp_path / name)
    assert (status, err) == (0, "")
    assert tomllib.loads(out) == {"format": FORMAT, "columns": {"age": {}, "well": {}}}
    assert "34" not in out


@pytest.mark.parametrize("path", ["nowhere.parquet", "text.parquet"])
def test_what_is_no_parquet_is_refused(refused, tmp_path, path):
    pytest.importorskip("pyarrow")
    (tmp_path / "text.parquet").write_text("age,well\n34,1\n")
    said = "there is no file of this name" if path.startswith("nowhere") else path
    assert said in refused("declare", tmp_path / path)
