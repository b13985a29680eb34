"""Pairs by lot, piece by piece: the same pairs and the same numbers as with all records in memory, bit for bit."""

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.ask_once import streamed_pairs as module
from privcausal.graphs.ask_once import sums
from privcausal.graphs.ask_once.differences import differences
from privcausal.graphs.ask_once.resolved import resolved_correlations as in_memory
from privcausal.graphs.ask_once.streamed_pairs import Differences, Paired, paired_correlations
from privcausal.graphs.ask_once.units import declared_parts
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Declaration, Number
from privcausal.table.sources import read

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
NAMES = list("abcde")
PUBLIC = Declaration({**dict.fromkeys(NAMES, Number(-9, 20)), "e": Number()})


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Chunks of two blocks, and parts of two chunks."""
    for where in (module, sums):
        monkeypatch.setattr(where, "AT_ONCE", 2 * sums.BLOCK)
    monkeypatch.setattr(module, "ROOM", 4 * sums.BLOCK * len(NAMES) * 8)


def people(size):
    """Sorted by their first column, as files often are."""
    rows = LinearModel(np.triu(np.full((5, 5), 0.7), 1)).sample(size, np.random.default_rng(size)) + 5
    return pd.DataFrame(rows[rows[:, 0].argsort()], columns=NAMES)


@pytest.fixture
def file(tmp_path):
    def written(size):
        people(size).to_csv(tmp_path / "people.csv", index=False)
        return tmp_path / "people.csv"

    return written


@pytest.mark.parametrize("size", [301, 4_096, 16_001])
def test_the_answer_is_that_of_the_records_in_memory(file, size):
    path = file(size)
    plain = in_memory(declared_parts(read(path, PUBLIC)), budget=ONE, rng=np.random.default_rng(1))
    for source in (path, people(size)):
        found = paired_correlations(Paired(source, PUBLIC), budget=ONE, rng=np.random.default_rng(1))
        assert np.array_equal(found.shape, plain.shape)
        assert np.array_equal(found.graph, plain.graph)
        assert (found.separators, found.worth, found.spent) == (plain.separators, plain.worth, plain.spent)


@pytest.mark.parametrize(("size", "parts"), [(8_192, 1), (8_196, 2), (20_001, 3)])
def test_differences_are_those_of_the_same_pairs_however_many_are_held(file, size, parts):
    path = file(size)
    exact = differences(declared_parts(read(path, PUBLIC)), np.random.default_rng(2))
    found = list(Differences.by_lot(Paired(path, PUBLIC), np.random.default_rng(2)))
    assert len(found) == parts
    assert np.array_equal(np.concatenate(found), exact)
    whole = list(Differences.by_lot(Paired(people(size), PUBLIC), np.random.default_rng(2)))
    assert len(whole) == 1, "the records of what is no file may come in another order next time"


def test_one_record_is_in_one_difference_at_most():
    before, after = people(4_001), people(4_001)
    after.iloc[17] = 20.0
    both = [
        next(iter(Differences.by_lot(Paired(data, PUBLIC), np.random.default_rng(3))))
        for data in (before, after)
    ]
    assert (both[0] != both[1]).any(axis=1).sum() == 1


def test_differences_of_a_sorted_file_are_centred(file):
    found = np.concatenate(list(Differences.by_lot(Paired(file(20_000), PUBLIC), np.random.default_rng(4))))
    assert abs(found[:, 0].mean()) < 5 * found[:, 0].std() / np.sqrt(len(found))
    assert abs(np.corrcoef(found[:-1, 0], found[1:, 0])[0, 1]) < 0.05
    spread = declared_parts(read(people(20_000), PUBLIC))[:, 0].std()
    assert found[:, 0].std() == pytest.approx(spread / np.sqrt(2), rel=0.05)


def test_what_is_wrong_is_said_before_anything_is_drawn(file, tmp_path):
    path = file(100)
    with pytest.raises(ValueError, match="has no column 'z'; it has a, b"):
        Paired(path, Declaration({"a": Number(), "z": Number()}))
    (tmp_path / "none.csv").write_text("a,b\n")
    with pytest.raises(ValueError, match="at least one record"):
        Paired(tmp_path / "none.csv", PUBLIC.only(["a", "b"]))
    (tmp_path / "one.csv").write_text("a,b\n1,2\n")
    one = Paired(tmp_path / "one.csv", PUBLIC.only(["a", "b"]))
    with pytest.raises(ValueError, match="at least two, for they are taken in pairs, got 1"):
        paired_correlations(one, budget=ONE, rng=None)
    arrow = pytest.importorskip("pyarrow").table({"a": [1.0, 2.0], "b": [1.0, 2.0]})

    class Once:
        reader = arrow.to_reader()

        def __arrow_c_stream__(self, requested_schema=None):
            return self.reader.__arrow_c_stream__(requested_schema)

    with pytest.raises(ValueError, match="only once"):
        Paired(Once(), PUBLIC.only(["a", "b"]))


@pytest.mark.parametrize("change", ["a", "w"])
def test_a_file_that_changes_is_refused(file, change):
    path = file(100)
    found = Paired(path, PUBLIC)
    with path.open(change) as other:
        other.write("a,b,c,d,e\n" * 3)
    with pytest.raises(ValueError, match="must not change"):
        paired_correlations(found, budget=ONE, rng=np.random.default_rng(0))
