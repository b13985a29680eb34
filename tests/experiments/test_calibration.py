"""The simulated tables: parts that do not overlap, numbers within what is said, and rows that come out again."""

import numpy as np
import pytest

from privcausal.experiments import calibration
from privcausal.experiments.calibration import (
    CALIBRATION,
    COLUMNS,
    EPSILONS,
    PARTS,
    READERS,
    RECORDS,
    SEALED,
    VALUES,
)
from privcausal.experiments.execution import load
from privcausal.graphs.expected_f1 import simulated_range
from tests.graphs.builders import rng


@pytest.fixture(scope="module")
def whole():
    table = load(CALIBRATION)
    return table[table.what == "table"]


def test_every_table_is_there_once(whole):
    for kind, methods in READERS.items():
        for method in methods:
            mine = whole[(whole.method == method) & (whole.part != "sealed")]
            assert mine.groupby("part").size().to_dict() == PARTS[kind]
            assert len(mine[["records", "epsilon"]].drop_duplicates()) == len(mine), "no two parts share one"
            assert (whole[whole.part == "sealed"].method == method).sum() == len(SEALED) * (
                kind == "categories"
            )
    assert len(calibration.tasks()) == sum(map(sum, (parts.values() for parts in PARTS.values()))) + len(
        SEALED
    )


@pytest.mark.parametrize("kind", READERS)
def test_numbers_lie_where_they_are_said_to(whole, kind):
    mine = whole[(whole.kind == kind) & ~whole.part.isin(["stranger", "sealed"])]
    ends = {"records": RECORDS, "columns": COLUMNS, "epsilon": EPSILONS, "values": VALUES[kind]}
    for name, (low, high) in ends.items():
        assert mine[name].between(low, high).all()
        assert all(simulated_range(method, name) == (low, high) for method in READERS[kind])
    assert mine["columns"].max() > 70, "wide tables are among them"


def test_strangers_are_other_families():
    ours, theirs = calibration.added_up(12, rng()), calibration.stranger(rng())
    assert ours.hidden == 0 < theirs.hidden
    assert theirs.degree > 2 >= ours.degree


def test_half_of_the_networks_have_skewed_margins():
    recipe = calibration.like_real(30, rng(1))
    world = recipe.draw(rng(2))
    records = world.sample(2_000, rng(3))
    largest = [np.bincount(column).max() / len(records) for column in records.T]
    assert np.median(largest) > 0.6


@pytest.mark.parametrize("kind", READERS)
def test_right_is_what_the_true_graph_says(kind):
    rows = calibration.run({"kind": kind, "part": "development", "world": 0}, rng(3))
    assert {row["method"] for row in rows} == set(READERS[kind])
    pairs, arrows = ([row["right"] for row in rows if row["what"] == what] for what in ("pair", "arrow"))
    assert len(arrows) <= len(pairs)
    assert sum(arrows) <= sum(pairs), "an arrow that is right joins a pair that is right"


def test_the_numbers_of_strangers_are_skewed():
    table = calibration.of_both(True, rng(5))
    learned = table.learn("once-mixed", rng(6))
    assert learned.graph.shape == table.dag.shape
    assert 0 in table.sizes
    assert max(table.sizes) >= 2
