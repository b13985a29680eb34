"""The one look: how many people have which outcome, in each arm of each stratum, with Laplace noise.

A person adds 1 to one cell. An outcome that is a number in [0, 1] has three cells instead of two, and its person adds
(1 − u)², 2u(1 − u) and u² to them, which are never negative and add up to 1. Replacing a record therefore moves the
table by at most 2 in either case, and from the three sums follow the number of people, the total and the sum of
squares.

Claim: B-effect-table
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from privcausal.arguments import hint
from privcausal.arrays import Floats
from privcausal.effects.design import Design
from privcausal.effects.standardise import Arms
from privcausal.graphs.ask_once.contrasts import basis
from privcausal.graphs.table_release import OTHER, category_labels
from privcausal.privacy.charges import announced
from privcausal.privacy.filters import Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.marks import mark
from privcausal.privacy.person_budget import row_epsilon
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.randomness import beside
from privcausal.table.cells import category, numbers
from privcausal.table.declaration import Categories, Column, Declaration, Number, word
from privcausal.table.knowledge import knowledge_of
from privcausal.table.records import Table
from privcausal.table.stream import CHANGED, Stream

if TYPE_CHECKING:
    from privcausal.graphs.table_release import TableRelease

STEPS = 1 << 12
"""A number is rounded to so many steps of its range: then all sums are whole numbers, and exact.

