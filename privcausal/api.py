"""One line for each question: data in, an answer with its price out. Everything here is also `privcausal.<name>`.

The neighbours are always those of substitution: one record replaced by another, with a public number of records. Noise
comes from the system's randomness; a seed is for demonstrations, and warns.
"""

import warnings
from collections.abc import Sized
from typing import TYPE_CHECKING

import numpy as np

from privcausal.privacy.price import Price, Relation
from privcausal.privacy.promise import check_promise
from privcausal.privacy.randomness import generator
from privcausal.table.given import Data, Declared, declaration_of, public_of, source_of, table_of
from privcausal.two_columns import Correlation, Direction, check_columns, correlation

if TYPE_CHECKING:
    from privcausal.forecast import Forecast
    from privcausal.graphs.discovered import Discovery
    from privcausal.graphs.released import Released

REPLACED = Relation.SUBSTITUTION


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
    table = table_of(data, declare, (x, y))
    _check_promise(epsilon, 0.0, table, weak_promise)
    return correlation(table, x, y, score=score, epsilon=epsilon, rng=_rng(seed))


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

    `declare` gives the range of each. A larger `penalty` makes the fitted curves stiffer, and the noise smaller. The
    time grows like the number of records.

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

    check_columns(x, y)
    method = Method(score, protect, penalty)
    table = table_of(data, declare, (x, y))
    bounds = table.bounds(x), table.bounds(y)
    _check_promise(epsilon, delta, table, weak_promise)
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

    Without `method` the declaration decides: `once` for categories and for numbers with cuts (read further from 100,000
    records on), `once-correlations` for numbers, `once-mixed` for both together. A table too small for anything to be
    seen is refused before the budget is touched.

    >>> import numpy as np, privcausal
    >>> from privcausal.graphs.models.bayesian_network import network
    >>> town = network("earthquake")
    >>> people = town.sample(20_000, np.random.default_rng(0))
    >>> found = privcausal.discover(people, epsilon=1, delta=1e-6, declare={f"x{i}": [0, 1] for i in range(5)})
    >>> found.method, sorted(found.pairs_frame().columns)
    ('once', ['first', 'given', 'second', 'seen_from', 'standing', 'sure_of_arrow', 'sure_of_pair'])
    """
    from privcausal.graphs.methods import best_method
    from privcausal.graphs.streamed import discover as private_graph
    from privcausal.graphs.streamed import opened

    source = source_of(data)
    public = public_of(source, declare)
    table = opened(source, public, method or best_method(public), row_norm)
    chosen = method or best_method(public, len(table))
    _check_promise(epsilon, delta, table, weak_promise)
    return private_graph(
        table, method=chosen, epsilon=epsilon, delta=delta, row_norm=row_norm, rng=_rng(seed)
    )


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
    from privcausal.graphs.streamed import opened
    from privcausal.graphs.streamed import release as private_release

    source = source_of(data)
    table = opened(source, public_of(source, declare))
    _check_promise(epsilon, delta, table, weak_promise)
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

    return forecast(declaration_of(declare), rows, Price(epsilon, delta, REPLACED), wish)


def _check_promise(epsilon: float, delta: float, table: Sized, weak: bool) -> None:
    if not weak:
        check_promise(Price(epsilon, delta, REPLACED), len(table))


def _rng(seed: int | None) -> np.random.Generator:
    """From the system; a seed makes a demonstration of it."""
    if seed is not None:
        warnings.warn(
            "seed makes this a demonstration: with the seed the noise can be taken off", stacklevel=3
        )
    return generator(seed)
