"""Hostile files that differ in one line, through every command and method: nothing may go around the noise.

    python -m tests.sweep [PAIRS]

Exit status, messages, warnings, files, the draws and their scales are compared, as in tests/commands/test_replay.py,
but with fresh pairs, 500 for each command. What was compared is remembered until the library changes, so that a run
that was stopped goes on.
"""

import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.commands.test_replay import ALL, TABLES, pair_of, prepared, replayed

KNOWN = Path(".scratch/sweep.json")
"""What was found out before."""

AT_A_TIME = 25
"""So many pairs a command gets before the next command has its turn."""


def compare(folder: Path, what: str, turn: int) -> dict[str, Any]:
    """Fresh pairs for one command: how many, in how many something was drawn, and what differed."""
    seen: dict[str, Any] = {"pairs": 0, "draws": 0, "refused": 0, "found": []}

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
        replay = replayed(folder, what, pair_of(what, lines, place, other))
        seen["pairs"] += 1
        seen["draws"] += replay.draws
        seen["refused"] += replay.answers[0][0] != 0
        if replay.differences:
            seen["found"].append([repr((lines, place, other)), *replay.differences])

    check()
    return seen


def state() -> str:
    """A digest of the library and of what is compared."""
    library = sorted(Path("privcausal").rglob("*.py"))
    tests = [Path("tests/commands") / name for name in ("test_replay.py", "test_hostile_files.py")]
    texts = b"".join(path.read_bytes() for path in (*library, *tests) if "claims" not in path.parts)
    return hashlib.sha256(texts).hexdigest()[:16]


def main(words: list[str]) -> int:
    """Compare until every command has had its pairs; 1 if something was found."""
    wanted, now = int(words[0]) if words else 500, state()
    known = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
    turns = known.setdefault(now, {})
    KNOWN.parent.mkdir(exist_ok=True)
    with prepared() as folder:
        for turn in range(-(-wanted // AT_A_TIME)):
            for what in ALL:
                if f"{what} {turn}" not in turns:
                    begun = time.process_time()
                    found = compare(folder, what, turn)
                    turns[f"{what} {turn}"] = found | {"seconds": time.process_time() - begun}
                    KNOWN.write_text(json.dumps({now: turns}, indent=1))
    return told(turns)


def told(turns: dict[str, dict[str, Any]]) -> int:
    """One line for each command."""
    for what in ALL:
        own = [found for name, found in turns.items() if name.rsplit(" ", 1)[0] == what]
        total = {key: sum(found[key] for found in own) for key in ("pairs", "draws", "refused", "seconds")}
        print(
            f"{what}: {total['pairs']} pairs, {total['draws']} draws, {total['refused']} refused, "
            f"{total['seconds']:.0f} s, {sum(len(found['found']) for found in own)} differ"
        )
        for difference in (line for found in own for line in found["found"]):
            print("   ", *difference)
    pairs, differ = (
        sum(found["pairs"] for found in turns.values()),
        sum(len(f["found"]) for f in turns.values()),
    )
    print(f"{pairs} pairs, {differ} differ")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
