"""Ask for tables once, then think for free: PC on noisy interactions of the columns, each released one time."""

import math
from dataclasses import dataclass, field

import numpy as np

from privcausal.graphs.ask_once.independence import CovarianceTest
from privcausal.graphs.ask_once.interactions import Columns, Interactions
from privcausal.graphs.ask_once.linear_guess import LinearGuess
from privcausal.graphs.constraint_based.pc import Edge, Questions, Separators
from privcausal.graphs.constraint_based.policy import Paying
from privcausal.graphs.independence.contingency import SMALL
from privcausal.privacy.filters import GaussianFilter
from privcausal.privacy.gaussian import largest_mu
from privcausal.privacy.price import check_fraction

LARGEST_ORDER = 2
"""No more variables than that are held fixed at once: tables of four columns would leave too little for pairs."""

MOST_VALUES = 32
"""A test of two columns with more values has too many degrees of freedom to be computed, or to be of use."""

Candidates = dict[Edge, list[tuple[int, ...]]]
"""For each edge the sets that may separate it, the most promising first."""


@dataclass
class OnceTables(Paying):
    """A private policy that touches the data twice, with Gaussian noise, and tests on what it got.

    First all columns and pairs of columns are released, for `share` of the squared budget: that is enough to hold one
    variable fixed. Then, for each edge that is left, triples for the `choices` pairs of variables that would explain
    it best, to judge by the first release. All tests are at `level`, and know the noise.

    Claim: B-once-tables

    >>> from privcausal.graphs.models.bayesian_network import network
    >>> from privcausal.graphs.constraint_based.pc import pc
    >>> from privcausal.graphs.independence.contingency import Tables
    >>> from privcausal.privacy.price import Price, Relation
    >>> rng, town = np.random.default_rng(0), network("survey")
    >>> tables = Tables(town.sample(100_000, rng), town.cardinalities)
    >>> policy = OnceTables(tables, Price(1.0, 1e-6, Relation.SUBSTITUTION), rng)
    >>> learned = pc(6, policy)
    >>> print(int((learned.graph | learned.graph.T).sum() / 2), "edges,", policy.spent)
    6 edges, ε = 1, δ = 1e-06 (substitution)
    """

    share: float = 0.75
    choices: int = 3
    moments: Interactions = field(init=False)
    """All that was released: compute on it whatever you like."""
    _strength: np.ndarray = field(init=False, repr=False)

    currency = GaussianFilter

    def __post_init__(self) -> None:
        super().__post_init__()
        if max(self.tables.cardinalities, default=1) > MOST_VALUES:
            raise ValueError(
                f"tables must have at most {MOST_VALUES} values in each column, got "
                f"{max(self.tables.cardinalities)}: merge the rare ones, without looking at the data"
            )
        check_fraction(share=self.share)
        if self.choices < 1:
            raise ValueError(f"choices must be at least 1, got {self.choices!r}")
        self.moments = Interactions(self.tables.cardinalities, self.tables.size, pay=self.purse.release)

    @property
    def mu(self) -> float:
        """The budget as the μ of Gaussian privacy: as hard to tell as N(0, 1) from N(μ, 1).

        A hair less, for rounding must not cost privacy.
        """
        return (1 - 1e-9) * largest_mu(self.budget.epsilon, self.budget.delta)

    def separate(self, questions: Questions) -> Separators:
        """Measure what this order needs, and delete an edge at the first set that leaves no dependence."""
        if questions.order > LARGEST_ORDER:
            self.stopped = f"it never holds more than {LARGEST_ORDER} variables fixed at once"
            return {}
        self.begin(questions.order, 0, 0, "tests")  # never too many: they cost nothing
        candidates = self._candidates(questions)
        test = CovarianceTest(self.moments)
        found: Separators = {}
        for edge, sets in candidates.items():
            for given in sets:
                self.asked[questions.order] += 1
                answer = test(*edge, given)
                if questions.order == 0:
                    x, y = edge
                    self._strength[x, y] = self._strength[y, x] = answer.statistic / max(answer.freedom, 1)
                if answer.telling and answer.p_value > self.level:
                    found[edge] = given
                    break
        return found

    def _candidates(self, questions: Questions) -> Candidates:
        """The sets to try, after measuring what testing them takes."""
        every = {edge: list(questions.sets(edge)) for edge in questions.edges()}
        if questions.order == 0:
            self.moments.measure_pairs(self.tables, self.mu * math.sqrt(self.share), self.rng)
            self._strength = np.zeros((len(self.tables.cardinalities),) * 2)
            return every
        if questions.order == 1:
            return {edge: self._by_links(edge, sets) for edge, sets in every.items()}
        guess = LinearGuess(self.moments)
        ranked = {edge: self._by_guess(guess, edge, sets) for edge, sets in every.items()}
        wanted = {
            triple
            for edge, sets in ranked.items()
            for given in sets[: self.choices]
            for triple in _triples(edge, given)
        }
        if wanted:
            mu = self.mu * math.sqrt(1 - self.share)
            self.moments.measure_sets(self.tables, wanted, mu, self.rng)
        return {
            edge: [given for given in sets if wanted.issuperset(_triples(edge, given))]
            for edge, sets in ranked.items()
        }

    def _by_links(self, edge: Edge, sets: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """A chain is as strong as its weaker link; the strongest comes first."""
        x, y = (self._strength[end] for end in edge)
        return sorted(sets, key=lambda given: -min(x[given[0]], y[given[0]]))

    def _by_guess(self, guess: LinearGuess, edge: Edge, sets: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """What would explain most comes first; tables too large to be filled do not come at all."""
        sizes = self.tables.cardinalities
        measurable = [
            given
            for given in sets
            if all(math.prod(sizes[column] for column in triple) <= SMALL for triple in _triples(edge, given))
        ]
        return sorted(measurable, key=lambda given: guess.remaining(*edge, given))


def _triples(edge: Edge, given: tuple[int, ...]) -> set[Columns]:
    """The tables that a test needs beyond pairs."""
    return {tuple(sorted((end, *given))) for end in edge}
