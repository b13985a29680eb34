"""The meaning of (ε, δ): the worst event for a guarantee, a pure guarantee at a smaller ε, and post-processing."""

import math
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, product

import numpy as np
import sympy
from scipy.integrate import quad

from privcausal.claims.functions import our_error
from privcausal.claims.sources import DWORK
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Quality, Sense, by_us, each, instead, mutant, real, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, Target, Witness, space
from privcausal.verify.checks.exhaustive import Integers
from privcausal.verify.evidence import Number

Distribution = tuple[Fraction, ...]


def hockey_stick(p: Distribution, q: Distribution, lamda: Fraction) -> Number:
    r"""$\sum_x \max\bigl(0,\, p(x) - \lambda q(x)\bigr)$."""
    return sum((max(Fraction(0), a - lamda * b) for a, b in zip(p, q, strict=True)), Fraction(0))


def one_outcome_only(p: Distribution, q: Distribution, lamda: Fraction) -> Number:
    """As if the worst single outcome were the worst event."""
    return max(a - lamda * b for a, b in zip(p, q, strict=True))


# --- the best event ---------------------------------------------------------------------------------------------


def best_of_all_events(p: Distribution, q: Distribution, lamda: Fraction) -> Extreme:
    """The largest P(E) − λ P′(E), by going through every event."""
    outcomes = range(len(p))
    events = list(chain.from_iterable(combinations(outcomes, size) for size in range(len(p) + 1)))
    values = [sum((p[x] - lamda * q[x] for x in event), Fraction(0)) for event in events]
    best = max(range(len(events)), key=values.__getitem__)
    return Extreme(values[best], {"event": list(events[best])}, len(events))


def value_of_event(event: Witness, p: Distribution, q: Distribution, lamda: Fraction) -> Number:
    inside, outside = (sum((side[x] for x in event["event"]), Fraction(0)) for side in (p, q))
    return inside - lamda * outside


def shares(counts: list[int]) -> Distribution:
    return tuple(Fraction(count, sum(counts)) for count in counts)


LAMBDAS = sorted({Fraction(a, b) for b in range(1, 10) for a in range(b, 5 * b + 1)})
PARTS = 36
"""Into so many equal parts the probability is cut where laws are searched."""


def pairs_of_laws(outcomes: int) -> space.Fields:
    law = space.Sums(PARTS, outcomes)
    return space.record(p=law, q=law, lamda=space.among(*LAMBDAS))


def formula_error(claim: Claim, case: Witness) -> Number:
    p, q, lamda = shares(case["p"]), shares(case["q"]), case["lamda"]
    return abs(best_of_all_events(p, q, lamda).value - claim.stated["ours"](p=p, q=q, lamda=lamda))


def derive_laplace_profile(claim: Claim) -> Remainders:
    """Laplace noise of scale 1/ε on neighbours 0 and 1: which half-line is best, and its gain."""
    epsilon, s, t = sympy.symbols("epsilon s t", positive=True)
    # The log-ratio ε(|z − 1| − |z|) falls from ε to −ε along [0, 1], so the best event is some z < t.
    gain = 1 - sympy.exp(-epsilon * t) / 2 - sympy.exp(s * epsilon - epsilon * (1 - t)) / 2
    best = (1 - s) / 2
    return {
        "no gain from moving the end": sympy.diff(gain, t).subs(t, best),
        "what the best half-line gains": gain.subs(t, best) - claim.stated["ours"](epsilon=epsilon, s=s),
    }


def profile_error(claim: Claim, epsilon: float, s: float) -> float:
    """The formula against the integral of the positive part, piece by piece."""

    def positive_part_at(z: float) -> float:
        here, there = (epsilon / 2 * math.exp(-epsilon * abs(z - side)) for side in (0, 1))
        return max(here - math.exp(s * epsilon) * there, 0.0)

    end = (1 - s) / 2
    pieces = ((-50 / epsilon, 0.0), (0.0, end), (end, 1.0))
    integral = float(sum(quad(positive_part_at, *piece, epsabs=1e-12)[0] for piece in pieces))
    return abs(float(claim.stated["ours"](epsilon=epsilon, s=s)) - integral)


# --- post-processing --------------------------------------------------------------------------------------------


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


def processed(witness: Witness, outcomes: int, lamda: Fraction) -> Number:
    """After ÷ before for one pair and one function, in fractions."""
    rows = np.eye(outcomes, dtype=int)[witness["function"]].tolist()
    return through_a_channel({**witness, "lamda": lamda, "rows": rows})


def channels(outcomes: int) -> space.Space:
    """A pair of distributions, and a random function: one distribution of labels per outcome.

    The start is a function that changes nothing, after two distributions that overlap little.
    """
    unit = (PARTS * np.eye(outcomes, dtype=int)).tolist()
    kinds = space.record(**pairs_of_laws(outcomes).kinds, rows=space.Sums(PARTS, outcomes) * outcomes)
    return kinds.starting({"p": unit[0], "q": unit[1], "lamda": THREE_HALVES, "rows": unit})


