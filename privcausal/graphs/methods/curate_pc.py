"""A variant of CURATE: equal shares of the budget for the orders of PC, every test paid for, one answer for each edge.

CURATE itself plans the orders by an optimisation and answers set by set; see `experiments.allocations`.

Whether *some* set makes two variables independent is one question, with one answer: the smallest statistic over all
sets. One record moves a smallest number no more than each of the numbers it is chosen from.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.constraint_based.policy import BudgetedPolicy
from privcausal.graphs.constraint_based.policy_method import IN_ORDER, PolicyMethod
from privcausal.graphs.constraint_based.pruned_questions import Sets, how_many, path_relevant_sets
from privcausal.graphs.kinds import CATEGORIES
from privcausal.graphs.learned import Edge, Separators
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.method import POWER, Detectability
from privcausal.graphs.power import check_public, minimum_detectable_by_ranks
from privcausal.privacy.accounting import largest_rho
from privcausal.privacy.charges import announcing
from privcausal.privacy.exponential import Exponential
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.outward_rounding import digits, lower_reading, round_down
from privcausal.privacy.price import Price, Relation, Release, check_fraction

MOST_SETS = 200_000
"""No order with more sets than that is begun: a graph that dense says that the answers were noise."""


class NoiseKind(Enum):
    """What hides the answer of a test."""

    GAUSSIAN = "Gaussian"
    LAPLACE = "Laplace"


@dataclass(frozen=True)
class NoisyChoice:
    """The exponential mechanism for the smallest of several values, by its exact price ρ = ε²/8 instead of ε²/2.

    Claim: B-choice
    """

    sensitivity: float
    rho: float
    relation: Relation

    @property
    def epsilon(self) -> float:
        """The pure ε of the choice."""
        with digits(100):  # enough to know a root that is a float
            return round_down((8 * lower_reading(self.rho)).sqrt())

    @property
    def price(self) -> Price:
        """Both its prices."""
        return Price.pure(self.epsilon, self.relation, rho=self.rho)

    @announcing
    def release(self, values: ArrayLike, rng: np.random.Generator) -> Release:
        """The place of a value that is likely small."""
        scores = -np.asarray(values, dtype=float)
        mechanism = Exponential(self.sensitivity, self.epsilon, self.relation)
        return Release(mechanism.release(scores, range(len(scores)), rng).value, self.price)


@dataclass
class CuratePc(BudgetedPolicy):
    """PC with a budget for each order, under which the number of its private answers is known before the first.

    The remaining budget is divided evenly among the orders still planned. At an order with e edges to ask
    about, each edge has one noisy answer: how far its smallest statistic lies above its null. Where that is not
    clearly above 0 the edge goes, and a part of the order's budget pays for choosing the set that separated it.
    What an order does not spend the later ones get.

    Claim: C-count, B-least

    >>> from privcausal.graphs.models.bayesian_network import network
    >>> from privcausal.graphs.constraint_based.pc import pc
    >>> from privcausal.graphs.independence.contingency import Tables
    >>> town = network("earthquake")
    >>> tables = Tables(town.sample(50_000, np.random.default_rng(0)), town.cardinalities)
    >>> budget = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> policy = CuratePc(tables, budget, np.random.default_rng(0))
    >>> len(pc(5, policy).separators), policy.asked, str(policy.spent)
    (6, [10, 9, 0, 0], 'ε = 1, δ = 1e-06 (substitution)')
    """

    orders: int = 3
    """So many orders are planned: 0, 1, …, orders − 1."""
    caution: float = 0.1
    """The probability with which noise alone keeps an edge."""
    for_sets: float = 0.15
    """The part of an order's budget, after order 0, that pays for the separating sets."""
    noise: NoiseKind = NoiseKind.GAUSSIAN
    each_set: bool = False
    """Ask about each set of its own, as CURATE does; its noise then has to be that of all of them."""
    spread: list[float] = field(default_factory=list, init=False)
    """The standard deviation of the noise at each order."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.orders < 1:
            raise ValueError(f"orders must be at least 1, got {self.orders!r}")
        check_fraction(caution=self.caution, for_sets=self.for_sets)
        self.sensitivity = self.test.sensitivity(self.tables.size, self.level)

    def separate(self, questions: Questions) -> Separators:
        """Ask what this order's share of the budget pays for."""
        open_ = self.begin(questions.order, how_many(questions), MOST_SETS, "sets")
        wanted = path_relevant_sets(questions) if open_ else {}
        if wanted and questions.order >= self.orders:
            self.stop_reason = f"the budget was planned for orders 0 to {self.orders - 1}"
        if self.stop_reason or not wanted:
            return {}
        share = self.privacy_filter.remaining / (self.orders - questions.order) * (1 - 1e-12)
        return (self._set_by_set if self.each_set else self._edge_by_edge)(wanted, share, questions.order)

    def _edge_by_edge(self, wanted: Sets, share: float, order: int) -> Separators:
        """One answer for each edge; then a set for each edge that goes."""
        tests, reserve = (share, 0.0) if order == 0 else (share * (1 - self.for_sets), share * self.for_sets)
        mechanism = self.mechanism(tests / len(wanted))
        gone = {}
        for edge, sets in wanted.items():
            heights = [self.edge_margin(edge, conditioning_set) for conditioning_set in sets]
            if self._independent(mechanism, min(heights), order):
                gone[edge] = heights
        return {
            edge: self._separator(wanted[edge], heights, reserve / len(gone))
            for edge, heights in gone.items()
        }

    def _set_by_set(self, wanted: Sets, share: float, order: int) -> Separators:
        """One answer for each set, until one says "independent"; the price allows for all of them."""
        mechanism = self.mechanism(share / sum(map(len, wanted.values())))
        separators: Separators = {}
        for edge, sets in wanted.items():
            for conditioning_set in sets:
                if self._independent(mechanism, self.edge_margin(edge, conditioning_set), order):
                    separators[edge] = conditioning_set
                    break
        return separators

    def edge_margin(self, edge: Edge, conditioning_set: tuple[int, ...]) -> float:
        """How far the statistic lies above what its own null allows at this level; positive means dependent."""
        return self.test.table_margin(self.tables, edge, conditioning_set, self.level)

    def mechanism(self, rho: float) -> GaussianNoise | Laplace:
        """What hides one answer for this price."""
        if self.noise is NoiseKind.LAPLACE:
            return Laplace(self.sensitivity, math.sqrt(2 * rho), self.budget.relation)
        return GaussianNoise(self.sensitivity, self.sensitivity / math.sqrt(2 * rho), self.budget.relation)

    def _independent(self, mechanism: GaussianNoise | Laplace, height: float, order: int) -> bool:
        """Return one paid answer: whether the margin fails to exceed the noise."""
        self.asked[order] += 1
        self.spread[order:] = [mechanism.scale * (math.sqrt(2) if isinstance(mechanism, Laplace) else 1)]
        noisy = float(self.privacy_filter.release(mechanism, height, self.rng).value)
        return noisy <= clearance(self.caution, mechanism)

    def _separator(self, sets: list[tuple[int, ...]], heights: list[float], rho: float) -> tuple[int, ...]:
        """The set to be named for an edge that went; where there is one only, nothing has to be chosen."""
        if len(sets) == 1:
            return sets[0]
        choice = NoisyChoice(self.sensitivity, rho, self.budget.relation)
        return sets[int(self.privacy_filter.release(choice, heights, self.rng).value)]


