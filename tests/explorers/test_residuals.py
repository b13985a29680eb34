"""The numbers behind the curve that a reader draws."""

import numpy as np
import pytest

from privcausal.explorers import drawn_curve
from privcausal.explorers.residuals import WIDTH


def test_the_fitted_scores_are_those_of_the_formula_that_the_page_computes() -> None:
    data = drawn_curve().data
    x, y = np.array(data["x"]), np.array(data["y"])
    middles = (data["edges"][1:] + data["edges"][:-1]) / 2
    for a, b, fitted in ((x, y, data["fitted"][0]), (y, x, data["fitted"][1])):
        piece = np.digitize(a, data["edges"][1:-1])
        means = np.array([b[piece == k].mean() for k in range(8)])
        ends = means[[0, -1]] + (means[[0, -1]] - means[[1, -2]]) / 2
        rest = b - np.interp(a, np.r_[-1, middles, 1], np.r_[ends[0], means, ends[1]])
        alike = [np.exp(-(np.subtract.outer(v, v) ** 2) / (2 * WIDTH**2)) for v in (a, rest)]
        centred = alike[0] - alike[0].mean(axis=0) - alike[0].mean(axis=1)[:, None] + alike[0].mean()
        assert (centred * alike[1]).sum() / (len(a) - 1) ** 2 == pytest.approx(fitted, rel=0.02)


def test_the_wrong_direction_scores_several_times_as_much_and_the_goal_lies_between() -> None:
    forwards, backwards = drawn_curve().data["fitted"]
    assert forwards < 0.001 < backwards / 3


def test_only_in_the_wrong_direction_does_the_width_change() -> None:
    forwards, backwards = np.array(drawn_curve().rows)[:, 1:].T
    assert forwards.max() / forwards.min() < 1.1
    assert backwards.max() / backwards.min() > 10
