"""The one look of an effect: how far can one replaced record move the table?"""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.effects.design import Design
from privcausal.effects.effect_table import effect_table, look, number_weights, table_sensitivity
from privcausal.privacy.price import Relation
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.verify import Formula, by_us, each, instead, mutant
from privcausal.verify.checks import Exhaustive, Extreme, worst_of

PLACES = (0.0, 0.1, 0.5, 0.9, 1.0)
"""Places in its range of an outcome that is a number."""

WORDS = Categories(("no", "yes"))
DECLARED = Declaration({"old": WORDS, "lottery": WORDS, "drug": WORDS, "died": WORDS, "weight": Number(0, 1)})
COLUMNS = ("old", "lottery", "drug")


def design(outcome: str, instrument: bool) -> Design:
    """A treatment with two values and one for all else, one column to adjust for, perhaps an instrument."""
    chosen = "lottery" if instrument else None
    return Design.of(DECLARED, "drug", outcome, adjust=["old"], instrument=chosen)


def records(outcome: str) -> list[tuple[Any, ...]]:
    """Every record: codes of the columns, and the outcome."""
    values = PLACES if outcome == "weight" else (0, 1, 2)
    return list(product((0, 1, 2), (0, 1, 2), (0, 1, 2), values))


def table_of(rows: list[tuple[Any, ...]], outcome: str, instrument: bool) -> Floats:
    """The library's table of some records."""
    columns: dict[str, NDArray[np.generic]] = {
        name: np.array([row[place] for row in rows], dtype=np.uint8) for place, name in enumerate(COLUMNS)
    }
    last = [row[-1] for row in rows]
    columns[outcome] = np.array(last, dtype=float if outcome == "weight" else np.uint8)
    return look(design(outcome, instrument), columns)


def worst(outcome: str, instrument: bool, replaced: int = 1) -> Extreme:
    """The largest distance of the tables of any two records; the other records add the same to both."""
    every = records(outcome)
    tables = [table_of([row], outcome, instrument) for row in every]
    pairs = ({"before": a, "after": b} for a, b in product(range(len(every)), repeat=2))
    extreme = worst_of(
        pairs, lambda pair: replaced * _distance(tables[pair["before"]], tables[pair["after"]])
    )
    before, after = (list(every[extreme.witness[side]]) for side in ("before", "after"))
    return Extreme(extreme.value, {"before": before, "after": after}, extreme.cases)


def _distance(one: Floats, other: Floats) -> float:
    return float(np.abs(one - other).sum())


def among_others(witness: dict[str, Any], outcome: str, instrument: bool) -> float:
    """The same two records in a table of many."""
    every = records(outcome)
    ends = [table_of([*every, tuple(witness[side])], outcome, instrument) for side in ("before", "after")]
    return _distance(*ends)


def power_sums(values: Floats, low: float, high: float) -> Floats:
    """The wrong cells for a number: the count, the total and the sum of squares themselves."""
    place = (values - low) / (high - low)
    return np.stack([np.ones_like(place), place, place**2], axis=-1)


def worst_weights(weights: Callable[..., Floats] = number_weights) -> Extreme:
    """The largest distance of two people in different arms, by the cells of their numbers."""
    cells = {place: weights(np.array([place]), 0.0, 1.0)[0] for place in np.linspace(0, 1, 41).tolist()}
    pairs = ({"before": a, "after": b} for a, b in product(cells, repeat=2))
    return worst_of(pairs, lambda pair: float(np.abs([cells[pair["before"]], cells[pair["after"]]]).sum()))


CLAIMS = (
    by_us(
        id="B-effect-table",
        title="One record moves the table of an effect by at most 2",
        place="the one look of `effect`",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let the strata, the arms and the values of a treatment be declared, and let each person add to the cells "
            "of one arm of one stratum: to one of two by an event that happened or not, or, by a number whose place in "
            "its declared range is $u$, the three weights of the binomial distribution with two trials and success "
            "probability $u$. With an instrument its values are the arms, and either value of the treatment has cells "
            "of its own. People without a declared value add nothing."
        ),
        statement="«Neighbours» moves the table of all sums by «sense» $«ours»$ in $L_1$ distance.",
        ours=Formula("2"),
        subjects=(effect_table, table_sensitivity, look),
        checks=(
            Exhaustive(
                "all pairs of records of a small domain",
                each(outcome=("died", "weight"), instrument=(False, True)),
                worst,
                (instead(ours="1"), mutant("two records replaced", worst=partial(worst, replaced=2))),
                among_others,
            ),
            Exhaustive(
                "two numbers in different arms",
                ({},),
                worst_weights,
                (
                    instead(ours="19/10"),
                    mutant("count, total and squares", worst=partial(worst_weights, weights=power_sums)),
                ),
            ),
        ),
    ),
)
