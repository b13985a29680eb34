"""Ask for tables once, then think for free: PC on noisy interactions of the columns, each released one time."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.ask_once.contrasts import MOST_VALUES, fair_weight, pairs_sensitivity
from privcausal.graphs.ask_once.detectable import silent
from privcausal.graphs.ask_once.doubts import Doubts
from privcausal.graphs.ask_once.independence import CovarianceTest
from privcausal.graphs.ask_once.interactions import Columns, Interactions
from privcausal.graphs.ask_once.linear_screening import LinearGuess
from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.constraint_based.policy import BudgetedPolicy
from privcausal.graphs.constraint_based.policy_method import PolicyMethod
from privcausal.graphs.independence.contingency import SMALL, Tables
from privcausal.graphs.kinds import CATEGORIES
from privcausal.graphs.learned import Edge, Learned, Separators
from privcausal.graphs.method import POWER, Detectability
from privcausal.graphs.power import minimum_detectable_by_squares
from privcausal.privacy.filters import GaussianFilter
from privcausal.privacy.gaussian import largest_mu
from privcausal.privacy.price import Price, check_fraction

if TYPE_CHECKING:
    from privcausal.graphs.edge_confidence import EdgeFeatures

LARGEST_ORDER = 2
"""No more variables than that are held fixed at once: tables of four columns would leave too little for pairs."""

Candidates = dict[Edge, list[tuple[int, ...]]]
"""For each edge the sets that could separate it, the likeliest first."""


@dataclass
class OnceTables(BudgetedPolicy):
    """A private policy that touches the data twice, with Gaussian noise, and tests on the released tables.

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
    free_test: type[CovarianceTest] = CovarianceTest
    """The test on the release: it has no further cost, and takes the noise into account."""
    moments: Interactions = field(init=False)
    """All that was released: compute on it whatever you like."""
    doubts: Doubts = field(init=False, repr=False)
    """Which edges the tests leave doubtful."""
    _strength: np.ndarray = field(init=False, repr=False)

    currency = GaussianFilter

    def __post_init__(self) -> None:
        super().__post_init__()
        if max(self.tables.values, default=1) > MOST_VALUES:
            raise ValueError(
                f"tables must have at most {MOST_VALUES} values in each column, got "
                f"{max(self.tables.values)}. Merge rare values, using subject knowledge and not the data."
            )
        check_fraction(share=self.share)
        self.doubts = Doubts(self.level)
        if self.choices < 1:
            raise ValueError(f"choices must be at least 1, got {self.choices!r}")
        self.moments = Interactions(
            self.tables.values,
            self.tables.size,
            rows_per_person=self.tables.rows_per_person,
            pay=self.privacy_filter.release,
        )

    @property
    def mu(self) -> float:
        """The budget as the μ of Gaussian privacy."""
        return budget_as_mu(self.budget)

    def separate(self, questions: Questions) -> Separators:
        """Measure what this order needs, and delete an edge at the first set that leaves no dependence."""
        if questions.order > LARGEST_ORDER:
            self.stop_reason = f"it never holds more than {LARGEST_ORDER} variables fixed at once"
            return {}
        self.begin(questions.order, 0, 0, "tests")  # never too many: they cost nothing
        candidates = self._candidates(questions)
        test = self.free_test(self.moments)
        separators: Separators = {}
        for edge, sets in candidates.items():
            for conditioning_set in sets:
                self.asked[questions.order] += 1
                answer = test(*edge, conditioning_set)
                self.doubts.hear(edge, answer.p_value, answer.informative)
                if questions.order == 0:
                    x, y = edge
                    self._strength[x, y] = self._strength[y, x] = answer.statistic / max(answer.freedom, 1)
                if answer.informative and answer.p_value > self.level:
                    separators[edge] = conditioning_set
                    break
        return separators

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
            for conditioning_set in sets[: self.choices]
            for triple in _triples(edge, conditioning_set)
        }
        if wanted:
            mu = self.mu * math.sqrt(1 - self.share)
            self.moments.measure_sets(self.tables, wanted, mu, self.rng)
        return {
            edge: [
                conditioning_set
                for conditioning_set in sets
                if wanted.issuperset(_triples(edge, conditioning_set))
            ]
            for edge, sets in ranked.items()
        }

    def _by_links(self, edge: Edge, sets: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """A chain is as strong as its weaker link; the strongest comes first."""
        x, y = (self._strength[end] for end in edge)
        return sorted(sets, key=lambda conditioning_set: -min(x[conditioning_set[0]], y[conditioning_set[0]]))

    def _by_guess(self, guess: LinearGuess, edge: Edge, sets: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """What would explain most comes first; tables too large to be filled do not come at all."""
        sizes = self.tables.values
        measurable = [
            conditioning_set
            for conditioning_set in sets
            if all(
                math.prod(sizes[column] for column in triple) <= SMALL
                for triple in _triples(edge, conditioning_set)
            )
        ]
        return sorted(measurable, key=lambda conditioning_set: guess.remaining(*edge, conditioning_set))


def _triples(edge: Edge, conditioning_set: tuple[int, ...]) -> set[Columns]:
    """The tables that a test needs beyond pairs."""
    return {tuple(sorted((end, *conditioning_set))) for end in edge}


def budget_as_mu(budget: Price) -> float:
    """Return the μ of Gaussian privacy: as hard to distinguish as N(0, 1) from N(μ, 1).

    A hair less, because rounding must not cost privacy.
    """
    return (1 - 1e-9) * largest_mu(budget.epsilon, budget.delta)


class Once(PolicyMethod):
    """One release of all tables of two and three columns, and a reader of it."""

    def foresee(
        self, records: int, sizes: Sequence[int], budget: Price, *, power: float = POWER
    ) -> Detectability:
        """Return the associations that exceed the noise in each contrast of a table of two columns."""
        noise = self._noise(records, sizes, budget)
        least = minimum_detectable_by_squares(noise, records, sizes, power, self.floor)
        return Detectability(self.name, noise, "in each contrast of a table of two columns", "φ", least)

    def clue(self, records: int, sizes: Sequence[int], budget: Price) -> float:
        """Return it without a floor: so it was computed for simulated tables."""
        noise = self._noise(records, sizes, budget)
        return float(np.nanmedian(minimum_detectable_by_squares(noise, records, sizes, POWER)))

    @staticmethod
    def _noise(records: int, sizes: Sequence[int], budget: Price) -> float:
        mu = largest_mu(budget.epsilon, budget.delta) * math.sqrt(OnceTables.share)
        return pairs_sensitivity(sizes, fair_weight(sizes)) / mu / max(records, 1)

    def lost(self, learned: Learned) -> NDArray[np.bool_]:
        """Return the columns of which no declared value was seen."""
        assert isinstance(learned.release, Interactions)
        return silent(learned.release)

    def features(self, learned: Learned) -> "Iterator[EdgeFeatures]":
        """Return the clues of v-structures and chains."""
        from privcausal.graphs.edge_confidence import features

        assert isinstance(learned.release, Interactions)
        return features(learned.release, learned)

    def read(self, release: Interactions, spent: Price) -> Learned:
        """Learn again from the release, at no further privacy cost."""
        public = Tables(np.zeros((0, len(release.cardinalities)), dtype=int), release.cardinalities)
        public.size, public.rows_per_person = release.size, release.rows_per_person
        policy = self.policy(public, spent, np.random.default_rng(0))
        policy.moments = release
        return replace(self.search(policy, len(release.cardinalities), spent), spent=spent)


METHOD = Once(
    name="once",
    wants=CATEGORIES,
    says="asks once for all tables of two columns and for some of three, and learns from what came back",
    rank=1,
    policy=OnceTables,
    largest=LARGEST_ORDER,
    asks="counts",
    several_rows=True,
    gaps=True,
    most_values=MOST_VALUES,
    forecasts_f1=True,
)
