"""The payment of a command: its price, the budget file, and consent to a weak guarantee."""

import math
import os
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from privcausal.commands import WRITTEN, names

if TYPE_CHECKING:
    from privcausal.privacy.budget_file import BudgetFile
    from privcausal.privacy.price import Price
    from privcausal.table.unit import Unit


TABLE_OPTIONS = (
    *("categories", "declare", "columns", "row_norm", "sep", "decimal", "encoding"),
    *("rows_per_person", "person", "keep_rows", "forecast", "epsilon", "delta"),
    *("budget", "budget_epsilon", "budget_delta", "same_people", "allow_weak_guarantee", "seed"),
)
"""The options that describe a table and its budget; a release contains them already."""


def spending_options(command: ArgumentParser) -> None:
    """For every command that draws noise: the budget file, consent to a weak guarantee, and the seed."""
    command.add_argument(
        "--budget",
        metavar="FILE",
        help="a file that records the budget spent on these people; it is created by the first command that names "
        "its total, and refuses once it is empty; one budget file is for one table",
    )
    command.add_argument(
        "--same-people",
        action="store_true",
        help="a file of another name than those that the budget file has paid for holds the same people",
    )
    command.add_argument("--budget-epsilon", type=float, metavar="E", help="what a new --budget holds")
    command.add_argument(
        "--budget-delta", type=float, metavar="D", help="its δ for all questions together (default: 0)"
    )
    command.add_argument(
        "--allow-weak-guarantee",
        action="store_true",
        help="spend a budget that protects little: ε above 10, or δ of 1/n or more",
    )
    command.add_argument(
        "--seed", type=int, help="for demonstrations only: noise from a known seed does not protect anybody"
    )


def check_beside_release(options: Namespace) -> None:
    """Refuse beside a release whatever describes a table or its budget."""
    for name in TABLE_OPTIONS:
        if getattr(options, name, None) not in (None, False, 0.0):
            raise ValueError(
                f"--{name.replace('_', '-')} must be left out: FILE is a release, which contains "
                "its declaration and its price. Nothing was spent."
            )


def price_of(options: Namespace) -> "Price":
    """What a command is going to cost."""
    from privcausal.privacy.price import Price, Relation, check_positive

    if options.epsilon != math.inf:
        check_positive(epsilon=options.epsilon)
    return Price(options.epsilon, getattr(options, "delta", 0.0), Relation.SUBSTITUTION)


def open_budget(options: Namespace, price: "Price") -> "BudgetFile | None":
    """Who pays, if a budget file is named: asked, before anything is read, whether there is enough."""
    from privcausal.privacy.budget_file import BudgetFile
    from privcausal.privacy.outward_rounding import text_above
    from privcausal.privacy.price import Price, Relation, check_positive

    total = None
    if options.budget_epsilon is not None:
        check_positive(budget_epsilon=options.budget_epsilon)
        if price.delta > 0 and options.budget_delta is None:
            raise ValueError(
                "--budget-delta must come with --budget-epsilon, because this question takes "
                f"δ = {text_above(price.delta)}: name the total δ of all questions"
            )
        total = Price(options.budget_epsilon, options.budget_delta or 0.0, Relation.SUBSTITUTION)
    elif options.budget_delta is not None:
        raise ValueError(
            "--budget-delta must come with --budget-epsilon, the ε of the same total. Nothing was spent."
        )
    if options.budget is None:
        if total is not None:
            raise ValueError(
                "--budget-epsilon requires --budget FILE, the file whose total it is. Nothing was spent."
            )
        return None
    check_positive(epsilon=options.epsilon)
    if options.seed is not None:
        raise ValueError(
            "--seed must be left out with --budget: a known seed gives no protection, so there is nothing to pay for; "
            "nothing was spent"
        )
    if any(_same(options.budget, getattr(options, name, None)) for name in WRITTEN):
        raise ValueError(
            "--budget must be a file of its own, got one file twice. Writing the output would overwrite the "
            "record of the budget; choose another file for one of them. Nothing was spent."
        )
    if total is None and not os.path.lexists(options.budget):
        raise ValueError(
            "--budget must be an existing budget file, or come with a total, and there is no file of this name. To "
            "make it, add --budget-epsilon, and --budget-delta for questions with a δ."
        )
    budget_file = BudgetFile.at(options.budget, total)
    budget_file.check(price)
    _check_people(options, budget_file)
    return budget_file


def _check_people(options: Namespace, budget_file: "BudgetFile") -> None:
    """A budget file is for one table: a file of another name is asked about, unless it is said to hold the same
    people.
    """
    paid_for = [
        words for payment in budget_file.account.charges if (words := _words(payment.what))[0] in names()
    ]
    charged_files = {Path(word).name for words in paid_for for word in words}
    if paid_for and not options.same_people and Path(options.file).name not in charged_files:
        raise ValueError(
            "--budget has paid for other tables so far, and not for one of the name of FILE. A budget file "
            "must be for one table. If this table holds the same people, add --same-people."
        )


def _words(what: str) -> list[str]:
    """The words of a command, as a budget file remembers it; an entry from Python can be any text."""
    try:
        return shlex.split(what) or [""]
    except ValueError:
        return [""]


def _same(path: str, other: str | None) -> bool:
    return other is not None and os.path.realpath(path) == os.path.realpath(other)


@contextmanager
def charging(
    options: Namespace, price: "Price", budget_file: "BudgetFile | None", n: int, unit: "Unit"
) -> Iterator[None]:
    """Around everything that draws noise: a weak guarantee needs consent, and the budget file pays; n is public.

    Whose the records are, the `unit` says.
    """
    price = replace(price, **unit.priced)
    _check_budget_strength(options, price, n)
    if budget_file is None:
        options.charged = True
        yield
        return
    _check_budget_strength(options, budget_file.account.total, n, "--budget-")
    budget_file.check_people(price)
    with budget_file.charging(price, options.words, all_heard=True) as charge:
        options.charged = True
        try:
            yield
        except KeyboardInterrupt:
            if not charge.paid:
                raise
            raise KeyboardInterrupt(f"; {price.amount} is spent") from None
    print(f"{options.budget}: {budget_file.account}", file=sys.stderr)


def _check_budget_strength(options: Namespace, price: "Price", n: int, prefix: str = "--") -> None:
    """Refuse a budget that is too large to protect anybody, unless that is wanted."""
    from privcausal.privacy.weak_budget import check_budget_strength

    if not options.allow_weak_guarantee:
        check_budget_strength(price, n, prefix=prefix, insist="--allow-weak-guarantee")
