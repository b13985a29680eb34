"""The IQR score, released after one question about all the interquartile ranges together.

The score of x → y is ln IQR(x) + ln IQR(residual of y): the direction whose columns are narrower wins. No noise
covers the largest change that one record can make to a range, so the mechanism first asks how many records it would
take.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats
from privcausal.pairs.anm import Residuals
from privcausal.pairs.iqr import (
    GRIDS,
    LOGARITHM,
    SMALLEST_SIZE,
    Cell,
    cell_of,
    changes_to_leave,
    extreme_widths,
    iqr,
    quartile_places,
    sorted_column,
)
from privcausal.pairs.ridge import ROUNDING, residual_sensitivity
from privcausal.privacy.charges import announcing
from privcausal.privacy.filters import ApproximateFilter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import (
    Price,
    Relation,
    Release,
    check_not_negative,
    check_positive,
    check_substitution,
    settle_numbers,
)
from privcausal.privacy.propose_test_release import REFUSED, StableRelease

LARGEST_SIZE = 10.0
"""A proposal that allows a factor of e¹⁰ proposes nothing."""


@dataclass(frozen=True)
class AskOnce:
    """Two scores with noise, or ⊥: (ε, δ)-private, whatever comes out.

    Half of ε asks whether no log-IQR moves by `size` when a record is replaced; the other half pays for the noise on
    both scores, in which a record has a part in `ranges` log-IQRs together: four of them if it is a test record, two
    if it is a training record.

    Claim: B-iqr-once

    >>> mechanism = AskOnce(size=0.1, ranges=4, epsilon=2.0, delta=1e-6, relation=Relation.SUBSTITUTION)
    >>> mechanism.scale, round(mechanism.test.threshold, 2), round(mechanism.refusal(30), 9)
    (0.4, 14.12, 6.4e-08)
    """

    size: float
    ranges: int
    epsilon: float
    delta: float
    relation: Relation

    def __post_init__(self) -> None:
        settle_numbers(self, "size", "epsilon", "delta")
        check_positive(size=self.size, ranges=self.ranges, epsilon=self.epsilon)
        _ = self.test  # checks the remaining arguments

    @property
    def test(self) -> StableRelease:
        """The question."""
        return StableRelease(self.epsilon / 2, self.delta, self.relation)

    @property
    def noise(self) -> Laplace:
        """What hides the two scores together."""
        return Laplace(self.ranges * self.size, self.epsilon / 2, self.relation)

    @property
    def scale(self) -> float:
        """The scale of the Laplace noise on each of the two scores."""
        return self.noise.scale

    @property
    def price(self) -> Price:
        """The price of one release, ⊥ or not."""
        return Price(self.epsilon, self.delta, self.relation)

    def refusal(self, distance: float) -> float:
        """The exact probability of ⊥."""
        return self.test.refusal(distance)

    @announcing
    def release(self, scores: tuple[float, float], distance: int, rng: np.random.Generator) -> Release:
        """Ask once; then both scores with noise, or ⊥. Scores that do not exist are NaN, and refused."""
        noisy = self.noise.release(np.nan_to_num(scores), rng).value
        result = self.test.release(tuple(noisy.tolist()), distance, rng).value
        return Release(REFUSED if np.isnan(scores).any() else result, self.price)

    def sample(
        self, scores: tuple[float, float], distance: int, size: int, rng: np.random.Generator
    ) -> Floats:
        """What `size` independent runs would print, ⊥ as two times +inf: for audits, not for release."""
        noisy = self.noise.sample(np.nan_to_num(scores), (size, 2), rng)
        passes = np.isfinite(self.test.sample(0.0, distance, size, rng))
        return np.where(passes[:, None] & ~np.isnan(scores), noisy, np.inf)


def iqr_scores(both: Residuals) -> tuple[float, float]:
    """The sum ln IQR(x) + ln IQR(residual of y), and that of y and the residual of x; NaN where an IQR is 0."""
    logs = [_log_iqr(column) for column in (both.x, both.of_y, both.y, both.of_x)]
    return logs[0] + logs[1], logs[2] + logs[3]


def private_iqr_scores(
    both: Residuals,
    *,
    epsilon: float,
    delta: float,
    protect: str,
    relation: Relation,
    rng: np.random.Generator,
    size: float | None = None,
) -> tuple[Release, float]:
    """Release both IQR scores with noise, or ⊥, and the scale of the noise: (ε, δ)-private for a protected record
    replaced.

    Which records test and which train is public here. Where a secret split decides, this price holds for one half of
    the people, and `half.price_for_everyone` returns the price for each person.

    `size` is the proposal: the most that one record should be able to move a log-IQR. It must not be chosen by
    looking at the data. By default it follows from the public numbers of records and prices.

    Claim: B-iqr-once, B-iqr-either

    >>> from privcausal.pairs.anm import regress_both_ways, split
    >>> from privcausal.pairs.ridge import GaussianKernel
    >>> rng = np.random.default_rng(0)
    >>> x = rng.uniform(-1, 1, 2_000)
    >>> y = np.clip(x**3 + rng.uniform(-0.3, 0.3, 2_000), -1, 1)
    >>> both = regress_both_ways(x, y, split(2_000, rng), penalty=0.01, kernel=GaussianKernel(0.5))
    >>> release, scale = private_iqr_scores(both, epsilon=4.0, delta=1e-6, protect="test",
    ...                                     relation=Relation.SUBSTITUTION, rng=rng)
    >>> [round(score, 3) for score in release.value], release.epsilon, round(scale, 2)
    ([-1.097, -1.88], 4.0, 0.23)
    """
    check_substitution(relation)
    budget = Price(epsilon, delta, relation)
    mechanism, size = asking(len(both.x), protect, budget, size)
    privacy_filter = ApproximateFilter.within(budget)
    distance = score_distance(both, protect, size)
    return privacy_filter.release(mechanism, iqr_scores(both), distance, rng), mechanism.scale


def asking(m: int, protect: str, budget: Price, size: float | None = None) -> tuple[AskOnce, float]:
    """Return the mechanism for m test records, and the size of its cells: both from public numbers.

    >>> mechanism, size = asking(2_000, "test", Price(4.0, 1e-6, Relation.SUBSTITUTION))
    >>> round(mechanism.scale, 3), round(size, 3)
    (0.114, 0.057)
    """
    if size is None:
        size = proposal(m, budget.epsilon, budget.delta) if protect == "test" else 1.0
    if not SMALLEST_SIZE <= size <= LARGEST_SIZE:
        raise ValueError(f"size must lie in [{SMALLEST_SIZE:g}, {LARGEST_SIZE:g}], got {size!r}")
    ranges = 2 if protect == "train" else 4
    return AskOnce(size + LOGARITHM, ranges, budget.epsilon, budget.delta, budget.relation), size


def proposal(m: int, epsilon: float, delta: float) -> float:
    """A size of cells that bell-shaped and box-shaped columns of m test records nearly always support; at most 1.

    At the least favourable place, a quarter of a cell from an edge, about w·m/12 records or more move the range of
    such a column out of its cell. All that enters is public.

    >>> proposal(100, 1.0, 1e-6), round(proposal(2_000, 1.0, 1e-6), 3)
    (1.0, 0.21)
    """
    check_positive(m=m)
    needed = StableRelease(epsilon / 2, delta, Relation.SUBSTITUTION).distance_needed(beta=0.01)
    return min(1.0, 12 * needed / m)


def score_distance(both: Residuals, protect: str, size: float = 1.0) -> int:
    """How many protected records to replace, at least, before some log-IQR leaves its cells in both grids.

    Test records enter all four columns. Training records enter the residuals only, and move each of them by at most
    ρ. If both kinds are protected, every mixture of them counts.
    """
    steps = [2 * residual_sensitivity(fit.records, fit.penalty) + ROUNDING for fit in (both.f, both.g)]
    residuals = zip((both.of_y, both.of_x), steps, strict=True)
    if protect == "train":
        return min(_either(column, size, step, test=False) for column, step in residuals)
    inputs = [_either(column, size, math.inf) for column in (both.x, both.y)]
    moved_by = ((column, step if protect == "both" else math.inf) for column, step in residuals)
    return min(*inputs, *(_either(column, size, step) for column, step in moved_by))


def distance_of_either(x: ArrayLike, cell: Cell, step: float, *, test: bool = True) -> int:
    """Return a number of records to replace before the IQR of x can leave its cell: of x itself, or of another kind.

    Replacing a record of the other kind moves the range by at most `step`. With infinite `step` all records are of one
    kind, without `test` there is only the other kind.

    Claim: B-iqr-either

    >>> x, cell = np.linspace(0, 1, 201), cell_of(0.5)
    >>> [distance_of_either(x, cell, step) for step in (math.inf, 0.005, 0.05)]
    [27, 27, 3]
    """
    if not step > 0:
        raise ValueError(f"step must be a positive number, got {step!r}")
    ordered = sorted_column(x)
    lower, upper = quartile_places(len(ordered))
    best = changes_to_leave(ordered, cell) if test else 2**62
    if math.isinf(step):
        return best
    own = 0
    while own < best and (test or own == 0):
        widest, narrowest = extreme_widths(ordered, lower, upper, own)
        others = math.ceil(max(0.0, min(cell.high - widest, narrowest - cell.low)) / step)
        best = min(best, own + others)
        own += 1
    return best


def _either(column: ArrayLike, size: float, step: float, *, test: bool = True) -> int:
    """Return the larger distance of the two grids; 0 if the range is 0."""
    width = iqr(column)
    if width == 0:
        return 0
    return max(distance_of_either(column, cell_of(width, shift, size), step, test=test) for shift in GRIDS)


def _log_iqr(column: Floats) -> float:
    width = iqr(column)
    return math.log(width) if width else math.nan


def probability_correct_of_four(margin: float, scale: float) -> float:
    """P(s + Z₁ + Z₂ < s + margin + Z₃ + Z₄) for independent Laplace noises of the given scale.

    Each of four log-IQRs with noise of its own: what the source does, and what asking once avoids.

    Claim: K-correct4

    >>> round(probability_correct_of_four(margin=0.2, scale=0.1), 4)
    0.7773
    """
    check_positive(scale=scale)
    check_not_negative(margin=margin)
    t = margin / scale
    return 1 - (48 + 33 * t + 9 * t**2 + t**3) / 96 * math.exp(-t)
