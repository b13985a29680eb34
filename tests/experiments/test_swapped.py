"""One name stands for something else, and nothing besides has changed."""

import pytest

from privcausal.experiments.swapped import swapped, with_swapped

UNIT = 1


def total(items, *, start=0):
    return start + UNIT * len(items)


class Base:
    def answer(self):
        return UNIT

    def own(self):
        return max((1, 2), key=lambda number: -UNIT * number)

    def other(self):
        return "as before"


class Child(Base):
    def answer(self):
        return "its own"


def test_a_function_keeps_its_defaults_and_the_old_one_its_names():
    assert swapped(total, UNIT=5)([1, 2]) == 10
    assert swapped(total, UNIT=5)([1], start=1) == 6
    assert total([1, 2]) == 2


def test_what_is_inside_a_method_finds_it_too():
    assert with_swapped(Base, UNIT=-7)().own() == 2
    assert Base().own() == 1


def test_what_a_child_does_otherwise_stays():
    child = with_swapped(Child, UNIT=7)()
    assert (child.answer(), child.own(), child.other()) == ("its own", 1, "as before")


def test_a_name_that_is_never_used_is_refused():
    with pytest.raises(ValueError, match="NOTHING"):
        with_swapped(Base, NOTHING=7)
