"""Numbers in pairs: centred without anything being declared, each record in one difference, any units."""

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.ask_once import differences as module
from privcausal.graphs.ask_once.differences import Differences
from privcausal.graphs.ask_once.units import declared_parts
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.table import sums
from privcausal.table.declaration import Declaration, Number
from privcausal.table.sources import read
from privcausal.table.stream import open_table

CHAIN = LinearModel(np.diag([0.8, -0.6, 0.7, 0.9], 1))
NAMES = list("abcde")
PUBLIC = Declaration({**dict.fromkeys(NAMES, Number(-9, 20)), "e": Number()})


def differences(records, rng):
    return np.concatenate(list(Differences.paired(records, rng).pieces()))


def test_differences_have_no_centre_and_the_same_correlations():
    people = CHAIN.sample(40_000, np.random.default_rng(0)) + np.array([1e3, -5, 0, 7, 1e6])
    result = differences(people, np.random.default_rng(1))
    assert result.shape == (20_000, 5)
    np.testing.assert_allclose(result.mean(axis=0), 0, atol=0.05)
    np.testing.assert_allclose(2 * np.cov(result.T), CHAIN.covariance, atol=0.1)


@pytest.mark.parametrize("size", [2, 7, 100])
def test_one_record_is_in_one_difference(size):
    people = np.random.default_rng(0).normal(size=(size, 3))
    before = differences(people, np.random.default_rng(1))
    for place in range(size):
        other = people.copy()
        other[place] = 1e9
        changed = (differences(other, np.random.default_rng(1)) != before).any(axis=1)
        assert changed.sum() <= 1


def test_the_pairs_are_drawn_at_random():
    """Neighbours in a file are alike: paired as they stand, sorted columns would hardly vary."""
    result = differences(np.arange(10_000.0)[:, None], np.random.default_rng(0))
    assert result.std() == pytest.approx(np.arange(10_000.0).std() / np.sqrt(2), rel=0.05)


def test_the_largest_numbers_have_differences_too():
    huge = np.array([[1.7e308], [-1.7e308]])
    assert np.isfinite(differences(huge, np.random.default_rng(0))).all()


def people(size):
    """Sorted by their first column, as files often are."""
    rows = LinearModel(np.triu(np.full((5, 5), 0.7), 1)).sample(size, np.random.default_rng(size)) + 5
    return pd.DataFrame(rows[rows[:, 0].argsort()], columns=NAMES)


@pytest.mark.parametrize(("size", "parts"), [(301, 1), (8_192, 1), (8_196, 2), (20_001, 3)])
def test_a_file_gives_the_same_pairs_however_many_are_held(tmp_path, monkeypatch, size, parts):
    for where in (module, sums):
        monkeypatch.setattr(where, "AT_ONCE", 2 * sums.BLOCK)
    monkeypatch.setattr(module, "ROOM", 4 * sums.BLOCK * len(NAMES) * 8)
    path = tmp_path / "people.csv"
    people(size).to_csv(path, index=False)
    rows = declared_parts(read(path, PUBLIC).numbers(), PUBLIC)
    order, half = np.random.default_rng(2).permutation(size), size // 2
    exact = rows[order[:half]] / 2 - rows[order[half : 2 * half]] / 2
    results = list(Differences.paired(open_table(path, PUBLIC, "sums"), np.random.default_rng(2)).pieces())
    assert len(results) == parts
    assert np.array_equal(np.concatenate(results), exact)
    whole = list(Differences.paired(read(people(size), PUBLIC), np.random.default_rng(2)).pieces())
    assert len(whole) == 1, "the records of what is no file may come in another order next time"
    assert np.array_equal(whole[0], exact)


def test_differences_of_a_sorted_table_are_centred():
    table = read(people(20_000), PUBLIC)
    result = differences(table, np.random.default_rng(4))
    assert abs(result[:, 0].mean()) < 5 * result[:, 0].std() / np.sqrt(len(result))
    assert abs(np.corrcoef(result[:-1, 0], result[1:, 0])[0, 1]) < 0.05
    spread = declared_parts(table.numbers(), PUBLIC)[:, 0].std()
    assert result[:, 0].std() == pytest.approx(spread / np.sqrt(2), rel=0.05)


def test_one_record_makes_no_pair():
    with pytest.raises(ValueError, match="at least two, because they are taken in pairs, got 1"):
        differences([[1.0, 2.0]], np.random.default_rng(0))


@pytest.mark.parametrize("change", ["a", "w"])
def test_a_file_that_changes_is_refused(tmp_path, change):
    path = tmp_path / "people.csv"
    people(100).to_csv(path, index=False)
    table = open_table(path, PUBLIC, "sums")
    with path.open(change) as other:
        other.write("a,b,c,d,e\n" * 3)
    with pytest.raises(ValueError, match="must not change"):
        differences(table, np.random.default_rng(0))
