"""The release of `once`, read sparingly: an edge goes only where no other separation speaks against it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from privcausal.graphs.ask_once.additive import FLOOR
from privcausal.graphs.ask_once.contrasts import MOST_VALUES
from privcausal.graphs.ask_once.doubts import Doubts
from privcausal.graphs.ask_once.exclusions import EXPLAINED, Candidate, choose
from privcausal.graphs.constraint_based.pc import Questions, delete_edges
from privcausal.graphs.kinds import CATEGORIES
from privcausal.graphs.learned import Edge, Learned, Separators
from privcausal.graphs.methods.once import LARGEST_ORDER, Candidates, OnceTables
from privcausal.graphs.methods.once_further import Further, OnceFurther


@dataclass
class OnceSparing(OnceFurther):
    """The tests of `once-further`, of which no two that exclude each other are believed.

    The records are touched by `once` alone, in the same way: its search runs first, for the tables it asks for. The
    second search measures nothing.

    >>> from privcausal.graphs.models.bayesian_network import network
    >>> from privcausal.graphs.independence.contingency import Tables
    >>> import numpy as np
    >>> from privcausal.privacy.price import Price, Relation
    >>> rng, town = np.random.default_rng(0), network("survey")
    >>> tables = Tables(town.sample(100_000, rng), town.cardinalities)
    >>> policy = OnceSparing(tables, Price(1.0, 1e-6, Relation.SUBSTITUTION), rng)
    >>> learned = policy.learn()
    >>> print(int((learned.graph | learned.graph.T).sum() / 2), "edges,", policy.spent)
    6 edges, ε = 1, δ = 1e-06 (substitution)
    """

    _released: bool = field(default=False, init=False, repr=False)
    _separators: Separators = field(default_factory=dict, init=False, repr=False)

    def learn(self) -> Learned:
        """Search as `once` does, then again in what it released."""
        delete_edges(len(self.tables.cardinalities), self, LARGEST_ORDER)
        self._released, self.doubts, self.asked = True, Doubts(self.level), []
        return super().learn()

    def separate(self, questions: Questions) -> Separators:
        """Ask all questions of this order, and believe those answers that can hold together."""
        if not self._released:
            return OnceTables.separate(self, questions)
        self.begin(questions.order, 0, 0, "tests")
        if questions.order > LARGEST_ORDER:
            return self._choose(self._additively(questions.edges(), [questions]))
        separators = self._choose(self._exactly(questions))
        if questions.order == LARGEST_ORDER:
            left = [edge for edge in questions.edges() if edge not in separators]
            orders = [Questions(questions.graph, order) for order in range(LARGEST_ORDER + 1)]
            separators |= self._choose(self._additively(left, orders))
        return separators

    def _choose(self, candidates: Iterable[Candidate]) -> Separators:
        """Choose the edges that go, and call doubtful those that others spared."""
        deleted, spared = choose(candidates, self._separators)
        self._separators |= deleted
        for edge in spared:
            self.doubts.against.setdefault(edge, EXPLAINED)
        return deleted

    def _exactly(self, questions: Questions) -> Iterable[Candidate]:
        """Yield what the test within strata finds independent."""
        test = self.free_test(self.moments)
        for edge, sets in self._candidates(questions).items():
            for given in sets:
                answer = test(*edge, given)
                yield from self._heard(edge, given, answer.p_value, answer.informative)

    def _additively(self, edges: Iterable[Edge], questions: list[Questions]) -> Iterable[Candidate]:
        """Yield what the additive test finds independent."""
        for edge in edges:
            for given in (given for part in questions for given in part.sets(edge)):
                answer = self.additive(*edge, given)
                yield from self._heard(edge, given, answer.p_value, answer.informative)

    def _heard(
        self, edge: Edge, given: tuple[int, ...], p_value: float, informative: bool
    ) -> Iterable[Candidate]:
        """Note the result of a test, and yield it if it says that the edge may go."""
        self.asked[len(given)] += 1
        self.doubts.hear(edge, p_value, informative)
        if informative and p_value > self.level:
            yield p_value, edge, given

    def _candidates(self, questions: Questions) -> Candidates:
        """Return the sets whose tables were released."""
        if not self._released:
            return super()._candidates(questions)
        there = self.moments.means
        return {
            edge: [
                given
                for given in questions.sets(edge)
                if not given or all(tuple(sorted((end, *given))) in there for end in edge)
            ]
            for edge in questions.edges()
        }


METHOD = Further(
    name="once-sparing",
    wants=CATEGORIES,
    says="reads the same tables, and deletes no edge that another deletion speaks for: more edges with few records",
    rank=2.5,
    policy=OnceSparing,
    asks="counts",
    several_rows=True,
    gaps=True,
    most_values=MOST_VALUES,
    reads="once",
    floor=FLOOR,
)
