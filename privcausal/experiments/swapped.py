"""The same function, or the same class, with something else behind one of its names: for ablations.

An ablation changes one thing and leaves all else. Written out, each would be a copy of a method in which one name
differs; here it is the method itself.
"""

import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)


def swapped(function: FunctionType, **things: Any) -> FunctionType:
    """The same function, which finds these things behind these names; the old one is left as it was.

    >>> def area(r): return pi * r * r
    >>> swapped(area, pi=3)(2)
    12
    """
    names = function.__globals__ | things
    made = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    made.__kwdefaults__, made.__module__ = function.__kwdefaults__, function.__module__
    return made


def with_swapped(kind: Class, **things: Any) -> Class:
    """A subclass whose methods find these things behind these names, wherever they mention them.

    >>> class Ring:
    ...     def area(self): return pi
    >>> with_swapped(Ring, pi=3)().area()
    3
    """
    found = {name: inspect.getattr_static(kind, name) for name in dir(kind)}
    changed = {
        name: swapped(method, **things)
        for name, method in found.items()
        if isinstance(method, FunctionType) and not things.keys().isdisjoint(_mentioned(method.__code__))
    }
    if not changed:
        raise ValueError(f"things must be mentioned by {kind.__name__}, got {', '.join(things)}")
    made: Class = type(kind)(kind.__name__, (kind,), changed)
    return made


def _mentioned(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _mentioned(constant)
