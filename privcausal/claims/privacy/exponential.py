"""The exponential mechanism: the price of one choice, and why every private mechanism is one."""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import sympy

from privcausal.claims.broken import exponential as specimens
from privcausal.claims.functions import steady
from privcausal.claims.sources import PAGE
from privcausal.privacy.exponential import Exponential, median_scores, privacy_loss, private_median
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Target, by_us, instead, mutant, real, worlds
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, space, worst_of
from privcausal.verify.evidence import Parameters

DOUBLING = math.log(2)
"""At this rate one point of score doubles a weight, so that whole scores give exact fractions."""

RATE = real("epsilon", above=0, letter=r"\theta")
"""The factor of a score in the exponent, which the source calls ε although it is not the privacy cost."""


# --- the effect of one step between neighbours on all probabilities---------------------------------------------


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


def worst_loss(sensitivity: int, outputs: int, top: int) -> Extreme:
    """Every score can rise or fall by any whole number up to the sensitivity."""
    return worst_loss_of_spread(sensitivity, outputs, top, lowest=-sensitivity)


def worst_loss_of_spread(spread: int, outputs: int, top: int, lowest: int = 0) -> Extreme:
    """Scores change by 0 … spread. Up to a common shift this is every change of that spread."""
    table = worst_table(outputs, top, tuple(range(lowest, spread + 1)))
    return Extreme(math.log(table.value), table.witness, table.cases)


def loss_again(pair: dict[str, Any]) -> float:
    """The same loss by the library's mechanism, in floating point."""
    mechanism = Exponential(1, 2 * DOUBLING, Relation.SUBSTITUTION)
    before, after = (mechanism.probabilities(pair[side]) for side in ("scores", "changed"))
    return abs(math.log(before[pair["output"]] / after[pair["output"]]))


def spread_worlds(*shapes: tuple[int, int, int]) -> tuple[Parameters, ...]:
    """Scores reach top + spread after the change, and no table gives an output a smaller probability than p."""
    worlds_of = worlds("spread outputs top", *shapes)
    least = [Fraction(1, 1 + (outputs - 1) * 2 ** (top + spread)) for spread, outputs, top in shapes]
    return tuple({"epsilon": DOUBLING, "p": p, **world} for p, world in zip(least, worlds_of, strict=True))


def elections(voters: int, options: int) -> Iterator[tuple[list[int], list[int]]]:
    """Every result of an election, and every result that one changed vote makes of it."""
    for votes in combinations_with_replacement(range(options), voters):
        tally = [votes.count(option) for option in range(options)]
        for old, new in product(range(options), repeat=2):
            if tally[old] and old != new:
                yield tally, [count + (o == new) - (o == old) for o, count in enumerate(tally)]


def worst_election(epsilon: float, voters: int, options: int) -> Extreme:
    choose = Exponential(1, 2 * epsilon, Relation.SUBSTITUTION).probabilities
    pairs = ({"scores": before, "changed": after} for before, after in elections(voters, options))
    return worst_of(pairs, lambda pair: privacy_loss(choose(pair["scores"]), choose(pair["changed"])))


def election_loss(pair: dict[str, Any], epsilon: float) -> float:
    """The same loss by hand: one winner's weight against the sum of all."""
    logs = [
        [epsilon * q - math.log(sum(math.exp(epsilon * other) for other in pair[side])) for q in pair[side]]
        for side in ("scores", "changed")
    ]
    loss: float = max(abs(a - b) for a, b in zip(*logs, strict=True))
    return loss


OUTPUT = space.record(base=space.whole(1, 9), score=space.real(-1, 1), change=space.real(-1, 1))
"""One of several outputs: its weight, its score, and a change as large as the sensitivity allows."""


def table_loss(table: list[dict[str, Any]], epsilon: float, sensitivity: float) -> float:
    """Scores up to four sensitivities apart from 0, by the library's mechanism."""
    mechanism = Exponential(sensitivity, 2 * epsilon * sensitivity, Relation.SUBSTITUTION)
    base, scores, changes = (np.array([output[name] for output in table]) for name in OUTPUT.kinds)
    before = 4 * sensitivity * scores
    neighbours = before, before + sensitivity * changes
    return steady(privacy_loss(*(mechanism.probabilities(q, base) for q in neighbours)))


