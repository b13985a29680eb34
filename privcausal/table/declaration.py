"""The public part of a table: its columns, and the possible values of each of their cells."""

import math
import numbers
import string
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from privcausal.arguments import check_choice, check_words, hint, is_single, kind
from privcausal.table.dialect import Dialect
from privcausal.table.knowledge import Knowledge
from privcausal.table.unit import Unit

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from privcausal.arrays import Floats

MOST_CATEGORIES = 256
"""With the one for everything else: codes are stored in one byte."""


SCALES = ("linear", "log")


def _plain(name: str, value: Any) -> float:
    """A number as Python has it: those of NumPy can have few digits, or none to spare for a difference of two."""
    try:
        number = float(value) if isinstance(value, numbers.Real) and not isinstance(value, bool) else None
    except OverflowError:  # a whole number of 400 digits
        number = None
    if number is None or (number != value and number == number):
        raise ValueError(f"{name} must be made of numbers that a float can hold, got {kind(value)}")
    return value if type(value) in (int, float) else number


FARTHEST = 1.7e308
"""Stored for a missing cell where the range has no end."""


@dataclass(frozen=True)
class Number:
    """A column of numbers in a declared range; what lies outside counts as the nearer end.

    >>> Number(0, 110).substitute
    55.0
    """

    low: float = -math.inf
    high: float = math.inf
    missing: float | None = None
    """The value of a cell that is not a number: None for the middle of the range, or for a code of its own with cuts.

    Some methods count that code as a category, others as a gap, which is none of the values: see `values_of`.
    """
    cuts: tuple[float, ...] = ()
    """Where categories begin, for methods that want categories."""
    scale: str = field(default="linear", repr=False)
    """"log" if numbers count by their logarithms: a public transformation of each cell."""

    def __post_init__(self) -> None:
        for name in ("low", "high"):
            object.__setattr__(self, name, _plain("range", getattr(self, name)))
        if self.missing is not None:
            object.__setattr__(self, "missing", _plain("missing", self.missing))
        object.__setattr__(self, "cuts", tuple(_plain("cuts", cut) for cut in self.cuts))
        if not self.low < self.high:
            raise ValueError("range must be two numbers, the lower one first")
        if self.missing is not None and not (
            math.isfinite(self.missing) and self.low <= self.missing <= self.high
        ):
            raise ValueError("missing must be a number within the range, and it is not")
        if not all(self.low < cut <= self.high and math.isfinite(cut) for cut in self.cuts):
            raise ValueError("cuts must lie within the range, and not all of them do")
        if any(b <= a for a, b in zip(self.cuts, self.cuts[1:], strict=False)):
            raise ValueError("cuts must increase, and they do not")
        check_choice("scale", self.scale, SCALES)
        if self.scale == "log" and not self.low > 0:
            raise ValueError(
                "range must begin above 0 for scale = 'log', and it does not. Declare the least "
                "amount that can be measured"
            )

    def on_scale(self, numbers: "ArrayLike") -> "Floats":
        """Return numbers as they are stored: themselves, or their logarithms.

        >>> Number(1, 1_000, scale="log").on_scale([1, 10]).round(3).tolist()
        [0.0, 2.303]
        """
        import numpy as np  # not needed to declare anything, or to show help

        values = np.asarray(numbers, dtype=np.float64)
        return np.log(values) if self.scale == "log" else values

    @property
    def ends(self) -> tuple[float, float]:
        """The range of the stored values."""
        low, high = self.on_scale([self.low, self.high]).tolist()
        return low, high

    @property
    def stand_in(self) -> float:
        """The number that a missing cell counts as where numbers are wanted: the middle, or the value nearest to 0.

        >>> Number(0, 110).stand_in, round(Number(1, 100, scale="log").stand_in, 9)
        (55.0, 10.0)
        """
        if self.missing is not None:
            return float(self.missing)
        if math.isfinite(self.low) and math.isfinite(self.high):
            low, high = self.ends
            return math.exp(low / 2 + high / 2) if self.scale == "log" else low / 2 + high / 2
        return float(min(max(0.0, self.low), self.high))

    @property
    def own_category(self) -> bool:
        """Has a missing cell a code of its own, after those between cuts?"""
        return bool(self.cuts) and self.missing is None

    @property
    def substitute(self) -> float:
        """The stored value of a missing cell: its substitute, or a value that no number has, if it is a category.

        >>> Number(0, 110, cuts=(18,)).substitute > 110
        True
        """
        if not self.own_category:
            return float(self.on_scale(self.stand_in))
        high = self.ends[1]
        return float(math.nextafter(high, math.inf)) if high < FARTHEST else FARTHEST

    @property
    def size(self) -> int:
        """How many categories the cuts make, with the one for missing cells unless they have a substitute."""
        return len(self.cuts) + 1 + self.own_category

    @property
    def gaps(self) -> bool:
        """Whether a cell can be a gap, which is none of the categories that the cuts make."""
        return self.own_category


