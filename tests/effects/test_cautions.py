"""Lines that follow from the declaration alone: they are the same for every table, and never a count."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.effects.cautions import effect_condition, gap_notes, left_out, time_notes
from privcausal.effects.design import Design
from privcausal.effects.effect import effect_from_release
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.knowledge import Knowledge

FULL, OPEN = Categories(("no", "yes"), missing="no"), Categories(("no", "yes"))
LEFT_OUT, SPREAD, LATER = (
    "left out: people without a declared value",
    "count in equal parts",
    "order of time places",
)
TIERS = [["age"], ["drug"], ["stage"], ["died"]]


def people(missing=0.3, records=20_000, seed=0):
    """A drug that takes 20 points from a risk of 40%, and outcomes that were not always recorded."""
    rng = np.random.default_rng(seed)
    drug = rng.random(records) < 0.5
    died = np.where(rng.random(records) < np.where(drug, 0.2, 0.4), "yes", "no").astype(object)
    died[rng.random(records) < missing] = ""
    return pd.DataFrame({"drug": np.where(drug, "yes", "no"), "died": died})


def declared(outcome):
    return {"drug": {"values": ["no", "yes"], "missing": "no"}, "died": outcome}


@pytest.mark.parametrize(
    ("columns", "roles", "expected"),
    [
        ({"drug": FULL, "died": FULL}, {}, ()),
        ({"drug": FULL, "died": OPEN}, {}, ("died",)),
        ({"drug": OPEN, "died": OPEN}, {}, ("drug", "died")),
        ({"drug": FULL, "died": FULL, "stage": OPEN}, {"adjust": ["stage"]}, ()),
        ({"drug": FULL, "died": FULL, "lot": OPEN}, {"instrument": "lot"}, ("lot",)),
        ({"drug": FULL, "died": Number(0, 10)}, {}, ()),
        ({"drug": FULL, "died": Number(0, 10, cuts=(5,))}, {"event": "5 to 10"}, ("died",)),
        ({"drug": FULL, "died": Number(0, 10, cuts=(5,), missing=1)}, {"event": "5 to 10"}, ()),
    ],
)
def test_who_is_left_out_follows_from_the_declaration(columns, roles, expected):
    assert left_out(Design.of(Declaration(columns), "drug", "died", **roles)) == expected


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_an_effect_says_who_is_left_out_whether_anybody_is_or_not(missing):
    frame = people(missing)
    answer = privcausal.effect(frame, "drug", "died", epsilon=1, declare=declared(["no", "yes"]))
    line = next(line for line in str(answer).splitlines() if line.startswith(LEFT_OUT))
    assert "of died, so this is about all others" in line
    assert not any(sign.isdigit() for sign in line)
    assert json.loads(answer.to_json())["notes"][0] == line
    assert answer.difference.low < -0.2 < answer.difference.high
    closed = {"values": ["no", "yes"], "missing": "no"}
    full = privcausal.effect(frame, "drug", "died", epsilon=1, declare=declared(closed))
    assert LEFT_OUT not in str(full)


@pytest.mark.parametrize(
    ("column", "counts"),
    [
        (Number(0, 60), "30 (the middle of its range)"),
        (Number(1, 100, scale="log"), "10 (the middle of its range)"),
        (Number(0, 60, missing=5), "5"),
        (Categories(("no", "yes", "unknown"), missing="unknown"), "unknown"),
    ],
)
def test_an_answer_says_what_a_cell_counts_as_that_holds_no_declared_value(column, counts):
    """With `missing = "unknown"` in a confounder, 0 of 40 intervals held the truth, and the text said nothing."""
    event = {"event": "yes"} if isinstance(column, Categories) else {}
    note = gap_notes(Design.of(Declaration({"drug": FULL, "died": column}), "drug", "died", **event))[0]
    said = (
        f"not left out: a cell without a declared value counts as drug = no, died = {counts}, so the effect"
    )
    assert note.startswith(said)


def test_a_mean_says_that_its_outcome_is_cut_off_at_the_ends_of_its_range():
    """Where three outcomes in ten were beyond it, 0 of 40 intervals held the truth, and the text said nothing."""
    rng = np.random.default_rng(0)
    drug = rng.integers(0, 2, 20_000)
    frame = pd.DataFrame(
        {"drug": np.where(drug, "yes", "no"), "gain": 10 - drug + rng.uniform(-4, 4, 20_000)}
    )
    declare = {"drug": {"values": ["no", "yes"], "missing": "no"}, "gain": {"range": [8, 13], "missing": 10}}
    answer = privcausal.effect(frame, "drug", "gain", epsilon=1, declare=declare)
    assert answer.difference.low > -1
    line = "cut off: a gain below 8 or above 13 counts as that end, so the means are wrong if many are"
    assert line in str(answer)
    assert "cut off" not in str(
        privcausal.effect(people(0), "drug", "died", epsilon=1, declare=declared(["no", "yes"]))
    )


def test_a_release_says_what_was_declared_for_its_missing_cells():
    """Its page named the first value of each column."""
    values = {"values": ["no", "yes", "unknown"], "missing": "unknown"}
    number = {"range": [0, 10], "cuts": [2, 5], "missing": 3}
    frame = people(0).assign(old=4.0)
    declare = {"drug": ["no", "yes"], "died": values, "old": number}
    kept = privcausal.release(frame, epsilon=1, delta=1e-6, declare=declare)
    spread, line = effect_from_release(kept, "drug", "died", event="yes").notes()
    assert "cells of drug" in spread
    assert "counts as died = unknown, so" in line
    (*_, line) = effect_from_release(kept, "died", "old", control="no", treated="yes", event="2 to 5").notes()
    assert "counts as died = unknown, old = 2 to 5, so" in line


@pytest.mark.parametrize("released", [False, True])
def test_an_effect_of_two_of_three_values_says_whom_it_is_about(released):
    """Where the sick get neither drug, the effect in everyone lay in 1 of 40 intervals."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"t": rng.choice(["none", "a", "b"], 9_000), "y": rng.integers(0, 2, 9_000)})
    declare = {"t": {"values": ["none", "a", "b"], "missing": "none"}, "y": {"values": [0, 1], "missing": 0}}
    roles = {"control": "a", "treated": "b"}
    answer = privcausal.effect(frame, "t", "y", epsilon=1, declare=declare, **roles)
    if released:
        kept = privcausal.release(frame, epsilon=1, delta=1e-6, declare=declare)
        answer = effect_from_release(kept, "t", "y", **roles)
    assert (
        "left out: people whose t is neither a nor b, so this is about all others" in str(answer).splitlines()
    )


