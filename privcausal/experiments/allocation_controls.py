"""Three methods of `allocations` repeated on the same records, with what they spend, and three controls of its plans.

The controls were written down after the results of `allocations` had been seen. A task's generator does not depend on
the experiment's name, so with the same seed the samples and noises of the repeated methods are those of `allocations`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from privcausal.experiments.allocations import (
    ALL_SPENT,
    ConcentratedProblem,
    PlannedCurate,
    planners,
    sequential_quadratic,
    tasks,
)
from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.experiments.heldout import EPSILON, price
from privcausal.graphs.constraint_based.curate_allocation import best_allocation
from privcausal.graphs.constraint_based.pc import Questions, pc
from privcausal.graphs.constraint_based.pruned_questions import path_relevant_sets
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.learned import Separators
from privcausal.graphs.methods.curate_pc import CuratePc, NoiseKind
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import cpdag
from privcausal.privacy.price import Price

GENERATORS = 20
"""More than the methods of `allocations`, which take theirs one by one; the controls have later ones."""


@dataclass
class Counting(PlannedCurate):
    """CURATE with a plan, which may use the number of sets at this order."""

    questions: Questions = field(init=False)

    def separate(self, questions: Questions) -> Separators:
        """Keep the questions: the plan is asked for only where the sets are few enough to be listed."""
        self.questions = questions
        return super().separate(questions)

    @property
    def actual(self) -> float:
        """How many tests this order has."""
        return float(max(sum(map(len, path_relevant_sets(self.questions).values())), 1))


def at_own_price(
    policy: PlannedCurate, tests: tuple[float, ...], safety: float = 1e-9
) -> ConcentratedProblem:
    """The problem at the price that the filter charges."""
    left = policy.privacy_filter.remaining * (1 - safety)
    return ConcentratedProblem(tests, left, policy.budget.delta, policy.rate)


def by_slsqp(policy: PlannedCurate, tests: tuple[float, ...]) -> float:
    """Plan with c = 1; the solver meets the budget up to its tolerance."""
    problem = at_own_price(policy, tests, safety=1e-3)
    epsilon = float(sequential_quadratic(problem, 1.0)[0])
    most = math.sqrt(2 * problem.budget / tests[0])
    return min(epsilon, most) if epsilon > ALL_SPENT else 0.0


def actual_count(policy: PlannedCurate, tests: tuple[float, ...]) -> float:
    """Plan as well as can be, with the actual number at this order."""
    assert isinstance(policy, Counting)
    return best_allocation(at_own_price(policy, (policy.actual, *tests[1:]))).epsilons[0]


def equal_by_bound(policy: PlannedCurate, tests: tuple[float, ...]) -> float:
    """Divide what is left equally by orders, and a share by the bound."""
    share = policy.privacy_filter.remaining * (1 - 1e-9) / len(tests)
    return math.sqrt(2 * share / tests[0])


def policies(tables: Tables, budget: Price, rng: np.random.Generator) -> Iterator[tuple[str, CuratePc]]:
    """Yield the repeated methods, each with its generator in `allocations`, and the controls."""
    kinds, own = planners(tables), rng.spawn(GENERATORS)
    first, favoured = kinds["CURATE, c = 1"], kinds["CURATE, best plan, our settings"]
    yield "CURATE, c = 1", Counting(tables, budget, own[1], **first)
    yield "CURATE, best plan, our settings", Counting(tables, budget, own[4], **favoured)
    shares = CuratePc(tables, budget, own[5], noise=NoiseKind.LAPLACE, each_set=True)
    yield "equal shares, each set", shares
    yield "c = 1, cost ρ", Counting(tables, budget, own[15], **first | {"plan": by_slsqp})
    counted = favoured | {"plan": actual_count}
    yield "best plan, actual count", Counting(tables, budget, own[16], **counted)
    divided = favoured | {"plan": equal_by_bound}
    yield "equal shares, bound's count", Counting(tables, budget, own[17], **divided)


def run(task: Task, rng: np.random.Generator) -> Rows:
    """Of each: its score, the part of ρ that the filter was charged, and how many tests it made."""
    net = network(task["network"])
    tables = Tables(net.sample(task["records"], rng), net.cardinalities)
    truth, rows = cpdag(net.dag), []
    for method, policy in policies(tables, price(EPSILON), rng):
        graph = pc(len(truth), policy).graph
        spent = policy.privacy_filter.spent / policy.privacy_filter.budget
        row = {"f1": skeleton_scores(graph, truth).f1, "spent": spent, "made": sum(policy.asked)}
        rows.append({**task, "method": method, **row})
    return rows


CONTROLS = Experiment("allocation-controls", tasks, run)
