"""One query of one synthetic record: the bounds on the loss and the size of a synthetic data set are attained."""

import math
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import log_softmax

from privcausal.privacy.halfspaces import cube
from privcausal.verify import Mutant, mutant
from privcausal.verify.checks import Exhaustive, Extreme, Witness, worst_of


def needed(errors: Any, base: Any, epsilon: float, alpha: float, delta: float) -> float:
    """The failure probability falls as n grows; find where it crosses δ."""
    bad = errors >= alpha - 1e-12

    def excess(n: float) -> float:
        chances = np.exp(log_softmax(-errors * epsilon * n / 2 + np.log(base)))
        return float(chances[bad].sum()) - delta

    return float(brentq(excess, 0, 1e5, xtol=1e-9)) if excess(0) > 0 else 0.0


ALPHA = Fraction(2, 3)
"""With one query, true of a share α/2 of the data, the record of which it is false errs by α/2, and all others by α.

Therefore no table of errors is worse: with many records, hardly fewer than the bound are enough.
"""


def query_need(epsilon: float, alpha: Fraction, delta: float, bits: int, rate: float = 1.0) -> Extreme:
    """Return the n with which one synthetic record fails on one query, whether any bit is set, less often than δ."""
    errors = np.abs(float(alpha / 2) - cube(bits).any(axis=1))
    need = needed(errors, np.ones(len(errors)), rate * epsilon, float(alpha), delta)
    return Extreme(need, {"records": len(errors)}, len(errors))


def query_need_again(witness: Witness, epsilon: float, alpha: Fraction, delta: float) -> float:
    """The same, solved on paper: N − 1 bad records of weight e^(−εnα/2), one good one of the root of that."""
    odds = math.log(witness["records"] - 1) + math.log((1 - delta) / delta)
    return 4 / (epsilon * float(alpha)) * odds


def query_check(*mutants: Mutant) -> Exhaustive:
    """Larger and larger cubes."""
    cubes = [
        {"epsilon": epsilon, "alpha": ALPHA, "delta": delta, "bits": bits, "size": 1, "outputs": 2**bits}
        for epsilon, delta, bits in ((1.0, 0.05, 4), (0.5, 0.01, 8), (1.0, 1e-3, 12))
    ]
    slow = mutant("half the rate", worst=partial(query_need, rate=0.5))
    return Exhaustive("one query of one record", tuple(cubes), query_need, (*mutants, slow), query_need_again)


def query_loss(epsilon: float, bits: int, rate: float = 1.0) -> Extreme:
    """Return the largest loss by one synthetic record about one of two records, by the query whether any bit is set."""
    is_set = cube(bits).any(axis=1)
    laws = [log_softmax(-np.abs(count / 2 - is_set) * rate * epsilon) for count in range(3)]
    return worst_of(
        ({"before": count, "after": count + 1} for count in range(2)),
        lambda pair: float(np.abs(laws[pair["before"]] - laws[pair["after"]]).max()),
    )


def query_loss_again(pair: Witness, epsilon: float, bits: int) -> float:
    """The same from two sums: the record without a bit, and all that have one."""
    sums = []
    for count in (pair["before"], pair["after"]):
        without, each_other = math.exp(-epsilon * count / 2), math.exp(-epsilon * (1 - count / 2))
        total = without + (2**bits - 1) * each_other
        sums.append((without / total, each_other / total))
    return max(abs(math.log(one / other)) for one, other in zip(*sums, strict=True))
