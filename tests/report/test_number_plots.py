"""marks: a number stands where it belongs, and a bar holds the share of the noise that the page says."""

import math
import re

import pytest

from privcausal.report import number_plots


def test_marks_stand_where_their_numbers_are():
    drawing = number_plots.interval(0.5, 0.0, 1.0, "kendall")
    place = float(re.search(r'<circle class="dot" cx="([\d.]+)"', drawing)[1])
    assert place == pytest.approx(number_plots.WIDE * 0.75, abs=0.1)
    both = number_plots.scores((-0.4, -0.2), 0.01, ("a", "b"))
    first, second = (float(x) for x in re.findall(r'cx="([\d.]+)"', both))
    assert 0 < first < second < number_plots.WIDE
    assert not re.search(r"nan|inf", number_plots.scores((0.0, 0.0), 0.0, ("a", "b")))


def test_the_bars_hold_the_share_of_the_noise_that_the_page_says():
    assert 1 - math.exp(-number_plots.SPREAD) == pytest.approx(0.95, abs=0.001)


def test_names_are_text():
    assert "<b>" not in number_plots.interval(0.1, 0.0, 0.2, "<b>")
    assert "<b>" not in number_plots.scores((0.1, 0.2), 0.01, ("<b>", "y"))


def test_a_scale_that_begins_at_0_says_so_once():
    """Two were drawn, one over the other."""
    assert number_plots.intervals([("income", 1240.0, 1050.0, 1430.0)]).count(">0</text>") == 1
    assert number_plots.scores((3e-6, 3e-4), 7e-6, ("a", "b")).count(">0</text>") == 1
