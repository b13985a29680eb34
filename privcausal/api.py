"""One line for each question: data in, an answer with its price out. Everything here is also `privcausal.<name>`.

The neighbours are always those of substitution: one record replaced by another, with a public number of records. Noise
comes from the system's randomness; a seed is for demonstrations, and warns.
"""

import math
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import numpy as np
from numpy.typing import NDArray

from privcausal.answer import Answer, axes, price_dict
from privcausal.pairs.correlation import SCORES, private_correlation
from privcausal.pairs.interval import interval
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.randomness import generator
from privcausal.table.declaration import Categories, Column, Declaration, Number, load
from privcausal.table.records import Table
from privcausal.table.sources import Source, names_of, read

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from privcausal.forecast import Forecast
    from privcausal.graphs.discovery import Discovery
    from privcausal.graphs.released import Released
    from privcausal.pairs.direction import PrivateDirection

Data = Source | Table | NDArray[Any]
"""A file name, a data frame of pandas or Polars, anything with an Arrow stream, an array with a record in each row."""

Short = Column | tuple[float, float] | list[object]
"""A range (low, high), or a list of categories, or a column as `privcausal.table.declaration` knows it."""

Declared = Union[Declaration, Mapping[str, Short], str, "PathLike[str]"]
"""What is public about the columns: an object, a dict, or the name of a TOML file."""

MOST_EPSILON = 10
"""A larger ε lets one record change the odds of any answer more than 20,000 times."""

REPLACED = Relation.SUBSTITUTION


@dataclass(frozen=True, repr=False)
class Correlation(Answer):
    """A private rank correlation, its noise, and where the population's lies."""

    x: str
    y: str
    score: str
    value: float
    noise: float
    """The scale of the Laplace noise in the value."""
    low: float
    high: float
    """A 95% interval for the correlation in the population, with the noise and the sampling in it."""
    spent: Price

    def to_dict(self) -> dict[str, Any]:
        """All of it."""
        own = {"score": self.score, "x": self.x, "y": self.y, "value": self.value, "noise": self.noise}
        return {**own, "interval": [self.low, self.high], "spent": price_dict(self.spent)}

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """The value in its interval."""
        ax = axes(ax, height=1.8)
        error = [[self.value - self.low], [self.high - self.value]]
        ax.errorbar([self.value], [0], xerr=np.maximum(error, 0), fmt="o", capsize=4)
        ax.axvline(0, linewidth=0.8)
        ax.set(xlim=(-1.05, 1.05), yticks=[], xlabel=f"{self.score} of {self.x} and {self.y}, 95% interval")
        return ax

    def __str__(self) -> str:
        return (
            f"{self.score} of {self.x} and {self.y}: {self.value:+.4f} ({self.spent.amount}, "
            f"{self.spent.relation.value}); noise scale {self.noise:.2g}; "
            f"95% interval {self.low:+.4f} to {self.high:+.4f}"
        )


