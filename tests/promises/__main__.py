"""What answers promise in numbers, held against simulated tables in which every two features meet at least once.

    python -m tests.promises [REPETITIONS [PART …]] [--seed SEED]

A world is a value for each feature of its part: a kind of outcome, of treatment, of file. Few worlds cover all pairs
of values. In each of them an answer is asked for many times, and it is counted how often each of its promises is
kept: an interval that holds the truth, a planned width, a minimum detectable association, a probability. A promise that
is kept too rarely by chance (p < 10⁻⁴), in one world or over all worlds of a pair, is asked for again with fresh seeds;
broken twice it is a break. What was found is remembered until the library or this folder changes.
"""

import argparse
import sys
import warnings
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import binom

from tests.promises import effects, graphs, pairs
from tests.remembered import Remembered, digest, library

PARTS = {"effects": effects, "power": graphs.POWER, "networks": graphs.NETWORKS, "pairs": pairs}
SURELY = 1e-4
World = dict[str, Any]
Counts = dict[str, list[int]]
"""Of each promise, how often it was kept, and how often it was made."""
Results = dict[int, tuple[World, Counts]]


def two_of(world: World) -> set[tuple[Any, ...]]:
    """All pairs of features and their values."""
    return {tuple(two) for two in combinations(sorted((key, str(value)) for key, value in world.items()), 2)}


def covering(part: Any, seed: int) -> list[World]:
    """Few worlds in which all pairs of values meet that can meet: each next one has the most that are missing."""
    rng, result = np.random.default_rng(seed), []
    drawn = [
        {key: values[rng.integers(len(values))] for key, values in part.FEATURES.items()}
        for _ in range(20_000)
    ]
    pool = [(world, two_of(world)) for world in drawn if part.possible(world)]
    missing = set().union(*(pairs for _, pairs in pool))
    while missing:
        world, pairs = max(pool, key=lambda entry: len(entry[1] & missing))
        result.append(world)
        missing -= pairs
    return result


def kept_in(name: str, world: World, repetitions: int, seed: int) -> Counts:
    """Ask again and again in one world."""
    warnings.simplefilter("ignore")
    kept: Counts = {}
    part = PARTS[name]
    for repetition in range(repetitions):
        try:
            if not repetition:
                setting = part.prepared(world, np.random.default_rng([seed, 0]))
            held = list(part.asked(setting, np.random.default_rng([seed, repetition + 1])))
        except ValueError as error:
            if "othing was spent" not in str(error):
                raise
            return kept or {"refused": [1, 1]}
        for promise, is_held in held:
            count = kept.setdefault(promise, [0, 0])
            count[0] += bool(is_held)
            count[1] += 1
    return kept


def too_rare(promise: str, count: list[int]) -> float:
    """How likely it would be kept so rarely, if what it says were true."""
    share = next(share for word, share in SHARES.items() if promise.startswith(word))
    return float(binom.cdf(count[0], count[1], share))


SHARES = {"holds": 0.95, "width": 0.5, "sees": 0.8, "sure": 0.85, "prints": 1 - 1e-6, "refused": 0}
"""How often a promise has to be kept, by its first word."""


def over(results: Results, without: set[tuple[int, str]]) -> dict[tuple[Any, ...], Counts]:
    """The counts of all worlds with a pair of values together, without promises that are broken in a world alone."""
    table: dict[tuple[Any, ...], Counts] = {}
    for number, (world, counts) in results.items():
        for where in two_of(world):
            for promise, (held, made) in counts.items():
                if (number, promise) not in without:
                    total = table.setdefault(where, {}).setdefault(promise, [0, 0])
                    total[0] += held
                    total[1] += made
    return table


def rare(table: dict[Any, Counts]) -> set[tuple[Any, str]]:
    """Where which promise was kept too rarely."""
    return {
        (where, promise)
        for where, counts in table.items()
        for promise, count in counts.items()
        if too_rare(promise, count) < SURELY
    }


class Sweep:
    """One part: its worlds, and what was found in them with one seed or another."""

    def __init__(self, name: str, repetitions: int) -> None:
        self.name, self.repetitions = name, repetitions
        self.worlds = covering(PARTS[name], 0)
        self.reference = Remembered("promises.json")
        self.now = digest([*library(), *sorted(Path(__file__).parent.glob("*.py"))])

    def run(self, seed: int, chosen: Iterable[int]) -> Results:
        """These worlds, in two processes; those that were tried before are not tried again."""
        keys = {at: f"{self.now} {self.name} {self.repetitions} {seed} {at}" for at in chosen}
        wanted = [at for at, key in keys.items() if key not in self.reference]
        with ProcessPoolExecutor(2, get_context("fork")) as pool:
            tasks = [
                pool.submit(kept_in, self.name, self.worlds[at], self.repetitions, 1_000 * seed + at)
                for at in wanted
            ]
            for done, (at, task) in enumerate(zip(wanted, tasks, strict=True), 1):
                self.reference[keys[at]] = task.result()
                print(
                    f"\r{self.name}, seed {seed}: {done} of {len(wanted)}",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
        return {at: (self.worlds[at], self.reference[key]) for at, key in keys.items()}

    def report(self, seed: int, *, every: bool) -> int:
        """Print what broke twice, worlds before pairs, and what was covered; return how many breaks there are."""
        first = self.run(seed, range(len(self.worlds)))
        alone = rare({at: counts for at, (_, counts) in first.items()})
        second = self.run(seed + 1, sorted({at for at, _ in alone}))
        alone &= rare({at: counts for at, (_, counts) in second.items()})
        once = over(first, alone)
        pairs = rare(once)
        meeting = {
            at for at, world in enumerate(self.worlds) if two_of(world) & {where for where, _ in pairs}
        }
        again = over(self.run(seed + 1, sorted(meeting)), alone)
        pairs &= rare(again)
        for at, promise in sorted(alone):
            print(
                f"BREAK  {promise}: {said(first[at][1][promise])}, {said(second[at][1][promise])}  {self.worlds[at]}"
            )
        for where, promise in sorted(pairs):
            print(
                f"BREAK  {promise}: {said(once[where][promise])}, {said(again[where][promise])}  {named(where)}"
            )
        for where, counts in sorted(once.items()) if every else ():
            print(
                f"{named(where)}:",
                *(f"{promise} {said(count)};" for promise, count in sorted(counts.items())),
            )
        made: Counter[str] = Counter()
        for _, counts in first.values():
            made.update({promise: count[1] for promise, count in counts.items()})
        print(
            f"{self.name}: {len(once)} pairs in {len(first)} worlds, {self.repetitions} times each; promises:",
            dict(made),
        )
        return len(alone) + len(pairs)


def said(count: list[int]) -> str:
    return f"{count[0]} of {count[1]}"


def named(where: tuple[Any, ...]) -> str:
    return " × ".join(f"{feature} {value}" for feature, value in where)


def main(words: list[str]) -> int:
    """Sweep the parts that are named, or all of them; 1 if a promise is broken."""
    options = argparse.ArgumentParser(prog="python -m tests.promises")
    options.add_argument("repetitions", nargs="?", type=int, default=40)
    options.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)} (default: all)")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--pairs", action="store_true", help="also print every pair with its counts")
    asked = options.parse_args(words)
    breaks = [
        Sweep(name, asked.repetitions).report(asked.seed, every=asked.pairs) for name in asked.parts or PARTS
    ]
    return int(sum(breaks) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
