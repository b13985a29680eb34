"""effect_contents: an effect in points and in people, its sign in words, and no claim where the interval holds 0."""

import re

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.effects.estimates import EffectEstimate, Effects
from privcausal.report.contents import contents
from privcausal.report.effect_contents import _that_is
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
    assert adjusted.finding.startswith(
        "According to this analysis, “drug” lowers the risk of “died”, from about 1"
    )
    assert adjusted.meaning.startswith("Of 1,000 people like these, about 1")
    assert " fewer. This number is not exact: its 95% interval is between " in adjusted.meaning
    assert adjusted.more[0].startswith("This is not a proof that “drug” is the cause.")
    assert " raises " in crude.finding
    assert "percentage points, 95% interval" in adjusted.technical[0]
    marks = {line.text: line.mark for line in adjusted.assumed}
    (confounding,) = [text for text in marks if "nothing else influences both “drug” and “died”" in text]
    assert adjusted.assumed[0].text == confounding
    assert confounding.startswith("Among people who are alike in the column “severe”, ")
    assert marks[confounding] == "not tested here"
    (positive,) = [line for line in adjusted.assumed if "(positivity)" in line.text]
    assert (positive.mark, positive.found) == (
        "tested here",
        "It holds in each of the 2 groups: severe = 0; severe = 1.",
    )
    assert any("E-value" in line for line in adjusted.limitations)
    assert adjusted.drawing.count("<circle") == 2
    trial = contents(effect(randomised=True), STUDY)
    assert any("assigned at random" in line.text for line in trial.assumed)
    lottery = contents(effect(instrument="severe"), STUDY)
    assert any("“severe” was assigned at random" in line.text for line in lottery.assumed)
    assert [line.found for line in lottery.assumed if line.mark == "tested here"] == [
        "It does, beyond noise and sampling."
    ]
    assert "effect of severe" in lottery.drawing


def test_an_effect_whose_interval_holds_0_is_not_called_none():
    rng = np.random.default_rng(1)
    people = pd.DataFrame(rng.integers(0, 2, (2_000, 2)), columns=["drug", "died"])
    declare = {name: {"values": [0, 1], "missing": 0} for name in people}
    said = contents(privcausal.effect(people, "drug", "died", epsilon=1, declare=declare), STUDY)
    assert said.finding == "This analysis cannot say whether “drug” changes the risk of “died”"
    assert not any("E-value" in line for line in said.limitations)
    assert "does not exclude an effect" in said.meaning


def test_a_comparison_that_points_the_other_way_is_said(rng):
    said = " ".join(contents(effect(adjust=["severe"]), STUDY).more)
    assert "Without regard to the column “severe”, about " in said
    assert " more, which points the other way. This raw comparison compares unlike people" in said
    assert "Without regard" not in " ".join(contents(effect(), STUDY).more)


def test_a_number_as_outcome_has_no_points_and_no_people(rng):
    dose = rng.random(3_000) < 0.5
    people = pd.DataFrame({"dose": dose.astype(int), "weight": rng.normal(70 + 3 * dose, 5)})
    declare = {"dose": YES_OR_NO, "weight": (40, 100)}
    said = contents(privcausal.effect(people, "dose", "weight", epsilon=1, declare=declare), STUDY)
    assert said.finding == "According to this analysis, “dose” raises the mean of “weight”"
    assert said.meaning.startswith("The difference is about +")
    assert said.technical[0].startswith("Difference of means +")
    assert "percentage points" not in said.finding + said.meaning + said.technical[0]
    assert "Of 1,000" not in said.meaning


def test_the_drawing_counts_in_the_units_of_the_text():
    said = contents(effect(adjust=["severe"]), STUDY)
    (number,) = re.findall(r"hat is about (\d+ fewer)\.", said.meaning)
    assert f"estimate: {number}" in said.drawing
    assert "Left of 0: fewer; right of 0: more." in said.caption


def test_the_cause_that_could_explain_it_does():
    """Everybody of one group and so many of the other: that this suffices follows from the two risks alone."""
    result = effect(adjust=["severe"])
    value = result.e_values[0]
    line = contents(result, STUDY).limitations[0]
    assert f"{1 / value:.0%} of the other group have it" in line
    apparent = value / (1 + (value - 1) / value)
    assert apparent == pytest.approx(1 / result.ate.ratio.value)


def test_a_check_of_known_answer_is_not_reported_as_an_effect():
    said = contents(effect(adjust=["severe"], placebo=True), STUDY)
    assert said.finding.startswith("Placebo treatment: ")
    assert "a coin in place of the treatment changes nothing" in said.meaning
    assert not any("E-value" in line for line in said.limitations)


def test_what_a_missing_cell_counts_as_is_an_assumption_of_the_page():
    (line,) = [one.text for one in contents(effect(), STUDY).assumed if "counts as" in one.text]
    assert line.startswith(
        "Not left out: a cell without a declared value counts as drug = 0, died = 0, so the effect"
    )


def test_the_page_of_a_number_has_the_digits_of_its_interval():
    """It said +1e+03 of an income, and its drawing too."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"drug": rng.integers(0, 2, 5_000)})
    frame["income"] = rng.normal(30_000 + 1_234 * frame.drug, 500)
    declare = {"drug": YES_OR_NO, "income": {"range": [0, 60_000], "missing": 30_000}}
    page = contents(privcausal.effect(frame, "drug", "income", epsilon=10, declare=declare), STUDY)
    assert re.search(
        r"The difference is about \+1[12]\d\d\. .* between \+1[12]\d\d and \+1[23]\d\d\.", page.meaning
    )
    assert "e+" not in page.meaning + page.drawing + " ".join(page.technical)


def test_groups_that_noise_hides_are_counted(rng):
    people = pd.DataFrame(rng.integers(0, 2, (4_000, 3)), columns=["old", "drug", "died"])
    people.loc[people.old == 1, "drug"] = 0
    declare = dict.fromkeys(people, YES_OR_NO)
    result = privcausal.effect(people, "drug", "died", adjust=["old"], epsilon=1, declare=declare)
    first, *counted = contents(result, STUDY).unseen
    assert first.startswith("In 1 of 2 groups of people who are compared, the noise hides")
    assert "old = 1" in first
    assert counted[-1].endswith("in groups in which no people with “drug” can be seen.")


def test_compliers_are_named_as_the_people_it_is_about(rng):
    lottery = rng.random(20_000) < 0.5
    drug = rng.random(20_000) < 0.2 + 0.5 * lottery
    well = rng.random(20_000) < 0.3 + 0.3 * drug
    people = pd.DataFrame({"lottery": lottery, "drug": drug, "well": well}).astype(int)
    declare = dict.fromkeys(people, YES_OR_NO)
    said = contents(
        privcausal.effect(people, "drug", "well", instrument="lottery", epsilon=1, declare=declare), STUDY
    )
    assert said.finding.endswith("among compliers, the people who follow “lottery”")
    assert said.meaning.startswith("Of 1,000 compliers, about ")


@pytest.mark.parametrize(("treated", "begins"), [(0.0888, "Before rounding, that is"), (0.0904, "That is")])
def test_risks_whose_rounded_difference_is_another_say_so(treated, begins):
    """150 and 89 are 61 apart, but 0.1504 and 0.0888 are 62 in a thousand apart."""
    control = 0.1504
    risks = [EffectEstimate(value, value, value) for value in (control, treated, treated - control)]
    assert _that_is(Effects("ATE", *risks, risks[2], risks[2]), 1_000) == begins
