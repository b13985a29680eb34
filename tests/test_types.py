"""Types are checked like all else: beside the other tests, because mypy alone would leave a core idle."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_mypy_has_nothing_to_say():
    """As `make lint` asks it."""
    words = re.search(
        r"^\t@\$\(BIN\)/mypy (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert words
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *words[1].split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
