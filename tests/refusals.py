"""A table of what must be refused is a test, with a case for each argument."""

import math
from collections.abc import Callable
from typing import Any

import pytest


def refusals(call: Callable[..., Any], *rows: tuple[Any, ...], error: type[Exception] = ValueError) -> Any:
    """A test: each row is a pattern of the message, and then arguments, every one of which is refused with it.

    A tuple stands for several positional arguments.

    >>> test_words = refusals(int, ("invalid literal", "one", "two"), ("base must be", ("1", 99)))
    """
    cases = [
        pytest.param(argument, row[0], id=f"{row[0]}-{place}")
        for row in rows
        for place, argument in enumerate(row[1:])
    ]

    @pytest.mark.parametrize(("argument", "message"), cases)
    def test(argument: Any, message: str) -> None:
        with pytest.raises(error, match=message) as refusal:
            call(*argument) if isinstance(argument, tuple) else call(argument)
        assert "\n" not in str(refusal.value), "a refusal is one sentence"

    return test


def positive(*names: str) -> list[tuple[Any, ...]]:
    """Rows of a table that calls with options: each of these must be a positive finite number.

    >>> [row[0] for row in positive("scale")], positive("scale")[0][1]
    (['scale must be a positive finite number'], {'scale': 0})
    """
    wrong = (0, -1, math.nan, math.inf)
    return [
        (f"{name} must be a positive finite number", *({name: value} for value in wrong)) for name in names
    ]


def invoke(action: Callable[[], Any]) -> Any:
    """What a table calls whose arguments are calls themselves."""
    return action()
