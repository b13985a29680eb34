"""Long experiments: run once, in parallel, resumable; stored with their command, seed and code hash."""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from privcausal.experiments.execution import Experiment


def load() -> "dict[str, Experiment]":
    """Every experiment of the book by name: each module here that holds one is found by itself.

    >>> {"curves", "networks", "pairs"} < load().keys()
    True
    """
    from privcausal.experiments.execution import Experiment

    modules = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)]
    held = (thing for module in modules for thing in vars(module).values())
    return {thing.name: thing for thing in held if isinstance(thing, Experiment)}
