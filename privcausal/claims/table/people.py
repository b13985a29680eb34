"""Claims about tables with several rows a person: how many of the kept records can one person move?"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations, product
from typing import Any

import numpy as np

from privcausal.arrays import Floats
from privcausal.privacy.price import Relation
from privcausal.table.people import BLANK, Places, draw_places, first_rows, limited
from privcausal.verify import Formula, by_us, instead, mutant, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, worst_of

NOBODY, OTHER, PERSON, SUCCESSOR = np.nan, 1.0, 2.0, 3.0
"""The owner of a row: nobody's, another person's, the one's who is replaced, and the one's who comes instead."""

Kept = Callable[[Floats, int], Places]


def neighbouring_identifiers(n: int) -> Iterator[tuple[list[float], list[float]]]:
    """All tables of n rows, as whose each row is, before and after one person is replaced; nobody else's row changes.

    Before, a row of the two is the person's or nobody's; after, it is the successor's or nobody's.
    """
    here, there = (PERSON, NOBODY), (SUCCESSOR, NOBODY)
    rows = [(OTHER, OTHER), *product(here, there)]
    for table in product(rows, repeat=n):
        yield [before for before, _ in table], [after for _, after in table]


def records(identifiers: list[float], side: int, k: int, lots: list[int], size: int, rule: Kept) -> list[Any]:
    """The records that are left, each with a content of its own: that of a row of others is the same on both sides."""
    whose = np.array(identifiers)
    places = draw_places(rule(whose, k), np.array(lots, dtype=np.uint64), size)
    return [
        "blank" if place == BLANK else (place, side if whose[place] != OTHER else -1)
        for place in places.tolist()
    ]


def replaced(case: dict[str, Any], k: int, rule: Kept) -> int:
    """How many records of the one collection have to be replaced to make the other."""
    before, after = (
        Counter(records(case[name], side, k, case["lots"], case["size"], rule))
        for side, name in enumerate(("before", "after"))
    )
    return (before - after).total()


def in_their_places(case: dict[str, Any], k: int, rule: Kept) -> int:
    """The wrong count: in how many places do the tables differ, if nobody changes the order of the rows?"""
    tables = []
    for side, name in enumerate(("before", "after")):
        left = set(rule(np.array(case[name]), k).tolist())
        tables.append(
            [
                "blank" if place not in left else side if whose != OTHER else -1
                for place, whose in enumerate(case[name])
            ]
        )
    return sum(here != there for here, there in zip(*tables, strict=True))


def nobody_is_somebody(identifiers: Floats, rows: int) -> Places:
    """The wrong rule: all rows without an identifier are one person's."""
    return first_rows(np.nan_to_num(identifiers, nan=9.0), rows)


def worst_people(n: int, k: int, rule: Kept = first_rows, distance: Callable[..., int] = replaced) -> Extreme:
    """The largest distance over all tables, all sizes of the result, and all lots."""
    cases = (
        {"before": before, "after": after, "lots": list(lots), "size": size}
        for before, after in neighbouring_identifiers(n)
        for size in range(1, n + 1)
        for lots in (permutations(range(n)) if size < n else [range(n)])
    )
    return worst_of(cases, lambda case: distance(case, k=k, rule=rule))


CLAIMS = (
    by_us(
        id="B-people",
        title="Of a table with at most K rows kept of each person, one person moves K records",
        place="the rule by which `person` cuts a table",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let each row of a table have an identifier or none. Two tables of the same length are neighbours if they "
            "agree in all rows but those of one person: in these, the one has this person's identifier or none, and "
            "the other has the identifier of one person, who has no other rows, or none. Of each identifier the first "
            "$K$ rows are kept. Of the kept rows those with the smallest of independent random lots are taken, so many "
            "as a public number says, or all if there are fewer; then blank records are added up to that number."
        ),
        statement=(
            "For all $«k»$, all neighbours and all lots, the two collections of records differ in «sense» $«ours»$ "
            "records, each replaced by another. In a random order, they are as hard to distinguish as tables that "
            "differ in that many places."
        ),
        quantities=(whole("k", at_least=1, letter="K"),),
        ours=Formula("k"),
        at={"k": 3},
        subjects=(limited,),
        checks=(
            Exhaustive(
                "all small tables, all lots",
                worlds("n k", (3, 1), (4, 1), (4, 2), (4, 3)),
                worst_people,
                (
                    instead(ours="k - 1"),
                    mutant(
                        "rows without identifier are one person's",
                        worst=partial(worst_people, rule=nobody_is_somebody),
                    ),
                    mutant(
                        "the order of the rows is left as it is",
                        worst=partial(worst_people, distance=in_their_places),
                    ),
                ),
                thorough=({"n": 5, "k": 2},),
            ),
        ),
    ),
)
