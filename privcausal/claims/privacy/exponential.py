"""The exponential mechanism: what one choice costs, and why every private mechanism is one."""

from typing import Any

from privcausal.claims.functions import exp, ln
from privcausal.claims.privacy.exponential_worlds import (
    DOUBLING,
    derive_exact_loss,
    divided_election,
    elect,
    elect_at_twice_the_rate,
    elected,
    elected_at_full_rate,
    elected_with_one_more_vote,
    election_loss,
    loss_again,
    median_of_five,
    redrawn_share,
    score_tables,
    spread_worlds,
    step_table,
    table_loss,
    worst_election,
    worst_loss,
    worst_loss_both_ways,
    worst_loss_of_spread,
)
from privcausal.claims.sources import EXPONENTIAL
from privcausal.privacy.exponential import private_median
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target


def cost_published(epsilon: float, sensitivity: float) -> Number:
    r"""$2\varepsilon\,\Delta q$."""
    return 2 * epsilon * sensitivity


def spread_ours(epsilon: Any, spread: Any, p: Any) -> Any:
    r"""$\varepsilon D-\ln\bigl(1+p\,(e^{\varepsilon D}-1)\bigr)$."""
    return epsilon * spread - ln(1 + p * (exp(epsilon * spread) - 1))


EXHIBITS = tuple(
    Exhibit(name, what, claim, honest, 1.0, 0.0, relation, sample)
    for name, what, claim, honest, relation, sample in (
        (
            "an election",
            "the winner of four votes, one of them changed, at rate ε/2",
            "X-dp",
            True,
            Relation.SUBSTITUTION,
            elected,
        ),
        (
            "an election, one vote more",
            "the winner of four votes or five, at rate ε, because counts are monotone",
            "B-spread",
            True,
            Relation.ADD_REMOVE,
            elected_with_one_more_vote,
        ),
        (
            "a median",
            "a median chosen by the heavier side, at rate ε/2",
            "X-dp",
            True,
            Relation.SUBSTITUTION,
            median_of_five,
        ),
        (
            "an election at full rate",
            "the winner of four votes, one of them changed, at rate ε: the factor 2 is forgotten",
            "X-dp",
            False,
            Relation.SUBSTITUTION,
            elected_at_full_rate,
        ),
        (
            "redrawn until inside",
            "a share with Laplace noise, drawn anew until it lies in [0, 1]",
            "X-dp",
            False,
            Relation.SUBSTITUTION,
            redrawn_share,
        ),
        (
            "divided by the winner",
            "an election whose scores are divided by the largest count",
            "X-count",
            False,
            Relation.SUBSTITUTION,
            divided_election,
        ),
    )
)


# --- wrong variants that the checks must find out -----------------------------------------------------------


def factor_forgotten(epsilon: float, sensitivity: float) -> Number:
    return epsilon * sensitivity


def spread_off_by_p(epsilon: Any, spread: Any, p: Any) -> Any:
    return epsilon * spread - ln(1 + p * exp(epsilon * spread))


FACTOR_FORGOTTEN = Mutant("εΔ instead of 2εΔ", claim={"published": factor_forgotten})
TWICE_THE_RATE = Mutant("twice the rate", check={"sample": elect_at_twice_the_rate})
SPREAD_OFF = Mutant("1 forgotten inside the logarithm", claim={"ours": spread_off_by_p})
SPREAD_BOTH_WAYS = Mutant("scores rise and fall", check={"worst": worst_loss_both_ways})


CLAIMS = (
    Claim(
        id="X-dp",
        title="Choosing by score costs 2εΔq",
        source=EXPONENTIAL,
        locator="the theorem on differential privacy",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let every score $q(\\cdot, r)$ change by at most $\\Delta q$ between neighbours, and choose $r$ with "
            "probability proportional to $e^{\\varepsilon q(d,r)}\\mu(r)$. The choice is "
            "$(2\\varepsilon\\,\\Delta q, 0)$-differentially private."
        ),
        published=cost_published,
        at={"epsilon": 1, "sensitivity": 1},
        proof="proof-dp",
        subjects=(private_median,),
        checks=(
            Exhaustive(
                "all tables of scores",
                (
                    {"epsilon": DOUBLING, "sensitivity": 1, "outputs": 2, "top": 8},
                    {"epsilon": DOUBLING, "sensitivity": 1, "outputs": 3, "top": 6},
                    {"epsilon": DOUBLING, "sensitivity": 2, "outputs": 3, "top": 4},
                ),
                worst_loss,
                (FACTOR_FORGOTTEN,),
                loss_again,
                ({"epsilon": DOUBLING, "sensitivity": 1, "outputs": 4, "top": 6},),
            ),
            Exhaustive(
                "all elections",
                tuple(
                    {"epsilon": 1.0, "sensitivity": 1, "voters": voters, "options": options}
                    for voters, options in ((8, 2), (5, 3), (4, 4))
                ),
                worst_election,
                (FACTOR_FORGOTTEN,),
                election_loss,
            ),
            Search(
                name="hill climbing over tables",
                worlds=({"epsilon": 1.0, "sensitivity": 1.0}, {"epsilon": 0.3, "sensitivity": 5.0}),
                candidates=score_tables,
                score=table_loss,
                step=step_table,
                mutants=(FACTOR_FORGOTTEN,),
            ),
            Audit(
                "an election",
                ({"epsilon": 0.5, "sensitivity": 1.0}, {"epsilon": 1.0, "sensitivity": 1.0}),
                elect,
                (FACTOR_FORGOTTEN, TWICE_THE_RATE),
            ),
        ),
    ),
    Claim(
        id="B-spread",
        title="Only the spread of the change counts, and it can be booked exactly",
        source="ours",
        locator="for one pair of neighbours",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $D=\\max_r(q'_r-q_r)-\\min_r(q'_r-q_r)$ be the spread of the change of scores between two "
            "neighbours, and let no output have a probability below $p$. The log-ratio of the two probabilities of any "
            "output is at most $\\varepsilon D-\\ln\\bigl(1+p\\,(e^{\\varepsilon D}-1)\\bigr)\\le\\varepsilon D$."
        ),
        ours=spread_ours,
        at={"epsilon": 1, "spread": 1, "p": 0.01},
        proof="proof-spread",
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
