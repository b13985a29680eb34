"""From a table of people to a graph, by any method of Part III, with its price on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from privcausal.answer import Answer, axes, price_dict
from privcausal.graphs.constraint_based.pc import Edge, OneByOne, Questions, Separators, pc
from privcausal.graphs.constraint_based.policy import PrivatePolicy
from privcausal.graphs.foresight import FORESEEN, smallest_seen
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import CATEGORIES, DEFAULT, NUMBERS, method_of
from privcausal.graphs.standing import Pair, Standing, careful
from privcausal.graphs.structure.pdag import Matrix, arrows, extension, lines
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table
from privcausal.table.sources import Source, names_of, read

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Step:
    """One order of the search: how many variables were held fixed, what was asked, which edges went."""

    order: int
    edges: int
    tests: int
    deleted: tuple[Edge, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Discovery(Answer):
    """A learned graph that never travels without its price."""

    names: list[str]
    """The variables, in the order of the data's columns."""
    matrix: Matrix
    """The graph as the library computes with it: see `privcausal.graphs.structure.pdag`."""
    method: str
    spent: Price
    tests: tuple[int, ...]
    """How many tests each order took."""
    trace: tuple[Step, ...]
    stopped: str | None = None
    """Why the method ended before it was finished; None if it was."""
    separators: Separators = field(default_factory=dict)
    """What was held fixed when a pair looked independent."""
    untested: Matrix | None = None
    """Pairs about which the search gave no answer: they are no edges, and no evidence against one."""
    least: np.ndarray | None = field(default=None, repr=False)
    """The smallest association that would have been seen, pair by pair, from public numbers; None if not known."""

    @cached_property
    def pairs(self) -> list[Pair]:
        """How every pair of variables stands."""
        places = combinations(range(len(self.names)), 2)
        return [self._pair(x, y) for x, y in places]

    def _pair(self, x: int, y: int) -> Pair:
        least = math.nan if self.least is None else float(self.least[x, y])
        if self.matrix[x, y] != self.matrix[y, x]:
            first, second = (x, y) if self.matrix[x, y] else (y, x)
            return Pair(self.names[first], self.names[second], Standing.CAUSE)
        if self.matrix[x, y]:
            return Pair(self.names[x], self.names[y], Standing.JOINED)
        if self.untested is not None and self.untested[x, y]:
            return Pair(self.names[x], self.names[y], Standing.UNTESTED)
        given = tuple(self.names[z] for z in self.separators.get((x, y), ()))
        return Pair(self.names[x], self.names[y], Standing.APART, given, None if math.isnan(least) else least)

    def standing(self, standing: Standing) -> list[Pair]:
        """The pairs of which this is to be said."""
        return [pair for pair in self.pairs if pair.standing is standing]

    @cached_property
    def graph(self) -> nx.DiGraph:
        """For NetworkX. An arrow is one edge; a line, whose direction the data cannot tell, is an edge each way."""
        from privcausal.graphs.structure.exchange import to_networkx

        return to_networkx(self.matrix, self.names)

    def pairs_frame(self) -> pd.DataFrame:
        """For pandas: how every pair stands, one row each."""
        import pandas as pd

        return pd.DataFrame([pair.to_dict() for pair in self.pairs])

    def to_dict(self) -> dict[str, Any]:
        """All that is public about it."""
        return {
            "method": self.method,
            "columns": self.names,
            "spent": price_dict(self.spent),
            "tests": sum(self.tests),
            "stopped": self.stopped,
            "pairs": [pair.to_dict() for pair in self.pairs],
        }

    def plot(self, ax: Axes | None = None, truth: nx.DiGraph | None = None, title: str = "") -> Axes:
        """Draw it, and mark what is missing and what is too much if the truth is known."""
        from privcausal.graphs.structure.drawing import draw, layers, ring
        from privcausal.graphs.structure.exchange import from_networkx

        known = None if truth is None else from_networkx(truth, self.names)
        basis = self.matrix if known is None else known
        places = ring(self.names) if extension(basis) is None else layers(basis, self.names)
        return draw(
            axes(ax, height=5.0),
            self.matrix,
            self.names,
            places=places,
            truth=known,
            untested=self.untested,
            title=title,
        )

    def save(self, path: str | Path) -> None:
        """Write it as GraphML or DOT, by the file's ending."""
        from privcausal.graphs.structure.exchange import save

        save(self.graph, path)

    def summary(self) -> str:
        """The method, how much it found, its price, and why it stopped."""
        pointing, plain = int(arrows(self.matrix).sum()), int(lines(self.matrix).sum()) // 2
        said = f"{pointing} arrows and {plain} lines among {len(self.names)} variables"
        rows = [f"{self.method}: {said}, {sum(self.tests)} tests, {self.spent}"]
        return "\n".join(rows + ([f"stopped early: {self.stopped}"] if self.stopped else []))

    def __str__(self) -> str:
        return "\n".join([self.summary(), *(self.edges() or ["no edges"]), *self.silences()])

    def edges(self) -> list[str]:
        """The arrows, then the lines, in words."""
        wanted = Standing.CAUSE, Standing.JOINED
        return [str(pair) for standing in wanted for pair in self.standing(standing)]

    def silences(self) -> list[str]:
        """What the pairs without an edge mean: not seen and from where on it would have been, or not tested."""
        apart, untested = self.standing(Standing.APART), self.standing(Standing.UNTESTED)
        said = [f"no edge seen: {_pairs(len(apart))}{_from(apart)}"] if apart else []
        if untested:
            names = f" ({', '.join(map(str, untested))})" if len(untested) <= FEW else ""
            said.append(f"not tested: {_pairs(len(untested))}{names}")
        if method_of(self.method).wants == NUMBERS and arrows(self.matrix).any():
            said.append("the arrows take all noises to vary equally: in other units they may turn round")
        return said


