"""Declarations from the options of a command: a file of their own, or ranges and categories in one word."""

import json
import math
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from privcausal.arguments import line_of, text_of
from privcausal.table.declaration import Categories, Column, Declaration, Number, categories
from privcausal.table.declaration_files import load
from privcausal.table.dialect import Dialect
from privcausal.table.unit import ENTRIES, Unit, declare_unit

Values = list[object] | dict[str, object]
"""Categories, or for each of them its other spellings."""


def read_declaration(options: Namespace, columns: Mapping[str, Column] | None) -> Declaration:
    """What --declare says, or else these columns; --sep, --decimal and --encoding say how the file is written.

    And --rows-per-person, --person and --keep-rows say whose its rows are.
    """
    if options.declare is None:
        return Declaration(columns or {}, dialect(options), unit(options, Unit()))
    if columns is not None:
        raise ValueError("--declare says already what the columns are. Leave out --bounds and --categories")
    declared = load(options.declare)
    return replace(declared, dialect=dialect(options, declared.dialect), unit=unit(options, declared.unit))


def unit(options: Namespace, declared: Unit) -> Unit:
    """Return whose the rows are: according to the options, or else to the declaration."""
    return declare_unit(declared, *(getattr(options, name, None) for name in ENTRIES))


def dialect(options: Namespace, declared: Dialect | None = None) -> Dialect:
    """Return how the file is written: according to the options, or else to the earlier dialect."""
    chosen = {name: getattr(options, name) for name in ("sep", "decimal", "encoding")}
    return replace(
        declared or Dialect(), **{name: value for name, value in chosen.items() if value is not None}
    )


def parse_bounds(text: str) -> dict[str, Number]:
    """\"A=0:10,B=-1:1\" as columns of numbers.

    >>> parse_bounds("A=0:10")
    {'A': Number(low=0.0, high=10.0, missing=None, cuts=())}
    """
    results: dict[str, Number] = {}
    for place, part in enumerate(text.split(","), 1):
        name, equals, interval = (word.strip() for word in part.rpartition("="))
        try:
            low, high = map(float, interval.split(":"))
        except ValueError:
            equals = ""
        if not equals or not name or name in results:
            raise ValueError(
                f"--bounds must look like A=0:10,B=-1:1, each column once, and part {place:d} does not"
            )
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise ValueError(
                f"--bounds must be finite numbers low:high, the lower one first, and those of part {place:d} are not"
            )
        results[name] = Number(low, high)
    return results


def parse_categories(text: str) -> dict[str, Categories]:
    """\"dose=low|high,well=0|1\", or the name of a JSON file with the same, as columns of categories.

    In the file a list can be an object instead, which holds for each category its other spellings.

    >>> parse_categories("well=0|1")
    {'well': Categories(values=('0', '1'), missing=None)}
    """
    if text.endswith(".json"):
        return _columns(_from_json(Path(text)))
    results: dict[str, Values] = {}
    for place, part in enumerate(text.split(","), 1):
        name, equals, values = part.partition("=")
        if not equals or not name.strip() or not values or name.strip() in results:
            raise ValueError(
                f"--categories must look like dose=low|high,well=0|1 or name a .json file, and part {place:d} does not"
            )
        results[name.strip()] = list(values.split("|"))
    return _columns(results)


def _columns(lists: Mapping[str, Values]) -> dict[str, Categories]:
    columns = {}
    for place, (name, values) in enumerate(lists.items(), 1):
        try:
            columns[name] = categories(values)
        except ValueError as error:
            raise ValueError(f"--categories, part {place:d}: {error}") from None
    return columns


def _from_json(path: Path) -> dict[str, Values]:
    text = text_of("the file of --categories", path)
    try:
        content = json.loads(text)
    except ValueError as error:
        raise ValueError(f"--categories: {path} must be JSON, and is not{line_of(error)}") from None
    if not isinstance(content, dict) or not all(isinstance(one, list | dict) for one in content.values()):
        raise ValueError(
            f'--categories: {path} must hold an object of lists, such as {{"dose": ["low", "high"]}}'
        )
    return content
