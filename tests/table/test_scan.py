"""Many lines at once mean what each of them means alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.table.cells import from_text
from privcausal.table.declaration import Categories, Number
from privcausal.table.dialect import Dialect
from privcausal.table.lines import splitter
from privcausal.table.scan import Scan

COLUMNS = (
    Number(0, 110),
    Number(-5, 5, missing=1),
    Categories(("low", "a", "7", "exactly8", "longer than eight", "longer than eigh")),
    Categories(("low", "high"), missing="high"),
    Categories({"1": ["low"], "false": ["7", "longer than eight"], "1234567.0": []}),
    Categories((1.5, "a")),
)
PIECES = ["1.0", "01", "TRUE", "False", "-0", "1.50", "1,5", "1.234567e6", "0000000001", "7."]
PIECES += [",", ",", ",", '"', '""', '",', ',"', "\r", "\0", "\xff", " "]
PIECES += ["low", "high", "a", "exactly8", "7", "7\0"]
PIECES += ["longer than eight", "longer than eigh", "-1.5", "1e3", "1234567", "12345678"]
PIECES += ["0.1234567890123", "nan", "\t"]
LINE = st.lists(st.sampled_from(PIECES), max_size=8).map(lambda parts: "".join(parts).encode("latin-1"))


@given(
    st.lists(LINE, min_size=1, max_size=8), st.integers(1, 4), st.booleans(), st.sampled_from([12, 1 << 20])
)
def test_a_line_means_what_it_means_alone(lines, width, closed, longest):
    if not closed and not lines[-1]:
        return  # a last line without newline must hold something, or it would not be there
    scan = Scan(b"\n".join(lines) + b"\n" * closed, b",", width, longest)
    split = splitter(b",", width, longest)
    assert len(scan) == len(lines)
    for place in range(width):
        for column in COLUMNS:
            for dialect in (Dialect(), Dialect(sep=";", decimal=",")):
                alone = [from_text(column, [split(line)[place]], dialect)[0] for line in lines]
                result = scan.column(place, column, dialect)
                assert np.array_equal(result, alone), (lines, place, column)
                assert result.dtype == from_text(column, [], dialect).dtype


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b""])
def test_one_line_is_enough(ending):
    assert Scan(b"x" + ending, b",", 1).column(0, Categories(("x",)), Dialect()).tolist() == [0]


def test_an_encoding_is_that_of_the_file():
    scan = Scan("où\nou\n".encode("latin-1"), b",", 1)
    assert scan.column(0, Categories(("où",)), Dialect(encoding="latin-1")).tolist() == [0, 1]
    assert scan.column(0, Categories(("où",)), Dialect()).tolist() == [1, 1]
