"""Experiments: resumable, the same for any number of jobs, and stale as soon as their code changes."""

import json
from collections import deque

import numpy as np
import pandas as pd
import pytest
from numpy._core._multiarray_umath import __cpu_features__

from privcausal import experiments
from privcausal.experiments import execution
from privcausal.experiments import execution as module
from privcausal.experiments.execution import Experiment, again, draw_tasks, load, perform, recheck, stale

CALLS = deque()  # a list would count as a constant of the experiment's code

REFERENCE = __cpu_features__.get("X86_V3", False)
"""Has this processor the vector units on which the stored tables were made?"""


def tasks():
    return [{"number": number} for number in range(5)]


def draw(task, rng):
    CALLS.append(task["number"])
    if task["number"] == 3 and len(CALLS) == 4:
        raise KeyboardInterrupt
    return [{**task, "value": float(rng.normal())}]


def other_draw(task, rng):
    return [{**task, "value": float(rng.normal()) + 1}]


@pytest.fixture
def toy(tmp_path, monkeypatch):
    monkeypatch.setattr(execution, "STORE", tmp_path / "store")
    monkeypatch.setattr(execution, "SCRATCH", tmp_path / "scratch")
    # Only functions of the package are hashed; these stand in for some of them.
    for function in (tasks, draw, other_draw):
        monkeypatch.setattr(function, "__module__", "privcausal.toy")
    CALLS.clear()
    return Experiment("toy", tasks, draw)


def test_an_interrupted_run_goes_on_where_it_stopped(toy):
    with pytest.raises(KeyboardInterrupt):
        perform(toy, progress=False)
    assert list(CALLS) == [0, 1, 2, 3]
    table = perform(toy, progress=False)
    assert list(CALLS) == [0, 1, 2, 3, 3, 4]
    pd.testing.assert_frame_equal(load(toy), table, rtol=1e-5)


def test_a_half_written_line_does_not_count(stored, toy, tmp_path):
    (scratch,) = (tmp_path / "scratch").iterdir()
    scratch.write_text(scratch.read_text()[:-10])
    assert len(perform(toy, seed=7, progress=False)) == 5
    assert len(CALLS) == 1


def test_what_was_never_run_has_no_result(toy):
    assert "no stored result" in stale(toy)


def test_edited_code_makes_the_result_stale(stored, toy):
    assert stale(toy) is None
    edited = stored(other_draw)
    assert "stale: code" in stale(edited)
    with pytest.raises(ValueError, match="run: python -m privcausal experiments toy"):
        load(edited)


def test_the_note_says_how_it_was_made(stored, toy):
    note = note_of(toy)
    assert note["command"] == "python -m privcausal experiments toy --seed 7"
    assert (note["seed"], note["rows"]) == (7, 5)


@pytest.mark.parametrize("name", experiments.load())
def test_no_committed_experiment_is_stale(name):
    assert stale(experiments.load()[name]) is None


@pytest.mark.parametrize("name", experiments.load())
def test_no_task_comes_twice_and_the_stored_table_holds_them(name):
    experiment = experiments.load()[name]
    listed = [tuple(task.values()) for task in experiment.tasks()]
    assert len(set(listed)) == len(listed)
    held = set(load(experiment)[list(experiment.tasks()[0])].itertuples(index=False, name=None))
    assert held <= set(listed)
    assert held == set(listed)


LAST = [(name, -1) for name in experiments.load()]
OTHER_PARTS = [("calibration", place) for place in (1, 250, 400, 1_000, 1_200)]
"""Where the last task is of one part alone: tasks of the others."""


@pytest.mark.parametrize(("name", "place"), [*LAST, *OTHER_PARTS])
def test_a_stored_row_can_be_repeated(name, place):
    """A few tasks of each experiment, run again: the table was not typed."""
    experiment = experiments.load()[name]
    stored, fresh = again(experiment, experiment.tasks()[place])
    assert len(stored) == len(fresh) > 0
    if (
        not REFERENCE and "method" in stored
    ):  # there an optimiser may stop a step apart, and an arrow more or less
        same = ~stored["method"].str.endswith("notears")
        stored, fresh = stored[same], fresh[same]
    for column in stored.select_dtypes(np.number):
        values = fresh.get(column, stored[column] * np.nan).to_numpy(dtype=float)
        np.testing.assert_allclose(stored[column].to_numpy(dtype=float), values, rtol=1e-4, atol=1e-9)


def test_a_number_changed_by_hand_shows(stored, toy):
    text = toy.path.read_text()
    toy.path.write_text(text.replace("0,", "9,", 1))
    assert "is not the one that was stored" in stale(toy)
    toy.path.write_text(text)
    assert stale(toy) is None
    pd.testing.assert_frame_equal(*again(toy, {"number": 2}), rtol=1e-5)


def test_numbers_of_numpy_can_be_kept(stored):
    assert list(perform(stored(counted), progress=False)["count"]) == [0, 1, 2, 3, 4]


def counted(task, rng):
    return [{**task, "count": np.int64(task["number"])}]


def renamed(task, rng):
    CALLS.append(task["number"])
    value = float(rng.normal())
    return [{**task, "value": value}]


