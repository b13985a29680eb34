"""What is measured of a network, and how near the lifelike ones come to the published ones."""

import numpy as np
import pytest

from privcausal.experiments.execution import load
from privcausal.experiments.lifelike import LIFELIKE, statistics
from privcausal.graphs.models.bayesian_network import Network


def two_columns(table):
    values = ("0", "1")
    return Network("two", ("a", "b"), (values, values), ((), (0,)), (np.array([[0.5, 0.5]]), np.array(table)))


def test_a_copy_is_determined_and_a_coin_is_not():
    copied = statistics(two_columns([[1.0, 0.0], [0.0, 1.0]]), np.random.default_rng(0))
    coin = statistics(two_columns([[0.5, 0.5], [0.5, 0.5]]), np.random.default_rng(0))
    assert (copied["nearly determined"], coin["nearly determined"]) == (1, 0)
    assert (copied["weak edges"], coin["weak edges"]) == (0, 1)
    assert copied["median strength"] == pytest.approx(np.sqrt(1 - 0.25), abs=0.01)  # √(1 − e^(−2 ln 2))


def test_the_lifelike_networks_are_nearer_to_published_ones_where_it_was_amiss():
    table = load(LIFELIKE)
    medians = table.groupby("kind").median(numeric_only=True)
    far = (medians - medians.loc["published"]).abs()
    for column in ("most frequent value", "median strength"):
        assert far.loc["lifelike", column] < far.loc["kind", column], column
    rare = table.groupby("kind")["columns with rare values"].mean()
    assert rare["lifelike"] > rare["published"] > rare["kind"]
