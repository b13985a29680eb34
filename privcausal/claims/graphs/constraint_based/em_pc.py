"""EM-PC: an exponential mechanism that chooses how many edges go, and then which."""

import math
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.sources import PRIV_PC
from privcausal.graphs.constraint_based.em_pc import EmPc, count_scores
from privcausal.graphs.constraint_based.pc import OneByOne, Separators, pc
from privcausal.graphs.constraint_based.policy import Price
from privcausal.graphs.constraint_based.rounds import deviations, height
from privcausal.graphs.constraint_based.walk import Query
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.structure.pdag import Matrix, skeleton
from privcausal.privacy.price import Relation
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number

SWAP = Relation.SUBSTITUTION
LEVEL = 0.5
"""With a handful of records only a lenient level keeps any edge."""

ALMOST_NO_NOISE = Price(1e9, 1e-6, SWAP)
CELLS = tuple(product((0, 1), repeat=3))

# --- P-em: does deciding how many edges go keep one from PC? ---------------------------------------------------


def never_all_of_them(records: int) -> Number:
    r"""$\binom{n+7}7-1$."""
    return math.comb(records + 7, 7) - 1


def data_sets(records: int) -> Iterator[Tables]:
    """All data sets of so many records in three yes-or-no columns, but for the order of the records."""
    for rows in combinations_with_replacement(CELLS, records):
        yield Tables(rows, (2, 2, 2))


def plain_pc(tables: Tables) -> Matrix:
    """PC's skeleton, without any privacy."""

    def independent(x: int, y: int, given: tuple[int, ...]) -> bool:
        return height(tables, Query((x, y), given), LEVEL) < 0

    return skeleton(pc(3, OneByOne(independent)).graph)


def agreeing(records: int) -> Extreme:
    """On how many data sets the library's EM-PC, at a budget of a billion, has PC's skeleton."""
    same, skeletons = 0, set()
    for tables in data_sets(records):
        private = pc(3, EmPc(tables, ALMOST_NO_NOISE, np.random.default_rng(0), LEVEL)).graph
        same += bool((skeleton(private) == plain_pc(tables)).all())
        skeletons.add(skeleton(private).tobytes())
    return Extreme(same, {"different skeletons": len(skeletons)}, math.comb(records + 7, 7))


def agreeing_in_the_limit(claim: Claim, witness: dict[str, Any], records: int) -> int:
    """The same for the limit itself, written out anew: the best number, then the best tests, nothing random."""
    same, skeletons = 0, set()
    for tables in data_sets(records):
        limit = skeleton(pc(3, ByRank(tables)).graph)
        same += bool((limit == plain_pc(tables)).all())
        skeletons.add(limit.tobytes())
    return same if len(skeletons) == witness["different skeletons"] else -1


