"""Every score of a direction, by name: the quantities compared, the people it can protect, and its release.

Both scores of a pair are released together, either with Laplace noise for the most that one record can move them, or
after a question whether any few records could have moved them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from privcausal.pairs.anm import Residuals
from privcausal.pairs.correlation import kendall_sensitivity, spearman_sensitivity
from privcausal.pairs.fourier_kernel import ROUNDING
from privcausal.pairs.hsic import hsic_sensitivity
from privcausal.pairs.private_iqr import asking, iqr_scores, private_iqr_scores
from privcausal.pairs.rank import kendall, spearman
from privcausal.pairs.ridge import GaussianKernel
from privcausal.pairs.training_sensitivity import hsic_scores, hsic_training_sensitivity, order_distance
from privcausal.privacy.filters import ApproximateFilter, Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Release
from privcausal.privacy.propose_test_release import StableRelease

PROTECT = ("test", "train", "both")
"""Whose replacement is hidden: a record that tests the regressions, one that trains them, or either."""

RESIDUAL_KERNEL = GaussianKernel(0.4)
"""Inputs and residuals are compared at this width, a fifth of the declared range: public, as the proof demands."""

Pair = tuple[float, float]
"""The scores of x → y and of y → x, smaller for the cause."""

Released = tuple[Release, float]
"""A pair of scores or ⊥, and the scale of the noise on each score; 0 when they were released as they are."""


class Halves(NamedTuple):
    """The public numbers of both regressions: the noise of a score must depend on nothing else."""

    test: int
    """The number of records on which the scores are computed."""
    train: int
    """The number of records to which the curves are fitted."""
    penalty: float
    """λ of the ridge regressions."""


def halves(both: Residuals) -> Halves:
    """Return the public numbers of two regressions."""
    return Halves(len(both.x), both.f.records, both.f.penalty)


@dataclass(frozen=True)
class Scoring:
    """One way to say how strongly an input depends on what the regression on it left over."""

    exact: Callable[[Residuals], Pair]
    """Both scores without noise: not private."""
    sensitivity: Callable[[Halves, str], float]
    """How far one replaced record of the protected set can move either score."""
    scale_after_asking: Callable[[Halves, str, Price, float | None], float] | None = None
    """The scale of the noise on each score where a question comes first."""
    ask: Callable[[Residuals, str, Price, float | None, np.random.Generator], Released] | None = None
    """How the scores are released after a question; None if noise alone is enough."""
    asks_for: tuple[str, ...] = ()
    """Whom it protects by asking first."""
    protects: tuple[str, ...] = PROTECT
    """Whom it can protect at all."""
    fewest: int = 2
    """So many test records it takes."""

    def release(
        self, both: Residuals, protect: str, budget: Price, proposal: float | None, rng: np.random.Generator
    ) -> Released:
        """Both scores for this budget, or ⊥."""
        if len(both.x) < self.fewest:
            raise ValueError(
                f"x and y must hold at least {2 * self.fewest} records for this score, so that {self.fewest} "
                f"test it; {len(both.x)} would"
            )
        if self.ask is not None and protect in self.asks_for:
            return self.ask(both, protect, budget, proposal, rng)
        privacy_filter = Filter(budget.epsilon, budget.relation)
        mechanism = Laplace(
            self.sensitivity(halves(both), protect), privacy_filter.equal_share(2), budget.relation
        )
        noisy = tuple(privacy_filter.release(mechanism, value, rng).value for value in self.exact(both))
        return Release(noisy, privacy_filter.total_cost), mechanism.scale

    def scale(self, public: Halves, protect: str, budget: Price, proposal: float | None = None) -> float:
        """Return the scale of the noise on each score, which is known before anything is read.

        >>> from privcausal.privacy.price import Relation
        >>> budget = Price(1.0, 0.0, Relation.SUBSTITUTION)
        >>> round(SCORES["kendall"].scale(Halves(1_000, 1_000, 0.05), "test", budget), 4)
        0.008
        """
        if self.scale_after_asking is not None and protect in self.asks_for:
            return self.scale_after_asking(public, protect, budget, proposal)
        return 2 * self.sensitivity(public, protect) / budget.epsilon


def rank_score(statistic: Callable[[ArrayLike, ArrayLike], float], bound: Callable[[int], float]) -> Scoring:
    """A rank correlation: one training record can move it arbitrarily far, so training sets are asked about first.

    >>> rank_score(kendall, kendall_sensitivity).protects
    ('test', 'train')
    """

    def exact(both: Residuals) -> Pair:
        return abs(statistic(both.x, both.of_y)), abs(statistic(both.y, both.of_x))

    def ask(
        both: Residuals, protect: str, budget: Price, proposal: float | None, rng: np.random.Generator
    ) -> Released:
        """Both scores as they are, if no few training records could have changed any residual's rank."""
        mechanism = StableRelease(budget.epsilon, budget.delta, budget.relation)
        distance = min(order_distance(both.of_y, both.x, both.f), order_distance(both.of_x, both.y, both.g))
        privacy_filter = ApproximateFilter.within(mechanism.price)
        return privacy_filter.release(mechanism, exact(both), distance, rng), 0.0

    def movement(public: Halves, protect: str) -> float:
        return bound(public.test)

    return Scoring(exact, movement, no_noise, ask, ("train",), ("test", "train"))


def no_noise(public: Halves, protect: str, budget: Price, proposal: float | None) -> float:
    """Return 0: where the question is passed, the scores are released as they are."""
    return 0.0


def exact_hsic(both: Residuals) -> Pair:
    """HSIC at the public width."""
    return hsic_scores(both, RESIDUAL_KERNEL)


def hsic_movement(public: Halves, protect: str) -> float:
    """How far one replaced record of the protected sets can move either HSIC score, as floats compute it."""
    test = hsic_sensitivity(public.test)
    train = hsic_training_sensitivity(public.test, public.train, public.penalty, RESIDUAL_KERNEL)
    return {"test": test, "train": train, "both": max(test, train)}[protect] + ROUNDING


def ask_about_ranges(
    both: Residuals, protect: str, budget: Price, proposal: float | None, rng: np.random.Generator
) -> Released:
    """Both IQR scores with noise, after one question about all their ranges."""
    return private_iqr_scores(
        both,
        epsilon=budget.epsilon,
        delta=budget.delta,
        protect=protect,
        relation=budget.relation,
        rng=rng,
        size=proposal,
    )


def scale_after_ranges(public: Halves, protect: str, budget: Price, proposal: float | None) -> float:
    """Return the scale of the noise on either IQR score."""
    return asking(public.test, protect, budget, proposal)[0].scale


def unbounded(public: Halves, protect: str) -> float:
    """Return infinity: no noise covers the largest change that one record can make to a range."""
    return float("inf")


SCORES = {
    "hsic": Scoring(exact_hsic, hsic_movement),
    "kendall": rank_score(kendall, kendall_sensitivity),
    "spearman": rank_score(spearman, spearman_sensitivity),
    "iqr": Scoring(iqr_scores, unbounded, scale_after_ranges, ask_about_ranges, PROTECT, fewest=3),
}
"""By name. A score that is added here is known to `direction`, to its command, and to its refusals."""
