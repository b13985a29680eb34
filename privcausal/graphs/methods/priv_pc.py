"""Priv-PC: a sieve goes through PC's tests, and each pair that it selects is examined before an edge is deleted."""

import math
from dataclasses import dataclass
from functools import partial

from privcausal.graphs.constraint_based.policy_method import IN_ORDER, PolicyMethod
from privcausal.graphs.constraint_based.query_sequence import PaidAnswer, Query, QuerySequence, RoundOutcome
from privcausal.graphs.constraint_based.rounds import Rounds
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.kinds import CATEGORIES
from privcausal.privacy.draws import secret_subsample
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import check_not_negative
from privcausal.privacy.sieve_and_examine import SieveAndExamine
from privcausal.privacy.subsampling import epsilon_on_sample


@dataclass
class PrivPc(Rounds):
    """Each round is a sieve for ε/2 and, if it catches something, an examination for ε/2: ε²/4 in all.

    `part` is the share of the records that the sieve sees, drawn again for each round; the whole is never worse
    (claim B-subsize), it only takes longer. `tweak` makes the sieve more lenient, in standard deviations of its noise.

    Claim: B-private-pcs, P-limit

    >>> import numpy as np
    >>> from privcausal.privacy.price import Price, Relation
    >>> tables = Tables(np.random.default_rng(0).integers(0, 2, (1000, 3)), (2, 2, 2))
    >>> policy = PrivPc(tables, Price(1.0, 1e-6, Relation.SUBSTITUTION), np.random.default_rng(1))
    >>> print(policy.spent)
    ε = 0 (substitution)
    """

    part: float = 1.0
    tweak: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < self.part <= 1:
            raise ValueError(f"part must lie above 0, and at most at 1, got {self.part!r}")
        check_not_negative(tweak=self.tweak)

    @property
    def sample_size(self) -> int:
        """How many records a sieve sees."""
        return max(1, math.ceil(self.part * self.tables.size))

    def epsilon_for(self, rho: float) -> float:
        """Two pure mechanisms for ε/2 each: ρ = ε²/4."""
        return 2 * math.sqrt(rho)

    def examination(self, epsilon: float) -> Laplace:
        """One look at one test, on all records."""
        return Laplace(self.test.sensitivity(self.tables.size, self.level), epsilon / 2, self.budget.relation)

    def decision_noise_sd(self, epsilon: float) -> float:
        """The examination decides."""
        return math.sqrt(2) * self.examination(epsilon).scale

    def mechanism(self, listening: PaidAnswer, epsilon: float) -> SieveAndExamine:
        """One round: it looks for heights above the bar, or below it."""
        inner = epsilon_on_sample(epsilon / 2, self.sample_size, self.tables.size)
        return SieveAndExamine(
            threshold=self.threshold(epsilon),
            tweak=self.tweak * self.deviation(inner, self.sample_size),
            records=self.tables.size,
            drawn=self.sample_size,
            sensitivity=partial(self.test.sensitivity, level=self.level),
            epsilon=epsilon,
            relation=self.budget.relation,
            noise=self.noise,
            share=self.share,
            side=listening.value,
        )

    def ask(self, walk: QuerySequence, listening: PaidAnswer, epsilon: float) -> RoundOutcome:
        """Walk until an examination confirms what the sieve caught; other catches count as the other answer."""
        passed: list[Query] = []
        result = self.mechanism(listening, epsilon).find(
            self.privacy_filter.release,
            self.answers(walk, self._some(), passed),
            lambda place: self.test.table_margin(self.tables, *passed[place], self.level),
            self.rng,
        )
        return (passed, []) if result is None else (passed[:-1], passed[-1:])

    def _some(self) -> Tables:
        """The records that this round's sieve sees."""
        if self.sample_size == self.tables.size:
            return self.tables
        return self.tables.some(secret_subsample(self.tables.size, self.sample_size, self.rng))


METHOD = PolicyMethod(
    name="priv-pc",
    wants=CATEGORIES,
    says="PC that sieves on a sample and examines the remaining questions on all records",
    rank=4,
    policy=PrivPc,
    assumes=IN_ORDER,
)