@dataclass(frozen=True, repr=False)
class Direction(Answer):
    """Which of two columns is the cause, or that this cannot be told."""

    x: str
    y: str
    found: "PrivateDirection"

    @property
    def conclusion(self) -> str:
        """\"x → y\" with the names of the columns, "cannot tell" or "no answer"."""
        return self._named(self.found.conclusion)

    @property
    def spent(self) -> Price:
        """What it has cost."""
        return self.found.release.price

    def to_dict(self) -> dict[str, Any]:
        """All of it; `flipped` is how likely noise has turned the margin round."""
        value = self.found.release.value
        return {
            "x": self.x,
            "y": self.y,
            "conclusion": self.conclusion,
            "flipped": self.found.flipped,
            "scores": list(map(float, value)) if isinstance(value, tuple) else None,
            "noise": self.found.noise,
            "protects": self.found.protects,
            "spent": price_dict(self.spent),
        }

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Both scores, each with the spread of its noise."""
        return self.found.plot(axes(ax, height=2.2), (self.x, self.y))

    def __str__(self) -> str:
        return self._named(str(self.found))

    def _named(self, text: str) -> str:
        """Directions in the names of the columns, all at once: a column may itself be called x or y."""
        ways = {"x → y": f"{self.x} → {self.y}", "y → x": f"{self.y} → {self.x}"}
        return re.sub("|".join(ways), lambda way: ways[way[0]], text)


def correlate(
    data: Data,
    x: str,
    y: str,
    *,
    epsilon: float,
    score: str = "kendall",
    declare: Declared | None = None,
    weak_promise: bool = False,
    seed: int | None = None,
) -> Correlation:
    """A private rank correlation of two columns: Kendall's, or Spearman's with `score="spearman"`.

    Ranks need no declared ranges.

    >>> import numpy as np, pandas as pd, privcausal
    >>> dose = np.linspace(0, 1, 2_000)
    >>> people = pd.DataFrame({"dose": dose, "pain": -(dose**3)})
    >>> found = privcausal.correlate(people, "dose", "pain", epsilon=1)
    >>> found.low < -0.9, found.spent.epsilon
    (True, 1)
    """
    table = _table(data, dict.fromkeys((x, y), Number()) if declare is None else declare, (x, y))
    _check_promise(epsilon, 0.0, len(table), weak_promise)
    release = private_correlation(
        table.number(x), table.number(y), score=score, epsilon=epsilon, relation=REPLACED, rng=_rng(seed)
    )
    noise = SCORES[score].sensitivity(len(table)) / epsilon
    low, high = interval(release.value, score=score, records=len(table), noise=noise)
    return Correlation(x, y, score, float(release.value), noise, low, high, release.price)


def direction(
    data: Data,
    x: str,
    y: str,
    *,
    epsilon: float,
    delta: float = 0.0,
    declare: Declared,
    score: str = "hsic",
    protect: str = "both",
    penalty: float = 0.05,
    weak_promise: bool = False,
    seed: int | None = None,
) -> Direction:
    """Which of two columns of numbers is the cause, if noise leaves enough to tell.

    `declare` gives the range of each. A larger `penalty` makes the fitted curves stiffer, and the noise smaller.

    >>> import numpy as np, pandas as pd, privcausal
    >>> rng = np.random.default_rng(0)
    >>> sun = rng.uniform(0, 12, 2_000)
    >>> garden = pd.DataFrame({"sun": sun, "harvest": 1 - ((sun - 6) / 6) ** 2 + rng.uniform(-0.1, 0.1, 2_000)})
    >>> ranges = {"sun": (0, 12), "harvest": (-0.1, 1.1)}
    >>> found = privcausal.direction(garden, "sun", "harvest", epsilon=1, declare=ranges)
    >>> found.conclusion in ("sun → harvest", "harvest → sun", "cannot tell"), found.spent.epsilon
    (True, 1.0)
    """
    from privcausal.pairs.direction import Method
    from privcausal.pairs.direction import direction as private_direction

    method = Method(score, protect, penalty)
    table = _table(data, declare, (x, y))
    bounds = table.bounds(x), table.bounds(y)
    _check_promise(epsilon, delta, len(table), weak_promise)
    found = private_direction(
        table.number(x),
        table.number(y),
        bounds=bounds,
        method=method,
        epsilon=epsilon,
        delta=delta,
        relation=REPLACED,
        rng=_rng(seed),
    )
    return Direction(x, y, found)


def discover(
    data: Data,
    *,
    epsilon: float,
    delta: float = 0.0,
    declare: Declared | None = None,
    method: str | None = None,
    row_norm: float | None = None,
    weak_promise: bool = False,
    seed: int | None = None,
) -> "Discovery":
    """The causal graph of the declared columns; without a declaration all columns are numbers.

    Without `method` the declaration decides: `once` for categories and for numbers with cuts, `once-linear` for
    numbers. A table too small for anything to be seen is refused before the budget is touched.

    >>> import numpy as np, privcausal
    >>> from privcausal.graphs.models.bayesian_network import network
    >>> town = network("earthquake")
    >>> people = town.sample(20_000, np.random.default_rng(0))
    >>> found = privcausal.discover(people, epsilon=1, delta=1e-6, declare={f"x{i}": [0, 1] for i in range(5)})
    >>> found.method, sorted(found.pairs_frame().columns)
    ('once', ['first', 'given', 'second', 'seen_from', 'standing'])
    """
    from privcausal.graphs.discovery import discover as private_graph

    source = _source(data)
    public = _declaration(declare if declare is not None else _as_numbers(source))
    table = source if isinstance(source, Table) else read(source, public)
    _check_promise(epsilon, delta, len(table), weak_promise)
    return private_graph(
        table,
        method=method or best_method(table.declaration),
        epsilon=epsilon,
        delta=delta,
        row_norm=row_norm,
        relation=REPLACED,
        rng=_rng(seed),
        even_if_blind=False,
    )


def best_method(declaration: Declaration) -> str:
    """The method for what was declared.

    >>> best_method(Declaration({"age": Number(0, 110)})), best_method(Declaration({"well": Categories((0, 1))}))
    ('once-linear', 'once')
    """
    from privcausal.graphs.methods import CATEGORIES, NUMBERS, private_methods

    columns = declaration.columns.values()
    plain = all(isinstance(column, Number) and not column.cuts for column in columns)
    return private_methods(NUMBERS if plain else CATEGORIES)[0]


def release(
    data: Data,
    *,
    epsilon: float,
    delta: float,
    declare: Declared | None = None,
    weak_promise: bool = False,
    seed: int | None = None,
) -> "Released":
    """Noisy tables of all declared columns, which may be published and asked for nothing afterwards.

    `.save("release.json")` writes them, `.discover()` learns a graph from them, `.cross("a", "b")` shows two columns.

    >>> import numpy as np, privcausal
    >>> people = np.random.default_rng(0).integers(0, 2, (5_000, 3))
    >>> kept = privcausal.release(people, epsilon=1, delta=1e-6, declare={f"x{i}": [0, 1] for i in range(3)})
    >>> kept.discover().spent == kept.spent, kept.cross("x0", "x1")[0].shape
    (True, (3, 3))
    """
    from privcausal.graphs.released import release as private_release

    source = _source(data)
    public = _declaration(declare if declare is not None else _as_numbers(source))
    table = source if isinstance(source, Table) else read(source, public)
    _check_promise(epsilon, delta, len(table), weak_promise)
    return private_release(table, Price(epsilon, delta, REPLACED), _rng(seed))


def plan(
    declare: Declared, *, rows: int, epsilon: float, delta: float, wish: float | None = None
) -> "Forecast":
    """What a budget would let one see, from public numbers alone: free, and before anything is opened.

    `wish` is an association that is to be seen between any two columns; the plan says how many records that takes.

    >>> import privcausal
    >>> found = privcausal.plan({"dose": ["low", "high"], "well": [0, 1]}, rows=5_000, epsilon=1, delta=1e-6)
    >>> found.method
    'once'
    """
    from privcausal.forecast import forecast

    return forecast(_declaration(declare), rows, Price(epsilon, delta, REPLACED), wish)


def _source(data: Data) -> Source | Table:
    """Arrays become data frames; columns without names are x0, x1, …"""
    if not isinstance(data, np.ndarray):
        return data
    import pandas as pd

    if data.dtype.names is not None:
        return pd.DataFrame(data)
    if data.ndim != 2:
        raise ValueError(f"data must have a record in each row and two axes, got {data.ndim}")
    return pd.DataFrame(data, columns=[f"x{place}" for place in range(data.shape[1])])


def _as_numbers(source: Source | Table) -> Declaration:
    if isinstance(source, Table):
        return source.declaration
    return Declaration({name: Number() for name in names_of(source)})


def _declaration(declare: Declared) -> Declaration:
    if isinstance(declare, Declaration):
        return declare
    if isinstance(declare, Mapping):
        return Declaration({str(name): _column(str(name), said) for name, said in declare.items()})
    return load(Path(declare))


def _column(name: str, said: Short) -> Column:
    if isinstance(said, Number | Categories):
        return said
    try:
        if isinstance(said, tuple) and len(said) == 2:
            low, high = said
            return Number(float(low), float(high))
        return Categories(said)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"declare[{name!r}] must be a range (low, high) or a list of categories: {error}"
        ) from None


def _table(data: Data, declare: Declared, names: Sequence[str]) -> Table:
    """The declared columns that a question is about."""
    source = _source(data)
    if isinstance(source, Table):
        return source
    return read(source, _declaration(declare).only(list(dict.fromkeys(names))))


def _check_promise(epsilon: float, delta: float, n: int, weak: bool) -> None:
    """Refuse a budget that keeps no promise worth the name, unless it is wanted; n is public."""
    if weak:
        return
    if MOST_EPSILON < epsilon < math.inf:
        raise ValueError(
            f"epsilon above {MOST_EPSILON} protects next to nothing, got {epsilon:g}; "
            "with weak_promise=True it is spent all the same"
        )
    if 1 / n <= delta < 1:
        raise ValueError(
            f"delta must be far below 1/n, here {1 / n:.2g}, or one record may be published whole, got {delta:g}; "
            "with weak_promise=True it is spent all the same"
        )


def _rng(seed: int | None) -> np.random.Generator:
    """From the system; a seed makes a demonstration of it."""
    if seed is not None:
        warnings.warn(
            "seed makes this a demonstration: with the seed the noise can be taken off", stacklevel=3
        )
    return generator(seed)
