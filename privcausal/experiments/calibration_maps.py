"""Small maps that are learned from stored tables: written next to the library's data, each with a stamp.

`python -m privcausal.experiments.calibration_maps` learns them again, in seconds.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from privcausal.experiments import confidence_maps, direction_margins, f1_maps
from privcausal.experiments.calibration import CALIBRATION
from privcausal.experiments.direction import DIRECTION
from privcausal.experiments.execution import Experiment, load
from privcausal.experiments.sparing_calibration import SPARING_CALIBRATION
from privcausal.graphs.edge_confidence import FILE as SURE
from privcausal.graphs.expected_f1 import FILE as EXPECTED
from privcausal.pairs.direction_calibration import FILE as MARGINS
from privcausal.verify.checks.measured import digest_of
from privcausal.verify.fingerprint import fingerprint

Maker = Callable[[pd.DataFrame], dict[str, Any]]
"""A function from the stored table to the map, without random draws."""

COMMAND = "python -m privcausal.experiments.calibration_maps"

MAPS: dict[Path, tuple[Maker, tuple[Experiment, ...]]] = {
    SURE: (confidence_maps.learned, (CALIBRATION, SPARING_CALIBRATION)),
    EXPECTED: (f1_maps.learned, (CALIBRATION, SPARING_CALIBRATION)),
    MARGINS: (direction_margins.learned, (DIRECTION,)),
}


def renew() -> None:
    """Learn every map from its stored table, and write it down."""
    for path in MAPS:
        content = {"made": stamp(path), **learn_map(path)}
        path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def learn_map(path: Path) -> dict[str, Any]:
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
    stored_stamp = stamp(path)
    return (
        None
        if made == stored_stamp
        else f"{path.name} was learned from another table or by other code; run: {stored_stamp['command']}"
    )


if __name__ == "__main__":
    renew()
