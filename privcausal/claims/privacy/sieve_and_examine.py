"""Sieve and examine: its price as printed, as meant, and when threshold and records are kept after a pass."""

from privcausal.claims.privacy.sieve_and_examine_worlds import (
    KEPT,
    SIEVES,
    _sieve_at_one,
    _successes_at_two,
    kept_loss,
    kept_streams,
    quiet_sieve,
    replayed_kept,
    replayed_meant,
    replayed_printed,
    sieve_and_examine,
    spent_on_part,
    worst_kept,
    worst_meant,
    worst_printed,
)
from privcausal.claims.sources import PRIV_PC
from privcausal.privacy.price import Relation
from privcausal.privacy.subsampling import amplified
from privcausal.verify import Consequence, Origin, Reading
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number

# --- bounds: as published, and ours ------------------------------------------------------------------------


def sieve_published(epsilon: float) -> Number:
    return epsilon


def sieve_printed_ours(epsilon: float, ratio: int) -> float:
    r"""$\frac\varepsilon2+\ln\bigl(1+\tfrac mn(e^{(\varepsilon+\varepsilon')/2}-1)\bigr)$."""
    return epsilon / 2 + amplified((epsilon + spent_on_part(epsilon, ratio)) / 2, 1, ratio)


def kept_published(epsilon: float, passes: int) -> Number:
    r"""$\frac{c\,\varepsilon}2$."""
    return passes * epsilon / 2


def kept_ours(epsilon: float, ratio: int, passes: int) -> float:
    r"""$\ln\bigl(1+\tfrac mn(e^{(c+1)\varepsilon'/2}-1)\bigr)$."""
    return amplified((passes + 1) * spent_on_part(epsilon, ratio) / 2, 1, ratio)


# --- wrong variants that the checks must find out -----------------------------------------------------------


def sieve_for_free(epsilon: float) -> Number:
    return epsilon / 2


def almost_all(epsilon: float) -> Number:
    return 0.999 * epsilon


def kept_without_threshold(epsilon: float, ratio: int, passes: int) -> float:
    return amplified(passes * spent_on_part(epsilon, ratio) / 2, 1, ratio)


def kept_linear(epsilon: float, ratio: int, passes: int) -> float:
    return (passes + 1) * spent_on_part(epsilon, ratio) / 2 / ratio


def less_as_printed(epsilon: float, ratio: int) -> float:
    return epsilon * 0.92


FREE_SIEVE = Mutant("the sieve costs nothing", claim={"published": sieve_for_free})
ALMOST_ALL = Mutant("a thousandth less than ε", claim={"published": almost_all})
LESS_AS_PRINTED = Mutant("less than ε as printed", claim={"published": None, "ours": less_as_printed})
PRINTED_NOISE = Mutant("the threshold's noise as printed", check={"worst": worst_printed})
QUIET = Mutant("a quarter of the noise", check={"sample": quiet_sieve})
KEPT_FOR_FREE = Mutant(
    "the threshold costs nothing", claim={"published": None, "ours": kept_without_threshold}
)
KEPT_LINEAR = Mutant("ε′ times the share drawn", claim={"published": None, "ours": kept_linear})

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
        statement=(
            "Draw $m$ of the $n$ records and let $\\varepsilon'=\\ln\\bigl(\\frac "
            "nm(e^{\\varepsilon/2}-1)+1\\bigr)$. On them, look for the first query that exceeds "
            "$T-t+\\mathrm{Lap}(2\\Delta/\\varepsilon)$ with noise "
            "$\\mathrm{Lap}(4\\Delta/\\varepsilon')$. If it also exceeds $T$ on all records, with noise "
            "$\\mathrm{Lap}(2\\Delta/\\varepsilon)$, publish its place. This is "
            "$\\varepsilon$-differentially private."
        ),
        published=sieve_published,
        ours=sieve_printed_ours,
        at={"epsilon": 1, "ratio": 1},
        proof="proof-sieve-printed",
        depends=("B-svt-noise", "P-amplify"),
        checks=(
            Exhaustive(
                "all data sets of four records", SIEVES, worst_printed, (LESS_AS_PRINTED,), replayed_printed
            ),
        ),
    ),
    Claim(
        id="B-sieve",
        title="Sieve and examine, with the noise as meant",
        reading=Reading(Origin.OURS, "repair of P-sieve: with ε′ in line 4 of Algorithm 1"),
        relation=Relation.SUBSTITUTION,
        statement=(
            "Draw $m$ of the $n$ records and let $\\varepsilon'=\\ln\\bigl(\\frac "
            "nm(e^{\\varepsilon/2}-1)+1\\bigr)$. One record moves a query by at most $\\Delta_m$ on the "
            "part and by at most $\\Delta_n$ on all records. On the part, look for the first query that "
            "exceeds $T-t+\\mathrm{Lap}(2\\Delta_m/\\varepsilon')$ with noise "
            "$\\mathrm{Lap}(4\\Delta_m/\\varepsilon')$. If it also exceeds $T$ on all records, with noise "
            "$\\mathrm{Lap}(2\\Delta_n/\\varepsilon)$, publish its place. This is "
            "$\\varepsilon$-differentially private."
        ),
        ours=sieve_published,
        at={"epsilon": 1},
        proof="proof-sieve",
        depends=("P-svt", "P-amplify"),
        checks=(
            Exhaustive(
                "all data sets of four records",
                SIEVES,
                worst_meant,
                (FREE_SIEVE, ALMOST_ALL, PRINTED_NOISE),
                replayed_meant,
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
        statement=(
            "Let $c$ queries pass a sieve that keeps its threshold and its part of $m$ of $n$ records, "
            "each pass budgeted at $\\varepsilon/2$ as in Theorem 1 of Priv-PC. Its answers cost "
            "$\\ln\\bigl(1+\\frac mn(e^{(c+1)\\varepsilon'/2}-1)\\bigr)$, and no less."
        ),
        ours=kept_ours,
        at={"epsilon": 1, "ratio": 20, "passes": 2},
        proof="proof-refresh",
        depends=("B-svt-noise", "P-amplify"),
        checks=(
            Exhaustive("the feared pair, by quadrature", KEPT, worst_kept, (KEPT_FOR_FREE,), replayed_kept),
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


EXHIBITS = (
    Exhibit(
        name="sieve and examine",
        what="one of four records sieved, all examined",
        claim="B-sieve",
        honest=True,
        epsilon=1.0,
        delta=0.0,
        relation=Relation.SUBSTITUTION,
        sample=_sieve_at_one,
    ),
    Exhibit(
        name="failed examinations not charged",
        what="only the examination that succeeds is paid for",
        claim="P-refresh",
        honest=False,
        epsilon=2.0,
        delta=0.0,
        relation=Relation.SUBSTITUTION,
        sample=_successes_at_two,
    ),
)
