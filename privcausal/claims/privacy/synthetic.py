"""A whole private data set: what does choosing it cost, and how many records make it useful?"""

import math

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
from privcausal.claims.sources import PAGE, page
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Origin, Reading, instead, real, whole
from privcausal.verify.audit import Audit
from privcausal.verify.checks.exhaustive import Exhaustive

HALF_PRICE = instead(published="epsilon/2")
FULL_RATE = Mutant("weight exp(εnq), twice the rate", check={"worst": worst_synthesis_at_full_rate})
FULL_RATE_DRAWN = Mutant("weight exp(εnq), twice the rate", check={"sample": synthesise_at_full_rate})
ALL_POSITIVE = (real("epsilon", above=0), real("alpha", above=0), real("delta", above=0, below=1))
USEFUL = (
    "Let some data set of $m$ records over $\\{0,1\\}^k$ be within $\\frac\\alpha2$ of $d$ on every query "
    "of the class, and call $\\hat d$ bad if some query is wrong by $\\alpha$ or more. "
)

CLAIMS = (
    Claim(
        id="X-blr",
        title="A synthetic data set chosen by its worst error costs ε",
        source=PAGE,
        reading=page("58 and 93-97"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "For $n$ records, $n$ public, let $q(d,\\hat d)=-\\max_h|Q_h(d)-Q_h(\\hat d)|$ over a class of "
            "predicates. Choose $\\hat d$ among all sequences of $m$ records (or, a variant of ours, among "
            "all data sets of $m$ records, whatever their order) with weight $e^{\\varepsilon "
            "n\\,q(d,\\hat d)/2}$."
        ),
        statement="For all $«epsilon»$ the choice is «private».",
        quantities=(real("epsilon", above=0),),
        published=Formula("epsilon"),
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
        source=PAGE,
        reading=page("64 and 98-106"),
        relation=None,
        definition=USEFUL + "The page lists every sequence of records, all with the same base weight.",
        statement=(
            "For all $«epsilon»$, $«alpha»$ and $«delta»$: the chosen $\\hat d$ is bad with probability "
            "«sense» $\\delta$ from $«published»$ records on, indeed from $«ours»$ on."
        ),
        quantities=(*ALL_POSITIVE, whole("bits", letter="k"), whole("size", letter="m")),
        consequence=Consequence(
            cost="A factor of 1.44 in the number of records, and no conclusion.",
            sure="Sure.",
            repair="the number of bits counts with the factor $\\ln 2$",
        ),
        published=Formula("4/(epsilon*alpha)*(bits*size + log(1/delta))"),
        ours=Formula("4/(epsilon*alpha)*(bits*size*log(2) + log(1/delta))"),
        at={"epsilon": 1, "alpha": 0.1, "delta": 0.05, "bits": 10, "size": 1000},
        proof="proof-useful",
        depends=("X-blr", "B-vc"),
        checks=(
            Exhaustive(
                "the exact law for every data set",
                tuple(
                    useful_world(bits, size, alpha, delta, True)
                    for bits, size in ((1, 8), (2, 4), (3, 4))
                    for alpha, delta in ((0.5, 0.05), (0.25, 0.01))
                ),
                worst_need,
                (
                    instead(published="4/(epsilon*alpha)*log(1/delta)"),
                    instead(ours="4/(epsilon*alpha)*log(1/delta)"),
                ),
                need_again,
            ),
        ),
    ),
    Claim(
        id="B-useful-once",
        title="Listing each data set once needs fewer records",
        reading=Reading(Origin.OURS, "another mechanism than the page's: order does not count"),
        relation=None,
        definition=USEFUL + "Let each of the $N$ outputs have the same base weight.",
        statement=(
            "For all $«epsilon»$, $«alpha»$ and $«delta»$: the chosen $\\hat d$ is bad with probability "
            "«sense» $\\delta$ from $«ours»$ records on."
        ),
        quantities=(*ALL_POSITIVE, whole("outputs", letter="N")),
        ours=Formula("4/(epsilon*alpha)*(log(outputs) + log(1/delta))"),
        at={"epsilon": 1, "alpha": 0.1, "delta": 0.05, "outputs": math.comb(2023, 1000)},
        proof="proof-useful",
        depends=("X-blr", "B-vc"),
        checks=(
            Exhaustive(
                "the exact law for every data set",
                tuple(
                    useful_world(bits, size, alpha, delta, False)
                    for bits, size in ((1, 8), (2, 4), (3, 4))
                    for alpha, delta in ((0.5, 0.05), (0.25, 0.01))
                ),
                worst_need,
                (instead(ours="4/(epsilon*alpha)*log(1/delta)"),),
                need_again,
            ),
        ),
    ),
)
