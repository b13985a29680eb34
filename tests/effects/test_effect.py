"""The question from end to end: by Python and by command, with its price and its doubts, and nothing spent in vain."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes

import privcausal
from privcausal.effects.design import Design
from privcausal.effects.effect import effect_from_release
from privcausal.effects.expected_interval import check_visible, expected_interval
from privcausal.graphs.table_release import release_tables
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.randomness import generator
from privcausal.report.contents import contents
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.inputs import as_table
from privcausal.table.unit import Unit

RECORDS = 20_000


def registry(seed=0, records=RECORDS):
    """A drug that helps by 6.8 points and goes to those who are worse off: the review's seventh table."""
    rng = np.random.default_rng(seed)
    severe = rng.random(records) < 0.4
    drug = rng.random(records) < np.where(severe, 0.8, 0.2)
    died = rng.random(records) < np.where(severe, 0.3, 0.1) - 0.068 * drug
    weight = rng.normal(70, 8, records) - 2 * drug - 3 * severe
    frame = pd.DataFrame({"severe": severe, "drug": drug, "died": died}).astype(int)
    return frame.assign(weight=weight, age=rng.uniform(0, 90, records))


PEOPLE = registry()
YES_OR_NO = {"values": [0, 1], "missing": 0}
DECLARE = {
    **dict.fromkeys(("severe", "drug", "died"), YES_OR_NO),
    "weight": (30, 150),
    "age": {"range": [0, 90], "cuts": list(range(3, 90, 3))},
}
ASK = {"epsilon": 1, "declare": DECLARE}


def test_adjustment_turns_the_sign_round():
    result = privcausal.effect(PEOPLE, "drug", "died", adjust=["severe"], **ASK)
    assert result.difference.low < -0.068 < result.difference.high < 0 < result.crude.difference.low
    assert result.att.difference.low < -0.068 < result.att.difference.high
    assert result.spent == Price(1, 0.0, Relation.SUBSTITUTION)
    assert result.adjusted_for([]).difference == result.crude.difference
    assert result.adjusted_for(["severe"]).difference == result.difference
    assert result.e_values[0] > result.e_values[1] > 1


def test_answers_print_draw_and_write_themselves():
    for more in ({"adjust": ["severe"]}, {"instrument": "severe"}, {"randomised": True}, {"adjust": ["age"]}):
        for outcome in ("died", "weight"):
            result = privcausal.effect(PEOPLE, "drug", outcome, **more, **ASK)
            content = json.loads(result.to_json())
            assert content["interval"] == [result.difference.low, result.difference.high]
            assert content["spent"]["epsilon"] == 1
            assert np.asarray(content["counts"]).sum() == pytest.approx(RECORDS, abs=2_000)
            assert f"drug → {outcome}" in str(result).splitlines()[0]
            assert isinstance(result.plot(), Axes)


def test_a_mean_is_in_the_units_of_its_range():
    result = privcausal.effect(PEOPLE, "drug", "weight", adjust=["severe"], **ASK)
    assert result.difference.low < -2 < result.difference.high
    assert result.difference.high - result.difference.low < 1
    assert 60 < result.to_dict()["effects"][0]["control"][0] < 75
    assert result.e_values is None
    assert "difference of means" in str(result)


def test_strata_that_noise_hides_are_named_and_counted():
    rare = PEOPLE.assign(severe=np.where(np.arange(RECORDS) < 10, "rare", PEOPLE.severe.astype(str)))
    declare = DECLARE | {"severe": ["0", "1", "rare"]}
    result = privcausal.effect(rare, "drug", "died", adjust=["severe"], epsilon=1, declare=declare, seed=1)
    assert {"severe = rare", "severe = (other)"} <= set(result.hidden_strata)
    assert set(result.hidden_strata["severe = rare"]) == {"0", "1"}
    assert all(people.low <= 10 <= people.high < 100 for people in result.hidden_people)
    assert "no visible arm 0 for about" in str(result)
    assert "positivity: noise hides an arm in 2 of 4 strata" in str(result)
    assert re.search(r"of 20,000 people: there", str(result))
    visits = privcausal.effect(
        rare, "drug", "died", adjust=["severe"], rows_per_person=2, epsilon=1, declare=declare, seed=1
    )
    assert re.search(r"of 20,000 rows: there", str(visits))  # they are 10,000 people


