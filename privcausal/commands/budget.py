"""Who pays for what a command asks: its price, the purse, and no weak promise unawares."""

import math
import os
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from privcausal.commands import WRITTEN, names

if TYPE_CHECKING:
    from privcausal.privacy.price import Price
    from privcausal.privacy.purse import Purse


def spending_options(command: ArgumentParser) -> None:
    """For all that draws noise: who pays, how weak the promise may be, and the seed."""
    command.add_argument(
        "--budget",
        metavar="PURSE",
        help="a file that remembers what was spent on these people; it is created by the first command that names "
        "its total, and refuses once it is empty; one purse is for one table",
    )
    command.add_argument(
        "--same-people",
        action="store_true",
        help="a file of another name than those that the purse has paid for holds the same people",
    )
    command.add_argument("--total-epsilon", type=float, metavar="E", help="what a new --budget holds")
    command.add_argument(
        "--total-delta", type=float, metavar="D", help="its δ for all questions together (default: 0)"
    )
    command.add_argument(
        "--weak-promise",
        action="store_true",
        help="spend a budget that protects little: ε above 10, or δ of 1/n or more",
    )
    command.add_argument("--seed", type=int, help="for demonstrations only: a known seed is no protection")


def price_of(options: Namespace) -> "Price":
    """What a command is going to cost."""
    from privcausal.privacy.price import Price, Relation, check_positive

    if options.epsilon != math.inf:
        check_positive(epsilon=options.epsilon)
    return Price(options.epsilon, getattr(options, "delta", 0.0), Relation.SUBSTITUTION)


def purse_of(options: Namespace) -> "Purse | None":
    """Who pays, if a purse is named: asked, before anything is read, whether there is enough."""
    from privcausal.privacy.price import Price, Relation, check_positive
    from privcausal.privacy.purse import Purse

    total = None
    if options.total_epsilon is not None:
        check_positive(total_epsilon=options.total_epsilon)
        asked = getattr(options, "delta", 0.0)
        if asked > 0 and options.total_delta is None:
            raise ValueError(
                f"--total-delta must come with --total-epsilon, for this question takes δ = {asked:g}: say how much δ "
                "all questions may take together"
            )
        total = Price(options.total_epsilon, options.total_delta or 0.0, Relation.SUBSTITUTION)
    elif options.total_delta is not None:
        raise ValueError("--total-delta must come with --total-epsilon")
    if options.budget is None:
        if total is not None:
            raise ValueError("--total-epsilon says what a --budget holds: name its file")
        return None
    check_positive(epsilon=options.epsilon)
    if any(_same(options.budget, getattr(options, name, None)) for name in WRITTEN):
        raise ValueError("--budget must be a file of its own: what is written into it would end its memory")
    if total is None and not os.path.lexists(options.budget):
        raise ValueError(
            "--budget must be an existing purse, or come with a total: there is no "
            f"{options.budget}; to make it, add --total-epsilon, and --total-delta for questions with a δ"
        )
    purse = Purse.at(options.budget, total)
    purse.check(price_of(options))
    _check_people(options, purse)
    return purse


def _check_people(options: Namespace, purse: "Purse") -> None:
    """A purse is for one table: a file of another name is asked about, unless it is said to hold the same people."""
    paid_for = [words for payment in purse.account.payments if (words := _words(payment.what))[0] in names()]
    known = {Path(word).name for words in paid_for for word in words}
    if paid_for and not options.same_people and Path(options.file).name not in known:
        raise ValueError(
            f"--budget {options.budget} has paid for other tables so far, and not for {options.file}: one purse is "
            "for one table; if it holds the same people, add --same-people"
        )


def _words(what: str) -> list[str]:
    """The words of a command, as a purse remembers it; what Python wrote into it may be any text."""
    try:
        return shlex.split(what) or [""]
    except ValueError:
        return [""]


def _same(path: str, other: str | None) -> bool:
    return other is not None and os.path.realpath(path) == os.path.realpath(other)


@contextmanager
def spending(options: Namespace, purse: "Purse | None", n: int) -> Iterator["list[Price]"]:
    """Around everything that draws noise: no weak promise is made unawares, and the purse pays; n is public."""
    _check_promise(options, price_of(options), n)
    if purse is None:
        yield []
        return
    _check_promise(options, purse.account.total, n, "--total-")
    with purse.paying(price_of(options), options.words) as due:
        try:
            yield due
        except KeyboardInterrupt:
            if due:
                raise
            raise KeyboardInterrupt(f"; {price_of(options).amount} is spent") from None
    print(f"{options.budget}: {purse.account}", file=sys.stderr)


def _check_promise(options: Namespace, price: "Price", n: int, prefix: str = "--") -> None:
    """Refuse a budget that keeps no promise worth the name, unless it is wanted."""
    from privcausal.privacy.promise import check_promise

    if not options.weak_promise:
        check_promise(price, n, prefix=prefix, insist="--weak-promise")
