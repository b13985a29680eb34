"""Who pays for an answer that is asked for in Python: nobody, or a budget file that remembers."""

import numbers
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar, Union

from privcausal.arguments import check_arguments, check_file_name, kind
from privcausal.privacy.charges import unpaid
from privcausal.privacy.marks import SEEDED
from privcausal.privacy.price import Price, Relation, as_number
from privcausal.privacy.randomness import check_seed, generator
from privcausal.privacy.weak_budget import check_budget_strength, check_least_epsilon

if TYPE_CHECKING:
    import numpy as np

    from privcausal.privacy.budget_file import BudgetFile
    from privcausal.table.records import Table
    from privcausal.table.stream import Stream

P = ParamSpec("P")
T = TypeVar("T")

Budget = Union["BudgetFile", str, "PathLike[str]"]
"""A budget file, as `privcausal.budget` opens it, or the name of one that is there."""


def public(question: Callable[P, T]) -> Callable[P, T]:
    """A question that anybody asks: with its arguments checked, and with NumPy's usual behaviour.

    >>> public(lambda epsilon: None)(Ann=34)
    Traceback (most recent call last):
    TypeError: <lambda> must be given arguments that it has, got another
    """

    @wraps(question)
    def as_usual(*arguments: P.args, **options: P.kwargs) -> T:
        with _as_usual():
            return question(*arguments, **options)

    return check_arguments(as_usual)


def price_of(epsilon: object, delta: object = 0.0) -> Price:
    """Return the requested price, under substitution; a ValueError names an argument that is not a number.

    >>> price_of("1")
    Traceback (most recent call last):
    ValueError: epsilon must be a number, for example 1.0, got str. Nothing was spent.
    """
    check_numbers(epsilon=epsilon, delta=delta)
    return Price(epsilon, delta, Relation.SUBSTITUTION)  # type: ignore[arg-type]


def check_numbers(**arguments: object) -> list[float]:
    """Refuse an argument that is not a number, by its name; return them with all digits that Python has.

    NumPy's short floats stay short whatever they are divided by, and noise would be too small by their rounding errors.

    >>> import numpy as np
    >>> check_numbers(epsilon=np.float16(0.1), delta=0)
    [0.0999755859375, 0]
    """
    for name, value in arguments.items():
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise ValueError(
                f"{name} must be a number, for example 1.0, got {kind(value)}. Nothing was spent."
            )
    return [as_number(name, value) for name, value in arguments.items()]


def full(**argument: object) -> float | None:
    """Return one such number, which is optional."""
    (value,) = argument.values()
    return None if value is None else check_numbers(**argument)[0]


def open_payment(budget: Budget | None, price: Price, seed: int | None) -> "BudgetFile | None":
    """Return who pays, asked before anything is read whether there is enough.

    >>> open_payment(None, Price(1.0, 0.0, Relation.SUBSTITUTION), None) is None
    True
    """
    check_least_epsilon(price)
    if budget is None:
        return None
    from privcausal.privacy.budget_file import BudgetFile

    if seed is not None:
        raise ValueError(
            "seed must be left out with a budget: a known seed gives no protection, so there is nothing to pay for. "
            "Nothing was spent."
        )
    file = budget if isinstance(budget, BudgetFile) else BudgetFile.at(_name_of(budget))
    file.check(price)
    return file


def _as_usual() -> "np.errstate":
    """What NumPy does if nobody has called seterr."""
    import numpy as np  # not needed to open a budget file

    return np.errstate(divide="warn", over="warn", under="ignore", invalid="warn")


@contextmanager
def paying(
    file: "BudgetFile | None", price: Price, what: str, table: "Table | Stream", *, allow_weak: bool
) -> Iterator[None]:
    """Around everything that draws noise: no weak guarantee is given unawares, and the budget file pays.

    The number of records is public, and so is how many of them are one person's. Within, NumPy has its default
    behaviour for numbers that are too small or too large, whatever the caller has set: an error would reveal a cell.
    """
    if not allow_weak:
        check_budget_strength(price, len(table))
    if file is None:
        with _as_usual(), unpaid():
            yield
        return
    if not allow_weak:
        check_budget_strength(file.account.total, len(table), prefix="the budget file's ")
    price = replace(price, **table.declaration.unit.priced)
    file.check_people(price)
    with _as_usual(), file.charging(price, what, all_heard=True):
        yield


def _name_of(budget: object) -> str:
    """The name of a budget file; a ValueError for what names none."""
    if isinstance(budget, str | PathLike) and isinstance(name := fspath(budget), str):
        check_file_name("budget", name)
        return name
    raise ValueError(
        f"budget must be a budget file, as privcausal.budget opens it, or the name of one, got {kind(budget)}. "
        "Nothing was spent."
    )


def named(data: object) -> str:
    """Return what a history calls the data: a file by its name without folders, anything else by its kind.

    >>> named("folder/people.csv"), named([1, 2])
    ('people.csv', 'list')
    """
    return Path(data).name if isinstance(data, str | Path) else kind(data)


@check_arguments
def budget(path: "str | PathLike[str]", *, epsilon: float | None = None, delta: float = 0.0) -> "BudgetFile":
    """Return a budget file that records all charges to the same people; every question takes it as `budget=`.

    A new one needs its total, `epsilon` and `delta`, and is written at the first charge; one that is there keeps it. A
    question that does not fit is refused before anything is read. `print(kept.account)` shows the remaining budget. One
    budget file is for one table.

    >>> import pandas as pd, privcausal, tempfile
    >>> kept = privcausal.budget(tempfile.mkdtemp() + "/study.json", epsilon=1)
    >>> people = pd.DataFrame({"dose": range(2_000), "pain": range(2_000)})
    >>> _ = privcausal.correlate(people, "dose", "pain", epsilon=0.6, budget=kept)
    >>> print(kept.account)
    ε = 0.6 of ε = 1 is spent, ε = 0.4 is left
    """
    from privcausal.privacy.budget_file import BudgetFile

    name = _name_of(path)
    if epsilon is None and delta != 0:
        raise ValueError("delta must come with epsilon: both are the total of a new budget file")
    return BudgetFile.at(name, None if epsilon is None else price_of(epsilon, delta))


def noise_generator(seed: int | None) -> "np.random.Generator":
    """What noise is drawn from: the system; a seed makes a demonstration of it, and warns whoever asked."""
    check_seed(seed)
    if seed is not None:
        warnings.warn(SEEDED, stacklevel=5)  # whoever called the question
    return generator(seed)
