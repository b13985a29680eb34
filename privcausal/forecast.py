"""Plan before you spend: what a budget would let one see in a table that nobody has opened yet."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from privcausal.answer import Answer, axes, price_dict
from privcausal.arguments import number
from privcausal.graphs.ask_once.mixed_rows import LIKE_YES_OR_NO, Frame
from privcausal.graphs.ask_once.units import units_sensitivity
from privcausal.graphs.expected_f1 import SCORES as PARTS
from privcausal.graphs.expected_f1 import Expected, outside_simulated_range, simulated_range
from privcausal.graphs.kinds import MIXED, NUMBERS
from privcausal.graphs.method import NONE_FIXED, POWER, Detectability
from privcausal.graphs.methods import DEFAULT, METHODS, best_reader, kinds_of, method_of, private_methods
from privcausal.graphs.methods.once_correlations import CLEARLY
from privcausal.graphs.pair_status import hundredths
from privcausal.pairs.correlation import SCORES
from privcausal.pairs.direction_calibration import PENALTIES, RECORDS, WORTHWHILE
from privcausal.pairs.interval import SPREAD, half_width, within_people
from privcausal.pairs.private_direction import DirectionMethod
from privcausal.privacy.marks import complete
from privcausal.privacy.person_budget import row_epsilon
from privcausal.privacy.price import Price, check_budget, check_positive
from privcausal.table.declaration import Column, Declaration, Number, is_plain
from privcausal.table.unit import Unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WEAKEST_BEST_PAIR = 0.5
"""A column is called too fine if the minimum detectable association of its best pair is stronger than this."""

TOO_MANY = "no method takes so many values of one column"

MOST_RECORDS = 10**9


@dataclass(frozen=True, repr=False)
class Forecast(Answer):
    """The associations detectable with this many records at this price, from public numbers and so at no cost."""

    names: tuple[str, ...]
    """The columns of the graph."""
    sizes: tuple[int, ...]
    """How many values each has; 0 for a number."""
    records: int
    budget: Price
    correlation: tuple[float, float]
    """Kendall's τ at the whole ε: the scale of its noise, and the minimum detectable τ."""
    methods: tuple[Detectability, ...]
    """The methods; the first one is right more often at equal price, as the book's comparison shows."""
    target: float | None = None
    records_needed: int | None = None
    """How many records the first method needs so as to see an association of `target` between any two columns."""
    without_cuts: tuple[str, ...] = ()
    """Numbers without cuts, which `release` would refuse."""
    direction: tuple[float, float] | None = None
    """The share of simulated pairs that `direction` would name at the whole ε, and the penalty that names most; None
    if no two columns are numbers in a range, or if a person has several rows."""
    least_spread: tuple[float, float] | None = None
    """With categories: a number is lost if its standard deviation is a smaller part of half its range than the first,
    and more noise counts against it below the second."""
    effect: tuple[str, float] | None = None
    """Of the effect that was asked about: which it is, and how far its 95% interval would reach to either side."""

    @cached_property
    def expected(self) -> dict[str, Expected] | None:
        """The F1 of pairs and of arrows by the first method, on networks like the simulated ones; None beyond those."""
        return self._expected(self.budget)

    def _expected(self, budget: Price) -> dict[str, Expected] | None:
        return (
            method_of(self.methods[0].method).expected(self._people, self.sizes, budget)
            if self.methods
            else None
        )

    @property
    def _people(self) -> int:
        """How many people there are at least."""
        return Unit(self.budget.rows).people(self.records)

    @property
    def method(self) -> str | None:
        """The first method that would see anything; None if there is none, or if no two columns are categories."""
        first = next((entry.method for entry in self.methods if entry.span[0] <= 1), None)
        return None if first is None else best_reader(first, self.records)

    @property
    def too_many_categories(self) -> list[str]:
        """The columns that see little because they have many categories, or too many for being asked once."""
        least = np.nanmin(self.methods[0].least, axis=1) if self.methods else np.zeros(len(self.sizes))
        blind = {
            place for place, size in enumerate(self.sizes) if size > 2 and least[place] > WEAKEST_BEST_PAIR
        }
        return [
            self.names[place]
            for place in sorted(blind | set(METHODS[DEFAULT].columns_with_too_many_values(self.sizes)))
        ]

    def to_dict(self) -> dict[str, Any]:
        """All of it, pair by pair."""
        pairs = list(combinations(range(len(self.names)), 2))
        return {
            "records": self.records,
            "budget": price_dict(self.budget),
            "correlation": dict(zip(("noise", "smallest"), self.correlation, strict=True)),
            "methods": [
                {
                    "method": entry.method,
                    "measure": entry.measure,
                    "noise": entry.noise,
                    "pairs": [
                        {
                            "first": self.names[a],
                            "second": self.names[b],
                            "smallest": float(entry.least[a, b]),
                        }
                        for a, b in pairs
                    ],
                }
                for entry in self.methods
            ],
            "use": self.method,
            "expected": None
            if self.expected is None
            else {part: vars(f1) for part, f1 in self.expected.items()},
            "too_many_categories": self.too_many_categories,
            "without_cuts": list(self.without_cuts),
            "effect": None
            if self.effect is None
            else dict(zip(("asked", "half_width"), self.effect, strict=True)),
            "target": self.target,
            "records_for_target": self.records_needed,
            "direction": None
            if self.direction is None
            else dict(zip(("named", "penalty"), self.direction, strict=True)),
            "least_spread": self.least_spread,
        }

    def __str__(self) -> str:
        noise, smallest = self.correlation
        rows = [f"{self.records:,} records, {self.budget}: nothing is read and nothing is spent"]
        rows.append(f"correlate  noise scale {noise:.2g}; sees τ ≥ {_size(smallest)} in 4 studies of 5")
        rows += self._direction_row()
        if self.effect is not None:
            rows.append(f"effect     {self.effect[0]}: 95% interval of about ± {self.effect[1]:.2g}")
        rows += [self._row(entry) for entry in self.methods]
        if self.least_spread is not None:
            none_below, less_below = self.least_spread
            narrow = f"is lost if its standard deviation is below {none_below:.1%} of half its range"
            if none_below < less_below:
                narrow = (
                    f"loses power if its standard deviation is below {less_below:.1%} of half its range, and is "
                    f"lost below {none_below:.1%}"
                )
            rows.append(
                f'a number {narrow}: declare narrow ranges, and scale = "log" for skewed numbers above 0'
            )
        if self.methods:
            even = "all values are equally frequent" if any(self.sizes) else ""
            alike = [even, method_of(self.methods[0].method).detects_if]
            alike += complete(self.budget, self.names).split(" and ")
            *most, last = [*filter(None, alike), *[NONE_FIXED] * (len(self.names) > 2)]
            assumed = " and ".join([*[", ".join(most)] * bool(most), last])
            rows.append(f"this assumes that {assumed}: otherwise less is detected")
        if not self.methods:
            why = "it takes two columns, and next to categories numbers need ranges"
            rows.append(f"no graph can be forecast: {TOO_MANY if self.too_many_categories else why}")
        elif self.method is None:
            rows.append(
                "no method could detect even a perfect association: use more records, fewer columns or a larger ε"
            )
        else:
            least = min(entry.span[0] for entry in self.methods)
            weak = f", if at all: no association below {least:.2f} is seen, so a pair without an edge means nothing"
            sharp = weak if least > WEAKEST_BEST_PAIR else self._reader_text()
            rows += [f"use {self.method}{sharp}", self._forecast_text()]
        if self.too_many_categories:
            rows.append(
                f"too many categories: {', '.join(self.too_many_categories)}; declare fewer values, without looking at "
                "the data; all others count as missing"
            )
        if self.without_cuts:
            rows.append(
                f"`release` refuses numbers without cuts: {', '.join(self.without_cuts)}; add cuts = "
                "[...], or leave them out "
                "of the declaration"
            )
        if self.target is not None and self.methods:
            wanted = (
                f"{self.records_needed:,} records"
                if self.records_needed
                else "fewer columns or values, a larger ε, or a larger φ"
            )
            rows.append(f"to see φ ≥ {self.target:g} between any two columns: {wanted}")
        return "\n".join(rows)

    def _reader_text(self) -> str:
        """What another reader of the same release sees, whose tests with more columns held fixed see less."""
        reader = method_of(self.method or DEFAULT)
        forecast = reader.foresee(self._people, self.sizes, self.budget) if reader.reads else None
        if forecast is None:
            return ""
        low, high = map(_size, forecast.span)
        return f", whose further tests see {forecast.measure} ≥ {low if low == high else f'{low} to {high}'}"

    def _direction_row(self) -> list[str]:
        """What `direction` would name, if it can be asked."""
        if self.direction is None:
            return []
        share, penalty = self.direction
        if share < WORTHWHILE:
            return [f"direction  would be refused: it names fewer than {WORTHWHILE:.0%} of simulated pairs"]
        return [f"direction  names {share:.0%} of simulated pairs with --penalty {penalty:g}"]

    def _forecast_text(self) -> str:
        """Return the forecast of F1, or the reason why there is none."""
        simulated = self.methods[0].method
        if self.expected is None:
            outside = ", ".join(
                outside_simulated_range(simulated, self._people, self.sizes, self.budget.epsilon)
            )
            return f"no F1 is forecast: outside the range of the simulations: {outside}"
        text = ", ".join(f"of {part} {f1}" for part, f1 in self.expected.items())
        by = "" if self.method == simulated else f" by {simulated}"
        return f"expect F1 {text}{by}; 4 of 5 simulated tables lie in this range"

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """The F1 to be expected at any ε, and where this plan lies."""
        if self.expected is None:
            raise ValueError(f"a plan must have an F1 to be drawn; here {self._forecast_text()}")
        ax = axes(ax)
        epsilons = np.geomspace(*simulated_range(self.methods[0].method, "epsilon"), 61)
        prices = [replace(self.budget, epsilon=float(epsilon)) for epsilon in epsilons]
        results = [self._expected(price) for price in prices]
        for part in PARTS:
            low, middle, high = np.array(
                [(f[part].low, f[part].middle, f[part].high) for f in results if f]
            ).T
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

    def _row(self, entry: Detectability) -> str:
        low, high = map(_size, entry.span)
        span = low if low == high else f"{low} to {high}"
        return f"{entry.method:<9}  noise {entry.noise:.2g} {entry.statistic}; sees {entry.measure} ≥ {span}"