def test_a_release_says_that_gaps_pull_its_effect_to_zero():
    """The interval left the true effect out, and no line said why."""
    kept = privcausal.release(people(), epsilon=1, delta=1e-6, declare=declared(["no", "yes"]))
    pulled = effect_from_release(kept, "drug", "died")
    assert pulled.difference.low > -0.2
    assert pulled.difference.value == pytest.approx(-0.14, abs=0.01)
    page = (Path(__file__).parents[2] / "book" / "table-reference.md").read_text(encoding="utf-8")
    assert "the risk difference was -0.20, and the release showed about -0.14" in page
    assert f"cells of died without a declared value {SPREAD}" in str(pulled)
    assert LEFT_OUT not in str(pulled)
    closed = {"values": ["no", "yes"], "missing": "no"}
    kept = privcausal.release(people(0), epsilon=1, delta=1e-6, declare=declared(closed))
    assert SPREAD not in str(effect_from_release(kept, "drug", "died"))


@pytest.mark.parametrize(
    ("roles", "wrong"),
    [
        (("drug", "died", []), None),
        (("drug", "died", ["age"]), None),
        (("died", "drug", []), "not an effect: the declared order of time places drug before died"),
        (
            ("drug", "died", ["age", "stage"]),
            "adjusted for stage, which the declared order of time places after drug",
        ),
        (("drug", "sex", ["age"]), None),
        (("sex", "died", ["stage"]), None),
    ],
)
def test_roles_against_the_order_of_time_are_named(roles, wrong):
    columns = dict.fromkeys(("age", "sex", "drug", "stage", "died"), FULL)
    treatment, outcome, adjust = roles
    public = Declaration(columns, knowledge=Knowledge(tiers=TIERS))
    notes = time_notes(Design.of(public, treatment, outcome, adjust=adjust))
    assert [wrong in note for note in notes] == [True] * (wrong is not None)


def test_time_is_checked_in_a_release_and_on_a_page_but_not_of_a_check(tmp_path):
    declare = str(tmp_path / "table.toml")
    lines = [f'{name} = {{ values = ["no", "yes"], missing = "no" }}' for name in ("drug", "died")]
    (tmp_path / "table.toml").write_text('tiers = [["drug"], ["died"]]\n[columns]\n' + "\n".join(lines))
    frame = people(0)
    kept = privcausal.release(frame, epsilon=1, delta=1e-6, declare=declare)
    assert LATER in str(effect_from_release(kept, "died", "drug"))
    answer = privcausal.effect(frame, "died", "drug", epsilon=1, declare=declare)
    answer.report(tmp_path / "page.html")
    assert "Not an effect: the declared order of time" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert LATER not in str(answer.as_negative_control())


