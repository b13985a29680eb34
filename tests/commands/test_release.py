"""release, and what is free afterwards: discover and cross."""

import json

import numpy as np
import pandas as pd
import pytest

WORDS = "a=0|1,b=0|1,c=0|1"
SPEND = ("--epsilon", "1", "--delta", "1e-6")


@pytest.fixture
def people(tmp_path):
    codes = np.random.default_rng(0).integers(0, 2, (3_000, 3))
    codes[:, 1] = codes[:, 0]
    pd.DataFrame(codes, columns=list("abc")).to_csv(tmp_path / "people.csv", index=False)
    return tmp_path / "people.csv"


@pytest.fixture
def kept(run, people, tmp_path):
    path = tmp_path / "release.json"
    status, out, _ = run("release", people, "--categories", WORDS, *SPEND, "--out", path)
    assert status == 0
    assert "3,000 records of a, b, c: 3 noisy tables of two columns" in out
    assert "ε = 1, δ = 1e-06 (substitution)" in out
    return path


def test_a_release_is_asked_for_nothing(run, kept):
    told = {run("discover", kept) for _ in range(2)}
    ((status, out, _),) = told
    assert status == 0
    assert "a — b" in out
    assert "nothing more was spent" in out
    status, out, _ = run("cross", kept, "--x", "a", "--y", "c")
    assert status == 0
    assert out.splitlines()[0].split() == ["a", "0", "1", "(other)"]
    assert "each count carries noise of standard deviation" in out
    assert json.loads(kept.read_text())["spent"]["epsilon"] == 1


@pytest.mark.parametrize("word", ["--epsilon", "--categories", "--columns", "--seed"])
def test_a_release_needs_no_budget_and_no_declaration(refused, kept, word):
    assert f"{word} must be left out: a release says" in refused("discover", kept, word, "1")


def test_bad_input(refused, people, kept, tmp_path):
    said = ("release", people, *SPEND, "--out", tmp_path / "new.json")
    assert "--declare must name a file" in refused(*said)
    assert "--out must name a .json file" in refused(*said, "--categories", WORDS, "--out", "r.csv")
    assert "delta must lie strictly" in refused(*said, "--categories", WORDS, "--delta", "0")
    assert "--epsilon must say what may be spent" in refused("discover", people, "--categories", WORDS)
    assert "--method must be once for a release" in refused("discover", kept, "--method", "svt-pc")
    assert "column 'z' must be one of the release's: a, b, c" in refused(
        "cross", kept, "--x", "a", "--y", "z"
    )
    assert not (tmp_path / "new.json").exists()
