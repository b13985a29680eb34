"""What privacy for groups is measured on: chains of neighbours and their exact losses."""

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from privcausal.claims.privacy.price import Distribution, distributions, hockey_stick
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Outputs
from privcausal.verify.checks.exhaustive import Extreme, Integers
from privcausal.verify.claim import Claim
from privcausal.verify.evidence import Number

Booleans = NDArray[np.bool_]


def sum_of_powers(lamda: Any, k: int) -> Any:
    """1 + λ + … + λ^(k − 1)."""
    return sum(lamda**i for i in range(k))


# --- every yes-or-no mechanism on a chain of neighbours ----------------------------------------------------


def may_be_neighbours(parts: int, lamda: Fraction, delta: Fraction) -> Booleans:
    """[a, b]: may the answer be yes with probability a/parts here and b/parts next door? Exact."""
    scale = delta.denominator * lamda.denominator
    rate, allowance = int(lamda * scale), int(delta * scale * parts)
    a, b = np.meshgrid(np.arange(parts + 1), np.arange(parts + 1), indexing="ij")

    def keeps(more: Integers, less: Integers) -> Booleans:
        within: Booleans = scale * more <= rate * less + allowance
        return within

    no_a, no_b = parts - a, parts - b
    return keeps(a, b) & keeps(b, a) & keeps(no_a, no_b) & keeps(no_b, no_a)


def worst_chain(parts: int, lamda: Fraction, delta: Fraction, k: int) -> Extreme:
    """The largest P₀(yes) − λᵏ Pₖ(yes), over all chains of k steps on the grid; by dynamic programming."""
    step = may_be_neighbours(parts, lamda, delta).astype(np.int64)
    chains = np.linalg.matrix_power(step, k)
    start, end = np.nonzero(chains)
    gains = [
        Fraction(int(a), parts) - lamda**k * Fraction(int(b), parts) for a, b in zip(start, end, strict=True)
    ]
    best = max(range(len(gains)), key=gains.__getitem__)
    path = [int(start[best])]
    for left in range(k - 1, -1, -1):
        onward = np.linalg.matrix_power(step, left)[:, end[best]] > 0
        path.append(int(np.nonzero((step[path[-1]] > 0) & onward)[0][0]))
    return Extreme(gains[best], {"yes": path}, int(chains.sum()))


def one_step_more(parts: int, lamda: Fraction, delta: Fraction, k: int) -> Extreme:
    """The wrong relation: a group of k + 1."""
    longer = worst_chain(parts, lamda, delta, k + 1)
    gain = longer.value + (lamda - 1) * lamda**k * Fraction(longer.witness["yes"][-1], parts)
    return Extreme(gain, longer.witness, longer.cases)


def gain_of_chain(witness: dict[str, Any], parts: int, lamda: Fraction, delta: Fraction, k: int) -> Number:
    """What a chain gains, after making sure, event by event, that it is one."""
    sides = [(Fraction(a, parts), Fraction(parts - a, parts)) for a in witness["yes"]]
    for here, there in pairwise(sides):
        for p, q in ((here, there), (there, here)):
            if hockey_stick(p, q, lamda) > delta:
                raise ValueError(f"{p} and {q} are not neighbours")
    return sides[0][0] - lamda**k * sides[-1][0]


Chain = list[Distribution]


def chains(k: int, outcomes: int, **_: Any) -> st.SearchStrategy[Chain]:
    return st.lists(distributions(outcomes), min_size=k + 1, max_size=k + 1)


def rising_chains(k: int, outcomes: int, lamda: Fraction, delta: Fraction) -> list[Chain]:
    """From impossible upwards, each step by as much as it may: P_i = λ P_{i+1} + δ."""
    yes = [Fraction(1, 40) * (lamda**i - 1) / (lamda - 1) for i in range(k, -1, -1)]
    nothing = (Fraction(0),) * (outcomes - 2)
    return [[(p, 1 - p, *nothing) for p in yes]]


def shifted(sides: Chain, rng: np.random.Generator) -> Chain:
    """A little probability moves from one outcome to another, at one place of the chain."""
    place = int(rng.integers(len(sides)))
    source, target = rng.integers(len(sides[0]), size=2)
    weights = list(sides[place])
    amount = min(weights[source], Fraction(1, int(rng.integers(10, 400))))
    weights[source] -= amount
    weights[target] += amount
    return [*sides[:place], tuple(weights), *sides[place + 1 :]]


def gain_per_delta(sides: Chain, lamda: Fraction, delta: Fraction, k: int, outcomes: int) -> Number:
    """The hockey stick of the whole chain, per unit of the largest δ of its steps."""
    steps = pairwise(sides)
    largest = max(max(hockey_stick(p, q, lamda), hockey_stick(q, p, lamda)) for p, q in steps)
    return delta * hockey_stick(sides[0], sides[-1], lamda**k) / largest if largest else Fraction(0)


# --- counting the people in each group of a table ---------------------------------------------------------------


def worst_table(claim: Claim, epsilon: Number, kinds: int, people: int) -> Extreme:
    """The worst log-ratio of a noisy table under substitution, when its noise was made for addition and removal.

    Independent Laplace noise of scale Δ/ε on every cell loses ε/Δ per unit of the tables' total difference, where
    Δ is the largest total difference that one added or removed record makes.
    """
    sets = {size: list(combinations_with_replacement(range(kinds), size)) for size in (people - 1, people)}
    added = [(rest, tuple(sorted((*rest, x)))) for rest in sets[people - 1] for x in range(kinds)]
    unit = max(difference(one, two, kinds) for one, two in added)
    swapped = [(one, two) for rest, one in added for same, two in added if rest == same]
    worst = max(swapped, key=lambda pair: difference(pair[0], pair[1], kinds))
    moved = difference(worst[0], worst[1], kinds)
    # The loss, and how far the tables, at three for each person, are from moving as the claim says.
    loss = epsilon * moved / unit + abs(3 * moved - claim.formulas["moved"](3 * unit))
    return Extreme(loss, {"before": list(worst[0]), "after": list(worst[1])}, len(swapped))


def difference(one: tuple[int, ...], two: tuple[int, ...], kinds: int) -> int:
    """How far two tables of counts lie apart, summed over the cells."""
    return sum(abs(one.count(x) - two.count(x)) for x in range(kinds))


def loss_of_tables(witness: dict[str, Any], epsilon: Number, kinds: int, people: int) -> Number:
    before, after = (np.bincount(witness[side], minlength=kinds) for side in ("before", "after"))
    return epsilon * int(np.abs(before - after).sum())


# --- the same table, audited ------------------------------------------------------------------------------------

TABLES = ((3.0, 5.0), (4.0, 4.0))
"""How many people are in each group, before and after one of them changes groups."""


def noisy_table(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    """Counts with noise for addition and removal: one person more changes one cell by one."""
    mechanism = Laplace(1.0, epsilon, Relation.ADD_REMOVE)
    return np.stack([mechanism.sample(count, size, rng) for count in TABLES[side]], axis=1)


def shown_table(side: int, size: int, rng: np.random.Generator) -> Outputs:
    return noisy_table(side, size, rng, epsilon=0.5)


THREE_HALVES, TENTH = Fraction(3, 2), Fraction(1, 10)
