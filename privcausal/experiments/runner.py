"""Run an experiment's tasks in parallel, keep every finished one, and store the result so that it can go stale.

A task's generator comes from the seed and the task's own words, so neither the number of jobs nor an interruption
changes a digit.
"""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from tqdm import tqdm

from privcausal.stored import STORED, cache
from privcausal.verify.checks.measured import digest_of
from privcausal.verify.fingerprint import digest, fingerprint

STORE = STORED / "experiments"
SCRATCH = cache() / "experiments"
"""What a run that was stopped has finished."""

Task = dict[str, Any]
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Experiment:
    """Independent tasks, and the function that turns one task into rows of a table."""

    name: str
    tasks: Callable[[], list[Task]]
    run: Callable[[Task, np.random.Generator], Rows]

    @property
    def code(self) -> str:
        """Covers every function of the library that the experiment reaches."""
        return fingerprint(self.tasks, self.run)

    @property
    def path(self) -> Path:
        """Where the result lies; a .json of the same name says how it was made."""
        return STORE / f"{self.name}.csv"


def perform(experiment: Experiment, *, seed: int = 0, jobs: int = 1, progress: bool = True) -> pd.DataFrame:
    """Run what is missing, keep it, and store the table when everything is there."""
    tasks = experiment.tasks()
    scratch = SCRATCH / f"{experiment.name}-{experiment.code}-{seed}.jsonl"
    done = _finished(scratch)
    missing = [task for task in tasks if _key(task) not in done]
    bar = tqdm(
        desc=experiment.name,
        total=len(tasks),
        initial=len(tasks) - len(missing),
        unit="task",
        disable=None if progress else True,
    )
    scratch.parent.mkdir(parents=True, exist_ok=True)
    with scratch.open("a", encoding="utf-8") as file, bar:
        for key, rows in _results(experiment, missing, seed, jobs):
            file.write(json.dumps([key, rows], default=_plain) + "\n")
            file.flush()
            done[key] = rows
            bar.update()
    table = pd.DataFrame([row for task in tasks for row in done[_key(task)]])
    _store(experiment, table, seed)
    return table


def load(experiment: Experiment) -> pd.DataFrame:
    """The stored table; a ValueError says that it is missing or was made by other code."""
    reason = stale(experiment)
    if reason:
        raise ValueError(reason)
    return pd.read_csv(experiment.path)


def stale(experiment: Experiment) -> str | None:
    """Why the stored result no longer speaks for the code, in one sentence; None if it does."""
    again = f"run: python -m privcausal experiments {experiment.name}"
    note = experiment.path.with_suffix(".json")
    if not experiment.path.exists() or not note.exists():
        return f"the experiment {experiment.name} has no stored result; {again}"
    made = json.loads(note.read_text(encoding="utf-8"))
    if made["code"] != experiment.code:
        return f"the experiment {experiment.name} is stale: code that it rests on was edited since; {again}"
    if made["table"] != digest_of(experiment.path):
        return f"the table of the experiment {experiment.name} is not the one that was stored; {again}"
    return None


def again(experiment: Experiment, task: Task) -> tuple[pd.DataFrame, pd.DataFrame]:
    """One task's rows: as stored, and run anew from the stored seed. They agree to the digits stored."""
    table = load(experiment)
    note = json.loads(experiment.path.with_suffix(".json").read_text(encoding="utf-8"))
    _, rows = _one(experiment, task, note["seed"])
    mine = (table[list(task)] == pd.Series(task)).all(axis=1)
    return table[mine].reset_index(drop=True), pd.DataFrame(rows)


def _results(experiment: Experiment, tasks: list[Task], seed: int, jobs: int) -> Iterator[tuple[str, Rows]]:
    calls = ((experiment, task, seed) for task in tasks)
    if jobs == 1:
        yield from (_one(*call) for call in calls)
    else:
        yield from Parallel(n_jobs=jobs, return_as="generator_unordered")(
            delayed(_one)(*call) for call in calls
        )


def _one(experiment: Experiment, task: Task, seed: int) -> tuple[str, Rows]:
    key = _key(task)
    return key, experiment.run(task, np.random.default_rng(int(digest(f"{seed} {key}"), 16)))


def _plain(number: Any) -> Any:
    """NumPy's integers and booleans as Python's."""
    return number.item()


def _key(task: Task) -> str:
    return json.dumps(task, sort_keys=True)


def _finished(scratch: Path) -> dict[str, Rows]:
    """What an earlier, interrupted run has left; a half-written last line does not count."""
    done = {}
    for line in scratch.read_text(encoding="utf-8").splitlines() if scratch.exists() else []:
        try:
            key, rows = json.loads(line)
        except ValueError:
            continue
        done[key] = rows
    return done


def _store(experiment: Experiment, table: pd.DataFrame, seed: int) -> None:
    """The table first: without a note that fits it, it counts as not stored."""
    experiment.path.parent.mkdir(parents=True, exist_ok=True)
    draft = experiment.path.with_suffix(".tmp")
    table.to_csv(draft, index=False, float_format="%.6g", lineterminator="\n", encoding="utf-8")
    os.replace(draft, experiment.path)
    command = f"python -m privcausal experiments {experiment.name} --seed {seed}"
    note = {"command": command, "seed": seed, "code": experiment.code, "rows": len(table)}
    note["table"] = digest_of(experiment.path)
    experiment.path.with_suffix(".json").write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")
