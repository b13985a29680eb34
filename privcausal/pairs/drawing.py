"""Pictures for the data's owner: both regressions and their residuals. Every point in them is a private record.

`PrivateDirection.plot` draws only published numbers, so its picture can be published.
"""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from privcausal import plots
from privcausal.arrays import Floats
from privcausal.pairs.anm import Residuals
from privcausal.pairs.fourier_kernel import Regression
from privcausal.pairs.private_direction import scores_of

Names = tuple[str, str]


def draw_fit(ax: Axes, along: Floats, target: Floats, curve: Regression, names: Names) -> Axes:
    """The test records and the curve that was fitted to the training records, on the scale of declared bounds."""
    line = np.linspace(-1, 1, 201)
    ax.plot(along, target, "o", markersize=2, linestyle="none", alpha=0.4, label="test records")
    ax.plot(line, curve.predict(line), color=plots.ORANGE, label="regression")
    ax.set(xlabel=f"{names[0]}, bounds mapped to [−1, 1]", ylabel=names[1], title=" → ".join(names))
    return ax


def draw_residuals(ax: Axes, along: Floats, left: Floats, names: Names) -> Axes:
    """What the curve leaves over: noise of equal width everywhere, if this is the causal direction."""
    ax.plot(along, left, "o", markersize=2, linestyle="none", alpha=0.4, label="residuals")
    ax.axhline(0, color=plots.INK, linewidth=0.8)
    ax.set(xlabel=names[0], ylabel=f"{names[1]} − fit", title="residuals")
    return ax


def owners_picture(both: Residuals, names: Names, *, score: str, ink: str = plots.INK) -> Figure:
    """Fit, residuals and exact score of both directions, side by side: for the owner's eyes, never for publication.

    >>> from privcausal.pairs.anm import regress_both_ways, split
    >>> from privcausal.pairs.ridge import GaussianKernel
    >>> rng = np.random.default_rng(0)
    >>> x = rng.uniform(-1, 1, 200)
    >>> both = regress_both_ways(x, x**3, split(200, rng), penalty=0.01, kernel=GaussianKernel(0.5))
    >>> [ax.get_title(loc="left") for ax in owners_picture(both, ("a", "b"), score="kendall").axes][::2]
    ['a → b', 'b → a']
    """
    canvas, axes = plots.figure(4, width=13.0, height=3.3, ink=ink)
    ways = ((both.x, both.y, both.f, both.of_y, names), (both.y, both.x, both.g, both.of_x, names[::-1]))
    exact = scores_of(both, score)
    for place, (along, target, curve, left, order) in enumerate(ways):
        draw_fit(axes[2 * place], along, target, curve, order)
        ax = draw_residuals(axes[2 * place + 1], along, left, order)
        ax.set_title(f"left over; exact {score} score {exact[place]:.4f}", loc="left", fontsize=10)
    if ink != plots.INK:
        for ax in axes:
            for line in ax.get_lines():
                if line.get_color() == plots.INK:
                    line.set_color(ink)
    return canvas
