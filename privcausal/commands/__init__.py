"""What each command of the command line does: one module for each, found by its name, loaded when it is asked for.

A command's module says what it does in the first line of its docstring, shows `EXAMPLES`, declares its arguments in
`options`, and does its work in `run`. At its top stands only what --help needs: the rest of the house is imported by
the functions that use it. Here is what several commands share.
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

INTERRUPTED = 130
"""The exit status of a command that the user has stopped."""

PICTURES = (".png", ".svg")


def names() -> list[str]:
    """Every command.

    >>> "correlate" in names()
    True
    """
    return [info.name for info in iter_modules(__path__)]


def module(name: str) -> ModuleType:
    """The module of one command."""
    return import_module(f"{__name__}.{name}")


def seed_option(command: ArgumentParser) -> None:
    """The seed of a release."""
    command.add_argument("--seed", type=int, help="for demonstrations only: a known seed is no protection")


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


def target_path(text: str | None, option: str, endings: Sequence[str] = PICTURES) -> Path | None:
    """Where to write, checked before any budget is spent."""
    if text is None:
        return None
    path = Path(text)
    writable = os.access(path if path.exists() else path.parent, os.W_OK)
    if path.suffix not in endings or path.is_dir() or not path.parent.is_dir() or not writable:
        raise ValueError(
            f"{option} must name a {' or '.join(endings)} file in an existing folder that you may write to, "
            f"got {text!r}"
        )
    return path


def warn_of_seed(options: Namespace) -> None:
    """A seed is for demonstrations."""
    if options.seed is not None:
        print(
            "--seed makes this a demonstration: with the seed the noise can be taken off",
            file=sys.stderr,
        )
