"""The additive noise model: the true direction never looks worse, if the regressions are right."""

from fractions import Fraction
from typing import Any

from privcausal.claims.pairs.anm_worlds import (
    code_exhibit,
    code_loss,
    code_loss_of,
    code_outputs,
    honest_exhibit,
    lead_of_any,
    lead_of_any_with_one_regressor,
    models,
    replay_lead,
    worst_anm,
    worst_with_growing_noise,
    worst_with_one_regressor,
)
from privcausal.claims.sources import KUSNER
from privcausal.pairs.anm import decide, direction
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number


def never_worse() -> Number:
    """$0$."""
    return 0


def clearly_better() -> Number:
    return Fraction(-1, 1000)


CLEARLY = Mutant("the true direction always wins, by at least 1/1000", claim={"published": clearly_better})


def code_published(epsilon: Any) -> Any:
    return epsilon


def code_true(epsilon: Any) -> Any:
    return 2 * epsilon


def code_halved(epsilon: Any) -> Any:
    return 3 * epsilon / 2


TOO_LITTLE = Mutant("3ε/2 instead of 2ε", claim={"ours": code_halved})

EXHIBITS = (
    Exhibit(
        name="Kendall of the test half",
        what="Laplace noise 4/(εm) for the m records that were tested",
        claim="K-laplace",
        honest=True,
        epsilon=1.0,
        delta=0.0,
        relation=Relation.SUBSTITUTION,
        sample=honest_exhibit,
    ),
    Exhibit(
        name="Kendall with noise for everyone",
        what="Laplace noise 4/(εn) for all n records, although half of them were tested",
        claim="K-code",
        honest=False,
        epsilon=1.0,
        delta=0.0,
        relation=Relation.SUBSTITUTION,
        sample=code_exhibit,
    ),
)

CLAIMS = (
    Claim(
        id="K-anm",
        title="In an additive noise model the true direction never scores worse",
        source=KUSNER,
        locator="Algorithm 1 and Section 3",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $Y=f(X)+N$ with $N$ independent of $X$. Let both regressions return conditional means, "
            "$r_Y=Y-E[Y\\mid X]$ and $r_X=X-E[X\\mid Y]$, and let $s\\ge0$ be 0 exactly for independent "
            "variables. Then $s(X,r_Y)-s(Y,r_X)\\le0$: Algorithm 1 never returns $Y\\to X$, and it returns $X\\to "
            "Y$ unless $r_X$ is independent of $Y$ as well."
        ),
        published=never_worse,
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
        title="Noise for all records on a score of half of them costs ε",
        source=KUSNER,
        locator="the authors' public example code",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Split $n$ records into a training and a test half, and release Kendall's $\\tau$ of the test half "
            "with Laplace noise of scale $\\dfrac{4}{n\\varepsilon}$. This is $(\\varepsilon,0)$-differentially "
            "private for the test set."
        ),
        published=code_published,
        ours=code_true,
        at={"epsilon": 1},
        depends=("K-kendall",),
        checks=(
            Exhaustive("all permutations", ({"epsilon": 1},), code_loss, (TOO_LITTLE,), code_loss_of),
            Audit("the specimen, from its outputs", ({"epsilon": 1.0},), code_outputs, (TOO_LITTLE,)),
        ),
    ),
)
