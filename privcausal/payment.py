"""Who pays for an answer that is asked for in Python: nobody, or a budget file that remembers."""

import numbers
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Union

from privcausal.privacy.price import Price, Relation
from privcausal.privacy.weak_budget import check_budget_strength

if TYPE_CHECKING:
    from privcausal.privacy.budget_file import BudgetFile
    from privcausal.table.records import Table
    from privcausal.table.stream import Stream

Budget = Union["BudgetFile", str, "PathLike[str]"]
"""A budget file, as `privcausal.budget` opens it, or the name of one that is there."""


def price_of(epsilon: object, delta: object = 0.0) -> Price:
    """Return the price that was asked for, under substitution; a ValueError names what is no number.

    >>> price_of("1")
    Traceback (most recent call last):
    ValueError: epsilon must be a number, for example 1.0, got '1'. Nothing was spent.
    """
    check_numbers(epsilon=epsilon, delta=delta)
    return Price(epsilon, delta, Relation.SUBSTITUTION)  # type: ignore[arg-type]


def check_numbers(**arguments: object) -> None:
    """Refuse an argument that is no number, by its name."""
    for name, value in arguments.items():
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise ValueError(f"{name} must be a number, for example 1.0, got {value!r}. Nothing was spent.")


def opened(budget: Budget | None, price: Price, seed: int | None) -> "BudgetFile | None":
    """Return who pays, asked before anything is read whether there is enough.

    >>> opened(None, Price(1.0, 0.0, Relation.SUBSTITUTION), None) is None
    True
    """
    if budget is None:
        return None
    from privcausal.privacy.budget_file import BudgetFile

    if seed is not None:
        raise ValueError(
            "seed must be left out with a budget: a known seed is no protection, so there is nothing to pay for. "
            "Nothing was spent."
        )
    file = budget if isinstance(budget, BudgetFile) else BudgetFile.at(fspath(budget))
    file.check(price)
    return file


@contextmanager
def paying(
    file: "BudgetFile | None", price: Price, what: str, table: "Table | Stream", *, allow_weak: bool
) -> Iterator[None]:
    """Around everything that draws noise: no weak guarantee is given unawares, and the budget file pays.

    The number of records is public, and so is how many of them are one person's.
    """
    if not allow_weak:
        check_budget_strength(price, len(table))
    if file is None:
        yield
        return
    if not allow_weak:
        check_budget_strength(file.account.total, len(table), prefix="the budget file's ")
    price = replace(price, **table.declaration.unit.priced)
    file.check_people(price)
    with file.charging(price, what, all_heard=True):
        yield


def named(data: object) -> str:
    """Return what a history calls the data: a file by its name without folders, anything else by its kind.

    >>> named("folder/people.csv"), named([1, 2])
    ('people.csv', 'list')
    """
    return Path(data).name if isinstance(data, str | Path) else type(data).__name__
