"""Tables of records that are not there: as PC asks for them, in any order of the columns."""

from itertools import permutations

import numpy as np
import pytest

from privcausal.graphs.ask_once.counted import CountedTables
from privcausal.graphs.independence.contingency import Tables
from privcausal.table.counts import counted
from privcausal.table.declaration import Categories, Declaration

SIZES = [2, 3, 4, 2]


def test_answers_are_those_of_the_records():
    rng = np.random.default_rng(0)
    codes = np.column_stack([rng.integers(0, size, 200) for size in SIZES]).astype(np.uint8)
    declaration = Declaration({f"c{i}": Categories(range(size), missing=0) for i, size in enumerate(SIZES)})
    found = CountedTables(counted(declaration, [{f"c{i}": codes[:, i] for i in range(4)}]))
    exact = Tables(codes, SIZES)
    assert (found.size, found.cardinalities) == (exact.size, exact.cardinalities)
    for x, y in permutations(range(4), 2):
        for given in ((), *((z,) for z in range(4) if z not in (x, y))):
            assert np.array_equal(found.counts(x, y, given), exact.counts(x, y, given))
    with pytest.raises(ValueError, match="different columns"):
        found.counts(0, 0)
