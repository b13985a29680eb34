"""The page of the Python interface, made of the docstrings: `python -m book._ext.reference` writes it again."""

import inspect
import re
from pathlib import Path
from typing import Any

import privcausal
from privcausal import forecast, two_columns
from privcausal.effects import effect, estimates
from privcausal.graphs import pair_status, result, table_release

PAGE = Path(__file__).parents[1] / "api.md"

ANSWERS = (
    two_columns.Correlation,
    two_columns.Direction,
    effect.Effect,
    estimates.Effects,
    estimates.Compliers,
    result.Discovery,
    pair_status.PairStatus,
    forecast.Forecast,
    table_release.TableRelease,
)

HEAD = """\
# From Python, one line each

One function for each question, all of them `privcausal.<name>`; each is loaded when it is first used.

Tables come in as a pandas or Polars data frame, a NumPy array, an Arrow table, or the name of a CSV or Parquet file.
What the columns may hold is declared, as a dict in which `(low, high)` is a range and a list is categories, or by the
TOML file of {doc}`your-own-table`.

One row is one person, or else `rows_per_person` says how many rows of one person there are at most: the price is then
for all of them together, and intervals and tests are for people. With `person`, the name of a column of identifiers, no
more rows than these are kept of anybody (one, unless it is said). What is left out counts as blank; or `keep_rows`, a
public number, says how many of the kept rows are drawn.

Answers know their price (`.spent`) and print themselves. They draw themselves with `.plot()`, on your axes or on new
ones, and go to programs with `.to_json()`.

Everything below is made of the docstrings; the tests run its examples.
"""


def page() -> str:
    """The whole page."""
    functions = [_function(name, getattr(privcausal, name)) for name in privcausal.QUESTIONS]
    return "\n".join([HEAD, *functions, "## What comes back\n", *map(_answer, ANSWERS)])


def _function(name: str, function: Any) -> str:
    """The call without types, which stand in the source, and the docstring."""
    parts = [part.replace(annotation=part.empty) for part in inspect.signature(function).parameters.values()]
    call = inspect.Signature(parts)
    return f"## `{name}`\n\n```python\nprivcausal.{name}{call}\n```\n\n{_text(function)}"


def _answer(answer: Any) -> str:
    """What a class says of itself, and its public members."""
    members = [name for name in vars(answer) if not name.startswith("_")]
    lines = [f"- `{name}`: {_first(vars(answer)[name])}" for name in members if _first(vars(answer)[name])]
    return "\n".join([f"### `{answer.__name__}`\n", _text(answer), *lines, ""])


def _first(member: Any) -> str:
    """The first line of a method's or property's docstring; nothing for plain values."""
    wrapped = getattr(member, "func", member)  # a cached property
    if not (inspect.isfunction(wrapped) or isinstance(wrapped, property)):
        return ""
    return (inspect.getdoc(wrapped) or "").partition("\n")[0]


def _text(thing: Any) -> str:
    """A docstring as Markdown: examples become blocks of code."""
    text = re.sub(r"\n+Claim: .*", "", inspect.getdoc(thing) or "")
    blocks = re.split(r"(?m)^(>>> (?:.|\n)*?)(?=\n\n|\Z)", text)
    shown = [f"```python\n{block}\n```" if block.startswith(">>>") else block.strip() for block in blocks]
    return "\n\n".join(filter(None, shown)) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
