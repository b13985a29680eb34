"""Small edits of the library that break a promise: each must be caught by some test that is not a hash.

    python -m tests.mutants [WORD ...]

Each edit is made in the code of a running process, never in a file: the functions whose text changes get the new
code. The tests named beside it then run there, until the first one fails. What was caught is remembered, with the
test that caught it, until the module or one of these tests changes; so a run that was stopped goes on.
"""

import hashlib
import importlib
import inspect
import json
import os
import resource
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PAIRS, GRAPHS, PRIVACY, TABLE = (
    "privcausal.pairs",
    "privcausal.graphs",
    "privcausal.privacy",
    "privcausal.table",
)
ONCE, SCORES, PC = f"{GRAPHS}.ask_once", f"{GRAPHS}.score_based", f"{GRAPHS}.constraint_based"
FLOATS, REPLAY = "tests/test_floating_sensitivity.py", "tests/test_replayed_releases.py"

MUTANTS = [
    # pairs
    (f"{PAIRS}.correlation", "return 4 / m", "return 2 / m"),
    (f"{PAIRS}.correlation", "return 6 / (m + 1)", "return 4 / (m + 1)"),
    (f"{PAIRS}.rank", "2 * cube - 3 * quad", "2 * cube - 6 * quad"),
    (f"{PAIRS}.rank", "excess = pairs - tied_x", "excess = 2 * pairs - tied_x"),
    (f"{PAIRS}.hsic", "27 * m**2 / (4 *", "27 * m**2 / (8 *"),
    (f"{PAIRS}.hsic", "+ 1 / (2 * m)", "+ 1 / (8 * m)"),
    (f"{PAIRS}.ridge", "np.rint(mapped * FINE) / FINE, -1, 1", "np.rint(mapped * FINE) / FINE, -1, 9"),
    (f"{PAIRS}.ridge", "4 / (n * penalty) * sine", "2 / (n * penalty) * sine"),
    (f"{PAIRS}.ridge", "-2 * np.expm1(", "-1 * np.expm1("),
    (f"{PAIRS}.ridge", 'with np.errstate(over="ignore")', 'with np.errstate(over="warn")'),
    (f"{PAIRS}.training_sensitivity", "(rho * apart + ROUNDING)", "(rho * apart / 2 + ROUNDING)"),
    (f"{PAIRS}.training_sensitivity", "/ math.sqrt(2) * (m", "/ 8 * (m"),
    (f"{PAIRS}.iqr", "max(math.exp(exponent), NARROWEST)", "math.exp(exponent)"),
    (f"{PAIRS}.iqr", "width if width >= NARROWEST else 0.0", "width"),
    (f"{PAIRS}.iqr", "np.clip(column, -FARTHEST, FARTHEST)", "column"),
    (f"{PAIRS}.iqr", "or narrowest < cell.low", "or narrowest < 0"),
    (
        f"{PAIRS}.iqr",
        "widest = ordered[upper : upper + changes + 1] - ordered[lower - changes : lower + 1]",
        "widest = ordered[upper] - ordered[lower : lower + 1]",
    ),
    (f"{PAIRS}.private_iqr", "2 if protect ==", "1 if protect =="),
    (f"{PAIRS}.private_iqr", "self.ranges * self.size", "self.size"),
    (
        f"{PAIRS}.waves",
        "highest = self.sigmas / self.frequency",
        "highest = self.sigmas / 3 / self.frequency",
    ),
    (f"{PAIRS}.waves", "np.outer(sum_a, sum_b) / m", "np.outer(sum_a, sum_b) / (2 * m)"),
    # graphs
    (f"{ONCE}.mixed_rows", "+ self.reach)", "+ 0 * self.reach)"),
    (f"{ONCE}.mixed_rows", "shortened(numbers, math.sqrt(self.reach))", "numbers"),
    (
        f"{ONCE}.mixed",
        "SymmetricGaussian(sensitivity, sensitivity / rest",
        "SymmetricGaussian(sensitivity / 3, sensitivity / rest / 3",
    ),
    (f"{ONCE}.units", "return 2 * math.sqrt(columns)", "return math.sqrt(columns)"),
    (f"{ONCE}.differences", "rows[order[half : 2 * half]]", "rows[order[:half][::-1]]"),
    (f"{ONCE}.resolved", "CLEARLY * last.scale", "-CLEARLY * last.scale"),
    (f"{ONCE}.resolved", "> CLEARLY * noise", "> -CLEARLY * noise"),
    (f"{ONCE}.streamed_pairs", "(-0.5, start + len(self))", "(0.5, start + len(self))"),
    (f"{ONCE}.streamed_pairs", "rng.permutation(len(paired))", "np.arange(len(paired))"),
    (
        f"{ONCE}.streamed_mixed",
        "noise = SymmetricGaussian(sensitivity, sensitivity / rest",
        "noise = SymmetricGaussian(sensitivity / 3, sensitivity / rest / 3",
    ),
    (f"{ONCE}.noisy_moments", "math.sqrt(2) * row_norm**2", "row_norm**2"),
    (
        f"{ONCE}.noisy_shape",
        "whitened = directions(np.linalg.solve(spread, rows.T).T)",
        "whitened = np.linalg.solve(spread, rows.T).T",
    ),
    (f"{ONCE}.noisy_shape", "rows / np.maximum(lengths,", "rows / np.maximum(0 * lengths,"),
    (f"{ONCE}.contrasts", "2 * m * (reach + weight) - m**2", "m * (reach + weight) - m**2"),
    (f"{ONCE}.contrasts", "return 2 * max(", "return 1 * max("),
    (
        f"{ONCE}.interactions",
        "GaussianNoise(sensitivity, sensitivity / mu,",
        "GaussianNoise(sensitivity / 2, sensitivity / mu / 2,",
    ),
    (
        f"{ONCE}.interactions",
        "self._measure(counts, sets_sensitivity(self.cardinalities, chosen), mu, rng)",
        "self._measure(counts, sets_sensitivity(self.cardinalities, chosen) / 2, mu, rng)",
    ),
    (f"{ONCE}.tables", "self.mu * math.sqrt(1 - self.share)", "self.mu"),
    (f"{ONCE}.tables", "self.mu * math.sqrt(self.share)", "2 * self.mu"),
    (f"{SCORES}.noleaks", "return 2 * clip / n", "return clip / n"),
    (
        f"{SCORES}.noleaks",
        "clip / np.maximum(norms, 1 / LOUDEST)",
        "2 * clip / np.maximum(norms, 1 / LOUDEST)",
    ),
    (f"{SCORES}.noleaks", "np.square(np.minimum(sizes, LOUDEST))", "np.square(sizes)"),
    (f"{SCORES}.noleaks", "math.sqrt(math.fsum(shares**2))", "math.fsum(shares**2) / len(shares)"),
    (f"{SCORES}.second_moments", "sizes > reach", "sizes > 2 * reach"),
    (f"{SCORES}.second_moments", "rows / sizes[:, None]).sum", "rows / sizes[:, None] ** 2).sum"),
    (
        f"{GRAPHS}.independence.stratified_kendall",
        "return 6 / math.sqrt(records)",
        "return 3 / math.sqrt(records)",
    ),
    (
        f"{GRAPHS}.independence.stratified_kendall",
        "2 * threshold / (least * records)",
        "0 * threshold / (least * records)",
    ),
    (
        f"{PC}.rounds",
        "threshold * listening.value,\n            width(records, self.level)",
        "threshold * listening.value,\n            width(2 * records, self.level)",
    ),
    (
        f"{PC}.curate_pc",
        "Exponential(self.sensitivity, self.epsilon",
        "Exponential(self.sensitivity / 2, self.epsilon",
    ),
    (f"{PC}.em_pc", "np.minimum(below, above)", "2 * np.minimum(below, above)"),
    # privacy
    (
        f"{PRIVACY}.laplace",
        "return self.sensitivity / self.epsilon",
        "return self.sensitivity / self.epsilon / 2",
    ),
    (
        f"{PRIVACY}.basic_filters",
        "self._spent += exactly(self.cost(price))",
        "self._spent += 0 * exactly(self.cost(price))",
    ),
    (f"{PRIVACY}.propose_test_release", "above(1 + Decimal(noise.step)", "above(Decimal(noise.step)"),
    (f"{PRIVACY}.above_threshold", "return 2 * self.sensitivity / ((1", "return self.sensitivity / ((1"),
    (f"{PRIVACY}.exponential", "(1 if self.monotone else 2)", "(1 if self.monotone else 1)"),
    # table
    (f"{TABLE}.cells", "np.where(np.isfinite(values), values, column.stand_in)", "values"),
    (f"{TABLE}.cells", "return np.clip(filled, column.low, column.high)", "return filled"),
    (f"{TABLE}.lines", "return cells if len(cells) == width else blank", "return cells"),
    (f"{TABLE}.lines", 'held.rfind(b"\\n") + 1', "len(held)"),
    (f"{TABLE}.scan", 'body == ord("\\n")', "(body == 10) | (body == 13)"),
]
"""A module, a text in it, and what it becomes."""

