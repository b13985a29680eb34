"""Elementary functions that serve numbers in checks and symbols in print; and ties broken alike on every machine."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import sympy
from numpy.typing import ArrayLike
from scipy.special import lambertw

from privcausal.experiments.execution import Experiment, load
from privcausal.verify import Formula, Number, Target
from privcausal.verify.checks import Measured, digest_of


def exp(x: Any) -> Any:
    """The exponential function of a number or a symbol."""
    return sympy.exp(x) if isinstance(x, sympy.Basic) else math.exp(x)


def ln(x: Any) -> Any:
    """The natural logarithm of a number or a symbol."""
    return sympy.log(x) if isinstance(x, sympy.Basic) else math.log(x)


def root(x: Any) -> Any:
    """The square root of a number or a symbol."""
    return sympy.sqrt(x) if isinstance(x, sympy.Basic) else math.sqrt(x)


def lambert(x: Any) -> Any:
    """Lambert's W, the inverse of w ↦ w exp(w) for w ≥ 0."""
    return sympy.LambertW(x) if isinstance(x, sympy.Basic) else float(lambertw(x).real)


def first_highest(values: ArrayLike) -> int:
    """The first place of the maximum; numbers that differ by rounding alone count as equal."""
    return int(np.round(np.asarray(values, dtype=float), 9).argmax())


def steady(value: float) -> float:
    """A score without its last digits, in which machines differ: a climb then takes the same path on all of them."""
    return round(float(value), 12)


def rounding(**world: Any) -> float:
    """Return the tolerance of a check whose error must be rounding alone, whatever its world."""
    return 1e-9


def our_error(at_most: Formula | Number | Callable[..., Number]) -> dict[str, Any]:
    """Return the arguments of a check whose score is the error of a formula or a proof of ours: its tolerance."""
    return {"tolerance": at_most, "target": Target.OURS}


def measured_in(experiment: Experiment) -> Callable[..., Measured]:
    """The check that measures something in the table that an experiment has stored."""
    return partial(Measured, table=partial(load, experiment), digest=digest_of(experiment.path))
