"""What t private tests cost together, and what a sampling rate does not do to the bill."""

import math
from fractions import Fraction
from typing import Any

import sympy

from privcausal.claims.privacy.accounting_worlds import (
    LONG_RUNS,
    SHORT_RUNS,
    adaptive_runs,
    as_number,
    best_events,
    best_events_one_by_one,
    bills,
    clear_answers,
    derive_from_the_textbook,
    derive_tests,
    exact_over_bound,
    loss_of_longer_run,
    loss_of_run,
    nudged_run,
    one,
    rounds,
    spread,
    tail_loss,
)
from privcausal.claims.privacy.subsampling import amplify_published
from privcausal.claims.privacy.subsampling_worlds import sampled_answer, subset_loss, worst_event_on_sample
from privcausal.claims.sources import CURATE
from privcausal.privacy.accounting import advanced_epsilon, compose, exact_epsilon
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Audit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target

# --- bounds ---------------------------------------------------------------------------------------------------


def tests_published(t: int, epsilon: float, delta: float) -> Any:
    r"""$t\varepsilon^2+\varepsilon\sqrt{2t\ln(1/\delta)}$."""
    return as_number(t * epsilon**2 + spread(t, epsilon, delta))


def tests_ours(t: int, epsilon: float, delta: float) -> Any:
    r"""$t\varepsilon\tanh(\varepsilon/2)+\varepsilon\sqrt{2t\ln(1/\delta)}$."""
    return as_number(t * epsilon * sympy.tanh(epsilon / sympy.S(2)) + spread(t, epsilon, delta))


def exact_ours(t: int, epsilon: float, delta: float) -> Number:
    r"""$\max_j\,\ln\dfrac{P[J\ge j]-\delta}{Q[J\ge j]}$."""
    return exact_epsilon(epsilon, t, delta)


def linear_published(r: Number, m: int, n: int) -> Number:
    r"""$\frac mn\,\varepsilon$."""
    return m / n * math.log(r)


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
        source=CURATE,
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
        source=CURATE,
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
