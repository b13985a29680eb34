"""An explorer of additive noise models: draw a curve, and see whether what it leaves over depends on its input."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from privcausal import plots
from privcausal.explorers.frame import Explorer, static_figure
from privcausal.pairs.hsic import hsic
from privcausal.pairs.ridge import GaussianKernel

Column = NDArray[np.float64]

WIDTH = 0.4
"""The bandwidth of both kernels, as in chapter 11."""

EDGES = np.linspace(-1, 1, 9)
MIDDLES = (EDGES[1:] + EDGES[:-1]) / 2


def cubes(people: int, rng: np.random.Generator) -> tuple[Column, Column]:
    """Return doses and effects of chapter 11: the effect is the cube of the dose, plus independent noise."""
    x = rng.uniform(-1, 1, people)
    return x, (x**3 + rng.uniform(-0.3, 0.3, people)) / 1.3


def curve(sums: Column, counts: Column, scale: float = 0) -> Callable[[Column], Column]:
    """Return the curve that joins the means of eight pieces by lines, and continues them to the ends of the range.

    A piece with a count of at most twice the scale of its noise could be empty, and gets the overall mean.

    Examples
    --------
    >>> curve(MIDDLES * 10, np.full(8, 10))(np.array([-1.0, 0.0, 0.3])).round(9).tolist()
    [-1.0, 0.0, 0.3]
    """
    means = np.clip(sums / np.maximum(counts, 1), -1, 1)
    overall = np.clip(sums.sum() / max(counts.sum(), 1), -1, 1)
    means = np.where(counts > 2 * scale, means, overall)
    ends = means[[0, -1]] + (means[[0, -1]] - means[[1, -2]]) / 2
    at, heights = np.r_[-1, MIDDLES, 1], np.r_[ends[0], means, ends[1]]
    return lambda places: np.interp(places, at, heights)


def left_over(x: Column, y: Column) -> Column:
    """Return what the curve through the means of eight pieces leaves of y.

    Examples
    --------
    >>> x = np.repeat(MIDDLES, 2)
    >>> left_over(x, x).round(9).max()
    np.float64(0.0)
    """
    sums, counts = np.histogram(x, EDGES, weights=y)[0], np.histogram(x, EDGES)[0]
    return np.asarray(y - curve(sums, counts)(x))


def drawn_curve(people: int = 240) -> Explorer:
    """Draw the curve of an additive noise model by hand, in both directions, and watch what is left over."""
    village = cubes(2_834, np.random.default_rng(9))  # that of chapter 11
    x, y = (column[:people].round(3) for column in village)
    kernel = GaussianKernel(WIDTH)
    rests = left_over(x, y), left_over(y, x)
    fitted = [
        float(hsic(a, rest, kernel_x=kernel, kernel_y=kernel)) for a, rest in zip((x, y), rests, strict=True)
    ]
    widths = [  # of all 2,834 people: in 240 of them the sampling error would hide that they are equal
        [float(left_over(a, b)[np.digitize(a, EDGES[1:-1]) == k].std()) for k in range(8)]
        for a, b in (village, village[::-1])
    ]
    names = "residual of y, x → y", "residual of x, y → x"
    ax = plots.curves(
        MIDDLES,
        dict(zip(names, widths, strict=True)),
        marked=True,
        xlabel="input",
        ylabel="standard deviation",
    )
    return Explorer(
        "residual",
        "What does the curve leave over?",
        "**Drag the curve, then change the direction.** Along the cause, a good curve leaves a residual that is as "
        "wide in one place as in another. From the effect back to its cause no curve does.",
        {"x": x, "y": y, "edges": EDGES, "width": WIDTH, "fitted": fitted},
        static_figure(
            ax,
            "Standard deviation of the residual in eight pieces of the input. In the true direction it is nearly the "
            "same everywhere; in the wrong one it is large in the middle.",
        ),
        ("middle of the piece", *(f"standard deviation, {name}" for name in names)),
        list(zip(MIDDLES.tolist(), *widths, strict=True)),
    )