def clearance(caution: float, mechanism: GaussianNoise | Laplace) -> float:
    """What noise alone exceeds with probability `caution`.

    >>> round(clearance(0.1, Laplace(1.0, 1.0, Relation.SUBSTITUTION)), 4)
    1.6094
    """
    if isinstance(mechanism, Laplace):
        return -mechanism.scale * math.log(2 * min(caution, 1 - caution)) * (1 if caution < 0.5 else -1)
    return -mechanism.scale * float(ndtri(caution))


class Curate(PolicyMethod):
    """Our variant of CURATE, whose noise is known before it begins."""

    def foresee(
        self, records: int, sizes: Sequence[int], budget: Price, *, power: float = POWER
    ) -> Detectability:
        """Return the associations that exceed the noise of order 0, where every pair of columns is asked about."""
        check_public(records, power)
        rho = largest_rho(budget.epsilon, budget.delta) / CuratePc.orders / math.comb(len(sizes), 2)
        noise = CuratePc.test.sensitivity(records, LEVEL) / math.sqrt(2 * rho)
        least = minimum_detectable_by_ranks(noise, records, sizes, power, CuratePc.caution)
        return Detectability(self.name, noise, "in each test", "τ", least)


METHOD = Curate(
    name="curate",
    wants=CATEGORIES,
    says="PC with noise in every test, with an equal part of the budget for each order",
    rank=3,
    policy=CuratePc,
    assumes=IN_ORDER,
    largest=CuratePc.orders - 1,
)