def through_a_channel(case: Witness) -> Number:
    """Hockey stick after ÷ before, when the outcome is replaced by a random label."""
    p, q = shares(case["p"]), shares(case["q"])
    columns = list(zip(*(shares(row) for row in case["rows"]), strict=True))
    after = [
        tuple(sum((a * b for a, b in zip(side, column, strict=True)), Fraction(0)) for column in columns)
        for side in (p, q)
    ]
    before = hockey_stick(p, q, case["lamda"])
    return hockey_stick(after[0], after[1], case["lamda"]) / before if before else Fraction(0)


STICK = {"stick": (hockey_stick, r"\sum_x\max\bigl(0,\,p(x)-\lambda p'(x)\bigr)")}
ONE_OUTCOME = instead(ours="largest(p, q, lamda)", where={"largest": (one_outcome_only, "")})
NO_HALF = instead(ours="1 - exp(-(1 - s)*epsilon)")

STRICTLY_LESS = instead(published="9/10")
PEEKING = mutant("the function looks at the data again", worst=partial(worst_processing, peeking=True))

LEAKY = (Fraction(1, 20), Fraction(3, 5), Fraction(7, 20), Fraction(0))
OTHER = (Fraction(0), Fraction(2, 5), Fraction(2, 5), Fraction(1, 5))
GEOMETRIC = tuple(Fraction(1, 3) * Fraction(1, 2) ** abs(x) for x in range(-4, 5))
THREE_HALVES = Fraction(3, 2)
PAIRED_LAWS = worlds(
    "p q lamda",
    (LEAKY, OTHER, THREE_HALVES),
    (OTHER, LEAKY, THREE_HALVES),
    (GEOMETRIC, GEOMETRIC[2:] + GEOMETRIC[:2], THREE_HALVES),
    (LEAKY, OTHER, Fraction(1)),
)

CLAIMS = (
    by_us(
        id="B-hockey",
        title="The best event is made of the outcomes that are more than e^ε times as likely",
        place="well known; the proof is ours",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $P,P'$ be the distributions of a mechanism's output on two neighbours, with probabilities "
            "or densities $p,p'$. Let an event $E$ gain $G_\\lambda(E)=P(E)-\\lambda P'(E)$, and let $E^*$ "
            "hold the outcomes $x$ with $p(x)>\\lambda p'(x)$."
        ),
        statement=(
            "For all $«lamda»$ and all events $E$, $G_\\lambda(E)«sign»«ours»$, and $E^*$ gains all of it. "
            "So the smallest $\\delta$ for which the mechanism is $(\\ln\\lambda,\\delta)$-differentially "
            "private, under whichever relation, is the largest of these sums over all neighbours in both "
            "directions."
        ),
        quantities=(real("lamda", at_least=1, letter=r"\lambda"),),
        ours=Formula("stick(p, q, lamda)", where=STICK),
        at={"p": LEAKY, "q": OTHER, "lamda": THREE_HALVES},
        checks=(
            Exhaustive("every event", PAIRED_LAWS, best_of_all_events, (ONE_OUTCOME,), value_of_event),
            Search(
                "random distributions",
                each(outcomes=(3, 6)),
                pairs_of_laws,
                formula_error,
                (ONE_OUTCOME,),
                **our_error(0),
            ),
        ),
    ),
    by_us(
        id="B-profile",
        title="Laplace noise keeps every smaller ε too, for a price in δ",
        place="known as the privacy profile of Laplace noise; the proof is ours",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let Laplace noise of scale $\\Delta/\\varepsilon$ be added to a statistic of sensitivity "
            "$\\Delta$, under whichever relation."
        ),
        statement=(
            "For all $«s»$, the smallest $\\delta$ with which it is $(s\\varepsilon,\\delta)$-differentially "
            "private is «sense» $«ours»$."
        ),
        quantities=(real("s", at_least=0, at_most=1),),
        sense=Sense.EXACTLY,
        ours=Formula("1 - exp(-(1 - s)*epsilon/2)"),
        at={"epsilon": 1, "s": 0.5},
        depends=("B-hockey",),
        checks=(
            Symbolic("best half-line", derive_laplace_profile, (NO_HALF,), Target.OURS),
            Search(
                "formula against quadrature",
                each(s=(0, 0.5, 0.9, 1)),
                space.real(0.01, 8),
                profile_error,
                (NO_HALF,),
                **our_error(1e-9),
                climbs=False,
            ),
        ),
    ),
    Claim(
        id="B-post",
        title="Nothing that is computed from a release makes it less private",
        **DWORK("Proposition 2.1; a textbook, quoted from memory", Quality.RECONSTRUCTED),
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
                worlds(
                    "parts outcomes lamda", (4, 3, THREE_HALVES), (6, 3, Fraction(2)), (4, 4, Fraction(1))
                ),
                worst_processing,
                (STRICTLY_LESS, PEEKING),
                processed,
            ),
            Search("random functions", each(outcomes=(3, 5)), channels, through_a_channel, (STRICTLY_LESS,)),
        ),
    ),
)