It is rounded up or down at random, so that it is right on average: if all numbers lie within one step, as amounts do in
a range of many orders of magnitude, to the nearest one would move their mean by up to half of it.
"""

NUMBER = np.array([[1.0, 0.0], [1.0, 0.5], [1.0, 1.0]])
"""What a person in each of the three cells of a number adds to the count and to the total."""

EVENT = np.array([[1.0, 0.0], [1.0, 1.0]])
"""The same for an event that happens or does not."""


def table_sensitivity() -> float:
    """The most that replacing one record moves the table by, in L1 distance: 2, attained. Claim: B-effect-table."""
    return 2.0


def number_weights(values: Floats, low: float, high: float, uniform: Floats | None = None) -> Floats:
    """(1 − u)², 2u(1 − u) and u² of each value's place u between the ends, as exact multiples of 2⁻²⁴.

    With a uniform number for each value, u is rounded at random and is right on average; without, to the nearest step.

    >>> number_weights(np.array([0.0, 5.0, 10.0]), 0, 10).tolist()
    [[1.0, 0.0, 0.0], [0.25, 0.5, 0.25], [0.0, 0.0, 1.0]]
    """
    steps = np.clip((values - low) / (high - low), 0.0, 1.0) * STEPS
    whole = np.rint(steps) if uniform is None else np.minimum(np.floor(steps + uniform), STEPS)
    place = whole / STEPS
    return np.stack([(1 - place) ** 2, 2 * place * (1 - place), place**2], axis=-1)


@dataclass(frozen=True, eq=False)
class EffectTable:
    """The noisy table of a design: strata × arms × cells of the outcome."""

    design: Design
    counts: Floats
    """One axis for each column to adjust for, one for the arm (control first), one for the outcome's cells."""
    scale: float
    """The scale of the Laplace noise in each number."""
    records: int
    spent: Price
    merged: int = 1
    """So many released numbers were added up in each."""
    root: Floats | None = None
    """Of a release, whose noise is Gaussian and shared by cells: one more axis than `counts`, see `Arms`."""

    @property
    def parts(self) -> tuple[Floats, Floats]:
        """What a person in each cell adds to the count and the totals, and to their products."""
        return cells_of(self.design)

    @property
    def arms(self) -> Arms:
        """All strata below each other."""
        counts = self.counts.reshape(-1, *self.counts.shape[-2:])
        parts, squares = self.parts
        root = None if self.root is None else self.root.reshape(counts.size, -1)
        return Arms(counts, parts, squares, self.scale, self.merged, self.spent.rows, root)

    @property
    def strata(self) -> list[str]:
        """What each stratum is called, in the order of `arms`."""
        labels = self.design.labels
        return [
            ", ".join(f"{name} = {value}" for name, value in zip(labels, values, strict=True)) or "everyone"
            for values in product(*labels.values())
        ]

    def over(self, adjust: tuple[str, ...]) -> "EffectTable":
        """The same people by fewer columns: their noisy counts are added up, which costs nothing."""
        missing = [name for name in adjust if name not in self.design.adjust]
        if missing:
            raise ValueError(
                f"adjust must name columns of this table, which are {', '.join(self.design.adjust) or 'none'}"
                f"{hint(missing[0], self.design.adjust)}"
            )
        axes = tuple(place for place, name in enumerate(self.design.adjust) if name not in adjust)
        kept = tuple(name for name in self.design.adjust if name in adjust)
        counts = self.counts.sum(axis=axes)
        return replace(
            self,
            design=replace(self.design, adjust=kept),
            counts=counts,
            merged=self.merged * (self.counts.size // counts.size),
            root=None if self.root is None else self.root.sum(axis=axes),
        )


def cells_of(design: Design) -> tuple[Floats, Floats]:
    """The rows (1, outcome), and with an instrument (1, outcome, treatment), of each cell; and their products.

    A product is that of a person who adds 1 to the cell: the square of a number is what the last cell counts.
    """
    parts = EVENT if design.event is not None else NUMBER
    squares = parts[:, :, None] * parts[:, None, :]
    if design.event is None:
        squares[1, 1, 1] = 0.0
    if design.instrument is None:
        return parts, squares
    both = np.array([[*row, took] for took in (0.0, 1.0) for row in parts])
    products = both[:, :, None] * both[:, None, :]
    products[:, 1, 1] = np.tile(squares[:, 1, 1], 2)
    return both, products


def look(
    design: Design,
    columns: dict[str, NDArray[np.generic]],
    coin: np.random.Generator | None = None,
    rounding: np.random.Generator | None = None,
    blank: NDArray[np.bool_] | None = None,
) -> Floats:
    """The exact table of some records; with a coin, which is tossed for each of them in place of the treatment.

    From the generator `rounding` comes what numbers are rounded by (`number_weights`). Blank records are nobody: they
    add nothing, whatever is declared of missing cells.
    """
    public = design.columns
    stratum = np.zeros(len(next(iter(columns.values()))), dtype=np.int64)
    for name, labels in design.labels.items():
        stratum = stratum * len(labels) + category(public[name], columns[name])
    arm, valid = _of_two(public[design.assigned], design.assigned, columns, design.arms)
    if coin is not None:
        arm = coin.integers(0, 2, len(arm))
    cells = len(cells_of(design)[0])
    each = cells
    cell = stratum * 2 + arm
    if design.instrument is not None:
        took, received = _of_two(public[design.treatment], design.treatment, columns, design.received)
        cell, valid, each = cell * 2 + took, valid & received, cells // 2
    weights, known = _outcome(design, columns[design.outcome], rounding)
    weights[~(valid & known) if blank is None else ~(valid & known) | blank] = 0.0
    many = design.strata * 2 * (cells // each)
    sums = [np.bincount(cell, weights[:, part], minlength=many) for part in range(each)]
    return np.stack(sums, axis=-1).astype(np.float64).reshape(design.strata, 2, cells)


def _of_two(
    column: Column, name: str, columns: dict[str, NDArray[np.generic]], two: tuple[str, str]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """0 or 1 for each record, and whether it has one of the two values."""
    labels = category_labels(column)
    codes = category(column, columns[name])
    treated = codes == labels.index(two[1])
    return treated.astype(np.int64), treated | (codes == labels.index(two[0]))


def _outcome(
    design: Design, values: NDArray[np.generic], rounding: np.random.Generator | None
) -> tuple[Floats, NDArray[np.bool_]]:
    """What each record adds to the cells of its arm, and whether its outcome is known."""
    column = design.columns[design.outcome]
    if isinstance(column, Number) and design.event is None:
        amounts = numbers(column, np.asarray(values, dtype=float))
        amounts = np.exp(amounts) if column.scale == "log" else amounts
        uniform = None if rounding is None else rounding.random(len(values))
        return number_weights(amounts, *design.bounds, uniform), np.ones(len(values), dtype=bool)
    labels = category_labels(column)
    codes = category(column, np.asarray(values))
    happened = np.asarray(codes == labels.index(str(design.event)), dtype=float)
    declared = len(getattr(column, "words", labels))
    return np.stack([1 - happened, happened], axis=-1), codes < declared


def exact_table(
    table: Table | Stream,
    design: Design,
    coin: np.random.Generator | None = None,
    rounding: np.random.Generator | None = None,
) -> Floats:
    """The counts without noise, from one pass over the records: whole multiples of 2⁻²⁴, so that no sum is rounded."""
    names = list(table.declaration.columns)
    total = np.zeros((design.strata, 2, len(cells_of(design)[0])))
    size = 0
    blanks = table.blank if isinstance(table, Table) else None
    for rows in table.pieces():
        blank = None if blanks is None else blanks[size : size + len(rows)]
        size += len(rows)
        columns: dict[str, NDArray[np.generic]] = {}
        for place, name in enumerate(names):
            whole = isinstance(table.declaration.columns[name], Categories)
            columns[name] = rows[:, place].astype(np.uint8) if whole else rows[:, place]
        total += look(design, columns, coin, rounding, blank)
    if size != len(table):
        raise ValueError(CHANGED)
    return total


def effect_table(
    table: Table | Stream,
    design: Design,
    *,
    epsilon: float,
    rng: np.random.Generator,
    placebo: bool = False,
) -> EffectTable:
    """The noisy table of a design, (ε, 0)-private when one record is replaced; of all rows of a person together.

    A placebo is a coin, tossed for each record, in place of the treatment.

    Claim: B-effect-table

    >>> from privcausal.privacy.randomness import generator
    >>> from privcausal.table.declaration import Categories, Declaration
    >>> yes_or_no = Categories(("no", "yes"), missing="no")
    >>> codes = np.random.default_rng(0).integers(0, 2, (2, 5_000)).astype(np.uint8)
    >>> people = Table(Declaration({"drug": yes_or_no, "well": yes_or_no}), dict(zip(("drug", "well"), codes)))
    >>> result = effect_table(people, Design.of(people.declaration, "drug", "well"), epsilon=1.0, rng=generator(0))
    >>> result.counts.shape, bool(abs(result.counts.sum() - 5_000) < 50), result.spent.epsilon
    ((2, 2), True, 1.0)
    """
    unit = table.declaration.unit
    exact = exact_table(table, design, rng if placebo else None, beside(rng))
    relation = Relation.SUBSTITUTION
    spent = Price(epsilon, 0.0, relation, **{**unit.priced, "blank": False})  # blank rows add nothing
    mechanism = Laplace(table_sensitivity(), row_epsilon(epsilon, unit.rows), relation)
    with announced(spent):  # what a row costs is a part of what its person does
        noisy = Filter(mechanism.epsilon, relation).release(mechanism, exact, rng).value
    shape = [len(labels) for labels in design.labels.values()]
    counts = np.asarray(noisy).reshape(*shape, *exact.shape[1:])
    return EffectTable(design, counts, mechanism.scale, len(table), mark(spent, rng, len(table)))


def release_table(kept: "TableRelease", design: Design) -> EffectTable:
    """The table that a release holds already, for nothing: of treatment, outcome and one column to adjust for."""
    names = [*design.adjust, design.assigned, design.outcome]
    places = [list(kept.values).index(name) for name in names]
    if len(places) > 3 or design.instrument is not None or tuple(sorted(places)) not in kept.means:
        raise ValueError(
            "the release holds no table of these columns together: it has all pairs of columns, and "
            "those threes that its graph needed; leave adjust out, or ask the data"
        )
    stored = kept.interactions
    shares, noise = stored.table(places)
    rotation = np.eye(1)
    for size in shares.shape:
        rotation = np.asarray(np.kron(rotation, basis(size)), dtype=np.float64)
    root = (rotation * noise.ravel()).reshape(*shares.shape, -1)
    arms = [kept.values[design.treatment].index(value) for value in design.arms]
    labels = kept.values[design.outcome]
    known = design.columns[design.outcome].words  # type: ignore[union-attr]
    cells = np.array(
        [[label in known and label != design.event, label == design.event] for label in labels], float
    )
    counts = np.take(shares, arms, axis=-2) @ cells
    root = np.einsum("...yf,yk->...kf", np.take(root, arms, axis=-3), cells)
    size = kept.records
    return EffectTable(design, counts * size, float(noise.max()) * size, size, kept.spent, root=root * size)


def declaration_of(kept: "TableRelease") -> Declaration:
    """The columns of a release as categories: numbers by their cuts.

    Of a release that names its gaps no category is one, whatever it is called; an earlier one has a category for them.
    """
    declared = kept.declaration.get("columns", {})
    own = {name: OTHER in declared.get(name, {}).get("values", ()) for name in kept.values}
    return Declaration(
        {
            name: Categories(labels[:-1])
            if labels[-1] == OTHER and not own[name]
            else Categories(labels, missing=_stand_in(declared.get(name, {}), labels))
            for name, labels in kept.values.items()
        },
        knowledge=knowledge_of(kept.declaration),
    )


def _stand_in(declared: Mapping[str, Any], labels: Sequence[str]) -> str:
    """Return the category of a missing cell; where none was declared, no cell of a release counts as the first."""
    missing = declared.get("missing")
    if missing is None:
        return labels[0]
    return labels[bisect_right(declared["cuts"], missing)] if "cuts" in declared else str(word(missing))
