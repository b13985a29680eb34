"""What composition is measured on: runs of releases and their exact totals."""

import math
from itertools import product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.privacy.accounting import exact_epsilon
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim
from privcausal.verify.evidence import Number

# --- exhaustive: t randomised responses, all outputs ----------------------------------------------------------


def best_events(t: int, epsilon: float, delta: float) -> Extreme:
    """The smallest ε that the events of t randomised responses allow.

    Outputs in the order of their loss, largest first: for every ε the best event is a beginning of that list.
    """
    likely = 1 / (1 + math.exp(-epsilon))
    cells = []
    for ones in range(t + 1):
        ways = math.lgamma(t + 1) - math.lgamma(ones + 1) - math.lgamma(t - ones + 1)
        sides = [ways + ones * math.log(p) + (t - ones) * math.log(1 - p) for p in (likely, 1 - likely)]
        cells.append((ones, math.exp(sides[0]), math.exp(sides[1])))
    return _best_tail(sorted(cells, reverse=True), delta)


def best_events_one_by_one(t: int, epsilon: float, delta: float) -> Extreme:
    """The same over all 2^t outputs, each with its own two probabilities."""
    likely = 1 / (1 + math.exp(-epsilon))
    cells = []
    for output in product((0, 1), repeat=t):
        sides = [math.prod(p if bit else 1 - p for bit in output) for p in (likely, 1 - likely)]
        cells.append((sum(output), sides[0], sides[1]))
    return _best_tail(sorted(cells, reverse=True), delta)


def _best_tail(cells: list[tuple[int, float, float]], delta: float) -> Extreme:
    best, ones_needed, more, less = -math.inf, 0, 0.0, 0.0
    for ones, p, q in cells:
        more, less = more + p, less + q
        if more > delta and math.log((more - delta) / less) > best:
            best, ones_needed = math.log((more - delta) / less), ones
    return Extreme(best, {"ones at least": ones_needed}, len(cells))


def tail_loss(witness: dict[str, int], t: int, epsilon: float, delta: float) -> float:
    """The loss of the event “at least so many ones”, by adding up binomial probabilities from the small end."""
    likely = 1 / (1 + math.exp(-epsilon))
    tails = []
    for p in (likely, 1 - likely):
        terms = [
            math.comb(t, j) * p**j * (1 - p) ** (t - j) for j in range(t, witness["ones at least"] - 1, -1)
        ]
        tails.append(math.fsum(terms))
    return math.log((tails[0] - delta) / tails[1])


# --- search: any mechanisms, chosen adaptively ----------------------------------------------------------------

OUTCOMES = 3


def adaptive_runs(t: int, epsilon: float, delta: float) -> st.SearchStrategy[list[list[float]]]:
    """For every history of t rounds with three outcomes: the weights of one private mechanism."""
    histories = sum(OUTCOMES**k for k in range(t))
    weights = st.lists(st.floats(0, 1), min_size=2 * OUTCOMES, max_size=2 * OUTCOMES)
    return st.lists(weights, min_size=histories, max_size=histories)


def clear_answers(t: int, epsilon: float, delta: float) -> list[list[list[float]]]:
    """Randomised response in every round, whatever the history."""
    return [[[1.0, 0.0, 0.0, 0.0, 1.0, 0.0]] * sum(OUTCOMES**k for k in range(t))]


def nudged_run(run: list[list[float]], rng: np.random.Generator) -> list[list[float]]:
    here = int(rng.integers(len(run)))
    moved = np.clip(np.asarray(run[here]) + rng.normal(0, 0.3, 2 * OUTCOMES), 0, 1).tolist()
    return [*run[:here], moved, *run[here + 1 :]]


def private_pair(weights: list[float], epsilon: float) -> tuple[Any, Any]:
    """Two outcome laws within a factor e^ε of each other: two arbitrary ones, reported through randomised response."""
    laws = np.asarray(weights).reshape(2, OUTCOMES) + 1e-12
    first, second = laws / laws.sum(axis=1, keepdims=True)
    likely = 1 / (1 + math.exp(-epsilon))
    return likely * first + (1 - likely) * second, (1 - likely) * first + likely * second


