"""Two explorers about experiments: a confounder that reverses a difference, and an interval that widens with noise."""

from __future__ import annotations

import math

import numpy as np

from privcausal import plots
from privcausal.explorers.frame import Explorer, static_figure

EFFECT, TRAIT, CONTROL = 0.1, -0.5, 0.7
"""The effect of the reward, what distance adds to the probability of coming, and this probability for those near by."""


def confounded_difference(treated: float, control: float) -> float:
    """Return the difference in proportions when these shares of the two groups live far away.

    Examples
    --------
    >>> round(confounded_difference(0.5, 0.5), 3), round(confounded_difference(0.8, 0.2), 3)
    (0.1, -0.2)
    """
    return EFFECT + TRAIT * (treated - control)


def turned_effect() -> Explorer:
    """A confounder that is turned up until the difference in proportions has the wrong sign."""
    gap = np.linspace(0, 1, 21)
    seen = [confounded_difference(0.5 + g / 2, 0.5 - g / 2) for g in gap]
    ax = plots.curves(
        gap,
        {"difference in proportions": seen, "effect": np.full(len(gap), EFFECT)},
        level=0,
        ylim=(-0.45, 0.2),
    )
    ax.set(xlabel="share far away, treatment minus control", ylabel="treatment minus control")
    return Explorer(
        "confounder",
        "Turn the confounder up",
        f"**Drag the two groups.** The reward raises everyone’s probability of coming by {EFFECT:g}, but people far "
        "away come less often. If more of the treated live there, the difference shrinks, and then it turns round.",
        {"effect": EFFECT, "trait": TRAIT, "control": CONTROL, "shares": np.round(np.linspace(0, 1, 21), 2)},
        static_figure(
            ax,
            "Difference in proportions against the difference in the share of people who live far away. "
            "It has the wrong sign as soon as the groups differ by more than effect ÷ influence of distance.",
        ),
        ("share far away, treatment minus control", "difference in proportions", "effect"),
        [(float(g), s, EFFECT) for g, s in zip(gap[::4], seen[::4], strict=True)],
    )


def interval_parts(people: int, epsilon: float, rates: tuple[float, float]) -> tuple[float, float]:
    """Return the variances of a difference in proportions from the assignment, and from noise in its four counts.

    Examples
    --------
    >>> [round(1.96 * part**0.5, 3) for part in interval_parts(200, 0.2, (0.3, 0.6))]
    [0.093, 0.145]
    """
    scale = 2 / epsilon
    chance = sum(p * (1 - p) / people for p in rates)
    noise = sum(2 * scale**2 * (p**2 + (1 - p) ** 2) / people**2 for p in rates)
    return chance, noise


def widening_interval() -> Explorer:
    """Confidence intervals of repeated studies, which widen with privacy noise and with fewer people."""
    sizes, epsilons, rates = (100, 200, 400, 1000, 2000, 4000), (0.1, 0.2, 0.4, 1.0, 2.0, 4.0), (0.3, 0.6)
    parts = [[interval_parts(n, e, rates) for n in sizes] for e in epsilons]
    half = [[1.96 * math.sqrt(sum(part)) for part in row] for row in parts]
    lines = {f"{n:,} people in each group": [row[i] for row in half] for i, n in enumerate(sizes) if i % 2}
    ax = plots.curves(epsilons, lines, log="xy", marked=True, xlabel="ε", ylabel="half-width of the interval")
    return Explorer(
        "interval",
        "What widens an interval?",
        "**Drag the end of the typical interval, or change ε.** Each bar is one study: a 95% interval for the effect, "
        "from four counts with Laplace noise of scale 2/ε. The thick part would be enough without noise.",
        {"people": sizes, "epsilon": epsilons, "rates": rates, "parts": parts},
        static_figure(
            ax,
            "Half-width of the 95% confidence interval against ε, for groups of three sizes, on logarithmic axes. "
            "For small ε the noise dominates, and for large ε only more people make the interval narrower.",
        ),
        ("ε", *(f"half-width, {n:,} people in each group" for n in sizes[1::2])),
        [(e, *row[1::2]) for e, row in zip(epsilons, half, strict=True)],
    )
