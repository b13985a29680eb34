"""Small maps that are learned from the calibration: written beside the library's data, each with a stamp.

`python -m privcausal.experiments.made` learns them anew, in seconds.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from privcausal.experiments import confidence, expected
from privcausal.experiments.calibration import CALIBRATION
from privcausal.experiments.runner import load
from privcausal.graphs.confidence import FILE as SURE
from privcausal.graphs.expected import FILE as EXPECTED
from privcausal.verify.checks.measured import digest_of
from privcausal.verify.fingerprint import fingerprint

Maker = Callable[[pd.DataFrame], dict[str, Any]]
"""Turns the stored table into what is to be kept, and draws nothing."""

COMMAND = "python -m privcausal.experiments.made"

MAPS: dict[Path, Maker] = {SURE: confidence.learned, EXPECTED: expected.learned}


def renew() -> None:
    """Learn every map from the stored table, and write it down."""
    table = load(CALIBRATION)
    for path, maker in MAPS.items():
        content = {"made": stamp(maker), **maker(table)}
        path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def stamp(maker: Maker) -> dict[str, str]:
    """By which command, from which table, by which code."""
    return {
        "command": COMMAND,
        "table": digest_of(CALIBRATION.path),
        "code": fingerprint(maker),
    }


def stale(path: Path) -> str | None:
    """Why a map no longer speaks for the code and the table, in one sentence; None if it does."""
    made = json.loads(path.read_text(encoding="utf-8"))["made"] if path.exists() else None
    said = stamp(MAPS[path])
    return (
        None
        if made == said
        else f"{path.name} was learned from another table or by other code; run: {said['command']}"
    )


if __name__ == "__main__":
    renew()
