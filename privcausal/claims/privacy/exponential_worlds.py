"""What the exponential mechanism is measured on: score tables, elections, exact laws."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.claims.functions import first_highest, steady
from privcausal.claims.specimens import exponential as specimens
from privcausal.privacy.exponential import Exponential, median_scores, privacy_loss
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Outputs
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim
from privcausal.verify.evidence import Parameters

DOUBLING = math.log(2)
"""At this ε one point of score doubles a weight, so that whole scores give exact fractions."""


# --- what one step between neighbours does to all probabilities ------------------------------------------------


def worst_table(outputs: int, top: int, rises: tuple[int, ...]) -> Extreme:
    """All tables of whole scores 0 … top and all changes drawn from `rises`: the largest ratio, an exact fraction.

    Weights are 2^score. `witness` keeps both tables and the output at which the ratio is largest.
    """
    scores = np.array(list(product(range(top + 1), repeat=outputs)))
    changes = np.array(list(product(rises, repeat=outputs)))
    moved = scores[:, None, :] + changes
    totals = np.exp2(scores).sum(-1)[:, None, None], np.exp2(moved).sum(-1)[..., None]
    ratios = np.exp2(changes)[None] * totals[0] / totals[1]
    place = np.unravel_index(int(np.maximum(ratios, 1 / ratios).argmax()), ratios.shape)
    witness = {
        "scores": scores[place[0]].tolist(),
        "changed": moved[place[:2]].tolist(),
        "output": int(place[2]),
    }
    return Extreme(exact_ratio(witness), witness, int(ratios.size))


def exact_ratio(pair: dict[str, Any]) -> Fraction:
    """How many times likelier one neighbour makes the output than the other, as a fraction."""
    chances = []
    for side in ("scores", "changed"):
        weights = [Fraction(2) ** score for score in pair[side]]
        chances.append(weights[pair["output"]] / sum(weights))
    ratio: Fraction = max(chances[0] / chances[1], chances[1] / chances[0])
    return ratio


def worst_loss(epsilon: float, sensitivity: int, outputs: int, top: int) -> Extreme:
    """Every score may rise or fall by any whole number up to the sensitivity."""
    return in_epsilons(worst_table(outputs, top, tuple(range(-sensitivity, sensitivity + 1))))


def worst_loss_of_spread(epsilon: float, spread: int, p: Fraction, outputs: int, top: int) -> Extreme:
    """Scores change by 0 … spread. Up to a common shift this is every change of that spread."""
    return in_epsilons(worst_table(outputs, top, tuple(range(spread + 1))))


def worst_loss_both_ways(epsilon: float, spread: int, p: Fraction, outputs: int, top: int) -> Extreme:
    """The wrong spread: scores also fall as far as they rise."""
    return in_epsilons(worst_table(outputs, top, tuple(range(-spread, spread + 1))))


def in_epsilons(extreme: Extreme) -> Extreme:
    return Extreme(math.log(extreme.value), extreme.witness, extreme.cases)


def loss_again(pair: dict[str, Any], **parameters: Any) -> float:
    """The same loss by the library's mechanism, in floating point."""
    mechanism = Exponential(1, 2 * DOUBLING, Relation.SUBSTITUTION)
    before, after = (mechanism.probabilities(pair[side]) for side in ("scores", "changed"))
    return abs(math.log(before[pair["output"]] / after[pair["output"]]))


def rarest(outputs: int, top: int) -> Fraction:
    """The smallest probability that any table of scores 0 … top can give."""
    return Fraction(1, 1 + (outputs - 1) * 2**top)


def spread_worlds(*shapes: tuple[int, int, int]) -> tuple[Parameters, ...]:
    return tuple(
        {
            "epsilon": DOUBLING,
            "spread": spread,
            "p": rarest(outputs, top + spread),  # scores reach top + spread after the change
            "outputs": outputs,
            "top": top,
        }
        for spread, outputs, top in shapes
    )


def elections(voters: int, options: int) -> Iterator[tuple[list[int], list[int]]]:
    """Every result of an election, and every result that one changed vote makes of it."""
    for votes in combinations_with_replacement(range(options), voters):
        tally = [votes.count(option) for option in range(options)]
        for old, new in product(range(options), repeat=2):
            if tally[old] and old != new:
                yield tally, [count + (o == new) - (o == old) for o, count in enumerate(tally)]


def worst_election(epsilon: float, sensitivity: int, voters: int, options: int) -> Extreme:
    mechanism = Exponential(1, 2 * epsilon, Relation.SUBSTITUTION)
    losses = [
        (privacy_loss(mechanism.probabilities(before), mechanism.probabilities(after)), before, after)
        for before, after in elections(voters, options)
    ]
    loss, before, after = losses[first_highest([case[0] for case in losses])]
    return Extreme(loss, {"scores": before, "changed": after}, len(losses))


