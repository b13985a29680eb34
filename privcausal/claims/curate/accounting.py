"""What t private tests cost together, and what a sampling rate does not do to the bill."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.claims.curate import SOURCE
from privcausal.claims.privpc.amplification import (
    amplify_published,
    sampled_answer,
    subset_loss,
    worst_event_on_sample,
)
from privcausal.privacy.accounting import advanced_epsilon, compose, exact_epsilon
from privcausal.privacy.neighbours import Relation
from privcausal.verify.audit import Audit
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target
from privcausal.verify.exhaustive import Exhaustive, Extreme
from privcausal.verify.search import Search
from privcausal.verify.symbolic import Remainders, Symbolic

# --- bounds ---------------------------------------------------------------------------------------------------


def tests_published(t: int, epsilon: float, delta: float) -> Any:
    r"""$t\varepsilon^2+\varepsilon\sqrt{2t\ln(1/\delta)}$."""
    return as_number(t * epsilon**2 + spread(t, epsilon, delta))


def tests_ours(t: int, epsilon: float, delta: float) -> Any:
    r"""$t\varepsilon\tanh(\varepsilon/2)+\varepsilon\sqrt{2t\ln(1/\delta)}$."""
    return as_number(t * epsilon * sympy.tanh(epsilon / sympy.S(2)) + spread(t, epsilon, delta))


def spread(t: int, epsilon: float, delta: float) -> Any:
    return epsilon * sympy.sqrt(2 * t * sympy.log(1 / delta))


def as_number(expression: Any) -> Any:
    """A float if nothing symbolic is left."""
    return float(expression) if sympy.sympify(expression).is_number else expression


def exact_ours(t: int, epsilon: float, delta: float) -> Number:
    r"""$\max_j\,\ln\dfrac{P[J\ge j]-\delta}{Q[J\ge j]}$."""
    return exact_epsilon(epsilon, t, delta)


def linear_published(r: Number, m: int, n: int) -> Number:
    r"""$\frac mn\,\varepsilon$."""
    return m / n * math.log(r)


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


def tail_loss(claim: Claim, witness: dict[str, int], t: int, epsilon: float, delta: float) -> float:
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


def loss_of_run(claim: Claim, run: list[list[float]], t: int, epsilon: float, delta: float) -> float:
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


def loss_of_longer_run(claim: Claim, run: list[list[float]], t: int, epsilon: float, delta: float) -> float:
    """One round more than was paid for."""
    return loss_of_run(claim, clear_answers(t + 1, epsilon, delta)[0], t + 1, epsilon, delta)


# --- search: prices and numbers of tests ----------------------------------------------------------------------


def bills() -> st.SearchStrategy[dict[str, float]]:
    return st.fixed_dictionaries(
        {"t": st.integers(1, 3000), "epsilon": st.floats(0.001, 3), "digits": st.integers(1, 14)}
    )


def exact_over_bound(claim: Claim, bill: dict[str, Any]) -> float:
    """The exact cost over the smaller of the two bounds that are said to hold."""
    t, epsilon, delta = bill["t"], bill["epsilon"], 10.0 ** -bill["digits"]
    bounds = [bound(t, epsilon, delta) for bound in (claim.published, claim.ours) if bound is not None]
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
    stated = claim.ours(t, epsilon, sympy.exp(-log_inverse))
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
    textbook = t * epsilon * (sympy.exp(epsilon) - 1) + spread(t, epsilon, delta)
    assert claim.published is not None
    return {"the theorem that is cited, minus the formula": textbook - claim.published(t, epsilon, delta)}


# --- wrong variants -------------------------------------------------------------------------------------------


def without_t_in_spread(t: int, epsilon: float, delta: float) -> Any:
    return as_number(t * epsilon**2 + epsilon * sympy.sqrt(2 * sympy.log(1 / delta)))


def half_spread(t: int, epsilon: float, delta: float) -> Any:
    return as_number(t * epsilon * sympy.tanh(epsilon / sympy.S(2)) + spread(t, epsilon, delta) / 2)


def half_mean(t: int, epsilon: float, delta: float) -> Any:
    return as_number(t * epsilon * sympy.tanh(epsilon / sympy.S(2)) / 2 + spread(t, epsilon, delta))


def one_round_less(t: int, epsilon: float, delta: float) -> Number:
    return exact_epsilon(epsilon, max(t - 1, 1), delta)


NO_T = Mutant("√t forgotten in the second term", claim={"published": without_t_in_spread})
HALF_SPREAD = Mutant("half the second term", claim={"ours": half_spread})
HALF_MEAN = Mutant("half the mean loss", claim={"ours": half_mean})
ONE_LESS = Mutant("t − 1 rounds paid for t", claim={"ours": one_round_less})
LINEAR_AS_OURS = Mutant("the linear price as our bound", claim={"published": None, "ours": linear_published})
LONGER = Mutant("t + 1 rounds are run", check={"score": loss_of_longer_run})


def rounds(*worlds: tuple[int, float, float]) -> tuple[dict[str, Any], ...]:
    return tuple({"t": t, "epsilon": epsilon, "delta": delta} for t, epsilon, delta in worlds)


LONG_RUNS = rounds((10, 1.0, 1e-6), (100, 0.1, 1e-6), (400, 0.1, 1e-10), (100, 0.5, 1e-3), (400, 0.01, 1e-10))
SHORT_RUNS = rounds((3, 0.5, 1e-2))

CLAIMS = (
    Claim(
        id="B-exact",
        title="The exact cost of t pure releases",
        source="ours",
        locator="after Kairouz, Oh and Viswanath",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $t$ releases be made, each $(\\varepsilon,0)$-private and chosen in the light of all earlier ones. "
            "Together they are $(\\varepsilon',\\delta)$-private with $\\varepsilon'=\\max\\bigl(0,\\max_j\\ln"
            "\\frac{P[J\\ge j]-\\delta}{Q[J\\ge j]}\\bigr)$ over all $j$ with $P[J\\ge j]>\\delta$, where $J$ counts "
            "the successes in $t$ tosses of a coin of bias $\\frac{e^{\\varepsilon}}{1+e^{\\varepsilon}}$ under $P$ "
            "and $\\frac{1}{1+e^{\\varepsilon}}$ under $Q$. No smaller $\\varepsilon'$ will do for all of them."
        ),
        ours=exact_ours,
        at={"t": 1000, "epsilon": 0.1, "delta": 1e-10},
        proof="proof-exact",
        checks=(
            Exhaustive(
                "all outputs",
                rounds((1, 1.0, 0.01), (5, 1.0, 0.01), (10, 0.5, 1e-3)),
                best_events_one_by_one,
                (ONE_LESS,),
                tail_loss,
            ),
            Search(
                "adaptive runs with three outcomes",
                SHORT_RUNS,
                adaptive_runs,
                loss_of_run,
                (ONE_LESS, LONGER),
                starts=clear_answers,
                step=nudged_run,
            ),
        ),
    ),
    Claim(
        id="C-comp",
        title="What t tests at ε cost together",
        source=SOURCE,
        locator="Section III-A",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $t$ tests be made, each $(\\varepsilon,0)$-private and chosen in the light of all earlier ones, with "
            "$t$ and $\\varepsilon$ fixed beforehand. Together they are $(\\varepsilon',\\delta)$-private with "
            "$\\varepsilon'=t\\varepsilon^2+\\varepsilon\\sqrt{2t\\ln(1/\\delta)}$, for every $0<\\delta<1$."
        ),
        published=tests_published,
        ours=tests_ours,
        at={"t": 1000, "epsilon": 0.1, "delta": 1e-14},
        proof="proof-tests",
        depends=("B-exact",),
        subjects=(
            advanced_epsilon,
            compose,
        ),
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
                bills,
                exact_over_bound,
                (NO_T, HALF_SPREAD),
                tolerance=one,
            ),
        ),
    ),
    Claim(
        id="C-subsample",
        title="A sampling rate multiplies ε",
        source=SOURCE,
        locator="public code, total leakage",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let an $(\\varepsilon,0)$-private mechanism be run on $m$ of $n$ records, drawn without replacement. "
            "The whole is $\\bigl(\\frac mn\\varepsilon,0\\bigr)$-private."
        ),
        published=linear_published,
        ours=amplify_published,
        at={"r": math.e, "m": 100, "n": 1000},
        proof="proof-amplify",
        depends=("P-amplify",),
        checks=(
            Exhaustive(
                "all step mechanisms on small data",
                tuple(
                    {"n": n, "m": m, "r": r}
                    for n, m, r in (
                        (2, 1, Fraction(3)),
                        (3, 1, Fraction(2)),
                        (4, 2, Fraction(3)),
                        (2, 1, Fraction(9)),
                    )
                ),
                worst_event_on_sample,
                (LINEAR_AS_OURS,),
                subset_loss,
            ),
            Audit(
                "answers from half the records",
                ({"n": 2, "m": 1, "r": 9.0},),
                sampled_answer,
                (LINEAR_AS_OURS,),
            ),
        ),
    ),
)