def test_a_trial_needs_no_adjustment_and_says_so():
    rng = np.random.default_rng(1)
    trial = PEOPLE.assign(drug=rng.integers(0, 2, RECORDS))
    result = privcausal.effect(trial, "drug", "died", randomised=True, **ASK)
    assert "assigned at random" in str(result)
    assert "confounding" not in str(result).replace("no confounding", "")


def test_nothing_is_spent_on_what_cannot_be_seen():
    with pytest.raises(
        ValueError, match=r"hides every effect among 20,000 records in 31 strata.*nothing was spent"
    ):
        privcausal.effect(PEOPLE, "drug", "died", adjust=["age"], epsilon=1e-3, declare=DECLARE)
    with pytest.raises(ValueError, match="epsilon must be"):
        privcausal.effect(PEOPLE, "drug", "died", epsilon=-1, declare=DECLARE)
    with pytest.raises(ValueError, match="protects next to nothing"):
        privcausal.effect(PEOPLE, "drug", "died", epsilon=11, declare=DECLARE)


@pytest.mark.parametrize("outcome", ["died", "weight"])
def test_the_forecast_is_near_what_comes(outcome):
    declared = as_table(PEOPLE, DECLARE).declaration
    design = Design.of(declared, "drug", outcome, adjust=["severe"])
    expected = expected_interval(design, RECORDS, 1.0)
    found = privcausal.effect(PEOPLE, "drug", outcome, adjust=["severe"], **ASK).difference
    assert 0.3 < (found.high - found.low) / (expected.high - expected.low) < 1.5
    several = expected_interval(design, RECORDS, 1.0, Unit(4))
    assert several.high - several.low > 1.9 * (expected.high - expected.low)
    check_visible(design, RECORDS, 1.0)


def test_a_plan_says_how_wide_the_interval_would_be():
    roles = {"treatment": "drug", "outcome": "died", "adjust": ["severe"]}
    declare = dict.fromkeys(("severe", "drug", "died"), YES_OR_NO)
    planned = privcausal.plan(declare, rows=RECORDS, epsilon=1, delta=1e-6, effect=roles)
    design = Design.of(as_table(PEOPLE, declare).declaration, **roles)
    half = expected_interval(design, RECORDS, 1.0).high
    assert planned.effect == ("drug → died adjusted for severe", pytest.approx(half, rel=0.01))
    assert "effect     drug → died adjusted for severe: 95% interval of about ± 0.01" in str(planned)
    assert json.loads(planned.to_json())["effect"]["half_width"] == planned.effect[1]
    with pytest.raises(ValueError, match="must be declared"):
        privcausal.plan(declare, rows=9, epsilon=1, delta=1e-6, effect=roles | {"outcome": "age"})