ALSO = {
    f"{PC}.rounds": (
        "tests/graphs/constraint_based/test_svt_pc.py",
        "tests/graphs/constraint_based/test_rounds.py",
    ),
    f"{TABLE}.cells": (
        "tests/table/test_csv.py",
        "tests/table/test_records.py",
        "tests/table/test_frames.py",
    ),
    f"{TABLE}.lines": ("tests/table/test_lines.py", "tests/table/test_csv.py"),
    f"{TABLE}.scan": ("tests/table/test_csv.py",),
    f"{ONCE}.interactions": ("tests/graphs/ask_once/test_tables.py",),
}
"""Tests of a module that do not bear its name."""

KNOWN = Path(".scratch/mutants.json")
"""What was found out before."""

PROFILE = "--hypothesis-profile=first"
"""Hypothesis stops at the first example that fails."""

NO_TESTS = 5
"""What pytest says if nothing was to be run."""

PATIENCE = 120
"""Seconds of work for one mutant; one that takes more counts as not tried."""


def tests_of(module: str) -> list[str]:
    """Where a mutant of this module ought to be caught: quick ones first."""
    parts = module.split(".")[1:]
    own = "/".join(["tests", *parts[:-1], f"test_{parts[-1]}.py"])
    return [path for path in (own, *ALSO.get(module, ()), FLOATS, REPLAY) if os.path.exists(path)]


