"""The shortest time that a call takes, and the most memory that a fresh process ever held."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path


def fastest(
    function: Callable[[], object], repeats: int = 7, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Seconds of the shortest of several runs: the others measure the neighbours on the machine."""
    times = []
    for _ in range(repeats):
        start = clock()
        function()
        times.append(clock() - start)
    return min(times)


def in_order(targets: Iterable[str], *results: float) -> dict[str, float]:
    """Results under the names of their targets; the last of these are skipped if there are fewer results."""
    return dict(zip(targets, results, strict=False))


def peak(code: str) -> float:
    """In MB, interpreter and libraries included, after this program has run.

    `ru_maxrss` will not do: a child begins with what its parent held before it was started.
    """
    code += "\nfrom tests.bench.measures import peak_memory; print(peak_memory())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def peak_memory() -> float:
    """What this process has held at most, as Linux tells it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
