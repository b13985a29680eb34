"""The release of `once`, read further: free tests with more variables held fixed, and arrows by vote."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from privcausal.graphs.ask_once.additive import FLOOR, AdditiveTest
from privcausal.graphs.ask_once.contrasts import MOST_VALUES
from privcausal.graphs.ask_once.detectable import all_noise
from privcausal.graphs.ask_once.independence import CovarianceTest
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.ask_once.votes import orient_by_votes, votes
from privcausal.graphs.constraint_based.pc import Questions, delete_edges
from privcausal.graphs.constraint_based.policy_method import RecordingPolicy
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.pair_counts import PairCounts
from privcausal.graphs.kinds import CATEGORIES
from privcausal.graphs.learned import Edge, Learned, Separators
from privcausal.graphs.methods.once import LARGEST_ORDER, Once, OnceTables

if TYPE_CHECKING:
    from privcausal.graphs.edge_confidence import EdgeFeatures

FURTHEST = 4
"""So many variables are held fixed at once, at most: it costs time alone."""

VOTING = 2
"""The same for votes on arrows, which look at all sets."""


@dataclass
class OnceFurther(OnceTables):
    """What `once` releases, and one test more, which costs nothing: the additive one, for any number of variables.

    An edge goes if any test finds its ends independent. The records are touched by `once` alone, in the same way.

    >>> from privcausal.graphs.models.bayesian_network import network
    >>> import numpy as np
    >>> from privcausal.privacy.price import Price, Relation
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
        if type(self.tables) is Tables:  # all pairs at once
            self.tables = PairCounts.of(self.tables)

    def learn(self) -> Learned:
        """Delete edges, then vote on the arrows."""
        nodes = len(self.tables.cardinalities)
        joined, separators = delete_edges(nodes, self, min(FURTHEST, max(nodes - 2, 0)))
        exact = CovarianceTest(self.moments)

        def p_value(x: int, y: int, conditioning_set: tuple[int, ...]) -> float:
            return (exact if len(conditioning_set) < LARGEST_ORDER else self.additive)(
                x, y, conditioning_set
            ).p_value

        return Learned(orient_by_votes(joined, votes(joined, p_value, VOTING)), separators)

    @property
    def additive(self) -> AdditiveTest:
        """The free test, once there is something to test on."""
        if not hasattr(self, "_additive"):
            self._additive = AdditiveTest(self.moments)
        return self._additive

    def separate(self, questions: Questions) -> Separators:
        """What `once` deletes at this order, and what the additive test deletes besides."""
        separators = super().separate(questions) if questions.order <= LARGEST_ORDER else {}
        if questions.order < LARGEST_ORDER:
            return separators
        self.begin(questions.order, 0, 0, "tests")
        # The additive test begins here: the measurements of `once` must not depend on it.
        orders = range(questions.order + 1) if questions.order == LARGEST_ORDER else (questions.order,)
        for edge in questions.edges():
            if edge not in separators:
                conditioning_set = self._separator(
                    edge, [Questions(questions.graph, order) for order in orders]
                )
                separators |= {} if conditioning_set is None else {edge: conditioning_set}
        return separators

    def _separator(self, edge: Edge, questions: list[Questions]) -> tuple[int, ...] | None:
        for conditioning_set in (
            conditioning_set for part in questions for conditioning_set in part.sets(edge)
        ):
            self.asked[len(conditioning_set)] += 1
            answer = self.additive(*edge, conditioning_set)
            self.doubts.hear(edge, answer.p_value, answer.informative)
            if answer.informative and answer.p_value > self.level:
                return conditioning_set
        return None


class Further(Once):
    """The reader of the release of `once` that holds more variables fixed, and votes on arrows."""

    def run(self, diary: RecordingPolicy, nodes: int) -> Learned:
        """Search by itself: it keeps no diary."""
        assert isinstance(diary.policy, OnceFurther)
        return diary.policy.learn()

    def features(self, learned: Learned) -> "Iterator[EdgeFeatures]":
        """Return the clues of its votes."""
        from privcausal.graphs.vote_confidence import features, of_moments

        assert isinstance(learned.release, Interactions)
        return features(learned, of_moments(learned.release), int(all_noise(learned.release).sum()))


METHOD = Further(
    name="once-further",
    wants=CATEGORIES,
    says="reads the same tables further: fewer edges and arrows, and more of them right",
    rank=2,
    policy=OnceFurther,
    asks="counts",
    several_rows=True,
    gaps=True,
    most_values=MOST_VALUES,
    reads="once",
    floor=FLOOR,
)
