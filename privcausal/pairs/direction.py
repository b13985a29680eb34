"""Which of two columns is the cause, privately: regress both ways, score the residuals, add noise, compare.

A record is dealt at random either to the training or to the test set, so replacing it changes one of the two. What
`protect` says decides whose replacement the noise must hide: noise for the larger of the two effects hides both.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from privcausal.pairs.anm import Residuals, decide, regress_both_ways, split
from privcausal.pairs.correlation import kendall_sensitivity, spearman_sensitivity
from privcausal.pairs.decide import probability_right
from privcausal.pairs.hsic import hsic_sensitivity
from privcausal.pairs.private_iqr import iqr_scores, private_iqr_scores
from privcausal.pairs.rank import kendall, paired, spearman
from privcausal.pairs.ridge import Gaussian, scale
from privcausal.pairs.training_sensitivity import hsic_scores, hsic_training_sensitivity, order_distance
from privcausal.privacy.filters import ApproximateFilter, Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation, Release, check_positive, check_substitution
from privcausal.privacy.propose_test_release import REFUSED, StableRelease

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Bounds = tuple[tuple[float, float], tuple[float, float]]
PROTECT = ("test", "train", "both")
SCORES = ("hsic", "kendall", "spearman", "iqr")
RESIDUAL_KERNEL = Gaussian(0.4)
"""Inputs and residuals are compared at this width, a fifth of the declared range: public, as the proof demands."""


@dataclass(frozen=True)
class PrivateDirection:
    """What may be published: the answer, both noisy scores, and their price."""

    release: Release
    """Its value is the pair of scores for x → y and y → x, or ⊥."""
    answer: str
    noise: float
    """The scale of the Laplace noise on each score; 0 when the scores were released as they are."""
    protects: str
    clipped: int
    """Values outside the declared bounds: for the data's owner, not for publication."""

    @property
    def flipped(self) -> float:
        """How likely the noise is to have turned the answer round, judged from the published margin alone.

        Before seeing the data no margin is favoured, so the true margin lies around the published one as the
        noise does: the formula of claim K-correct2 at the published margin.
        """
        if self.release.value is REFUSED or self.noise == 0:
            return 0.0
        first, second = self.release.value
        return 1 - probability_right(abs(second - first), self.noise)

    def __str__(self) -> str:
        price = self.release.price.amount
        if self.release.value is REFUSED:
            return f"no answer: the data are too close to another answer ({price}, protects {self.protects})"
        first, second = self.release.value
        scores = f"scores {first:.4f} for x → y, {second:.4f} for y → x"
        return f"{self.answer}; {scores}; flipped by noise: {self.flipped:.0%} ({price}, protects {self.protects})"

    def plot(self, ax: "Axes", names: tuple[str, str] = ("x", "y")) -> "Axes":
        """Both published scores, each with the spread of its noise; post-processing, so free to publish."""
        from privcausal import plots  # matplotlib is slow to load, and most callers do not draw

        if self.release.value is REFUSED:
            ax.set(title="no answer", xlabel="dependence score", yticks=[])
            return ax
        spread = 3 * self.noise  # covers 95% of Laplace noise
        ax.errorbar(self.release.value, [1, 0], xerr=spread, fmt="o", color=plots.BLUE, capsize=4)
        ways = [" → ".join(way) for way in (names, names[::-1])]
        ax.set(
            yticks=[1, 0],
            yticklabels=ways,
            ylim=(-0.6, 1.6),
            title="the smaller score is the causal direction",
        )
        ax.set_xlabel("dependence of residual on input, with noise")
        return ax


