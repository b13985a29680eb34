"""The exponential mechanism: what one choice costs, and why every private mechanism is one."""

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
from privcausal.claims.sources import PAGE, page
from privcausal.privacy.exponential import private_median
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, Target, instead, real
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

EXHIBITS = tuple(
    Exhibit(name, what, claim, honest, sample, relation=relation)
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


FACTOR_FORGOTTEN = instead(published="epsilon*sensitivity")
TWICE_THE_RATE = Mutant("twice the rate", check={"sample": elect_at_twice_the_rate})
SPREAD_OFF = instead(ours="epsilon*spread - log(1 + p*exp(epsilon*spread))")
SPREAD_BOTH_WAYS = Mutant("scores rise and fall", check={"worst": worst_loss_both_ways})


CLAIMS = (
    Claim(
        id="X-dp",
        title="Choosing by score costs 2εΔq",
        source=PAGE,
        reading=page("14-26"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let no score $q(\\cdot, r)$ change by more than $\\Delta q$ between neighbours, and choose "
            "$r$ with probability proportional to $e^{\\varepsilon q(d,r)}\\mu(r)$."
        ),
        statement="For all $«epsilon»$ and $«sensitivity»$ the choice is «private».",
        quantities=(real("epsilon", above=0), real("sensitivity", above=0, letter=r"\Delta q")),
        assumes=("the weights have a finite sum",),
        published=Formula("2*epsilon*sensitivity"),
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
        reading=Reading(Origin.OURS, "for one pair of neighbours; the plain bound is known as bounded range"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $D=\\max_r(q'_r-q_r)-\\min_r(q'_r-q_r)$ be the spread of the change of scores between two "
            "neighbours, and let no output have a probability below $p$."
        ),
        statement=(
            "For all $«epsilon»$, $«spread»$ and $«p»$ the log-ratio of the two probabilities of any "
            "output is «sense» $«ours»$."
        ),
        quantities=(
            real("epsilon", above=0),
            real("spread", above=0, letter="D"),
            real("p", above=0, below=1),
        ),
        assumes=("finitely many outputs",),
        ours=Formula("epsilon*spread - log(1 + p*(exp(epsilon*spread) - 1))"),
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
