"""The owner's picture: both regressions, both scores, exactly, and in an ink that a file can show."""

import numpy as np
import pytest
from matplotlib import pyplot as plt

from privcausal import plots
from privcausal.pairs.anm import regress_both_ways, split
from privcausal.pairs.drawing import draw_fit, draw_residuals, owners_picture
from privcausal.pairs.private_direction import scores_of
from privcausal.pairs.ridge import GaussianKernel


@pytest.fixture(scope="module")
def both():
    rng = np.random.default_rng(3)
    x = rng.uniform(-1, 1, 300)
    y = 0.9 * np.sin(3 * x) + rng.uniform(-0.1, 0.1, 300)
    return regress_both_ways(x, y, split(300, rng), penalty=0.01, kernel=GaussianKernel(0.5))


@pytest.mark.parametrize("score", ["iqr", "hsic", "kendall", "spearman"])
def test_the_owners_picture_shows_both_ways_and_exact_scores(both, score):
    canvas = owners_picture(both, ("dose", "pulse"), score=score, ink="black")
    titles = [ax.get_title(loc="left") for ax in canvas.axes]
    assert titles[0::2] == ["dose → pulse", "pulse → dose"]
    shown = [float(title.rpartition(" ")[2]) for title in titles[1::2]]
    assert shown == pytest.approx(scores_of(both, score), abs=5.1e-5)
    assert not any(line.get_color() == plots.INK for ax in canvas.axes for line in ax.get_lines())
    plt.close(canvas)


def test_each_panel_holds_the_records_and_the_curve_it_says(both):
    canvas, (left, right) = plots.figure(2)
    draw_fit(left, both.x, both.y, both.f, ("dose", "pulse"))
    draw_residuals(right, both.x, both.of_y, ("dose", "pulse"))
    records, curve = left.get_lines()
    assert np.array_equal(records.get_xydata(), np.stack([both.x, both.y], axis=1))
    assert np.array_equal(curve.get_ydata(), both.f.predict(np.linspace(-1, 1, 201)))
    assert np.array_equal(right.get_lines()[0].get_ydata(), both.of_y)
    assert np.allclose(both.y - both.f.predict(both.x), both.of_y)
    assert (left.get_xlabel(), left.get_ylabel()) == ("dose, bounds mapped to [−1, 1]", "pulse")
    plt.close(canvas)
