"""Hostile pairs of frames, arrays, streams and Parquet files of every type, for `python -m tests.sweep`.

Two tables of one type differ in one row. What the library reads of them differs in one record at most, or it refuses
both in the same words; all questions are replayed with the same noise; and what the reading takes, in time and in
memory, is of one order of magnitude.
"""

import tempfile
import time
import tracemalloc
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import privcausal
from privcausal.claims.table import dtypes
from privcausal.claims.table.csv import moved
from privcausal.claims.table.hostile import SEEDS, arrow, arrow_kinds
from privcausal.effects import effect_table
from privcausal.privacy.draw_hooks import intercept_draws
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.verify.replay import replay

ROWS = 1_000
"""Tame ones, before a few that are not."""

TIMES, SECONDS, BYTES = 10, 0.01, 1 << 18
"""An order of magnitude, and what is too little to be one: a clock and a heap vary by so much anyway."""

PUBLIC = Declaration(
    {"x0": Number(0, 110, cuts=(18,)), "x1": Categories(("1", "low")), "x2": Number(30, 220, 70, cuts=(90,))}
)


class Parquet:
    """A table of Arrow that is written to a file whenever it is read: both neighbours under one name."""

    def __init__(self, folder: Path, columns: Any) -> None:
        self.path = folder / "data.parquet"
        self.table = dtypes.stream_table(columns).table

    def source(self) -> str:
        from pyarrow import parquet

        parquet.write_table(self.table, self.path)
        return str(self.path)


@cache
def writable(folder: Path) -> tuple[Any, ...]:
    """The kinds of Arrow that pyarrow can write to a Parquet file."""
    results = []
    for kind in arrow_kinds():
        try:
            Parquet(folder, [kind([1, 2])] * 4).source()
            results.append(kind)
        except (arrow().ArrowException, NotImplementedError):
            continue
    return tuple(results)


LIBRARIES = (*dtypes.LIBRARIES, "Parquet")


def pair_of(library: str, number: int, folder: Path) -> tuple[str, list[Any]]:
    """The kind's name, and two tables that differ in one row; all kinds have their turn."""
    kinds, table = dtypes.LIBRARIES.get(library, (partial(writable, folder), partial(Parquet, folder)))
    kind, rng = kinds()[number % len(kinds())], np.random.default_rng([number, LIBRARIES.index(library)])
    tame = rng.integers(1, 3, (ROWS, 4)).tolist()
    hostile = rng.integers(0, SEEDS, (rng.integers(1, 6), 4)).tolist()
    rows = tame + hostile if rng.integers(2) else tame
    place = int(rng.choice([0, len(rows) // 2, len(rows) - 1]))
    there = [*rows[:place], rng.integers(0, SEEDS, 4).tolist(), *rows[place + 1 :]]
    tables = [table([kind(column) for column in zip(*some, strict=True)]) for some in (rows, there)]
    return repr(kind), tables


def source(table: Any) -> Any:
    return table.source() if isinstance(table, Parquet) else table


def possible(table: Any) -> bool:
    """Can it be handed over at all? Parquet has no place for some far dates, and pyarrow does not write them."""
    try:
        source(table)
    except arrow().ArrowException:
        return False
    return True


def cost(table: Any) -> tuple[float, int]:
    """Seconds and bytes that the reading takes, of several times the least."""
    seconds = []
    for _ in range(3):
        data, begun = source(table), time.process_time()
        dtypes.read_records(data)
        seconds.append(time.process_time() - begun)
    data = source(table)
    tracemalloc.start()
    try:
        dtypes.read_records(data)
        return min(seconds), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def released(data: Any, options: dict[str, Any]) -> Any:
    """A release, and what is made of it for nothing."""
    kept = privcausal.release(data, delta=1e-6, **options)
    crossed = kept.cross_table("x0", "x1").to_dict()
    return kept.to_dict(), crossed, kept.discover(knowledge=KNOWN).to_dict()


def paid(data: Any, options: dict[str, Any]) -> Any:
    """Two questions that a budget file pays for, and one for which nothing is left.

    No seed may be given here; the generator that rounds numbers has one all the same, because tables that are
    rounded otherwise are farther apart.
    """
    public = {name: value for name, value in options.items() if name != "seed"}
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(effect_table, "beside", lambda _: np.random.default_rng(0))
        kept = privcausal.budget(f"{folder}/paid.json", epsilon=1_000)
        answers = [
            privcausal.check(data, budget=kept, **public).to_dict(),
            privcausal.effect(data, "x1", "x2", budget=kept, **public).to_dict(),
        ]
        try:
            privcausal.correlate(data, "x0", "x2", budget=kept, **public)
        except ValueError as error:
            return answers, str(kept.account), str(error)
        return answers, "nothing was refused"


KNOWN = {"tiers": [["x0"], ["x1", "x2"]]}
QUESTIONS: dict[str, Callable[[Any, dict[str, Any]], Any]] = {
    "correlate": lambda data, options: privcausal.correlate(data, "x0", "x2", **options).to_dict(),
    "discover": lambda data, options: privcausal.discover(
        data, delta=1e-6, method="once", knowledge=KNOWN, **options
    ).to_dict(),
    "check": lambda data, options: privcausal.check(data, **options).to_dict(),
    "effect": lambda data, options: privcausal.effect(data, "x1", "x2", adjust=["x0"], **options).to_dict(),
    "release": released,
    "budget": paid,
}


def asked(what: str, table: Any) -> Any:
    """An answer as it leaves, or a refusal with all that a traceback would print."""
    options: dict[str, Any] = {"epsilon": 500, "declare": PUBLIC, "allow_weak": True, "seed": 1}
    try:
        return QUESTIONS[what](source(table), options)
    except Exception as error:
        return ("raised", type(error).__name__, str(error), repr(error.__context__), repr(error.__cause__))


def differences(tables: list[Any]) -> tuple[list[str], int]:
    """What tells two tables apart, and how much was drawn."""
    results, draws = [], 0
    before, after = (dtypes.read_records(source(table)) for table in tables)
    if moved(before, after) > 1:
        shown = [records if isinstance(records, str) else "records" for records in (before, after)]
        results.append(f"{moved(before, after)} records are moved: {shown}")
    for what in QUESTIONS:
        comparison = replay(partial(asked, what), tables, intercept_draws)
        results += [f"{what}: {difference}" for difference in comparison.differences]
        draws += comparison.draws
    (seconds, bytes_), (more_seconds, more_bytes) = map(cost, tables)
    if max(seconds, more_seconds) > TIMES * min(seconds, more_seconds) + SECONDS:
        results.append(f"seconds: {seconds:.4f} and {more_seconds:.4f}")
    if max(bytes_, more_bytes) > TIMES * min(bytes_, more_bytes) + BYTES:
        results.append(f"bytes: {bytes_} and {more_bytes}")
    return results, draws


def compare(folder: Path, library: str, turn: int, pairs: int) -> dict[str, Any]:
    """Fresh pairs for one library, as `tests.sweep` counts them."""
    observed: dict[str, Any] = {"pairs": 0, "draws": 0, "refused": 0, "found": []}
    for number in range(turn * pairs, (turn + 1) * pairs):
        kind, tables = pair_of(library, number, folder)
        if not all(map(possible, tables)):
            continue
        results, draws = differences(tables)
        observed["pairs"] += 1
        observed["draws"] += draws
        observed["refused"] += not draws
        if results:
            observed["found"].append([kind, str(number), *results])
    return observed