@pytest.mark.parametrize(
    ("tiers", "line"),
    [
        (
            [["lot"], ["stage"], ["drug"], ["died"]],
            "adjusted for stage, which the declared order of time places after lot",
        ),
        (
            [["stage"], ["drug"], ["died"], ["lot"]],
            "not an instrument: the declared order of time places drug and died be",
        ),
        ([["stage", "lot"], ["drug"], ["died"]], None),
        (
            [["drug"], ["stage"], ["died"]],
            "adjusted for stage, which the declared order of time places after drug",
        ),
    ],
)
def test_an_instrument_comes_first(tiers, line):
    """Adjusted for what was measured after the assignment, no interval of 40 held the truth, and nothing said so."""
    public = Declaration(
        dict.fromkeys(("lot", "drug", "stage", "died"), FULL), knowledge=Knowledge(tiers=tiers)
    )
    notes = time_notes(Design.of(public, "drug", "died", adjust=["stage"], instrument="lot"))
    assert [note.startswith(str(line)) for note in notes] == [True] * (line is not None)


def confounded(rng, missing, records=20_000):
    """A drug that takes 5 points from a risk, given more to the severe; how severe was not always recorded."""
    severe = rng.random(records) < 0.5
    drug = rng.random(records) < np.where(severe, 0.8, 0.2)
    died = rng.random(records) < np.where(severe, 0.6, 0.2) - 0.05 * drug
    frame = pd.DataFrame({"severe": severe, "drug": drug, "died": died})
    frame = frame.replace({True: "yes", False: "no"}).astype(object)
    frame.loc[rng.random(records) < missing, "severe"] = ""
    return frame


def test_an_effect_says_that_people_without_a_confounder_are_not_alike(tmp_path):
    """With three confounders in ten missing the interval leaves out the truth, and even has the other sign."""
    declare = {name: ["no", "yes"] for name in ("severe", "drug", "died")}
    frame = confounded(np.random.default_rng(1), missing=0.3)
    asked = {"adjust": ["severe"], "epsilon": 1}
    answer = privcausal.effect(frame, "drug", "died", declare=declare, **asked)
    assert answer.difference.low > -0.05
    (line,) = [line for line in str(answer).splitlines() if line.startswith("not alike")]
    assert line in answer.to_dict()["notes"]
    assert "without a declared value of severe" in line
    answer.report(tmp_path / "page.html")
    assert line[4:] in (tmp_path / "page.html").read_text(encoding="utf-8")
    declared = {**declare, "severe": {"values": ["no", "yes"], "missing": "no"}}
    for silent in ({"declare": declared}, {"randomised": True}, {"placebo": True}):
        assert "not alike" not in str(
            privcausal.effect(frame, "drug", "died", **{"declare": declare, **asked, **silent})
        )


@pytest.mark.parametrize(
    "taken",
    [
        {"values": ["none", "old", "new"], "missing": "none"},
        {"values": ["none", "old", "new"]},
        {"values": ["old", "new"]},
        {"range": [0, 9], "cuts": [5]},
    ],
)
def test_nobody_is_dropped_by_what_the_instrument_may_have_changed(taken):
    """Half of the sick who were assigned to the old drug stopped: with no effect at all, 0 of 60 intervals held 0."""
    declare = {
        "lot": {"values": [0, 1], "missing": 0},
        "drug": taken,
        "died": {"values": [0, 1], "missing": 0},
    }
    control, treated = ("0 to 5", "5 to 9") if "cuts" in taken else ("old", "new")
    roles = {"instrument": "lot", "control": control, "treated": treated}
    frame = pd.DataFrame(dict.fromkeys(declare, [0, 1] * 5_000))
    with pytest.raises(ValueError, match="with an instrument, treatment must be declared with two values"):
        privcausal.effect(frame, "drug", "died", epsilon=1, declare=declare, **roles)
    plan = {"treatment": "drug", "outcome": "died", **roles}
    with pytest.raises(ValueError, match="nothing was spent"):
        privcausal.plan(declare, rows=10_000, epsilon=1, delta=1e-6, effect=plan)