def direction(
    x: ArrayLike,
    y: ArrayLike,
    *,
    score: str = "hsic",
    epsilon: float,
    delta: float = 0.0,
    protect: str = "both",
    bounds: Bounds,
    relation: Relation,
    rng: np.random.Generator,
    penalty: float = 0.05,
    kernel: Gaussian = Gaussian(0.5),  # noqa: B008 (frozen)
    proposal: float | None = None,
) -> PrivateDirection:
    """The direction of a pair, (ε, δ)-private when one record is replaced.

    `bounds` declares the ranges of x and y, `penalty` and `kernel` are public. Rank scores protect the test set
    with noise (δ = 0) or the training set by asking first (δ > 0, no noise), HSIC either or both with noise. The
    IQR score protects either or both by asking first (δ > 0), then with noise; `proposal` is for it alone: the most
    that one record is proposed to move a log-IQR, by default a function of public numbers.

    Columns may be constant or full of ties: rank scores and HSIC are then equal or close, IQR is refused. Needed are
    two finite columns of one length, at least 4 records, or 6 for IQR; anything else is a ValueError.

    Claim: K-laplace, B-iqr-once

    >>> rng = np.random.default_rng(0)
    >>> x = rng.uniform(-1, 1, 4_000)
    >>> y = np.tanh(3 * x) + rng.uniform(-0.4, 0.4, 4_000)
    >>> found = direction(x, y, score="hsic", epsilon=2.0, protect="test", bounds=((-1, 1), (-1.4, 1.4)),
    ...                   relation=Relation.SUBSTITUTION, rng=rng, penalty=0.001)
    >>> found.answer, found.release.epsilon
    ('x → y', 2.0)
    """
    _check(score, protect, delta, relation)
    if proposal is not None and score != "iqr":
        raise ValueError(f"proposal is for score='iqr' alone, got {proposal!r} with score={score!r}")
    both, clipped = regressions(x, y, bounds=bounds, rng=rng, penalty=penalty, kernel=kernel)
    if score == "iqr":
        _check_room(len(both.x))
        release, noise = private_iqr_scores(
            both, epsilon=epsilon, delta=delta, protect=protect, relation=relation, rng=rng, size=proposal
        )
        return _answer(release, noise, protect, clipped)
    if protect == "train" and score != "hsic":
        release = _ask_first(both, score, StableRelease(epsilon, delta, relation), rng)
        return _answer(release, 0.0, protect, clipped)
    check_positive(epsilon=epsilon)
    purse = Filter(epsilon, relation)
    mechanism = Laplace(_sensitivity(both, score, protect), purse.share(2), relation)
    noisy = tuple(purse.release(mechanism, value, rng).value for value in scores_of(both, score))
    return _answer(Release(noisy, purse.bill), mechanism.scale, protect, clipped)


def regressions(
    x: ArrayLike, y: ArrayLike, *, bounds: Bounds, rng: np.random.Generator, penalty: float, kernel: Gaussian
) -> tuple[Residuals, int]:
    """What `direction` scores, for the eyes of the data's owner: both fits, their residuals, and values clipped.

    A generator in the same state deals the records in the same way.
    """
    columns = paired(x, y)
    scaled = [scale(*item) for item in zip(columns, bounds, ("x", "y"), strict=True)]
    parts = split(len(columns[0]), rng)
    both = regress_both_ways(scaled[0].values, scaled[1].values, parts, penalty=penalty, kernel=kernel)
    return both, sum(column.clipped for column in scaled)


def _answer(release: Release, noise: float, protect: str, clipped: int) -> PrivateDirection:
    answer = "no answer" if release.value is REFUSED else decide(*release.value)
    return PrivateDirection(release, answer, noise, protect, clipped)


def _check(score: str, protect: str, delta: float, relation: Relation) -> None:
    for name, value, known in (("score", score, SCORES), ("protect", protect, PROTECT)):
        if value not in known:
            raise ValueError(f"{name} must be one of {', '.join(known)}, got {value!r}")
    check_substitution(relation)
    if score in ("kendall", "spearman") and protect == "both":
        raise ValueError(
            f"protect='both' needs score='hsic' or 'iqr': one training record can move {score} arbitrarily far"
        )
    asks_first = score == "iqr" or (score != "hsic" and protect == "train")
    if not delta > 0 if asks_first else delta != 0:
        wanted = "positive: asking first can fail" if asks_first else "0: noise alone needs no δ"
        raise ValueError(f"delta must be {wanted} for score={score!r}, protect={protect!r}; got {delta!r}")


def _check_room(m: int) -> None:
    if m < 3:
        raise ValueError(
            f"x and y must hold at least 6 records for score='iqr', so that 3 test it; {m} would"
        )


def scores_of(both: Residuals, score: str) -> tuple[float, float]:
    """The exact scores of both directions, smaller for the cause: not private."""
    if score == "hsic":
        return hsic_scores(both, RESIDUAL_KERNEL)
    if score == "iqr":
        return iqr_scores(both)
    rank: Callable[[ArrayLike, ArrayLike], float] = {"kendall": kendall, "spearman": spearman}[score]
    return abs(rank(both.x, both.of_y)), abs(rank(both.y, both.of_x))


def _sensitivity(both: Residuals, score: str, protect: str) -> float:
    """How far one replaced record of the protected sets can move either score."""
    m, n = len(both.x), both.f.records
    if score == "kendall":
        return kendall_sensitivity(m)
    if score == "spearman":
        return spearman_sensitivity(m)
    test = hsic_sensitivity(m)
    train = hsic_training_sensitivity(m, n, both.f.penalty, RESIDUAL_KERNEL)
    return {"test": test, "train": train, "both": max(test, train)}[protect]


def _ask_first(both: Residuals, score: str, mechanism: StableRelease, rng: np.random.Generator) -> Release:
    """Both rank scores without noise, if no few training records could have changed any residual's rank."""
    distances = order_distance(both.of_y, both.x, both.f), order_distance(both.of_x, both.y, both.g)
    purse = ApproximateFilter.within(mechanism.price)
    return purse.release(mechanism, scores_of(both, score), min(distances), rng)
