"""From a table of people to a graph, by any method of the list, with its price on it."""

import math
from dataclasses import replace

import numpy as np

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.detectable import minimum_detectable_at_margins
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.kinds import CATEGORIES, MIXED, NUMBERS
from privcausal.graphs.learned import Learned
from privcausal.graphs.method import POWER, Method, Progress
from privcausal.graphs.methods import METHODS, kinds_of, private_methods
from privcausal.graphs.methods.once_mixed import MixedMoments
from privcausal.graphs.result import Discovery
from privcausal.graphs.vote_confidence import Correlations
from privcausal.privacy.charges import announced, listening
from privcausal.privacy.marks import mark
from privcausal.privacy.person_budget import gaussian_row_budget
from privcausal.privacy.price import Price, check_budget
from privcausal.table.declaration import Declaration
from privcausal.table.records import Table
from privcausal.table.stream import Stream
from privcausal.table.unit import Unit


def learn_graph(
    table: Table | Stream,
    method: Method,
    *,
    budget: Price,
    rng: np.random.Generator,
    progress: Progress | None = None,
    even_if_blind: bool = False,
) -> Discovery:
    """Learn the causal graph of a table's columns, (ε, δ)-private when one record is replaced.

    The table has a declaration, which is public, and never read off the data; the number of records is public too.
    `pc` is not private: its ε must be infinite. `progress` is called after each order of a search. Unless
    `even_if_blind`, a budget at which not even a perfect association would be detected is refused, unspent.

    >>> import pandas as pd
    >>> from privcausal.graphs.methods import method_of
    >>> from privcausal.graphs.models.bayesian_network import network
    >>> from privcausal.privacy.price import Relation
    >>> from privcausal.table.inputs import as_table
    >>> town, rng = network("earthquake"), np.random.default_rng(0)
    >>> people = as_table(town.sample(20_000, rng), {f"x{place}": [0, 1] for place in range(5)})
    >>> free = Price(math.inf, 0.0, Relation.SUBSTITUTION)
    >>> print(learn_graph(people, method_of("pc"), budget=free, rng=rng).summary())
    pc: 4 arrows and 0 lines among 5 variables, 45 tests, ε = inf (substitution)
    """
    check_request(method, budget, table.declaration)
    # K rows a person at the budget of a Kth each: noise and sampling are those of a Kth of the records.
    forecast = method.foresee(
        table.declaration.unit.people(len(table)), method.sizes(table.declaration), budget
    )
    least = None if forecast is None else forecast.least
    if least is not None and not even_if_blind:
        check_detectable(method.name, len(table), least)
    learned = learn_for_people(table, method, budget, rng, progress)
    if learned.spent is not None:
        learned = replace(learned, spent=mark(learned.spent, rng, len(table)))
    return Discovery(
        list(table.columns),
        method.name,
        learned,
        smallest_detectable(learned, least, method.floor),
        table.declaration.knowledge,
        tuple(name for name, column in table.declaration.columns.items() if getattr(column, "cuts", ())),
        tuple(name for name, column in table.declaration.columns.items() if column.missing is None),
    )


def smallest_detectable(learned: Learned, least: Floats | None, floor: float) -> Floats | None:
    """Return the smallest associations that would have been seen, by the released margins; None if there are none.

    Noise hides more beside rare values than beside those of a plan, which are equally frequent. Without noise they
    need not be known.
    """
    if isinstance(learned.release, MixedMoments):
        return learned.release.minimum_detectable(POWER, floor)
    if isinstance(learned.release, Interactions):
        return minimum_detectable_at_margins(learned.release, POWER, floor)
    if least is not None and isinstance(learned.release, Correlations):
        return learned.release.minimum_detectable(POWER, least)
    return least if learned.spent is not None and learned.spent.epsilon == math.inf else None


def learn_for_people(
    table: Table | Stream,
    method: Method,
    budget: Price,
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> Learned:
    """What a method learns when the budget is for people, each with as many rows as the table's declaration says."""
    table = table.uncut() if method.wants == NUMBERS else table
    unit = table.declaration.unit
    if unit == Unit():
        return method.learn(table, budget, rng, progress)
    whole = Price(budget.epsilon, budget.delta, budget.relation, **unit.priced)
    with announced(whole):  # what a row costs is a part of what its person does
        learned = method.learn(table, gaussian_row_budget(budget, unit.rows), rng, progress)
    assert learned.spent is not None  # a private method states its cost
    return replace(learned, spent=whole if learned.spent.epsilon else learned.spent)


def check_request(method: Method, budget: Price, declaration: Declaration) -> None:
    """Refuse a budget that the method cannot keep, and columns that it does not want."""
    if method.private:
        check_budget(budget)
    elif listening():
        raise ValueError(
            f"method={method.name!r} is not private, so no budget file can pay for it. Nothing was spent."
        )
    elif budget.epsilon != math.inf:
        raise ValueError(
            f"epsilon must be infinite for method={method.name!r}, which is not private, got "
            f"{budget.epsilon!r}. Nothing was "
            "spent."
        )
    if declaration.unit.rows > 1 and not method.several_rows:
        able = ", ".join(name for name, other in METHODS.items() if other.several_rows)
        raise ValueError(
            f"rows_per_person must be 1 for method={method.name!r}, whose tests take rows to be independent, got "
            f"{declaration.unit.rows}; several rows of a person are taken by {able}. Nothing was spent."
        )
    kinds = kinds_of(declaration)
    if method.wants not in kinds:
        others = ", ".join(private_methods(kinds[0]))
        cuts = ", and numbers with cuts are categories" * (method.wants == CATEGORIES and MIXED in kinds)
        raise ValueError(
            f"method={method.name!r} wants {method.wants}; for {kinds[0]} there is {others}{cuts}. Nothing was spent."
        )
    if len(declaration.columns) < 2:
        raise ValueError(
            "the declaration must name at least two columns, and it names one. Declare the columns "
            "that the graph is about. Nothing was spent."
        )


def check_detectable(method: str, records: int, least: np.ndarray) -> None:
    """Refuse what would not even detect a perfect association: known from public numbers alone."""
    if (least > 1).any() and not (least <= 1).any():
        raise ValueError(
            f"data must have more records for method={method!r} at this budget: of {records}, not even a perfect "
            "association of two columns would be seen. Use a larger epsilon, fewer columns, or another method; `plan` "
            "says which. Nothing was spent."
        )
