"""check: what the declaration would change, before anything else is paid for."""

import json

import pytest


@pytest.fixture
def german(tmp_path):
    """Ten thousand people whose file has another decimal sign than the declaration says."""
    (tmp_path / "german.csv").write_text("dose;sex\n" + '"0,5";m\n"0,7";f\n' * 5_000)
    (tmp_path / "german.toml").write_text(
        'sep = ";"\n[columns]\ndose = { range = [0, 1] }\nsex = { values = ["m", "f"] }\n'
    )
    return str(tmp_path / "german.csv"), "--declare", str(tmp_path / "german.toml")


def test_the_wrong_sign_is_seen_before_the_budget_is_gone(run, german, tmp_path):
    budget = ("--budget", str(tmp_path / "b.json"), "--budget-epsilon", "1")
    status, out, err = run("check", *german, "--epsilon", "0.1", *budget)
    assert status == 0
    assert "look at: dose:" in out
    assert "check the decimal sign" in out
    assert "look at: sex" not in out
    assert "ε = 0.1" in err
    status, out, _ = run(
        "check", *german, "--decimal", ",", "--epsilon", "0.1", "--budget", str(tmp_path / "b.json"), "--json"
    )
    said = json.loads(out)
    assert [share["is_large"] for share in said["shares"]] == [False] * 4
    assert said["declared"]["dose"]["range"] == [0, 1]
    assert run("budget", str(tmp_path / "b.json"))[1].count("check") == 2


def test_a_page_says_what_to_look_at(run, german, tmp_path):
    status, out, _ = run("check", *german, "--epsilon", "0.1", "--report", tmp_path / "page.html")
    assert (status, f"report in {tmp_path / 'page.html'}" in out) == (0, True)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "1 share of cells to look at" in page
    assert "Look at dose: " in page
    assert "one half" not in page
    assert "Laplace noise of scale 30" in page


def test_what_shows_nothing_is_refused_before_it_is_paid(refused, good, tmp_path):
    (tmp_path / "t.toml").write_text("[columns]\ndose = { range = [0, 1] }\n")
    assert "Nothing was spent" in refused(
        "check", good, "--declare", tmp_path / "t.toml", "--epsilon", "0.01"
    )
    assert "--declare FILE or --categories LIST is required" in refused("check", good, "--epsilon", "0.1")
    assert "FILE must be a table" in refused("check", "release.json", "--epsilon", "0.1")
