"""The experiment on effects: every task is there, draws what it says, and comes out again."""

import numpy as np
import pytest

from privcausal.effects.estimates import EffectEstimate
from privcausal.experiments import effects
from privcausal.experiments.execution import load


def test_every_kind_of_world_is_there():
    table = load(effects.EFFECTS)
    keys = ["kind", "records", "epsilon", "strata", "level"]
    assert len(table[keys].drop_duplicates()) == len(effects.tasks())
    assert set(table[table.kind == "event"].trials) == {effects.REPETITIONS}
    assert (table.held <= table.trials).all()
    assert (table.informative_held <= table.informative).all()
    assert (table.informative <= table.trials).all()


def test_hits_are_counted():
    pairs = [
        (0.0, EffectEstimate(0.1, -0.1, 0.2)),
        (0.5, EffectEstimate(0.1, -0.1, 0.2)),
        (0.5, EffectEstimate(0.0, -1.0, 1.0)),
    ]
    found = effects.count_intervals(pairs)
    assert (found["trials"], found["held"], found["informative"], found["informative_held"]) == (3, 2, 2, 1)
    assert found["error"] == pytest.approx(np.sqrt((0.1**2 + 0.4**2 + 0.5**2) / 3))


@pytest.mark.parametrize("kind", ["event", "number", "instrument"])
def test_a_task_comes_out_again(kind, monkeypatch):
    monkeypatch.setattr(effects, "REPETITIONS", 3)
    monkeypatch.setattr(effects, "FEWER", 3)
    task = next(task for task in effects.tasks() if task["kind"] == kind and task["strata"] == 20)
    one, other = (effects.run(task, np.random.default_rng(4)) for _ in range(2))
    assert one == other
    assert {row["trials"] for row in one} == {3}


def test_worlds_have_strata_in_which_hardly_anybody_is_treated():
    task = {"strata": 200, "level": 0.02}
    weights, takes, risks = effects.world(task, np.random.default_rng(0))
    assert weights.sum() == pytest.approx(1)
    assert 5 <= (takes == 0.01).sum() <= 40
    assert 0.005 < np.median(risks[:, 0]) < 0.06
