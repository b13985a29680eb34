"""Which of two columns is the cause, privately: regress both ways, score the residuals, add noise, compare.

A record is dealt at random either to the training or to the test set, so replacing it changes one of the two. What
`Method.protect` says decides whose replacement the noise must hide: noise for the larger of both effects hides both.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from privcausal.pairs.anm import Residuals, decide, regress_both_ways, split
from privcausal.pairs.decide import probability_right
from privcausal.pairs.rank import paired
from privcausal.pairs.ridge import SMALLEST_PENALTY, Gaussian, scale
from privcausal.pairs.scores import PROTECT, SCORES
from privcausal.pairs.waves import check_width
from privcausal.privacy.price import Price, Relation, Release, check_positive, check_substitution
from privcausal.privacy.propose_test_release import REFUSED

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Bounds = tuple[tuple[float, float], tuple[float, float]]

DOUBT = 0.05
"""A direction is named only if noise has turned the answer round less often than that, to judge from its margin. Where
there is no margin at all, noise alone passes for one in twice as many runs: 1 of 10."""

CANNOT_TELL = "cannot tell"


@dataclass(frozen=True)
class Method:
    """How a direction is found: all of it public, none of it chosen by looking at the data.

    Rank scores protect the test set with noise (δ = 0) or the training set by asking first (δ > 0, no noise), HSIC
    either or both with noise. The IQR score protects either or both by asking first (δ > 0), then with noise.

    >>> Method("iqr").asks_first, Method("kendall", protect="test").asks_first
    (True, False)
    """

    score: str = "hsic"
    protect: str = "both"
    penalty: float = 0.05
    """λ of the ridge regressions."""
    kernel: Gaussian = Gaussian(0.5)  # noqa: RUF009 (frozen)
    """Of the ridge regressions; ranges are mapped to [−1, 1]."""
    proposal: float | None = None
    """For IQR: the most that one record is proposed to move a log-IQR. By default a function of public numbers."""

    def __post_init__(self) -> None:
        if 0 < self.penalty < SMALLEST_PENALTY:
            raise ValueError(
                f"penalty must be at least {SMALLEST_PENALTY:g}, or rounding shows, got {self.penalty!r}"
            )
        for name, value, known in (("score", self.score, SCORES), ("protect", self.protect, PROTECT)):
            if value not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}, got {value!r}")
        if self.protect not in SCORES[self.score].protects:
            able = " or ".join(repr(name) for name, one in SCORES.items() if self.protect in one.protects)
            raise ValueError(
                f"protect={self.protect!r} needs score={able}: one training record can move {self.score} "
                "arbitrarily far"
            )
        if self.proposal is not None and self.score != "iqr":
            raise ValueError(
                f"proposal is for score='iqr' alone, got {self.proposal!r} with score={self.score!r}"
            )

    @property
    def asks_first(self) -> bool:
        """Does it ask a question that may be refused, and that needs a δ?"""
        return self.protect in SCORES[self.score].asks_for

    def check(self, delta: float) -> None:
        """Refuse a δ that it cannot use, and the lack of one that it needs."""
        if not delta > 0 if self.asks_first else delta != 0:
            wanted = "positive: asking first can fail" if self.asks_first else "0: noise alone needs no δ"
            raise ValueError(
                f"delta must be {wanted} for score={self.score!r}, protect={self.protect!r}; got {delta!r}"
            )


@dataclass(frozen=True)
class PrivateDirection:
    """What may be published: the answer, both noisy scores, and their price."""

    release: Release
    """Its value is the pair of scores for x → y and y → x, or ⊥."""
    answer: str
    noise: float
    """The scale of the Laplace noise on each score; 0 when the scores were released as they are."""
    protects: str

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

    @property
    def conclusion(self) -> str:
        """The answer, or that it cannot be told: where noise may well have made it."""
        return CANNOT_TELL if self.flipped > DOUBT else self.answer

    def __str__(self) -> str:
        price = self.release.price.amount
        if self.release.value is REFUSED:
            return f"no answer: the data are too close to another answer ({price}, protects {self.protects})"
        first, second = self.release.value
        scores = f"scores {first:.4f} for x → y, {second:.4f} for y → x"
        doubt = f"flipped by noise: {self.flipped:.0%}, if no margin is likelier than another"
        return f"{self.conclusion}; {scores}; {doubt} ({price}, protects {self.protects})"

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
    bounds: Bounds,
    method: Method,
    epsilon: float,
    delta: float = 0.0,
    relation: Relation,
    rng: np.random.Generator,
) -> PrivateDirection:
    """The direction of a pair, (ε, δ)-private when one record is replaced.

    `bounds` declares the ranges of x and y. Columns may be constant or full of ties: rank scores and HSIC are then
    equal or close, IQR is refused. Needed are two finite columns of one length, at least 4 records, or 6 for IQR;
    anything else is a ValueError.

    Claim: K-laplace, B-iqr-once

    >>> rng = np.random.default_rng(1)
    >>> x = rng.uniform(-1, 1, 4_000)
    >>> y = np.tanh(3 * x) + rng.uniform(-0.4, 0.4, 4_000)
    >>> found = direction(x, y, bounds=((-1, 1), (-1.4, 1.4)), method=Method("hsic", protect="test", penalty=0.001),
    ...                   epsilon=2.0, relation=Relation.SUBSTITUTION, rng=rng)
    >>> found.answer, found.release.epsilon
    ('x → y', 2.0)
    """
    check_substitution(relation)
    check_positive(epsilon=epsilon)
    method.check(delta)
    both, _ = regressions(x, y, bounds=bounds, method=method, rng=rng)
    budget = Price(epsilon, delta, relation)
    release, noise = SCORES[method.score].release(both, method.protect, budget, method.proposal, rng)
    answer = "no answer" if release.value is REFUSED else decide(*release.value)
    return PrivateDirection(release, answer, noise, method.protect)


def regressions(
    x: ArrayLike, y: ArrayLike, *, bounds: Bounds, method: Method, rng: np.random.Generator
) -> tuple[Residuals, int]:
    """What `direction` scores, for the eyes of the data's owner: both fits, their residuals, and values clipped.

    A generator in the same state deals the records in the same way.
    """
    columns = paired(x, y)
    scaled = [scale(*item) for item in zip(columns, bounds, ("x", "y"), strict=True)]
    check_width(
        method.kernel, -(-len(columns[0]) // 2)
    )  # before a record is dealt: from there on a purse pays
    parts = split(len(columns[0]), rng)
    u, v = (column.values for column in scaled)
    both = regress_both_ways(u, v, parts, penalty=method.penalty, kernel=method.kernel)
    return both, sum(column.clipped for column in scaled)


def scores_of(both: Residuals, score: str) -> tuple[float, float]:
    """The exact scores of both directions, smaller for the cause: not private."""
    return SCORES[score].exact(both)
