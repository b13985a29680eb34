"""discover: a graph with its price, files, or one sentence."""

import json

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.models.bayesian_network import network


@pytest.fixture
def town(tmp_path):
    """Records of a small network, as text in a file."""
    net = network("earthquake")
    codes = net.sample(3_000, np.random.default_rng(0))
    frame = pd.DataFrame(np.where(codes == 1, "no", "yes"), columns=list(net.nodes))
    frame.to_csv(tmp_path / "town.csv", index=False)
    (tmp_path / "town.json").write_text(json.dumps({name: ["yes", "no"] for name in net.nodes}))
    return tmp_path


def discover(run, town, *arguments):
    files = (str(town / "town.csv"), "--categories", str(town / "town.json"))
    return run("discover", *files, *arguments)


PUBLIC = ("--method", "pc", "--epsilon", "inf")
PRIVATE = ("--epsilon", "1", "--delta", "1e-6", "--seed", "1")


def test_discover_without_privacy_says_so(run, town):
    status, out, _ = discover(run, town, *PUBLIC)
    assert status == 0
    assert "ε = inf" in out
    assert "Alarm — JohnCalls" in out or "Alarm → JohnCalls" in out


def test_discover_privately_prints_its_price(run, town):
    status, out, err = discover(run, town, *PRIVATE)
    assert status == 0
    assert "ε = 1, δ = 1e-06 (substitution)" in out
    assert "--seed makes this a demonstration" in err


@pytest.mark.parametrize("name", ["graph.svg", "graph.png", "graph.graphml", "graph.dot"])
def test_discover_writes_the_graph(run, town, name):
    target = town / name
    status, out, _ = discover(run, town, *PUBLIC, "--out", str(target))
    assert status == 0
    assert f"written to {target}" in out
    assert target.stat().st_size > 100


def test_discover_takes_a_declaration(run, town):
    """A file with other words in other signs, and one column cut out of numbers."""
    frame = pd.read_csv(town / "town.csv").assign(id=range(3_000), age=lambda people: people.index % 100)
    frame.to_csv(town / "stadt.csv", index=False, sep=";")
    names = [f'{name} = {{ values = ["yes", "no"], missing = "no" }}' for name in frame.columns[:5]]
    cut = "age = { range = [0, 110], cuts = [18, 65] }"
    (town / "stadt.toml").write_text("\n".join(['sep = ";"', "[columns]", *names, cut]))
    status, out, err = run("discover", town / "stadt.csv", "--declare", town / "stadt.toml", *PUBLIC)
    assert (status, err) == (0, "")
    assert "among 6 variables" in out
    chosen = run(
        "discover", town / "stadt.csv", "--declare", town / "stadt.toml", *PUBLIC, "--columns", "Alarm,age"
    )
    assert "among 2 variables" in chosen[1]


def test_discover_compares_with_a_known_graph(run, town):
    discover(run, town, *PUBLIC, "--out", str(town / "truth.graphml"))
    picture = town / "graph.svg"
    status, _, _ = discover(run, town, *PUBLIC, "--truth", str(town / "truth.graphml"), "--out", str(picture))
    assert status == 0
    assert picture.exists()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (["--method", "psychic"], "method must be one of"),
        (["--epsilon", "0"], "epsilon must be a positive finite number"),
        (["--epsilon", "inf"], "epsilon must be a positive finite number"),
        (["--delta", "2"], "delta must lie between 0 and 1"),
        (["--categories", "Alarm"], "--categories must look like"),
        (["--categories", "Alarm=yes|no,Alarm=yes|no"], "--categories must look like"),
        (
            ["--categories", "Alarm=yes|no,Weather=wet|dry"],
            "does not have column 2 of those declared or asked about",
        ),
        (
            ["--categories", "Alarm=yes|no,Burglary=yes|yes"],
            "--categories, part 2: values must be different",
        ),
        (["--columns", "Alarm,Mood"], "column 2 of the 2 asked about must be declared"),
        (["--columns", "Alarm"], "must name at least two columns"),
        (["--delta", "0"], "--delta is required, far below one over the number of rows, for example 1e-6"),
        (["--delta", "0.5"], "--delta must be far below 1/n, here 0.00033"),
        (["--declare", "town.toml"], "--declare says already what the columns are"),
        (["--categories", "nowhere.json"], "cannot read the file of --categories: there is no file"),
        (["--out", "graph.pdf"], "--out must name a"),
        (["--truth", "nowhere.graphml"], "cannot read the graph: there is no file"),
    ],
)
def test_discover_refuses_bad_input_in_one_sentence(run, town, changes, words):
    status, out, err = discover(run, town, *PRIVATE, *changes)
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_missing_file_and_a_broken_list_of_categories(run, town):
    (town / "broken.json").write_text('{"Alarm": "yes"}')
    for arguments, words in (
        (("nowhere.csv", "--categories", "a=0|1,b=0|1"), "cannot read the table: there is no file"),
        ((str(town / "town.csv"), "--categories", str(town / "broken.json")), "must hold an object of lists"),
    ):
        status, _, err = run("discover", *arguments, *PRIVATE)
        assert status == 2
        assert words in err


def test_a_picture_that_exists_is_not_written_over(run, town, tmp_path):
    picture = tmp_path / "mine.svg"
    picture.write_text("years of work")
    status, _, err = discover(run, town, *PUBLIC, "--out", str(picture))
    assert status == 2
    assert "--out must name a new file" in err
    assert picture.read_text() == "years of work"


def test_a_separator_that_was_not_said_is_guessed_at_and_the_first_line_not_quoted(refused, tmp_path):
    (tmp_path / "klinik.csv").write_text("Anna;HIV positive\nBo;well\n")
    message = refused("discover", tmp_path / "klinik.csv", *PRIVATE)
    assert "at least two columns, got 1. If it has more, name the sign between them with --sep." in message
    assert "Anna" not in message
