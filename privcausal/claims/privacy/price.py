"""What (ε, δ) means: the event that tests a promise hardest, and how a pure promise looks at a smaller ε."""

import math
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

import sympy
from hypothesis import strategies as st
from scipy.integrate import quad

from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Number, Origin, Reading, Sense, Target, instead, real
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic

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


def value_of_event(event: dict[str, Any], p: Distribution, q: Distribution, lamda: Fraction) -> Number:
    inside, outside = (sum((side[x] for x in event["event"]), Fraction(0)) for side in (p, q))
    return inside - lamda * outside


def distributions(outcomes: int) -> st.SearchStrategy[Distribution]:
    """Distributions with small whole weights, some of them zero."""
    weights = st.lists(st.integers(0, 9), min_size=outcomes, max_size=outcomes).filter(any)
    return weights.map(lambda w: tuple(Fraction(a, sum(w)) for a in w))


def pairs_of_distributions(outcomes: int) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "p": distributions(outcomes),
            "q": distributions(outcomes),
            "lamda": st.fractions(1, 5, max_denominator=9),
        }
    )


def formula_error(claim: Claim, case: dict[str, Any], outcomes: int) -> Number:
    return abs(best_of_all_events(**case).value - claim.stated["ours"](**case))


# --- how a pure promise looks at a smaller ε -----------------------------------------------------------


def derive_laplace_profile(claim: Claim) -> Remainders:
    """Laplace noise of scale 1/ε on neighbours 0 and 1: which half-line is best, and what it gains."""
    epsilon, s, t = sympy.symbols("epsilon s t", positive=True)
    # The log-ratio ε(|z − 1| − |z|) falls from ε to −ε along [0, 1], so the best event is some z < t.
    gain = 1 - sympy.exp(-epsilon * t) / 2 - sympy.exp(s * epsilon - epsilon * (1 - t)) / 2
    best = (1 - s) / 2
    return {
        "no gain from moving the end": sympy.diff(gain, t).subs(t, best),
        "what the best half-line gains": gain.subs(t, best) - claim.stated["ours"](epsilon=epsilon, s=s),
    }


def epsilons(s: float) -> st.SearchStrategy[float]:
    return st.floats(0.01, 8)


def profile_error(claim: Claim, epsilon: float, s: float) -> float:
    """The formula against the integral of the positive part, piece by piece."""

    def positive_part_at(z: float) -> float:
        here, there = (epsilon / 2 * math.exp(-epsilon * abs(z - side)) for side in (0, 1))
        return max(here - math.exp(s * epsilon) * there, 0.0)

    end = (1 - s) / 2
    pieces = ((-50 / epsilon, 0.0), (0.0, end), (end, 1.0))
    integral = float(sum(quad(positive_part_at, *piece, epsabs=1e-12)[0] for piece in pieces))
    return abs(float(claim.stated["ours"](epsilon=epsilon, s=s)) - integral)


STICK = {"stick": (hockey_stick, r"\sum_x\max\bigl(0,\,p(x)-\lambda p'(x)\bigr)")}
ONE_OUTCOME = instead(ours="largest(p, q, lamda)", where={"largest": (one_outcome_only, "")})
NO_HALF = instead(ours="1 - exp(-(1 - s)*epsilon)")

LEAKY = (Fraction(1, 20), Fraction(3, 5), Fraction(7, 20), Fraction(0))
OTHER = (Fraction(0), Fraction(2, 5), Fraction(2, 5), Fraction(1, 5))
GEOMETRIC = tuple(Fraction(1, 3) * Fraction(1, 2) ** abs(x) for x in range(-4, 5))
THREE_HALVES = Fraction(3, 2)

CLAIMS = (
    Claim(
        id="B-hockey",
        title="The best event is made of the outcomes that are more than e^ε times as likely",
        reading=Reading(Origin.OURS, "well known; the proof is ours"),
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
        proof="proof-hockey",
        checks=(
            Exhaustive(
                "every event",
                (
                    {"p": LEAKY, "q": OTHER, "lamda": THREE_HALVES},
                    {"p": OTHER, "q": LEAKY, "lamda": THREE_HALVES},
                    {"p": GEOMETRIC, "q": GEOMETRIC[2:] + GEOMETRIC[:2], "lamda": THREE_HALVES},
                    {"p": LEAKY, "q": OTHER, "lamda": Fraction(1)},
                ),
                best_of_all_events,
                (ONE_OUTCOME,),
                value_of_event,
            ),
            Search(
                name="random distributions",
                worlds=({"outcomes": 3}, {"outcomes": 6}),
                candidates=pairs_of_distributions,
                score=formula_error,
                tolerance=0,
                target=Target.OURS,
                mutants=(ONE_OUTCOME,),
            ),
        ),
    ),
    Claim(
        id="B-profile",
        title="Laplace noise keeps every smaller promise too, for a price in δ",
        reading=Reading(Origin.OURS, "known as the privacy profile of Laplace noise; the proof is ours"),
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
        proof="proof-profile",
        depends=("B-hockey",),
        checks=(
            Symbolic("best half-line", derive_laplace_profile, (NO_HALF,), Target.OURS),
            Search(
                name="formula against quadrature",
                worlds=({"s": 0}, {"s": 0.5}, {"s": 0.9}, {"s": 1}),
                candidates=epsilons,
                score=profile_error,
                tolerance=1e-9,
                target=Target.OURS,
                mutants=(NO_HALF,),
            ),
        ),
    ),
)
