"""Who is a row: what may be said, and that silence changes nothing."""

import pytest

from privcausal.table.declaration import Declaration, Number
from privcausal.table.declaration_files import as_plain, parse
from privcausal.table.unit import Unit, declare_unit, unit_dict


def test_what_is_said_now_comes_before_what_was_declared():
    declared = Unit(3, "id", 100)
    assert declare_unit(declared) == declared
    assert declare_unit(declared, rows_per_person=5) == Unit(5, "id", 100)
    assert declare_unit(Unit(), person="id") == Unit(1, "id")


def test_a_declaration_says_it_and_is_written_with_it():
    columns = {"age": {"range": [0, 110]}}
    declared = parse({"columns": columns, "rows_per_person": 3, "person": "id"})
    assert declared.unit == Unit(3, "id")
    assert declared.only(["age"]).unit == Unit(3, "id")
    entries = as_plain(declared)
    assert (entries["rows_per_person"], entries["person"]) == (3, "id")
    assert parse({**entries, "columns": columns}).unit == declared.unit


def test_one_row_a_person_is_written_as_it_always_was():
    assert set(as_plain(Declaration({"age": Number(0, 110)}))) == {"sep", "decimal", "encoding", "columns"}
    assert unit_dict(Unit()) == {}


@pytest.mark.parametrize("rows", [0, -1, 2.0, "3", True, float("nan")])
def test_rows_are_a_whole_number(rows):
    with pytest.raises(ValueError, match="rows_per_person must be a whole number, 1 or more, got"):
        Unit(rows)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="person must be the name of a column"):
        Unit(3, "")
    for rows in (10**9 + 1, 10**400, 10**5000):
        with pytest.raises(ValueError, match="rows_per_person must be at most 1,000,000,000"):
            Unit(rows)
    with pytest.raises(ValueError, match="keep_rows must come with person"):
        Unit(3, None, 10)
    with pytest.raises(ValueError, match="keep_rows must be a whole number"):
        Unit(3, "id", 0)
    with pytest.raises(ValueError, match="the declaration: rows_per_person must be"):
        parse({"columns": {"age": {"range": [0, 110]}}, "rows_per_person": "three"})
