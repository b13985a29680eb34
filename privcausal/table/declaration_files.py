"""Declarations as people write them: TOML or JSON files, plain dicts, and one column of either."""

import json
import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from privcausal.arguments import check_entries, check_words, kind, line_of, text_of
from privcausal.table import knowledge as background
from privcausal.table.declaration import (
    MOST_CATEGORIES,
    Categories,
    Column,
    Declaration,
    Number,
    categories,
)
from privcausal.table.dialect import Dialect
from privcausal.table.knowledge import knowledge_of
from privcausal.table.unit import ENTRIES, unit_dict, unit_of

FORMAT = "privcausal declaration 1"
"""The format entry of a file: a later format must not be read as if it were this one."""


def load(path: str | Path) -> Declaration:
    """A declaration from a TOML file, or from a JSON file with the same entries."""
    is_json, line = str(path).lower().endswith(".json"), None
    text = text_of("the declaration", path)
    try:
        content = json.loads(text) if is_json else tomllib.loads(text)
    except ValueError as error:
        line = line_of(error)
    if line is not None:  # raised here, so that it has no context, which would hold the text
        names = "" if is_json else "; a name with blanks or signs in it must be in quotes"
        raise ValueError(f"the declaration {path} is not {'JSON' if is_json else 'TOML'}{line}{names}")
    if not isinstance(content, Mapping):
        raise ValueError(f"the declaration {path} must hold one object with columns, got a {kind(content)}")
    return parse(content, str(path))


def parse(content: Mapping[str, Any], where: str = "the declaration") -> Declaration:
    """A declaration from plain dicts and lists, as TOML or JSON hold them.

    >>> parse({"sep": ";", "columns": {"age": {"range": [0, 110]}, "dose": {"values": ["low", "high"]}}}).columns["age"]
    Number(low=0.0, high=110.0, missing=None, cuts=())
    """
    columns = content.get("columns")
    if not isinstance(columns, Mapping) or not columns:
        raise ValueError(
            f"{where} must have a table [columns] with at least one column, for example age = {{ range = [0, 110] }}"
        )
    how = ("sep", "decimal", "encoding")
    check_entries(content, ("columns", *how, *ENTRIES, *background.ENTRIES, "format"), where)
    if content.get("format", FORMAT) != FORMAT:
        raise ValueError(f"{where}: format must be {FORMAT!r}, or left out")
    try:
        said: dict[str, Any] = {name: str(content[name]) for name in how if name in content}
        dialect = Dialect(**said)
        unit, knowledge = unit_of(content), knowledge_of(content)
        knowledge.check(list(columns))
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    read = {
        name: column(what, f"{where}: column {place:d}")
        for place, (name, what) in enumerate(columns.items(), 1)
    }
    return Declaration(read, dialect, unit, knowledge)


def as_plain(declaration: Declaration) -> dict[str, Any]:
    """The same as plain dicts and lists, for publication with an answer; an endless range ends in None.

    >>> as_plain(Declaration({"age": Number(0, 110, cuts=(18,))}))["columns"]
    {'age': {'range': [0.0, 110.0], 'cuts': [18.0]}}
    """
    dialect = declaration.dialect
    entries = {"sep": dialect.sep, "decimal": dialect.decimal, "encoding": dialect.encoding}
    entries |= unit_dict(declaration.unit) | declaration.knowledge.entries()
    return {
        **entries,
        "columns": {name: _plain_column(column) for name, column in declaration.columns.items()},
    }


def _plain_column(column: Column) -> dict[str, Any]:
    if isinstance(column, Categories):
        entries: dict[str, Any] = {"values": column.as_declared}
        return entries if column.missing is None else {**entries, "missing": str(column.missing)}
    ends = [float(end) if math.isfinite(end) else None for end in (column.low, column.high)]
    own = {} if column.own_category else {"missing": column.stand_in}
    scale = {} if column.scale == "linear" else {"scale": column.scale}
    return {"range": ends, "cuts": list(map(float, column.cuts)), **own, **scale}


def column(what: object, where: str) -> Column:
    """One column, as a line of a TOML file says it.

    >>> column({"values": ["no", "yes"], "missing": "no"}, "well")
    Categories(values=('no', 'yes'), missing='no')
    """
    if not isinstance(what, Mapping) or ("values" in what) == ("range" in what):
        if isinstance(what, Mapping):
            check_entries(what, ("values", "range", "missing", "cuts", "scale"), where)
        raise ValueError(
            f"{where} must have either values = [...] or range = [low, high]; delete its line if you do not need it"
        )
    try:
        if "values" in what:
            check_entries(what, ("values", "missing"), where)
            return categories(what["values"], what.get("missing"))
        check_entries(what, ("range", "missing", "cuts", "scale"), where)
        check_words(missing=what.get("missing"), scale=what.get("scale"))
        low, high = _numbers(what["range"], "range", 2)
        missing = _numbers([what["missing"]], "missing")[0] if "missing" in what else None
        cuts = tuple(_numbers(what.get("cuts", []), "cuts"))
        if not all(low < cut <= high for cut in cuts):
            raise ValueError("cuts must lie within the range, and not all of them do")
        return Number(low, high, missing, cuts, str(what.get("scale", "linear")))
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _numbers(items: object, what: str, many: int | None = None) -> list[float]:
    """Return the numbers of an entry, of which a message says the kinds alone: it can be a column of a table."""
    if not isinstance(items, list | tuple):
        raise ValueError(f"{what} must be made of numbers, got {kind(items)}")
    if any(type(item) not in (int, float) for item in items):
        raise ValueError(f"{what} must be made of numbers, got a list that holds something else")
    most = MOST_CATEGORIES - 1 if many is None else many
    if len(items) > most or many not in (None, len(items)):
        raise ValueError(
            f"{what} must be {f'at most {most}' if many is None else many} numbers, and there are others: declare "
            "from what you know, and never from the data"
        )
    try:
        return [float(item) for item in items]
    except OverflowError:
        raise ValueError(f"{what} must be made of numbers that a float can hold, got a larger one") from None
