"""Run an experiment's tasks in parallel, keep every finished one, and store the result so that it can go stale.

A task's generator comes from the seed and the task's own words, so neither the number of jobs nor an interruption
changes a digit. Where code was only renamed or moved, `recheck` repeats a few tasks instead of all.
"""

import io
import json
import math
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
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


def every(**words: Iterable[Any]) -> list[Task]:
    """One task for each combination of these words, the last word changing fastest.

    >>> every(records=(100, 10), run=range(2))[:3]
    [{'records': 100, 'run': 0}, {'records': 100, 'run': 1}, {'records': 10, 'run': 0}]
    """
    return [dict(zip(words, values, strict=True)) for values in product(*words.values())]


def perform(
    experiment: Experiment, *, seed: int | None = None, jobs: int = 1, progress: bool = True
) -> pd.DataFrame:
    """Run the missing tasks, keep their rows, and store the table when everything is there.

    Without a seed, a table that was stored before keeps its own; a new one has 0.
    """
    tasks = experiment.tasks()
    if seed is None:
        seed = _note(experiment)["seed"] if experiment.path.with_suffix(".json").exists() else 0
    done = _done(experiment, tasks, seed, jobs, progress)
    table = pd.DataFrame([row for task in tasks for row in done[_key(task)]])
    _store(experiment, table, seed, len(tasks))
    return table


def load(experiment: Experiment) -> pd.DataFrame:
    """The stored table; a ValueError says that it is missing or was made by other code."""
    reason = stale(experiment)
    if reason:
        raise ValueError(reason)
    return pd.read_csv(experiment.path)


def stale(experiment: Experiment) -> str | None:
    """Why the stored result no longer speaks for the code, in one sentence; None if it does."""
    if reason := _unusable(experiment):
        return reason
    if _note(experiment)["code"] != experiment.code:
        return (
            f"the experiment {experiment.name} is stale: code that it rests on was edited since; "
            f"{_command(experiment)} (if that code was only renamed or moved, with --recheck)"
        )
    return None


def again(experiment: Experiment, task: Task) -> tuple[pd.DataFrame, pd.DataFrame]:
    """One task's rows: as stored, and run again from the stored seed. They agree to the digits stored."""
    table = load(experiment)
    _, rows = _one(experiment, task, _note(experiment)["seed"])
    return _rows_of(table, task), pd.DataFrame(rows)


def recheck(experiment: Experiment, count: int | None = None, *, jobs: int = 1, progress: bool = True) -> str:
    """Keep a stored table though code was renamed or moved, if so many tasks run again give every stored digit.

    Without a count, the square root of all tasks, and at least three: of 1,798 tasks, three missed a change of 1 in 14.
    Which tasks, the present code's hash decides, so that nobody can choose them. The note says how many agreed, and
    keeps the hash of the code that computed the table. One digit that differs is a ValueError, and the note stays.
    """
    tasks, table, note = experiment.tasks(), _readable(experiment), _note(experiment)
    there = set(table[list(tasks[0])].itertuples(index=False, name=None))  # a task can have no rows
    if note.get("tasks", len(tasks)) != len(tasks) or not there <= {tuple(task.values()) for task in tasks}:
        raise ValueError(f"the tasks of the experiment {experiment.name} are others; {_command(experiment)}")
    count = count or max(3, math.isqrt(len(tasks)))
    repeated = draw_tasks(tasks, count, experiment.code)
    done = _done(experiment, repeated, note["seed"], jobs, progress, "rechecking ")
    for task in repeated:
        if not _as_stored(done[_key(task)], table.columns).equals(_as_stored(_rows_of(table, task))):
            raise ValueError(
                f"the experiment {experiment.name} is stale: its task {_key(task)} gives other digits than "
                f"those stored; {_command(experiment)}"
            )
    made_by, checked = note.pop("made_by", note["code"]), {"tasks": len(repeated), "of": len(tasks)}
    note = note | {"code": experiment.code, "made_by": made_by, "rechecked": checked}
    if made_by == experiment.code:  # it is back, and speaks for itself
        del note["made_by"], note["rechecked"]
    _write_note(experiment, note)
    return provenance(experiment)


