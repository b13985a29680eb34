"""The additive noise model: the true direction never looks worse, if the regressions are right."""

from privcausal.claims.pairs.anm_worlds import (
    change_of_half,
    code_exhibit,
    honest_exhibit,
    lead_of_any,
    lead_of_any_with_one_regressor,
    models,
    replay_lead,
    worst_anm,
    worst_of_half,
    worst_with_growing_noise,
    worst_with_one_regressor,
)
from privcausal.claims.sources import KUSNER_CODE
from privcausal.pairs.anm import decide, direction
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Origin, Reading, instead
from privcausal.verify.audit import Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search

CLEARLY = instead(ours="-1/1000")

EXHIBITS = (
    Exhibit(
        "Kendall of the test half",
        "Laplace noise 4/(εm) for the m records that were tested",
        "K-laplace",
        True,
        honest_exhibit,
    ),
    Exhibit(
        "Kendall with noise for everyone",
        "Laplace noise 4/(εn) for all n records, although half of them were tested",
        "K-code",
        False,
        code_exhibit,
    ),
)

CLAIMS = (
    Claim(
        id="K-anm",
        title="In an additive noise model the true direction never scores worse",
        reading=Reading(Origin.OURS, "why Algorithm 1 of Kusner and others works, in the population"),
        relation=None,
        definition=(
            "Let $Y=f(X)+N$ with $N$ independent of $X$. Let both regressions return conditional means, "
            "$r_Y=Y-E[Y\\mid X]$ and $r_X=X-E[X\\mid Y]$, and let $s\\ge0$ be 0 exactly for independent variables. "
            "Call $\\ell=s(X,r_Y)-s(Y,r_X)$ the lead of the wrong direction."
        ),
        statement=(
            "$\\ell$ is «sense» $«ours»$: the algorithm of {cite:t}`kusner2016` never returns $Y\\to X$, and it "
            "returns $X\\to Y$ unless $r_X$ is independent of $Y$ as well."
        ),
        ours=Formula("0"),
        proof="proof-anm",
        subjects=(decide, direction),
        checks=(
            Exhaustive(
                "all functions, uniform cause and noise",
                ({"p": 3, "q": 2, "r": 4}, {"p": 4, "q": 3, "r": 3}),
                worst_anm,
                (
                    CLEARLY,
                    Mutant("one regressor for both directions", check={"worst": worst_with_one_regressor}),
                    Mutant("noise that grows with f(X)", check={"worst": worst_with_growing_noise}),
                ),
                replay_lead,
            ),
            Search(
                name="any weights",
                worlds=({"p": 3, "q": 2}, {"p": 4, "q": 3}),
                candidates=models,
                score=lead_of_any,
                mutants=(
                    CLEARLY,
                    Mutant(
                        "one regressor for both directions", check={"score": lead_of_any_with_one_regressor}
                    ),
                ),
            ),
        ),
    ),
    Claim(
        id="K-code",
        title="Noise for all records on a score of half of them is half of what it needs",
        source=KUSNER_CODE,
        reading=Reading(
            Origin.CODE,
            "mkusner/pci@9e830fd:pci.py l. 90, 115, 125-132, 148-149: 1,000 points, of which one half is tested, "
            "and noise for the sensitivity of 1,000",
        ),
        consequence=Consequence(
            cost="The example's probabilities for Kendall's score are too high, as if $\\varepsilon$ were "
            "doubled. It draws no noise and promises no privacy. Its numbers for $\\rho$ and HSIC are "
            "large enough, because the bounds behind them are loose. The tables of the paper have entries "
            "that this program cannot produce.",
            sure="Sure of the program, which calls itself initial; unsure that any published number came from it.",
            repair="Divide by the number of tested records: {prf:ref}`K-kendall`.",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Of $n$ records, $n$ even, one half trains the regressions and the other half is tested. The program "
            "takes a number for the sensitivity of Kendall's score $|\\tau|$ of the tested half."
        ),
        statement=(
            "«Neighbours» of the tested half changes the score by «sense» $«published»$. (In truth by up to $«ours»$.)"
        ),
        published=Formula("4/n"),
        ours=Formula("8/n"),
        at={"n": 1000},
        depends=("K-kendall",),
        checks=(
            Exhaustive(
                "all permutations",
                tuple({"n": n} for n in (8, 10, 12)),
                worst_of_half,
                (instead(ours="6/n"),),
                change_of_half,
            ),
        ),
    ),
)
