"""`once-mixed` for records that are not in memory: two sums, one for the units of the numbers and one matrix."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.ask_once.mixed import OnceMixed, searched, taken_apart
from privcausal.graphs.ask_once.mixed_rows import Frame, is_plain, sizes_of
from privcausal.graphs.ask_once.sums import Unread
from privcausal.graphs.ask_once.units import Units, in_parts, units_from, units_sensitivity
from privcausal.graphs.score_based.second_moments import SPARE
from privcausal.privacy.filters import GaussianFilter
from privcausal.privacy.gaussian import GaussianNoise, SymmetricGaussian
from privcausal.privacy.price import Price, check_budget
from privcausal.table.cells import category
from privcausal.table.declaration import Declaration
from privcausal.table.records import Table

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class InParts:
    """A look at numbers as parts of their declared ranges, and at their squares: what `private_units` adds up."""

    declaration: Declaration

    def __call__(self, rows: Floats) -> tuple[Floats, Floats]:
        """Ones, and what they add up."""
        parts = self.parts(rows)
        return np.ones((len(parts), 1)), np.hstack([parts, parts**2])

    def parts(self, rows: Floats) -> Floats:
        """The columns that are plain numbers, from −1 to 1."""
        public, none = self.declaration.columns, Table(self.declaration, {})
        plain = [place for place, column in enumerate(public.values()) if is_plain(column)]
        low, high = zip(*(none.bounds(list(public)[place]) for place in plain), strict=True)
        return in_parts(rows[:, plain], low, high)


@dataclass(frozen=True, eq=False)
class InFrame:
    """A look at rows of a known length: what `once_mixed` multiplies."""

    frame: Frame
    declaration: Declaration
    units: Units

    def __call__(self, rows: Floats) -> tuple[Floats, Floats]:
        """Such rows, twice."""
        numbers = iter(self.units.standardised(InParts(self.declaration).parts(rows)).T)
        seen = self.frame.rows(
            [
                next(numbers) if is_plain(column) else category(column, cells).astype(np.uint8)
                for column, cells in zip(self.declaration.columns.values(), rows.T, strict=True)
            ]
        )
        return seen, seen


@dataclass(eq=False)
class StreamedMixed(Unread):
    """Columns of categories and numbers that are gone through twice; once at once."""

    first: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        total, self.size = self.records.sum(InParts(self.declaration))
        self.first = total[0] / self.size
        self.records.check_again()


def once_mixed(streamed: StreamedMixed, *, budget: Price, rng: np.random.Generator) -> OnceMixed:
    """The same graph as `privcausal.graphs.ask_once.mixed.once_mixed` finds with all records in memory.

    Under substitution, with a public number of records.
    """
    check_budget(budget)
    size, frame = len(streamed), Frame(sizes_of(streamed.declaration))
    purse, (first, rest) = GaussianFilter.within(budget), frame.shares(budget)
    sensitivity = SPARE * units_sensitivity(frame.numbers) / size
    mechanism = GaussianNoise(sensitivity, sensitivity / first, budget.relation)
    units = units_from(purse.release(mechanism, streamed.first, rng).value, sensitivity / first)
    exact = streamed.sum(InFrame(frame, streamed.declaration, units)) / size
    sensitivity = frame.sensitivity / size
    noise = SymmetricGaussian(sensitivity, sensitivity / rest, budget.relation)
    noisy = purse.release(noise, exact, rng).value
    moments, squares = taken_apart(frame, noisy, size, frame.noise(size, budget))
    graph, separators, asked = searched(moments, squares, range(len(frame.sizes)))
    return OnceMixed(graph, separators, asked, moments, squares, purse.bill)
