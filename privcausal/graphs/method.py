"""What every way to learn a graph can be asked, by `discover`, `plan`, reports and experiments alike."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.expected_f1 import Expected, expected, outside_simulated_range
from privcausal.graphs.learned import Learned, Step
from privcausal.privacy.price import Price
from privcausal.table.declaration import Declaration, sizes_of, values_of
from privcausal.table.records import Table
from privcausal.table.stream import Asks, Stream

if TYPE_CHECKING:
    from privcausal.graphs.edge_confidence import EdgeFeatures

LINEAR = "Every column is a linear function of its causes plus noise"
VARIED = "no column has the same number for half of the people"
"""What the smallest association that is detected between numbers rests on: those who differ are shortened."""
NONE_FIXED = "no other column is held fixed"
"""What it rests on with more than two columns: next to related ones, a test with these held fixed detects less."""
IN_UNITS = [
    "the arrows take all noises to vary equally: in other units they can reverse",
    "columns whose mean is not 0 are joined even if independent: subtract a known centre first",
]
"""What a graph says of the units of its columns, if its method depends on them."""
LEFT_OUT = "rows left out of a person's, which count as blank"
"""Why no edge of such a table is called sure."""

POWER = 0.8
"""An association counts as detectable if it would be detected in so many of repeated studies."""

Progress = Callable[[Step], None]


@dataclass(frozen=True)
class Detectability:
    """The associations that one method would detect in a table, computed from public numbers alone."""

    method: str
    noise: float
    """The standard deviation of the noise in the statistic of one pair."""
    statistic: str
    measure: str
    """φ, or τ for tests by ranks alone; for two yes-or-no columns they are the same. r for numbers."""
    least: NDArray[np.float64]
    """For each pair of columns the smallest association that would be detected; above 1 none would."""

    @property
    def span(self) -> tuple[float, float]:
        """The smallest association for the best pair and for the worst."""
        return float(np.nanmin(self.least)), float(np.nanmax(self.least))


@dataclass(frozen=True, kw_only=True)
class Method(ABC):
    """One way to learn a graph. A new one is a new file in `privcausal/graphs/methods/` with its `METHOD`."""

    name: str
    wants: str
    """CATEGORIES, NUMBERS or MIXED."""
    says: str
    """Description of the method in one sentence."""
    rank: float
    """Its place in lists; the first private method for a kind of data is the default."""
    private: bool = True
    largest: float = math.inf
    """It never means to hold more variables fixed at once: where it ends for that reason, it has not run dry."""
    assumes: str = ""
    """What must be true of the columns, beyond what every method needs."""
    edges_if: tuple[str, ...] = ()
    """The same in a few words, if its edges are called sure: beside a third column, others are joined otherwise."""
    detects_if: str = ""
    """What the smallest association that it detects rests on, beyond complete cells."""
    unitless: bool = True
    """Its answer does not follow the units: declared ranges are all that it knows of them."""
    asks: Asks = "records"
    """Kind of table that it needs."""
    most_values: float = math.inf
    """It takes no column of categories with more values."""
    reads: str = ""
    """The method whose release it reads, if it makes none of its own."""
    floor: float = 0.0
    """Its tests count a dependence as weak as chance leaves of it in 1/floor records as none."""
    gaps: bool = False
    """A cell without a declared value counts as none of the values; otherwise as a category of its own."""
    several_rows: bool = False
    """Its tests allow for several rows of one person, and all its noise is Gaussian and paid for in μ²."""
    forecasts_f1: bool = False
    """Its F1 was simulated, so that `expected` knows what to expect."""

    @abstractmethod
    def learn(
        self, table: Table | Stream, budget: Price, rng: np.random.Generator, progress: Progress | None = None
    ) -> Learned:
        """Learn a graph, (ε, δ)-private when one record is replaced; all noise comes from one filter."""

    def foresee(
        self, records: int, sizes: Sequence[int], budget: Price, *, power: float = POWER
    ) -> Detectability | None:
        """Return the association that it would detect in columns of these sizes, 0 for a number; None if unknown."""
        return None

    def expected(self, records: int, sizes: Sequence[int], budget: Price) -> dict[str, Expected] | None:
        """Return the F1 that is to be expected on networks like the simulated ones; None where that is not known."""
        if not self.forecasts_f1 or outside_simulated_range(self.name, records, sizes, budget.epsilon):
            return None
        return expected(self.name, self.clue(records, sizes, budget), sizes)

    def clue(self, records: int, sizes: Sequence[int], budget: Price) -> float:
        """Return the number by which simulated tables are compared with others: the usual minimum that it detects."""
        forecast = self.foresee(records, sizes, budget)
        assert forecast is not None  # its noise is known beforehand
        return float(np.nanmedian(forecast.least))

    def lost(self, learned: Learned) -> NDArray[np.bool_]:
        """Return the columns of which nothing but noise was seen."""
        return np.zeros(len(learned.graph), dtype=bool)

    def features(self, learned: Learned) -> "Iterator[EdgeFeatures]":
        """Return what the release says of each edge that was learned from it, in clues."""
        return iter(())

    def with_options(self, **options: Any) -> Self:
        """Return the same method with these options.

        >>> from privcausal.graphs.methods import METHODS
        >>> METHODS["once-linear"].with_options(row_norm=2.0).row_norm
        2.0
        >>> METHODS["once"].with_options(row_norm=2.0)
        Traceback (most recent call last):
        ValueError: row_norm must be left out for method 'once', which has no such option
        """
        for option in options:
            if option not in {field.name for field in fields(self)}:
                raise ValueError(
                    f"{option} must be left out for method {self.name!r}, which has no such option"
                )
        return replace(self, **options)

    def columns_with_too_many_values(self, sizes: Sequence[int]) -> list[int]:
        """Return the places of columns with more values than it takes."""
        return [place for place, size in enumerate(sizes) if size > self.most_values]

    def check_columns(self, declaration: Declaration) -> None:
        """Refuse, before anything is read, columns with more values than it takes."""
        sizes = self.sizes(declaration)
        for place in self.columns_with_too_many_values(sizes):
            raise ValueError(
                f"column {place + 1:d} of the declaration must have at most {self.most_values:g} categories for "
                f"method {self.name!r}, and it has more. Declare fewer, from subject knowledge and not from the data. "
                "A cell with another "
                + ("value counts as missing." if self.gaps else "value counts as one further category.")
            )

    def sizes(self, declaration: Declaration) -> tuple[int, ...]:
        """Return how many values each column has for this method, 0 for a number."""
        return values_of(declaration) if self.gaps else sizes_of(declaration)
