"""Simulated tables by which the edges of the sparing reading get probabilities, and others on which these are judged.

The tables are drawn as those of `privcausal.experiments.calibration` for categories, with the same parts and by the
same rule: of the pairs and arrows that a map calls at least 90% sure, nine in ten must be right. They are stored apart,
so that the tables of the other readings need not be drawn again.
"""

import numpy as np

from privcausal.experiments.calibration import CALIBRATION, rows_of
from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.experiments.sparing import SPARING


def tasks() -> list[Task]:
    """One per table of categories, the networks that were held back last."""
    return [task for task in CALIBRATION.tasks() if task["kind"] == "categories"]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """Draw a table, and say how right each edge of its sparing reading is."""
    return rows_of(task, (SPARING,), rng)


SPARING_CALIBRATION = Experiment("sparing-calibration", tasks, run)
