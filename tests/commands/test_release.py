"""release, and what is free afterwards: discover and cross."""

import json

import pytest

WORDS = "a=0|1,b=0|1,c=0|1"
SPEND = ("--epsilon", "1", "--delta", "1e-6")


@pytest.fixture
def kept(run, people, tmp_path):
    path = tmp_path / "release.json"
    status, out, _ = run("release", people, "--categories", WORDS, *SPEND, "--out", path)
    assert status == 0
    assert "3,000 records of a, b, c: 3 noisy tables of two columns" in out
    assert "ε = 1, δ = 1e-06 (substitution)" in out
    return path


def test_a_release_is_asked_for_nothing(run, printed, kept):
    results = {run("discover", kept) for _ in range(2)}
    ((status, out, _),) = results
    assert status == 0
    assert "a — b" in out
    assert "nothing more was spent" in out
    out = printed("crosstab", kept, "--x", "a", "--y", "c")
    assert out.splitlines()[0].split() == ["a", "0", "1"]
    assert "cells of a and c without a declared value are spread evenly over the values" in out
    assert "each count carries noise of standard deviation" in out
    assert json.loads(kept.read_text())["spent"]["epsilon"] == 1


@pytest.mark.parametrize("place", range(3))
def test_a_column_of_one_value_is_read_again_in_any_place(run, people, tmp_path, place):
    declared = [f"{name} = {{ values = [0, 1] }}" for name in "abc"]
    declared[place] = f"{'abc'[place]} = {{ values = [0], missing = 0 }}"
    (tmp_path / "three.toml").write_text("[columns]\n" + "\n".join(declared), encoding="utf-8")
    path = tmp_path / "release.json"
    status, _, said = run("release", people, "--declare", tmp_path / "three.toml", *SPEND, "--out", path)
    assert status == 0, said
    assert run("discover", path)[0] == 0


SAID_ALREADY = ["--epsilon", "--delta", "--categories", "--columns", "--seed", "--sep", "--budget-epsilon"]


@pytest.mark.parametrize("word", SAID_ALREADY)
def test_a_release_needs_no_budget_and_no_declaration(refused, kept, word):
    assert f"{word} must be left out: " in refused("discover", kept, word, "1")


ABOUT_A_TABLE = [
    *(("--rows-per-person", "3"), ("--person", "c"), ("--keep-rows", "10"), ("--sep", "tab")),
    *(("--budget-delta", "1e-6"), ("--same-people",), ("--allow-weak-guarantee",), ("--forecast", "100")),
]


@pytest.mark.parametrize("option", ABOUT_A_TABLE, ids=lambda option: option[0])
def test_neither_does_an_effect_from_one(refused, kept, option):
    output = refused("effect", kept, "--treatment", "a", "--outcome", "c", *option)
    assert f"{option[0]} must be left out: " in output


def test_bad_input(refused, people, kept, tmp_path):
    lines = ("release", people, *SPEND, "--out", tmp_path / "new.json")
    assert "--declare FILE or --categories LIST is required" in refused(*lines)
    assert "--out must name a .json file" in refused(*lines, "--categories", WORDS, "--out", "r.csv")
    assert "delta must lie strictly" in refused(*lines, "--categories", WORDS, "--delta", "0")
    assert "--epsilon is required, unless FILE is a release" in refused(
        "discover", people, "--categories", WORDS
    )
    method = "method must be once or once-further or once-sparing for a release"
    assert method in refused("discover", kept, "--method", "svt-pc")
    columns = "must be one of the release's columns, which are a, b, c"
    assert columns in refused("crosstab", kept, "--x", "a", "--y", "z")
    assert not (tmp_path / "new.json").exists()
    assert "a cross table needs two different columns" in refused("crosstab", kept, "--x", "a", "--y", "a")


@pytest.mark.parametrize("command", ["release", "correlate", "direction"])
def test_a_release_is_no_table(refused, kept, tmp_path, command):
    own = {
        "release": ("--out", tmp_path / "new.json", "--delta", "1e-6", "--categories", WORDS),
        "correlate": ("--x", "a", "--y", "b"),
        "direction": ("--x", "a", "--y", "b", "--bounds", "a=0:1,b=0:1"),
    }
    output = refused(command, kept, "--epsilon", "1", *own[command])
    assert "If it is a release, ask it with `discover`, `effect` or `crosstab`" in output


def test_nothing_is_written_over_and_nothing_is_spent_on_it(run, refused, people, kept, tmp_path):
    """A release that was paid for, and the budget file itself, were once written over by the next one."""
    budget_file, before = tmp_path / "purse.json", kept.read_bytes()
    payer = ("--budget", budget_file, "--budget-epsilon", "3", "--budget-delta", "1e-5")
    lines = ("release", people, "--categories", WORDS, *SPEND, *payer)
    assert "--out must name a new file" in refused(*lines, "--out", kept)
    assert "--budget must be a file of its own" in refused(*lines, "--out", budget_file)
    assert kept.read_bytes() == before
    assert not budget_file.exists()
    assert run(*lines, "--out", tmp_path / "second.json")[0] == 0
    assert "--out must name a new file" in refused(*lines, "--out", budget_file)
    assert "ε = 1, δ = 1e-06 of ε = 3" in run("budget", budget_file)[1]


@pytest.mark.parametrize("command", [("discover",), ("crosstab", "--x", "a", "--y", "b")])
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda text: text[: len(text) // 2], "is not JSON"),
        (lambda text: text.replace("3000", "3001"), "was changed after it was written"),
        (
            lambda text: text.replace("release 3", "release 4"),
            "this version reads 'privcausal release 3' and earlier",
        ),
        (lambda _: "a,b\n1,2\n", "is not JSON"),
        (lambda _: "{}", "must hold a release"),
    ],
)
def test_a_broken_release_is_one_sentence(refused, kept, command, spoil, words):
    kept.write_text(spoil(kept.read_text()))
    assert words in refused(command[0], kept, *command[1:])
