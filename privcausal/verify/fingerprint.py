"""What a claim's evidence rests on, reduced to a hash: edit any of it and the ledger's row turns stale.

The hash covers every function and class of this package that is reachable from an object, as syntax trees
without docstrings and comments, together with the constants they use. It is the same on every Python version.

A function goes by its qualified name and its own text, not by the module it lives in: a move changes no hash, and two
functions that share a name do not hide each other.
"""

import ast
import dis
import hashlib
import inspect
import linecache
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import _lru_cache_wrapper, cache, cached_property, partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

PACKAGE = __name__.partition(".")[0]

Described = tuple[str, str, list[Any]]
"""A unique name, the thing's own text, and everything that it reaches."""

Known = dict[int, tuple[Any, Described]]
"""Things already described, by their id; each is kept alive, so that no other can get its id."""


def fingerprint(*roots: Any, descriptions: Known | None = None) -> str:
    """A short hash of all the code and constants reachable from `roots`.

    Fingerprints that are taken together share `known`, so that each thing is looked at once. Between two that share it
    nothing must be edited.

    >>> fingerprint(1) == fingerprint(1), fingerprint(1) == fingerprint(2)
    (True, False)
    """
    parts = reach(*roots, descriptions=descriptions)
    return digest("\n".join(f"{name}: {parts[name]}" for name in sorted(parts)))


def reach(*roots: Any, descriptions: Known | None = None) -> dict[str, str]:
    """Everything reachable from `roots`, by `name_of`, with its own text.

    >>> name_of(digest) in reach(fingerprint)
    True
    """
    parts: dict[str, str] = {}
    followed: set[int] = set()
    queue, descriptions = list(roots), {} if descriptions is None else descriptions
    while queue:
        thing = queue.pop()
        name, text, reached = _describe(thing, descriptions)
        twin = bool(getattr(thing, "__closure__", None)) and id(thing) not in followed
        if name not in parts or twin:  # of two closures with one text, each holds something of its own
            parts[name] = text
            followed.add(id(thing))
            queue.extend(reached)
    return parts


def name_of(thing: Any) -> str:
    """What a thing is called in `reach`: a function's qualified name and the hash of its text.

    >>> name_of(digest).partition(" ")[0]
    'digest'
    """
    return _describe(thing, {})[0]


def digest(text: str) -> str:
    """The first 16 hexadecimal digits of SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _describe(thing: Any, descriptions: Known) -> Described:
    if id(thing) not in descriptions:
        descriptions[id(thing)] = thing, _look_at(_behind_cache(thing), descriptions)
    return descriptions[id(thing)][1]


def _look_at(thing: Any, descriptions: Known) -> Described:
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
    return _look_into(thing, descriptions)


def _look_into(thing: Any, descriptions: Known) -> Described:
    if is_dataclass(thing) and not isinstance(thing, type):
        values = {field.name: getattr(thing, field.name) for field in fields(thing)}
        return (
            f"instance {type(thing).__name__} {_names(values, descriptions)}",
            "",
            [type(thing), *values.values()],
        )
    if isinstance(thing, partial):  # its repr would say where in memory its function lies
        parts = {"function": thing.func, "places": thing.args, "names": thing.keywords}
        return f"partial {_names(parts, descriptions)}", "", list(parts.values())
    if isinstance(thing, dict):
        return f"dict {_names(thing, descriptions)}", "", [*thing.keys(), *thing.values()]
    if isinstance(thing, set | frozenset):  # in an order of their own, whatever their hashes
        thing = sorted(thing, key=lambda member: _describe(member, descriptions)[0])
    if isinstance(thing, list | tuple):
        return f"sequence {_names(dict(enumerate(thing)), descriptions)}", "", list(thing)
    if isinstance(thing, ModuleType):  # its repr would say where it is installed
        return f"module {thing.__name__.rpartition('.')[2]}", "", []
    label = getattr(thing, "__qualname__", None) or repr(thing)
    return f"outside {getattr(thing, '__module__', '')} {label}", "", []


def _names(values: dict[Any, Any], descriptions: Known) -> str:
    """A container's name lists its contents' names, so that equal contents in another order differ."""
    return repr([(str(key), _describe(value, descriptions)[0]) for key, value in values.items()])


def _is_ours(thing: Any) -> bool:
    return bool(thing.__module__.split(".")[0] == PACKAGE)


def _unwrap(member: Any) -> Any:
    if isinstance(member, cached_property):
        return inspect.unwrap(member.func)
    inner = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
    return inspect.unwrap(inner) if callable(inner) else inner


WHERE = {"__file__", "__name__", "__path__"}
"""The place of a function is not part of its behaviour, and the same tree can lie anywhere."""


def _reached(function: FunctionType) -> Iterator[Any]:
    """The package's objects and plain constants that a function's code mentions."""
    function = _unwrap(function)
    mentioned = set(_mentioned_names(function.__code__)) - WHERE
    modules = []
    for name in sorted(mentioned & function.__globals__.keys()):
        value = _behind_cache(function.__globals__[name])
        if isinstance(value, ModuleType):
            modules.append(value)
        elif _worth_following(value):
            yield _with_its_name(name, value)
    for module in modules:  # grows where a name inside one is a module again, as in `checks.space.real`
        if module.__name__.split(".")[0] == PACKAGE:
            inside = {n: _behind_cache(vars(module)[n]) for n in mentioned & vars(module).keys()}
            yield from (_with_its_name(n, inside[n]) for n in sorted(inside))
            modules += [m for m in inside.values() if isinstance(m, ModuleType) and m not in modules]
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
    plain = isinstance(value, Enum | int | float | str | Fraction | Decimal)
    return plain or isinstance(value, tuple | list | dict | set | frozenset) or is_dataclass(value)


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
    result = _cut_out(thing)
    tree = ast.parse(textwrap.dedent(inspect.getsource(thing))) if result is None else result
    return repr(_plain(tree))


def _cut_out(thing: Any) -> ast.AST | None:
    """A definition in the tree of its whole file, which is parsed once; None where in doubt."""
    if isinstance(thing, type):
        file, line = getattr(sys.modules.get(thing.__module__), "__file__", None), 0
    else:
        code = inspect.unwrap(thing).__code__
        file, line = code.co_filename, code.co_firstlineno
        if code.co_name == "<lambda>":
            return _lambda("".join(linecache.getlines(file)), code)
    results = _definitions("".join(linecache.getlines(file or ""))).get((thing.__qualname__, line), [])
    # Text over several lines inside a method loses its indentation when it is read by itself.
    return ast.Module([results[0]], []) if len(results) == 1 and not _has_long_text(results[0]) else None


def _lambda(text: str, code: CodeType) -> ast.AST | None:
    """The innermost lambda of the file that starts on this line and holds all that the code does."""
    spots = [(a, c, b, d) for a, b, c, d in code.co_positions() if a and b and c is not None and d]
    if not spots:  # whoever traces lines has rewritten it, and lost the places
        return _lambda(text, _untraced(text, code))
    begin, end = min(spot[:2] for spot in spots), max(spot[2:] for spot in spots)
    holding = [
        result
        for result in _lambdas(text)
        if result.lineno == code.co_firstlineno
        and (result.body.lineno, result.body.col_offset) <= begin
        and end <= (result.body.end_lineno or 0, result.body.end_col_offset or 0)
    ]
    return max(holding, key=lambda result: result.col_offset, default=None)


def _untraced(text: str, code: CodeType) -> CodeType:
    """The code that a tracer started from: the one in the file with the same steps, except for the tracer's own."""
    alike = [other for other in _lambda_codes(text) if other.co_firstlineno == code.co_firstlineno]
    steps = _steps(code)
    for other in sorted(alike, key=lambda other: -len(_steps(other))):
        rest = iter(steps)
        if all(step in rest for step in _steps(other)):
            return other
    raise ValueError(f"no lambda on line {code.co_firstlineno} of {code.co_filename} has these instructions")