def functions(space: dict[str, Any], module: str) -> Iterator[tuple[str, types.FunctionType]]:
    """Every function and method that a module defines, by name."""
    for name, thing in list(space.items()):
        if inspect.isclass(thing) and thing.__module__ == module:
            for key, method in vars(thing).items():
                method = getattr(method, "fget", None) or getattr(method, "func", method)
                method = getattr(method, "__func__", method)
                if isinstance(method, types.FunctionType):
                    yield f"{name}.{key}", method
        else:
            thing = inspect.unwrap(thing) if callable(thing) else thing
            if isinstance(thing, types.FunctionType) and thing.__module__ == module:
                yield name, thing


def edit(module: str, before: str, after: str) -> int:
    """Give the functions of a loaded module the code that the edited text defines; how many have changed."""
    home = importlib.import_module(module)
    text = inspect.getsource(home)
    if text.count(before) != 1:
        raise ValueError(f"{before!r} must stand in {module} once, found {text.count(before)} times")
    space: dict[str, Any] = {"__name__": module, "__file__": home.__file__, "__package__": home.__package__}
    exec(compile(text.replace(before, after), home.__file__ or "", "exec"), space)
    new, changed = dict(functions(space, module)), 0
    for name, function in functions(vars(home), module):
        code = new[name].__code__ if name in new else function.__code__
        if code != function.__code__ and code.co_freevars == function.__code__.co_freevars:
            function.__code__, changed = code, changed + 1
    return changed


class Failures:
    """Hears from pytest which tests fail."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.names.append(report.nodeid)


def caught(module: str, before: str, after: str) -> str:
    """The first test that fails on the edited library, or "". It runs in a process that shares what is loaded."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        status, failures = 9, Failures()
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        try:
            if edit(module, before, after):
                doctests = ["--doctest-modules", module.replace(".", "/") + ".py"]
                for chosen in (["-m", "not hypothesis"], ["-m", "hypothesis", PROFILE], doctests):
                    paths = [] if chosen is doctests else tests_of(module)
                    status = (
                        int(pytest.main(["-x", "-q", *chosen, *paths], [failures]))
                        if not failures.names
                        else 1
                    )
                status = 1 if failures.names else 0 if status == NO_TESTS else status
                os.write(writer, "".join(failures.names[:1]).encode())
        finally:
            os._exit(status)
    os.close(writer)
    with open(reader, encoding="utf-8") as pipe:
        name = pipe.read()
    _, waited = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(waited)
    if code not in (0, 1) or bool(code) != bool(name):
        raise RuntimeError(f"the edit of {before!r} in {module} could not be tried: status {code}")
    return name


def state(module: str) -> str:
    """A digest of the module and of the tests that watch it: what was found out before holds while it is the same."""
    texts = [inspect.getsource(importlib.import_module(module))]
    texts += [Path(path).read_text(encoding="utf-8") for path in tests_of(module)]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def main(words: list[str]) -> int:
    """Try all mutants, or those whose text holds a word; 1 if one survives."""
    chosen = [mutant for mutant in MUTANTS if not words or any(word in " ".join(mutant) for word in words)]
    for module in sorted({module for module, _, _ in chosen}):
        importlib.import_module(module)
    known = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
    KNOWN.parent.mkdir(exist_ok=True)
    survived = 0
    for module, before, after in chosen:
        key = " | ".join((module, before, after, state(module)))
        if not known.get(key):
            known[key] = caught(module, before, after)
            KNOWN.write_text(json.dumps(known, indent=1))
        survived += not known[key]
        where = f"caught by {known[key]}" if known[key] else "SURVIVED"
        print(f"{module.removeprefix('privcausal.')} | {after} | {where}", flush=True)
    print(f"{len(chosen) - survived} of {len(chosen)} caught")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
