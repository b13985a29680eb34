"""How soon each command answers, in a fresh process; the first review found 14 s for correlate and 16 s for ledger."""

import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from privcausal.stored import STORED

FORMER = {"correlate, 20,000 rows": 14.0, "ledger": 16.0, "verify K-spearman": 6.1}
"""Seconds when each was first measured; importing all claims took 11 of the first two."""

REPEATS = 5

CATEGORIES = "--categories c=0|1,d=0|1 --epsilon 1 --delta 1e-6"

WISHED = {
    "--help": 0.2,
    "correlate, 20,000 rows": 1.5,
    "ledger": 1.5,
    "witness K-kendall": 2.0,
    "verify K-spearman": 5.0,
    "direction, 200 rows": 1.5,
    "discover, 200 rows": 1.5,
}
"""Seconds of the processor, which are those of the clock on an idle machine."""

TARGETS = {f"{name}: seconds": ("at most", wished) for name, wished in WISHED.items()}


def measure():
    """The best of several runs, and how many times `import numpy` that is: a busy machine slows both."""
    numpy = best([sys.executable, "-c", "import numpy"])
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in calls(Path(folder)).items():
            seconds = best([sys.executable, "-m", "privcausal", *arguments])
            former = f", formerly {FORMER[name]:g} s" if name in FORMER else ""
            print(f"       {name}: {seconds:.2f} s, {seconds / numpy:.1f} times import numpy{former}")
            results[f"{name}: seconds"] = seconds
    return results


def calls(folder):
    """Each command as a user would type it."""
    # A row that is there keeps its place, a new one would look for it.
    shutil.copy(STORED / "ledger.json", folder / "ledger.json")
    long, short = (folder / "long.csv", folder / "short.csv")
    for path, rows in ((long, 20_000), (short, 200)):
        values = np.random.default_rng(0).normal(size=(rows, 2))
        table = np.column_stack([values, values > 0])
        digits = ["%.6f", "%.6f", "%d", "%d"]
        np.savetxt(path, table, fmt=digits, delimiter=",", header="a,b,c,d", comments="")
    pair = ["--x", "a", "--y", "b", "--epsilon", "1"]
    return {
        "--help": ["--help"],
        "correlate, 20,000 rows": ["correlate", str(long), *pair],
        "ledger": ["ledger"],
        "witness K-kendall": ["witness", "K-kendall"],
        "verify K-spearman": ["verify", "K-spearman", "--ledger", str(folder / "ledger.json")],
        "direction, 200 rows": ["direction", str(short), *pair, "--bounds", "a=-4:4,b=-4:4"],
        "discover, 200 rows": ["discover", str(short), *CATEGORIES.split()],
    }


def best(command):
    """The shortest of several runs, the first of which fills the caches."""
    times = []
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)