def draw_tasks(tasks: list[Task], count: int, code: str) -> list[Task]:
    """So many tasks, at random by the hash of the code, each of a kind as new as can be.

    >>> kinds = [{"set": name, "run": run} for name in "ab" for run in range(100)]
    >>> sorted(task["set"] for task in draw_tasks(kinds, 2, "e0"))
    ['a', 'b']
    """
    left = [tasks[i] for i in np.random.default_rng(int(code, 16)).permutation(len(tasks))]
    chosen: list[Task] = []
    while left and len(chosen) < count:
        met = {word for task in chosen for word in task.items()}
        newest = max(left, key=lambda task: len(task.items() - met))
        chosen.append(newest)
        left.remove(newest)
    return chosen


def provenance(experiment: Experiment) -> str:
    """By which code the stored table was computed, and what the present code has repeated of it."""
    note = _note(experiment)
    words = f"computed by code {note.get('made_by', note['code'])}"
    if checked := note.get("rechecked"):
        words += f"; {checked['tasks']} of {checked['of']} tasks repeated by code {note['code']} with the same digits"
    return words


def _done(
    experiment: Experiment, tasks: list[Task], seed: int, jobs: int, progress: bool, doing: str = ""
) -> dict[str, Rows]:
    """The rows of these tasks, and of others that were finished before."""
    scratch = SCRATCH / f"{experiment.name}-{experiment.code}-{seed}.jsonl"
    done = _finished(scratch)
    missing = [task for task in tasks if _key(task) not in done]
    bar = tqdm(
        desc=f"{doing}{experiment.name}",
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
    return done


def _results(experiment: Experiment, tasks: list[Task], seed: int, jobs: int) -> Iterator[tuple[str, Rows]]:
    calls = ((experiment, task, seed) for task in tasks)
    if jobs == 1:
        yield from (_one(*call) for call in calls)
    else:
        from joblib import Parallel, delayed  # of the extra `verify`

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


def _rows_of(table: pd.DataFrame, task: Task) -> pd.DataFrame:
    mine = (table[list(task)] == pd.Series(task)).all(axis=1)
    return table[mine].reset_index(drop=True)


def _as_stored(rows: "Rows | pd.DataFrame", columns: "pd.Index | None" = None) -> pd.DataFrame:
    """These rows with the digits that a stored table has, and its columns."""
    table = pd.DataFrame(rows)
    columns = table.columns if columns is None else columns.union(table.columns, sort=False)
    return pd.read_csv(io.StringIO(_csv(table.reindex(columns=columns)))).astype(object)


def _csv(table: pd.DataFrame) -> str:
    return table.to_csv(index=False, float_format="%.6g", lineterminator="\n")


def _command(experiment: Experiment) -> str:
    return f"run: python -m privcausal experiments {experiment.name}"


def _unusable(experiment: Experiment) -> str | None:
    """Why the stored table cannot be read at all, whatever the code; None if it can."""
    if not experiment.path.exists() or not experiment.path.with_suffix(".json").exists():
        return f"the experiment {experiment.name} has no stored result; {_command(experiment)}"
    if _note(experiment)["table"] != digest_of(experiment.path):
        return f"the table of the experiment {experiment.name} is not the one that was stored; {_command(experiment)}"
    return None


def _readable(experiment: Experiment) -> pd.DataFrame:
    if reason := _unusable(experiment):
        raise ValueError(reason)
    return pd.read_csv(experiment.path)


def _note(experiment: Experiment) -> dict[str, Any]:
    note: dict[str, Any] = json.loads(experiment.path.with_suffix(".json").read_text(encoding="utf-8"))
    return note


def _write_note(experiment: Experiment, note: dict[str, Any]) -> None:
    experiment.path.with_suffix(".json").write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")


def _store(experiment: Experiment, table: pd.DataFrame, seed: int, tasks: int) -> None:
    """The table first: without a note that fits it, it counts as not stored."""
    experiment.path.parent.mkdir(parents=True, exist_ok=True)
    draft = experiment.path.with_suffix(".tmp")
    draft.write_text(_csv(table), encoding="utf-8", newline="")
    os.replace(draft, experiment.path)
    command = f"python -m privcausal experiments {experiment.name} --seed {seed}"
    note = {"command": command, "seed": seed, "code": experiment.code, "tasks": tasks, "rows": len(table)}
    _write_note(experiment, note | {"table": digest_of(experiment.path)})
