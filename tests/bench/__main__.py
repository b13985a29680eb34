"""Run every bench_*.py beside this file and print ratios against their targets. Exit status 1 if one is missed."""

import importlib
import sys
from pathlib import Path


def main() -> int:
    """One line per ratio; `at least` means faster by that factor, `at most` slower by no more."""
    missed = 0
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        bench = importlib.import_module(f"tests.bench.{path.stem}")
        found = bench.measure()
        for name, (sense, target) in bench.TARGETS.items():
            if name not in found:
                print(f"skipped {name}: what it compares with is not installed")
                continue
            ratio = found[name]
            good = ratio >= target if sense == "at least" else ratio <= target
            missed += not good
            print(f"{'ok    ' if good else 'MISSED'} {name}: {ratio:.2f}, {sense} {target}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
