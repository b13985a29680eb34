"""Small maps that are learned from stored tables: written beside the library's data, each with a stamp.

`python -m privcausal.experiments.made` learns them anew, in seconds.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from privcausal.experiments import confidence, expected
from privcausal.experiments.calibration import CALIBRATION
from privcausal.experiments.runner import Experiment, load
from privcausal.experiments.sureness import SURENESS, SURENESS_AGAIN
from privcausal.graphs.confidence import FILE as SURE
from privcausal.graphs.confidence import VOTED
from privcausal.graphs.expected import FILE as EXPECTED
from privcausal.verify.checks.measured import digest_of
from privcausal.verify.fingerprint import fingerprint

Maker = Callable[[pd.DataFrame], dict[str, Any]]
"""Turns the stored table into what is to be kept, and draws nothing."""

COMMAND = "python -m privcausal.experiments.made"

MAPS: dict[Path, tuple[Maker, tuple[Experiment, ...]]] = {
    SURE: (confidence.learned, (CALIBRATION,)),
    EXPECTED: (expected.learned, (CALIBRATION,)),
    VOTED: (confidence.by_method, (SURENESS, SURENESS_AGAIN)),
}


def renew() -> None:
    """Learn every map from its stored table, and write it down."""
    for path in MAPS:
        content = {"made": stamp(path), **learned(path)}
        path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def learned(path: Path) -> dict[str, Any]:
    """What a map's maker makes of its stored tables."""
    maker, experiments = MAPS[path]
    return maker(pd.concat([load(experiment) for experiment in experiments]))


def stamp(path: Path) -> dict[str, str]:
    """By which command, from which tables, by which code."""
    maker, experiments = MAPS[path]
    tables = "+".join(digest_of(experiment.path) for experiment in experiments)
    return {"command": COMMAND, "table": tables, "code": fingerprint(maker)}


def stale(path: Path) -> str | None:
    """Why a map no longer speaks for the code and the table, in one sentence; None if it does."""
    made = json.loads(path.read_text(encoding="utf-8"))["made"] if path.exists() else None
    said = stamp(path)
    return (
        None
        if made == said
        else f"{path.name} was learned from another table or by other code; run: {said['command']}"
    )


if __name__ == "__main__":
    renew()
