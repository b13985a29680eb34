"""Lines and cells: only a newline ends a line, the block size decides nothing, and quotes work inside one line."""

import time
import tracemalloc
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.table import lines
from privcausal.table.lines import blocks, fields, open_bytes, splitter

SIGNS = st.sampled_from([b",", b'"', b'""', b"a", b"\r", b"\0", b"\xff", b" ", b"1.5", b'",', b',"'])
LINE = st.lists(SIGNS, max_size=12).map(b"".join)


def by_hand(line, sep):
    """The same grammar, sign by sign: () for a line that cannot be read."""
    cells, cell, state = [], b"", "start"
    for sign in (bytes([byte]) for byte in line):
        if state == "start" and sign == b'"':
            state = "quoted"
        elif state == "quoted":
            state, cell = ("closing", cell) if sign == b'"' else ("quoted", cell + sign)
        elif state == "closing" and sign == b'"':
            state, cell = "quoted", cell + sign
        elif sign == sep:
            cells, cell, state = [*cells, cell], b"", "start"
        elif state == "closing":
            return []
        else:
            cell, state = cell + sign, "plain"
    return [] if state == "quoted" else [*cells, cell]


@given(LINE)
def test_cells_are_those_of_the_grammar(line):
    assert list(fields(line, b",")) == by_hand(line, b",")


@given(st.lists(LINE, max_size=6), st.integers(1, 9), st.integers(4, 12), st.booleans())
def test_the_block_size_decides_nothing(rows, size, longest, closed):
    content = b"\n".join(rows) + b"\n" * closed
    split = splitter(b",", 2, longest)

    def cells(size):
        results = blocks(BytesIO(content), size, longest)
        return [split(line) for block in results for line in block.removesuffix(b"\n").split(b"\n")]

    assert cells(size) == cells(10**6)
    open_end = [] if closed or (rows and not rows[-1]) or not rows else [split(rows[-1])]
    whole = rows if closed else rows[:-1]
    expected = [split(row) for row in whole] + open_end
    assert cells(size) == (expected if rows else [(b"", b"")] * closed)


@given(LINE, st.integers(4, 20))
def test_a_line_is_too_long_by_its_own_bytes_alone(line, longest):
    """A carriage return at the very limit must not make the answer depend on where a block ends."""
    results = splitter(b",", len(fields(line, b",")) or 1, longest)(line)
    if len(line) > longest:
        assert set(results) == {b""}


def test_memory_stays_bounded_when_a_line_does_not_end():
    class Endless:
        given = 0

        def read(self, size):
            self.given += 1
            return b"x" * size if self.given < 50 else b""

    pieces = list(blocks(Endless(), 1000, 1500))
    assert sum(map(len, pieces)) == 1501


@pytest.mark.parametrize("sign", [b'"', b'""', b'"a",', b'",', b'a""', b","])
def test_no_line_takes_more_than_its_share_of_time(sign):
    """Linear time: a line eight times as long may not take, say, forty times as long."""
    spent = []
    for size in (1 << 15, 1 << 18):
        line = b'"' + sign * (size // len(sign))
        start = time.process_time()
        fields(line, b",")
        spent.append(time.process_time() - start)
    assert spent[1] < 40 * spent[0] + 0.05


LONG = 1 << 20
HOSTILE = {
    "escaped quotes": b'1,"' + b'""' * (LONG // 2 - 8) + b'"',
    "quoted cells": b'"",' * (LONG // 3 - 8),
    "cells": b"a," * (LONG // 2 - 8) + b'""',
    "commas": b"," * (LONG - 8),
    "an open quote": b'1,"' + b"x" * (LONG - 8),
    "an open quote of quotes": b'1,"' + b'""' * (LONG // 2 - 8),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_the_longest_line_takes_little_more_than_an_ordinary_one(what):
    """As much memory as a few copies of the line: a million escaped quotes took 87 MB and a quarter of a second."""
    split = splitter(b",", 2)
    split(b'1,"2"')
    begun = time.process_time()
    split(HOSTILE[what])
    spent = time.process_time() - begun
    tracemalloc.start()
    try:
        split(HOSTILE[what])
        memory = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert memory < 6 * LONG
    assert spent < 0.15


@pytest.mark.parametrize(
    ("what", "words"),
    [("missing.csv", "there is no file of this name"), (".", "Is a directory")],
    ids=["missing", "folder"],
)
def test_what_cannot_be_opened_is_told_in_one_sentence(tmp_path, what, words):
    with pytest.raises(ValueError, match=f"cannot read .*: {words}"), open_bytes(tmp_path / what):
        pytest.fail("the block must not begin")


def test_what_cannot_be_read_to_its_end_is_told_in_one_sentence(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"a,b\n")
    with (
        pytest.raises(ValueError, match=r"cannot read .*a.csv: Input/output error"),
        open_bytes(tmp_path / "a.csv"),
    ):
        raise OSError(5, "Input/output error")


def test_a_line_may_be_long_but_not_endless():
    assert lines.LONGEST >= 1 << 20
    assert splitter(b",", 2)(b"1," + b"9" * (lines.LONGEST - 2))[0] == b"1"
    assert splitter(b",", 2)(b"1," + b"9" * (lines.LONGEST - 1)) == (b"", b"")
