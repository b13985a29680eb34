"""What a claim's evidence rests on, reduced to a hash: edit any of it and the ledger's row turns stale.

The hash covers every function and class of this package that is reachable from an object, as syntax trees
without docstrings and comments, together with the constants they use. It is the same on every Python version.

A function goes by its qualified name and its own text, not by the module it lives in: a move changes no hash, and two
functions that share a name do not hide each other.
"""

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import _lru_cache_wrapper, cache, partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

PACKAGE = __name__.partition(".")[0]


def fingerprint(*roots: Any) -> str:
    """A short hash of all the code and constants reachable from `roots`.

    >>> fingerprint(1) == fingerprint(1), fingerprint(1) == fingerprint(2)
    (True, False)
    """
    parts = reach(*roots)
    return digest("\n".join(f"{name}: {parts[name]}" for name in sorted(parts)))


def reach(*roots: Any) -> dict[str, str]:
    """Everything reachable from `roots`, by `name_of`, with its own text.

    >>> name_of(digest) in reach(fingerprint)
    True
    """
    parts: dict[str, str] = {}
    queue = list(roots)
    while queue:
        name, text, reached = _describe(queue.pop())
        if name not in parts:
            parts[name] = text
            queue.extend(reached)
    return parts


def name_of(thing: Any) -> str:
    """What a thing is called in `reach`: a function's qualified name and the hash of its text.

    >>> name_of(digest).partition(" ")[0]
    'digest'
    """
    return _describe(thing)[0]


def digest(text: str) -> str:
    """The first 16 hexadecimal digits of SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _describe(thing: Any) -> tuple[str, str, list[Any]]:
    """A unique name, the thing's own text, and what it reaches."""
    thing = _behind_cache(thing)
    if isinstance(thing, Enum | type(None) | bool | int | float | str | bytes):
        return f"value {thing!r}", "", []
    if isinstance(thing, FunctionType) and _is_ours(thing):
        return f"{thing.__qualname__} {_stamp(thing)}", _shape(thing), list(_reached(thing))
    if isinstance(thing, type) and _is_ours(thing):
        methods = [m for m in map(_unwrap, vars(thing).values()) if isinstance(m, FunctionType)]
        own = [
            m
            for m in methods
            if m.__module__ == thing.__module__ and m.__qualname__.startswith(thing.__name__)
        ]
        parents = [base for base in thing.__bases__ if _is_ours(base)]
        reached = [*parents, *(other for method in own for other in _reached(method))]
        return f"{thing.__qualname__} {_stamp(thing)}", _shape(thing), reached
    return _describe_container(thing)


def _describe_container(thing: Any) -> tuple[str, str, list[Any]]:
    if is_dataclass(thing) and not isinstance(thing, type):
        values = {field.name: getattr(thing, field.name) for field in fields(thing)}
        return f"instance {type(thing).__name__} {_names(values)}", "", [type(thing), *values.values()]
    if isinstance(thing, partial):  # its repr would say where in memory its function lies
        parts = {"function": thing.func, "places": thing.args, "names": thing.keywords}
        return f"partial {_names(parts)}", "", list(parts.values())
    if isinstance(thing, dict):
        return f"dict {_names(thing)}", "", [*thing.keys(), *thing.values()]
    if isinstance(thing, set | frozenset):  # in an order of their own, whatever their hashes
        thing = sorted(thing, key=name_of)
    if isinstance(thing, list | tuple):
        return f"sequence {_names(dict(enumerate(thing)))}", "", list(thing)
    if isinstance(thing, ModuleType):  # its repr would say where it is installed
        return f"module {thing.__name__.rpartition('.')[2]}", "", []
    label = getattr(thing, "__qualname__", None) or repr(thing)
    return f"outside {getattr(thing, '__module__', '')} {label}", "", []


def _names(values: dict[Any, Any]) -> str:
    """A container's name lists its contents' names, so that equal contents in another order differ."""
    return repr([(str(key), _describe(value)[0]) for key, value in values.items()])


def _is_ours(thing: Any) -> bool:
    return bool(thing.__module__.split(".")[0] == PACKAGE)


def _unwrap(member: Any) -> Any:
    inner = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
    return inspect.unwrap(inner) if callable(inner) else inner


def _reached(function: FunctionType) -> Iterator[Any]:
    """The package's objects and plain constants that a function's code mentions."""
    function = _unwrap(function)
    mentioned = set(_mentioned_names(function.__code__)) - {"__name__"}  # where it lives is not what it does
    modules = []
    for name in sorted(mentioned & function.__globals__.keys()):
        value = _behind_cache(function.__globals__[name])
        if isinstance(value, ModuleType):
            modules.append(value)
        elif _worth_following(value):
            yield _with_its_name(name, value)
    for module in modules:
        if module.__name__.split(".")[0] == PACKAGE:
            inside = {n: _behind_cache(vars(module)[n]) for n in mentioned & vars(module).keys()}
            yield from (_with_its_name(n, inside[n]) for n in sorted(inside))
    yield from (cell.cell_contents for cell in function.__closure__ or ())


def _behind_cache(thing: Any) -> Any:
    """What `functools.cache` wraps: remembering results changes none of them, and must not hide the code."""
    return thing.__wrapped__ if isinstance(thing, _lru_cache_wrapper) else thing


def _with_its_name(name: str, value: Any) -> Any:
    """A constant counts under its name: the 6 of one place is not the 6 of another."""
    return value if isinstance(value, FunctionType | type) else (name, value)


def _worth_following(value: Any) -> bool:
    if isinstance(value, FunctionType | type):
        return _is_ours(value)
    return isinstance(value, Enum | int | float | str | tuple | list | dict) or is_dataclass(value)


def _mentioned_names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _mentioned_names(constant)


@cache
def _stamp(thing: Any) -> str:
    return digest(_shape(thing))


@cache
def _shape(thing: Any) -> str:
    """A function's or class's syntax tree without docstrings."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(thing)))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.FunctionDef | ast.ClassDef)
            and ast.get_docstring(node, clean=False) is not None
        ):
            node.body = node.body[1:]
    return repr(_plain(tree))


def _plain(node: Any) -> Any:
    """A syntax tree as nested tuples, leaving out the empty fields that Python versions differ in."""
    if isinstance(node, ast.AST):
        filled = [(name, value) for name, value in ast.iter_fields(node) if value not in (None, [])]
        return (type(node).__name__, *((name, _plain(value)) for name, value in filled if name != "ctx"))
    return [_plain(item) for item in node] if isinstance(node, list) else node
