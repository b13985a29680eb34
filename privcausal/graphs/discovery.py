"""From a table of people to a graph, by any method of Part III, with its price on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from privcausal.graphs.constraint_based.pc import Edge, OneByOne, Questions, Separators, pc
from privcausal.graphs.constraint_based.policy import PrivatePolicy
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import CATEGORIES, DEFAULT, method_of
from privcausal.graphs.structure.pdag import Matrix, arrows, extension, lines
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table
from privcausal.table.sources import Source, names_of, read

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Step:
    """One order of the search: how many variables were held fixed, what was asked, which edges went."""

    order: int
    edges: int
    tests: int
    deleted: tuple[Edge, ...]


@dataclass(frozen=True, eq=False)
class Discovery:
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

    @cached_property
    def graph(self) -> nx.DiGraph:
        """For NetworkX. An arrow is one edge; a line, whose direction the data cannot tell, is an edge each way."""
        from privcausal.graphs.structure.exchange import to_networkx

        return to_networkx(self.matrix, self.names)

    def plot(self, ax: Axes, truth: nx.DiGraph | None = None, title: str = "") -> Axes:
        """Draw it, and mark what is missing and what is too much if the truth is known."""
        from privcausal.graphs.structure.drawing import draw, layers, ring
        from privcausal.graphs.structure.exchange import from_networkx

        known = None if truth is None else from_networkx(truth, self.names)
        basis = self.matrix if known is None else known
        places = ring(self.names) if extension(basis) is None else layers(basis, self.names)
        return draw(ax, self.matrix, self.names, places=places, truth=known, title=title)

    def save(self, path: str | Path) -> None:
        """Write it as GraphML or DOT, by the file's ending."""
        from privcausal.graphs.structure.exchange import save

        save(self.graph, path)

    def __str__(self) -> str:
        pointing, plain = int(arrows(self.matrix).sum()), int(lines(self.matrix).sum()) // 2
        said = f"{pointing} arrows and {plain} lines among {len(self.names)} variables"
        rows = [f"{self.method}: {said}, {sum(self.tests)} tests, {self.spent}"]
        return "\n".join(rows + ([f"stopped early: {self.stopped}"] if self.stopped else []))


@dataclass
class Recorded:
    """Any policy, with a diary of its orders; `progress` is told after each."""

    policy: PrivatePolicy | OneByOne
    progress: Callable[[Step], None] | None = None
    steps: list[Step] = field(default_factory=list)

    def separate(self, questions: Questions) -> Separators:
        """Let the policy decide, and write down what it did."""
        edges, before = int(questions.graph.sum()) // 2, sum(self.policy.asked)
        found = self.policy.separate(questions)
        step = Step(questions.order, edges, sum(self.policy.asked) - before, tuple(sorted(found)))
        self.steps.append(step)
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
) -> Discovery:
    """The causal graph of a table's columns, (ε, δ)-private when one record is replaced.

    `declaration` names the columns and says what each of their cells may hold: it is public, and never read off the
    data. `categories` is a short form for columns of categories alone; without either, all columns of a data frame or
    file are numbers. The number of records is public too. Some methods want categories, the methods for linear models
    numbers; `row_norm`, if given, is declared too. `method="pc"` is not private: `epsilon` must be infinite.

    >>> import math, pandas as pd
    >>> from privcausal.graphs.models.bayesian_network import network
    >>> town, rng = network("earthquake"), np.random.default_rng(0)
    >>> people = pd.DataFrame(town.sample(20_000, rng), columns=list(town.nodes))
    >>> found = discover(people, method="pc", epsilon=math.inf, categories={name: (0, 1) for name in people},
    ...                  relation=Relation.SUBSTITUTION, rng=rng)
    >>> print(found)
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
    diary = Recorded(chosen.build(Tables(table.codes(), table.sizes()), budget, rng), progress)
    learned = pc(len(names), diary)
    tests = tuple(step.tests for step in diary.steps)
    spent, stopped = getattr(diary.policy, "spent", budget), getattr(diary.policy, "stopped", None)
    return Discovery(names, learned.graph, method, spent, tests, tuple(diary.steps), stopped)


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
