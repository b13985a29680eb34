"""Words of users: the name of a file or of a column. A message does not quote a word that could hold cells.

A column where its name is wanted, or the text of a table where the name of its file is wanted, is a slip that anybody
makes; and the message about it could end in a log that others read.
"""

import os
import re
from datetime import date
from numbers import Number
from typing import Any

LONGEST_NAME = 255
"""So many bytes the name of a file has at most."""

NO_NAME = re.compile(r"\s*[\[{<]|.*[\r\n\0]")
"""How a table begins as JSON, as XML, or a dict as text; and lines, which no name has."""


def holds_several(value: object) -> bool:
    """Is it a list, a column or a table? Not all tables can be iterated over.

    >>> holds_several(["Ann"]), holds_several(3)
    (True, False)
    """
    return any(hasattr(type(value), name) for name in ("__iter__", "__len__", "__arrow_c_stream__"))


def is_single(value: object) -> bool:
    """Is it one word, one number or one date? Whatever else it is, what Python prints of it can be its contents.

    A type of categories prints them all, and an expression of Polars the words in it.

    >>> is_single("age"), is_single(3), is_single(None), is_single(re.match("Ann", "Ann"))
    (True, True, True, False)
    """
    of_numpy = type(value).__module__ == "numpy" and not holds_several(value)
    return value is None or isinstance(value, str | Number | date) or of_numpy


def quote(value: object) -> str:
    """Return a word or a number as a message quotes it, and of anything else its kind: it can show what it holds.

    >>> quote("age"), quote(["Ann", "Bo"]), quote('{"name": "Ann"}')
    ("'age'", 'list', 'text that is not shown')
    """
    if isinstance(value, str):
        return "text that is not shown" if _is_text(value) else repr(value)
    return repr(value) if is_single(value) else type(value).__name__


def check_file_name(argument: str, value: Any) -> None:
    """Refuse text in place of the name of a file, before anybody says that there is no such file.

    >>> check_file_name("data", '{"name": {"0": "Ann"}}')
    Traceback (most recent call last):
    ValueError: data must be the name of a file, got text that is not shown: write it into a file. Nothing was spent.
    """
    name = os.fspath(value) if isinstance(value, os.PathLike) else value
    if isinstance(name, str) and _is_text(name):
        raise ValueError(
            f"{argument} must be the name of a file, got text that is not shown: write it into a file. "
            "Nothing was spent."
        )


def check_words(**arguments: Any) -> None:
    """Refuse a column where one word of it, or its name, is wanted.

    >>> check_words(event="died", treated=1, control=["Ann", "Bo"])
    Traceback (most recent call last):
    ValueError: control must be one word or number, got list: hand in a name or a number, no cells; nothing was spent
    """
    for name, value in arguments.items():
        if not is_single(value):
            raise ValueError(
                f"{name} must be one word or number, got {type(value).__name__}: hand in a name or a number, no cells; "
                "nothing was spent"
            )


def _is_text(word: str) -> bool:
    """Return whether this is not the name of a file; the name of an existing file can begin in any way."""
    try:
        is_long = len(os.path.basename(os.fsencode(word))) > LONGEST_NAME
    except UnicodeEncodeError:  # half of a sign
        return True
    return (is_long or NO_NAME.match(word) is not None) and not os.path.exists(word)
