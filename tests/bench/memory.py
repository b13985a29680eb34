"""The most memory that a fresh process ever held."""

import subprocess
import sys
from pathlib import Path


def peak(code: str) -> float:
    """In MB, interpreter and libraries included, after this program has run.

    `ru_maxrss` will not do: a child begins with what its parent held before it was started.
    """
    code += "\nfrom tests.bench.memory import told; print(told())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def told() -> float:
    """What this process has held at most, as Linux tells it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
