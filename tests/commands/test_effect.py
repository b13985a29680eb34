"""effect: how much, with an interval, or one sentence."""

import json

import numpy as np
import pytest

DECLARED = ("--categories", "severe=0|1,drug=0|1,died=0|1")
ASKED = ("--treatment", "drug", "--outcome", "died")


@pytest.fixture
def clinic(tmp_path):
    rng = np.random.default_rng(0)
    severe = rng.random(8_000) < 0.4
    drug = rng.random(8_000) < np.where(severe, 0.8, 0.2)
    died = rng.random(8_000) < np.where(severe, 0.3, 0.1) - 0.068 * drug
    np.savetxt(
        tmp_path / "clinic.csv",
        np.stack([severe, drug, died], axis=1),
        "%d",
        delimiter=",",
        header="severe,drug,died",
        comments="",
    )
    return tmp_path / "clinic.csv"


def test_effect_in_words_in_json_and_on_a_page(run, clinic, tmp_path):
    asked = ("effect", clinic, *DECLARED, *ASKED, "--adjust", "severe", "--epsilon", "1")
    status, out, err = run(*asked, "--seed", "1")
    assert status == 0
    assert "drug → died, standardised over severe (3 strata): risk difference -0.0" in out
    assert "demonstration" in err
    page = tmp_path / "study.html"
    budget = ("--budget", tmp_path / "b.json", "--budget-epsilon", "2")
    status, out, err = run(*asked, "--json", "--report", page, *budget)
    assert (status, "ε = 1 is left" in err) == (0, True)
    content = json.loads(out)
    assert content["question"] == "How much does drug change died?"
    assert content["asked"]["adjust"] == "severe"
    assert content["interval"][1] < 0
    text = page.read_text(encoding="utf-8")
    assert "How much does drug change died?" in text
    assert "<svg" in text


def test_a_forecast_reads_nothing(run):
    status, out, _ = run("effect", "/nowhere.csv", *DECLARED, *ASKED, "--epsilon", "1", "--forecast", "5000")
    assert status == 0
    assert "nothing is read and nothing is spent" in out
    assert "to either side, if people are spread evenly over strata and arms" in out


def test_a_forecast_says_over_which_values_people_are_spread_and_of_which_effect_it_is(run, tmp_path):
    declared = tmp_path / "d.toml"
    gap = "missing = 0 }"
    columns = (
        f"z = {{ values = [0, 1], {gap}",
        f"t = {{ values = [0, 1, 2], {gap}",
        f"y = {{ values = [0, 1], {gap}",
    )
    declared.write_text("\n".join(["[columns]", *columns]))
    asked = (
        "effect",
        "/nowhere.csv",
        "--declare",
        declared,
        "--outcome",
        "y",
        "--epsilon",
        "1",
        "--forecast",
        "5000",
    )
    _, out, _ = run(*asked, "--treatment", "t", "--treated", "1", "--control", "0")
    assert "evenly over strata and all 3 values of t and half" in out
    declared.write_text(declared.read_text().replace("[0, 1, 2]", "[0, 1]"))
    _, out, _ = run(*asked, "--treatment", "t", "--instrument", "z")
    assert "interval of z → y (the effect of assignment; for that of t among compliers, divide by how" in out
    declared.write_text(declared.read_text().replace("y = { values = [0, 1]", "y = { range = [0, 9]"))
    _, out, _ = run(*asked, "--treatment", "t")
    assert "evenly over strata and arms and y is spread evenly over its range" in out  # it has no event


def test_a_release_is_asked_for_nothing(run, refused, clinic, tmp_path):
    kept = tmp_path / "r.json"
    run("release", clinic, *DECLARED, "--epsilon", "1", "--delta", "1e-6", "--out", kept)
    status, out, _ = run("effect", kept, *ASKED)
    assert status == 0
    assert "nothing more was spent" in out
    assert "--epsilon must be left out" in refused("effect", kept, *ASKED, "--epsilon", "1")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (("--epsilon", "1e-4"), "hides every effect among 8,000 records"),
        (("--epsilon", "1", "--adjust", "drug"), "must be different columns; one of them was given twice"),
        (("--epsilon", "1", "--event", "2"), "event must be one of the values declared for outcome"),
        ((), "--epsilon is required, unless FILE is a release"),
    ],
)
def test_bad_questions_are_refused_in_one_sentence(refused, clinic, changes, words):
    assert words in refused("effect", clinic, *DECLARED, *ASKED, *changes)


def test_columns_must_be_declared(refused, clinic):
    assert "--declare FILE or --categories LIST is required" in refused(
        "effect", clinic, *ASKED, "--epsilon", "1"
    )


def test_a_graph_a_placebo_and_a_negative_control(run, refused, clinic, tmp_path):
    asked = ("effect", clinic, *DECLARED, *ASKED, "--adjust", "severe", "--epsilon", "1")
    drawn = tmp_path / "known.dagitty"
    drawn.write_text("pdag { severe -- drug; severe -- died; drug -- died }")
    status, out, _ = run(*asked, "--graph", drawn)
    assert status == 0
    assert "over 6 graphs" in out
    status, out, _ = run(*asked, "--placebo")
    assert "placebo treatment: " in out
    status, out, _ = run(
        "effect",
        clinic,
        *DECLARED,
        "--treatment",
        "drug",
        "--outcome",
        "severe",
        "--epsilon",
        "1",
        "--negative-control",
    )
    assert "negative control: failed" in out
    assert "--sure needs --graph" in refused(*asked, "--sure", "0.9")
    assert "there is no file of this name" in refused(*asked, "--graph", tmp_path / "none.dagitty")
    assert "where --placebo is asked" in refused(*asked, "--placebo", "--negative-control")
