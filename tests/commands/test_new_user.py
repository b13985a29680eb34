"""The first ten minutes of a new user, as they once went wrong: no arrow, line or silence without a reason."""

import re

import networkx as nx
import numpy as np
import pandas as pd
import pytest

BUDGET = ("--epsilon", "1", "--delta", "1e-6", "--seed", "1")
WORDS = "abcde"


@pytest.fixture
def small(tmp_path):
    """300 people and five yes-or-no columns, the first two of them joined."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 2, (300, 5))
    codes[:, 1] = codes[:, 0] ^ (rng.random(300) < 0.1)
    pd.DataFrame(codes, columns=list(WORDS)).to_csv(tmp_path / "small.csv", index=False)
    categories = ",".join(f"{name}=0|1" for name in WORDS)
    return ("discover", tmp_path / "small.csv", "--categories", categories, *BUDGET)


def drawn(out):
    return re.findall(r"^\w+ [→—] \w+$", out, re.MULTILINE)


@pytest.mark.parametrize("method", ["em-pc", "priv-pc", "svt-pc"])
def test_what_was_never_tested_is_no_edge(run, small, method):
    """They drew all ten pairs at ε = 0."""
    status, out, _ = run(*small, "--method", method)
    assert (status, drawn(out)) == (0, [])
    assert "0 tests, ε = 0" in out
    assert "not tested: 10 pairs" in out


def test_untested_pairs_are_dotted_and_are_no_edges_of_a_file(run, small, tmp_path):
    status, _, _ = run(*small, "--method", "svt-pc", "--out", tmp_path / "graph.svg")
    assert status == 0
    assert (tmp_path / "graph.svg").read_text().count("stroke-dasharray") == 10
    run(*small, "--method", "svt-pc", "--out", tmp_path / "graph.graphml")
    assert not nx.read_graphml(tmp_path / "graph.graphml").edges


def test_no_edges_says_which_would_have_been_seen(run, small):
    """`once` said "no edges", and not that it could hardly have seen any."""
    status, out, _ = run(*small)
    assert status == 0
    assert re.search(r"no edge seen: \d+ pairs; would have seen φ ≥ 0\.\d\d in 4 studies of 5\n", out)


def test_a_table_that_cannot_answer_is_told_so_before_anything_is_spent(refused, small):
    said = refused(*small, "--method", "curate")
    assert "of 300, not even a perfect association of two columns would be seen; nothing was spent" in said
    assert "must have more records" in refused(*small, "--epsilon", "0.1")


@pytest.fixture
def apart(tmp_path):
    """Two columns that have nothing to do with each other."""
    rng = np.random.default_rng(0)
    pd.DataFrame(rng.uniform(size=(1_000, 2)), columns=["x", "y"]).to_csv(tmp_path / "apart.csv", index=False)
    return ("--x", "x", "--y", "y", "--epsilon", "1"), tmp_path / "apart.csv"


@pytest.mark.parametrize("bounds", ["x=0:1,y=0:1", "x=2:3,y=2:3"], ids=["independent", "all clipped"])
def test_no_direction_where_there_is_none(run, apart, bounds):
    """An arrow was printed every time; one in ten is what the page says."""
    options, file = apart
    arrows = 0
    for seed in range(30):
        status, out, _ = run("direction", file, *options, "--bounds", bounds, "--seed", seed)
        assert status == 0
        arrows += not out.startswith("cannot tell;")
        assert "if no margin is likelier than another" in out
    assert arrows <= 9  # of 30 at one in ten; more than that: once in 1,000 suites


def test_a_correlation_comes_with_its_noise_and_an_interval(run, apart):
    options, file = apart
    status, out, _ = run("correlate", file, *options, "--seed", "1")
    assert status == 0
    found = re.search(r"noise scale ([\d.]+); 95% interval ([+-][\d.]+) to ([+-][\d.]+)", out)
    assert float(found[1]) == 4 / 1_000
    assert float(found[2]) < 0 < float(found[3])


def test_arrows_that_follow_the_units_say_so(run, tmp_path):
    """`once-linear` drew crp → bmi, pure noise, in ten cohorts of ten, and nothing warned."""
    rng, file = np.random.default_rng(0), tmp_path / "cohort.csv"
    crp, bmi = rng.gamma(2, 2, 2_000), rng.normal(27, 4, 2_000)
    pd.DataFrame({"crp": crp, "bmi": bmi}).to_csv(file, index=False)
    status, out, _ = run("discover", file, "--method", "once-linear", *BUDGET)
    assert status == 0
    assert drawn(out)
    assert "the arrows take all noises to vary equally: in other units they may turn round" in out
