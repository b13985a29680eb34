"""The page of the Python interface, made of the docstrings: `python -m book._ext.reference` writes it again."""

import inspect
import re
from pathlib import Path
from typing import Any

import privcausal
from privcausal import data_check, forecast, two_columns
from privcausal.effects import effect, estimates
from privcausal.graphs import cross_table, pair_status, result, table_release
from privcausal.privacy import budget_file
from privcausal.table import knowledge

PAGE = Path(__file__).parents[1] / "api.md"

ANSWERS = (
    data_check.DataCheck,
    two_columns.Correlation,
    two_columns.Direction,
    effect.Effect,
    estimates.Effects,
    estimates.Compliers,
    result.Discovery,
    pair_status.PairStatus,
    forecast.Forecast,
    table_release.TableRelease,
    cross_table.CrossTable,
    knowledge.Knowledge,
    budget_file.BudgetFile,
    budget_file.BudgetState,
)

PARAMETERS = {
    "data": "the table: a data frame of pandas or Polars, an array, an Arrow table, or the name of a file",
    "x": "the name of the first column",
    "y": "the name of the second column",
    "epsilon": "the ε to spend; of a new budget file, its total",
    "delta": "the δ to spend; for graphs and releases far below one over the number of rows",
    "declare": "values or ranges of the columns: a dict, the name of a TOML or JSON file, or a `Declaration`",
    "score": "which statistic: `kendall` or `spearman`; of a direction also `hsic` or `iqr`",
    "method": "how the graph is learned (default: chosen from the declaration)",
    "row_norm": "for numbers: a declared bound on each record's Euclidean length",
    "knowledge": "background knowledge: tiers, forbidden and required arrows, or a graph; it costs nothing",
    "protect": "`both`, or `test` or `train` for a guarantee for one half of the people",
    "penalty": "λ of the ridge regressions",
    "width": "width of the kernel, ranges being [−1, 1]",
    "cell_width": "for `iqr`: the largest change of a log-IQR by one record (default: from the number of records)",
    "treatment": "the column whose effect is asked",
    "outcome": "the column that it can change: categories, or a number in a range",
    "adjust": "the columns to standardise over",
    "instrument": "a column assigned at random, which moves the treatment and which not everybody follows",
    "placebo": "toss a coin for each person in place of the treatment: the interval should then hold 0",
    "randomised": "whether the treatment was assigned at random, so that nothing confounds it",
    "treated": "the value of the treatment that counts as treated (default: the second of two)",
    "control": "the value that it is compared with (default: the first of two)",
    "event": "the value of the outcome that counts (default: the second of two)",
    "effect": "the roles of the columns of an effect, as a dict: the forecast then says how wide its interval would be",
    "rows": "how many records the table will have",
    "target": "an association that is to be detected between any two columns",
    "rows_per_person": "largest number of rows of one person (default: as declared, or 1)",
    "person": "the column of identifiers, which says whose each row is",
    "keep_rows": "with `person`: how many of the kept rows are drawn; a public number",
    "budget": "who pays: what `privcausal.budget` returns, or the name of a budget file",
    "allow_weak": "whether to spend a budget that protects little: ε above 10, or δ of 1/n or more",
    "seed": "for demonstrations and tests alone: whoever knows it can remove the noise",
    "path": "the name of a file",
    "mechanism": "the audited mechanism: a function of a value, a number of runs and a generator",
    "pair": "two neighbouring values",
    "n": "how many runs on each of the two",
    "confidence": "how often the result holds",
    "claimed_epsilon": "the ε that the mechanism claims",
    "ideal": "whether floats represent real numbers, so that their last digits are not looked at",
    "rng": "a NumPy generator",
    "jobs": "how many processes (default: what surrounds the call says)",
    "progress": "whether to show a progress bar",
}
"""What each parameter of a question is; one name means one thing in all of them."""

HEAD = """\
# From Python, one line each

One function for each question, all of them `privcausal.<name>`; each is loaded when it is first used.

Tables come in as a pandas or Polars data frame, a NumPy array, an Arrow table, or the name of a CSV or Parquet file.
The values of the columns are declared, as a dict in which `(low, high)` is a range and a list is categories, or by the
TOML file of {doc}`your-own-table`.

One row is one person, or else `rows_per_person` says how many rows of one person there are at most: the price is then
for all of them together, and intervals and tests are for people. With `person`, the name of a column of identifiers, no
more rows than these are kept of anybody (one, unless it is said). Other rows count as blank; or `keep_rows`, a
public number, says how many of the kept rows are drawn.

Answers know their price (`.spent`) and print themselves. They draw themselves with `.plot()`, on your axes or on new
ones, and go to programs with `.to_json()`; with `context=True` the question, the declaration and the version go with
them. `.report("study.html", title=…, purpose=…, responsible=…)` writes a page for an ethics board.

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
    rows = "\n".join(f"| `{part.name}` | {_default(part)} | {PARAMETERS[part.name]} |" for part in parts)
    table = f"| parameter | default | meaning |\n|---|---|---|\n{rows}\n"
    return f"## `{name}`\n\n```python\nprivcausal.{name}{call}\n```\n\n{_text(function)}\n{table}"


def _default(parameter: inspect.Parameter) -> str:
    """As code; a parameter without one is required."""
    return "required" if parameter.default is parameter.empty else f"`{parameter.default!r}`"


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
