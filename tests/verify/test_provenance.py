"""Readings: an accusation says no more of a source than the source says."""

import pytest

from privcausal.privacy.price import Relation
from privcausal.verify.provenance import OURS, Origin, Quality, Reading

SUB, ADD = Relation.SUBSTITUTION, Relation.ADD_REMOVE


@pytest.mark.parametrize("origin", [origin for origin in Origin if origin is not Origin.OURS])
def test_what_others_say_stands_somewhere(origin):
    with pytest.raises(ValueError, match="place must name the place of the sentence"):
        Reading(origin)
    assert str(Reading(origin, "line 3")).startswith(f"{origin.value}: line 3; the text is intact")


@pytest.mark.parametrize(
    ("quality", "relations", "relation", "qualifier"),
    [
        (Quality.VERBATIM, (), SUB, ""),
        (Quality.VERBATIM, (SUB,), SUB, ""),
        (Quality.VERBATIM, (ADD,), SUB, "under substitution"),
        (Quality.VERBATIM, (ADD, SUB), SUB, ""),
        (Quality.VERBATIM, (ADD,), None, ""),
        (Quality.RESTORED, (), SUB, ""),
        (Quality.RECONSTRUCTED, (), SUB, "as we restore it"),
        (Quality.RECONSTRUCTED, (ADD,), SUB, "as we restore it, under substitution"),
    ],
)
def test_a_verdict_is_qualified_where_we_added_something(quality, relations, relation, qualifier):
    reading = Reading(Origin.PAPER, "Theorem 1", quality, relations)
    assert reading.qualifier(relation) == qualifier


def test_our_own_claims_need_no_qualifier():
    assert Reading(Origin.OURS, quality=Quality.RECONSTRUCTED, relations=(ADD,)).qualifier(SUB) == ""
    assert (str(OURS), str(Reading(Origin.OURS, "with ties"))) == ("ours", "ours: with ties")


def test_the_sources_neighbours_are_named():
    assert str(Reading(Origin.CODE, "f.py:3", relations=(ADD, SUB))).endswith(
        "its neighbours: addition or removal or substitution"
    )
