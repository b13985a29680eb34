"""Run every bench_*.py beside this file, or those that are named, and print ratios against their targets.

Exit status 1 if one is missed.
"""

import importlib
import sys
import time
from pathlib import Path


def main(names) -> int:
    """One line per ratio; `at least` means faster by that factor, `at most` slower by no more."""
    missed = 0
    every = [path.stem.removeprefix("bench_") for path in sorted(Path(__file__).parent.glob("bench_*.py"))]
    for name in names or every:
        bench, start = importlib.import_module(f"tests.bench.bench_{name}"), time.process_time()
        missed += compared(bench.TARGETS, bench.measure())
        print(f"       {name}: {time.process_time() - start:.0f} CPU seconds", flush=True)
    return int(missed > 0)


def compared(targets, result) -> int:
    """How many targets are missed."""
    missed = 0
    for name, (sense, target) in targets.items():
        if name not in result:
            print(f"skipped {name}: what it compares with is not installed")
            continue
        ratio = result[name]
        good = ratio >= target if sense == "at least" else ratio <= target
        missed += not good
        print(f"{'ok    ' if good else 'MISSED'} {name}: {ratio:.2f}, {sense} {target}")
    return missed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
