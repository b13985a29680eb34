"""The simulated tables: parts that do not overlap, numbers within what is said, and rows that come out again."""

import numpy as np
import pytest

from privcausal.experiments.calibration import (
    CALIBRATION,
    COLUMNS,
    EPSILONS,
    PARTS,
    RECORDS,
    VALUES,
    run,
    stranger,
    tasks,
    usual,
)
from privcausal.experiments.runner import again, load


@pytest.fixture(scope="module")
def table():
    return load(CALIBRATION)


def test_every_table_is_there_once(table):
    whole = table[table.what == "table"]
    assert whole.groupby("part").size().to_dict() == PARTS
    assert len(tasks()) == len(whole) == len(whole[["part", "world"]].drop_duplicates())
    assert PARTS["check"] >= 200


def test_no_two_parts_share_a_table(table):
    whole = table[table.what == "table"]
    assert len(whole[["records", "epsilon"]].drop_duplicates()) == len(whole)


def test_numbers_lie_where_they_are_said_to(table):
    whole = table[(table.what == "table") & (table.part != "stranger")]
    for name, (low, high) in {
        "records": RECORDS,
        "columns": COLUMNS,
        "epsilon": EPSILONS,
        "values": VALUES,
    }.items():
        assert low <= whole[name].min()
        assert whole[name].max() <= high


def test_strangers_are_other_families():
    ours, theirs = usual(np.random.default_rng(0)), stranger(np.random.default_rng(0))
    assert ours.hidden == 0 < theirs.hidden
    assert theirs.degree > 2 >= ours.degree


@pytest.mark.parametrize("task", [{"part": "development", "world": 1}, {"part": "check", "world": 7}])
def test_a_task_comes_out_again(task):
    stored, anew = again(CALIBRATION, task)
    assert len(stored) == len(anew)
    for name in ("clue0", "f1_pairs", "least"):
        np.testing.assert_allclose(stored[name].astype(float), anew[name].astype(float), rtol=1e-4)


def test_right_is_what_the_true_graph_says():
    """A perfect graph has pairs that are all right: at a huge sample most are."""
    rows = run({"part": "development", "world": 0}, np.random.default_rng(3))
    pairs = [row["right"] for row in rows if row["what"] == "pair"]
    arrows = [row["right"] for row in rows if row["what"] == "arrow"]
    assert len(arrows) <= len(pairs)
    assert sum(arrows) <= sum(pairs), "an arrow that is right joins a pair that is right"
