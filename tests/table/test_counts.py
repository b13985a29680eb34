"""Counts after one pass: every pair and every triple, whatever the pieces are."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.graphs.independence.contingency import Tables
from privcausal.table import counts as module
from privcausal.table.counts import count_pieces, countable, cover, together
from privcausal.table.declaration import Categories, Declaration, Number

SIZES = st.lists(st.integers(1, 9), min_size=2, max_size=7)


def declared(sizes):
    return Declaration({f"c{i}": Categories(range(size), missing=0) for i, size in enumerate(sizes)})


def pieces(codes, ends):
    for part in np.split(codes, ends):
        yield {f"c{i}": part[:, i] for i in range(codes.shape[1])}


@settings(deadline=None)
@given(
    SIZES, st.integers(0, 2**32), st.lists(st.integers(0, 50), max_size=3), st.sampled_from([4, 64, 1 << 13])
)
def test_counts_are_those_of_the_records(sizes, seed, ends, near):
    rng = np.random.default_rng(seed)
    codes = np.column_stack([rng.integers(0, size, 50) for size in sizes]).astype(np.uint8)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "NEAR", near)
        patch.setattr(module, "AT_ONCE", 7)
        counts = count_pieces(declared(sizes), pieces(codes, sorted(ends)))
    exact = Tables(codes, sizes)
    assert len(counts) == 50
    assert counts.sizes == sizes
    for x, y, *held in (key for many in (2, 3) for key in combinations(range(len(sizes)), many)):
        wanted = exact.counts(x, y, held).reshape([sizes[c] for c in (*held, x, y)])
        ordered = np.moveaxis(wanted, 0, -1) if held else wanted
        assert np.array_equal(counts.table((x, y, *held)), ordered)


@given(
    SIZES | st.lists(st.sampled_from([2, 16, 32, 256]), min_size=2, max_size=5), st.sampled_from([4, 4096])
)
def test_every_pair_and_every_small_triple_lies_in_a_small_block(sizes, near):
    blocks = cover(sizes, near)
    for many in (2, 3):
        for columns in combinations(range(len(sizes)), many):
            if math.prod(sizes[c] for c in columns) <= module.LARGEST:
                assert any(set(columns) <= set(block) for block in blocks)
    for block in blocks:
        cells = math.prod(sizes[c] for c in block)
        assert cells <= (near if len(block) > 3 else module.LARGEST)
        assert block == tuple(sorted(block))


def test_few_blocks_are_enough():
    assert len(cover([2] * 12, 1 << 12)) == 1
    assert len(cover([3] * 12, 1 << 12)) < 13
    assert cover([5], 9) == [(0,)]


def test_parts_add_up_in_any_order(rng):
    codes = rng.integers(0, 3, (100, 4)).astype(np.uint8)
    whole = count_pieces(declared([3] * 4), pieces(codes, []))
    parts = [count_pieces(declared([3] * 4), [piece]) for piece in pieces(codes, [10, 10, 90])]
    for order in (parts, parts[::-1]):
        counts = together(order)
        assert len(counts) == 100
        assert all(np.array_equal(counts.blocks[block], whole.blocks[block]) for block in whole.blocks)
    assert str(whole) == "100 records of c0, c1, c2, c3"


def test_numbers_are_cut_and_the_uncut_are_named():
    ages = Declaration({"age": Number(0, 110, cuts=(18,), missing=55), "old": Categories((0, 1), missing=0)})
    piece = {"age": np.array([3.0, 18.0, 50.0]), "old": np.array([0, 0, 1], dtype=np.uint8)}
    assert count_pieces(ages, [piece]).table((0, 1)).tolist() == [[1, 0], [1, 1]]
    with pytest.raises(ValueError, match="column 'age' must be declared with categories"):
        count_pieces(Declaration({"age": Number(0, 110)}), [])


def test_what_would_fill_the_memory_is_known_beforehand():
    assert countable(declared([5] * 30))
    assert not countable(declared([32] * 30))
    with pytest.raises(ValueError, match="at most three"):
        count_pieces(declared([2] * 20), []).table(tuple(range(15)))
