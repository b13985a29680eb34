"""How well the exponential mechanism chooses: the tail, the average, and the assumption it needs."""

from fractions import Fraction

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
from privcausal.claims.sources import PAGE, page
from privcausal.privacy.exponential import shortfall_bound
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
)
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

NO_SHARE = instead(published="exp(-epsilon*t)")
THREE_FOR_E = instead(ours="t + W((1 - mass)/(3*mass))/epsilon")
SCORES_BELOW_ZERO = Mutant("scores below 0 allowed", check={"score": shortfall_of_two})
POSITIVE = real("t", above=0)


CLAIMS = (
    Claim(
        id="X-lemma",
        title="Bad outputs are rare if good ones are not",
        kind="lemma",
        source=PAGE,
        reading=page("30-44"),
        relation=None,
        definition=(
            "Let $\\mu$ be a probability, $\\mathrm{OPT}=\\sup_r q(d,r)$ finite, "
            "$S_t=\\{r:q(d,r)>\\mathrm{OPT}-t\\}$ and $s=\\mu(S_t)$. Choose by $e^{\\varepsilon q}\\mu$, "
            "and call an output bad if $q\\le\\mathrm{OPT}-2t$."
        ),
        statement=(
            "For all $«epsilon»$, $«t»$ and $«mass»$ the output is bad with probability «sense» "
            "$«published»$."
        ),
        quantities=(real("epsilon", above=0), POSITIVE, real("mass", above=0, letter="s")),
        published=Formula("exp(-epsilon*t)/mass"),
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
        title="On average the choice is within 3t of the best, for scores of at least 0",
        source=PAGE,
        reading=page("40-42; the set of scores is lost in lines 13 and 14", Quality.RECONSTRUCTED),
        relation=None,
        definition=(
            "Let $q\\ge0$, $\\mathrm{OPT}=\\sup_rq(d,r)>0$, $\\mu$ a probability, call "
            "$\\mathrm{OPT}-E[q]$ the shortfall, and let $t$ be so large that "
            "$t\\ge\\frac1\\varepsilon\\ln\\frac{\\mathrm{OPT}}{t\\,\\mu(S_t)}$. Choose by "
            "$e^{\\varepsilon q}\\mu$."
        ),
        statement="For all such $«t»$ the shortfall is «sense» $«published»$, indeed $«ours»$.",
        quantities=(POSITIVE,),
        assumes=("scores of at least 0, as the page's proof uses them: with scores below 0 it fails",),
        consequence=Consequence(
            cost="Nothing: at worst an assumption that is missing on an encyclopaedia's page.",
            sure="Unsure: the set in which scores lie is among the symbols that our copy has lost.",
            repair="the exact answer for any scores is {prf:ref}`B-accuracy`",
        ),
        published=Formula("3*t"),
        ours=Formula("2*t"),
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
                mutants=(instead(published="t"), instead(ours="t")),
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
        reading=Reading(Origin.OURS, "without assumptions on the score"),
        relation=None,
        definition=(
            "Let $\\mu$ be a probability, $\\mathrm{OPT}=\\sup_rq(d,r)$ finite and "
            "$s=\\mu\\{r:q(d,r)\\ge\\mathrm{OPT}-t\\}$. Choose by $e^{\\varepsilon q}\\mu$, and call "
            "$\\mathrm{OPT}-E[q]$ the shortfall; $W$ is Lambert's function, $W(x)e^{W(x)}=x$."
        ),
        statement=(
            "For all $«epsilon»$, $«t»$ and $«mass»$ the shortfall is «sense» $«ours»$, and "
            "that is «sense» $«simple»$."
        ),
        quantities=(real("epsilon", above=0), real("t", at_least=0), real("mass", above=0, letter="s")),
        formulas={"simple": Formula("t + log(1/mass)/epsilon")},
        ours=Formula("t + W((1 - mass)/(e*mass))/epsilon"),
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
