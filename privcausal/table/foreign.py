"""The one place where other libraries handle people's cells: nothing here raises, quotes a cell or stops at one.

pandas, NumPy, pyarrow and the engines behind a stream convert whole columns, and one cell can make them fail:
bytes that are not UTF-8, a date after the year 9999, an object that raises. Their message can then quote the cell, and
the kind of their exception depends on it. Therefore their conversions are called here alone. A column that fails is
halved until the cell that stops it is by itself, and counts as missing; an engine that fails is refused in words that
are always the same. Halving takes a few times as long as the column, whatever the cell contains.
"""

import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from privcausal.table.cells import Values
from privcausal.table.declaration import Column, Number

FAILED = object()
"""The marker of an exception."""

NOT_SHOWN = "what went wrong is not shown, because it could quote a cell"


_not_ours = "(?!seed makes this a demonstration)"
"""The warning about seeds is ours, and is shown in spite of what other threads read at the time."""

_changing = threading.RLock()
_quiet: list["warnings.catch_warnings[None]"] = []
"""Of each action that is under way: one thread's must not let another's warnings be seen, nor silence it for ever."""


@contextmanager
def _without_warnings() -> Iterator[None]:
    """Python has one list of filters for all threads: the first action changes it, and the last changes it back."""
    with _changing:
        shared = _quiet[0] if _quiet else warnings.catch_warnings()
        if not _quiet:
            shared.__enter__()
            warnings.filterwarnings("ignore", message=_not_ours)
        _quiet.append(shared)
    try:
        yield
    finally:
        with _changing:
            _quiet.pop()
            if not _quiet:
                shared.__exit__(None, None, None)


def quietly(action: Callable[[], Any]) -> Any:
    """What an action returns, or FAILED; no warning and no exception of it is seen, not even as the cause of another.

    >>> quietly(lambda: int("HIV positive")) is FAILED
    True
    """
    with _without_warnings(), np.errstate(all="ignore"):
        try:
            return action()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # a panic of a library in Rust is no Exception
            return FAILED


def asked(action: Callable[[], Any], refusal: str) -> Any:
    """What an action returns that no cell can be taken out of, or a ValueError in words that no cell can change."""
    results = quietly(action)
    if (
        results is FAILED
    ):  # raised here, and not where it was caught: so it has no context that could be printed
        raise ValueError(refusal)
    return results


def missing(column: Column, size: int) -> Values:
    """So many cells that cannot be read.

    >>> missing(Number(0, 110), 2).tolist()
    [55.0, 55.0]
    """
    return np.full(size, column.substitute, dtype=float if isinstance(column, Number) else np.uint8)


def cell_by_cell(read: Callable[[int, int], Values], size: int, column: Column) -> Values:
    """Return the values of a column, where `read` converts the cells from one place to another and can fail.

    >>> words = ["7", "HIV positive", "8"]
    >>> cell_by_cell(lambda low, high: np.array(list(map(float, words[low:high]))), 3, Number(0, 10)).tolist()
    [7.0, 5.0, 8.0]
    """
    return _between(read, 0, size, column)


def _between(read: Callable[[int, int], Values], low: int, high: int, column: Column) -> Values:
    values = quietly(lambda: read(low, high))
    if values is not FAILED and len(values) == high - low:
        return np.asarray(values)
    if high - low <= 1:
        return missing(column, high - low)
    middle = (low + high) // 2
    return np.concatenate([_between(read, low, middle, column), _between(read, middle, high, column)])