def test_several_rows_and_identifiers_go_with_the_price():
    people = PEOPLE.assign(id=np.arange(RECORDS) // 2)
    result = privcausal.effect(people, "drug", "died", person="id", rows_per_person=2, **ASK)
    assert (result.spent.rows, result.spent.person) == (2, "id")
    single = privcausal.effect(people, "drug", "died", person="id", keep_rows=8_000, **ASK)
    assert single.table.records == 8_000


def test_a_release_answers_for_nothing():
    declared = Declaration(dict.fromkeys(("severe", "drug", "died"), Categories((0, 1), missing=0)))
    kept = release_tables(as_table(PEOPLE, declared), Price(1.0, 1e-6, Relation.SUBSTITUTION), generator(0))
    result = effect_from_release(kept, "drug", "died")
    assert result.spent == kept.spent
    assert result.difference.low < result.crude.difference.value < result.difference.high
    plain = privcausal.effect(PEOPLE, "drug", "died", epsilon=1, declare=declared).difference
    assert result.difference.value == pytest.approx(plain.value, abs=0.02)


def test_an_instrument_finds_the_effect_on_those_who_follow():
    rng = np.random.default_rng(2)
    frail, lottery = rng.random(RECORDS) < 0.4, rng.random(RECORDS) < 0.5
    drug = rng.random(RECORDS) < np.where(frail, 0.5, 0.1) + 0.4 * lottery
    well = rng.random(RECORDS) < 0.5 - 0.3 * frail + 0.2 * drug
    people = pd.DataFrame({"lottery": lottery, "drug": drug, "well": well}).astype(int)
    declare = dict.fromkeys(people, YES_OR_NO)
    result = privcausal.effect(people, "drug", "well", instrument="lottery", epsilon=1, declare=declare)
    assert result.difference.low < 0.2 < result.difference.high
    assert not result.compliers.weak
    assert "among compliers" in str(result)
    naive = privcausal.effect(people, "drug", "well", epsilon=1, declare=declare).difference
    assert naive.high < 0.2


def test_declared_numbers_keep_their_bounds():
    table = as_table(PEOPLE, {"drug": YES_OR_NO, "weight": Number(60, 80)})
    result = privcausal.effect(table, "drug", "weight", epsilon=1, declare=table.declaration)
    assert result.design.bounds == (60, 80)


def test_a_graph_makes_it_a_range_for_nothing(tmp_path):
    """The page of an effect did not say what its graph leaves open, and in Python there was none."""
    result = privcausal.effect(PEOPLE, "drug", "died", adjust=["severe"], **ASK)
    assert result.range is None
    drawn = result.with_graph("pdag { severe -- drug; severe -> died; drug -> died }")
    assert drawn.spent == result.spent
    assert drawn.range.graphs == 2
    crude = result.adjusted_for([]).difference  # severe may be on the way
    assert (drawn.range.low, drawn.range.high) == (result.difference.low, crude.high)
    assert "over the graphs that are not excluded: " in str(drawn)
    assert drawn.to_dict()["range"]["graphs"] == 2
    drawn.report(tmp_path / "page.html", title="An effect")
    page = (tmp_path / "page.html").read_text()
    assert "The graph that was given leaves 2 graphs open. Over all of them the effect is between" in page
    assert "Negative control: " in contents(result.as_negative_control(), result._context).finding
    with pytest.raises(ValueError, match="observed must be nodes of the graph"):
        result.with_graph("dag { drug -> died }")


def test_questions_of_known_answer():
    placebo = privcausal.effect(PEOPLE, "drug", "died", adjust=["severe"], placebo=True, **ASK)
    assert placebo.refutation.passed == (placebo.difference.low <= 0 <= placebo.difference.high)
    assert str(placebo).startswith("a coin → died")
    assert abs(placebo.table.arms.sizes.sum(axis=0) / RECORDS - 0.5).max() < 0.03
    crude = privcausal.effect(PEOPLE, "drug", "severe", **ASK).as_negative_control()
    assert not crude.refutation.passed
    assert crude.to_dict()["passed"] is False
    assert "negative control: failed" in str(crude)
    with pytest.raises(ValueError, match="without an instrument"):
        privcausal.effect(PEOPLE, "drug", "died", instrument="severe", placebo=True, **ASK)


def visits_of_people(rng, people=4_000, rows=12_000):
    """Several visits of most people; the treatment lowers the risk by 0.1, and severe people take it more often."""
    severe = rng.random(people) < 0.4
    drug = rng.random(people) < np.where(severe, 0.7, 0.3)
    died = rng.random(people) < np.where(severe, 0.5, 0.3) - 0.1 * drug
    weight = 60 + 10 * died + 5 * severe
    who = np.concatenate([np.arange(people), rng.integers(0, people, rows - people)])
    columns = {"severe": severe, "drug": drug, "died": died, "weight": weight}
    return pd.DataFrame({name: values[who].astype(int) for name, values in columns.items()}).assign(id=who)


@pytest.mark.parametrize(("outcome", "truth"), [("died", -0.1), ("weight", -1.0)])
@pytest.mark.parametrize("kept", [{}, {"keep_rows": 3_000}, {"keep_rows": 9_000}])
def test_rows_that_are_left_out_are_nobody_in_an_effect(outcome, truth, kept, tmp_path):
    """Missing cells are declared to count as 0: as people, blank rows would turn the sign of both effects."""
    declare = dict.fromkeys(("severe", "drug", "died"), YES_OR_NO) | {
        "weight": {"range": (0, 100), "missing": 0}
    }
    visits = visits_of_people(np.random.default_rng(0))
    asked = {"adjust": ["severe"], "epsilon": 5, "declare": declare, "person": "id", "seed": 1, **kept}
    result = privcausal.effect(visits, "drug", outcome, **asked)
    assert result.difference.low < truth < result.difference.high < 0
    assert "are left out of the effect" in str(result)
    assert "blank" not in str(result)
    result.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "without an identifier, are left out." in page
    assert "look related" not in page


def test_an_effect_from_a_release_still_warns_of_blank_rows():
    visits = visits_of_people(np.random.default_rng(0))
    declare = dict.fromkeys(("severe", "drug", "died"), YES_OR_NO)
    kept = privcausal.release(visits, epsilon=5, delta=1e-6, declare=declare, person="id")
    assert "count as blank" in str(effect_from_release(kept, "drug", "died"))
