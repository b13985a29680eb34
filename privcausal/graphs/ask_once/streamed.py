"""`once-linear` for records that are not in memory: every look goes through their pieces once more.

The moments are those of `private_shape` and `private_moment`, added up in the same blocks and rounded once, so the same
noise of the same scale gives the same numbers as with all records at hand.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.ask_once.linear import THRESHOLD, OnceLinear, regressions, variance_order
from privcausal.graphs.ask_once.noisy_moments import NoisyMoment, moment_sensitivity
from privcausal.graphs.ask_once.noisy_shape import LOOKS, Shape, _sharpened, directions
from privcausal.graphs.ask_once.sums import Unread
from privcausal.graphs.score_based.noleaks import step_scales
from privcausal.graphs.score_based.notears import support
from privcausal.graphs.score_based.second_moments import SPARE, shortened
from privcausal.privacy.filters import GaussianFilter
from privcausal.privacy.gaussian import SymmetricGaussian, gaussian_scale
from privcausal.privacy.price import Price, check_budget

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Directions:
    """A look at directions, taken through a matrix: what `private_shape` multiplies."""

    spread: Floats

    def __call__(self, rows: Floats) -> tuple[Floats, Floats]:
        """Directions twice."""
        seen = directions(np.linalg.solve(self.spread, directions(rows).T).T)
        return seen, seen


@dataclass(frozen=True, eq=False)
class Shortened:
    """A look at records that are cut back to a length: what `private_moment` multiplies."""

    row_norm: float

    def __call__(self, rows: Floats) -> tuple[Floats, Floats]:
        """What is left of them."""
        seen = shortened(rows, self.row_norm)
        return seen, seen


@dataclass(eq=False)
class Streamed(Unread):
    """Columns of numbers that are gone through anew for every look. The first is taken at once."""

    row_norm: float | None = None
    first: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        look = Directions(np.eye(len(self.columns))) if self.row_norm is None else Shortened(self.row_norm)
        total, self.size = self.records.sum(look)
        self.first = total / self.size
        if self.row_norm is None:
            self.records.check_again()

    def moment(self, spread: Floats) -> Floats:
        """The second moments of directions, as the look through this matrix sees them."""
        if np.array_equal(spread, np.eye(len(spread))):
            return self.first
        return self.sum(Directions(spread)) / self.size


def once_linear(streamed: Streamed, *, budget: Price, rng: np.random.Generator) -> OnceLinear:
    """The same graph as `privcausal.graphs.ask_once.linear.once_linear` finds with all records in memory.

    Under substitution, with a public number of records.
    """
    check_budget(budget)
    if streamed.row_norm is None:
        shape = streamed_shape(
            streamed.moment, streamed.size, len(streamed.columns), budget=budget, rng=rng, schedule=LOOKS
        )
        matrix, spent = shape.matrix, shape.spent
    else:
        moment = _once(streamed, streamed.row_norm, budget, rng)
        matrix, spent = moment.repaired, moment.spent
    matrix = matrix / matrix.diagonal().min()
    weights = regressions(matrix, variance_order(matrix))
    return OnceLinear(weights, support(weights, THRESHOLD), matrix, spent)


def streamed_shape(
    moment: Callable[[Floats], Floats],
    size: int,
    columns: int,
    *,
    budget: Price,
    rng: np.random.Generator,
    schedule: Sequence[float],
) -> Shape:
    """As `private_shape`, of so many records that are known by what each look sees of them alone.

    `moment` is given the matrix through which the directions are taken, and returns their exact second moments: what
    it returns may move, when one record is replaced, no farther than the moments of so many directions.
    """
    spread, looks = np.eye(columns), []
    sensitivity, purse = SPARE * moment_sensitivity(1.0) / size, GaussianFilter.within(budget)
    for scale in step_scales(schedule, sensitivity, budget).tolist():
        mechanism = SymmetricGaussian(sensitivity, scale, budget.relation)
        noisy = purse.release(mechanism, moment(spread), rng).value
        looks.append(NoisyMoment(noisy, scale, mechanism.price))
        spread = _sharpened(spread, looks[-1])
    shape = spread @ spread.T
    return Shape(np.asarray(shape / shape.diagonal().mean()), tuple(looks), purse.bill)


def _once(streamed: Streamed, row_norm: float, budget: Price, rng: np.random.Generator) -> NoisyMoment:
    """As in `private_moment`."""
    sensitivity = SPARE * moment_sensitivity(row_norm) / streamed.size
    scale = gaussian_scale(sensitivity, budget.epsilon, budget.delta) * (
        1 + 1e-12
    )  # rounding never costs privacy
    purse = GaussianFilter.within(budget)
    released = purse.release(SymmetricGaussian(sensitivity, scale, budget.relation), streamed.first, rng)
    return NoisyMoment(released.value, scale, purse.bill)
