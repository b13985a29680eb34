"""The stored comparison at four prices: complete, and on networks that no other experiment has drawn."""

import pytest

from privcausal.experiments import readings, sealed_comparison, sparing
from privcausal.experiments.execution import load
from privcausal.experiments.heldout_networks import MEMBERS as FIRST_DRAWN
from privcausal.experiments.readings import MEMBERS, READINGS_COMPARED
from privcausal.experiments.sealed_comparison import EPSILONS


@pytest.fixture(scope="module")
def table():
    return load(READINGS_COMPARED)


def test_every_task_has_every_reading_at_every_price(table):
    whole = table.groupby(["kind", "family", "records"]).size()
    assert (whole == len(sparing.READINGS) * len(EPSILONS)).all()
    assert len(whole) == len(readings.tasks())


def test_no_network_was_drawn_before():
    assert MEMBERS["lifelike"] > max(sparing.MEMBERS["lifelike"])
    assert MEMBERS["first"] > max(sparing.MEMBERS["first"])
    assert MEMBERS["lifelike"] >= sealed_comparison.MEMBERS
    assert MEMBERS["first"] >= FIRST_DRAWN["judging"]
