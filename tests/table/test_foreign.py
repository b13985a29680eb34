"""Other libraries handle cells in one place: a cell that stops them costs itself and nothing else."""

import threading
import warnings

import numpy as np
import pytest

from privcausal.privacy.marks import SEEDED
from privcausal.table.declaration import Categories, Number
from privcausal.table.foreign import FAILED, asked, cell_by_cell, missing, quietly

AGE = Number(0, 110)


class Panic(BaseException):
    """As a library in Rust raises it."""


def raising(error):
    raise error


@pytest.mark.parametrize("error", [ValueError("HIV"), MemoryError(), Panic("HIV"), RecursionError()])
def test_what_is_raised_ends_here(error):
    assert quietly(lambda: raising(error)) is FAILED
    with pytest.raises(ValueError, match=r"^no$") as refusal:
        asked(lambda: raising(error), "no")
    assert refusal.value.__context__ is None
    assert refusal.value.__cause__ is None


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_a_command_can_be_stopped(error):
    with pytest.raises(error):
        quietly(lambda: raising(error()))


@pytest.mark.filterwarnings("error")
def test_warnings_end_here_and_are_no_exceptions():
    assert quietly(lambda: warnings.warn("HIV", stacklevel=1)) is None
    assert quietly(lambda: np.float64(1e308) * np.array([10.0])).tolist() == [np.inf]


@pytest.mark.parametrize("bad", [set(), {0}, {7}, {0, 3, 7}, set(range(8))])
def test_a_cell_that_fails_leaves_the_others_as_they_are(bad):
    def read(low, high):
        return np.array(
            [place if place not in bad else raising(ValueError("HIV")) for place in range(low, high)],
            dtype=float,
        )

    expected = [55.0 if place in bad else place for place in range(8)]
    assert cell_by_cell(read, 8, AGE).tolist() == expected


def test_one_cell_costs_a_few_times_the_column_and_no_more():
    """Counted in cells, because seconds differ from run to run."""
    size, converted = 1 << 12, []

    def read(low, high):
        converted.append(high - low)
        return raising(ValueError()) if low <= 1234 < high else np.zeros(high - low)

    assert cell_by_cell(read, size, AGE)[1234] == 55
    assert sum(converted) <= 3 * size
    assert len(converted) <= 2 * 12 + 1


def test_a_conversion_that_loses_cells_is_none():
    assert cell_by_cell(lambda low, high: np.zeros(1), 3, AGE).tolist() == [0.0, 0.0, 0.0]
    assert cell_by_cell(lambda low, high: np.zeros(0), 2, AGE).tolist() == [55.0, 55.0]
    assert cell_by_cell(lambda low, high: raising(ValueError()), 0, AGE).tolist() == []


def test_missing_cells_are_what_was_declared():
    assert missing(Categories(("a", "b"), missing="b"), 2).tolist() == [1, 1]
    assert missing(Categories(("a", "b")), 1).dtype == np.uint8


def test_threads_at_once_show_no_warning_and_silence_none_afterwards():
    """The first to end let the warnings of the others be seen; the last to end kept them all silent."""
    inside, ended = threading.Event(), threading.Event()

    def first():
        quietly(lambda: inside.wait(20))
        ended.set()

    def second():
        inside.set()
        ended.wait(20)
        warnings.warn("HIV positive", stacklevel=1)

    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        thread = threading.Thread(target=first)
        thread.start()
        quietly(second)
        thread.join()
        assert not heard
        warnings.warn("afterwards", stacklevel=1)
    assert [str(one.message) for one in heard] == ["afterwards"]


def test_the_warning_about_a_seed_is_shown_while_another_thread_reads():
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        quietly(lambda: warnings.warn(SEEDED, stacklevel=1))
        quietly(lambda: warnings.warn(f"HIV positive; {SEEDED}", stacklevel=1))
    assert [str(one.message) for one in heard] == [SEEDED]
