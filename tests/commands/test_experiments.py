"""experiments: what is stale is run, and a second call goes on where the first was stopped."""

import pytest

from privcausal import experiments
from privcausal.experiments import execution
from privcausal.experiments.execution import Experiment

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
    monkeypatch.setattr(execution, "STORE", tmp_path / "store")
    monkeypatch.setattr(execution, "SCRATCH", tmp_path / "scratch")
    monkeypatch.setattr(experiments, "load", lambda: {"toy": Experiment("toy", tasks, draw)})
    CALLS["made"] = 0


def test_it_runs_what_is_stale_and_says_where_it_stopped(run, printed):
    status, _, err = run("experiments")
    assert status == 130
    assert "the same command goes on from there" in err
    out = printed("experiments", "--seed", "0")
    assert "toy: 5 rows in" in out
    assert CALLS["made"] == 6, "three tasks, the one that was stopped, again, and the last"
    assert run("experiments") == (0, "every stored experiment is current\n", "")


def same_draw(task, rng):
    return draw(task, rng)


def other_draw(task, rng):
    return [{**row, "value": row["value"] + 1} for row in draw(task, rng)]


def test_a_recheck_keeps_a_table_or_refuses_it(run, printed, monkeypatch):
    for function in (tasks, draw, same_draw, other_draw):
        monkeypatch.setattr(function, "__module__", "privcausal.toy")
    CALLS["made"] = 4
    assert run("experiments")[0] == 0
    monkeypatch.setattr(experiments, "load", lambda: {"toy": Experiment("toy", tasks, other_draw)})
    status, out, err = run("experiments", "--recheck")
    assert (status, out) == (1, "")
    assert "gives other digits than those stored" in err
    monkeypatch.setattr(experiments, "load", lambda: {"toy": Experiment("toy", tasks, same_draw)})
    out = printed("experiments", "--recheck", "2")
    assert "2 of 5 tasks repeated by code" in out
    assert run("experiments", "--recheck") == (0, "every stored experiment is current\n", "")


def test_bad_options(refused):
    assert "--recheck must be" in refused("experiments", "toy", "--recheck", "0")
    assert "NAME must be one of toy" in refused("experiments", "tor")
    assert "--jobs must be" in refused("experiments", "toy", "--jobs", "0")
