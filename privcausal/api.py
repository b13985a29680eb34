"""One line for each question: data in, an answer with its price out. Everything here is also `privcausal.<name>`.

The neighbours are always those of substitution: one record replaced by another, with a public number of records. Where
one person has several rows, `rows_per_person` says how many at most, and the price is for all of these rows together.
With `person`, a column of identifiers, no more than these are kept of anybody; rows left out count as blank, and with
`keep_rows`, a public number, so many of those kept are drawn instead. Noise comes from the system's randomness; a seed
is for demonstrations, and warns.
"""

import warnings
from collections.abc import Mapping, Sequence, Sized
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from privcausal.privacy.price import Price, Relation, check_positive
from privcausal.privacy.randomness import generator
from privcausal.privacy.weak_budget import check_budget_strength
from privcausal.table.inputs import Data, Declared, as_declaration, as_source, as_table, declared_part
from privcausal.table.records import Table
from privcausal.table.unit import told
from privcausal.two_columns import Correlation, Direction, check_columns, check_one_row, correlation

if TYPE_CHECKING:
    from privcausal.effects.effect import Effect
    from privcausal.forecast import Forecast
    from privcausal.graphs.result import Discovery
    from privcausal.graphs.table_release import TableRelease

REPLACED = Relation.SUBSTITUTION


def correlate(
    data: Data,
    x: str,
    y: str,
    *,
    epsilon: float,
    score: str = "kendall",
    declare: Declared | None = None,
    rows_per_person: int | None = None,
    person: str | None = None,
    keep_rows: int | None = None,
    allow_weak: bool = False,
    seed: int | None = None,
) -> Correlation:
    """A private rank correlation of two columns: Kendall's, or Spearman's with `score="spearman"`.

    Ranks need no declared ranges.

    >>> import numpy as np, pandas as pd, privcausal
    >>> dose = np.linspace(0, 1, 2_000)
    >>> people = pd.DataFrame({"dose": dose, "pain": -(dose**3)})
    >>> result = privcausal.correlate(people, "dose", "pain", epsilon=1)
    >>> result.low < -0.9, result.spent.epsilon
    (True, 1)
    """
    table = as_table(data, declare, (x, y), (rows_per_person, person, keep_rows), seed)
    _check_budget_strength(Price(epsilon, 0.0, REPLACED), table, allow_weak)
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
    rows_per_person: int | None = None,
    person: str | None = None,
    keep_rows: int | None = None,
    allow_weak: bool = False,
    seed: int | None = None,
) -> Direction:
    """Which of two columns of numbers is the cause, if noise leaves enough to tell.

    `declare` gives the range of each. A larger `penalty` makes the fitted curves stiffer, and the noise smaller. The
    time grows like the number of records.

    `protect="test"` or `"train"` is a guarantee for one half of the people, chosen by chance in secret. The price for
    everyone then has a δ of about 1/2, whatever ε is; it is refused without `allow_weak=True`.

    >>> import numpy as np, pandas as pd, privcausal
    >>> rng = np.random.default_rng(0)
    >>> sun = rng.uniform(0, 12, 2_000)
    >>> garden = pd.DataFrame({"sun": sun, "harvest": 1 - ((sun - 6) / 6) ** 2 + rng.uniform(-0.1, 0.1, 2_000)})
    >>> ranges = {"sun": (0, 12), "harvest": (-0.1, 1.1)}
    >>> result = privcausal.direction(garden, "sun", "harvest", epsilon=1, declare=ranges)
    >>> result.conclusion in ("sun → harvest", "harvest → sun", "cannot tell"), result.spent.epsilon
    (True, 1.0)
    """
    from privcausal.pairs.half import check_everyone
    from privcausal.pairs.private_direction import DirectionMethod
    from privcausal.pairs.private_direction import direction as private_direction

    check_columns(x, y)
    method = DirectionMethod(score, protect, penalty)
    if not allow_weak:
        check_everyone(protect, insist="allow_weak=True")
    table = as_table(data, declare, (x, y), (rows_per_person, person, keep_rows), seed)
    check_one_row(table.declaration.unit)
    bounds = table.bounds(x), table.bounds(y)
    _check_budget_strength(Price(epsilon, delta, REPLACED), table, allow_weak)
    result = private_direction(
        table.number(x),
        table.number(y),
        bounds=bounds,
        method=method,
        epsilon=epsilon,
        delta=delta,
        relation=REPLACED,
        rng=_rng(seed),
    )
    return Direction(x, y, result)


