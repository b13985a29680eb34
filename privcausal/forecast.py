"""Plan before you spend: what a budget would let one see in a table that nobody has opened yet."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from privcausal.answer import Answer, axes, price_dict
from privcausal.graphs.ask_once.mixed_rows import is_plain, sizes_of
from privcausal.graphs.expected import SCORES as PARTS
from privcausal.graphs.expected import Expected, beyond, expected, tried
from privcausal.graphs.foresight import POWER
from privcausal.graphs.methods import DEFAULT, best_reader
from privcausal.graphs.sight import PLANNED, Sight, planned, sight, too_many
from privcausal.pairs.correlation import SCORES
from privcausal.pairs.interval import SPREAD, half_width
from privcausal.privacy.price import Price, check_positive
from privcausal.table.declaration import Declaration

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TOO_FINE = 0.5
"""A column is called too fine if its best pair would be seen only from a stronger association on."""

TOO_MANY = "no method takes so many values of one column"

MOST_RECORDS = 10**9


@dataclass(frozen=True, repr=False)
class Forecast(Answer):
    """What this many records of these columns could tell at this price: computed from public numbers, so it is free."""

    names: tuple[str, ...]
    """The columns of the graph."""
    sizes: tuple[int, ...]
    """How many values each has; 0 for a number."""
    records: int
    budget: Price
    correlation: tuple[float, float]
    """Kendall's τ at the whole ε: the scale of its noise, and the smallest τ that would be told from 0."""
    sights: tuple[Sight, ...]
    """What comes first is right more often at equal price, as the book's comparison shows."""
    wish: float | None = None
    needed: int | None = None
    """How many records the first method needs so as to see an association of `wish` between any two columns."""
    uncut: tuple[str, ...] = ()
    """Numbers without cuts, which `release` would refuse."""

    @cached_property
    def expected(self) -> dict[str, Expected] | None:
        """The F1 of pairs and of arrows by `once`, on networks like the simulated ones; None beyond those."""
        known = bool(self.sights) and self.sights[0].method == DEFAULT
        return expected(self.records, self.sizes, self.budget) if known else None

    @property
    def method(self) -> str | None:
        """The first method that would see anything; None if there is none, or if no two columns are categories."""
        first = next((sight.method for sight in self.sights if sight.span[0] <= 1), None)
        return best_reader(self.records) if first == DEFAULT else first

    @property
    def too_fine(self) -> list[str]:
        """The columns that see little because they have many categories, or too many for being asked once."""
        least = np.nanmin(self.sights[0].least, axis=1) if self.sights else np.zeros(len(self.sizes))
        blind = {place for place, size in enumerate(self.sizes) if size > 2 and least[place] > TOO_FINE}
        return [self.names[place] for place in sorted(blind | set(too_many(DEFAULT, self.sizes)))]

    def to_dict(self) -> dict[str, Any]:
        """All of it, pair by pair."""
        pairs = list(combinations(range(len(self.names)), 2))
        return {
            "records": self.records,
            "budget": price_dict(self.budget),
            "correlation": dict(zip(("noise", "smallest"), self.correlation, strict=True)),
            "methods": [
                {
                    "method": sight.method,
                    "measure": sight.measure,
                    "noise": sight.noise,
                    "pairs": [
                        {
                            "first": self.names[a],
                            "second": self.names[b],
                            "smallest": float(sight.least[a, b]),
                        }
                        for a, b in pairs
                    ],
                }
                for sight in self.sights
            ],
            "use": self.method,
            "expected": None
            if self.expected is None
            else {part: vars(f1) for part, f1 in self.expected.items()},
            "too_fine": self.too_fine,
            "uncut": list(self.uncut),
            "wish": self.wish,
            "records_for_wish": self.needed,
        }

    def __str__(self) -> str:
        noise, smallest = self.correlation
        rows = [f"{self.records:,} records, {self.budget}: nothing is read and nothing is spent"]
        rows.append(f"correlate  noise scale {noise:.2g}; sees τ ≥ {_size(smallest)} in 4 studies of 5")
        rows += [self._row(sight) for sight in self.sights]
        if not self.sights:
            why = "it takes two columns, and beside categories numbers need ranges"
            rows.append(f"no graph can be foreseen: {TOO_MANY if self.too_fine else why}")
        elif self.method is None:
            rows.append(
                "no method would see even a perfect association: more records, fewer columns, or a larger ε"
            )
        else:
            rows += [f"use {self.method}", self._foretold()]
        if self.too_fine:
            rows.append(
                f"too fine: {', '.join(self.too_fine)}; declare fewer values, all others count as one"
            )
        if self.uncut:
            rows.append(
                f"`release` refuses numbers without cuts: {', '.join(self.uncut)}; add cuts = [...], or leave them out "
                "of the declaration"
            )
        if self.wish is not None and self.sights:
            wanted = f"{self.needed:,} records" if self.needed else "fewer columns or values, or a larger ε"
            rows.append(f"to see φ ≥ {self.wish:g} between any two columns: {wanted}")
        return "\n".join(rows)

    def _foretold(self) -> str:
        """What to expect, or why nothing is foretold."""
        if self.sights[0].method != DEFAULT:
            return f"no F1 is foretold: it was simulated for {DEFAULT} alone"
        if self.expected is None:
            outside = ", ".join(beyond(self.records, self.sizes, self.budget.epsilon))
            return f"no F1 is foretold: beyond what was simulated lie {outside}"
        said = ", ".join(f"of {part} {f1}" for part, f1 in self.expected.items())
        by = "" if self.method == DEFAULT else f" by {DEFAULT}"
        return f"expect F1 {said}{by}: so it was in 4 simulated tables of 5"

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """The F1 to be expected at any ε, and where this plan lies."""
        if self.expected is None:
            raise ValueError(f"a plan must have an F1 to be drawn; here {self._foretold()}")
        ax = axes(ax)
        epsilons = np.geomspace(*tried("epsilon"), 61)
        prices = [replace(self.budget, epsilon=float(epsilon)) for epsilon in epsilons]
        found = [expected(self.records, self.sizes, price) for price in prices]
        for part in PARTS:
            low, middle, high = np.array([(f[part].low, f[part].middle, f[part].high) for f in found if f]).T
            (line,) = ax.plot(epsilons, middle, label=part)
            ax.fill_between(epsilons, low, high, color=line.get_color(), alpha=0.18, linewidth=0)
            ax.plot(
                self.budget.epsilon, self.expected[part].middle, "o", color=line.get_color(), label="_here"
            )
        ax.axvline(self.budget.epsilon, linewidth=0.8, linestyle=":", color="0.5", label="_here")
        ax.annotate("you are here", (self.budget.epsilon, 1.03), ha="center", annotation_clip=False)
        ax.set(xscale="log", ylim=(0, 1.02), xlabel="ε", ylabel="F1 to be expected")
        ax.xaxis.set_major_formatter("{x:g}")
        ax.legend(loc="lower right")
        return ax

    def _row(self, sight: Sight) -> str:
        low, high = map(_size, sight.span)
        span = low if low == high else f"{low} to {high}"
        return f"{sight.method:<9}  noise {sight.noise:.2g} {sight.statistic}; sees {sight.measure} ≥ {span}"


