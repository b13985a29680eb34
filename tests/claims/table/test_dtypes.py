"""The kinds of cells are those of the installed libraries: a type that one of them adds has to be added here too."""

import numpy as np
import pandas as pd
import pytest

from privcausal.claims.table import dtypes
from privcausal.claims.table.hostile import SEEDS, arrow_kinds, bits, numpy_kinds

pa = pytest.importorskip("pyarrow")
TAME = (1, 2, 1)
NOT_MADE = {"INTERVAL_MONTHS", "INTERVAL_DAY_TIME"}
"""Arrow has them, pyarrow cannot make them."""


def test_every_type_of_numpy():
    made = {kind(TAME).dtype.type for kind in numpy_kinds()}
    assert set(np.sctypeDict.values()) <= made
    assert {np.datetime_data(kind(TAME).dtype)[0] for kind in numpy_kinds() if kind(TAME).dtype.kind == "M"} >= {
        "Y", "D", "s", "ns", "as", "generic",
    }  # fmt: skip
    assert "T" in {kind(TAME).dtype.kind for kind in numpy_kinds()}


def test_every_type_of_arrow():
    names = {getattr(pa.lib, name): name[5:] for name in dir(pa.lib) if name.startswith("Type_")}
    made = {names[kind(TAME).type.id] for kind in arrow_kinds()}
    assert made | NOT_MADE == set(names.values())
    assert not made & NOT_MADE


def test_every_type_of_pandas():
    made = {type(pd.Series(kind(TAME)).dtype) for kind in dtypes.pandas_kinds()}
    known = {getattr(pd, name) for name in dir(pd) if name.endswith("Dtype")}
    assert known <= made
    assert len({str(pd.Series(kind(TAME)).dtype) for kind in dtypes.pandas_kinds()}) > 100


@pytest.mark.parametrize("library", dtypes.LIBRARIES)
def test_every_cell_can_be_made(library):
    """A library that refuses its own cell would hide ours from it. Each cell beside tame ones, each kind once."""
    kinds, table = dtypes.LIBRARIES[library]
    for place, kind in enumerate(kinds()):
        assert len(kind([place % SEEDS, *TAME])) == 4
        table([kind(TAME)] * 4)


def test_cells_hold_any_bits():
    assert bits(3, 2) == b"\xff\xff"
    assert bits(5, 2) == b"\xff\x7f"
    assert np.isinf(np.frombuffer(bits(8, 8), dtype=float)[0])
    assert len({bits(cell, 16) for cell in range(SEEDS)}) == SEEDS


def test_a_reader_that_fails_is_noticed(monkeypatch):
    """The words of a refusal are compared too, and so are warnings."""
    pair = {"kind": 0, "rows": [[1, 2, 1, 2]] * 2, "place": 0, "other": [7] * 4}
    tables = dtypes.tables(pair, "NumPy")
    assert isinstance(dtypes.read_records(tables[0]), list)
    monkeypatch.setattr("privcausal.claims.table.dtypes.as_table", lambda data, public: int("HIV"))
    assert dtypes.read_records(tables[0]).startswith("ValueError: invalid literal")
