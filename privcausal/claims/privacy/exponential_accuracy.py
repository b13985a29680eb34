"""How well the exponential mechanism chooses: the tail, the average, and the assumption it needs."""

from fractions import Fraction
from typing import Any

from privcausal.claims.functions import exp, lambert, ln
from privcausal.claims.privacy.exponential_accuracy_worlds import (
    DOUBLING,
    an_evident_witness,
    any_scores,
    derive_shortfall,
    extreme_gaps,
    gap_tables,
    positive_tables,
    shortfall,
    shortfall_of_two,
    shortfall_of_two_positive,
    shortfall_positive,
    step_gaps,
    step_two,
    strained_positive,
    strained_tails,
    tail,
    tail_score,
    worst_tail,
)
from privcausal.claims.sources import EXPONENTIAL
from privcausal.privacy.exponential import shortfall_bound
from privcausal.privacy.price import Relation
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target


def lemma_published(epsilon: Any, t: Any, mass: Any) -> Any:
    r"""$\dfrac{e^{-\varepsilon t}}{\mu(S_t)}$."""
    return exp(-epsilon * t) / mass


def shortfall_published(t: float) -> Number:
    return 3 * t


def shortfall_positive_ours(t: float) -> Number:
    return 2 * t


def shortfall_ours(epsilon: Any, t: Any, mass: Any) -> Any:
    r"""$t+\dfrac1\varepsilon W\!\left(\dfrac{1-s}{e\,s}\right)$."""
    return t + lambert(exp(ln((1 - mass) / mass) - 1)) / epsilon


# --- wrong variants that the checks must find out -----------------------------------------------------------


def lemma_without_share(epsilon: Any, t: Any, mass: Any) -> Any:
    return exp(-epsilon * t)


def shortfall_without_e(epsilon: Any, t: Any, mass: Any) -> Any:
    return t + lambert((1 - mass) / (3 * mass)) / epsilon


def once_t(t: float) -> Number:
    return t


NO_SHARE = Mutant("without dividing by the share", claim={"published": lemma_without_share})
THREE_FOR_E = Mutant("3 instead of e", claim={"ours": shortfall_without_e})
T_FOR_3T = Mutant("t instead of 3t", claim={"published": once_t})
SCORES_BELOW_ZERO = Mutant("scores below 0 allowed", check={"score": shortfall_of_two})
T_FOR_2T = Mutant("t instead of 2t", claim={"ours": once_t})