def discover(
    data: Data,
    *,
    epsilon: float,
    delta: float = 0.0,
    declare: Declared | None = None,
    method: str | None = None,
    row_norm: float | None = None,
    rows_per_person: int | None = None,
    person: str | None = None,
    keep_rows: int | None = None,
    allow_weak: bool = False,
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
    >>> result = privcausal.discover(people, epsilon=1, delta=1e-6, declare={f"x{i}": [0, 1] for i in range(5)})
    >>> result.method, list(result.pairs_frame().columns)[:4]
    ('once', ['first', 'second', 'status', 'separating_set'])
    """
    from privcausal.graphs.discovery import learn_graph
    from privcausal.graphs.methods import best_method, method_of
    from privcausal.table.stream import open_table

    source, budget = as_source(data), Price(epsilon, delta, REPLACED)
    public = declared_part(source, declare, None, (rows_per_person, person, keep_rows))
    chosen = method_of(method or best_method(public), row_norm=row_norm)
    chosen.check_columns(public)
    table = open_table(source, public, chosen.asks, seed)
    if method is None:  # there may be a better reader of so many records
        chosen = method_of(best_method(public, len(table)), row_norm=row_norm)
    _check_budget_strength(budget, table, allow_weak)
    return learn_graph(table, chosen, budget=budget, rng=_rng(seed))


def effect(
    data: Data,
    treatment: str,
    outcome: str,
    *,
    epsilon: float,
    declare: Declared,
    adjust: Sequence[str] = (),
    instrument: str | None = None,
    randomised: bool = False,
    treated: str | None = None,
    control: str | None = None,
    event: str | None = None,
    rows_per_person: int | None = None,
    person: str | None = None,
    keep_rows: int | None = None,
    allow_weak: bool = False,
    seed: int | None = None,
) -> "Effect":
    """Estimate how much a treatment changes an outcome, by standardisation over adjustment columns, from one look.

    The interval counts sampling and noise. `treated`, `control` and `event` name values where a column has more than
    two; an outcome that is a number with a finite range gets a difference of means. `randomised` says that the
    treatment was assigned at random. An `instrument` is a column that was, and that not everybody follows: then the
    effect is that among compliers.

    `.ate` and `.att` hold both risks, their difference and ratios, `.crude` the comparison without adjustment,
    `.adjusted_for([...])` the same for fewer columns: all of it from the one table, for nothing.

    >>> import numpy as np, pandas as pd, privcausal
    >>> rng = np.random.default_rng(0)
    >>> severe = rng.random(20_000) < 0.4
    >>> drug = rng.random(20_000) < np.where(severe, 0.7, 0.2)
    >>> died = rng.random(20_000) < np.where(severe, 0.3, 0.1) - 0.05 * drug
    >>> people = pd.DataFrame({"severe": severe, "drug": drug, "died": died}).astype(int)
    >>> declare = {name: {"values": [0, 1], "missing": 0} for name in people}
    >>> result = privcausal.effect(people, "drug", "died", adjust=["severe"], epsilon=1, declare=declare)
    >>> result.difference.high < 0 < result.crude.difference.low
    True
    """
    from privcausal.effects.design import Design
    from privcausal.effects.effect import effect as standardised_effect
    from privcausal.table.stream import open_table

    check_positive(epsilon=epsilon)
    source = as_source(data)
    public = declared_part(source, declare, None, (rows_per_person, person, keep_rows))
    design = Design.of(
        public,
        treatment,
        outcome,
        adjust=adjust,
        instrument=instrument,
        treated=treated,
        control=control,
        event=event,
    )
    table = open_table(source, public if isinstance(source, Table) else design.declaration, "sums", seed)
    _check_budget_strength(Price(epsilon, 0.0, REPLACED), table, allow_weak)
    return standardised_effect(table, design, epsilon=epsilon, randomised=randomised, rng=_rng(seed))


def release(
    data: Data,
    *,
    epsilon: float,
    delta: float,
    declare: Declared | None = None,
    rows_per_person: int | None = None,
    person: str | None = None,
    keep_rows: int | None = None,
    allow_weak: bool = False,
    seed: int | None = None,
) -> "TableRelease":
    """Noisy tables of all declared columns, which may be published and asked for nothing afterwards.

    `.save("release.json")` writes them, `.discover()` learns a graph from them, `.cross_table("a", "b")` counts two
    columns.

    >>> import numpy as np, privcausal
    >>> people = np.random.default_rng(0).integers(0, 2, (5_000, 3))
    >>> kept = privcausal.release(people, epsilon=1, delta=1e-6, declare={f"x{i}": [0, 1] for i in range(3)})
    >>> kept.discover().spent == kept.spent, kept.cross_table("x0", "x1")[0].shape
    (True, (3, 3))
    """
    from privcausal.graphs.methods import DEFAULT, METHODS
    from privcausal.graphs.table_release import release_tables
    from privcausal.table.stream import open_table

    source, budget = as_source(data), Price(epsilon, delta, REPLACED)
    public = declared_part(source, declare, None, (rows_per_person, person, keep_rows))
    METHODS[DEFAULT].check_columns(public)
    table = open_table(source, public, seed=seed)
    _check_budget_strength(budget, table, allow_weak)
    return release_tables(table, budget, _rng(seed))


def plan(
    declare: Declared,
    *,
    rows: int,
    epsilon: float,
    delta: float,
    target: float | None = None,
    effect: Mapping[str, Any] | None = None,
    rows_per_person: int | None = None,
) -> "Forecast":
    """What a budget would let one see, from public numbers alone: free, and before anything is opened.

    `target` is an association that is to be seen between any two columns; the plan says how many records that takes.
    `effect` holds the roles of columns, {"treatment": …, "outcome": …, "adjust": […]}, as the function `effect` takes
    them; the plan says how wide its interval would be if people were spread evenly over strata and arms.

    >>> import privcausal
    >>> result = privcausal.plan({"dose": ["low", "high"], "well": [0, 1]}, rows=5_000, epsilon=1, delta=1e-6)
    >>> result.method
    'once'
    """
    from privcausal.forecast import forecast

    public = as_declaration(declare)
    public = replace(public, unit=told(public.unit, rows_per_person))
    planned = forecast(public, rows, Price(epsilon, delta, REPLACED), target)
    if effect is None:
        return planned
    from privcausal.effects.effect import planned_effect

    return replace(planned, effect=planned_effect(public, rows, epsilon, **effect))


def _check_budget_strength(budget: Price, table: Sized, weak: bool) -> None:
    if not weak:
        check_budget_strength(budget, len(table))


def _rng(seed: int | None) -> np.random.Generator:
    """From the system; a seed makes a demonstration of it."""
    if seed is not None:
        warnings.warn(
            "seed makes this a demonstration: with the seed the noise can be taken off", stacklevel=3
        )
    return generator(seed)
