"""The stored comparison of three readings: complete, on the same releases, and what chapter 52 says of it."""

import numpy as np
import pytest

from privcausal.claims.experiments.sparing import COMPARED, cost, lead, score, share_right
from privcausal.experiments import sparing
from privcausal.experiments.execution import load
from privcausal.experiments.heldout import EPSILON, NO_NOISE
from privcausal.experiments.sealed_comparison import MEMBERS as DRAWN_BEFORE
from privcausal.experiments.sparing import MEMBERS, READINGS, SIZES, SPARING, SPARING_READING, WITHOUT, first
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.learned import Learned
from tests.graphs.builders import rng


@pytest.fixture(scope="module")
def table():
    return load(SPARING_READING)


def test_every_task_has_every_reading(table):
    keys = ["kind", "family", "member", "records"]
    for key, rows in table.groupby(keys):
        task = dict(zip(keys, key, strict=True))
        whole = first(task) and task["records"] < max(SIZES)
        priced = {(method, EPSILON) for method in READINGS}
        free = {(method, NO_NOISE) for method in READINGS} | {(WITHOUT, np.inf)}
        assert set(zip(rows.method, rows.epsilon, strict=True)) == priced | (free if whole else set())
    assert len(table.groupby(keys)) == len(sparing.tasks()) == 103


def test_no_network_like_real_tables_was_drawn_before():
    assert min(MEMBERS["lifelike"]) >= DRAWN_BEFORE


def test_readings_of_one_task_read_the_same_release():
    world = sparing.drawn("published", "cancer", 0)
    tables = Tables(world.sample(3_000, rng()), world.cardinalities)
    releases = [learned.release for _, _, learned in sparing.read(tables, len(world.dag), rng(1), (EPSILON,))]
    for columns, mean in releases[0].means.items():
        assert all(np.array_equal(mean, release.means[columns]) for release in releases)


def test_edges_without_doubt_are_counted():
    graph = np.array([[0, 1, 1], [1, 0, 1], [0, 0, 0]], dtype=bool)
    dag = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)
    counts = sparing.unmarked(Learned(graph, doubts={(0, 1): "why"}), dag)
    assert counts == {"unmarked": 2, "unmarked right": 1}


@pytest.mark.parametrize("records", COMPARED)
def test_a_lead_is_a_difference_of_scores(table, records):
    own, other = (score(table, "first", records, method) for method in (SPARING, "once"))
    assert lead(table, 0.05, rng(), "once", "first", records).value == pytest.approx((own - other).mean())
    assert lead(table, 0.05, rng(), SPARING, "first", records).value == 0
    assert cost(table, 0.05, rng(), SPARING, "lifelike", records).value > 0
    assert 0.95 < share_right(table, 0.05, rng(), "first", records).value <= 1
