"""The property tests with one fresh seed after the other: what fails is kept, and is tried first next time.

    python -m tests.fuzz [SEEDS [EXAMPLES]]

Each seed is a run of its own over all files that hold property tests, with at most EXAMPLES for each test. Seeds that
went through are remembered until the library or the tests change, so that a run that was stopped goes on.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.remembered import Remembered, digest, library

SETTINGS = "_hypothesis_internal_use_settings"
"""Where Hypothesis keeps the settings of a test."""

FILES = sorted(
    str(path) for path in Path("tests").rglob("test_*.py") if "\n@given(" in path.read_text(encoding="utf-8")
)


class Fresh:
    """Gives each test its number of examples, and hears from pytest which tests fail."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.failed: list[str] = []
        self.counted: dict[str, int] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            test = getattr(item, "obj", None)
            if own := getattr(test, SETTINGS, None):
                setattr(test, SETTINGS, settings(own, max_examples=min(own.max_examples, self.most)))
                self.counted[item.nodeid] = min(own.max_examples, self.most)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def run(seed: int, examples: int) -> dict[str, Any]:
    """One seed, quietly."""
    heard, begun = Fresh(examples), time.process_time()
    options = ["-q", "-m", "hypothesis", "--hypothesis-profile=fuzz", f"--hypothesis-seed={seed}"]
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        status = int(pytest.main([*options, *FILES], [heard]))
    results = {"tests": len(heard.counted), "examples": sum(heard.counted.values()), "failed": heard.failed}
    return results | {"status": status, "seconds": round(time.process_time() - begun)}


def main(words: list[str]) -> int:
    """Seeds 1, 2, … that have not been tried; 1 if a test failed."""
    seeds, examples = (int(words[0]) if words else 20), (int(words[1]) if len(words) > 1 else 100)
    reference, now, failed = Remembered("fuzz.json"), digest([*library(), *FILES]), False
    for seed in range(1, seeds + 1):
        key = f"{now} seed {seed} examples {examples}"
        if key not in reference or reference[key]["status"]:
            with ProcessPoolExecutor(1, get_context("fork")) as pool:  # it shares what is loaded
                reference[key] = pool.submit(run, seed, examples).result()
        result = reference[key]
        failed = failed or result["status"] != 0
        print(f"seed {seed}:", *(f"{name} {value}" for name, value in result.items()), flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