def forecast(declaration: Declaration, records: int, budget: Price, wish: float | None = None) -> Forecast:
    """What this many records of these columns could tell at this price.

    `wish` is an association φ that is to be seen between any two columns.

    >>> from privcausal.privacy.price import Relation
    >>> from privcausal.table.declaration import Categories
    >>> yes_or_no = Categories(("no", "yes"), missing="no")
    >>> declared = Declaration({name: yes_or_no for name in ("well", "treated", "old")})
    >>> found = forecast(declared, 5_000, Price(1.0, 1e-6, Relation.SUBSTITUTION), wish=0.1)
    >>> found.method, found.needed
    ('once', 1508)
    """
    if records < 2:
        raise ValueError(f"records must be at least 2, got {records!r}")
    check_positive(epsilon=budget.epsilon)
    if wish is not None and not 0 < wish <= 1:
        raise ValueError(f"wish must be an association above 0, at most 1, got {wish!r}")
    public, kind = planned(declaration)
    sizes = sizes_of(public)
    methods = [method for method in PLANNED[kind] if len(sizes) > 1 and not too_many(method, sizes)]
    sights = [sight(method, records, sizes, budget) for method in methods]
    needed = None
    if wish is not None and sights:
        needed = _fewest(lambda n: sight(sights[0].method, n, sizes, budget).span[1] <= wish)
    uncut = tuple(name for name, column in declaration.columns.items() if is_plain(column))
    correlation = _correlation(records, budget.epsilon)
    return Forecast(
        tuple(public.columns), sizes, records, budget, correlation, tuple(sights), wish, needed, uncut
    )


def _correlation(records: int, epsilon: float) -> tuple[float, float]:
    """The noise of Kendall's τ, and the smallest τ whose 95% interval leaves 0 out in four studies of five."""
    noise = SCORES["kendall"].sensitivity(records) / epsilon
    sampling = math.sqrt(SPREAD["kendall"] / records)
    beyond = half_width(noise, sampling, 2 * POWER - 1)  # one tail of 1 − POWER
    return noise, half_width(noise, sampling, 0.95) + beyond


def _fewest(enough: Callable[[int], bool]) -> int | None:
    """The smallest number of records that is enough, by halving."""
    low, high = 1, MOST_RECORDS
    if not enough(high):
        return None
    while high - low > 1:
        middle = math.isqrt(low * high) if high > 2 * low else (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _size(size: float) -> str:
    return f"{size:.2f}" if size <= 1 else "more than 1 (nothing)"
