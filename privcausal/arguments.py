"""Arguments: what a caller may hand in, and what a message may say of it. It never repeats it.

A column where its name is wanted, a table where the name of its file is wanted, one cell in place of a word: each is a
slip that anybody makes, and the message about it can end in a log that others read. Nobody can list all slips.
Therefore a message says which argument it is about and which place in it, what was expected, and what to do; and of
what came it shows only what is public by its kind:

- one number where one number is wanted: if it were accepted, it would stand in an answer (`number`);
- the class of an object, if the class is a known one (`kind`);
- the nearest of the names that are wanted, when they belong to the library, or were declared (`hint`);
- the name of a file that was found (`check_there`);
- in which line a text cannot be read (`line_of`).

`tests/test_no_cells.py` holds every message of the package against this, and every public function and command against
columns in each of its arguments.
"""

import inspect
import os
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from difflib import get_close_matches
from functools import wraps
from numbers import Integral, Number, Real
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin

P = ParamSpec("P")
T = TypeVar("T")

LONGEST_NAME = 255
"""So many bytes the name of a file has at most."""

DIGITS = 25
"""A number of more signs is not shown: nobody has typed it."""

KNOWN = {  # a text in several lines is easier to read than a name a line
    *"""
    NoneType bool bytes complex date datetime dict float function generator int list range set frozenset str
    tuple Decimal Fraction PosixPath WindowsPath Categorical CategoricalDtype DataFrame DataFrameGroupBy
    DatetimeIndex Index MultiIndex RangeIndex Series SeriesGroupBy Timestamp MaskedArray ndarray bool_ float64
    int64 str_ Array ChunkedArray DuckDBPyConnection DuckDBPyRelation Expr LazyFrame RecordBatch
    RecordBatchReader StringArray Table Correlation DataCheck Direction Discovery Effect Forecast TableRelease
    BudgetFile Declaration Knowledge DiGraph Graph
    """.split()  # noqa: SIM905
}
"""Classes whose names a message shows: the name of any other can be made from data, as that of a named tuple is."""


def kind(value: object) -> str:
    """Return the class of an object, if it is a known one.

    >>> kind("Ann"), kind(["Ann"]), kind(type("Ann", (), {})())
    ('str', 'list', 'another object')
    """
    name = type(value).__name__
    return name if name in KNOWN else "another object"


def number(value: object) -> str:
    """Return one number, given where one is wanted, as it is written, and the kind of anything else.

    >>> number(-1.5), number("34"), number([34])
    ('-1.5', 'str', 'list')
    """
    plain = value.item() if type(value).__module__ == "numpy" and isinstance(value, Number) else value  # type: ignore[attr-defined]
    written = repr(plain) if isinstance(plain, float) or is_short(plain) else ""
    return written if 0 < len(written) <= DIGITS else kind(value)


def is_short(value: object) -> bool:
    """Is it a truth value, or a whole number that somebody has typed?"""
    return isinstance(value, int) and abs(value) < 10**DIGITS


def hint(word: object, names: Iterable[object]) -> str:
    """Return a suggestion to put behind a message: the nearest of names that are public.

    >>> hint("cut", ["cuts", "range"]), hint("Ann", ["cuts", "range"])
    ("; did you mean 'cuts'?", '')
    """
    short = isinstance(word, str) and len(word) <= LONGEST_NAME
    close = get_close_matches(str(word), list(map(str, names)), 1) if short else []
    return f"; did you mean {close[0]!r}?" if close else ""


def line_of(error: Exception) -> str:
    """Return in which line a text could not be read, without a word of what a parser says: it can quote the text.

    >>> import json
    >>> try:
    ...     json.loads('{"a":\\n Ann}')
    ... except ValueError as error:
    ...     line_of(error)
    ' in line 2'
    """
    found = re.search(r"\bline (\d+)", str(error))
    return f" in line {found[1]}" if found else ""


def is_single(value: object) -> bool:
    """Is it one word, one number or one date?

    >>> is_single("age"), is_single(3), is_single(None), is_single(["Ann"])
    (True, True, True, False)
    """
    of_numpy = type(value).__module__ == "numpy" and not hasattr(type(value), "__iter__")
    return value is None or isinstance(value, str | Number | date) or of_numpy


def check_words(**arguments: Any) -> None:
    """Refuse a column where one word of it, or its name, is wanted.

    >>> check_words(event="died", treated=1, control=["Ann", "Bo"])
    Traceback (most recent call last):
    ValueError: control must be one word or number, got list: hand in a name or a number, no cells; nothing was spent
    """
    for name, value in arguments.items():
        if not is_single(value):
            raise ValueError(
                f"{name} must be one word or number, got {kind(value)}: hand in a name or a number, no cells; "
                "nothing was spent"
            )


def check_choice(argument: str, value: object, choices: Iterable[str]) -> None:
    """Refuse what is none of the words that the library knows here.

    >>> check_choice("score", "kendal", ["kendall", "spearman"])
    Traceback (most recent call last):
    ValueError: score must be one of kendall, spearman; did you mean 'kendall'?
    """
    choices = list(choices)
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{argument} must be one of {', '.join(choices)}{hint(value, choices)}")


