"""Hostile files that differ in one line, through every command and method: nothing may go around the noise.

    python -m tests.sweep [PAIRS] [files | tables]

Tables in memory and in Parquet, of every type, have a part of their own: `tests/sweep_tables.py`. Shares of cells,
effects, releases and what is made of them, knowledge and budget files are in `tests/sweep_doors.py`.

Exit status, messages, warnings, files, the draws and their scales are compared, as in tests/commands/test_replay.py,
but with fresh pairs, 500 for each command. What was compared is remembered until the library changes, so that a run
that was stopped goes on.
"""

import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests import sweep_doors, sweep_tables
from tests.commands.test_replay import ALL, TABLES, pair_of, replayed
from tests.remembered import Remembered, digest, library

AT_A_TIME = 25
"""So many pairs a command gets before the next command has its turn."""


def compare(folder: Path, what: str, turn: int) -> dict[str, Any]:
    """Fresh pairs for one command: how many, in how many something was drawn, and what differed."""
    observed: dict[str, Any] = {"pairs": 0, "draws": 0, "refused": 0, "found": []}
    door = what in sweep_doors.DOORS

    @seed(turn)
    @settings(
        max_examples=AT_A_TIME,
        derandomize=False,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(*TABLES)
    def check(lines: Any, place: Any, other: Any) -> None:
        if door:
            replay = sweep_doors.replayed(folder, what, sweep_doors.pair_of(lines, place, other))
        else:
            replay = replayed(folder, what, pair_of(what, lines, place, other))
        observed["pairs"] += 1
        observed["draws"] += replay.draws
        observed["refused"] += not replay.draws if door else replay.answers[0][0] != 0
        if replay.differences:
            observed["found"].append([repr((lines, place, other)), *replay.differences])

    check()
    return observed


COMPARED = (
    "tests/commands/test_replay.py",
    "tests/commands/test_hostile_files.py",
    "tests/sweep_doors.py",
    "tests/sweep_tables.py",
    "privcausal/claims/table/dtypes.py",
    "privcausal/claims/table/hostile.py",
)


PARTS = {
    **dict.fromkeys([*ALL, *sweep_doors.DOORS], ("files", compare)),
    **{name: ("tables", partial(sweep_tables.compare, pairs=AT_A_TIME)) for name in sweep_tables.LIBRARIES},
}
"""What is compared, in which of the two parts, and how."""


def main(words: list[str]) -> int:
    """Compare until every command and every library has had its pairs; 1 if something was found."""
    wanted, now = int(words[0]) if words else 500, digest([*library(), *COMPARED])
    parts = {what: part[1] for what, part in PARTS.items() if part[0] in (words[1:] or ("files", "tables"))}
    reference = Remembered("sweep.json")
    with sweep_doors.folder_of_doors() as folder:
        for turn in range(-(-wanted // AT_A_TIME)):
            for what, compared in parts.items():
                if (key := f"{now} {what} {turn}") not in reference:
                    begun = time.process_time()
                    results = compared(folder, what, turn)
                    reference[key] = results | {"seconds": time.process_time() - begun}
    return output_of(
        {key.removeprefix(f"{now} "): result for key, result in reference.items() if key.startswith(now)}
    )


def output_of(turns: dict[str, dict[str, Any]]) -> int:
    """One line for each command and library that had a turn; 1 if something differed, or if nothing was drawn."""
    silent: list[str] = []
    for what in PARTS:
        own = [results for name, results in turns.items() if name.rsplit(" ", 1)[0] == what]
        if not own:
            continue
        total = {
            key: sum(results[key] for results in own) for key in ("pairs", "draws", "refused", "seconds")
        }
        print(
            f"{what}: {total['pairs']} pairs, {total['draws']} draws, {total['refused']} refused, "
            f"{total['seconds']:.0f} s, {sum(len(results['found']) for results in own)} differ"
        )
        if not total["draws"]:
            silent.append(what)
        for difference in (line for results in own for line in results["found"]):
            print("   ", *difference)
    pairs = sum(results["pairs"] for results in turns.values())
    differ = sum(len(results["found"]) for results in turns.values())
    print(f"{pairs} pairs, {differ} differ; nothing was compared of: {', '.join(silent) or 'none'}")
    return int(differ > 0 or bool(silent))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
