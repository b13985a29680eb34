"""From a table of people to a graph, by any method of Part III, with its price on it."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from privcausal.graphs.ask_once.further import OnceFurther
from privcausal.graphs.ask_once.mixed_rows import sizes_of
from privcausal.graphs.ask_once.pair_counts import quickest
from privcausal.graphs.ask_once.resolved import resolved_mixed
from privcausal.graphs.ask_once.sums import Unread
from privcausal.graphs.ask_once.units import declared_parts
from privcausal.graphs.constraint_based.pc import Edge, OneByOne, Questions, Separators, pc
from privcausal.graphs.constraint_based.policy import PrivatePolicy
from privcausal.graphs.discovered import Discovery, Step
from privcausal.graphs.foresight import smallest_correlations, smallest_mixed, smallest_seen
from privcausal.graphs.methods import CATEGORIES, DEFAULT, MIXED, NUMBERS, Method, kinds_of, method_of
from privcausal.graphs.standing import careful
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Column, Declaration, Number, column
from privcausal.table.records import Table
from privcausal.table.sources import Source, names_of, read


@dataclass
class Recorded:
    """Any policy, with a diary of its orders; `progress` is told after each."""

    policy: PrivatePolicy | OneByOne
    progress: Callable[[Step], None] | None = None
    largest: float = math.inf
    """Beyond this order the policy never meant to ask."""
    steps: list[Step] = field(default_factory=list)
    unanswered: dict[int, set[Edge]] = field(default_factory=dict)
    """The pairs with questions left when the policy ran dry, by the order at which it did."""

    def separate(self, questions: Questions) -> Separators:
        """Let the policy decide, and write down what it did."""
        edges, before = int(questions.graph.sum()) // 2, sum(self.policy.asked)
        found = self.policy.separate(questions)
        step = Step(questions.order, edges, sum(self.policy.asked) - before, tuple(sorted(found)))
        self.steps.append(step)
        if getattr(self.policy, "stopped", None) and questions.order <= self.largest:
            self.unanswered[questions.order] = set(questions.edges()) - set(found)
        if self.progress:
            self.progress(step)
        return found


Said = Sequence[object] | Mapping[str, object]
"""What is said of one column of categories."""


def discover(
    data: Source | Table,
    declaration: Declaration | None = None,
    *,
    method: str = DEFAULT,
    epsilon: float,
    delta: float = 0.0,
    categories: Mapping[str, Said] | None = None,
    row_norm: float | None = None,
    relation: Relation,
    rng: np.random.Generator,
    progress: Callable[[Step], None] | None = None,
    even_if_blind: bool = True,
) -> Discovery:
    """The causal graph of a table's columns, (ε, δ)-private when one record is replaced.

    `declaration` names the columns and says what each of their cells may hold: it is public, and never read off the
    data. `categories` is a short form for columns of categories alone: a list of values, or
    `{"values": …, "missing": …}` with what an empty cell counts as: else it is one more value, and noise is louder.
    Without either, all columns of a data frame or file are numbers. The number of records is public too. Some methods
    want categories, some numbers, `once-mixed` takes both; `row_norm`, if given, is declared too. `method="pc"` is not
    private: `epsilon` must be infinite.
    Unless `even_if_blind`, a budget at which not even a perfect association would be seen is refused, unspent.

    >>> import math, pandas as pd
    >>> from privcausal.graphs.models.bayesian_network import network
    >>> town, rng = network("earthquake"), np.random.default_rng(0)
    >>> people = pd.DataFrame(town.sample(20_000, rng), columns=list(town.nodes))
    >>> found = discover(people, method="pc", epsilon=math.inf, categories={name: (0, 1) for name in people},
    ...                  relation=Relation.SUBSTITUTION, rng=rng)
    >>> print(found.summary())
    pc: 4 arrows and 0 lines among 5 variables, 45 tests, ε = inf (substitution)
    """
    budget, chosen = Price(epsilon, delta, relation), method_of(method)
    public = _declaration(data, declaration, categories)
    chosen.check(budget, *kinds_of(public))
    if chosen.wants != NUMBERS and row_norm is not None:
        raise ValueError(f"row_norm is for numbers, and categories were declared; got row_norm={row_norm!r}")
    if len(public.columns) < 2:
        raise ValueError(f"the declaration must name at least two columns, got {list(public.columns)}")
    table = data if isinstance(data, Table) else read(data, public)
    names = list(table.columns)
    if chosen.wants != CATEGORIES:
        least = least_of(table, method, budget)
        if least is not None and not even_if_blind:
            check_sight(method, len(table), least)
        return told(table, method, _fitted(table, chosen, budget, rng, row_norm), least)
    tables = quickest(table.codes(), table.sizes())
    least = smallest_seen(method, tables.size, tables.cardinalities, budget)
    if not even_if_blind:
        check_sight(method, tables.size, least)
    policy = chosen.build(tables, budget, rng)
    return learn(policy, names, method, least, budget if method == "pc" else None, progress)


def _fitted(
    table: Table, method: Method, budget: Price, rng: np.random.Generator, row_norm: float | None
) -> Any:
    """What learns from records has at least a graph and its price."""
    if method.wants == MIXED:
        return method.build(table, budget=budget, rng=rng)
    records = declared_parts(table) if method.unitless else table.numbers()
    return method.build(records, budget=budget, rng=rng, row_norm=row_norm)


def told(table: Table | Unread, method: str, fitted: Any, least: np.ndarray | None) -> Discovery:
    """What was learned from records, as an answer."""
    shape = untested = None
    if method == "once-correlations":
        from privcausal.graphs.voted import Correlations  # which loads an optimiser

        shape = Correlations(fitted.shape, fitted.worth, len(table))
    if method == "once-mixed":
        fitted = resolved_mixed(fitted)
    if hasattr(fitted, "seen"):
        untested = ~np.outer(fitted.seen, fitted.seen) & ~np.eye(len(fitted.seen), dtype=bool)
    return Discovery(
        list(table.columns),
        fitted.graph,
        method,
        fitted.spent,
        getattr(fitted, "asked", ()),
        (),
        separators=getattr(fitted, "separators", {}),
        untested=untested,
        least=least,
        shape=shape,
    )


def least_of(table: Table | Unread, method: str, budget: Price) -> np.ndarray | None:
    """The smallest association that would be seen, where that is known."""
    if method == "once-mixed":
        return smallest_mixed(len(table), sizes_of(table.declaration), budget)
    if method == "once-correlations":
        return smallest_correlations(len(table), len(table.columns), budget)
    return None


def check_sight(method: str, records: int, least: np.ndarray) -> None:
    """Refuse what would not even see a perfect association: known from public numbers alone."""
    if (least > 1).any() and not (least <= 1).any():
        raise ValueError(
            f"data must have more records for method={method!r} at this budget: of {records}, not even a perfect "
            "association of two columns would be seen; nothing was spent"
        )


def learn(
    policy: PrivatePolicy | OneByOne,
    names: list[str],
    method: str,
    least: np.ndarray,
    spent: Price | None = None,
    progress: Callable[[Step], None] | None = None,
) -> Discovery:
    """Run the search with this policy, and say of each pair only what an answer supports.

    `spent` is the price where it is not the policy that knows it.
    """
    diary = Recorded(policy, progress, method_of(method).largest)
    # What reads further has a search of its own, and keeps no diary.
    learned = policy.learn() if isinstance(policy, OnceFurther) else pc(len(names), diary)
    untested = np.zeros((len(names), len(names)), dtype=bool)
    for x, y in diary.unanswered.get(0, ()):
        untested[x, y] = untested[y, x] = True
    unanswered = set().union(*diary.unanswered.values())
    if spent is None:
        spent = getattr(policy, "spent", None)
        assert spent is not None  # every private policy knows it
    return Discovery(
        names,
        careful(learned, unanswered, untested) if unanswered else learned.graph,
        method,
        spent,
        tuple(policy.asked),
        tuple(diary.steps),
        getattr(policy, "stopped", None),
        learned.separators,
        untested,
        least,
        getattr(policy, "moments", None),
    )


def _declaration(
    data: Source | Table, declaration: Declaration | None, categories: Mapping[str, Said] | None
) -> Declaration:
    """What is public about the data, said in one of three ways."""
    if isinstance(data, Table):
        if declaration is not None or categories is not None:
            raise ValueError("data are declared already: leave out declaration and categories")
        return data.declaration
    if declaration is not None:
        if categories is not None:
            raise ValueError("declaration says already which categories there are: leave out categories")
        return declaration
    if categories is None:
        return Declaration({name: Number() for name in names_of(data)})
    return Declaration({str(name): _categories(name, values) for name, values in categories.items()})


def _categories(name: str, values: Said) -> Column:
    if isinstance(values, Mapping):
        return column(values, f"categories[{name!r}]")
    try:
        return Categories(values)
    except ValueError as error:
        raise ValueError(f"categories[{name!r}]: {error}") from None
