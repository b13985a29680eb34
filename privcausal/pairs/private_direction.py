"""Which of two columns is the cause, privately: regress both ways, score the residuals, add noise, compare.

A record is dealt at random either to the training or to the test set, so replacing it changes one of the two. What
`DirectionMethod.protect` says decides whose replacement the noise must hide: noise for the larger of both effects hides
both. Where it hides one half alone, anybody can be in the other, and the price for everyone has a δ of about ½.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arguments import check_choice, number
from privcausal.digits import published
from privcausal.pairs.anm import Residuals, decide, regress_both_ways, split, training_size
from privcausal.pairs.direction_calibration import PENALTIES, SIMULATED, SURE, WORTHWHILE, Margins, margins_of
from privcausal.pairs.fourier_kernel import check_width
from privcausal.pairs.half import PROTECTED, coverage, price_for_everyone, unprotected_records
from privcausal.pairs.rank import checked_pair
from privcausal.pairs.ridge import SMALLEST_PENALTY, GaussianKernel, scale
from privcausal.pairs.scores import PROTECT, SCORES, Halves
from privcausal.privacy.charges import announced
from privcausal.privacy.marks import mark, marks
from privcausal.privacy.price import (
    Price,
    Relation,
    Release,
    check_positive,
    check_substitution,
    settle_numbers,
)
from privcausal.privacy.propose_test_release import REFUSED

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Bounds = tuple[tuple[float, float], tuple[float, float]]

CANNOT_TELL = "cannot tell"

MOST_PRINTED = 0.99
"""More is never printed: it would sound like a proof."""


@dataclass(frozen=True)
class DirectionMethod:
    """How a direction is found: all of it public, none of it chosen by looking at the data.

    Rank scores protect the test set with noise (δ = 0) or the training set by asking first (δ > 0, no noise), HSIC
    either or both with noise. The IQR score protects either or both by asking first (δ > 0), then with noise.
    Protection of one of the two sets is not a guarantee for a person, who can be in the other: see `price`.

    >>> DirectionMethod("iqr").uses_propose_test_release, DirectionMethod("kendall",
    ...     protect="test").uses_propose_test_release
    (True, False)
    """

    score: str = "hsic"
    protect: str = "both"
    penalty: float = 0.05
    """λ of the ridge regressions."""
    kernel: GaussianKernel = GaussianKernel(0.5)  # noqa: RUF009 (frozen)
    """Of the ridge regressions; ranges are mapped to [−1, 1]."""
    cell_width: float | None = None
    """For IQR: the most that one record is proposed to move a log-IQR. By default a function of public numbers."""

    def __post_init__(self) -> None:
        settle_numbers(self, "penalty", *["cell_width"] * (self.cell_width is not None))
        if 0 < self.penalty < SMALLEST_PENALTY:
            raise ValueError(
                f"penalty must be at least {SMALLEST_PENALTY:g}, or rounding shows, got {number(self.penalty)}"
            )
        for name, value, allowed in (("score", self.score, SCORES), ("protect", self.protect, PROTECT)):
            check_choice(name, value, allowed)
        if self.protect not in SCORES[self.score].protects:
            able = " or ".join(repr(name) for name, one in SCORES.items() if self.protect in one.protects)
            raise ValueError(
                f"protect={self.protect!r} needs score={able}: one training record can move {self.score} "
                "arbitrarily far"
            )
        if self.cell_width is not None and self.score != "iqr":
            raise ValueError(
                f"proposal is for score='iqr' alone, got {number(self.cell_width)} with score={self.score!r}"
            )

    @property
    def uses_propose_test_release(self) -> bool:
        """Whether it makes a proposal that can be refused, and that needs a δ."""
        return self.protect in SCORES[self.score].asks_for

    def check(self, delta: float) -> None:
        """Refuse a δ that it cannot use, and the lack of one that it needs."""
        if not delta > 0 if self.uses_propose_test_release else delta != 0:
            wanted = (
                "positive: asking first can fail"
                if self.uses_propose_test_release
                else "0: noise alone needs no δ"
            )
            raise ValueError(
                f"delta must be {wanted} for score={self.score!r}, protect={self.protect!r}; got {number(delta)}"
            )

    def price(self, records: int, epsilon: float, delta: float = 0.0) -> Price:
        """What an answer costs each of so many people, if it costs those whom it protects (ε, δ).

        Claim: B-half

        >>> prices = (DirectionMethod("hsic", protect).price(400, 1.0) for protect in ("both", "test"))
        >>> [price.amount for price in prices]
        ['ε = 1', 'ε = 1, δ = 0.5']
        """
        inside = Price(epsilon, delta, Relation.SUBSTITUTION)
        return price_for_everyone(inside, unprotected_records(self.protect, records), records)

    def margins(self, records: int) -> Margins | None:
        """Return the margins of simulated pairs by which an answer is judged; None if none were simulated so."""
        return margins_of(self.score, records, self.penalty, self.kernel)

    def noise(self, records: int, epsilon: float, delta: float = 0.0) -> float:
        """Return the scale of the noise on each score, from public numbers.

        >>> round(DirectionMethod("hsic").noise(2_000, epsilon=4.0), 4)
        0.0999
        """
        train = training_size(records)
        budget = Price(epsilon, delta, Relation.SUBSTITUTION)
        return SCORES[self.score].scale(
            Halves(records - train, train, self.penalty), self.protect, budget, self.cell_width
        )

    def named(self, records: int, epsilon: float, delta: float = 0.0) -> float:
        """Return the share of the simulated pairs that would get a direction, from public numbers.

        >>> DirectionMethod("hsic").named(2_000, epsilon=4.0) < 0.01
        True
        """
        margins = self.margins(records)
        return 0.0 if margins is None else margins.named(self.noise(records, epsilon, delta))

    def check_worthwhile(self, records: int, epsilon: float, delta: float = 0.0) -> None:
        """Refuse, unspent, what would hardly ever get a direction."""
        if self.margins(records) is None:
            raise ValueError(
                f"a direction is called from {SIMULATED}, got {records:,} records; nothing was spent"
            )
        if self.named(records, epsilon, delta) < WORTHWHILE:
            best = max(PENALTIES, key=lambda one: replace(self, penalty=one).named(records, epsilon, delta))
            share = replace(self, penalty=best).named(records, epsilon, delta)
            help_text = (
                f"penalty={best:g} would name {share:.0%}" if share >= WORTHWHILE else "no penalty would do"
            )
            raise ValueError(
                f"epsilon = {epsilon:g} is too little to find a direction from {records:,} records by {self.score}: "
                f"fewer than {WORTHWHILE:.0%} of simulated pairs would get one, and {help_text}; nothing was spent"
            )

    def least_price(self, epsilon: float, delta: float = 0.0) -> Price:
        """Return its least price, when the number of records is not known yet: no share of a split is smaller."""
        return min((self.price(n, epsilon, delta) for n in (4, 5)), key=lambda price: price.delta)


@dataclass(frozen=True)
class PrivateDirection:
    """The public result: the answer, both noisy scores, and their price."""

    release: Release
    """Its value is the pair of scores for x → y and y → x, or ⊥."""
    answer: str
    noise: float
    """The scale of the Laplace noise on each score; 0 when the scores were released as they are."""
    protects: str
    margins: Margins | None = None
    """The margins of simulated pairs by which it is judged; None if none were simulated with such settings."""

    @property
    def probability(self) -> float | None:
        """How likely the direction of the smaller score is right, of pairs like the simulated ones; None if not known.

        Claim: B-direction-sure
        """
        return (
            None
            if self.margin is None or self.margins is None
            else self.margins.right(self.margin, self.noise)
        )

    @property
    def reversal_probability(self) -> float | None:
        """How likely the noise has reversed the order of the scores; None if that is not known."""
        if self.margin is None:
            return 0.0
        return None if self.margins is None else self.margins.reversed(self.margin, self.noise)

    @property
    def margin(self) -> float | None:
        """By how much the published scores differ; None if there are none."""
        if self.release.value is REFUSED:
            return None
        first, second = self.release.value
        return float(abs(second - first))

    @property
    def coverage(self) -> str:
        """Whom the guarantee covers, in words: every person, or one half of the people, chosen at random."""
        return coverage(self.protects)

    @property
    def covers_everyone(self) -> bool:
        """Is every person protected, in either half?"""
        return self.protects not in PROTECTED

    @property
    def conclusion(self) -> str:
        """The answer, or `CANNOT_TELL` where it is not right often enough."""
        if self.release.value is REFUSED:
            return self.answer
        return self.answer if (self.probability or 0.0) >= SURE else CANNOT_TELL

    def __str__(self) -> str:
        price = f"({self.release.price.amount}, protects {self.protects})"
        weakened = marks(self.release.price)
        if not self.covers_everyone:
            price += f"\nthe guarantee covers {self.coverage}"
        if self.release.value is REFUSED:
            return "\n".join([f"no answer: the data are too close to another answer {price}", *weakened])
        first, second = (published(score, self.noise) for score in self.release.value)
        scores = f"scores {first} for x → y, {second} for y → x, each with noise of scale {self.noise:.2g}"
        return "\n".join([f"{self.conclusion}; {scores}; {self.probability_text} {price}", *weakened])

    @property
    def probability_text(self) -> str:
        """How sure of the smaller score, in words."""
        if self.probability is None or self.reversal_probability is None:
            return f"not calibrated: a direction is called from {SIMULATED}"
        return (
            f"{self.answer} is right with probability {min(self.probability, MOST_PRINTED):.0%} on simulated pairs, "
            f"and noise has reversed the order with probability {self.reversal_probability:.0%}"
        )

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
    method: DirectionMethod,
    epsilon: float,
    delta: float = 0.0,
    relation: Relation,
    rng: np.random.Generator,
) -> PrivateDirection:
    """The direction of a pair, (ε, δ)-private when a record is replaced that the method protects.

    The price that comes with the answer holds for every person: where a method protects one half, its δ is about ½.

    `bounds` declares the ranges of x and y. Columns can be constant or full of ties: rank scores and HSIC are then
    equal or close, IQR is refused. Needed are two finite columns of one length, at least 4 records, or 6 for IQR;
    anything else is a ValueError.

    Claim: K-laplace, B-iqr-once, B-half

    >>> rng = np.random.default_rng(1)
    >>> x = rng.uniform(-1, 1, 4_000)
    >>> y = np.tanh(3 * x) + rng.uniform(-0.4, 0.4, 4_000)
    >>> result = direction(x, y, bounds=((-1, 1), (-1.4, 1.4)), method=DirectionMethod("hsic",
    ...     protect="test", penalty=0.001),
    ...                   epsilon=2.0, relation=Relation.SUBSTITUTION, rng=rng)
    >>> result.answer, result.release.epsilon, result.release.delta
    ('x → y', 2.0, 0.5)
    """
    check_substitution(relation)
    check_positive(epsilon=epsilon)
    method.check(delta)
    both, _ = regressions(x, y, bounds=bounds, method=method, rng=rng)
    budget = Price(epsilon, delta, relation)
    n = len(both.x) + both.f.records
    unprotected = unprotected_records(method.protect, n)
    with announced(price_for_everyone(budget, unprotected, n)):
        inside, noise = SCORES[method.score].release(both, method.protect, budget, method.cell_width, rng)
    price = price_for_everyone(inside.price, unprotected, n)
    release = Release(inside.value, mark(price, rng, n))
    answer = "no answer" if release.value is REFUSED else decide(*release.value)
    return PrivateDirection(release, answer, noise, method.protect, method.margins(n))


def regressions(
    x: ArrayLike, y: ArrayLike, *, bounds: Bounds, method: DirectionMethod, rng: np.random.Generator
) -> tuple[Residuals, int]:
    """What `direction` scores, for the eyes of the data's owner: both fits, their residuals, and values clipped.

    A generator in the same state deals the records in the same way.
    """
    columns = checked_pair(x, y)
    scaled = [scale(*item) for item in zip(columns, bounds, ("x", "y"), strict=True)]
    check_width(
        method.kernel, -(-len(columns[0]) // 2)
    )  # before a record is dealt: from there on a privacy filter pays
    parts = split(len(columns[0]), rng)
    u, v = (column.values for column in scaled)
    both = regress_both_ways(u, v, parts, penalty=method.penalty, kernel=method.kernel)
    return both, sum(column.clipped for column in scaled)


def scores_of(both: Residuals, score: str) -> tuple[float, float]:
    """The exact scores of both directions, smaller for the cause: not private."""
    return SCORES[score].exact(both)
