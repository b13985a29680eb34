"""plan: what a budget would let one see, from public numbers alone."""

import json
import math

import pytest

PLAN = ("plan", "--rows", "5000", "--epsilon", "1", "--delta", "1e-6")
YES_OR_NO = ",".join(f"{name}=0|1" for name in "abcd")


def test_plan_says_what_would_be_seen_and_by_which_method(run):
    status, out, err = run(*PLAN, "--categories", YES_OR_NO)
    assert (status, err) == (0, "")
    assert "5,000 records, ε = 1, δ = 1e-06 (substitution): nothing is read and nothing is spent" in out
    assert "correlate  noise scale 0.0008; sees τ ≥ 0.06" in out
    assert "use once\n" in out


def test_a_wish_has_a_number_of_records_and_that_number_is_the_smallest(run):
    _, out, _ = run(*PLAN, "--categories", YES_OR_NO, "--detect", "0.1", "--json")
    needed = json.loads(out)["records_for_target"]

    def worst(rows):
        _, out, _ = run(*PLAN, "--categories", YES_OR_NO, "--rows", rows, "--json")
        method = json.loads(out)["methods"][0]
        assert method["method"] == "once"
        return max(pair["smallest"] for pair in method["pairs"])

    assert worst(needed) <= 0.1 < worst(needed - 1)


def test_a_column_that_is_too_fine_is_named_and_a_hopeless_table_too(run, tmp_path):
    fine = "job=" + "|".join(map(str, range(30)))
    _, out, _ = run(*PLAN, "--categories", f"{YES_OR_NO},{fine}", "--rows", "500")
    assert "too many categories: job; declare fewer values" in out
    toml = tmp_path / "t.toml"
    toml.write_text(f"[columns]\npulse = {{ range = [30, 220] }}\njob = {{ values = {[*range(40)]} }}")
    _, out, _ = run(*PLAN, "--declare", toml)
    assert "no graph can be forecast: no method takes so many values" in out
    _, out, _ = run(*PLAN, "--categories", YES_OR_NO, "--rows", "40")
    assert "no method could detect even a perfect association" in out


def test_numbers_without_cuts_have_a_plan_of_their_own(printed, tmp_path):
    (tmp_path / "t.toml").write_text("[columns]\nage = { range = [0, 110] }\npulse = { range = [30, 220] }\n")
    out = printed(*PLAN, "--declare", tmp_path / "t.toml")
    assert "use once-correlations" in out


def test_the_plan_is_what_discover_says_afterwards(run, tmp_path):
    """One formula on both sides: the forecast and what a missing edge says."""
    lines = "\n".join(f"{i % 2},{i // 2 % 2},{i // 4 % 2},{i // 8 % 2}" for i in range(5_000))
    (tmp_path / "t.csv").write_text(f"a,b,c,d\n{lines}\n")
    _, out, _ = run(*PLAN, "--categories", YES_OR_NO, "--json")
    smallest = json.loads(out)["methods"][0]["pairs"][0]["smallest"]
    spend = ("--epsilon", "1", "--delta", "1e-6")
    _, out, _ = run("discover", tmp_path / "t.csv", "--categories", YES_OR_NO, *spend)
    assert f"minimum detectable association (80% power): φ = {math.ceil(100 * smallest) / 100:.2f}" in out


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ("", "Exactly one of --declare FILE and --categories LIST is required"),
        ("--categories FOUR --rows 1", "records must be at least 2, got 1"),
        ("--categories FOUR --detect 2", "target must be an association above 0, at most 1, got 2.0"),
        ("--categories FOUR --epsilon 0", "epsilon must be a positive finite number"),
        ("--categories FOUR --delta 0", "delta must lie strictly between 0 and 1"),
        ("--declare nowhere.toml", "cannot read the declaration: there is no file of this name"),
    ],
)
def test_bad_input(refused, changes, words):
    assert words in refused(*PLAN, *changes.replace("FOUR", YES_OR_NO).split())


SIX = ",".join(f"{name}=0|1" for name in "abcdef")


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_plot_is_written(run, tmp_path, ending):
    status, out, err = run(*PLAN, "--categories", SIX, "--plot", tmp_path / f"plan.{ending}")
    assert (status, err) == (0, "")
    assert "expect F1 of pairs" in out
    written = (tmp_path / f"plan.{ending}").read_bytes()
    assert written.startswith(b"\x89PNG" if ending == "png" else b"<?xml")


def test_a_plot_that_cannot_be_drawn_or_written_is_refused(refused, tmp_path):
    other = ("--categories", SIX, "--plot", tmp_path / "p.txt")
    assert "--plot must name a .png or .svg file" in refused(*PLAN, *other)
    many = ("--categories", ",".join(f"x{place}=0|1" for place in range(81)), "--plot", tmp_path / "p.svg")
    assert "no F1 is forecast: outside the range of the simulations: 81 columns" in refused(*PLAN, *many)
    assert not (tmp_path / "p.svg").exists()
