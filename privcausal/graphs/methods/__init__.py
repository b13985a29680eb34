"""Every way to learn a graph, by its published name: a file each, found by itself.

From this list come `discover`, its help, its refusals, and all methods that an experiment compares. It is made when it
is first asked for, so that whoever needs one method does not wait for all.
"""

import ast
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from privcausal.arguments import check_choice
from privcausal.graphs.kinds import CATEGORIES, DEFAULT, FURTHER, MANY, MIXED, NUMBERS
from privcausal.table.declaration import Categories, Declaration, Number

if TYPE_CHECKING:
    from privcausal.graphs.constraint_based.policy_method import PolicyMethod
    from privcausal.graphs.method import Method

__all__ = [
    "CATEGORIES",
    "DEFAULT",
    "METHODS",
    "MIXED",
    "NUMBERS",
    "Method",
    "best_method",
    "method_of",
    "policy_method",
]

METHODS: Mapping[str, "Method"]
"""By name; for each kind of data the one to begin with first."""


@cache
def _methods() -> dict[str, "Method"]:
    modules = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__)]
    return {
        method.name: method for method in sorted((m.METHOD for m in modules), key=lambda method: method.rank)
    }


def __getattr__(name: str) -> object:
    if name == "METHODS":
        return _methods()
    raise AttributeError(f"module {__name__!r} has no attribute of this name")


def descriptions(wants: str) -> dict[str, str]:
    """Return what the methods for this kind of data say of themselves: read from their files, so that none is loaded.

    >>> descriptions(MIXED)
    {'once-mixed': 'asks once how contrasts of categories and numbers vary together, and tests what came back'}
    """
    files = (Path(folder) / f"{info.name}.py" for folder in __path__ for info in iter_modules([folder]))
    said = sorted(
        (_arguments(file.read_text(encoding="utf-8")) for file in files), key=lambda each: each["rank"]
    )
    return {each["name"]: each["says"] for each in said if each["wants"] == wants}


def _arguments(source: str) -> dict[str, Any]:
    """The plain arguments with which a file makes its METHOD."""
    kinds = {"CATEGORIES": CATEGORIES, "NUMBERS": NUMBERS, "MIXED": MIXED}
    (call,) = (
        node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "METHOD"
    )
    assert isinstance(call, ast.Call)
    plain = {arg.arg: arg.value for arg in call.keywords if arg.arg in ("name", "wants", "says", "rank")}
    return {
        str(name): kinds[value.id] if isinstance(value, ast.Name) else ast.literal_eval(value)
        for name, value in plain.items()
    }


def method_of(name: str, **options: Any) -> "Method":
    """Return the method of this name with these options, None meaning its own; a ValueError names all there are.

    >>> method_of("once").wants
    'categories'
    """
    methods = _methods()
    check_choice("method", name, methods)
    return methods[name].with_options(**{key: value for key, value in options.items() if value is not None})


def policy_method(name: str) -> "PolicyMethod":
    """Return the method of this name that is a policy for PC.

    >>> policy_method("em-pc").policy.__name__
    'EmPc'
    """
    from privcausal.graphs.constraint_based.policy_method import PolicyMethod

    method = method_of(name)
    if not isinstance(method, PolicyMethod):
        raise ValueError(f"method must be a policy for PC, got {method.name!r}")
    return method


def private_methods(wants: str) -> list[str]:
    """Return the names of the private methods for this kind of data.

    >>> private_methods(NUMBERS)[:2]
    ['once-correlations', 'once-linear']
    """
    return [method.name for method in _methods().values() if method.private and method.wants == wants]


def kinds_of(declaration: Declaration) -> tuple[str, ...]:
    """Return as what these columns can be taken, the plainest first: numbers with cuts are both.

    >>> kinds_of(Declaration({"age": Number(0, 110), "well": Categories((0, 1))}))
    ('categories and numbers',)
    """
    columns = declaration.columns.values()
    cut = [isinstance(column, Categories) or bool(column.cuts) for column in columns]
    numeric = all(isinstance(column, Number) for column in columns)
    fits = {CATEGORIES: all(cut), NUMBERS: numeric and not any(cut), MIXED: not all(cut)}
    return (*(kind for kind, is_so in fits.items() if is_so), *[NUMBERS] * (numeric and any(cut)))


def best_method(declaration: Declaration, records: int = 0) -> str:
    """Return the first method to try for this declaration and this number of records, which are public.

    >>> best_method(Declaration({"age": Number(0, 110)})), best_method(Declaration({"well": Categories((0, 1))}))
    ('once-correlations', 'once')
    """
    return best_reader(private_methods(kinds_of(declaration)[0])[0], records)


def best_reader(method: str, records: int) -> str:
    """Return the method that reads this method's release best: another one, if there are many records.

    >>> best_reader("once", 5_000), best_reader("once", 1_000_000), best_reader("once-mixed", 1_000_000)
    ('once', 'once-further', 'once-mixed')
    """
    return FURTHER if records >= MANY and method == DEFAULT else method
