"""Self-marking exercises: a function is right, or the smallest case in which it fails is printed.

The same judges mark an answer in a notebook and on the command line. The tests also give them wrong answers.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

Answer = Callable[..., Any]

Judge = Callable[[Answer], Iterator[str | None]]
"""A function that tries an answer case by case, smallest first; it yields None if a case is right, else a sentence."""

SUBJECTS = ("noise_problems", "choosing", "pair_problems", "graph_problems")
"""The modules that contain the exercises."""


@dataclass(frozen=True)
class Problem:
    """A function to implement, as described in its chapter."""

    name: str
    chapter: int
    judge: Judge


PROBLEMS: dict[str, Problem] = {}


def problem(chapter: int) -> Callable[[Judge], Judge]:
    """Register a judge under its own name."""

    def enter(judge: Judge) -> Judge:
        PROBLEMS[judge.__name__] = Problem(judge.__name__, chapter, judge)
        return judge

    return enter


def problems() -> dict[str, Problem]:
    """Return every exercise by name, in the order of the chapters."""
    for subject in SUBJECTS:
        import_module(f"privcausal.course.{subject}")
    return dict(sorted(PROBLEMS.items(), key=lambda entry: entry[1].chapter))


def fault(name: str, answer: Answer) -> str | None:
    """Return the fault of an answer, or None. An exception that the answer raises is a fault as well."""
    problems_by_name = problems()
    if name not in problems_by_name:
        raise ValueError(f"name must be one of {', '.join(problems_by_name)}, got {name!r}")
    given: set[bool] = set()

    def heard(*inputs: Any, **named: Any) -> Any:
        result = answer(*inputs, **named)
        given.add(result is None)
        return result

    try:
        text = next((text for text in problems_by_name[name].judge(heard) if text), None)
    except Exception as error:
        text = f"it stops with {type(error).__name__}: {error}"
    unwritten = text and given == {True} and "it gives None" not in text
    return "it returns nothing yet: replace the dots, and end with return" if unwritten else text


def check(name: str, answer: Answer) -> None:
    """Print whether an answer is right, and otherwise the smallest case in which it is wrong.

    >>> check("laplace_noise", lambda scale, size, rng: rng.laplace(0, scale, size))
    laplace_noise is right
    >>> check("laplace_noise", lambda scale, size, rng: rng.normal(0, scale, size))  # doctest: +ELLIPSIS
    laplace_noise is not right yet: ...
    """
    text = fault(name, answer)
    print(f"{name} is not right yet: {text}" if text else f"{name} is right")


def same(call: str, got: Any, wanted: Any, tolerance: float = 1e-9) -> str | None:
    """Return None if two numbers or arrays agree, else a sentence.

    >>> same("mean([1, 2])", 1.0, 1.5)
    'mean([1, 2]) should be 1.5, it gives 1.0'
    """
    try:
        left, right = np.asarray(got, dtype=float), np.asarray(wanted, dtype=float)
        agree = left.shape == right.shape and np.allclose(left, right, rtol=tolerance, atol=tolerance)
    except (TypeError, ValueError):
        agree = False
    return None if agree else f"{call} should be {wanted}, it gives {got}"


def samples(call: str, values: Any, law: Callable[[Any], Any], runs: int) -> str | None:
    """Return None if the values follow a continuous distribution, given by its distribution function; else a sentence.

    The largest distance of the two distribution functions is compared with a bound that a correct answer exceeds once
    in a million runs, by the inequality of Dvoretzky, Kiefer, Wolfowitz and Massart.
    """
    drawn = np.sort(np.asarray(values, dtype=float).ravel())
    if drawn.shape != (runs,):
        return f"{call} should give {runs} numbers, it gives {drawn.size}"
    below = np.asarray(law(drawn))
    steps = np.arange(runs + 1) / runs
    distance = max(np.max(steps[1:] - below), np.max(below - steps[:-1]))
    if distance <= math.sqrt(math.log(2e6) / (2 * runs)):
        return None
    worst = drawn[np.argmax(np.abs(below - steps[1:]))]
    share, expected = np.mean(drawn <= worst), float(law(worst))
    return f"{call}: {share:.1%} of its numbers are at most {worst:.3g}, and {expected:.1%} should be"