ELECTION = ((0, 4), (1, 3))
"""Two neighbouring results; the first option is rare, and the largest loss is at a rare option."""


def elect(side: int, size: int, rng: np.random.Generator, epsilon: float, sensitivity: float) -> Outputs:
    """The winner, the first option as the larger number so that a rare event is an upper tail."""
    mechanism = Exponential(sensitivity, 2 * epsilon * sensitivity, Relation.SUBSTITUTION)
    return np.asarray(1.0 - mechanism.sample(ELECTION[side], size, rng)[:, None], dtype=float)


def derive_exact_loss(claim: Claim) -> Remainders:
    """One output of probability p rises by a, all others fall to b: the log-ratio depends on a − b alone."""
    epsilon, p, spread, fall = sympy.symbols("epsilon p D b", positive=True)
    weight = sympy.exp(epsilon * (spread - fall))
    ratio = weight / (p * weight + (1 - p) * sympy.exp(-epsilon * fall))
    stated: Any = claim.stated["ours"](epsilon=epsilon, spread=spread, p=p)
    rare = claim.formulas["rare"](epsilon=epsilon, spread=2 * fall / epsilon)
    return {
        "at the largest p the other output has become as rare": (1 - rare)
        - rare * (1 + rare * (sympy.exp(2 * fall) - 1)),
        "of the two such p it is the one above 0": (1 - rare) / rare - sympy.exp(fall),
        "the ratio at the worst change": sympy.exp(sympy.expand_log(stated, force=True)) - ratio,
        "no rarer output can cost more than ε D": sympy.limit(stated, p, 0) - epsilon * spread,
        "an output that is certain costs nothing": stated.subs(p, 1),
        "half of ε D at the largest p that attains it": sympy.exp(sympy.expand_log(stated, force=True))
        .subs(p, 1 / (1 + sympy.sqrt(sympy.exp(epsilon * spread))))
        .subs(spread, 2 * fall / epsilon)
        - sympy.exp(fall),
    }


HALF_RATE = Exponential(1, 1.0, Relation.SUBSTITUTION)
MONOTONE = Exponential(1, 1.0, Relation.ADD_REMOVE, monotone=True)
"""Counts only grow when a record is added, so the full rate is honest."""

MEDIANS = ([0, 0, 0, 9, 9], [0, 0, 9, 9, 9])
DIVIDED = ([1] * 8, [2, *[1] * 6, 0])


def draw_choices(mechanism: Exponential, scores: Any, size: int, rng: np.random.Generator) -> Outputs:
    return mechanism.sample(scores, size, rng)[:, None].astype(float)


EXHIBITS = (
    Exhibit(
        "an election",
        "the winner of four votes, one of them changed, at rate ε/2",
        "X-dp",
        True,
        partial(elect, epsilon=0.5, sensitivity=1),
    ),
    Exhibit(
        "an election, one vote more",
        "the winner of four votes or five, at rate ε, because counts are monotone",
        "B-spread",
        True,
        lambda side, size, rng: draw_choices(MONOTONE, ((0, 4), (1, 4))[side], size, rng),
        relation=Relation.ADD_REMOVE,
    ),
    Exhibit(
        "a median",
        "a median chosen by the heavier side, at rate ε/2",
        "X-dp",
        True,
        lambda side, size, rng: draw_choices(HALF_RATE, median_scores(MEDIANS[side], range(10)), size, rng),
    ),
    Exhibit(
        "an election at full rate",
        "the winner of four votes, one of them changed, at rate ε: the factor 2 is forgotten",
        "X-dp",
        False,
        lambda side, size, rng: specimens.chosen_at_full_rate(ELECTION[side], 1.0, size, rng),
    ),
    Exhibit(
        "redrawn until inside",
        "a share with Laplace noise, drawn again until it lies in [0, 1]",
        "X-dp",
        False,
        lambda side, size, rng: specimens.redrawn_until_inside((0.0, 0.1)[side], 10, 1.0, size, rng),
    ),
    Exhibit(
        "divided by the winner",
        "an election whose scores are divided by the largest count",
        "X-count",
        False,
        lambda side, size, rng: specimens.divided_by_the_winner(DIVIDED[side], 1.0, size, rng),
    ),
)

