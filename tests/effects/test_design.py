"""Roles of columns: what they mean, and one sentence where they mean nothing."""

import pytest

from privcausal.effects.design import MOST_STRATA, Design
from privcausal.graphs.table_release import category_labels
from privcausal.table.declaration import Categories, Declaration, Number

WORDS = {
    "arm": Categories(("none", "low", "high")),
    "drug": Categories(("no", "yes")),
    "died": Categories(("no", "yes")),
    "stage": Categories(("I", "II", "III"), missing="I"),
    "age": Number(0, 110, cuts=(18, 65)),
    "weight": Number(30, 200),
    "income": Number(),
    "wide": Number(-1.7e308, 1.7e308),
    "old": Number(0, 110, cuts=(65,)),
    **{f"c{i}": Categories(range(11)) for i in range(4)},
}
DECLARED = Declaration(WORDS)


def test_defaults_take_the_second_of_two_values():
    design = Design.of(DECLARED, "drug", "died", adjust=["age", "stage"])
    assert (design.arms, design.event, design.strata) == (("no", "yes"), "yes", 12)
    assert Design.of(DECLARED, "drug", "died", treated="no").arms == ("yes", "no")
    assert Design.of(DECLARED, "drug", "died", control="yes").arms == ("yes", "no")
    assert Design.of(DECLARED, "old", "died").arms == ("0 to 65", "65 to 110")
    assert Design.of(DECLARED, "arm", "weight", treated="high", control="none").arms == ("none", "high")
    assert Design.of(DECLARED, "drug", "weight").bounds == (30, 200)
    assert Design.of(DECLARED, "drug", "age", event="65 to 110").bounds == (0, 1)


def test_an_instrument_makes_the_arms():
    design = Design.of(DECLARED, "drug", "died", instrument="old", treated="no")
    assert (design.arms, design.received, design.assigned) == (("0 to 65", "65 to 110"), ("yes", "no"), "old")


@pytest.mark.parametrize("form", [list, tuple, iter, dict.fromkeys, lambda names: (name for name in names)])
def test_columns_to_adjust_for_come_in_any_form(form):
    """An iterator was used up by the check, and nothing was adjusted for."""
    assert Design.of(DECLARED, "drug", "died", adjust=form(["old", "stage"])).adjust == ("old", "stage")


def test_cuts_that_print_alike_have_labels_of_their_own():
    """Both arms were called 1e+06 to 1e+06, and one value was looked up for the other."""
    columns = {"cells": Number(0, 2e6, cuts=(1e6, 1_000_000.5)), "died": WORDS["died"]}
    labels = category_labels(columns["cells"])
    assert labels == ["0 to 1000000", "1000000 to 1000000.5", "1000000.5 to 2000000"]
    design = Design.of(Declaration(columns), "cells", "died", control=labels[1], treated=labels[2])
    assert design.arms == (labels[1], labels[2])


@pytest.mark.parametrize(
    ("roles", "words"),
    [
        ({"adjust": "age"}, r"adjust must be a list of names of columns, .* got str"),
        ({"adjust": 3}, "adjust must be a list of names of columns, .* got int"),
        ({"adjust": ["drug"]}, "must be different columns; one of them was given twice"),
        ({"adjust": ["sex"]}, "column 3 of the 3 asked about must be declared"),
        ({"adjust": ["weight"]}, "must be declared with categories, or as a number with cuts"),
        ({"adjust": ["c0", "c1", "c2", "c3"]}, f"at most {MOST_STRATA:,} strata, got 20,736"),
        (
            {"treatment": "arm"},
            "treatment must have two values to compare, and its column was declared with another number of them",
        ),
        ({"treatment": "arm", "treated": "high"}, "must have two values to compare"),
        ({"treated": "maybe"}, "treated must be one of the values declared for treatment"),
        ({"treated": "yes", "control": "yes"}, "must have two values to compare"),
        ({"instrument": "stage"}, "instrument must have two values"),
        ({"outcome": "stage"}, "say with event= which of them counts"),
        ({"outcome": "stage", "event": "IV"}, "event must be one of the values declared for outcome"),
        ({"outcome": "wide"}, "outcome must be declared with a finite range"),
        ({"outcome": "income"}, "outcome must be declared with a finite range"),
    ],
)
def test_a_design_that_means_nothing_is_refused(roles, words):
    with pytest.raises(ValueError, match=words):
        Design.of(DECLARED, **{"treatment": "drug", "outcome": "died", **roles})
