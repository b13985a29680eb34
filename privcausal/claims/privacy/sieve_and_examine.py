"""Sieve and examine: its price as printed, as meant, and when threshold and records are kept after a pass."""

from functools import partial

from privcausal.claims.privacy.sieve_and_examine_worlds import (
    KEPT,
    SIEVES,
    kept_loss,
    kept_streams,
    quiet_sieve,
    replayed_sieve,
    sieve_and_examine,
    spent_on_part,
    successes_only,
    worst_kept,
    worst_sieve,
)
from privcausal.claims.sources import PRIV_PC
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Origin, Reading, instead, real, whole
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search

PART = {"part": (spent_on_part, r"\varepsilon'")}
PRINTED_PRICE = Formula(
    "epsilon/2 + log(1 + (exp((epsilon + part(epsilon, ratio))/2) - 1)/ratio)", where=PART
)
KEPT_PRICE = Formula("log(1 + (exp((passes + 1)*part(epsilon, ratio)/2) - 1)/ratio)", where=PART)
SCALES = {
    "spent": Formula("log(ratio*(exp(epsilon/2) - 1) + 1)"),
    "threshold": Formula("2/spent"),
    "query": Formula("4/spent"),
    "examined": Formula("2/epsilon"),
}
DRAWN = (
    real("epsilon", above=0),
    whole("ratio", at_least=1, letter="r"),
    real("spent", letter=r"\varepsilon'"),
)
ALGORITHM = (
    "Draw $m$ of the $n$ records, $r=n/m$. On them, look for the first query that exceeds $T-t$. If it also "
    "exceeds $T$ on all records, publish its place. Count in units of the sensitivities, $\\Delta_m$ on the "
    "part and $\\Delta_n$ on all records."
)
NOISE = (
    "For all $«epsilon»$ and $«ratio»$, with $«spent»$ for $\\varepsilon'$, $\\mathrm{Lap}(«threshold»)$ on "
    "the first threshold, $\\mathrm{Lap}(«query»)$ on each query, and $\\mathrm{Lap}(«examined»)$ on what is "
    "examined, this is «private»."
)

FREE_SIEVE = instead(ours="epsilon/2")
QUIET = Mutant("a quarter of the noise", check={"sample": quiet_sieve})
KEPT_FOR_FREE = instead(ours="log(1 + (exp(passes*part(epsilon, ratio)/2) - 1)/ratio)", where=PART)
KEPT_LINEAR = instead(ours="(passes + 1)*part(epsilon, ratio)/2/ratio", where=PART)

CLAIMS = (
    Claim(
        id="P-sieve",
        title="Sieve and examine, with the noise as printed",
        source=PRIV_PC,
        reading=Reading(Origin.PAPER, "Theorem 1 on Algorithm 1, line 4 (004:118-136)"),
        consequence=Consequence(
            cost="Nothing: a slip of one prime, and a factor of at most 5/4 if line 4 is taken literally.",
            sure="Sure: the sketch of its proof, Algorithm 2 and the program all have ε′ there.",
            repair="{prf:ref}`B-sieve`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=ALGORITHM,
        statement=NOISE,
        quantities=DRAWN,
        formulas={**SCALES, "threshold": Formula("2/epsilon")},
        published=Formula("epsilon"),
        ours=PRINTED_PRICE,
        at={"epsilon": 1, "ratio": 1},
        proof="proof-sieve-printed",
        depends=("B-svt-noise", "P-amplify"),
        checks=(
            Exhaustive(
                "all data sets of four records",
                SIEVES,
                worst_sieve,
                (instead(ours="0.92*epsilon"), instead(threshold="1/epsilon")),
                replayed_sieve,
            ),
        ),
    ),
    Claim(
        id="B-sieve",
        title="Sieve and examine, with the noise as meant",
        reading=Reading(Origin.OURS, "repair of P-sieve: with ε′ in line 4 of Algorithm 1"),
        relation=Relation.SUBSTITUTION,
        definition=ALGORITHM,
        statement=NOISE,
        quantities=DRAWN,
        formulas=SCALES,
        ours=Formula("epsilon"),
        at={"epsilon": 1},
        proof="proof-sieve",
        depends=("P-svt", "P-amplify"),
        checks=(
            Exhaustive(
                "all data sets of four records",
                SIEVES,
                worst_sieve,
                (FREE_SIEVE, instead(ours="0.999*epsilon"), instead(threshold="2/epsilon")),
                replayed_sieve,
            ),
            Audit(
                "one of four records drawn",
                ({"epsilon": 1.0, "ratio": 1}, {"epsilon": 1.0, "ratio": 4}),
                sieve_and_examine,
                (FREE_SIEVE, QUIET),
            ),
        ),
    ),
    Claim(
        id="P-refresh",
        title="A kept sieve costs more than its passes",
        reading=Reading(
            Origin.OURS,
            (
                "the price of a sieve that keeps its threshold and its part; printed so in Algorithm 2, "
                "not in the authors' program"
            ),
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $c$ queries pass a sieve that keeps its threshold and its part of $m$ of $n$ records, "
            "$r=n/m$, with the noise of {prf:ref}`B-sieve`."
        ),
        statement=(
            "For all $«epsilon»$, $«ratio»$ and $«passes»$ its answers cost «sense» $«ours»$, and this is "
            "reached."
        ),
        quantities=(*DRAWN[:2], whole("passes", at_least=1, letter="c")),
        ours=KEPT_PRICE,
        at={"epsilon": 1, "ratio": 20, "passes": 2},
        proof="proof-refresh",
        depends=("B-svt-noise", "P-amplify"),
        checks=(
            Exhaustive("the feared pair, by quadrature", KEPT, worst_kept, (KEPT_FOR_FREE,), kept_loss),
            Search(
                name="streams and answers, integrated",
                worlds=KEPT[2:],
                candidates=kept_streams,
                score=kept_loss,
                mutants=(KEPT_FOR_FREE, KEPT_LINEAR),
            ),
        ),
    ),
)


EXHIBITS = tuple(
    Exhibit(name, what, claim, honest, sample, epsilon=epsilon)
    for name, what, claim, honest, epsilon, sample in (
        (
            "sieve and examine",
            "one of four records sieved, all examined",
            "B-sieve",
            True,
            1.0,
            partial(sieve_and_examine, epsilon=1.0, ratio=4),
        ),
        (
            "failed examinations not charged",
            "only the examination that succeeds is paid for",
            "P-refresh",
            False,
            2.0,
            partial(successes_only, epsilon=2.0),
        ),
    )
)