class ByRank:
    """EM-PC with an infinite budget: the number with the best score, and then so many of the lowest edges."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def separate(self, questions: Any) -> Separators:
        """No noise anywhere."""
        best = {
            edge: min(
                (height(self.tables, Query(edge, given), LEVEL), given) for given in questions.sets(edge)
            )
            for edge in questions.edges()
        }
        number = int(count_scores(np.array([low for low, _ in best.values()]), 0.0).argmax())
        return {edge: best[edge][1] for edge in sorted(best, key=lambda edge: best[edge])[:number]}


def one_too_many(records: int) -> Number:
    """More than there are."""
    return math.comb(records + 7, 7) - 100


# --- B-em-count: how sensitive the score of a number is ---------------------------------------------------------


def count_ours() -> Number:
    return 1


def two_lists() -> st.SearchStrategy[dict[str, Any]]:
    """Lowest heights of up to eight edges, each moved by at most 1; the threshold is 0."""
    number, move = st.integers(-40, 40), st.integers(-10, 10)
    step = st.tuples(number, move)
    return st.lists(step, min_size=1, max_size=8).map(
        lambda steps: {"before": [s / 10 for s, _ in steps], "after": [(s + m) / 10 for s, m in steps]}
    )


def moved_count(claim: Claim, pair: dict[str, Any]) -> float:
    first, second = (count_scores(np.array(pair[side]), 0.0) for side in ("before", "after"))
    return round(float(np.abs(first - second).max()), 9)


def moved_distance(claim: Claim, pair: dict[str, Any]) -> float:
    """The obvious score instead: how far a number is from the number of edges below the threshold."""
    before, after = (sum(value < 0 for value in pair[side]) for side in ("before", "after"))
    return float(abs(before - after))


def worst_count(levels: int, edges: int) -> Extreme:
    """All lists on a grid of whole numbers around the threshold ½, each entry moved by −1, 0 or 1."""
    best = Extreme(0.0, {}, 0)
    values = range(-levels, levels + 1)
    scores = {row: count_scores(np.array(row, dtype=float), 0.5) for row in product(values, repeat=edges)}
    cases = 0
    for row in product(range(1 - levels, levels), repeat=edges):
        for moves in product((-1, 0, 1), repeat=edges):
            cases += 1
            other = tuple(value + move for value, move in zip(row, moves, strict=True))
            change = float(np.abs(scores[row] - scores[other]).max())
            if change > best.value:
                best = Extreme(change, {"before": list(row), "after": list(other)}, cases)
    return Extreme(best.value, best.witness, cases)


def less_than_one() -> Number:
    return 0.9


CLAIMS = (
    Claim(
        id="P-em",
        title="Who decides how many edges go cannot converge to PC",
        source=PRIV_PC,
        locator="Sections 1 and 4.2, on EM-PC",
        relation=None,
        statement=(
            "Let an exponential mechanism choose, order by order, first how many edges PC deletes and then which, by "
            "scores of whatever kind. This keeps it from converging to PC: of the $\\binom{n+7}7$ data sets of $n$ "
            "records with three yes-or-no variables, those on which its skeleton is that of PC with the same test, as "
            "the budget grows without bound, are at most $\\binom{n+7}7-1$."
        ),
        published=never_all_of_them,
        at={"records": 4},
        subjects=(EmPc, deviations),
        checks=(
            Exhaustive(
                "all small data sets",
                tuple({"records": records} for records in (3, 4)),
                agreeing,
                (Mutant("a hundred data sets fail", claim={"published": one_too_many}),),
                agreeing_in_the_limit,
                ({"records": 6},),
            ),
        ),
    ),
    Claim(
        id="B-em-count",
        title="A score for the number that is no more sensitive than one test",
        source="ours",
        locator="in place of EM-PC's first choice",
        relation=SWAP,
        statement=(
            "One record moves the lowest statistic $s_e$ of each of $m$ edges by at most $\\Delta$. Sort them, "
            "$s_{(1)}\\le\\dots\\le s_{(m)}$, put $s_{(0)}=-\\infty$ and $s_{(m+1)}=\\infty$, and score the "
            "number $k$ by $q(k)=\\min\\bigl(T-s_{(k)},\\,s_{(k+1)}-T\\bigr)$. One record moves every $q(k)$ by at "
            "most $\\Delta$; here $\\Delta=1$."
        ),
        ours=count_ours,
        at={},
        proof="proof-em-count",
        subjects=(count_scores,),
        checks=(
            Exhaustive(
                "all lists on a grid",
                ({"levels": 2, "edges": 2}, {"levels": 2, "edges": 3}),
                worst_count,
                (Mutant("less than one test", claim={"ours": less_than_one}),),
            ),
            Search(
                name="lists of up to eight",
                worlds=({},),
                candidates=two_lists,
                score=moved_count,
                mutants=(
                    Mutant("less than one test", claim={"ours": less_than_one}),
                    Mutant("the distance from the number below", check={"score": moved_distance}),
                ),
            ),
        ),
    ),
)
