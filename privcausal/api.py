"""One line for each question: data in, an answer with its price out. Everything here is also `privcausal.<name>`.

The neighbours are always those of substitution: one record replaced by another, with a public number of records. Where
one person has several rows, `rows_per_person` says how many at most, and the price is for all of these rows together.
With `person`, a column of identifiers, no more than these are kept of anybody; rows left out count as blank, and with
`keep_rows`, a public number, so many of those kept are drawn instead. A seed is for demonstrations, and warns.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from privcausal.payment import (
    Budget,
    check_numbers,
    full,
    named,
    noise_generator,
    open_payment,
    paying,
    price_of,
    public,
)
from privcausal.report.study import BARE, Study
from privcausal.table.inputs import Data, Declared, as_declaration, as_source, as_table, declared_part
from privcausal.table.records import Table
from privcausal.table.stream import Stream
from privcausal.table.unit import declare_unit
from privcausal.two_columns import Correlation, Direction, check_columns, check_detectable, correlation

if TYPE_CHECKING:
    from privcausal.data_check import DataCheck
    from privcausal.effects.effect import Effect
    from privcausal.forecast import Forecast
    from privcausal.graphs.background_knowledge import Known
    from privcausal.graphs.result import Discovery
    from privcausal.graphs.table_release import TableRelease
    from privcausal.privacy.budget_file import BudgetFile


@public
def check(
    data: Data,
    *,
    epsilon: float,
    declare: Declared,
    rows_per_person: int | None = None,
    person: str | None = None,
    keep_rows: int | None = None,
    budget: Budget | None = None,
    allow_weak: bool = False,
    seed: int | None = None,
) -> "DataCheck":
    """Which shares of each column's cells are missing, outside the range or not declared: ask it first, for a small ε.

    A wrong decimal sign, another encoding or a forgotten spelling shows here, and nowhere else. `.warnings()` says
    what to look at.

    >>> import pandas as pd, privcausal
    >>> people = pd.DataFrame({"dose": ["0,5", "1,5"] * 5_000, "sex": ["m", "f"] * 5_000})
    >>> result = privcausal.check(people, epsilon=0.1, declare={"dose": (0, 2), "sex": ["m", "f"]})
    >>> [line.partition(":")[0] for line in result.warnings()], result.shares[0].kind
    (['dose'], 'missing or not a number')
    """
    from privcausal.data_check import check_data, check_visible
    from privcausal.table.stream import open_table
    from privcausal.table.suspects import as_they_are

    source = as_source(data)
    if isinstance(source, Table):
        raise ValueError(
            "data must be a file, a data frame or an array, got a table whose cells were clipped when they were read. "
            "Pass the table that it was read from. Nothing was spent."
        )
    price = price_of(epsilon)
    budget_file, rng = open_payment(budget, price, seed), noise_generator(seed)
    public = declared_part(source, declare, None, (rows_per_person, person, keep_rows))
    table = open_table(source, as_they_are(public), "sums", seed)
    check_visible(public, len(table), price.epsilon)
    with paying(budget_file, price, f"check {named(data)}", table, allow_weak=allow_weak):
        result = check_data(public, table.pieces(), len(table), epsilon=price.epsilon, rng=rng)
    study = _study("Which cells does the declaration change?", data, table, budget_file)
    return result.in_context(replace(study, columns=public.columns))  # the table was read without its ranges


@public
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
    budget: Budget | None = None,
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
    price = price_of(epsilon)
    budget_file, rng = open_payment(budget, price, seed), noise_generator(seed)
    table = as_table(data, declare, (x, y), (rows_per_person, person, keep_rows), seed)
    check_detectable(score, len(table), price.epsilon, table.declaration.unit.rows)
    with paying(budget_file, price, f"correlate {named(data)}", table, allow_weak=allow_weak):
        result = correlation(table, x, y, score=score, epsilon=price.epsilon, rng=rng)
    return result.in_context(
        _study(f"How strongly are {x} and {y} associated?", data, table, budget_file, score=score)
    )


@public
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
    width: float = 0.5,
    cell_width: float | None = None,
    rows_per_person: int | None = None,
    person: str | None = None,
    keep_rows: int | None = None,
    budget: Budget | None = None,
    allow_weak: bool = False,
    seed: int | None = None,
) -> Direction:
    """Estimate which of two columns of numbers is the cause; refused, unspent, where the noise is too large.

    `declare` gives the range of each. A larger `penalty` makes the fitted curves stiffer, and the noise smaller.
    `width` is that of the kernel, and `cell_width`, for `score="iqr"`, the largest change of a log-IQR by one
    record. The time grows like the number of records.

    `protect="test"` or `"train"` is a guarantee for one half of the people, chosen by chance in secret. The price for
    everyone then has a δ of about 1/2, whatever ε is; it is refused without `allow_weak=True`.

    >>> import numpy as np, pandas as pd, privcausal
    >>> rng = np.random.default_rng(0)
    >>> sun = rng.uniform(0, 12, 2_000)
    >>> garden = pd.DataFrame({"sun": sun, "harvest": 1 - ((sun - 6) / 6) ** 2 + rng.uniform(-0.1, 0.1, 2_000)})
    >>> ranges = {"sun": (0, 12), "harvest": (-0.1, 1.1)}
    >>> privcausal.direction(garden, "sun", "harvest", epsilon=1, declare=ranges)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: epsilon = 1 is too little to find a direction from 2,000 records by hsic: ...; nothing was spent
    """
    from privcausal.pairs.half import check_everyone
    from privcausal.pairs.private_direction import DirectionMethod
    from privcausal.pairs.ridge import GaussianKernel
    from privcausal.two_columns import check_one_row
    from privcausal.two_columns import direction as private_direction

    check_columns(x, y)
    epsilon, delta, penalty, width = check_numbers(epsilon=epsilon, delta=delta, penalty=penalty, width=width)
    method = DirectionMethod(score, protect, penalty, GaussianKernel(width), full(cell_width=cell_width))
    if not allow_weak:
        check_everyone(protect, insist="allow_weak=True")
    budget_file, rng = open_payment(budget, method.least_price(epsilon, delta), seed), noise_generator(seed)
    table = as_table(data, declare, (x, y), (rows_per_person, person, keep_rows), seed)
    check_one_row(table.declaration.unit)
    _ = table.bounds(x), table.bounds(y)  # both must be finite
    method.check_worthwhile(len(table), epsilon, delta)
    price = method.price(len(table), epsilon, delta)
    with paying(budget_file, price, f"direction {named(data)}", table, allow_weak=allow_weak):
        result = private_direction(table, x, y, method=method, epsilon=epsilon, delta=delta, rng=rng)
    asked = {"score": score, "protects": protect, "penalty": penalty, "width": width}
    study = _study(f"Which is the cause: {x} or {y}?", data, table, budget_file, **asked)
    return result.in_context(study)


@public
def discover(
    data: Data,
    *,
    epsilon: float,
    delta: float = 0.0,
    declare: Declared | None = None,
    method: str | None = None,
    row_norm: float | None = None,
    knowledge: "Known | None" = None,
    rows_per_person: int | None = None,
    person: str | None = None,
    keep_rows: int | None = None,
    budget: Budget | None = None,
    allow_weak: bool = False,
    seed: int | None = None,
) -> "Discovery":
    """The causal graph of the declared columns; without a declaration all columns are numbers.

    Without `method` the declaration decides: `once` for categories and for numbers with cuts (read further from 100,000
    records on), `once-correlations` for numbers, `once-mixed` for both together. A table too small for anything to be
    seen is refused before the budget is touched.

    `knowledge` is background knowledge, which costs nothing: `{"tiers": [["age"], ["dose"]]}`, earliest first, with
    `"forbidden"` and `"required"` arrows such as `"dose -> pain"`; or a graph of NetworkX, or a text for DAGitty, whose
    arrows are required. It takes the place of what the declaration says.

    >>> import numpy as np, privcausal
    >>> from privcausal.graphs.models.bayesian_network import network
    >>> town = network("earthquake")
    >>> people = town.sample(20_000, np.random.default_rng(0))
    >>> result = privcausal.discover(people, epsilon=1, delta=1e-6, declare={f"x{i}": [0, 1] for i in range(5)})
    >>> result.method, list(result.pairs_frame().columns)[:4]
    ('once', ['first', 'second', 'status', 'separating_set'])
    """
    from privcausal.graphs.background_knowledge import as_knowledge
    from privcausal.graphs.discovery import learn_graph
    from privcausal.graphs.methods import best_method, method_of
    from privcausal.report.study import graph_question
    from privcausal.table.stream import open_table

    source, price, row_norm = as_source(data), price_of(epsilon, delta), full(row_norm=row_norm)
    budget_file, rng = open_payment(budget, price, seed), noise_generator(seed)
    public = declared_part(source, declare, None, (rows_per_person, person, keep_rows))
    public = public if knowledge is None else replace(public, knowledge=as_knowledge(knowledge))
    chosen = method_of(method or best_method(public), row_norm=row_norm)
    chosen.check_columns(public)
    table = open_table(source, public, chosen.asks, seed)
    if method is None:  # another method can be better for this many records
        chosen = method_of(best_method(public, len(table)), row_norm=row_norm)
    with paying(budget_file, price, f"discover {named(data)}", table, allow_weak=allow_weak):
        result = learn_graph(table, chosen, budget=price, rng=rng)
    known = str(public.knowledge) if public.knowledge else None
    asked = {"method": chosen.name, "row_norm": row_norm, "knowledge": known}
    study = _study(graph_question(table.columns), data, table, budget_file, **asked)
    study = replace(study, warnings=(BARE,) if price.epsilon == math.inf else ())
    return (result if knowledge is None else result.with_knowledge(public.knowledge)).in_context(study)


@public
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
    placebo: bool = False,
    rows_per_person: int | None = None,
    person: str | None = None,
    keep_rows: int | None = None,
    budget: Budget | None = None,
    allow_weak: bool = False,
    seed: int | None = None,
) -> "Effect":
    """Estimate how much a treatment changes an outcome, by standardisation over adjustment columns, from one look.

    The interval counts sampling and noise. `treated`, `control` and `event` name values where a column has more than
    two; an outcome that is a number with a finite range gets a difference of means. `randomised` says that the
    treatment was assigned at random. An `instrument` is a column that was, and that not everybody follows: then the
    effect is that among compliers.

    `.ate`, `.att` and `.ato` hold both risks, their difference and ratios, for everyone compared, for the treated and
    in the overlap population, `.crude` the comparison without adjustment, `.adjusted_for([...])` the same for fewer
    columns, and `.with_graph(...)` says how it changes over the graphs that are left open: all of it for nothing. A
    `placebo` is a coin in place of the treatment.

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
    from privcausal.effects.expected_interval import check_visible
    from privcausal.effects.refute import known_zero
    from privcausal.table.stream import open_table

    source, price = as_source(data), price_of(epsilon)
    budget_file, rng = open_payment(budget, price, seed), noise_generator(seed)
    public = declared_part(source, declare, None, (rows_per_person, person, keep_rows))
    words = {"treated": treated, "control": control, "event": event}
    design = Design.of(public, treatment, outcome, adjust=adjust, instrument=instrument, **words)
    check = known_zero(design, placebo)
    table = open_table(source, public if isinstance(source, Table) else design.declaration, "sums", seed)
    check_visible(design, len(table), price.epsilon, table.declaration.unit)
    with paying(budget_file, price, f"effect {named(data)}", table, allow_weak=allow_weak):
        result = standardised_effect(
            table, design, epsilon=price.epsilon, randomised=randomised, check=check, rng=rng
        )
    over = ", ".join(design.adjust) or None
    asked = {"adjust": over, "instrument": instrument, "randomised": randomised or None, "check": check}
    study = _study(f"How much does {treatment} change {outcome}?", data, table, budget_file, **asked)
    return result.in_context(study)


