"""What a method would see of a declared table: by the formulas that the answers use afterwards."""

import numpy as np
import pytest

from privcausal.graphs.discovery import discover
from privcausal.graphs.methods import MIXED, NUMBERS
from privcausal.graphs.sight import PLANNED, planned, sight
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
WORDS, PLAIN = Categories((0, 1), missing=0), Number(-9, 9)


@pytest.mark.parametrize(("columns", "kind"), [([WORDS, PLAIN, PLAIN], MIXED), ([PLAIN] * 3, NUMBERS)])
def test_the_plan_is_what_the_answer_says(columns, kind):
    public, rng = Declaration(dict(zip("abc", columns, strict=True))), np.random.default_rng(0)
    (method,) = PLANNED[kind]
    assert planned(public) == (public, kind)
    seen = sight(method, 5_000, [2 if column is WORDS else 0 for column in columns], ONE)
    cells = {
        name: rng.integers(0, 2, 5_000).astype(np.uint8) if column is WORDS else rng.normal(size=5_000)
        for name, column in public.columns.items()
    }
    found = discover(
        Table(public, cells), method=method, epsilon=1.0, delta=1e-6, relation=ONE.relation, rng=rng
    )
    np.testing.assert_allclose(found.least, seen.least)
    assert 0 < seen.span[0] < 1
    assert seen.noise > 0


def test_more_records_show_more():
    for method, sizes in (("once-mixed", [2, 0, 0]), ("once-correlations", [0, 0, 0])):
        spans = [sight(method, n, sizes, ONE).span[1] for n in (50, 1_000, 10_000, 100_000)]
        assert spans == sorted(spans, reverse=True)
        assert spans[0] > 1 > spans[-1]


def test_beside_categories_a_number_needs_a_range():
    public, kind = planned(Declaration({"a": WORDS, "b": PLAIN, "c": Number(0)}))
    assert (list(public.columns), kind) == (["a", "b"], MIXED)