def forecast(declaration: Declaration, records: int, budget: Price, target: float | None = None) -> Forecast:
    """Forecast the associations detectable with this many records of these columns at this price.

    `target` is an association φ that is to be seen between any two columns.

    >>> from privcausal.privacy.price import Relation
    >>> from privcausal.table.declaration import Categories
    >>> yes_or_no = Categories(("no", "yes"), missing="no")
    >>> declared = Declaration({name: yes_or_no for name in ("well", "treated", "old")})
    >>> result = forecast(declared, 5_000, Price(1.0, 1e-6, Relation.SUBSTITUTION), target=0.1)
    >>> result.method, result.records_needed
    ('once', 1508)
    """
    unit = declaration.unit
    records = unit.drawn(records)
    if unit.people(records) < 2:
        several = (
            f", and twice the largest number of rows of one person, {unit.rows}" if unit.rows > 1 else ""
        )
        raise ValueError(f"records must be at least 2{several}, got {number(records)}")
    check_positive(epsilon=budget.epsilon)
    if target is not None and not 0 < target <= 1:
        raise ValueError(f"target must be an association above 0, at most 1, got {number(target)}")
    public, kind = plannable(declaration)
    sizes = method_of(private_methods(kind)[0]).sizes(public)
    budget = replace(budget, **unit.priced)
    sights = detectable(kind, unit.people(records), public, budget)
    needed = None
    if target is not None and sights:
        people = _fewest(lambda n: detectable(kind, n, public, budget)[0].span[1] <= target)
        needed = None if people is None else people * unit.rows
    uncut = tuple(name for name, column in declaration.columns.items() if is_plain(column))
    correlation = _correlation(records, budget.epsilon, unit.rows)
    return Forecast(
        tuple(public.columns),
        sizes,
        records,
        budget,
        correlation,
        tuple(sights),
        target,
        needed,
        uncut,
        _direction(declaration, records, budget),
        _least_spread(sizes, unit.people(records), budget) if kind == MIXED and sights else None,
    )


