"""What (ε, δ) means: the event that tests a promise hardest, and how a pure promise looks at a smaller ε."""

import math
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

import sympy
from hypothesis import strategies as st
from scipy.integrate import quad

from privcausal.privacy.price import Relation
from privcausal.verify import Origin, Reading
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target

Distribution = tuple[Fraction, ...]

# --- bounds: as published, and ours ------------------------------------------------------------------------


def hockey_stick(p: Distribution, q: Distribution, lamda: Fraction) -> Number:
    r"""$\sum_x \max\bigl(0,\, p(x) - \lambda q(x)\bigr)$."""
    return sum((max(Fraction(0), a - lamda * b) for a, b in zip(p, q, strict=True)), Fraction(0))


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


def one_outcome_only(p: Distribution, q: Distribution, lamda: Fraction) -> Number:
    """$\\max_x$: as if the worst single outcome were the worst event."""
    gains = [a - lamda * b for a, b in zip(p, q, strict=True)]
    return max(gains)


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
    assert claim.ours is not None
    return abs(Fraction(best_of_all_events(**case).value) - Fraction(claim.ours(**case)))


def no_error(outcomes: int) -> Number:
    return 0


# --- how a pure promise looks at a smaller ε -----------------------------------------------------------


def laplace_profile(epsilon: float, smaller: float) -> Any:
    return 1 - sympy.exp((smaller - epsilon) / 2)


def derive_laplace_profile(claim: Claim) -> Remainders:
    """Laplace noise of scale 1/ε on neighbours 0 and 1: which half-line is best, and what it gains."""
    epsilon, smaller, t = sympy.symbols("epsilon smaller t", positive=True)
    # The log-ratio ε(|z − 1| − |z|) falls from ε to −ε along [0, 1], so the best event is some z < t.
    gain = 1 - sympy.exp(-epsilon * t) / 2 - sympy.exp(smaller - epsilon * (1 - t)) / 2
    best = (1 - smaller / epsilon) / 2
    assert claim.ours is not None
    return {
        "no gain from moving the end": sympy.diff(gain, t).subs(t, best),
        "what the best half-line gains": gain.subs(t, best) - claim.ours(epsilon, smaller),
    }


def two_epsilons() -> st.SearchStrategy[dict[str, float]]:
    pair = st.tuples(st.floats(0.01, 8), st.floats(0, 1))
    return pair.map(lambda pair: {"epsilon": pair[0], "smaller": pair[0] * pair[1]})


def profile_error(claim: Claim, case: dict[str, float]) -> float:
    """The formula against the integral of the positive part, piece by piece."""
    epsilon, smaller = case["epsilon"], case["smaller"]

    def positive_part_at(z: float) -> float:
        here, there = (epsilon / 2 * math.exp(-epsilon * abs(z - side)) for side in (0, 1))
        return max(here - math.exp(smaller) * there, 0.0)

    end = (1 - smaller / epsilon) / 2
    pieces = ((-50 / epsilon, 0.0), (0.0, end), (end, 1.0))
    integral = float(sum(quad(positive_part_at, *piece, epsabs=1e-12)[0] for piece in pieces))
    assert claim.ours is not None
    return abs(float(claim.ours(epsilon, smaller)) - integral)


def quadrature_tolerance() -> Number:
    return 1e-9


def without_the_half(epsilon: float, smaller: float) -> Any:
    return 1 - sympy.exp(smaller - epsilon)


ONE_OUTCOME = Mutant("the worst single outcome instead of the worst event", claim={"ours": one_outcome_only})
NO_HALF = Mutant("e^(ε′ − ε) without the half", claim={"ours": without_the_half})

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
        statement=(
            "Let $P,P'$ be the distributions of a mechanism's output on two neighbours, with probabilities "
            "or densities $p,p'$, and $\\lambda = e^{\\varepsilon}$. Then $\\max_E \\bigl(P(E)-\\lambda "
            "P'(E)\\bigr) = \\sum_x \\max\\bigl(0,\\,p(x)-\\lambda p'(x)\\bigr)$, attained by $E=\\{x : "
            "p(x) > \\lambda p'(x)\\}$. So the mechanism is $(\\varepsilon,\\delta)$-differentially "
            "private, under whichever relation, exactly if this sum is at most $\\delta$ for all "
            "neighbours, in both directions."
        ),
        ours=hockey_stick,
        at={"p": LEAKY, "q": OTHER, "lamda": THREE_HALVES},
        proof="proof-hockey",
        checks=(
            Exhaustive(
                "every event",
                (
                    {"p": LEAKY, "q": OTHER, "lamda": THREE_HALVES},
                    {"p": OTHER, "q": LEAKY, "lamda": THREE_HALVES},
                    {"p": GEOMETRIC, "q": GEOMETRIC[2:] + GEOMETRIC[:2], "lamda": THREE_HALVES},
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
                tolerance=no_error,
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
        statement=(
            "Laplace noise of scale $\\Delta/\\varepsilon$ on a statistic of sensitivity $\\Delta$ is "
            "$(\\varepsilon',\\delta)$-differentially private for every "
            "$0\\le\\varepsilon'\\le\\varepsilon$ with $\\delta = 1 - e^{(\\varepsilon'-\\varepsilon)/2}$, "
            "and for no smaller $\\delta$, under the relation that $\\Delta$ refers to."
        ),
        ours=laplace_profile,
        at={"epsilon": 1, "smaller": 0.5},
        proof="proof-profile",
        depends=("B-hockey",),
        checks=(
            Symbolic("best half-line", derive_laplace_profile, (NO_HALF,), Target.OURS),
            Search(
                name="formula against quadrature",
                worlds=({},),
                candidates=two_epsilons,
                score=profile_error,
                tolerance=quadrature_tolerance,
                target=Target.OURS,
                mutants=(NO_HALF,),
            ),
        ),
    ),
)
