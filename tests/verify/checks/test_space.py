"""Spaces: what they draw and where they step are of their kind, and a climb through one reaches what it should."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from privcausal.verify.checks import space
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import QUICK
from tests.verify.toy import finding_of, toy

LEVEL = space.whole(0, 3)


def is_record(value):
    return value.keys() == {"x", "before", "after"} and all(len(value[name]) == 2 for name in value)


KINDS = {
    "numbers": (space.real(-1, 2), lambda x: isinstance(x, float) and -1 <= x <= 2),
    "whole numbers": (space.whole(-2, 5), lambda x: x in range(-2, 6)),
    "a few values": (space.among("low", "high"), lambda x: x in ("low", "high")),
    "one value": (space.among([0, 1]), lambda x: x == [0, 1]),
    "orders": (space.Orders(5), lambda x: sorted(x) == [0, 1, 2, 3, 4]),
    "sums of counts": (space.Sums(9, 4), lambda x: len(x) == 4 and sum(x) == 9 and min(x) >= 0),
    "columns": (LEVEL * 4, lambda x: len(x) == 4 and set(x) <= {0, 1, 2, 3}),
    "short columns": (LEVEL.up_to(3), lambda x: 1 <= len(x) <= 3 and set(x) <= {0, 1, 2, 3}),
    "tables": (LEVEL * 2 * 3, lambda x: [len(row) for row in x] == [2, 2, 2]),
    "codes": (space.codes((2, 3, 1)), lambda x: len(x) == 3 and x[0] < 2 and x[1] < 3 and x[2] == 0),
    "records": (space.neighbours(LEVEL * 2, x=LEVEL * 2), is_record),
}


@pytest.mark.parametrize(("kind", "holds"), KINDS.values(), ids=KINDS)
def test_what_is_drawn_and_every_step_from_it_is_of_the_kind(kind, holds):
    @settings(max_examples=50, derandomize=True, database=None)
    @given(kind.strategy(), st.integers(0, 99))
    def walk(value, seed):
        rng = np.random.default_rng(seed)
        for _ in range(20):
            kept, value = repr(value), kind.step(before := value, rng)
            assert repr(before) == kept, "a step changes a copy"
            assert holds(value)

    walk()


def test_a_step_reaches_every_value_of_a_small_space():
    kind, rng = space.record(order=space.Orders(3), cell=space.Sums(2, 2), code=space.codes((2, 2))), None
    value, calls, rng = {"order": [0, 1, 2], "cell": [2, 0], "code": [0, 0]}, set(), np.random.default_rng(0)
    for _ in range(3_000):
        value = kind.step(value, rng)
        calls.add(str(value))
    assert len(calls) == 6 * 3 * 4


def test_a_search_climbs_through_a_space_from_its_starts():
    def height(pair, m):
        return -Fraction(sum((a - b - 3) ** 2 for a, b in zip(pair["before"], pair["after"], strict=True)))

    def records(m):
        return space.neighbours(space.whole(0, 40) * m).starting({"before": [9] * m, "after": [0] * m})

    def run(candidates=records, **options):
        check = Search("s", ({"m": 6, "unused": 1},), candidates, height, **options)
        return finding_of(toy(check, ours="0"))

    assert run().attained == 0
    assert run().cases == run(climbs=False).cases + 1 + QUICK.climbs
    assert run(candidates=records(6)).attained == 0, (
        "a space that is the same in all worlds needs no function"
    )


def test_numbers_are_drawn_up_to_their_ends():
    assert find(space.real(0, 1).strategy(), lambda x: x == 1) == 1
