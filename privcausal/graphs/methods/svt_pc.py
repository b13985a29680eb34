"""SVT-PC: PC with AboveThreshold in place of its tests, started again after each answer that is paid for."""

import math
from dataclasses import dataclass

from privcausal.graphs.constraint_based.policy_method import IN_ORDER, PolicyMethod
from privcausal.graphs.constraint_based.query_sequence import PaidAnswer, Query, QuerySequence, RoundOutcome
from privcausal.graphs.constraint_based.rounds import Rounds
from privcausal.graphs.kinds import CATEGORIES


@dataclass
class SvtPc(Rounds):
    """Each round is one AboveThreshold, which costs ε²/2 in zero-concentrated privacy.

    At order 0 the only separating set is the empty one, so both answers are equally informative, and the policy
    listens for the one that is rarer in sparse graphs: "dependent". At higher orders it listens for "independent",
    which identifies the separating set.

    Claim: B-private-pcs

    >>> import numpy as np
    >>> from privcausal.graphs.models.bayesian_network import network
    >>> from privcausal.graphs.constraint_based.pc import pc
    >>> from privcausal.graphs.independence.contingency import Tables
    >>> from privcausal.privacy.price import Price, Relation
    >>> rng, survey = np.random.default_rng(0), network("survey")
    >>> tables = Tables(survey.sample(100_000, rng), survey.cardinalities)
    >>> policy = SvtPc(tables, Price(3.0, 1e-6, Relation.SUBSTITUTION), rng)
    >>> learned = pc(6, policy)
    >>> print(policy.spent, policy.stop_reason)
    ε = 3, δ = 1e-06 (substitution) None
    """

    def epsilon_for(self, rho: float) -> float:
        """One pure mechanism: ρ = ε²/2."""
        return math.sqrt(2 * rho)

    def decision_noise_sd(self, epsilon: float) -> float:
        """Both noises of AboveThreshold."""
        return self.deviation(epsilon, self.tables.size)

    def ask(self, walk: QuerySequence, listening: PaidAnswer, epsilon: float) -> RoundOutcome:
        """Walk until AboveThreshold fires."""
        passed: list[Query] = []
        sieve = self.sieve(self.threshold(epsilon), listening, epsilon, self.tables.size)
        heights = self.answers(walk, self.tables, passed)
        fired = self.privacy_filter.release(sieve, (listening.value * value for value in heights), self.rng)
        return (passed, []) if fired.value is None else (passed[:-1], passed[-1:])


METHOD = PolicyMethod(
    name="svt-pc",
    wants=CATEGORIES,
    says="PC that pays only for the tests that delete an edge",
    rank=6,
    policy=SvtPc,
    assumes=IN_ORDER,
)
