"""effect_contents: an effect in points and in people, its sign in words, and no claim where the interval holds 0."""

import numpy as np
import pandas as pd

import privcausal
from privcausal.report.contents import contents
from privcausal.report.study import Study

STUDY = Study("Why?", "data.csv", 500, {})
YES_OR_NO = {"values": [0, 1], "missing": 0}


def effect(**more):
    rng = np.random.default_rng(0)
    severe = rng.random(20_000) < 0.4
    drug = rng.random(20_000) < np.where(severe, 0.8, 0.2)
    died = rng.random(20_000) < np.where(severe, 0.3, 0.1) - 0.068 * drug
    people = pd.DataFrame({"severe": severe, "drug": drug, "died": died}).astype(int)
    declare = {name: {"values": [0, 1], "missing": 0} for name in people}
    return privcausal.effect(people, "drug", "died", epsilon=1, declare=declare, **more)


def test_an_effect_names_its_direction_and_what_it_rests_on():
    adjusted, crude = (contents(effect(**more), STUDY) for more in ({"adjust": ["severe"]}, {}))
    assert adjusted.meaning.startswith(
        "If the assumptions below hold, drug = 1 instead of 0 lowers the risk of died = 1. Of 1,000 people"
    )
    assert " raises " in crude.meaning
    assert "percentage points, 95% interval" in adjusted.finding
    marks = {line.text: line.mark for line in adjusted.assumed}
    (confounding,) = [text for text in marks if "nothing else influences both drug and died" in text]
    assert confounding.startswith("Among people with the same severe, ")
    assert marks[confounding] == "not tested here"
    (positive,) = [line for line in adjusted.assumed if "(positivity)" in line.text]
    assert (positive.mark, positive.found) == ("tested here", "It holds in each of the 2 groups.")
    assert any("E-value" in line for line in adjusted.limitations)
    assert adjusted.drawing.count("<circle") == 2
    trial = contents(effect(randomised=True), STUDY)
    assert any("assigned at random" in line.text for line in trial.assumed)
    lottery = contents(effect(instrument="severe"), STUDY)
    assert any("severe was assigned at random" in line.text for line in lottery.assumed)
    assert [line.found for line in lottery.assumed if line.mark == "tested here"] == [
        "It does, beyond noise and sampling."
    ]
    assert "effect of severe" in lottery.drawing


def test_an_effect_whose_interval_holds_0_is_not_called_none():
    rng = np.random.default_rng(1)
    people = pd.DataFrame(rng.integers(0, 2, (2_000, 2)), columns=["drug", "died"])
    declare = {name: {"values": [0, 1], "missing": 0} for name in people}
    said = contents(privcausal.effect(people, "drug", "died", epsilon=1, declare=declare), STUDY)
    assert said.meaning.startswith("It cannot be said whether drug = 1 instead of 0 changes")
    assert "does not show that there is no effect" in said.meaning


def test_a_comparison_that_points_the_other_way_is_said(rng):
    said = contents(effect(adjust=["severe"]), STUDY).meaning
    assert "without regard to severe, would give +" in said
    assert said.endswith("which points the other way.")
    assert "without regard" not in contents(effect(), STUDY).meaning


def test_a_number_as_outcome_has_no_points_and_no_people(rng):
    dose = rng.random(3_000) < 0.5
    people = pd.DataFrame({"dose": dose.astype(int), "weight": rng.normal(70 + 3 * dose, 5)})
    declare = {"dose": YES_OR_NO, "weight": (40, 100)}
    said = contents(privcausal.effect(people, "dose", "weight", epsilon=1, declare=declare), STUDY)
    assert said.finding.startswith("Difference of means +")
    assert "percentage points" not in said.finding + said.meaning
    assert "Of 1,000" not in said.meaning
