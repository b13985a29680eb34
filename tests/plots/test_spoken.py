"""What a figure says of itself."""

import numpy as np

from privcausal import plots


def test_panels_stand_side_by_side_and_a_map_is_called_one():
    canvas, axes = plots.figure(3, height=2.0, width=9.0)
    assert len(axes) == 3
    assert tuple(canvas.get_size_inches()) == (9.0, 2.0)
    axes[0].pcolormesh(np.eye(2))
    axes[0].set(xlabel="x", ylabel="y")
    axes[1].set_label("_silent")
    axes[2].set_label("A tree with two leaves")
    assert plots.describe(axes) == "Plot: y against x. A coloured map. A tree with two leaves"


def test_a_hill_says_its_peak_where_the_ends_tell_nothing():
    _, (ax,) = plots.figure()
    ax.plot([0, 1, 2], [0, 5, 0], label="hill")
    ax.set(xlabel="x", ylabel="y", label="The peak is 5, at 1.")
    course = "starts with 0 at 0, is highest with 5 at 1 and ends with 0 at 2"
    assert plots.describe([ax]) == f"Plot: y against x. Hill {course}. The peak is 5, at 1."
