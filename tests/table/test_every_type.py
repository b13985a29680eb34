"""Hostile pairs of every type, a few for each library; `make sweep` takes 500. And the comparison can fail."""

import numpy as np
import pytest

from privcausal.table import foreign, numpy_arrays
from tests import sweep_tables


@pytest.mark.parametrize("library", sweep_tables.LIBRARIES)
def test_no_cell_of_any_type_tells_anything(library, tmp_path):
    observed = sweep_tables.compare(tmp_path, library, 40, 12)
    assert observed["found"] == []
    assert observed["pairs"] > 6
    assert observed["draws"] or library in ("Arrow", "Parquet")  # whose schema may refuse all of them


def letters():
    """Two tables of text, in one of which a cell is no letter at all."""
    cells = np.full(sweep_tables.ROWS, "1", dtype="U1")
    others = cells.copy()
    others.view(np.uint32)[500] = 0x7FFFFFFF
    names = [("x0", "U1"), ("x1", "U1"), ("x2", "U1"), ("x3", "U1")]
    return [np.rec.fromarrays([column] * 4, dtype=names) for column in (cells, others)]


def found():
    return " ".join(sweep_tables.differences(letters())[0])


def test_nothing_is_found_in_them():
    assert found() == ""


def loud(action):
    return action()


def one_by_one(read, size, column):
    """Cell by cell from the beginning if one cell fails: the clock tells."""
    whole = foreign.quietly(lambda: read(0, size))
    if whole is not foreign.FAILED:
        return whole
    cells = [foreign.quietly(lambda place=place: read(place, place + 1)) for place in range(size)]
    return np.concatenate([foreign.missing(column, 1) if cell is foreign.FAILED else cell for cell in cells])


def all_or_none(read, size, column):
    whole = foreign.quietly(lambda: read(0, size))
    return foreign.missing(column, size) if whole is foreign.FAILED else whole


@pytest.mark.parametrize(
    ("module", "name", "broken", "words"),
    [
        (foreign, "quietly", loud, "records are moved"),
        (numpy_arrays, "cell_by_cell", all_or_none, "records are moved"),
        (numpy_arrays, "cell_by_cell", one_by_one, "seconds"),
    ],
)
def test_a_door_that_leaks_is_found(module, name, broken, words, monkeypatch):
    monkeypatch.setattr(module, name, broken)
    assert words in found()