def plannable(declaration: Declaration) -> tuple[Declaration, str]:
    """Return the columns that a graph is planned for, and their kind; with categories, a number needs a range."""
    kind = kinds_of(declaration)[0]
    if kind == NUMBERS:
        return declaration, kind
    public = declaration.only([name for name, column in declaration.columns.items() if _is_bounded(column)])
    return public, kinds_of(public)[0]


def _is_bounded(column: Column) -> bool:
    ends = (column.low, column.high) if isinstance(column, Number) and is_plain(column) else ()
    return all(map(math.isfinite, ends))


def detectable(kind: str, records: int, declaration: Declaration, budget: Price) -> list[Detectability]:
    """What each private method would see that knows its noise beforehand, and makes a release of its own.

    Where a person has several rows, `records` are people: as many rows again, each at a share of the budget, are worth
    no more at the worst.
    """
    if len(declaration.columns) < 2:
        return []
    check_budget(budget)
    methods = [m for m in METHODS.values() if m.private and m.wants == kind and not m.reads]
    methods = [method for method in methods if budget.rows == 1 or method.several_rows]
    sized = [(method, method.sizes(declaration)) for method in methods]
    able = [(method, sizes) for method, sizes in sized if not method.columns_with_too_many_values(sizes)]
    forecasts = [method.foresee(records, sizes, budget) for method, sizes in able]
    return [forecast for forecast in forecasts if forecast is not None]


