"""What is public about a table: which columns count, and what each of their cells may say."""

import math
import string
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from privcausal.table.dialect import Dialect

MOST_CATEGORIES = 256
"""With the one for everything else: codes are stored in one byte."""


@dataclass(frozen=True)
class Number:
    """A column of numbers in a declared range; what lies outside counts as the nearer end.

    >>> Number(0, 110).stand_in
    55.0
    """

    low: float = -math.inf
    high: float = math.inf
    missing: float | None = None
    """What stands for a cell that is no number: None for the middle of the range."""
    cuts: tuple[float, ...] = ()
    """Where categories begin, for methods that want categories."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cuts", tuple(self.cuts))
        if not self.low < self.high:
            raise ValueError(
                f"range must be two numbers, the lower one first, got {self.low} and {self.high}"
            )
        if self.missing is not None and not (
            math.isfinite(self.missing) and self.low <= self.missing <= self.high
        ):
            raise ValueError(f"missing must be a number within the range, got {self.missing}")
        if not all(self.low < cut <= self.high and math.isfinite(cut) for cut in self.cuts):
            raise ValueError(f"cuts must lie within the range, got {list(self.cuts)}")
        if any(b <= a for a, b in zip(self.cuts, self.cuts[1:], strict=False)):
            raise ValueError(f"cuts must increase, got {list(self.cuts)}")

    @property
    def stand_in(self) -> float:
        """The number that a missing cell counts as: the middle, or what is nearest to 0 where there is none."""
        if self.missing is not None:
            return float(self.missing)
        if math.isfinite(self.low) and math.isfinite(self.high):
            return self.low / 2 + self.high / 2
        return float(min(max(0.0, self.low), self.high))

    @property
    def size(self) -> int:
        """How many categories the cuts make."""
        return len(self.cuts) + 1


@dataclass(frozen=True)
class Categories:
    """A column of words, all of them declared.

    >>> Categories(("low", "high")).size, Categories(("low", "high"), missing="low").size
    (3, 2)
    """

    values: Sequence[object]
    """Words, or what becomes one: see `word`."""
    missing: object = None
    """Which value stands for all that is not declared: None for a category of its own, after the others."""

    def __post_init__(self) -> None:
        if isinstance(self.values, str) or not isinstance(self.values, Iterable):
            raise ValueError(f"values must be a list of categories, got {self.values!r}")
        object.__setattr__(self, "values", tuple(map(word, self.values)))
        if not self.values or len(set(self.values)) < len(self.values) or "" in self.values:
            raise ValueError(f"values must be different words, at least one, got {list(self.values)}")
        if self.missing is not None:
            object.__setattr__(self, "missing", word(self.missing))
            if self.missing not in self.values:
                raise ValueError(f"missing must be one of {list(self.values)}, got {self.missing!r}")
        if self.size > MOST_CATEGORIES:
            raise ValueError(f"values must leave at most {MOST_CATEGORIES} categories, got {self.size}")

    @property
    def words(self) -> tuple[str, ...]:
        """The declared categories in their order, which is that of the codes."""
        return tuple(map(str, self.values))

    @property
    def size(self) -> int:
        """How many categories there are, with the one for everything else."""
        return len(self.values) + (self.missing is None)

    @property
    def stand_in(self) -> int:
        """The code of what is not declared."""
        return len(self.values) if self.missing is None else self.words.index(str(self.missing))


Column = Number | Categories


def categories(values: Any, missing: object = None) -> Categories:
    """The same, said by people, who may take a list inside the list for several spellings of one word.

    >>> categories(["no", ["yes", "Yes"]])
    Traceback (most recent call last):
    ValueError: values must be single words or numbers, got ['yes', 'Yes']; write a word in one way in the whole file
    """
    for value in values if isinstance(values, Iterable) else ():
        if isinstance(value, Iterable) and not isinstance(value, str):
            raise ValueError(
                f"values must be single words or numbers, got {value!r}; write a word in one way in the whole file"
            )
    return Categories(values, missing)


def word(value: object) -> str:
    """A declared category as text, without blanks around it; a whole number has one spelling.

    >>> word(" low "), word(1), word(1.0), word(True)
    ('low', '1', '1', 'True')
    """
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    return str(whole).strip(string.whitespace)


@dataclass(frozen=True)
class Declaration:
    """Which columns count, in which order, and how their file is written. Everything here is public."""

    columns: Mapping[str, Column]
    dialect: Dialect = field(default_factory=Dialect)

    def __post_init__(self) -> None:
        if not self.columns:
            raise ValueError("a declaration must name at least one column, got none")
        object.__setattr__(self, "columns", dict(self.columns))

    def only(self, names: Sequence[str]) -> "Declaration":
        """The same, for these columns alone.

        >>> list(Declaration({"a": Number(), "b": Number()}).only(["b"]).columns)
        ['b']
        """
        for name in names:
            if name not in self.columns:
                raise ValueError(f"column {name!r} must be declared; declared are {', '.join(self.columns)}")
        return Declaration({name: self.columns[name] for name in names}, self.dialect)


def load(path: str | Path) -> Declaration:
    """A declaration from a TOML file."""
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"cannot read the declaration {path}: {error.strerror}") from error
    except ValueError as error:  # both of TOML and of UTF-8; a declaration is public, so it may be quoted
        raise ValueError(
            f"the declaration {path} is not TOML: {error}; a name with blanks or signs in it stands in quotes"
        ) from error
    return parse(content, str(path))


def parse(content: Mapping[str, Any], where: str = "the declaration") -> Declaration:
    """A declaration from plain dicts and lists, as TOML or JSON hold them.

    >>> parse({"sep": ";", "columns": {"age": {"range": [0, 110]}, "dose": {"values": ["low", "high"]}}}).columns["age"]
    Number(low=0.0, high=110.0, missing=None, cuts=())
    """
    columns = content.get("columns")
    if not isinstance(columns, Mapping) or not columns:
        raise ValueError(f"{where} must have a table [columns] with at least one column")
    _known(content, ("columns", "sep", "decimal", "encoding"), where)
    try:
        dialect = Dialect(**{name: str(value) for name, value in content.items() if name != "columns"})
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    return Declaration(
        {name: column(what, f"{where}: column {name!r}") for name, what in columns.items()}, dialect
    )


def written(declaration: Declaration) -> dict[str, Any]:
    """The same as plain dicts and lists, for what is published beside an answer; an endless range ends in None.

    >>> written(Declaration({"age": Number(0, 110, cuts=(18,))}))["columns"]
    {'age': {'range': [0.0, 110.0], 'cuts': [18.0], 'missing': 55.0}}
    """
    dialect = declaration.dialect
    said = {"sep": dialect.sep, "decimal": dialect.decimal, "encoding": dialect.encoding}
    return {**said, "columns": {name: _written(column) for name, column in declaration.columns.items()}}


def _written(column: Column) -> dict[str, Any]:
    if isinstance(column, Categories):
        said: dict[str, Any] = {"values": list(column.words)}
        return said if column.missing is None else {**said, "missing": str(column.missing)}
    ends = [float(end) if math.isfinite(end) else None for end in (column.low, column.high)]
    return {"range": ends, "cuts": list(map(float, column.cuts)), "missing": column.stand_in}


def column(what: object, where: str) -> Column:
    """One column, as a line of a TOML file says it.

    >>> column({"values": ["no", "yes"], "missing": "no"}, "well")
    Categories(values=('no', 'yes'), missing='no')
    """
    if not isinstance(what, Mapping) or ("values" in what) == ("range" in what):
        if isinstance(what, Mapping):
            _known(what, ("values", "range", "missing", "cuts"), where)
        raise ValueError(
            f"{where} must have either values = [...] or range = [low, high]; delete its line if you do not need it"
        )
    try:
        if "values" in what:
            _known(what, ("values", "missing"), where)
            return categories(what["values"], what.get("missing"))
        _known(what, ("range", "missing", "cuts"), where)
        low, high = _numbers(what["range"], "range", 2)
        missing = _numbers([what["missing"]], "missing")[0] if "missing" in what else None
        return Number(low, high, missing, tuple(_numbers(what.get("cuts", []), "cuts")))
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _numbers(items: object, what: str, many: int | None = None) -> list[float]:
    if not isinstance(items, list | tuple) or not all(type(item) in (int, float) for item in items):
        raise ValueError(f"{what} must be made of numbers, got {items!r}")
    if many is not None and len(items) != many:
        raise ValueError(f"{what} must be {many} numbers, got {items!r}")
    return [float(item) for item in items]


def _known(content: Mapping[str, Any], names: Sequence[str], where: str) -> None:
    strange = [name for name in content if name not in names]
    if strange:
        raise ValueError(f"{where} may say {', '.join(names)}, but it says {strange[0]!r}")