FEW = 6
"""More pairs than that are counted and not named."""


def _pairs(number: int) -> str:
    return f"{number} pair{'s' if number != 1 else ''}"


def _from(apart: Sequence[Pair]) -> str:
    """From which association on these pairs would have been seen."""
    least = [pair.seen_from for pair in apart if pair.seen_from is not None]
    if not least:
        return ""
    low, high = (f"{size:.2f}" if size <= 1 else "more than 1" for size in (min(least), max(least)))
    span = low if low == high else f"{low} to {high}"
    return f"; would have seen φ ≥ {span} in 4 studies of 5"


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


def discover(
    data: Source | Table,
    declaration: Declaration | None = None,
    *,
    method: str = DEFAULT,
    epsilon: float,
    delta: float = 0.0,
    categories: Mapping[str, Sequence[object]] | None = None,
    row_norm: float | None = None,
    relation: Relation,
    rng: np.random.Generator,
    progress: Callable[[Step], None] | None = None,
    even_if_blind: bool = True,
) -> Discovery:
    """The causal graph of a table's columns, (ε, δ)-private when one record is replaced.

    `declaration` names the columns and says what each of their cells may hold: it is public, and never read off the
    data. `categories` is a short form for columns of categories alone; without either, all columns of a data frame or
    file are numbers. The number of records is public too. Some methods want categories, the methods for linear models
    numbers; `row_norm`, if given, is declared too. `method="pc"` is not private: `epsilon` must be infinite.
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
    categorical = _are_categories(public, chosen.wants)
    chosen.check(budget, categorical)
    if categorical and row_norm is not None:
        raise ValueError(f"row_norm is for numbers, and categories were declared; got row_norm={row_norm!r}")
    if len(public.columns) < 2:
        raise ValueError(f"the declaration must name at least two columns, got {list(public.columns)}")
    table = data if isinstance(data, Table) else read(data, public)
    names = list(table.columns)
    if not categorical:
        fitted = chosen.build(table.numbers(), budget=budget, rng=rng, row_norm=row_norm)
        return Discovery(names, fitted.graph, method, fitted.spent, (), ())
    tables = Tables(table.codes(), table.sizes())
    least = smallest_seen(method, tables.size, tables.cardinalities, budget)
    if not even_if_blind:
        check_sight(method, tables.size, least)
    policy = chosen.build(tables, budget, rng)
    return learn(policy, names, method, least, budget if method == "pc" else None, progress)


def check_sight(method: str, records: int, least: np.ndarray) -> None:
    """Refuse what would not even see a perfect association: known from public numbers alone."""
    if method in FORESEEN and np.nanmin(least) > 1:
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
    learned = pc(len(names), diary)
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
        tuple(step.tests for step in diary.steps),
        tuple(diary.steps),
        getattr(policy, "stopped", None),
        learned.separators,
        untested,
        least,
    )


def _declaration(
    data: Source | Table, declaration: Declaration | None, categories: Mapping[str, Sequence[object]] | None
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


def _categories(name: str, values: Sequence[object]) -> Categories:
    try:
        return Categories(values)
    except ValueError as error:
        raise ValueError(f"categories[{name!r}]: {error}") from None


def _are_categories(declaration: Declaration, wants: str) -> bool:
    """Are these columns of categories? Numbers with cuts are what the method wants."""
    columns = declaration.columns.values()
    if all(isinstance(column, Number) and column.cuts for column in columns):
        return wants == CATEGORIES
    return any(isinstance(column, Categories) for column in columns)
