"""CURATE's own allocation on data, every test charged, next to equal shares and to noisy PC.

What is repaired: a plain test instead of one with margin and coin, on a statistic whose sensitivity is proved; a filter
that is charged for every test; no set asked about twice. What stays CURATE's: one answer for each set, the bound on the
number of tests, the surrogate for the error, and a new plan before each order.

The methods were written down before the first run. After trials on single samples the methods of `networks` were added;
a third sample and ε = 10 were given up for want of processor time, before a stored task had finished.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from scipy.optimize import minimize

from privcausal.arrays import Floats
from privcausal.experiments.ablation import below
from privcausal.experiments.execution import Experiment, Rows, Task, every
from privcausal.experiments.heldout import EPSILON, MOST_FIXED, by_g_squared, price
from privcausal.experiments.networks import PRIVATE, scores
from privcausal.graphs.constraint_based.curate_allocation import (
    AllocationProblem,
    best_allocation,
    most_tests,
)
from privcausal.graphs.constraint_based.pc import OneByOne, Questions, pc
from privcausal.graphs.constraint_based.policy import PrivatePolicy
from privcausal.graphs.constraint_based.pruned_questions import how_many, path_relevant_sets
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.margins import deviations
from privcausal.graphs.independence.stratified_kendall import KENDALL
from privcausal.graphs.learned import Separators
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.methods.curate_pc import MOST_SETS, CuratePc, NoiseKind
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.graphs.structure.pdag import Matrix, cpdag
from privcausal.privacy.gaussian import largest_mu
from privcausal.privacy.price import Price

SIZES = (100_000, 10_000)
RUNS = 2

Facts = dict[str, float | bool]
"""Of a run: how many tests it made, whether it stopped before PC would have, and what its plan began with."""

PROGRAMS_RATE = 0.05 * 0.2 / 0.3627
"""The program's k, divided by √n: threshold times half-width of the margin over its sensitivity."""


def noisy_pc(
    tables: Tables, budget: Price, rng: np.random.Generator, *, each: int = 3, caution: float = 1.0
) -> tuple[Matrix, bool]:
    """PC on noisy margins, with `each` noises per pair of columns; when all are used up, edges stay: did that happen?

    The noises are Gaussian and their number is fixed in advance, so their exact common price is known.
    """
    d = len(tables.cardinalities)
    tests = each * d * (d - 1) // 2
    mu = largest_mu(budget.epsilon, budget.delta)
    scale = KENDALL.sensitivity(tables.size, LEVEL) * np.sqrt(tests) / mu
    noises = iter(rng.normal(0, scale, tests))

    def independent(x: int, y: int, conditioning_set: tuple[int, ...]) -> bool:
        noise = next(noises, None)
        if noise is None:
            return False
        return bool(KENDALL.table_margin(tables, (x, y), conditioning_set, LEVEL) + noise < caution * scale)

    graph = pc(d, OneByOne(independent), largest=MOST_FIXED).graph
    return graph, next(noises, None) is None


class ConcentratedProblem(AllocationProblem):
    """The same surrogate at the price that the filter charges: t tests at ε cost tε²/2, and orders add up."""

    @cached_property
    def sizes(self) -> Floats:
        """Half of the numbers of tests."""
        return np.array(self.tests, dtype=float) / 2

    @cached_property
    def slopes(self) -> Floats:
        """The first bit of ε costs nothing."""
        return np.zeros(len(self.tests))


Plan = Callable[["PlannedCurate", tuple[float, ...]], float]
"""From a policy and the bounds on the numbers of its tests, order by order: ε of one test at the first of them."""


ALL_SPENT = 1e-6
"""With less than that left, nothing is left: the solver meets the budget up to its tolerance."""


def certified(policy: "PlannedCurate", tests: tuple[float, ...]) -> float:
    """Plan as well as can be: the global minimum of the surrogate, at the filter's price."""
    left = policy.privacy_filter.remaining * (1 - 1e-9)
    return best_allocation(ConcentratedProblem(tests, left, policy.budget.delta, policy.rate)).epsilons[0]


def programmed(middle: float) -> Plan:
    """Plan as the program does: by its solver from 0, at its price, with this chance of a middle branch."""

    def plan(policy: "PlannedCurate", tests: tuple[float, ...]) -> float:
        left = policy.budget.epsilon - policy.planned_bill
        if left < ALL_SPENT:
            return 0.0
        problem = AllocationProblem(tests, left, policy.budget.delta, policy.rate)
        return max(float(sequential_quadratic(problem, middle)[0]), 0.0)

    return plan


def sequential_quadratic(problem: AllocationProblem, middle: float) -> Floats:
    """Return what SLSQP finds from 0 with its usual tolerances; `middle` can be 1 here, as in the program."""

    def total_error(epsilons: Floats) -> float:
        wrong = middle / 2 + np.exp(-problem.rate * epsilons) / 2
        return float(np.prod(wrong) + 1 - np.prod(1 - wrong))

    limits = [
        {"type": "ineq", "fun": lambda e: problem.budget - problem.cost(e)},
        {"type": "ineq", "fun": lambda e: e[:-1] - e[1:]},
    ]
    orders = len(problem.tests)
    answer = minimize(
        total_error, np.zeros(orders), method="SLSQP", bounds=[(0, None)] * orders, constraints=limits
    )
    return np.asarray(answer.x, dtype=float)


