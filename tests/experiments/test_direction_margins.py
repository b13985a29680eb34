"""What `direction` carries is what the stored table says of the development pairs, and of no others."""

from privcausal.experiments import direction_margins
from privcausal.experiments.direction import DIRECTION
from privcausal.experiments.execution import load
from privcausal.pairs.direction_calibration import stored


def test_the_margins_that_are_shipped_are_those_of_the_development_pairs():
    table = load(DIRECTION)
    learned = direction_margins.learned(table)["margins"]
    assert learned == stored()
    assert learned == direction_margins.learned(table[table.part == "development"])["margins"]
