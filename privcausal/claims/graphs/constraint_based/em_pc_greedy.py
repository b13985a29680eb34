"""EM-PC's score of an edge: how many records stand between a test and its opposite, exactly and greedily."""

from collections.abc import Callable
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
from scipy.special import chdtri

from privcausal.claims.sources import AT_PRIV_PC, PRIV_PC
from privcausal.claims.specimens.private_pcs import choice_as_coded, g_squared, greedy_distance
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.contingency import g_squared as library_g_squared
from privcausal.privacy.price import Relation
from privcausal.verify import Consequence
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.claim import Claim, Mutant, instead
from privcausal.verify.evidence import Number, Target
from privcausal.verify.formula import Formula
from privcausal.verify.reading import Origin, Reading

Cells = tuple[int, ...]
"""A table of two rows and two columns."""


@cache
def all_tables(n: int) -> tuple[Cells, ...]:
    """Of n records."""
    return tuple((a, b, c, n - a - b - c) for a, b, c in product(range(n + 1), repeat=3) if a + b + c <= n)


@cache
def greedy(cells: Cells, alpha: float) -> int:
    return greedy_distance(np.reshape(cells, (2, 2)), alpha)


@cache
def exact(cells: Cells, alpha: float) -> int:
    """How many records must be replaced until the test flips, less one if it says "independent", negative if not."""
    tables, bar = np.array(all_tables(sum(cells))), float(chdtri(1, alpha))
    apart = np.abs(tables - cells).sum(axis=1) // 2
    says = independence(sum(cells), bar)
    here = bool(says[apart == 0][0])
    distance = int(apart[says != here].min())
    return distance - 1 if here else -distance


@cache
def independence(n: int, bar: float) -> Any:
    """Which tables look independent."""
    return np.array([g_squared(np.reshape(cells, (2, 2)).astype(float)) < bar for cells in all_tables(n)])


def worst_move(score: Callable[[Cells, float], int], n: int, alpha: float) -> Extreme:
    """The largest change of a score when one of n records is replaced."""
    best, cases = Extreme(-1, {}, 0), 0
    for cells in all_tables(n):
        for leaves, enters in product(range(4), repeat=2):
            if leaves == enters or not cells[leaves]:
                continue
            other = tuple(c - (i == leaves) + (i == enters) for i, c in enumerate(cells))
            change = abs(score(cells, alpha) - score(other, alpha))
            cases += 1
            if change > best.value:
                best = Extreme(change, {"before": list(cells), "after": list(other)}, 0)
    return Extreme(best.value, best.witness, cases)


worst_greedy, worst_exact = partial(worst_move, greedy), partial(worst_move, exact)


def replayed_greedy(witness: dict[str, Any], n: int, alpha: float) -> int:
    """Both searches once more, with the library's G-test."""
    ends = []
    for side in ("before", "after"):
        left, bar = list(witness[side]), float(chdtri(1, alpha))
        sign = 1 if statistic(left) < bar else -1
        for steps in range(n):
            fewer = [[c - (i == k) for i, c in enumerate(left)] for k in range(4) if left[k]]
            left = max(fewer, key=lambda rest: sign * statistic(rest))
            if sign * statistic(left) >= sign * bar or steps == n - 1:
                ends.append(sign * steps)
                break
    return abs(ends[1] - ends[0])


def statistic(cells: list[int]) -> float:
    if not sum(cells):
        return 0.0
    records = np.repeat(list(product((0, 1), repeat=2)), cells, axis=0)
    return round(library_g_squared(Tables(records, (2, 2)), 0, 1).statistic, 9)


def one(n: int, alpha: float) -> Number:
    return 1


CLAIMS = (
    Claim(
        id="P-em-greedy",
        title="Records taken away greedily are a score that one record hardly moves",
        source=PRIV_PC,
        reading=Reading(
            Origin.PAPER,
            f"Section 1 (004:l.36), which doubts it; the search is {AT_PRIV_PC}findJS.py l. 317-351, the sensitivity "
            "is used in pc.py l. 209, 213",
            doubted=True,
        ),
        consequence=Consequence(
            cost=(
                "The ε that this implementation reports means nothing. Its authors, who compare EM-PC with their "
                "own method, say of the original program, which we have not seen, that its privacy is unclear."
            ),
            sure="Sure of the lines; unsure that the original searches in the same way.",
            repair="{prf:ref}`P-em` and the scores of chapter {doc}`../notebooks/33_four_private_pcs`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "EM-PC scores an edge by the number of records that must change before its G-test changes its "
            "verdict, negative if the test says “dependent”. The public code takes records away one at a "
            "time, always the one that moves $G^2$ farthest, and counts."
        ),
        statement=(
            "«Neighbours» moves that count, like the number that it stands for, by «sense» $«published»$."
        ),
        published=Formula("1"),
        ours=Formula("n - 1"),
        at={"n": 12},
        checks=(
            Exhaustive(
                "all tables of two rows and columns",
                ({"n": 10, "alpha": 0.1}, {"n": 12, "alpha": 0.1}, {"n": 12, "alpha": 0.01}),
                worst_greedy,
                (instead(ours="n - 2"),),
                replayed_greedy,
            ),
            Exhaustive(
                "the number itself, by comparing all tables",
                ({"n": 10, "alpha": 0.1}, {"n": 12, "alpha": 0.1}),
                worst_exact,
                (Mutant("the greedy count", check={"worst": worst_greedy}),),
                tolerance=one,
                target=Target.OURS,
            ),
        ),
    ),
)


def chosen_edge(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    """One of two edges by their greedy scores at ε = 1: 12 equal records, or one of them replaced; the other has 5."""
    scores = (greedy(((0, 0, 0, 12), (1, 0, 0, 11))[neighbour], 0.1), 5)
    return choice_as_coded(scores, (False, False), 1 / 2, size, rng)[:, None].astype(float)


EXHIBITS = (
    Exhibit(
        "EM-PC's choice by greedy scores, as coded",
        "one of two edges, at ε = 1 for scores of sensitivity 1",
        "P-em-greedy",
        False,
        chosen_edge,
    ),
)
