"""Every mutant of `make mutants` can be made: trying them takes long, and some could not be, and no one had noticed."""

import pytest

from tests.mutants import MUTANTS, Mutant


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_every_mutant_of_the_library_can_be_made(mutant):
    assert mutant.code() != mutant.target().__code__


@pytest.mark.parametrize(
    ("function", "before", "times"),
    [("iqr", "no_such_name", 0), ("iqr", "width", 2), ("no_function", "1", 0)],
)
def test_what_does_not_stand_there_once_is_refused(function, before, times):
    with pytest.raises(ValueError, match=f"once, found {times} times"):
        Mutant("pairs.iqr", function, before, "1").code()
