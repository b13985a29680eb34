"""What each command of the command line does: one module for each, found by its name, loaded when it is asked for.

A command's module says what it does in the first line of its docstring, shows `EXAMPLES`, declares its arguments in
`options`, and does its work in `run`. At its top stands only what --help needs: the rest of the house is imported by
the functions that use it. Here is what several commands share.
"""

import math
import os
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from privcausal.privacy.price import Price
    from privcausal.privacy.purse import Purse

INTERRUPTED = 130
"""The exit status of a command that the user has stopped."""

UNWRITTEN = 3
"""The exit status when an answer was paid for and could not be written."""

PICTURES = (".png", ".svg")

WRITTEN = ("out", "plot", "owner_plot", "report")
"""Options that name a file to write."""


SHARED = ("answers",)
"""Modules beside the commands that are none."""


def names() -> list[str]:
    """Every command.

    >>> "correlate" in names()
    True
    """
    return [info.name for info in iter_modules(__path__) if info.name not in SHARED]


def module(name: str) -> ModuleType:
    """The module of one command."""
    return import_module(f"{__name__}.{name}")


def table_options(command: ArgumentParser) -> None:
    """The file, and what is public about it."""
    command.add_argument(
        "file",
        metavar="FILE",
        help="text with a header line, or .parquet; each line is one person, however it is written",
    )
    command.add_argument(
        "--declare",
        metavar="TOML",
        help="a file that says which columns there are and what they may hold: `privcausal declare` drafts one",
    )
    dialect_options(command)


def dialect_options(command: ArgumentParser) -> None:
    """How a file of text is written."""
    command.add_argument("--sep", help="what separates cells (default: a comma), for example ';' or tab")
    command.add_argument("--decimal", help="the decimal sign (default: a point)")
    command.add_argument("--encoding", help="of the text (default: utf-8), for example latin-1")


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
    """Who pays, if somebody is named: asked, before anything is read, whether there is enough."""
    from privcausal.privacy.price import Price, Relation, check_positive
    from privcausal.privacy.purse import Purse

    total = None
    if options.total_epsilon is not None:
        check_positive(total_epsilon=options.total_epsilon)
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


def check_table(options: Namespace) -> None:
    """A release is no table: asking it costs nothing, and these questions would cost."""
    if options.file.endswith(".json"):
        raise ValueError(
            f"FILE must be a table, got {options.file!r}; a release is asked by `discover` and `cross`, for nothing"
        )


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


def jobs_option(command: ArgumentParser) -> None:
    """How many processes."""
    command.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes (default: 1; -1: all cores)"
    )


def ledger_option(command: ArgumentParser) -> None:
    """Where the ledger lies."""
    command.add_argument("--ledger", metavar="FILE", help="the ledger file (default: the book's)")


def json_option(command: ArgumentParser) -> None:
    """How to print rows of the ledger."""
    command.add_argument("--json", action="store_true", help="print rows as JSON instead of a table")


def check_jobs(jobs: int) -> None:
    """A number of processes that joblib understands."""
    if jobs == 0 or jobs < -1:
        raise ValueError(f"--jobs must be a positive number, or -1 for all cores, got {jobs}")


def target_path(
    text: str | None, option: str, endings: Sequence[str] = PICTURES, *, new: bool = False
) -> Path | None:
    """Where to write, checked before any budget is spent; what was paid for is not written over another file."""
    if text is None:
        return None
    path = Path(text)
    if new and path.exists():
        raise ValueError(f"{option} must name a new file, and {text!r} exists; nothing was spent")
    writable = os.access(path if path.exists() else path.parent, os.W_OK)
    if path.suffix not in endings or path.is_dir() or not path.parent.is_dir() or not writable:
        raise ValueError(
            f"{option} must name a {' or '.join(endings)} file in an existing folder that you may write to, "
            f"got {text!r}"
        )
    return path


class UnwrittenError(Exception):
    """The budget is spent, and what was bought could not be written."""


def publish(answer: object, spent: object) -> None:
    """Print an answer; if that fails, say what it has cost."""
    with paid(spent, "the answer"):
        print(answer, flush=True)


@contextmanager
def paid(spent: object, what: object) -> Iterator[None]:
    """Around everything that writes after the budget is spent."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise UnwrittenError(f"cannot write {what}: {reason}; {spent} is spent") from None


def warn_of_seed(options: Namespace) -> None:
    """A seed is for demonstrations."""
    if options.seed is not None:
        print(
            "--seed makes this a demonstration: with the seed the noise can be taken off",
            file=sys.stderr,
        )
