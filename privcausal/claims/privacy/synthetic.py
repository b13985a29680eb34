"""A whole private data set: what does choosing it cost, and how many records make it useful?"""

import math
from typing import Any

from privcausal.claims.functions import ln
from privcausal.claims.privacy.synthetic_worlds import (
    need_again,
    synthesis_loss,
    synthesise,
    synthesise_at_full_rate,
    useful_world,
    worst_need,
    worst_synthesis,
    worst_synthesis_at_full_rate,
)
from privcausal.claims.sources import SYNTHETIC
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Audit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number

# --- bounds: as published, and ours ------------------------------------------------------------------------


def cost_published(epsilon: float) -> Number:
    return epsilon


def records_published(epsilon: Any, alpha: Any, delta: Any, bits: Any, size: Any) -> Any:
    r"""$\frac4{\varepsilon\alpha}\left(km+\ln\frac1\delta\right)$."""
    return 4 / (epsilon * alpha) * (bits * size + ln(1 / delta))


def records_ours(epsilon: Any, alpha: Any, delta: Any, outputs: Any) -> Any:
    r"""$\frac4{\varepsilon\alpha}\left(\ln N+\ln\frac1\delta\right)$."""
    return 4 / (epsilon * alpha) * (ln(outputs) + ln(1 / delta))


# --- wrong variants that the checks must find out -----------------------------------------------------------


def half_epsilon(epsilon: float) -> Number:
    return epsilon / 2


def without_outputs(epsilon: Any, alpha: Any, delta: Any, outputs: Any) -> Any:
    return 4 / (epsilon * alpha) * ln(1 / delta)


HALF_PRICE = Mutant("ε/2 instead of ε", claim={"published": half_epsilon})
FULL_RATE = Mutant("weight exp(εnq), twice the rate", check={"worst": worst_synthesis_at_full_rate})
FULL_RATE_DRAWN = Mutant("weight exp(εnq), twice the rate", check={"sample": synthesise_at_full_rate})
NO_OUTPUTS = Mutant("the number of outputs forgotten", claim={"ours": without_outputs})

CLAIMS = (
    Claim(
        id="X-blr",
        title="A synthetic data set chosen by its worst error costs ε",
        source=SYNTHETIC,
        locator="the definition of the mechanism",
        relation=Relation.SUBSTITUTION,
        statement=(
            "For $n$ records, $n$ public, let $q(d,\\hat d)=-\\max_h|Q_h(d)-Q_h(\\hat d)|$ over a class of "
            "predicates. Choosing $\\hat d$ among all data sets of $m$ records with weight "
            " $e^{\\varepsilon n\\,q(d,\\hat d)/2}$ is "
            "$(\\varepsilon,0)$-differentially private."
        ),
        published=cost_published,
        at={"epsilon": 1},
        proof="proof-blr",
        depends=("X-dp", "X-count"),
        checks=(
            Exhaustive(
                "every data set and neighbour, all halfspaces",
                tuple(
                    {"epsilon": 1.0, "bits": bits, "records": records, "size": size, "ordered": ordered}
                    for bits, records, size, ordered in (
                        (1, 8, 8, False),
                        (2, 4, 4, False),
                        (2, 4, 4, True),
                        (3, 3, 3, False),
                        (3, 3, 3, True),
                        (4, 2, 2, False),
                    )
                ),
                worst_synthesis,
                (HALF_PRICE, FULL_RATE),
                synthesis_loss,
                tuple(
                    {"epsilon": 1.0, "bits": bits, "records": records, "size": size, "ordered": ordered}
                    for bits, records, size, ordered in ((3, 4, 4, False), (4, 2, 3, True), (4, 3, 3, False))
                ),
            ),
            Audit(
                "four records on two points",
                ({"epsilon": 0.5}, {"epsilon": 2.0}),
                synthesise,
                (HALF_PRICE, FULL_RATE_DRAWN),
            ),
        ),
    ),
    Claim(
        id="X-useful",
        title="With n records the synthetic data set is useful",
        source=SYNTHETIC,
        locator="the theorem on usefulness",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let some data set of $m$ records over $\\{0,1\\}^k$ be within $\\frac\\alpha2$ of $d$ on every query of "
            "the class. If $n\\ge\\dfrac4{\\varepsilon\\alpha}\\bigl(km+\\ln\\frac1\\delta\\bigr)$, the chosen "
            "$\\hat d$ is within $\\alpha$ on every query with probability at least $1-\\delta$. "
            "With $N$ equally weighted outputs, $\\ln N$ may stand in place of $km$."
        ),
        published=records_published,
        ours=records_ours,
        at={
            "epsilon": 1,
            "alpha": 0.1,
            "delta": 0.05,
            "bits": 10,
            "size": 1000,
            "outputs": math.comb(2023, 1000),
        },
        proof="proof-useful",
        depends=("X-blr", "B-vc"),
        checks=(
            Exhaustive(
                "the exact law for every data set",
                tuple(
                    useful_world(bits, size, alpha, delta, ordered)
                    for bits, size in ((1, 8), (2, 4), (3, 4))
                    for alpha, delta in ((0.5, 0.05), (0.25, 0.01))
                    for ordered in (False, True)
                ),
                worst_need,
                (NO_OUTPUTS,),
                need_again,
            ),
        ),
    ),
)