def _direction(declaration: Declaration, records: int, budget: Price) -> tuple[float, float] | None:
    """The share of simulated pairs that would get a direction with the best penalty, and that penalty."""
    numbers = [column for column in declaration.columns.values() if isinstance(column, Number)]
    ranges = sum(all(map(math.isfinite, (column.low, column.high))) for column in numbers)
    if ranges < 2 or declaration.unit.rows > 1 or records < RECORDS[0]:
        return None
    shares = {
        penalty: DirectionMethod(penalty=penalty).named(records, budget.epsilon) for penalty in PENALTIES
    }
    best = max(shares, key=lambda penalty: shares[penalty])
    return shares[best], best


def _least_spread(sizes: Sequence[int], people: int, budget: Price) -> tuple[float, float]:
    """Which spread of a number, as a part of half its range, is lost in the noise, and which its units do not show."""
    frame = Frame(tuple(sizes))
    noise = units_sensitivity(frame.numbers) / people / frame.shares(budget)[0]
    smallest = math.sqrt(min(2 * noise, 1.0))  # released units are no smaller: see `units_from`
    shown = (
        CLEARLY * math.sqrt(2) * frame.noise(people, budget) / LIKE_YES_OR_NO**2
    )  # see `numbers_above_noise`
    return smallest * math.sqrt(shown), smallest


def _correlation(records: int, epsilon: float, rows: int) -> tuple[float, float]:
    """The noise of Kendall's τ, and the smallest τ whose 95% interval leaves 0 out in four studies of five."""
    noise = SCORES["kendall"].sensitivity(records) / row_epsilon(epsilon, rows)
    sampling = math.sqrt(SPREAD["kendall"] * rows / records)
    beyond = half_width(noise, sampling, 2 * POWER - 1)  # one tail of 1 − POWER
    return noise, half_width(noise, sampling, 0.95) + within_people("kendall", records, rows) + beyond


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
    return hundredths(size) if size <= 1 else "more than 1 (nothing)"
