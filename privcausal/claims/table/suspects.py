"""Claims about the look at the data beforehand: how far one record moves all counts of cells together."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from privcausal.arrays import Floats
from privcausal.privacy.price import Relation
from privcausal.table.declaration import Categories, Column, Declaration, Number
from privcausal.table.suspects import most_changed, suspects
from privcausal.verify import Formula, by_us, instead, mutant, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, worst_of

WORDS = {"declared": 0.0, "undeclared": 2.0}
"""The codes of a column of two categories, and the code of a cell with neither."""

NUMBERS = {"missing": np.nan, "below": -1.0, "within": 0.5, "above": 2.0}
"""A cell of each kind, for a range from 0 to 1."""

Counting = Callable[[Declaration, list[Floats]], tuple[Floats, int]]


def columns(c: int, r: int) -> Declaration:
    """So many columns of which one kind of cells is counted, and so many of which several are."""
    one: dict[str, Column] = {f"word{place}": Categories(("no", "yes")) for place in range(c)}
    several: dict[str, Column] = {f"number{place}": Number(0, 1) for place in range(r)}
    return Declaration(one | several)


def records(c: int, r: int) -> Iterator[tuple[str, ...]]:
    """Every record, by the kinds of its cells."""
    return product(*[WORDS] * c, *[NUMBERS] * r)


def distance(case: dict[str, Any], c: int, r: int, counting: Counting) -> float:
    """How far the counts are apart, as a sum of distances, when one record of two is replaced."""
    cells = WORDS | NUMBERS
    rows = {side: [[cells[kind] for kind in case[name]] for name in ("other", side)] for side in SIDES}
    before, after = (counting(columns(c, r), [np.array(rows[side])])[0] for side in SIDES)
    return float(np.abs(before - after).sum())


SIDES = ("before", "after")


def worst_suspects(c: int, r: int, counting: Counting = suspects) -> Extreme:
    """The largest distance over all pairs of tables of two records, of which one is replaced."""
    other = next(records(c, r))
    cases = (
        {"other": list(other), "before": list(before), "after": list(after)}
        for before, after in product(records(c, r), repeat=2)
    )
    return worst_of(cases, partial(distance, c=c, r=r, counting=counting))


def double_count(declaration: Declaration, pieces: list[Floats]) -> tuple[Floats, int]:
    """The wrong count: a cell that is missing is also counted as one below the range."""
    rows = [np.where(np.isnan(piece), -1.0, piece) for piece in pieces]
    missing, size = suspects(declaration, pieces)
    return missing + suspects(declaration, rows)[0], size


CLAIMS = (
    by_us(
        id="B-suspects",
        title="One record changes the counts of missing, clipped and undeclared cells by 1 or 2 in each column",
        place="the look at the data before the first question",
        relation=Relation.SUBSTITUTION,
        definition=(
            "In each column of a table some kinds of cells are counted, such that no cell is of two kinds: of $c$ "
            "columns one kind, of $r$ columns two or more, and of every column there are cells of none."
        ),
        statement=(
            "«Neighbours» changes all these counts together by «sense» $«ours»$, as a sum of distances, for all $«c»$ "
            "and all $«r»$."
        ),
        quantities=(whole("c", at_least=0), whole("r", at_least=0)),
        ours=Formula("c + 2*r"),
        at={"c": 3, "r": 4},
        subjects=(suspects, most_changed),
        checks=(
            Exhaustive(
                "all records, before and after",
                worlds("c r", (1, 0), (0, 1), (2, 0), (1, 1), (2, 1), (0, 2)),
                worst_suspects,
                (
                    instead(ours="c + r"),
                    instead(ours="c + 2*r - 1"),
                    mutant(
                        "a missing cell counts as one below the range, too",
                        worst=partial(worst_suspects, counting=double_count),
                    ),
                ),
            ),
        ),
    ),
)
