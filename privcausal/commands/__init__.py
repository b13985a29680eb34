"""What each command of the command line does: one module for each, found by its name, loaded when it is asked for.

A command's module describes the command in the first line of its docstring, shows `EXAMPLES`, declares its arguments in
`options`, and does its work in `run`. At its top are only the imports that --help needs: the rest is imported by
the functions that use it. Here is what several commands share.
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from privcausal.arguments import check_target

INTERRUPTED = 130
"""The exit status of a command that the user has stopped."""

UNWRITTEN = 3
"""The exit status when an answer was paid for and could not be written."""

PICTURES = (".png", ".svg")

WRITTEN = ("out", "plot", "nonprivate_plot", "report")
"""Options that name a file to write."""


VERIFYING = ("hypothesis", "joblib", "sympy")
"""What only the extra `verify` installs: whoever asks a table does without."""

INSTALL = "in the folder of the book, run pip install '.[verify]'"
"""How to get it; the package is on no index."""

SHARED = ("answers", "background", "spending")
"""Modules in this folder that are not commands."""


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
    """The file, and the public facts about it."""
    command.add_argument(
        "file",
        metavar="FILE",
        help="text with a header line, or .parquet; each line is one person, however it is written, unless "
        "--rows-per-person says otherwise",
    )
    command.add_argument(
        "--declare",
        metavar="TOML",
        help="a file that declares the columns and their possible values: `privcausal declare` drafts one",
    )
    dialect_options(command)
    rows_per_person_option(command)
    command.add_argument(
        "--person",
        metavar="COLUMN",
        help="whose each row is: no more than --rows-per-person rows of one identifier are kept (default: 1), and "
        "the others count as rows of which every cell is missing",
    )
    command.add_argument(
        "--keep-rows",
        type=int,
        metavar="N",
        help="with --person: draw so many of the kept rows at random, so that no blank ones are needed; the number is "
        "public, so take it from what you know and not from the data",
    )


def rows_per_person_option(command: ArgumentParser) -> None:
    """How many rows are one person's."""
    command.add_argument(
        "--rows-per-person",
        type=int,
        metavar="K",
        help="the largest number of rows of one person (default: 1); ε and δ are then for all of these together",
    )


def dialect_options(command: ArgumentParser) -> None:
    """How a file of text is written."""
    command.add_argument("--sep", help="what separates cells (default: a comma), for example ';' or tab")
    command.add_argument("--decimal", help="the decimal sign (default: a point)")
    command.add_argument("--encoding", help="of the text (default: utf-8), for example latin-1")


def check_table(options: Namespace) -> None:
    """Refuse a release in place of a table: queries to it have no cost, and these questions would have one."""
    if options.file.endswith(".json"):
        raise ValueError(
            "FILE must be a table, and its name ends in .json. If it is a release, ask it with `discover`, `effect` or "
            "`crosstab`, which costs nothing."
        )


def jobs_option(command: ArgumentParser, default: int = 1) -> None:
    """How many processes."""
    command.add_argument(
        "--jobs",
        type=int,
        default=default,
        metavar="N",
        help=f"processes (default: {default}; -1: all cores)",
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
        raise ValueError(f"--jobs must be a positive number, or -1 for all cores, got {jobs:d}")


def target_path(
    text: str | None, option: str, endings: Sequence[str] = PICTURES, *, new: bool = False
) -> Path | None:
    """The file to write, checked before any budget is spent; a paid answer never overwrites another file."""
    if text is None:
        return None
    if new and os.path.exists(text):
        raise ValueError(
            f"{option} must name a new file, and this one exists. Choose another name. Nothing was spent."
        )
    return check_target(text, endings, option)


def with_cost(message: str, options: Namespace | None) -> str:
    """A refusal, and that it has cost nothing, where a budget could have been spent and was not.

    >>> with_cost("column 'b' must be declared", Namespace(allow_weak_guarantee=False))
    "column 'b' must be declared. Nothing was spent."
    """
    spends = hasattr(options, "allow_weak_guarantee") and not getattr(options, "charged", False)
    if not spends or "nothing was spent" in message.lower():
        return message
    end = "" if message.endswith("?") else "."
    return f"{message.rstrip('.')}{end} Nothing was spent."


class UnwrittenError(Exception):
    """The budget is spent, and the answer could not be written."""


def publish(answer: object, spent: object) -> None:
    """Print an answer; if that fails, name its cost."""
    with report_write_failure(spent, "the answer"):
        print(answer, flush=True)


@contextmanager
def report_write_failure(spent: object, what: object) -> Iterator[None]:
    """Around everything that writes after the budget is spent."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise UnwrittenError(f"cannot write {what}: {reason}; {spent} is spent") from None


def warn_about_seed(options: Namespace) -> None:
    """A seed is for demonstrations."""
    if options.seed is not None:
        print(
            "--seed makes this a demonstration: with the seed the noise can be taken off",
            file=sys.stderr,
        )
