"""Simulated tables by which forecasts and edge probabilities are learned and then checked: never the same for both.

One task is one table: a network, a sample of it, and a price. For each method that reads such tables there is one row
for the table as a whole, with its public facts and the scores of the graph, and one row for every pair and
arrow that was drawn, with its clues. Tasks and families were written down before any table of the part *check* was
drawn. The part *sealed* holds networks of the second kind from families and members that no method was developed on.

The rule, written down before the run: of the pairs and arrows that a map calls at least 90% sure, nine in ten must be
right, for each method, each kind of edge and each of three widths of table on the part *check*, and for each reader of
categories on the part *sealed*. Bands are over whole networks, on the sealed part over whole families, and all bands
of one sentence share an error of 1%. An interval of the forecast must hold seven in ten of the checked tables.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.experiments.heldout import price
from privcausal.experiments.lifelike_networks import FAMILIES, NEW_FAMILIES, Lifelike, lifelike
from privcausal.experiments.simulated_linear import LinearRecipe, numbers
from privcausal.experiments.simulated_mixed import mixed_world
from privcausal.experiments.simulated_networks import Recipe, World
from privcausal.graphs.edge_confidence import EdgeFeatures
from privcausal.graphs.independence.pair_counts import quickest
from privcausal.graphs.learned import Learned
from privcausal.graphs.methods import METHODS, policy_method
from privcausal.graphs.structure.metrics import cpdag_scores, skeleton_scores
from privcausal.graphs.structure.pdag import Matrix, cpdag
from privcausal.privacy.price import Price
from privcausal.table.declaration import Declaration, Number
from privcausal.table.records import Table

READERS = {
    "categories": ("once", "once-further"),
    "numbers": ("once-correlations",),
    "both": ("once-mixed",),
}
"""Which methods learn from each kind of table."""

PARTS = {
    "categories": {"development": 200, "check": 160, "stranger": 30},
    "numbers": {"development": 300, "check": 400, "stranger": 40},
    "both": {"development": 300, "check": 300, "stranger": 40},
}
"""How many tables of each kind each part has. The last are of other shapes than the first two; of arrows between
numbers few are called sure, so that it takes more tables to judge them."""

COLUMNS = (2, 80)
RECORDS = (1_000, 200_000)
EPSILONS = (0.1, 10.0)
VALUES = {"categories": (2, 30), "numbers": (2, 2), "both": (2, 8)}
"""Between these the simulated tables lie; a number counts as two values."""

SEALED = [
    (family, member, records)
    for (family, recipe), member, records in product(
        (FAMILIES | NEW_FAMILIES).items(), range(2), (10_000, 100_000)
    )
    if recipe.d <= COLUMNS[1]
]
"""Networks of the second kind that were held back, and the sizes of their samples."""

STRENGTHS = (0.4, 1.2)
"""The strongest effect of a linear model lies between these, in units of the noises; the weakest is a quarter of it."""

WIDER = (1.0, 8.0)
"""The declared ranges of numbers among categories are stretched by a factor between these."""


@dataclass(frozen=True, eq=False)
class Simulated:
    """One table: its truth, its public facts, and the graph that a method learns from it."""

    dag: Matrix
    records: int
    sizes: tuple[int, ...]
    """0 for a number."""
    budget: Price
    learn: Callable[[str, np.random.Generator], Learned]


def tasks() -> list[Task]:
    """One per table, the networks that were held back last."""
    drawn = [
        {"kind": kind, "part": part, "world": number}
        for kind, parts in PARTS.items()
        for part, many in parts.items()
        for number in range(many)
    ]
    return drawn + [
        {"kind": "categories", "part": "sealed", "world": number} for number in range(len(SEALED))
    ]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """Draw a table; learn from it by each method; say how right each edge is."""
    return rows_of(task, READERS[task["kind"]], rng)


def rows_of(task: Task, readers: Sequence[str], rng: np.random.Generator) -> Rows:
    """The same for some methods."""
    if task["part"] == "sealed":
        family, member, records = SEALED[task["world"]]
        table = categories(lifelike("judging", family, member), records, price(), rng)
    else:
        table = SIMULATED[task["kind"]](task["part"] == "stranger", rng)
    return [
        {**task, "method": name, **row}
        for name, own in zip(readers, rng.spawn(len(readers)), strict=True)
        for row in _rows(table, name, table.learn(name, own))
    ]


def _rows(table: Simulated, name: str, learned: Learned) -> Iterator[Task]:
    """One for the whole table, then one for each pair and arrow; none where the method calls no edge sure."""
    truth = cpdag(table.dag)
    pairs, classes = skeleton_scores(learned.graph, truth), cpdag_scores(learned.graph, truth)
    yield {
        "what": "table",
        **public(name, table),
        "f1_pairs": pairs.f1,
        "f1_arrows": classes.f1,
    }
    if learned.untested is None or not learned.untested.any():
        for clue in METHODS[name].features(learned):
            yield from edge_rows(clue, table.dag)


def public(name: str, table: Simulated) -> Task:
    """What a plan knows beforehand."""
    return {
        "records": table.records,
        "epsilon": table.budget.epsilon,
        "columns": len(table.sizes),
        "values": float(np.mean([size or 2 for size in table.sizes])),
        "least": METHODS[name].clue(table.records, table.sizes, table.budget),
    }


def edge_rows(clue: EdgeFeatures, dag: Matrix) -> Iterator[Task]:
    """One for the pair and, if it has one, one for the arrow."""
    right = bool(dag[clue.first, clue.second])
    kinds = {"pair": (right or bool(dag[clue.second, clue.first]), clue.pair), "arrow": (right, clue.arrow)}
    for what, (is_right, values) in kinds.items():
        if values:
            yield {"what": what, "right": is_right, **{f"clue{i}": value for i, value in enumerate(values)}}


# --- categories -------------------------------------------------------------------------------------------------


def of_categories(strange: bool, rng: np.random.Generator) -> Simulated:
    """As often a network whose logits add up as one like real tables; strangers are of a third kind."""
    usual = added_up if rng.random() < 0.5 else like_real
    recipe = stranger(rng) if strange else usual(_columns(rng), rng)
    return categories(recipe.draw(rng), *_public(rng), rng)


def categories(world: World, records: int, budget: Price, rng: np.random.Generator) -> Simulated:
    """A sample of a network, counted once."""
    tables = quickest(world.sample(records, rng), world.cardinalities)

    def learn(name: str, own: np.random.Generator) -> Learned:
        method = policy_method(name)
        learned = method.search(method.policy(tables, budget, own), len(world.dag), budget)
        return replace(learned, spent=budget)

    return Simulated(world.dag, records, world.cardinalities, budget, learn)


def added_up(d: int, rng: np.random.Generator) -> Recipe:
    """A family: weak causes or strong, with and without rare values and certain effects."""
    return Recipe(
        d,
        degree=_degree(d, rng),
        values=(2, int(rng.integers(2, 5, endpoint=True))),
        skew=rng.uniform(0.3, 1.0),
        strength=_between((0.6, 2.0), rng),
        certain=float(rng.choice([0.0, 0.2])),
        rare=float(rng.choice([0.0, 0.3])),
    )


def like_real(d: int, rng: np.random.Generator) -> Lifelike:
    """A family with skewed margins, and with any mixture of copies, gates, noisy ors and tables."""
    kinds = rng.dirichlet([0.5, 1.0, 2.0, 3.0])
    return Lifelike(
        d,
        values=tuple(rng.dirichlet([3.0, 3.0, 1.0, 0.4]).tolist()),
        weight=rng.uniform(0.2, 1.0),
        copies=kinds[0],
        gates=kinds[1],
        ors=kinds[2],
        hubs=rng.uniform(0.0, 1.5),
    )


def stranger(rng: np.random.Generator) -> Recipe:
    """A family that the maps were not made for: denser, with more values, and with causes that were not recorded."""
    return Recipe(
        int(rng.integers(10, 61)),
        degree=2.4,
        parents=4,
        values=(2, 8),
        skew=1.2,
        certain=0.4,
        rare=0.5,
        hidden=2,
    )


# --- numbers, and both together ---------------------------------------------------------------------------------


def of_numbers(strange: bool, rng: np.random.Generator) -> Simulated:
    """Linear models in any units; strangers are denser, with outliers and with causes that were not recorded."""
    d, strongest = _columns(rng), _between(STRENGTHS, rng)
    if strange:
        recipe = LinearRecipe(max(d, 10), degree=2.4, parents=4, weights=(0.1, 1.5), tail=3.0, hidden=2)
    else:
        recipe = LinearRecipe(
            d,
            degree=_degree(d, rng),
            parents=3,
            weights=(strongest / 4, strongest),
            tail=float(rng.choice([math.inf, math.inf, 5.0])),
            units=0.5,
        )
    world, (records, budget) = recipe.draw(rng), _public(rng)
    return declare_table(world.dag, numbers(world.sample(records, rng)), (0,) * recipe.d, budget)


def of_both(strange: bool, rng: np.random.Generator) -> Simulated:
    """Categories with even and with skewed margins, and numbers; of strangers the numbers' exponentials are given."""
    d = _columns(rng)
    world = mixed_world(
        d,
        int(rng.integers(1, d)),
        rng,
        degree=_degree(d, rng),
        values=(2, int(rng.integers(2, 8, endpoint=True))),
        spread=rng.uniform(0.3, 1.5),
    )
    records, budget = _public(rng)
    table, factor = world.sample(records, rng), _between(WIDER, rng)
    columns, cells = dict(table.declaration.columns), dict(table.columns)
    for name, column in columns.items():
        if isinstance(column, Number):
            low, high = column.low * factor, column.high * factor
            if strange:
                low, high, cells[name] = 0.0, math.exp(6.0), np.exp(np.clip(cells[name], -6.0, 6.0))
            columns[name] = Number(low, high)
    return declare_table(world.dag, Table(Declaration(columns), cells), world.sizes, budget)


def declare_table(dag: Matrix, table: Table, sizes: tuple[int, ...], budget: Price) -> Simulated:
    """A table that a method learns from as `discover` hands it over."""
    return Simulated(
        dag, len(table), sizes, budget, lambda name, own: METHODS[name].learn(table, budget, own)
    )


SIMULATED = {"categories": of_categories, "numbers": of_numbers, "both": of_both}


def _columns(rng: np.random.Generator) -> int:
    return round(_between(COLUMNS, rng))


def _degree(d: int, rng: np.random.Generator) -> float:
    """Edges per column."""
    return float(min(rng.uniform(0.7, 2.0), (d - 1) / 2))


def _public(rng: np.random.Generator) -> tuple[int, Price]:
    """A number of records, and a price."""
    return round(_between(RECORDS, rng)), price(_between(EPSILONS, rng))


def _between(ends: tuple[float, float], rng: np.random.Generator) -> float:
    """Any size of number equally often."""
    return float(math.exp(rng.uniform(math.log(ends[0]), math.log(ends[1]))))


CALIBRATION = Experiment("calibration", tasks, run)
