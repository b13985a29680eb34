"""The cross table of two columns of a release: as text, as an object for programs, in both directions, for nothing."""

import json

import pandas as pd
import pytest


@pytest.fixture
def kept(run, tmp_path):
    pd.DataFrame({"a": [0, 1, 1, 1] * 500, "b": [0, 0, 1, 1] * 500}).to_csv(tmp_path / "t.csv", index=False)
    path = tmp_path / "release.json"
    spend = ("--epsilon", "5", "--delta", "1e-6", "--seed", "1", "--out", path)
    assert run("release", tmp_path / "t.csv", "--categories", "a=0|1,b=0|1", *spend)[0] == 0
    return path


def test_both_directions_show_the_same_counts(run, kept):
    results = [json.loads(run("crosstab", kept, "--x", x, "--y", y, "--json")[1]) for x, y in ("ab", "ba")]
    counts, turned = (one["counts"] for one in results)
    assert [list(column) for column in zip(*counts, strict=True)] == turned
    assert counts[0][0] == pytest.approx(500, abs=60)
    assert counts[0][1] == pytest.approx(0, abs=60)
    assert counts[1][1] == pytest.approx(1_000, abs=60)


def test_the_table_says_its_noise_and_that_nothing_was_spent(printed, kept):
    before = kept.read_bytes()
    out = printed("crosstab", kept, "--x", "a", "--y", "b")
    assert out.splitlines()[-1].endswith("(substitution), and nothing more was spent")
    assert kept.read_bytes() == before


def test_a_column_with_itself_is_refused(refused, kept):
    assert "a" in refused("crosstab", kept, "--x", "a", "--y", "a")
