"""What t private tests cost together."""

import math
from itertools import product
from typing import Any

import numpy as np
import sympy

from privcausal.claims.sources import AT_CURATE, CURATE
from privcausal.privacy.accounting import advanced_epsilon, compose, exact_epsilon
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Quality, by_us, instead, mutant, real, whole
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, Target, space, worlds
from privcausal.verify.statistics.exact import smallest_epsilon

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


def adaptive_runs(t: int) -> space.Space:
    """For every history of t rounds with three outcomes: the weights of one private mechanism."""
    histories = sum(OUTCOMES**k for k in range(t))
    return (space.real(0, 1) * (2 * OUTCOMES) * histories).starting(clear_answers(t))


def clear_answers(t: int) -> list[list[float]]:
    """Randomised response in every round, whatever the history."""
    return [[1.0, 0.0, 0.0, 0.0, 1.0, 0.0]] * sum(OUTCOMES**k for k in range(t))


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
    return float(smallest_epsilon(more, less, delta))


def loss_of_longer_run(run: list[list[float]], t: int, epsilon: float, delta: float) -> float:
    """One round more than was paid for."""
    return loss_of_run(clear_answers(t + 1), t + 1, epsilon, delta)


def exact_over_bound(claim: Claim, bill: dict[str, Any]) -> float:
    """The exact cost over the smaller of the two bounds that are said to hold."""
    t, epsilon, delta = bill["t"], bill["epsilon"], 10.0 ** -bill["digits"]
    bounds = [b(t=t, epsilon=epsilon, delta=delta) for b in (claim.published, claim.ours) if b is not None]
    return exact_epsilon(epsilon, t, delta) / float(min(bounds))


def derive_tests(claim: Claim) -> Remainders:
    """The mean loss of randomised response, and the order α that makes the Rényi bound smallest."""
    t, epsilon, excess = sympy.symbols("t epsilon a", positive=True)
    log_inverse = sympy.Symbol("L", positive=True)  # ln(1/δ)
    likely = sympy.exp(epsilon) / (1 + sympy.exp(epsilon))
    mean = epsilon * likely - epsilon * (1 - likely)
    total = t * mean + excess * t * epsilon**2 / 2 + log_inverse / excess
    best = sympy.sqrt(2 * log_inverse / t) / epsilon
    stated = claim.stated["ours"](t=t, epsilon=epsilon, delta=sympy.exp(-log_inverse))
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
    return {
        ("the theorem that is cited, minus the formula"): textbook
        - claim.stated["published"](t=t, epsilon=epsilon, delta=delta)
    }


LONG_RUNS = worlds(
    "t epsilon delta",
    (1, 1.0, 1e-6),
    (10, 1.0, 1e-6),
    (100, 0.1, 1e-6),
    (400, 0.1, 1e-10),
    (100, 0.5, 1e-3),
    (400, 0.01, 1e-10),
)
SHORT_RUNS = worlds("t epsilon delta", (3, 0.5, 1e-2))

EXACT = {"exact": (exact_epsilon, r"\max_j\ln\dfrac{{P[J\ge j]-{2}}}{{Q[J\ge j]}}")}
NO_T = instead(published="t*epsilon**2 + epsilon*sqrt(2*log(1/delta))")
HALF_SPREAD = instead(ours="t*epsilon*tanh(epsilon/2) + epsilon*sqrt(2*t*log(1/delta))/2")
HALF_MEAN = instead(ours="t*epsilon*tanh(epsilon/2)/2 + epsilon*sqrt(2*t*log(1/delta))")
ONE_LESS = instead(ours="exact(epsilon, max(t - 1, 1), delta)", where=EXACT)

CLAIMS = (
    by_us(
        id="B-exact",
        title="The exact cost of t pure releases",
        place="known from Kairouz, Oh and Viswanath; the proof is ours",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $t$ releases be made, each $(\\varepsilon,0)$-private and chosen in the light of all "
            "earlier ones, and let $J$ count the successes in $t$ tosses of a coin of bias "
            "$\\frac{e^{\\varepsilon}}{1+e^{\\varepsilon}}$ under $P$ and $\\frac{1}{1+e^{\\varepsilon}}$ "
            "under $Q$. The maximum below is over all $j$ with $P[J\\ge j]>\\delta$, and 0 if it is "
            "negative."
        ),
        statement=(
            "For all $«t»$, $«epsilon»$ and $«delta»$ the releases together are «private», and no smaller "
            "$\\varepsilon$ will do for all of them."
        ),
        quantities=(whole("t", at_least=1), real("epsilon", above=0), real("delta", above=0, below=1)),
        ours=Formula("exact(epsilon, t, delta)", EXACT),
        at={"t": 1000, "epsilon": 0.1, "delta": 1e-10},
        checks=(
            Exhaustive(
                "all outputs",
                worlds("t epsilon delta", (1, 1.0, 0.01), (5, 1.0, 0.01), (10, 0.5, 1e-3)),
                best_events_one_by_one,
                (ONE_LESS,),
                tail_loss,
            ),
            Search(
                "adaptive runs with three outcomes",
                SHORT_RUNS,
                adaptive_runs,
                loss_of_run,
                (ONE_LESS, mutant("t + 1 rounds are run", score=loss_of_longer_run)),
            ),
        ),
    ),
    Claim(
        id="C-comp",
        title="What t tests at ε cost together",
        **CURATE(
            "Section III-A; the formula is lost and stands in the program (002:54-55; "
            f"{AT_CURATE}l. 3356-3359)",
            Quality.RECONSTRUCTED,
            (Relation.ADD_REMOVE,),
        ),
        consequence=Consequence(
            cost=(
                "Nothing: the formula is valid and a little too careful. It speaks of a number of tests "
                "that is fixed beforehand, and the program reads that number off its run."
            ),
            certain="Fairly sure: we saw the formula in the program only.",
            repair="the proof below, and a slightly smaller bound, known from Kairouz, Oh and Viswanath",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $t$ tests be made, each $(\\varepsilon,0)$-private and chosen in the light of all earlier "
            "ones, with $t$ and $\\varepsilon$ fixed beforehand."
        ),
        statement="For all $«t»$, $«epsilon»$ and $«delta»$ the tests together are «private».",
        quantities=(whole("t", at_least=1), real("epsilon", above=0), real("delta", above=0, below=1)),
        published=Formula("t*epsilon**2 + epsilon*sqrt(2*t*log(1/delta))"),
        ours=Formula("t*epsilon*tanh(epsilon/2) + epsilon*sqrt(2*t*log(1/delta))"),
        at={"t": 1000, "epsilon": 0.1, "delta": 1e-14},
        proof="proof-tests",
        depends=("B-exact",),
        subjects=(advanced_epsilon, compose),
        checks=(
            Symbolic("mean loss and best order", derive_tests, (HALF_MEAN, HALF_SPREAD), target=Target.OURS),
            Symbolic(
                "does it follow from the theorem cited?",
                derive_from_the_textbook,
                (NO_T,),
                target=Target.PROOF,
            ),
            Exhaustive(
                "randomised response, all events", LONG_RUNS, best_events, (NO_T, HALF_SPREAD), tail_loss
            ),
            Search(
                "any number of tests at any price",
                ({},),
                space.record(t=space.whole(1, 3000), epsilon=space.real(0.001, 3), digits=space.whole(1, 14)),
                exact_over_bound,
                (NO_T, HALF_SPREAD),
                tolerance=1,
                climbs=False,
            ),
        ),
    ),
)
