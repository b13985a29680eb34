"""Release a rank correlation privately: the statistic, its proved sensitivity, and noise to match."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arguments import check_choice
from privcausal.pairs.rank import checked_pair, kendall, spearman_of_broken_ties
from privcausal.privacy.filters import Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation, Release, check_substitution


@dataclass(frozen=True)
class RankScore:
    """A dependence score and how far one substituted record can move it among m records."""

    statistic: Callable[[ArrayLike, ArrayLike], float]
    sensitivity: Callable[[int], float]


def kendall_sensitivity(m: int) -> float:
    """4/m, attained. Claim: K-kendall."""
    return 4 / m


def spearman_sensitivity(m: int) -> float:
    """6/(m + 1), attained, with and without ties, and for a mean over ways to break them.

    Claim: K-spearman, B-spearman-ties
    """
    return 6 / (m + 1)


SCORES = {
    "kendall": RankScore(kendall, kendall_sensitivity),
    "spearman": RankScore(spearman_of_broken_ties, spearman_sensitivity),
}


def private_correlation(
    x: ArrayLike, y: ArrayLike, *, score: str, epsilon: float, relation: Relation, rng: np.random.Generator
) -> Release:
    """One rank correlation with Laplace noise, (ε, 0)-private when one record is replaced.

    Ranks need no declared bounds. The number of records is public under substitution, the only relation for
    which the sensitivities are proved.

    Claim: K-laplace

    >>> rng = np.random.default_rng(1)
    >>> x = rng.normal(size=2_000)
    >>> relation = Relation.SUBSTITUTION
    >>> print(private_correlation(x, x**3, score="kendall", epsilon=1.0, relation=relation, rng=rng))
    +1.0000 (ε = 1, substitution)
    """
    check_choice("score", score, SCORES)
    check_substitution(relation)
    a, b = checked_pair(x, y)
    chosen = SCORES[score]
    mechanism = Laplace(chosen.sensitivity(len(a)), epsilon, relation)
    return Filter(epsilon, relation).release(mechanism, chosen.statistic(a, b), rng)