@dataclass(frozen=True)
class Categories:
    """A column of words, all of them declared.

    >>> Categories(("low", "high")).size, Categories(("low", "high"), missing="low").size
    (3, 2)
    >>> Categories({"yes": ["Ja", "ja"], "no": ["Nein"]}).codes
    {'yes': 0, 'Ja': 0, 'ja': 0, 'no': 1, 'Nein': 1}
    """

    values: Sequence[object] | Mapping[str, object]
    """Words, or what becomes one (see `word`); or for each word the other spellings that count as it."""
    missing: object = None
    """The value that replaces all undeclared ones: None for a code of its own, after the others.

    Some methods count that code as a category, others as a gap, which is none of the values: see `values_of`.
    """
    spellings: Sequence[Sequence[object]] = field(default=(), repr=False)
    """For each value its other spellings, if `values` are words alone."""

    def __post_init__(self) -> None:
        values, spellings = self.values, self.spellings
        if isinstance(self.values, Mapping):
            values = list(self.values)
            spellings = [_several(other) for other in self.values.values()]
        if isinstance(values, str | Set) or not isinstance(values, Iterable):
            raise ValueError(f"values must be a list of categories, in an order, got {kind(values)}")
        object.__setattr__(self, "values", tuple(map(word, values)))
        own = [tuple(map(word, other)) for other in spellings] or [()] * len(self.values)
        object.__setattr__(self, "spellings", tuple(own) if any(own) else ())
        if not self.values or len(set(self.values)) < len(self.values) or "" in self.values:
            raise ValueError(
                "values must be different words, at least one and none of them empty. An "
                "empty cell is missing: declare its value with missing = ..."
            )
        pairs = [(text, code) for code, texts in enumerate(self.written) for text in texts]
        for text, code in pairs:
            if self.codes[text] != code or not text:
                raise ValueError(
                    f"values must each have spellings of their own, and one of value {code + 1:d} is empty, or there "
                    "twice. Keep it for one value"
                )
        if self.missing is not None:
            object.__setattr__(self, "missing", word(self.missing))
            if self.missing not in self.values:
                raise ValueError(
                    "missing must be one of the values, and it is none of them. Add it to the values, or leave "
                    "missing out"
                )
        if self.size > MOST_CATEGORIES:
            raise ValueError(
                f"values must leave at most {MOST_CATEGORIES} categories, and there are more. Declare fewer, from "
                "subject knowledge; all other cells count as missing"
            )

    @property
    def words(self) -> tuple[str, ...]:
        """The declared categories in their order, which is that of the codes."""
        return tuple(map(str, self.values))

    @property
    def written(self) -> tuple[tuple[str, ...], ...]:
        """The spellings of each category, its own name first."""
        others = self.spellings or ((),) * len(self.values)
        return tuple((name, *map(str, more)) for name, more in zip(self.words, others, strict=True))

    @property
    def as_declared(self) -> list[str] | dict[str, list[str]]:
        """A list of words, or for each of them its other spellings, as TOML and JSON hold them."""
        return {name: others for name, *others in self.written} if self.spellings else list(self.words)

    @property
    def codes(self) -> dict[str, int]:
        """The code of each word that a cell can contain."""
        return {text: code for code, texts in enumerate(self.written) for text in texts}

    @property
    def size(self) -> int:
        """How many categories there are, with the one for everything else."""
        return len(self.values) + (self.missing is None)

    @property
    def gaps(self) -> bool:
        """Whether a cell can be a gap; a column of one value needs the rest as its second."""
        return self.missing is None and len(self.values) > 1

    @property
    def substitute(self) -> int:
        """The code of all undeclared values."""
        return len(self.values) if self.missing is None else self.words.index(str(self.missing))


@dataclass(frozen=True)
class Identifier(Number):
    """A column that says whose a row is: a number for each identifier, and NaN for a cell without one.

    It is read to count the rows of each person, and never asked about.
    """

    @property
    def substitute(self) -> float:
        """No identifier."""
        return math.nan


def _several(other: object) -> Sequence[object]:
    """Other spellings of a category: a list of them, or one."""
    several = [other] if isinstance(other, str | int | float) else other
    if not isinstance(several, list | tuple) or not all(
        isinstance(one, str | int | float) for one in several
    ):
        raise ValueError(
            f"values must each have a list of spellings, got {kind(other)} for one of them; {SPELLINGS}"
        )
    return several


Column = Number | Categories

SPELLINGS = 'write {"yes": ["Yes", "Y"], "no": []} in Python, { yes = ["Yes", "Y"], no = [] } in TOML'


