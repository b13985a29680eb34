"""in_units: what is estimated between 0 and 1 leaves in the units of the outcome."""

from privcausal.effects.estimates import Compliers, EffectEstimate, Effects
from privcausal.effects.in_units import in_units, moved_in_units

PART = EffectEstimate(0.5, 0.25, 0.75)


def test_means_are_shifted_and_differences_are_not():
    entries = in_units(Effects("ATE", PART, PART, PART, PART, PART), 1990, 2030, binary=False)
    assert entries["control"] == entries["treated"] == [2010, 2000, 2020]
    assert entries["difference"] == [20, 10, 30]
    assert "ratio" not in entries
    assert (
        in_units(Effects("ATE", PART, PART, PART, PART, PART), 0, 1, binary=True)["ratio"] == PART.to_list()
    )


def test_what_an_instrument_moves_is_in_units_but_for_the_uptake():
    entries = moved_in_units(Compliers(PART, PART, PART), 40)
    assert entries == {
        "uptake": [0.5, 0.25, 0.75],
        "outcome": [20, 10, 30],
        "effect": [20, 10, 30],
        "weak": False,
    }