def edited_for_one(task, rng):
    return [{**task, "value": float(rng.normal()) + 1e-5 * (task["number"] == 2)}]


def with_a_column_more(task, rng):
    return [{**task, "value": float(rng.normal()), "more": 1}]


def fewer():
    return [{"number": number} for number in range(4)]


def more():
    return [{"number": number} for number in range(6)]


@pytest.fixture
def stored(toy, monkeypatch):
    """The toy's table lies there; gives what makes an experiment of the same name from other code."""
    for function in (renamed, edited_for_one, with_a_column_more, counted, fewer, more, *MIXED):
        monkeypatch.setattr(function, "__module__", "privcausal.toy")
    CALLS.append(-1)
    perform(toy, seed=7, progress=False)
    CALLS.clear()
    return lambda run, words=tasks: Experiment("toy", words, run)


def note_of(experiment):
    return json.loads(experiment.path.with_suffix(".json").read_text())


def test_a_table_whose_tasks_give_every_digit_is_adopted(stored, toy):
    before, now = note_of(toy), stored(renamed)
    assert "with --recheck" in stale(now)
    text = recheck(now, progress=False)
    assert stale(now) is None
    assert note_of(now) == {
        **before,
        "code": now.code,
        "made_by": toy.code,
        "rechecked": {"tasks": 3, "of": 5},
    }
    assert text == module.provenance(now)
    assert text.startswith(f"computed by code {toy.code}; 3 of 5 tasks repeated by code {now.code}")
    assert len(load(now)) == 5
    assert list(CALLS) == [task["number"] for task in draw_tasks(tasks(), 3, now.code)]


def test_a_stored_table_keeps_its_seed(stored):
    other = stored(other_draw)
    for seed, kept in ((24, 24), (None, 24), (3, 3), (None, 3)):
        perform(other, seed=seed, progress=False)
        assert note_of(other)["seed"] == kept
    other.path.with_suffix(".json").unlink()
    perform(other, progress=False)
    assert note_of(other)["seed"] == 0


@pytest.mark.parametrize(("number", "repeated"), [(2, 2), (5, 3), (100, 10), (1_798, 42)])
def test_of_many_tasks_more_are_repeated(number, repeated, stored):
    """Three of 1,798 did not show that one in fourteen had changed."""

    def many():
        return [{"number": 10 + n} for n in range(number)]

    perform(stored(draw, many), progress=False)
    recheck(stored(renamed, many), progress=False)
    assert note_of(stored(renamed, many))["rechecked"] == {"tasks": repeated, "of": number}


def test_what_was_repeated_is_not_repeated_again(stored, toy):
    before, now = note_of(toy), stored(renamed)
    recheck(now, 2, progress=False)
    recheck(now, 4, progress=False)
    assert len(CALLS) == 4
    assert note_of(now)["rechecked"] == {"tasks": 4, "of": 5}
    recheck(toy, progress=False)  # the code that computed the table is back
    assert note_of(toy) == before


@pytest.mark.parametrize("run", [other_draw, edited_for_one, with_a_column_more])
def test_one_digit_that_differs_is_refused(stored, toy, run):
    before, now = note_of(toy), stored(run)
    with pytest.raises(ValueError, match=r'task \{"number": \d\} gives other digits'):
        recheck(now, 5, progress=False)
    assert note_of(now) == before
    assert stale(now) is not None


def test_a_table_edited_by_hand_or_of_other_tasks_is_refused(stored, toy):
    for words in (fewer, more):
        with pytest.raises(ValueError, match="the tasks of the experiment toy are others"):
            recheck(stored(renamed, words), progress=False)
    toy.path.write_text(toy.path.read_text().replace("0,", "9,", 1))
    with pytest.raises(ValueError, match="is not the one that was stored"):
        recheck(stored(renamed), progress=False)
    toy.path.unlink()
    with pytest.raises(ValueError, match="no stored result"):
        recheck(stored(renamed), progress=False)
    assert not CALLS


def test_the_code_decides_which_tasks_and_they_are_of_all_kinds():
    many = [{"set": name, "run": run} for name in "abc" for run in range(50)]
    results = {code: draw_tasks(many, 3, code) for code in ("00", "01", "02")}
    assert results["00"] == draw_tasks(many, 3, "00")
    assert len({str(tasks) for tasks in results.values()}) == 3
    assert all({task["set"] for task in tasks} == set("abc") for tasks in results.values())
    assert draw_tasks(many, 2, "00") == results["00"][:2]
    assert len(draw_tasks(many, 1000, "00")) == 150


def mixed(task, rng):
    """Rows that lack a column, and a task without any."""
    rows = [{**task, "kind": "all", "whole": int(rng.integers(10)), "flag": bool(rng.random() < 0.5)}]
    rows += [{**task, "kind": "some", "whole": None, "share": rng.random() / 3}] * (task["number"] % 2)
    return rows if task["number"] else []


def mixed_again(task, rng):
    return mixed(task, rng)


MIXED = (mixed, mixed_again)


def test_columns_that_some_rows_lack_agree_and_so_does_nothing(stored):
    perform(stored(mixed), progress=False)
    recheck(stored(mixed_again), 5, progress=False)
    assert stale(stored(mixed_again)) is None