FACTOR_FORGOTTEN = instead(published="epsilon*sensitivity")
TWICE_THE_RATE = mutant(
    "twice the rate",
    sample=lambda side, size, rng, epsilon, sensitivity: elect(side, size, rng, 2 * epsilon, sensitivity),
)
SPREAD = Formula("epsilon*spread - log(1 + p*(exp(epsilon*spread) - 1))")
SPREAD_OFF = instead(ours="epsilon*spread - log(1 + p*exp(epsilon*spread))")
SPREAD_BOTH_WAYS = mutant(
    "scores rise and fall",
    worst=lambda spread, outputs, top: worst_loss_of_spread(spread, outputs, top, lowest=-spread),
)
TABLES_OF_SCORES = worlds(
    "epsilon sensitivity outputs top", (DOUBLING, 1, 2, 8), (DOUBLING, 1, 3, 6), (DOUBLING, 2, 3, 4)
)

CLAIMS = (
    Claim(
        id="X-dp",
        title="Choosing by score costs 2θΔq",
        **PAGE("14-26"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let no score $q(\\cdot, r)$ change by more than $\\Delta q$ between neighbours, and choose "
            "$r$ with probability proportional to $e^{\\theta q(d,r)}\\mu(r)$."
        ),
        statement="For all $«epsilon»$ and $«sensitivity»$ the choice is «private».",
        quantities=(RATE, real("sensitivity", above=0, letter=r"\Delta q")),
        assumes=("the weights have a finite sum",),
        published=Formula("2*epsilon*sensitivity"),
        at={"epsilon": 1, "sensitivity": 1},
        proof="proof-dp",
        subjects=(private_median,),
        checks=(
            Exhaustive(
                "all tables of scores",
                TABLES_OF_SCORES,
                worst_loss,
                (FACTOR_FORGOTTEN,),
                loss_again,
                worlds("epsilon sensitivity outputs top", (DOUBLING, 1, 4, 6)),
            ),
            Exhaustive(
                "all elections",
                worlds("epsilon sensitivity voters options", (1.0, 1, 8, 2), (1.0, 1, 5, 3), (1.0, 1, 4, 4)),
                worst_election,
                (FACTOR_FORGOTTEN,),
                election_loss,
            ),
            Search(
                "hill climbing over tables",
                worlds("epsilon sensitivity", (1.0, 1.0), (0.3, 5.0)),
                OUTPUT.up_to(5, least=2),
                table_loss,
                (FACTOR_FORGOTTEN,),
            ),
            Audit(
                "an election",
                worlds("epsilon sensitivity", (0.5, 1.0), (1.0, 1.0)),
                elect,
                (FACTOR_FORGOTTEN, TWICE_THE_RATE),
            ),
        ),
    ),
    by_us(
        id="B-spread",
        title="Only the spread of the change counts, and rare outputs are worst",
        place="for one pair of neighbours; the plain bound is known as bounded range",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $D=\\max_r(q'_r-q_r)-\\min_r(q'_r-q_r)$ be the spread of the change of scores between two "
            "neighbours, and let no output have a probability below $p$ under either of the two."
        ),
        statement=(
            "For all $«epsilon»$, $«spread»$ and $«p»$ the log-ratio of the two probabilities of any "
            "output is «sense» $«ours»$. This is attained, for every $p$ up to $«rare»$."
        ),
        quantities=(
            RATE,
            real("spread", above=0, letter="D"),
            real("p", above=0, below=1),
        ),
        formulas={"rare": Formula("1/(1 + exp(epsilon*spread/2))")},
        larger=("rare",),
        assumes=("finitely many outputs",),
        ours=SPREAD,
        at={"epsilon": 1, "spread": 1, "p": 0.01},
        depends=("X-dp",),
        checks=(
            Exhaustive(
                "all tables of scores",
                spread_worlds((1, 2, 8), (1, 3, 5), (2, 3, 4), (3, 3, 3)),
                worst_loss_of_spread,
                (SPREAD_OFF, SPREAD_BOTH_WAYS),
                loss_again,
                spread_worlds((1, 4, 6), (2, 4, 4)),
            ),
            Symbolic("the worst change", derive_exact_loss, (SPREAD_OFF,), target=Target.OURS),
        ),
    ),
)
