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
from privcausal.graphs.independence.contingency import Tables, encode
from privcausal.graphs.methods import DEFAULT, Method, method_of
from privcausal.graphs.structure.pdag import Matrix, arrows, extension, lines
from privcausal.privacy.price import Price, Relation

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
    data: pd.DataFrame,
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

    `categories` names the columns and lists the values that each may take: they are public, and never read off the
    data. The number of records is public too. The methods for linear models ("once-linear", "noleaks" and
    "curate-scores") want numbers instead, in all columns; `row_norm`, if given, is declared too. `method="pc"` is
    not private: `epsilon` must be infinite.

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
    chosen.check(budget, categories is not None)
    if categories is None:
        return _linear(data, chosen, budget, row_norm, rng)
    _check(categories, row_norm)
    tables = Tables(encode(data, categories), [len(values) for values in categories.values()])
    if not tables.size:
        raise ValueError("data must have at least one record, got none")
    diary = Recorded(chosen.build(tables, budget, rng), progress)
    learned = pc(len(categories), diary)
    tests = tuple(step.tests for step in diary.steps)
    spent, stopped = getattr(diary.policy, "spent", budget), getattr(diary.policy, "stopped", None)
    return Discovery(
        list(map(str, categories)), learned.graph, method, spent, tests, tuple(diary.steps), stopped
    )


def _linear(
    data: pd.DataFrame, chosen: Method, budget: Price, row_norm: float | None, rng: np.random.Generator
) -> Discovery:
    """A graph of all columns, and no tests."""
    from pandas.api.types import is_numeric_dtype

    wordy = [str(name) for name in data if not is_numeric_dtype(data[name])]
    if wordy:
        raise ValueError(
            f"data must hold numbers only for method={chosen.name!r}, got text in column {wordy[0]!r}"
        )
    found = chosen.build(data.to_numpy(dtype=float), budget=budget, rng=rng, row_norm=row_norm)
    return Discovery(list(map(str, data)), found.graph, chosen.name, found.spent, (), ())


def _check(categories: Mapping[str, Sequence[object]], row_norm: float | None) -> None:
    if row_norm is not None:
        raise ValueError(f"row_norm is for numbers, and categories were declared; got row_norm={row_norm!r}")
    if len(categories) < 2:
        raise ValueError(f"categories must declare at least two columns, got {list(categories)}")
    for name, values in categories.items():
        if isinstance(values, str) or not len(values):
            raise ValueError(f"categories[{name!r}] must be a list of at least one value, got {values!r}")