def categories(values: Any, missing: object = None) -> Categories:
    """Return categories from user input: a set in place of a list, or a list inside the list for several spellings.

    >>> categories({"no": [], "yes": ["Yes", "Y"]}).words
    ('no', 'yes')
    """
    _check_no_cells(values, missing)
    if isinstance(values, Set):
        raise ValueError(
            "values must be a list, because categories are in an order, got a set; write [a, b] for two "
            "categories, or (low, high) for numbers between two ends"
        )
    if isinstance(values, Iterable) and not isinstance(values, Mapping | str):
        values = list(values)
        for value in values:
            if isinstance(value, Iterable) and not isinstance(value, str):
                raise ValueError(
                    f"values must be single words or numbers, got {kind(value)}; for several spellings of one "
                    f"word {SPELLINGS}"
                )
        if len(set(map(word, values))) < len(values):
            raise ValueError(
                "values must be different words, and one of them is there twice: write each once, from what you know, "
                "and never the cells of a column"
            )
    return Categories(values, missing)


def _check_no_cells(values: Any, missing: object) -> None:
    """Refuse a column, a table, or the text of one in place of declared words: no message quotes it."""
    check_words(missing=missing)
    if isinstance(values, str):
        raise ValueError(
            "values must be a list of categories, in an order, got one text: write [...] around them"
        )
    for one in values.values() if isinstance(values, Mapping) else (values,):
        is_column = hasattr(type(one), "__array__") or hasattr(type(one), "__arrow_c_stream__")
        if is_column or isinstance(one, Mapping) or not (is_single(one) or isinstance(one, Iterable)):
            raise ValueError(
                f"values must be a list of categories, got {kind(one)}: declare from what you know, and never "
                "from the data"
            )


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
    unit: Unit = field(default_factory=Unit)
    """The largest number of rows of a person."""
    knowledge: Knowledge = field(default_factory=Knowledge)
    """Background knowledge: tiers, forbidden and required arrows."""

    def __post_init__(self) -> None:
        if not self.columns:
            raise ValueError(
                "a declaration must name at least one column, got none. `privcausal declare FILE` drafts one"
            )
        object.__setattr__(self, "columns", dict(self.columns))
        self.knowledge.check(list(self.columns))
        for place, column in enumerate(self.columns.values(), 1):
            if isinstance(column, Categories):
                self._check_numbers(place, column)

    def _check_numbers(self, place: int, column: Categories) -> None:
        """Text that is a number counts as that number, so it must not represent two categories."""
        meant = [(self.dialect.meaning(text), code) for text, code in column.codes.items()]
        held: dict[float, int] = {}
        for meaning, code in (one for one in meant if not math.isnan(one[0])):
            if held.setdefault(meaning, code) != code:
                raise ValueError(
                    f"column {place:d} of the declaration must not have one number twice among its values, and values "
                    f"{held[meaning] + 1:d} and {code + 1:d} are the same; keep one of them, which represents both"
                )

    def only(self, names: Sequence[str]) -> "Declaration":
        """The same, for these columns alone.

        >>> list(Declaration({"a": Number(), "b": Number()}).only(["b"]).columns)
        ['b']
        """
        for place, name in enumerate(names, 1):
            if name not in self.columns:
                which = (
                    "the column" if len(names) == 1 else f"column {place:d} of the {len(names)} asked about"
                )
                near = hint(name, self.columns) or "."
                raise ValueError(f"{which} must be declared{near} Nothing was spent.")
        columns = {name: self.columns[name] for name in names}
        return Declaration(columns, self.dialect, self.unit, self.knowledge.only(names))


def sizes_of(declaration: Declaration) -> tuple[int, ...]:
    """How many values each column has; 0 for a number without cuts.

    >>> sizes_of(Declaration({"age": Number(0, 110), "old": Number(0, 110, cuts=(65,))}))
    (0, 3)
    """
    return tuple(0 if is_plain(column) else column.size for column in declaration.columns.values())


def gaps_of(declaration: Declaration) -> tuple[bool, ...]:
    """Return for each column whether the last of its codes is a gap: a cell that holds none of its values."""
    return tuple(column.gaps for column in declaration.columns.values())


def values_of(declaration: Declaration) -> tuple[int, ...]:
    """Return how many values each column has, if a gap is none of them; 0 for a number without cuts.

    >>> values_of(Declaration({"dose": Categories(("low", "high")), "well": Categories(("no", "yes"), missing="no")}))
    (2, 2)
    """
    return tuple(size - gap for size, gap in zip(sizes_of(declaration), gaps_of(declaration), strict=True))


def is_plain(column: Column) -> bool:
    """Is it a number without cuts?"""
    return isinstance(column, Number) and not column.cuts
