"""The release of `once`, read further: free tests with more variables held fixed, and arrows by vote."""

from dataclasses import dataclass, field

import numpy as np

from privcausal.graphs.ask_once.additive import AdditiveTest
from privcausal.graphs.ask_once.independence import CovarianceTest
from privcausal.graphs.ask_once.pair_counts import PairCounts
from privcausal.graphs.ask_once.tables import LARGEST_ORDER, OnceTables
from privcausal.graphs.ask_once.votes import elected, votes
from privcausal.graphs.constraint_based.pc import Edge, Learned, Questions, Separators, delete_edges
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.price import Price

FURTHEST = 4
"""So many variables are held fixed at once, at most: it costs time alone."""

VOTING = 2
"""The same for votes on arrows, which look at all sets."""


@dataclass
class OnceFurther(OnceTables):
    """What `once` releases, and one test more, which costs nothing: the additive one, for any number of variables.

    An edge goes if any test finds its ends independent. The records are touched by `once` alone, in the same way.

    >>> from privcausal.graphs.models.bayesian_network import network
    >>> from privcausal.privacy.price import Relation
    >>> rng, town = np.random.default_rng(0), network("survey")
    >>> tables = Tables(town.sample(100_000, rng), town.cardinalities)
    >>> policy = OnceFurther(tables, Price(1.0, 1e-6, Relation.SUBSTITUTION), rng)
    >>> learned = policy.learn()
    >>> print(int((learned.graph | learned.graph.T).sum() / 2), "edges,", policy.spent)
    6 edges, ε = 1, δ = 1e-06 (substitution)
    """

    _additive: AdditiveTest = field(init=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tables = PairCounts.of(self.tables)

    def learn(self) -> Learned:
        """Delete edges, then vote on the arrows."""
        nodes = len(self.tables.cardinalities)
        joined, separators = delete_edges(nodes, self, min(FURTHEST, max(nodes - 2, 0)))
        exact = CovarianceTest(self.moments)

        def p_value(x: int, y: int, given: tuple[int, ...]) -> float:
            return (exact if len(given) < LARGEST_ORDER else self.additive)(x, y, given).p_value

        return Learned(elected(joined, votes(joined, p_value, VOTING)), separators)

    @property
    def additive(self) -> AdditiveTest:
        """The free test, once there is something to test on."""
        if not hasattr(self, "_additive"):
            self._additive = AdditiveTest(self.moments)
        return self._additive

    def separate(self, questions: Questions) -> Separators:
        """What `once` deletes at this order, and what the additive test deletes besides."""
        found = super().separate(questions) if questions.order <= LARGEST_ORDER else {}
        if questions.order < LARGEST_ORDER:
            return found
        self.begin(questions.order, 0, 0, "tests")
        # The additive test begins here: what `once` measures may not depend on it.
        orders = range(questions.order + 1) if questions.order == LARGEST_ORDER else (questions.order,)
        for edge in questions.edges():
            if edge not in found:
                given = self._separator(edge, [Questions(questions.graph, order) for order in orders])
                found |= {} if given is None else {edge: given}
        return found

    def _separator(self, edge: Edge, questions: list[Questions]) -> tuple[int, ...] | None:
        for given in (given for part in questions for given in part.sets(edge)):
            self.asked[len(given)] += 1
            answer = self.additive(*edge, given)
            if answer.telling and answer.p_value > self.level:
                return given
        return None


def once_further(tables: Tables, budget: Price, rng: np.random.Generator) -> Learned:
    """A graph from what `once` releases, (ε, δ)-private under substitution; it spends the whole budget.

    The records are touched by `once` alone: everything else is computed from its release.
    """
    return OnceFurther(tables, budget, rng).learn()
