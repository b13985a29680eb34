"""answers: --json is one object and nothing else, --report is refused before anything is spent."""

import json

import numpy as np
import pytest

import privcausal
from privcausal.commands import answers
from privcausal.privacy.marks import WEAK

WORDS = "a=0|1,b=0|1,c=0|1"
SPEND = ("--epsilon", "1", "--delta", "1e-6")


ASKED = {
    "correlate": ("--x", "a", "--y", "c", "--epsilon", "1"),
    "direction": ("--x", "a", "--y", "c", "--epsilon", "1", "--bounds", "a=0:1,c=0:1"),
    "discover": ("--categories", WORDS, *SPEND),
}


def not_a_number(text):
    raise AssertionError(f"JSON has no {text}")


def read(out):
    return json.loads(out, parse_constant=not_a_number)


@pytest.mark.parametrize("command", ASKED)
def test_json_says_what_the_sentences_say(run, people, command):
    status, out, err = run(command, people, *ASKED[command], "--seed", "1", "--json")
    result = read(out)
    assert status == 0
    assert "demonstration" in err
    assert result["text"] == run(command, people, *ASKED[command], "--seed", "1")[1].splitlines()
    assert result["spent"]["relation"] == "substitution"
    assert result["spent"]["epsilon"] == 1
    assert result["records"] == 3_000
    assert list(result["declared"]) == (["a", "b", "c"] if command == "discover" else ["a", "c"])
    assert any("a seed was given" in warning for warning in result["warnings"])
    assert result["version"] == privcausal.__version__
    assert {"correlate": "interval", "direction": "reversal_probability", "discover": "pairs"}[
        command
    ] in result
    assert str(people.parent) not in out, "no folder of the user's leaves"


def test_the_object_is_that_of_the_api(run, people):
    result = read(run("discover", people, *ASKED["discover"], "--seed", "1", "--json")[1])
    with pytest.warns(UserWarning, match="demonstration"):
        outcome = privcausal.discover(
            str(people), epsilon=1, delta=1e-6, declare={name: [0, 1] for name in "abc"}, seed=1
        )
    own = json.loads(outcome.to_json())
    assert {name: result[name] for name in own} == own


def test_files_are_noted_beside_the_object(run, people, tmp_path):
    files = ("--out", tmp_path / "graph.dot", "--report", tmp_path / "study.html")
    status, out, err = run("discover", people, *ASKED["discover"], "--json", *files)
    assert status == 0
    assert read(out)["method"] == "once"
    assert "graph.dot" in err
    assert "study.html" in err
    assert "written to" in run("discover", people, *ASKED["discover"], "--out", tmp_path / "again.dot")[1]


@pytest.mark.parametrize("command", ASKED)
def test_a_page_is_written_once_and_refused_before_the_purse_pays(run, refused, people, tmp_path, command):
    page, budget_file = tmp_path / "study.html", tmp_path / "purse.json"
    payer = ("--budget", budget_file, "--budget-epsilon", "3", "--budget-delta", "1e-5")
    arguments = (command, people, *ASKED[command], *payer)
    assert run(*arguments, "--report", page)[0] == 0
    text, paid = page.read_text(encoding="utf-8"), budget_file.read_bytes()
    assert "of 1e-05, that is 1 in 100,000; left: " in text
    assert "people.csv" in text
    assert str(tmp_path) not in text
    assert "--report must name a new file" in refused(*arguments, "--report", page)
    assert "--report must name a .html file" in refused(*arguments, "--report", tmp_path / "study.pdf")
    assert "in an existing folder" in refused(*arguments, "--report", tmp_path / "nowhere" / "study.html")
    assert "--budget must be a file of its own" in refused(
        command, people, *ASKED[command], "--budget", tmp_path / "b.html", *payer[2:], "--report",
        tmp_path / "b.html",
    )  # fmt: skip
    assert page.read_text(encoding="utf-8") == text
    assert budget_file.read_bytes() == paid, "nothing was spent on what was refused"


def test_a_page_that_cannot_be_written_says_what_is_spent(run, people, tmp_path, monkeypatch):
    page = tmp_path / "study.html"
    monkeypatch.setattr(answers, "report_path", lambda options: None)
    monkeypatch.setattr(privcausal.commands.correlate, "report_path", lambda options: page.write_text("mine"))
    status, out, err = run("correlate", people, *ASKED["correlate"], "--report", page)
    assert status == 3
    assert out.startswith("kendall of a and c"), "the answer was printed first"
    assert "File exists; ε = 1 is spent" in err
    assert page.read_text() == "mine"


def test_a_page_about_a_release_says_that_it_was_free(run, printed, people, tmp_path):
    kept, page = tmp_path / "release.json", tmp_path / "study.html"
    assert run("release", people, "--categories", WORDS, *SPEND, "--out", kept)[0] == 0
    out = printed("discover", kept, "--json", "--report", page)
    assert read(out)["declared"]["a"] == {"values": ["0", "1"]}
    assert "this answer was free" in page.read_text(encoding="utf-8")
    out = printed("crosstab", kept, "--x", "a", "--y", "b", "--json")
    table = read(out)
    assert np.shape(table["counts"]) == (2, 2)
    assert (table["spent"]["epsilon"], table["spent_now"]) == (1, 0)
    assert table["rows"] == ["0", "1"]
    assert table["gaps"] == ["a", "b"]


def test_no_privacy_is_said_on_the_page(run, people, tmp_path):
    page = tmp_path / "study.html"
    plain = ("discover", people, "--categories", WORDS, "--method", "pc", "--epsilon", "inf", "--json")
    result = read(run(*plain, "--report", page)[1])
    assert result["spent"]["epsilon"] is None
    assert result["spent"]["demonstration"] is False
    assert result["warnings"] == ["this is not private: no noise was added"]
    assert "This is not private" in page.read_text(encoding="utf-8")
    weak = ["--x", "a", "--y", "b", "--epsilon", "20", "--allow-weak-guarantee", "--json"]
    result = read(run("correlate", people, *weak)[1])
    assert result["spent"]["weak"] is True
    assert result["warnings"] == [result["text"][-1]] == [WEAK]
