"""Experiments: resumable, the same for any number of jobs, and stale as soon as their code changes."""

import json
from collections import deque

import numpy as np
import pandas as pd
import pytest

from privcausal import experiments
from privcausal.experiments import runner
from privcausal.experiments.runner import Experiment, again, load, perform, stale

CALLS = deque()  # a list would count as a constant of the experiment's code


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
    monkeypatch.setattr(runner, "STORE", tmp_path / "store")
    monkeypatch.setattr(runner, "SCRATCH", tmp_path / "scratch")
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


def test_a_half_written_line_does_not_count(toy, tmp_path):
    CALLS.append(-1)
    perform(toy, progress=False)
    scratch = next((tmp_path / "scratch").iterdir())
    scratch.write_text(scratch.read_text()[:-10])
    before = len(CALLS)
    assert len(perform(toy, progress=False)) == 5
    assert len(CALLS) == before + 1


def test_edited_code_makes_the_result_stale(toy):
    assert "no stored result" in stale(toy)
    CALLS.append(-1)
    perform(toy, progress=False)
    assert stale(toy) is None
    edited = Experiment("toy", tasks, other_draw)
    assert "stale: code" in stale(edited)
    with pytest.raises(ValueError, match="run: python -m privcausal experiments toy"):
        load(edited)


def test_the_note_says_how_it_was_made(toy):
    CALLS.append(-1)
    perform(toy, seed=7, progress=False)
    note = json.loads(toy.path.with_suffix(".json").read_text())
    assert note["command"] == "python -m privcausal experiments toy --seed 7"
    assert (note["seed"], note["rows"]) == (7, 5)


@pytest.mark.parametrize("name", experiments.load())
def test_no_committed_experiment_is_stale(name):
    assert stale(experiments.load()[name]) is None


@pytest.mark.parametrize("name", experiments.load())
def test_a_stored_row_can_be_repeated(name):
    """One task of each experiment, run again: the table was not typed."""
    experiment = experiments.load()[name]
    stored, fresh = again(experiment, experiment.tasks()[-1])
    assert len(stored) == len(fresh) > 0
    for column in stored.select_dtypes(np.number):
        values = fresh[column].to_numpy(dtype=float)
        np.testing.assert_allclose(stored[column].to_numpy(dtype=float), values, rtol=1e-4, atol=1e-9)


def test_a_number_changed_by_hand_shows(toy):
    CALLS.append(-1)
    perform(toy, progress=False)
    text = toy.path.read_text()
    toy.path.write_text(text.replace("0,", "9,", 1))
    assert "is not the one that was stored" in stale(toy)
    toy.path.write_text(text)
    assert stale(toy) is None
    stored, fresh = again(toy, {"number": 2})
    pd.testing.assert_frame_equal(stored, fresh, rtol=1e-5)


def test_numbers_of_numpy_can_be_kept(toy, monkeypatch):
    monkeypatch.setattr(counted, "__module__", "privcausal.toy")
    table = perform(Experiment("toy", tasks, counted), progress=False)
    assert list(table["count"]) == [0, 1, 2, 3, 4]


def counted(task, rng):
    return [{**task, "count": np.int64(task["number"])}]