@public
def release(
    data: Data,
    *,
    epsilon: float,
    delta: float,
    declare: Declared | None = None,
    rows_per_person: int | None = None,
    person: str | None = None,
    keep_rows: int | None = None,
    budget: Budget | None = None,
    allow_weak: bool = False,
    seed: int | None = None,
) -> "TableRelease":
    """Noisy tables of all declared columns, which can be published and queried at no further cost.

    `.save("release.json")` writes them, `.discover()` learns a graph from them, `.cross_table("a", "b")` counts two
    columns.

    >>> import numpy as np, privcausal
    >>> people = np.random.default_rng(0).integers(0, 2, (5_000, 3))
    >>> kept = privcausal.release(people, epsilon=1, delta=1e-6, declare={f"x{i}": [0, 1] for i in range(3)})
    >>> kept.discover().spent == kept.spent, kept.cross_table("x0", "x1").counts.shape
    (True, (2, 2))
    """
    from privcausal.graphs.methods import DEFAULT, METHODS
    from privcausal.graphs.table_release import release_tables
    from privcausal.table.stream import open_table

    source, price = as_source(data), price_of(epsilon, delta)
    if declare is None and not isinstance(source, Table):
        raise ValueError(
            "declare must name the released columns and their possible values, for example "
            '{"dose": ["low", "high"]}, got None. Nothing was spent.'
        )
    budget_file, rng = open_payment(budget, price, seed), noise_generator(seed)
    public = declared_part(source, declare, None, (rows_per_person, person, keep_rows))
    METHODS[DEFAULT].check_columns(public)
    table = open_table(source, public, seed=seed)
    with paying(budget_file, price, f"release {named(data)}", table, allow_weak=allow_weak):
        return release_tables(table, price, rng)


@public
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
    them; the plan says how wide its interval would be if people were spread evenly over strata and treatments.

    >>> import privcausal
    >>> result = privcausal.plan({"dose": ["low", "high"], "well": [0, 1]}, rows=5_000, epsilon=1, delta=1e-6)
    >>> result.method
    'once'
    """
    from privcausal.forecast import forecast

    public = as_declaration(declare)
    public = replace(public, unit=declare_unit(public.unit, rows_per_person))
    check_numbers(rows=rows, **({} if target is None else {"target": target}))
    planned = forecast(public, rows, price_of(epsilon, delta), target)
    if effect is None:
        return planned
    from privcausal.effects.expected_interval import planned_effect

    return replace(planned, effect=planned_effect(public, rows, epsilon, effect))


def _study(
    question: str, data: object, table: Table | Stream, budget_file: "BudgetFile | None", **asked: object
) -> Study:
    """The assumptions of an answer from this table; none of them is read off the records."""
    account = None if budget_file is None else budget_file.account
    columns, unit = table.declaration.columns, table.declaration.unit
    return Study(question, named(data), len(table), columns, asked, account=account, unit=unit)
