"""assumptions: every sentence has a mark, and *tested here* stands only where something was."""

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.graphs.learned import Learned
from privcausal.graphs.result import Discovery
from privcausal.report import assumptions
from privcausal.report.assumptions import ENSURED, TESTED, UNTESTED
from privcausal.report.study import Study
from privcausal.table.unit import Unit

STUDY = Study("Why?", "data.csv", 500, {})
YES_OR_NO = {"values": [0, 1], "missing": 0}


def test_rows_that_the_program_cut_are_ensured_and_what_it_was_told_is_not():
    cut, own, blanks = assumptions.whose_rows(Unit(2, "patient"))
    assert (cut.mark, own.mark, blanks.mark) == (ENSURED, UNTESTED, UNTESTED)
    assert "No two people share an identifier in the column patient" in own.text
    drawn = assumptions.whose_rows(Unit(2, "patient", 300))[-1]  # how many were kept is private
    assert drawn.mark == UNTESTED
    assert drawn.text.startswith(
        "At least 300 rows were kept, and 300 of them were drawn at random. If fewer"
    )
    assert [line.mark for line in assumptions.sampled(Unit(3))] == [UNTESTED, UNTESTED]


def graph(tiers):
    learned = Learned(np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]], dtype=bool))
    return Discovery(["dose", "pain", "age"], "once", learned).with_knowledge({"tiers": tiers})


@pytest.mark.parametrize(
    ("tiers", "found"),
    [
        ([["age", "dose"], ["pain"]], "Nothing in the data contradicts it."),
        ([["pain"], ["dose"], ["age"]], "The data contradict it: see below."),
    ],
)
def test_background_knowledge_meets_the_data(tiers, found):
    (known,) = [line for line in assumptions.of_graph(graph(tiers), STUDY) if line.mark == TESTED]
    assert known.found == found
    assert str(graph(tiers).knowledge) in known.text


def effect(rng, rare=0.0, **roles):
    won = rng.random(4_000) < 0.5
    old = rng.random(4_000) < 0.1
    drug = (rng.random(4_000) < 0.2 + roles.pop("uptake", 0.4) * won) & ~(old & (rng.random(4_000) < rare))
    well = rng.random(4_000) < 0.4 + 0.2 * drug
    people = pd.DataFrame({"won": won, "old": old, "drug": drug, "well": well}).astype(int)
    declare = dict.fromkeys(people, YES_OR_NO)
    return privcausal.effect(people, "drug", "well", epsilon=1, declare=declare, **roles)


def found_by_test(result):
    return [line.found for line in assumptions.of_effect(result, STUDY) if line.mark == TESTED]


def test_what_the_counts_of_an_effect_can_test(rng):
    assert found_by_test(effect(rng)) == ["It holds."]
    assert found_by_test(effect(rng, adjust=["old"])) == [
        "It holds in each of the 2 groups: old = 0; old = 1."
    ]
    (hidden,) = found_by_test(effect(rng, rare=1.0, adjust=["old"]))
    assert hidden.startswith("Noise hides one of the two in 1 of 2 groups")
    assert found_by_test(effect(rng, instrument="won")) == ["It does, beyond noise and sampling."]
    assert found_by_test(effect(rng, instrument="won", uptake=0.0)) == ["The noise leaves it open."]


def test_random_assignment_is_never_called_tested(rng):
    lines = assumptions.of_effect(effect(rng, randomised=True), STUDY)
    (random,) = [line for line in lines if "assigned at random" in line.text]
    assert lines[0] == random
    assert random.mark == UNTESTED