def check_file_name(argument: str, value: object) -> None:
    """Refuse what is not the name of a file, or is the text of one.

    >>> check_file_name("data", "name,age\\nAnn,34")
    Traceback (most recent call last):
    ValueError: data must be the name of a file, got a text that is none: write it into a file. Nothing was spent.
    """
    name = os.fspath(value) if isinstance(value, os.PathLike) else value
    begins_a_table = isinstance(name, str) and name.lstrip().startswith(
        ("[", "{", "<")
    )  # as JSON, as XML, a dict
    if isinstance(name, str) and (not is_name(name) or (begins_a_table and not os.path.exists(name))):
        raise ValueError(
            f"{argument} must be the name of a file, got a text that is none: write it into a file. "
            "Nothing was spent."
        )


def is_name(text: str) -> bool:
    """Can a file be called so? A name has one line and no half signs, and is not too long.

    >>> is_name("people.csv"), is_name("name,age\\nAnn,34"), is_name("Ann;" * 100)
    (True, False, False)
    """
    try:
        short = max(map(len, os.fsencode(text).split(os.fsencode(os.sep)))) <= LONGEST_NAME
    except UnicodeEncodeError:  # half of a sign
        return False
    return short and not re.search(r"[\r\n\0]", text)


def check_there(what: str, path: "str | os.PathLike[str]") -> None:
    """Refuse the name of no file before anything tries to open it: what Python says of that quotes the name.

    >>> check_there("the release", "Ann Smith")
    Traceback (most recent call last):
    ValueError: cannot read the release: there is no file of this name
    """
    if not os.path.exists(path):
        raise ValueError(f"cannot read {what}: there is no file of this name")


def text_of(what: str, path: "str | os.PathLike[str]") -> str:
    """Return the text of a file, or say in one sentence why there is none."""
    check_there(what, path)
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        reason = str(error.strerror)
    except UnicodeDecodeError:
        reason = "it is not UTF-8"
    raise ValueError(
        f"cannot read {what} {path}: {reason}"
    )  # here, so that it has no context, which holds the bytes


def check_target(path: object, endings: Sequence[str] = (), argument: str = "path") -> Path:
    """Return the file to write, if it can be written: one name in a folder that is there, and one of these endings.

    >>> check_target("Ann Smith\\n34", [".html"])
    Traceback (most recent call last):
    ValueError: path must name a .html file in an existing folder that you can write to. Nothing was spent.
    """
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if isinstance(name, str) and is_name(name):
        target = Path(name)
        writable = target.parent.is_dir() and os.access(target if target.exists() else target.parent, os.W_OK)
        if writable and not target.is_dir() and (not endings or target.suffix in endings):
            return target
    named = " or ".join([*filter(None, [", ".join(endings[:-1])]), *endings[-1:], *["new"] * (not endings)])
    raise ValueError(
        f"{argument} must name a {named} file in an existing folder that you can write to. Nothing was spent."
    )


def check_entries(content: Iterable[object], names: Sequence[str], where: str) -> None:
    """Refuse what has entries of other names than these.

    >>> check_entries({"tier": []}, ["tiers", "forbidden"], "knowledge")
    Traceback (most recent call last):
    ValueError: knowledge must be made of tiers, forbidden, and entry 1 is something else; did you mean 'tiers'?
    """
    for place, name in enumerate(content, 1):
        if name not in names:
            raise ValueError(
                f"{where} must be made of {', '.join(names)}, and entry {place} is something else{hint(name, names)}"
            )


def check_arguments(question: Callable[P, T]) -> Callable[P, T]:
    """Refuse, by the kind that its annotation names, an argument that would be cells: before anything else is done.

    >>> @check_arguments
    ... def ask(data, person: str | None = None, rows: int = 1):
    ...     return rows
    >>> ask([], rows="Ann")
    Traceback (most recent call last):
    ValueError: rows must be a whole number, got str. Nothing was spent.
    """
    kinds = {
        name: get_args(parameter.annotation) if _is_union(parameter.annotation) else (parameter.annotation,)
        for name, parameter in inspect.signature(question).parameters.items()
    }

    @wraps(question)
    def asked(*arguments: P.args, **options: P.kwargs) -> T:
        for name in options:
            if name not in kinds:
                asked_for = question.__qualname__.removesuffix(".__init__")
                raise TypeError(
                    f"{asked_for} must be given arguments that it has, got another{hint(name, kinds)}"
                )
        for name, value in (*zip(kinds, arguments, strict=False), *options.items()):
            _check_kind(name, value, kinds[name])
        return question(*arguments, **options)

    return asked


def _is_union(annotation: object) -> bool:
    return get_origin(annotation) in (Union, UnionType)


def _check_kind(name: str, value: object, wanted: tuple[Any, ...]) -> None:
    """Numbers are numbers, truth values are true or false, words are single; all else is checked by what reads it."""
    if value is None and NoneType in wanted:
        return
    kinds = [one for one in wanted if one in (bool, int, float, str)]
    if len(kinds) + (NoneType in wanted) < len(wanted):  # whoever reads it checks it
        return
    if bool in kinds:
        if not (
            type(value).__name__ in ("bool", "bool_") or (isinstance(value, Integral) and value in (0, 1))
        ):
            raise ValueError(f"{name} must be True or False, got {kind(value)}. Nothing was spent.")
    elif int in kinds or float in kinds:
        if not isinstance(value, Real) or (float in kinds and isinstance(value, bool)):
            what = "a number, for example 1.0" if float in kinds else "a whole number"
            raise ValueError(f"{name} must be {what}, got {kind(value)}. Nothing was spent.")
    elif str in kinds:
        check_words(**{name: value})
