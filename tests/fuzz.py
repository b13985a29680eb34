"""The property tests with one fresh seed after the other: what fails is kept, and is tried first next time.

    python -m tests.fuzz [SEEDS [EXAMPLES]]

Each seed is a run of its own over all files that hold property tests, with at most EXAMPLES for each test. Seeds that
went through are remembered until the library or the tests change, so that a run that was stopped goes on.
"""

import hashlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

KNOWN = Path(".scratch/fuzz.json")
"""What was found out before."""

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
    """One seed, in a process that shares what is loaded."""
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        heard, begun = Fresh(examples), time.process_time()
        options = ["-q", "-m", "hypothesis", "--hypothesis-profile=fuzz", f"--hypothesis-seed={seed}"]
        status = int(pytest.main([*options, *FILES], [heard]))
        found = {"tests": len(heard.counted), "examples": sum(heard.counted.values()), "failed": heard.failed}
        found |= {"status": status, "seconds": round(time.process_time() - begun)}
        os.write(writer, json.dumps(found).encode())
        os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as pipe:
        told: dict[str, Any] = json.loads(pipe.read())
    os.wait()
    return told


def state() -> str:
    """A digest of the library and of the property tests."""
    library = [path for path in sorted(Path("privcausal").rglob("*.py")) if "claims" not in path.parts]
    texts = b"".join(path.read_bytes() for path in (*library, *map(Path, FILES)))
    return hashlib.sha256(texts).hexdigest()[:16]


def main(words: list[str]) -> int:
    """Seeds 1, 2, … that have not been tried; 1 if a test failed."""
    seeds, examples = (int(words[0]) if words else 20), (int(words[1]) if len(words) > 1 else 100)
    known = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
    KNOWN.parent.mkdir(exist_ok=True)
    now, failed = state(), False
    for seed in range(1, seeds + 1):
        key = f"{now} seed {seed} examples {examples}"
        if key not in known or known[key]["status"]:
            known[key] = run(seed, examples)
            KNOWN.write_text(json.dumps(known, indent=1))
        found = known[key]
        failed = failed or found["status"] != 0
        print(f"seed {seed}:", *(f"{name} {value}" for name, value in found.items()), flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