def test_an_instrument_asks_no_release_in_which_people_have_a_third_value():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"lot": rng.integers(0, 2, 9_000), "drug": rng.integers(0, 3, 9_000), "died": 0})
    declare = {
        name: {"values": values, "missing": 0}
        for name, values in zip(frame, ([0, 1], [0, 1, 2], [0, 1]), strict=True)
    }
    kept = privcausal.release(frame, epsilon=1, delta=1e-6, declare=declare)
    with pytest.raises(ValueError, match="with an instrument"):
        effect_from_release(kept, "drug", "died", instrument="lot", control="1", treated="2")


YES_NO = {"values": [0, 1], "missing": 0}
TRIAL = dict.fromkeys(("side", "drug", "died"), YES_NO)


def asked(declare=TRIAL, adjust=("side",), records=4_000, **roles):
    frame = pd.DataFrame(
        np.random.default_rng(0).integers(0, 2, (records, 4)), columns=["side", "drug", "died", "lot"]
    )
    return privcausal.effect(frame, "drug", "died", adjust=adjust, epsilon=1, declare=declare, **roles)


def test_an_effect_says_that_the_treatment_must_not_change_what_is_adjusted_for(tmp_path):
    """Adjusted for a mediator or a side effect, 0 of 40 intervals held the truth, and every printed condition did."""
    assert "only if drug does not change side and, given side, nothing else influences" in str(asked())
    trial = str(asked(randomised=True))
    assert "no confounding to adjust for, if drug does not change side (not tested)" in trial
    lottery = str(asked({**TRIAL, "lot": YES_NO}, instrument="lot"))
    assert (
        "only if lot is as good as random within each stratum, changes died through drug alone, does not"
        in lottery
    )
    asked().report(tmp_path / "a.html")
    assert (tmp_path / "a.html").read_text(encoding="utf-8").count("“drug” does not change “side”") >= 2
    ordered = Declaration(
        dict.fromkeys(TRIAL, FULL), knowledge=Knowledge(tiers=[["side"], ["drug"], ["died"]])
    )
    design = Design.of(ordered, "drug", "died", adjust=["side"])
    assert effect_condition(design, False).startswith("this is an effect only if given side, nothing else")
    assert "does not change" not in str(asked(adjust=()))


def test_a_number_that_was_cut_still_confounds_within_its_classes(tmp_path):
    """With one cut 0 of 40 intervals held the truth."""
    cut = {**TRIAL, "side": {"range": [0, 1], "cuts": [0.5], "missing": 0}}
    assert "influences both drug and died, not even side within its classes (no unmeasured" in str(asked(cut))
    assert "within its classes" not in str(asked(cut, randomised=True))
    asked(cut).report(tmp_path / "a.html")
    assert "not even “side” within its classes" in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_who_is_left_out_can_make_the_effect_on_the_others_wrong():
    """If the sick among the treated have no outcome, 1 of 40 intervals held the true 0."""
    line = asked({**TRIAL, "died": [0, 1]}).notes()[0]
    assert (
        "about all others, and can be wrong for them too if drug or died influences who is left out;" in line
    )


def test_a_graph_names_the_columns_that_must_not_be_adjusted_for(tmp_path):
    """The terminal had the range, and the page said that the effect was unlikely."""
    answer = asked().with_graph("dag { drug -> side -> died; drug -> died }", sure=None)
    line = "should not be adjusted for: side lies on the way from drug to died in 1 of 1 graphs that are not excluded"
    assert line in str(answer).splitlines()
    assert line in json.loads(answer.to_json())["notes"]
    answer.report(tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "The graph that was given leaves one graph open." in page
    opened = asked().with_graph("dag { drug -> side; died -> side; drug -> died }")
    assert any("opens a path between drug and died" in note for note in opened.notes())


def test_what_follows_from_an_effect_keeps_its_context(tmp_path):
    for place, more in enumerate((asked().as_negative_control(), asked().adjusted_for([]))):
        more.report(tmp_path / f"{place}.html")
    assert "adjust" in asked().to_json(context=True)
    assert json.loads(asked().adjusted_for([]).to_json(context=True))["asked"].get("adjust") is None


def test_an_instrument_names_the_event_and_refuses_a_graph():
    """With values = ["yes", "no"] a drug that saves printed +0.11, and nothing named the event."""
    declare = {**TRIAL, "lot": YES_NO, "died": {"values": [1, 0], "missing": 0}}
    answer = asked(declare, adjust=(), instrument="lot")
    assert str(answer).splitlines()[1] == "risk of died = 0, with drug = 1 against 0"
    assert answer.plot().get_xlabel().startswith("risk difference of died = 0")
    with pytest.raises(ValueError, match="graph must be left out with an instrument"):
        answer.with_graph("dag { lot -> drug -> died }")
