"""The second experiment on effects: the least kinds with tables of their own, and every measure."""

import numpy as np
import pytest

from privcausal.experiments import effects_again
from privcausal.experiments.execution import load


def test_every_kind_is_there():
    table = load(effects_again.EFFECTS_AGAIN)
    keys = ["kind", "records", "epsilon", "strata", "level", "part"]
    assert len(table[keys].drop_duplicates()) == len(effects_again.tasks())
    least = table[(table.kind == "again") & (table.target == "ATE") & (table.measure == "difference")]
    assert least.trials.sum() == len(effects_again.LEAST) * effects_again.PARTS * effects_again.EACH


@pytest.mark.parametrize("kind", ["event", "number", "instrument"])
def test_a_task_comes_out_again(kind, monkeypatch):
    monkeypatch.setattr(effects_again, "FEW", 2)
    task = next(task for task in effects_again.tasks() if task["kind"] == kind)
    one, other = (effects_again.run(task, np.random.default_rng(4)) for _ in range(2))
    assert one == other
    assert len(one) == {"event": 9, "number": 3, "instrument": 1}[kind]