def _steps(code: CodeType) -> list[tuple[str, str]]:
    """Its instructions, without the targets of jumps and without the addresses of the objects inside."""
    return [
        (step.opname, "" if isinstance(step.argval, CodeType) or "JUMP" in step.opname else repr(step.argval))
        for step in dis.get_instructions(code)
        if step.opname not in ("EXTENDED_ARG", "NOP", "RESUME", "CACHE")
    ]


@cache
def _lambda_codes(text: str) -> list[CodeType]:
    """The code of every lambda of a file."""
    result, waiting = [], [compile(text, "<file>", "exec")]
    while waiting:
        inside = [part for part in waiting.pop().co_consts if isinstance(part, CodeType)]
        result += [part for part in inside if part.co_name == "<lambda>"]
        waiting += inside
    return result


@cache
def _lambdas(text: str) -> list[ast.Lambda]:
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Lambda)]


@cache
def _definitions(text: str) -> dict[tuple[str, int], list[ast.stmt]]:
    """Every function of a file by qualified name and first line, every class by its name and 0."""
    results: dict[tuple[str, int], list[ast.stmt]] = {}
    inside: list[tuple[str, ast.AST]] = [("", ast.parse(text))]
    while inside:
        prefix, node = inside.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            is_class = isinstance(node, ast.ClassDef)
            first = min(part.lineno for part in (node, *node.decorator_list))
            results.setdefault((prefix + node.name, 0 if is_class else first), []).append(node)
            prefix += node.name + ("." if is_class else ".<locals>.")
        for part in ("body", "orelse", "handlers", "finalbody"):
            inside.extend((prefix, child) for child in getattr(node, part, []) if isinstance(child, ast.AST))
    return results


def _has_long_text(definition: ast.stmt) -> bool:
    return definition.col_offset > 0 and any(
        isinstance(node, ast.Constant | ast.JoinedStr) and node.end_lineno != node.lineno
        for node in ast.walk(definition)
    )


def _plain(node: Any) -> Any:
    """A syntax tree as nested tuples, leaving out docstrings and the empty fields that Python versions differ in."""
    if isinstance(node, ast.AST):
        filled: list[tuple[str, Any]] = [
            (name, getattr(node, name, None)) for name in node._fields if name != "ctx"
        ]
        if (
            isinstance(node, ast.FunctionDef | ast.ClassDef)
            and ast.get_docstring(node, clean=False) is not None
        ):
            filled = [(name, value[1:] if name == "body" else value) for name, value in filled]
        return (
            type(node).__name__,
            *((name, _plain(value)) for name, value in filled if value not in (None, [])),
        )
    return [_plain(item) for item in node] if isinstance(node, list) else node
