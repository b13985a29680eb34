"""Post-processing: what is computed from a release alone is as private as the release."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.privacy.price import THREE_HALVES, distributions, hockey_stick, pairs_of_distributions
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Number, Origin, Quality, Reading, instead
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme, Integers
from privcausal.verify.checks.search import Search


def compositions(parts: int, outcomes: int) -> Integers:
    """All distributions whose probabilities are multiples of 1/parts, as whole numbers."""
    rows = (row for row in product(range(parts + 1), repeat=outcomes) if sum(row) == parts)
    return np.array(list(rows), dtype=np.int64)


def positive_part(p: Integers, q: Integers, lamda: Fraction) -> Integers:
    """The hockey stick of many pairs at once, times the denominators."""
    total: Integers = np.maximum(lamda.denominator * p - lamda.numerator * q, 0).sum(-1)
    return total


def worst_processing(parts: int, outcomes: int, lamda: Fraction, *, peeking: bool = False) -> Extreme:
    """The largest hockey stick after ÷ before, over all pairs of distributions and all functions of the outcome."""
    grid = compositions(parts, outcomes)
    p, q = np.repeat(grid, len(grid), axis=0), np.tile(grid, (len(grid), 1))
    before = positive_part(p, q, lamda)
    p, q, before = p[before > 0], q[before > 0], before[before > 0]
    best = Extreme(Fraction(0), {}, 0)
    for table in product(range(outcomes), repeat=outcomes):
        function = np.eye(outcomes, dtype=np.int64)[list(table)]
        # A function that peeks at the data does one thing on one neighbour and another on the other.
        other = np.roll(function, 1, axis=1) if peeking else function
        after = positive_part(p @ function, q @ other, lamda)
        top = int((after / before).argmax())
        value = Fraction(int(after[top]), int(before[top]))
        witness = {"p": p[top].tolist(), "q": q[top].tolist(), "function": list(table)}
        best = max(best, Extreme(value, witness, 0), key=lambda extreme: extreme.value)
    return Extreme(best.value, best.witness, len(p) * outcomes**outcomes)


def worst_peeking(parts: int, outcomes: int, lamda: Fraction) -> Extreme:
    return worst_processing(parts, outcomes, lamda, peeking=True)


def processed(witness: dict[str, Any], parts: int, outcomes: int, lamda: Fraction) -> Number:
    """After ÷ before for one pair and one function, in fractions."""
    sides = [tuple(Fraction(a, parts) for a in witness[name]) for name in ("p", "q")]
    after = [
        tuple(
            sum((a for a, to in zip(side, witness["function"], strict=True) if to == label), Fraction(0))
            for label in range(outcomes)
        )
        for side in sides
    ]
    return hockey_stick(after[0], after[1], lamda) / hockey_stick(sides[0], sides[1], lamda)


def channels(outcomes: int) -> st.SearchStrategy[dict[str, Any]]:
    """A pair of distributions, and a random function: one distribution of labels per outcome."""
    rows = st.lists(distributions(outcomes), min_size=outcomes, max_size=outcomes)
    return st.builds(lambda pair, rows: {**pair, "rows": rows}, pairs_of_distributions(outcomes), rows)


def through_a_channel(case: dict[str, Any], outcomes: int) -> Number:
    """Hockey stick after ÷ before, when the outcome is replaced by a random label."""
    before = hockey_stick(case["p"], case["q"], case["lamda"])
    after = [
        tuple(
            sum((a * row[x] for a, row in zip(case[side], case["rows"], strict=True)), Fraction(0))
            for x in range(outcomes)
        )
        for side in ("p", "q")
    ]
    return hockey_stick(after[0], after[1], case["lamda"]) / before if before else Fraction(0)


def plain_release(outcomes: int) -> list[dict[str, Any]]:
    """A function that changes nothing, after two distributions that overlap little."""
    unit = [tuple(Fraction(int(x == y)) for y in range(outcomes)) for x in range(outcomes)]
    return [{"p": unit[0], "q": unit[1], "lamda": THREE_HALVES, "rows": unit}]


def another_row(case: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """The random function with another distribution for one outcome."""
    rows = list(case["rows"])
    weights = rng.integers(0, 10, len(rows)) + np.eye(len(rows), dtype=np.int64)[0]
    rows[int(rng.integers(len(rows)))] = tuple(Fraction(int(w), int(weights.sum())) for w in weights)
    return {**case, "rows": rows}


STRICTLY_LESS = instead(published="9/10")
PEEKING = Mutant("the function may look at the data again", check={"worst": worst_peeking})


CLAIMS = (
    Claim(
        id="B-post",
        title="Nothing that is computed from a release makes it less private",
        source="dwork2014",
        reading=Reading(
            Origin.PAPER, ("Proposition 2.1; a textbook, quoted from memory"), Quality.RECONSTRUCTED
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $M$ be $(\\varepsilon,\\delta)$-differentially private under any relation, and $K$ a "
            "function of its output, possibly a random one, that does not use the data."
        ),
        statement=(
            "$K\\circ M$ is $(\\varepsilon,\\delta)$-differentially private: for each pair of neighbours the "
            "smallest $\\delta$ after $K$ is «sense» $«published»$ times that before."
        ),
        published=Formula("1"),
        proof="proof-post",
        depends=("B-hockey",),
        checks=(
            Exhaustive(
                "all functions of all small mechanisms",
                (
                    {"parts": 4, "outcomes": 3, "lamda": THREE_HALVES},
                    {"parts": 6, "outcomes": 3, "lamda": Fraction(2)},
                    {"parts": 4, "outcomes": 4, "lamda": Fraction(1)},
                ),
                worst_processing,
                (STRICTLY_LESS, PEEKING),
                processed,
            ),
            Search(
                name="random functions",
                worlds=({"outcomes": 3}, {"outcomes": 5}),
                candidates=channels,
                score=through_a_channel,
                starts=plain_release,
                step=another_row,
                mutants=(STRICTLY_LESS,),
            ),
        ),
    ),
)