CLAIMS = (
    Claim(
        id="X-lemma",
        title="Bad outputs are rare if good ones are not",
        kind="lemma",
        source=EXPONENTIAL,
        locator="the lemma on accuracy",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\mu$ be a probability and $\\mathrm{OPT}=\\sup_r q(d,r)$ finite. For $t>0$ let "
            "$S_t=\\{r:q(d,r)>\\mathrm{OPT}-t\\}$ have positive measure. Choosing by $e^{\\varepsilon q}\\mu$ gives "
            "$P\\bigl[q\\le\\mathrm{OPT}-2t\\bigr]\\le\\dfrac{e^{-\\varepsilon t}}{\\mu(S_t)}$."
        ),
        published=lemma_published,
        at={"epsilon": 1, "t": 5, "mass": 0.1},
        proof="proof-lemma",
        checks=(
            Exhaustive(
                "all tables of scores",
                tuple(
                    {"epsilon": DOUBLING, "t": t, "mass": Fraction(near, k), "outputs": k, "top": 2 * t}
                    for t, k in ((1, 8), (2, 5), (3, 4))
                    for near in range(1, k)
                ),
                worst_tail,
                (NO_SHARE,),
                tail,
            ),
            Search(
                name="hill climbing over gaps",
                worlds=tuple(
                    {"epsilon": 1.0, "t": t, "mass": mass}
                    for t, mass in ((1.0, 0.5), (3.0, 0.2), (8.0, 0.01))
                ),
                candidates=gap_tables,
                score=tail_score,
                starts=strained_tails,
                step=step_gaps,
                mutants=(NO_SHARE,),
            ),
        ),
    ),
    Claim(
        id="X-accuracy",
        title="On average the choice is within 3t of the best, for any score",
        source=EXPONENTIAL,
        locator="the theorem on accuracy",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $q$ be any real score with $\\mathrm{OPT}=\\sup_rq(d,r)>0$, and $\\mu$ a probability. For those "
            "$t>0$ with $t\\ge\\frac1\\varepsilon\\ln\\frac{\\mathrm{OPT}}{t\\,\\mu(S_t)}$, choosing by "
            "$e^{\\varepsilon q}\\mu$ gives $\\mathrm{OPT}-E[q]\\le 3t$."
        ),
        published=shortfall_published,
        at={"t": 1},
        depends=("X-lemma",),
        checks=(
            Search(
                name="two outputs",
                worlds=({"t": 0.05, "epsilon": 1.0}, {"t": 0.02, "epsilon": 2.0}),
                candidates=any_scores,
                score=shortfall_of_two,
                starts=an_evident_witness,
                step=step_two,
                mutants=(T_FOR_3T,),
            ),
        ),
    ),
    Claim(
        id="B-accuracy-positive",
        title="For scores of at least 0 the theorem on accuracy holds, with 2t",
        source=EXPONENTIAL,
        locator="the theorem on accuracy, for scores ≥ 0",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $q\\ge0$, with $\\mathrm{OPT}=\\sup_rq(d,r)>0$, and $\\mu$ a probability. For those $t>0$ with "
            "$t\\ge\\frac1\\varepsilon\\ln\\frac{\\mathrm{OPT}}{t\\,\\mu(S_t)}$, choosing by "
            "$e^{\\varepsilon q}\\mu$ gives $\\mathrm{OPT}-E[q]\\le 3t$."
        ),
        published=shortfall_published,
        ours=shortfall_positive_ours,
        at={"t": 1},
        proof="proof-accuracy-positive",
        depends=("X-lemma", "B-accuracy"),
        checks=(
            Search(
                name="hill climbing over gaps",
                worlds=({"epsilon": 1.0, "t": 3.0}, {"epsilon": 1.0, "t": 10.0}, {"epsilon": 0.5, "t": 60.0}),
                candidates=positive_tables,
                score=shortfall_positive,
                starts=strained_positive,
                step=step_gaps,
                mutants=(T_FOR_3T, T_FOR_2T),
            ),
            Search(
                name="two outputs",
                worlds=({"t": 0.05, "epsilon": 1.0}, {"t": 3.0, "epsilon": 1.0}),
                candidates=any_scores,
                score=shortfall_of_two_positive,
                starts=an_evident_witness,
                step=step_two,
                mutants=(SCORES_BELOW_ZERO,),
            ),
        ),
    ),
    Claim(
        id="B-accuracy",
        title="How far below the best the choice falls, for any score and exactly",
        source="ours",
        locator="without assumptions on the score",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\mu$ be a probability, $\\mathrm{OPT}=\\sup_rq(d,r)$ finite, $t\\ge0$ and "
            "$s=\\mu\\{r:q(d,r)\\ge\\mathrm{OPT}-t\\}>0$. Choosing by $e^{\\varepsilon q}\\mu$ gives "
            "$\\mathrm{OPT}-E[q]\\le t+\\frac1\\varepsilon W\\!\\left(\\frac{1-s}{e\\,s}\\right)\\le "
            "t+\\frac1\\varepsilon\\ln\\frac1s$, where $W$ is Lambert's function, $W(x)e^{W(x)}=x$."
        ),
        ours=shortfall_ours,
        at={"epsilon": 1, "t": 1, "mass": 0.01},
        proof="proof-accuracy",
        subjects=(shortfall_bound,),
        checks=(
            Search(
                name="hill climbing over gaps",
                worlds=tuple(
                    {"epsilon": epsilon, "t": t, "mass": mass}
                    for epsilon, t, mass in (
                        (1.0, 0.0, 0.5),
                        (1.0, 0.0, 0.01),
                        (2.0, 0.0, 0.001),
                        (1.0, 2.0, 0.1),
                    )
                ),
                candidates=gap_tables,
                score=shortfall,
                starts=extreme_gaps,
                step=step_gaps,
                mutants=(THREE_FOR_E,),
            ),
            Symbolic("the steps of the proof", derive_shortfall, (THREE_FOR_E,), target=Target.OURS),
        ),
    ),
)
