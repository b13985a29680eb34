"""experiments: what is stale is run, and a second call goes on where the first was stopped."""

import pytest

from privcausal import experiments
from privcausal.experiments import runner
from privcausal.experiments.runner import Experiment

CALLS = {"made": 0}


def tasks():
    return [{"number": number} for number in range(5)]


def draw(task, rng):
    CALLS["made"] += 1
    if CALLS["made"] == 4:
        raise KeyboardInterrupt
    return [{**task, "value": float(rng.normal())}]


@pytest.fixture(autouse=True)
def _toy(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "STORE", tmp_path / "store")
    monkeypatch.setattr(runner, "SCRATCH", tmp_path / "scratch")
    monkeypatch.setattr(experiments, "load", lambda: {"toy": Experiment("toy", tasks, draw)})
    CALLS["made"] = 0


def test_it_runs_what_is_stale_and_says_where_it_stopped(run):
    status, _, err = run("experiments")
    assert status == 130
    assert "the same command goes on from there" in err
    status, out, _ = run("experiments", "--seed", "0")
    assert status == 0
    assert "toy: 5 rows in" in out
    assert CALLS["made"] == 6, "three tasks, the one that was stopped, again, and the last"
    assert run("experiments") == (0, "every stored experiment is current\n", "")


def test_bad_options(refused):
    assert "there is no experiment 'tor'; there is toy" in refused("experiments", "tor")
    assert "--jobs must be" in refused("experiments", "toy", "--jobs", "0")
