"""From a table of people to a graph, by any method of Part III, with its price on it."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from privcausal.graphs.ask_once.linear import OnceLinear, once_linear
from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.curate_pc import CuratePc
from privcausal.graphs.constraint_based.em_pc import EmPc
from privcausal.graphs.constraint_based.pc import Edge, OneByOne, Questions, Separators, pc
from privcausal.graphs.constraint_based.policy import Price, PrivatePolicy, check_budget
from privcausal.graphs.constraint_based.priv_pc import PrivPc
from privcausal.graphs.constraint_based.svt_pc import SvtPc
from privcausal.graphs.independence.contingency import Tables, encode, g_squared
from privcausal.graphs.score_based.curate_scores import curate_scores
from privcausal.graphs.score_based.noleaks import NoLeaks, noleaks
from privcausal.graphs.structure.drawing import draw, layers, ring
from privcausal.graphs.structure.exchange import from_networkx, save, to_networkx
from privcausal.graphs.structure.pdag import Matrix, arrows, extension, lines
from privcausal.privacy.price import Relation

Builder = Callable[[Tables, Price, np.random.Generator], PrivatePolicy]

LEVEL = 0.01
"""At which PC's G² test, the one method without privacy, calls two variables dependent."""


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

    graph: nx.DiGraph
    """An arrow is one edge; a line, whose direction the data cannot tell, is an edge each way."""
    method: str
    spent: Price
    tests: tuple[int, ...]
    """How many tests each order took."""
    trace: tuple[Step, ...]
    stopped: str | None = None
    """Why the method ended before it was finished; None if it was."""

    @property
    def names(self) -> list[str]:
        """The variables, in the order of the data's columns."""
        return list(self.graph.nodes)

    @property
    def matrix(self) -> Matrix:
        """The graph as the library computes with it: see `privcausal.graphs.structure.pdag`."""
        return from_networkx(self.graph, self.names)

    def plot(self, ax: Axes, truth: nx.DiGraph | None = None, title: str = "") -> Axes:
        """Draw it, and mark what is missing and what is too much if the truth is known."""
        known = None if truth is None else from_networkx(truth, self.names)
        basis = self.matrix if known is None else known
        places = ring(self.names) if extension(basis) is None else layers(basis, self.names)
        return draw(ax, self.matrix, self.names, places=places, truth=known, title=title)

    def save(self, path: str | Path) -> None:
        """Write it as GraphML or DOT, by the file's ending."""
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


METHODS: dict[str, Builder] = {
    "once": OnceTables,
    "svt-pc": SvtPc,
    "em-pc": EmPc,
    "priv-pc": PrivPc,
    "curate": CuratePc,
}
"""The private methods for tables of categories, by name."""

NUMERIC: dict[str, Callable[..., OnceLinear | NoLeaks]] = {
    "once-linear": once_linear,
    "noleaks": noleaks,
    "curate-scores": curate_scores,
}
"""The private methods for numbers, the best first."""

DEFAULT = "once"
"""What the last chapter of the comparison shows best."""


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

    >>> from privcausal.graphs.models.bayesian_network import network
    >>> town, rng = network("earthquake"), np.random.default_rng(0)
    >>> people = pd.DataFrame(town.sample(20_000, rng), columns=list(town.nodes))
    >>> found = discover(people, method="pc", epsilon=math.inf, categories={name: (0, 1) for name in people},
    ...                  relation=Relation.SUBSTITUTION, rng=rng)
    >>> print(found)
    pc: 4 arrows and 0 lines among 5 variables, 45 tests, ε = inf (substitution)
    """
    budget = Price(epsilon, delta, relation)
    if method in NUMERIC:
        return _linear(data, method, budget, categories, row_norm, rng)
    if categories is None or row_norm is not None:
        raise ValueError(f"method={method!r} needs categories and no row_norm")
    _check(method, budget, categories)
    tables = Tables(encode(data, categories), [len(values) for values in categories.values()])
    if not tables.size:
        raise ValueError("data must have at least one record, got none")
    diary = Recorded(_policy(method, tables, budget, rng), progress)
    learned = pc(len(categories), diary)
    graph = to_networkx(learned.graph, list(map(str, categories)))
    tests = tuple(step.tests for step in diary.steps)
    spent = getattr(diary.policy, "spent", budget)
    return Discovery(graph, method, spent, tests, tuple(diary.steps), getattr(diary.policy, "stopped", None))


def _linear(
    data: pd.DataFrame,
    method: str,
    budget: Price,
    categories: Mapping[str, Sequence[object]] | None,
    row_norm: float | None,
    rng: np.random.Generator,
) -> Discovery:
    """A graph of all columns, and no tests."""
    check_budget(budget)
    if categories is not None:
        raise ValueError(f"categories are not for method={method!r}, which wants numbers in all columns")
    wordy = [str(name) for name in data if not pd.api.types.is_numeric_dtype(data[name])]
    if wordy:
        raise ValueError(
            f"data must hold numbers only for method={method!r}, got text in column {wordy[0]!r}"
        )
    found = NUMERIC[method](data.to_numpy(dtype=float), budget=budget, rng=rng, row_norm=row_norm)
    return Discovery(to_networkx(found.graph, list(map(str, data))), method, found.spent, (), ())


def _policy(method: str, tables: Tables, budget: Price, rng: np.random.Generator) -> PrivatePolicy | OneByOne:
    if method == "pc":
        return OneByOne(lambda x, y, given: g_squared(tables, x, y, given).p_value > LEVEL)
    return METHODS[method](tables, budget, rng)


def _check(method: str, budget: Price, categories: Mapping[str, Sequence[object]]) -> None:
    if method != "pc" and method not in METHODS:
        raise ValueError(f"method must be one of pc, {', '.join([*METHODS, *NUMERIC])}, got {method!r}")
    if method != "pc":
        check_budget(budget)
    elif budget.epsilon != math.inf:
        raise ValueError(
            f"epsilon must be infinite for method='pc', which is not private, got {budget.epsilon!r}"
        )
    if len(categories) < 2:
        raise ValueError(f"categories must declare at least two columns, got {list(categories)}")
    for name, values in categories.items():
        if isinstance(values, str) or not len(values):
            raise ValueError(f"categories[{name!r}] must be a list of at least one value, got {values!r}")
