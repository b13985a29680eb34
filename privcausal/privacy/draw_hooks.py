"""Listen in when noise is drawn: a recorder that compares, and before it a budget file that pays. Usually there is
nobody.
"""

import inspect
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

from privcausal.privacy import charges

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Draw:
    """One use of secret randomness: which function, and everything it was given except the generator."""

    kind: str
    arguments: Mapping[str, Any]


DrawHook = Callable[[Draw, Callable[[], Any]], Any]
"""listener(draw, go): called before anything is drawn. `go()` draws; what the listener returns is taken for drawn."""

_listener: ContextVar[DrawHook | None] = ContextVar("listener", default=None)


def hookable(function: Callable[P, T]) -> Callable[P, T]:
    """Every use of this function can be listened to."""
    signature = inspect.signature(function)

    @wraps(function)
    def announced(*arguments: P.args, **options: P.kwargs) -> T:
        listener = _listener.get()
        if listener is None and not charges.listening():
            return function(*arguments, **options)
        bound = signature.bind(*arguments, **options)
        bound.apply_defaults()
        charges.hear(function.__name__, bound.arguments.get("rng"), _runs(bound.arguments.get("size")))
        if listener is None:
            return function(*arguments, **options)
        bound_arguments = {name: value for name, value in bound.arguments.items() if name != "rng"}
        answer: T = listener(
            Draw(function.__name__, bound_arguments), lambda: function(*arguments, **options)
        )
        return answer

    return announced


def _runs(size: Any) -> int:
    """Return the number of runs of a size; without one it is a single run."""
    return 1 if size is None else math.prod(np.atleast_1d(size).tolist())


@contextmanager
def intercept_draws(listener: DrawHook) -> Iterator[None]:
    """Let the listener hear every draw within this block; outer listeners hear the draws that it lets through.

    >>> import numpy as np
    >>> from privcausal.privacy.draws import add_laplace
    >>> def forge(draw, go):
    ...     print(draw.kind, draw.arguments["value"], draw.arguments["scale"])
    ...     return 7.0
    >>> with intercept_draws(forge):
    ...     add_laplace(0.5, 1.0, 1.0, np.random.default_rng(0))
    add_laplace 0.5 1.0
    7.0
    """
    outer = _listener.get()
    both = listener if outer is None else lambda draw, go: listener(draw, lambda: outer(draw, go))
    token = _listener.set(both)
    try:
        yield
    finally:
        _listener.reset(token)
