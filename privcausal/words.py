"""Words of users: the name of a file or of a column. A message does not quote a word that could hold cells.

A column where its name is wanted, or the text of a table where the name of its file is wanted, is a slip that anybody
makes; and the message about it could end in a log that others read.
"""

import os
import re
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


def quote(value: object) -> str:
    """Return a word or a number as a message quotes it, and of anything else its kind.

    >>> quote("age"), quote(["Ann", "Bo"]), quote('{"name": "Ann"}')
    ("'age'", 'list', 'text that is not shown')
    """
    if isinstance(value, str):
        return "text that is not shown" if _is_text(value) else repr(value)
    return type(value).__name__ if holds_several(value) else repr(value)


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
        if not isinstance(value, str) and holds_several(value):
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
