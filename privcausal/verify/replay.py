"""Replay: run a release on two neighbours with the same noise, and compare everything that could distinguish them.

The first run is recorded. In the second, every draw is answered with the draw of the first, so that both see the
same noisy answers. Afterwards only the inputs of the noise are allowed to differ, and those by no more than the noise
was made for: proofs of composition couple two runs in just this way. Whatever else differs, be it another draw, another
scale, a message, an exit status or a digit off the grid, is a way around the noise.
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, Protocol

import numpy as np

from privcausal.arrays import Floats
from privcausal.verify.evidence import ROUNDING


class ReplayedDraw(Protocol):
    """One use of secret randomness: the function, and its arguments."""

    @property
    def kind(self) -> str:
        """The function's name."""
        ...

    @property
    def arguments(self) -> Mapping[str, Any]:
        """Its arguments by name, without the generator."""
        ...


Listening = Callable[[Callable[[ReplayedDraw, Callable[[], Any]], Any]], AbstractContextManager[None]]
"""The seam: within listening(listener), every draw goes through the listener."""

DISTANCES: dict[str, tuple[str, Callable[[Floats], float]]] = {
    "add_laplace": ("value", lambda gap: float(np.abs(gap).sum())),
    "add_exponential": ("value", lambda gap: float(np.abs(gap).sum())),
    "add_gaussian": ("value", lambda gap: float(np.linalg.norm(gap))),
    "choose": ("scores", lambda gap: float(np.abs(gap).max(initial=0.0))),
}
"""Per kind of draw: which argument is private, and the distance in which its sensitivity is measured."""


@dataclass(frozen=True)
class Replay:
    """What both runs did, and every difference that the noise does not hide."""

    draws: int
    """In the first run."""
    differences: tuple[str, ...]
    answers: tuple[Any, Any]
    """What came out of the two runs, as plain values."""

    @property
    def same(self) -> bool:
        """Did the replay find nothing?"""
        return not self.differences


class _Diverged(BaseException):
    """The second run draws something else, so its rest is not informative. Code under test must not catch this."""


def replay(
    run: Callable[[Any], Any],
    pair: Sequence[Any],
    listening: Listening,
    possible: Callable[[ReplayedDraw, Any], bool] = lambda draw, answer: True,
) -> Replay:
    """Run on the first data set, replay on the second, and say what differs.

    `run` must behave the same on equal data: its generators are seeded inside. Its results, errors and warnings are
    compared, so it must return exactly the published values. `possible` says whether the noise could have led
    to an answer whatever went into it.

    >>> from contextlib import nullcontext
    >>> replay(len, ([1, 2], [1, 3]), lambda listener: nullcontext()).same
    True
    >>> replay(sum, ([1, 2], [1, 3]), lambda listener: nullcontext()).differences
    ('the answers differ: 3 and 4',)
    """
    if len(pair) != 2:
        raise ValueError(f"pair must hold two neighbouring data sets, got {len(pair)}")
    tape: list[tuple[ReplayedDraw, Any]] = []
    results: list[str] = []

    def record(draw: ReplayedDraw, go: Callable[[], Any]) -> Any:
        before, answer = _copy(draw), go()
        tape.append((before, _copied(answer)))
        return answer

    place = 0

    def compare(draw: ReplayedDraw, go: Callable[[], Any]) -> Any:
        nonlocal place
        if place == len(tape):
            results.append(f"draw {place + 1}: {draw.kind} is drawn on the second only")
            raise _Diverged
        before, answer = tape[place]
        place += 1
        go()  # so that the generator moves on as it did
        results.extend(f"draw {place}: {what}" for what in _differences(before, draw))
        if not possible(draw, answer):
            results.append(
                f"draw {place}: {draw.kind} returned {_short(plain(answer))}, which reveals its inputs"
            )
        if before.kind != draw.kind:
            raise _Diverged
        return _copied(answer)

    with listening(record):
        first = _outcome(run, pair[0])
    try:
        with listening(compare):
            second = _outcome(run, pair[1])
    except _Diverged:
        return Replay(len(tape), tuple(results), (first, None))
    if place < len(tape):
        results.append(f"draw {place + 1}: {tape[place][0].kind} is drawn on the first only")
    if first != second:
        results.append(f"the answers differ: {_short(first)} and {_short(second)}")
    return Replay(len(tape), tuple(results), (first, second))


@dataclass(frozen=True, eq=False)
class _Kept:
    """A draw as it was: arrays are copied, because a program can change them later."""

    kind: str
    arguments: Mapping[str, Any]


def _copy(draw: ReplayedDraw) -> ReplayedDraw:
    return _Kept(draw.kind, {name: _copied(value) for name, value in draw.arguments.items()})


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray) else value


def _differences(before: ReplayedDraw, after: ReplayedDraw) -> list[str]:
    """How one draw differs between the runs, beyond what its noise was made for."""
    if before.kind != after.kind:
        return [f"{before.kind} on the first, {after.kind} on the second"]
    private, distance = DISTANCES.get(before.kind, ("", lambda gap: 0.0))
    results = [
        f"{before.kind} with {name} {_short(plain(value))} and {_short(plain(after.arguments.get(name)))}"
        for name, value in before.arguments.items()
        if name != private and plain(value) != plain(after.arguments.get(name))
    ]
    if not private:
        return results
    values = [np.asarray(draw.arguments[private], dtype=np.float64) for draw in (before, after)]
    if values[0].shape != values[1].shape:
        return [*results, f"{before.kind} of shapes {values[0].shape} and {values[1].shape}"]
    with np.errstate(invalid="ignore", over="ignore"):
        moved = distance(values[0] - values[1])
    sensitivity = before.arguments["sensitivity"]
    if not moved <= sensitivity * (1 + ROUNDING):
        results.append(f"{before.kind} of values {moved:.6g} apart, declared {sensitivity:.6g}")
    return results


def _outcome(run: Callable[[Any], Any], data: Any) -> Any:
    """The observable part of a run: its result or error, and its warnings."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            shown: Any = plain(run(data))
        except Exception as error:
            shown = ("raised", type(error).__name__, str(error))
    messages = tuple(str(warning.message) for warning in heard)
    return (shown, ("warned", *messages)) if messages else shown


def plain(value: Any) -> Any:
    """A value as nested tuples that are equal if and only if it is, down to the last bit.

    >>> plain({"a": np.array([1.0, -0.0])}) == plain({"a": np.array([1.0, 0.0])})
    False
    """
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *((f.name, plain(getattr(value, f.name))) for f in fields(value)))
    if isinstance(value, np.ndarray):
        return ("array", str(value.dtype), value.shape, value.tobytes())
    if isinstance(value, Mapping):
        return ("mapping", *((plain(key), plain(entry)) for key, entry in value.items()))
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    if isinstance(value, set | frozenset):
        return ("set", *sorted(map(repr, map(plain, value))))
    if isinstance(value, float):
        return value.hex() if value == value else "nan"
    if isinstance(value, np.generic):
        return plain(value.item())
    if value is None or isinstance(value, str | bytes | int | Enum):
        return value
    if hasattr(value, "nodes") and hasattr(value, "edges"):  # a graph
        return ("graph", *map(repr, value.nodes), *map(repr, value.edges))
    raise ValueError(
        f"run must return plain values, arrays, graphs or dataclasses of them, got {type(value)}"
    )


def _short(text: Any) -> str:
    messages = str(text)
    return messages if len(messages) <= 80 else messages[:77] + "..."
