"""What t private tests cost together, and what a sampling rate does not do to the bill."""

import math
from fractions import Fraction

from privcausal.claims.privacy.accounting_worlds import (
    LONG_RUNS,
    SHORT_RUNS,
    adaptive_runs,
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
    tail_loss,
)
from privcausal.claims.privacy.subsampling import AMPLIFIED
from privcausal.claims.privacy.subsampling_worlds import sampled_answer, subset_loss, worst_event_on_sample
from privcausal.claims.sources import AT_CURATE, CURATE, NOLEAKS_CODE, noleaks_code
from privcausal.privacy.accounting import advanced_epsilon, compose, exact_epsilon
from privcausal.privacy.price import Relation
from privcausal.verify import (
    Claim,
    Consequence,
    Formula,
    Mutant,
    Origin,
    Quality,
    Reading,
    Target,
    instead,
    real,
    whole,
)
from privcausal.verify.audit import Audit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

EXACT = {"exact": (exact_epsilon, r"\max_j\ln\dfrac{{P[J\ge j]-{2}}}{{Q[J\ge j]}}")}
NO_T = instead(published="t*epsilon**2 + epsilon*sqrt(2*log(1/delta))")
HALF_SPREAD = instead(ours="t*epsilon*tanh(epsilon/2) + epsilon*sqrt(2*t*log(1/delta))/2")
HALF_MEAN = instead(ours="t*epsilon*tanh(epsilon/2)/2 + epsilon*sqrt(2*t*log(1/delta))")
ONE_LESS = instead(ours="exact(epsilon, max(t - 1, 1), delta)", where=EXACT)
LINEAR_AS_OURS = Mutant(
    "the linear price as our bound", claim={"published": None, "ours": Formula("m/n*log(r)")}
)
LONGER = Mutant("t + 1 rounds are run", check={"score": loss_of_longer_run})

CLAIMS = (
    Claim(
        id="B-exact",
        title="The exact cost of t pure releases",
        reading=Reading(Origin.OURS, "known from Kairouz, Oh and Viswanath; the proof is ours"),
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
        reading=Reading(
            Origin.PAPER,
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
            sure="Fairly sure: we saw the formula in the program only.",
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
        source=NOLEAKS_CODE,
        reading=noleaks_code("noleaks.py l. 40-42, called in er.py l. 42 and bnlearn.py l. 142"),
        consequence=Consequence(
            cost=(
                "The total that er.py prints is too small by its rate, a factor of 10: no sample is drawn there, all "
                "records are simulated. bnlearn.py, as committed, adds no noise, and its total is 0. CURATE's "
                "program has the logarithm, which is right."
            ),
            sure="Sure of the lines; what it means for published curves is unknown.",
            repair="{prf:ref}`P-amplify`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let an $(\\varepsilon,0)$-private mechanism be run on $m$ of $n$ records, drawn without "
            "replacement."
        ),
        statement="For all $«n»$ and $«m»$ the whole is «private».",
        quantities=(whole("n", at_least=2), whole("m", at_least=1), real("r", letter=r"e^{\varepsilon}")),
        published=Formula("m/n*log(r)"),
        ours=AMPLIFIED,
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
