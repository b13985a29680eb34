"""A cross table of a release: its labels, its noise, and a third column."""

import json

import numpy as np
import pytest

from privcausal.graphs.cross_table import CrossTable
from privcausal.graphs.table_release import release_tables
from tests.discoveries import PRICE
from tests.graphs.builders import ONE, rng, townsfolk


@pytest.fixture(scope="module")
def kept():
    return release_tables(townsfolk("survey", 50_000), ONE, rng())


def test_it_gives_counts_and_noise_and_prints_both():
    counts = np.array([[10.0, -2.0], [3.0, 40.0]])
    table = CrossTable({"dose": ["low", "high"], "well": ["no", "yes"]}, counts, 2.5, 51, PRICE)
    assert [part is whole for part, whole in zip(table, (counts, 2.5), strict=True)] == [True, True]
    assert str(table).splitlines()[:3] == ["dose  no  yes", " low  10   -2", "high   3   40"]
    assert str(table).endswith(
        "from a release of ε = 1, δ = 1e-06 (substitution), and nothing more was spent"
    )
    assert table.frame().loc["high", "yes"] == 40
    assert json.loads(table.to_json())["spent_now"] == 0


def test_a_cross_table_has_labels_and_a_third_column(kept):
    columns = next(columns for columns in kept.means if len(columns) == 3)
    x, y, z = (list(kept.values)[place] for place in columns)
    whole, parts = kept.cross_table(x, y), kept.cross_table(x, y, given=z)
    assert parts.counts.shape == tuple(len(kept.values[name]) for name in (z, x, y))
    assert parts.counts.sum(axis=0) == pytest.approx(whole.counts)
    frame = whole.frame()
    assert (frame.index.name, list(frame.columns)) == (x, kept.values[y])
    assert frame.attrs["spent"]["epsilon"] == kept.spent.epsilon
    assert parts.frame().index.names == [z, x]
    assert f"{z} = {kept.values[z][0]}" in str(parts)
    assert json.loads(parts.to_json())["given"] == z