@dataclass
class PlannedCurate(CuratePc):
    """Before each order, plan it and all later ones with what is left; then ask about set after set at the planned ε.

    Where the plan spends nothing on an order, no test of it can be made, and all its edges stay.
    """

    orders: int = 0
    """0 stands for all that the number of columns allows, as CURATE plans them."""
    caution: float = 0.5
    """The plain test: nothing is added to the threshold."""
    noise: NoiseKind = NoiseKind.LAPLACE
    plan: Plan = certified
    rate: float = 1.0
    """What the surrogate takes for the distance of a statistic from the threshold, in sensitivities."""
    epsilons: list[float] = field(default_factory=list, init=False)
    """Of each order, the ε of one test."""

    def __post_init__(self) -> None:
        self.orders = self.orders or len(self.tables.cardinalities) - 1
        super().__post_init__()

    def separate(self, questions: Questions) -> Separators:
        """Plan, and ask what the plan pays for."""
        order = questions.order
        if order >= self.orders or not self.begin(order, how_many(questions), MOST_SETS, "sets"):
            return {}
        edges, nodes = int(questions.graph.sum()) // 2, len(questions.graph)
        tests = tuple(map(float, most_tests(nodes, edges, order)[: self.orders - order]))
        self.epsilons.append(self.plan(self, tests))
        wanted = path_relevant_sets(questions)
        share = self.epsilons[-1] ** 2 / 2 * sum(map(len, wanted.values()))
        return self._set_by_set(wanted, share, order) if share else {}

    @property
    def planned_bill(self) -> float:
        """What the tests so far cost by the program's formula, all of them counted."""
        made = zip(self.asked, self.epsilons, strict=False)
        long = 2 * math.log(1 / self.budget.delta)
        return sum(count * e**2 + e * math.sqrt(count * long) for count, e in made)


def planners(tables: Tables) -> dict[str, dict[str, Any]]:
    """CURATE as repaired, from what its program minimises to what is most favourable for it."""
    programs = PROGRAMS_RATE * math.sqrt(tables.size)
    far = deviations(LEVEL) / KENDALL.sensitivity(tables.size, LEVEL)
    return {
        "CURATE, c = 1": {"plan": programmed(1.0), "rate": programs},
        "CURATE, c = 0": {"plan": programmed(0.0), "rate": programs},
        "CURATE, best plan": {"rate": programs},
        "CURATE, best plan, our settings": {
            "rate": far,
            "orders": CuratePc.orders,
            "caution": CuratePc.caution,
        },
    }


def tasks() -> list[Task]:
    """Each network, number of records and run, the largest first."""
    return every(records=SIZES, network=NAMES[::-1], run=range(RUNS))


def run(task: Task, rng: np.random.Generator) -> Rows:
    """All of them on one sample."""
    net = network(task["network"])
    tables = Tables(net.sample(task["records"], rng), net.cardinalities)
    truth = cpdag(net.dag)
    return [
        {**task, "method": method, "epsilon": epsilon, **scores(graph, truth), **more}
        for method, epsilon, graph, more in graphs(tables, rng)
    ]


def graphs(tables: Tables, rng: np.random.Generator) -> Iterator[tuple[str, float, Matrix, Facts]]:
    """Yield every method's graph, and what is to be known of its tests; an infinite price means no privacy."""
    nodes = len(tables.cardinalities)
    yield "complete", math.inf, ~np.eye(nodes, dtype=bool), {}
    yield "pc, G²", math.inf, pc(nodes, by_g_squared(tables), largest=MOST_FIXED).graph, {}
    limit = OneByOne(lambda x, y, given: below(KENDALL, tables, x, y, given))
    yield "pc, margins", math.inf, pc(nodes, limit, largest=MOST_FIXED).graph, {"tests": sum(limit.asked)}
    for method, graph, more in private_graphs(tables, price(EPSILON), rng):
        yield method, EPSILON, graph, more


def private_graphs(
    tables: Tables, budget: Price, rng: np.random.Generator
) -> Iterator[tuple[str, Matrix, Facts]]:
    """Yield the graph of each private method at this price, each with a generator of its own."""
    nodes = len(tables.cardinalities)
    graph, used_up = noisy_pc(tables, budget, rng.spawn(1)[0])
    yield "noisy PC", graph, {"stopped": used_up}
    for name, options in planners(tables).items():
        policy = PlannedCurate(tables, budget, rng.spawn(1)[0], **options)
        yield name, pc(nodes, policy).graph, facts(policy) | {"first ε": policy.epsilons[0]}
    shares = CuratePc(tables, budget, rng.spawn(1)[0], noise=NoiseKind.LAPLACE, each_set=True)
    yield "equal shares, each set", pc(nodes, shares).graph, facts(shares)
    for name in PRIVATE:
        other = PRIVATE[name].policy(tables, budget, rng.spawn(1)[0])
        yield name, pc(nodes, other).graph, facts(other)


def facts(policy: PrivatePolicy) -> Facts:
    """How many tests it made, and whether it had to stop before PC would have."""
    return {"tests": sum(policy.asked), "stopped": policy.stop_reason is not None}


ALLOCATIONS = Experiment("allocations", tasks, run)