def loss_of_run(run: list[list[float]], t: int, epsilon: float, delta: float) -> float:
    """The smallest ε that the best event of an adaptive run allows, from the exact law of all its transcripts."""
    more, less, place = np.ones(1), np.ones(1), 0
    for _ in range(t):
        pairs = [private_pair(weights, epsilon) for weights in run[place : place + len(more)]]
        place += len(more)
        more = np.concatenate([p * law for p, (law, _) in zip(more, pairs, strict=True)])
        less = np.concatenate([q * law for q, (_, law) in zip(less, pairs, strict=True)])
    order = np.argsort(-more / less, kind="stable")
    tail = np.cumsum(more[order]) - delta
    heavy = tail > 0
    return float(np.log(tail[heavy] / np.cumsum(less[order])[heavy]).max())


def loss_of_longer_run(run: list[list[float]], t: int, epsilon: float, delta: float) -> float:
    """One round more than was paid for."""
    return loss_of_run(clear_answers(t + 1, epsilon, delta)[0], t + 1, epsilon, delta)


# --- search: prices and numbers of tests ----------------------------------------------------------------------


def bills() -> st.SearchStrategy[dict[str, float]]:
    return st.fixed_dictionaries(
        {"t": st.integers(1, 3000), "epsilon": st.floats(0.001, 3), "digits": st.integers(1, 14)}
    )


def exact_over_bound(claim: Claim, bill: dict[str, Any]) -> float:
    """The exact cost over the smaller of the two bounds that are said to hold."""
    t, epsilon, delta = bill["t"], bill["epsilon"], 10.0 ** -bill["digits"]
    bounds = [
        bound(t=t, epsilon=epsilon, delta=delta)
        for bound in (claim.published, claim.ours)
        if bound is not None
    ]
    return exact_epsilon(epsilon, t, delta) / float(min(bounds))


def one() -> Number:
    return 1


# --- symbolic -------------------------------------------------------------------------------------------------


def derive_tests(claim: Claim) -> Remainders:
    """The mean loss of randomised response, and the order α that makes the Rényi bound smallest."""
    t, epsilon, excess = sympy.symbols("t epsilon a", positive=True)
    log_inverse = sympy.Symbol("L", positive=True)  # ln(1/δ)
    likely = sympy.exp(epsilon) / (1 + sympy.exp(epsilon))
    mean = epsilon * likely - epsilon * (1 - likely)
    total = t * mean + excess * t * epsilon**2 / 2 + log_inverse / excess
    best = sympy.sqrt(2 * log_inverse / t) / epsilon
    assert claim.ours is not None
    stated = claim.ours(t=t, epsilon=epsilon, delta=sympy.exp(-log_inverse))
    return {
        "the mean loss is ε tanh(ε/2)": (mean - epsilon * sympy.tanh(epsilon / 2)).rewrite(sympy.exp),
        "the order is stationary": sympy.diff(total, excess).subs(excess, best),
        "and a minimum": sympy.diff(total, excess, 2) - 2 * log_inverse / excess**3,
        "there the total is our bound": sympy.expand(
            (total.subs(excess, best) - stated).rewrite(sympy.exp).simplify()
        ),
    }


def derive_from_the_textbook(claim: Claim) -> Remainders:
    """Advanced composition as the textbooks state it, minus the formula that is said to follow."""
    t, epsilon, delta = sympy.symbols("t epsilon delta", positive=True)
    textbook = t * epsilon * (sympy.exp(epsilon) - 1) + epsilon * sympy.sqrt(2 * t * sympy.log(1 / delta))
    assert claim.published is not None
    return {
        ("the theorem that is cited, minus the formula"): textbook
        - claim.published(t=t, epsilon=epsilon, delta=delta)
    }


def rounds(*worlds: tuple[int, float, float]) -> tuple[dict[str, Any], ...]:
    return tuple({"t": t, "epsilon": epsilon, "delta": delta} for t, epsilon, delta in worlds)


LONG_RUNS = rounds(
    (1, 1.0, 1e-6), (10, 1.0, 1e-6), (100, 0.1, 1e-6), (400, 0.1, 1e-10), (100, 0.5, 1e-3), (400, 0.01, 1e-10)
)
SHORT_RUNS = rounds((3, 0.5, 1e-2))