def election_loss(pair: dict[str, Any], epsilon: float, **_: Any) -> float:
    """The same loss by hand: one winner's weight against the sum of all."""
    logs = [
        [epsilon * q - math.log(sum(math.exp(epsilon * other) for other in pair[side])) for q in pair[side]]
        for side in ("scores", "changed")
    ]
    loss: float = max(abs(a - b) for a, b in zip(*logs, strict=True))
    return loss


def score_tables(sensitivity: float, **_: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Two to five outputs with weights of their own, scores, and changes as large as the sensitivity allows."""
    unit = st.floats(-1, 1)
    return st.integers(2, 5).flatmap(
        lambda k: st.fixed_dictionaries(
            {
                "base": st.lists(st.integers(1, 9), min_size=k, max_size=k),
                "scores": st.lists(unit, min_size=k, max_size=k),
                "change": st.lists(unit, min_size=k, max_size=k),
            }
        )
    )


def step_table(case: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """One score or one change moved, now and then to an end of its interval."""
    name = ("scores", "change")[rng.integers(2)]
    column, place = list(case[name]), int(rng.integers(len(case[name])))
    column[place] = float(np.clip(column[place] + rng.normal(0, 0.7), -1, 1))
    return {**case, name: column}


def table_loss(case: dict[str, Any], epsilon: float, sensitivity: float) -> float:
    """Scores up to four sensitivities apart from 0, by the library's mechanism."""
    mechanism = Exponential(sensitivity, 2 * epsilon * sensitivity, Relation.SUBSTITUTION)
    scores = 4 * sensitivity * np.array(case["scores"])
    changed = scores + sensitivity * np.array(case["change"])
    return steady(privacy_loss(*(mechanism.probabilities(q, case["base"]) for q in (scores, changed))))


ELECTION = ((0, 4), (1, 3))
"""Two neighbouring results; the first option is rare, and a rare option is where the promise is strained."""


def elect(side: int, size: int, rng: np.random.Generator, epsilon: float, sensitivity: float) -> Outputs:
    """The winner, the first option as the larger number so that a rare event is an upper tail."""
    mechanism = Exponential(sensitivity, 2 * epsilon * sensitivity, Relation.SUBSTITUTION)
    return np.asarray(1.0 - mechanism.sample(ELECTION[side], size, rng)[:, None], dtype=float)


def elect_at_twice_the_rate(
    side: int, size: int, rng: np.random.Generator, epsilon: float, sensitivity: float
) -> Outputs:
    return elect(side, size, rng, 2 * epsilon, sensitivity)


def derive_exact_loss(claim: Claim) -> Remainders:
    """One output of probability p rises by a, all others fall to b: the log-ratio depends on a − b alone."""
    epsilon, p, spread, fall = sympy.symbols("epsilon p D b", positive=True)
    weight = sympy.exp(epsilon * (spread - fall))
    ratio = weight / (p * weight + (1 - p) * sympy.exp(-epsilon * fall))
    assert claim.ours is not None
    stated: Any = claim.ours(epsilon=epsilon, spread=spread, p=p)
    return {
        "the ratio at the worst change": sympy.exp(sympy.expand_log(stated, force=True)) - ratio,
        "no rarer output can cost more than ε D": sympy.limit(stated, p, 0) - epsilon * spread,
        "an output that is certain costs nothing": stated.subs(p, 1),
    }


# --- for the gallery ------------------------------------------------------------------------------------------


def elected(side: int, size: int, rng: np.random.Generator) -> Outputs:
    return elect(side, size, rng, epsilon=0.5, sensitivity=1)


def elected_with_one_more_vote(side: int, size: int, rng: np.random.Generator) -> Outputs:
    """Counts only grow when a record is added, so the full rate is honest."""
    mechanism = Exponential(1, 1.0, Relation.ADD_REMOVE, monotone=True)
    return mechanism.sample(((0, 4), (1, 4))[side], size, rng)[:, None].astype(float)


def elected_at_full_rate(side: int, size: int, rng: np.random.Generator) -> Outputs:
    return specimens.chosen_at_full_rate(ELECTION[side], 1.0, size, rng)


def median_of_five(side: int, size: int, rng: np.random.Generator) -> Outputs:
    data = ([0, 0, 0, 9, 9], [0, 0, 9, 9, 9])[side]
    mechanism = Exponential(1, 1.0, Relation.SUBSTITUTION)
    return mechanism.sample(median_scores(data, range(10)), size, rng)[:, None].astype(float)


def redrawn_share(side: int, size: int, rng: np.random.Generator) -> Outputs:
    return specimens.redrawn_until_inside((0.0, 0.1)[side], 10, 1.0, size, rng)


def divided_election(side: int, size: int, rng: np.random.Generator) -> Outputs:
    return specimens.divided_by_the_winner(([1] * 8, [2, *[1] * 6, 0])[side], 1.0, size, rng)
