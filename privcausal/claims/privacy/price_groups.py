"""One promise, several people: groups of records, and what a promise under one relation says under another."""

from fractions import Fraction
from typing import Any

import numpy as np

from privcausal.claims.privacy.price_groups_worlds import (
    TENTH,
    THREE_HALVES,
    chains,
    gain_of_chain,
    gain_per_delta,
    loss_of_tables,
    noisy_table,
    one_step_more,
    rising_chains,
    shifted,
    shown_table,
    worst_chain,
    worst_table,
)
from privcausal.privacy.price import Relation
from privcausal.verify import Consequence, Origin, Quality, Reading
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number

# --- bounds: as published, and ours ------------------------------------------------------------------------


def group_published(lamda: Fraction, delta: Fraction, k: int) -> Any:
    return k * lamda**k * delta


def group_ours(lamda: Fraction, delta: Fraction, k: int) -> Any:
    return delta * (lamda**k - 1) / (lamda - 1)


def twice(epsilon: float) -> Number:
    return 2 * epsilon


EXHIBITS = tuple(
    Exhibit(
        name=name,
        what="a table of counts, noise of scale 2 on each, and somebody changes groups",
        claim="B-relations",
        honest=honest,
        epsilon=epsilon,
        delta=0.0,
        relation=Relation.SUBSTITUTION,
        sample=shown_table,
    )
    for name, honest, epsilon in (
        ("table of counts", True, 1.0),
        ("table of counts, priced for addition", False, 0.5),
    )
)


# --- wrong variants that the checks must find out -----------------------------------------------------------


def no_growth(lamda: Fraction, delta: Fraction, k: int) -> Any:
    return k * delta


def paid_once(epsilon: float) -> Number:
    return epsilon


NO_GROWTH = Mutant("kδ: failures added up without their growth", claim={"ours": no_growth})
ONE_MORE = Mutant("a group of k + 1", check={"worst": one_step_more})
PAID_ONCE = Mutant("a substitution at the price of one addition", claim={"ours": paid_once})

CLAIMS = (
    Claim(
        id="B-group",
        title="A promise to one is a weaker promise to a group of k",
        source="vadhan2017",
        reading=Reading(
            Origin.PAPER, ("Lemma 2.2; quoted from memory, not read for this book"), Quality.RECONSTRUCTED
        ),
        consequence=Consequence(
            cost="Nothing.",
            sure="Unsure of its constants: the lemma is quoted from memory.",
            repair="the smaller constant in the same statement",
        ),
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $M$ be $(\\varepsilon,\\delta)$-differentially private under any relation, let "
            "$\\varepsilon>0$ and $\\lambda=e^{\\varepsilon}$. For data sets that are $k$ steps of that "
            "relation apart, $M$ keeps the inequality with $k\\varepsilon$ in place of $\\varepsilon$ and "
            "$k\\lambda^k\\delta$ in place of $\\delta$. Ours: "
            "$\\dfrac{\\lambda^k-1}{\\lambda-1}\\,\\delta$ is enough."
        ),
        published=group_published,
        ours=group_ours,
        at={"lamda": float(np.e), "delta": 1e-6, "k": 10},
        proof="proof-group",
        depends=("B-hockey",),
        checks=(
            Exhaustive(
                "all yes-or-no mechanisms on a grid",
                (
                    {"parts": 40, "lamda": THREE_HALVES, "delta": TENTH, "k": 2},
                    {"parts": 40, "lamda": THREE_HALVES, "delta": TENTH, "k": 3},
                    {"parts": 60, "lamda": Fraction(2), "delta": Fraction(1, 60), "k": 4},
                ),
                worst_chain,
                (NO_GROWTH, ONE_MORE),
                gain_of_chain,
            ),
            Search(
                name="chains of random mechanisms",
                worlds=(
                    {"lamda": THREE_HALVES, "delta": TENTH, "k": 2, "outcomes": 3},
                    {"lamda": THREE_HALVES, "delta": TENTH, "k": 3, "outcomes": 3},
                ),
                candidates=chains,
                score=gain_per_delta,
                starts=rising_chains,
                step=shifted,
                mutants=(NO_GROWTH,),
            ),
        ),
    ),
    Claim(
        id="B-relations",
        title="One substitution is one removal and one addition: it costs at most twice as much",
        reading=Reading(Origin.OURS, "well known; the proof is ours"),
        relation=Relation.SUBSTITUTION,
        statement=(
            "Whatever is $(\\varepsilon,0)$-differentially private under addition or removal is "
            "$(2\\varepsilon,0)$-differentially private under substitution. A statistic that one added or "
            "removed record moves by at most $\\Delta$ moves by at most $2\\Delta$ when a record is "
            "replaced. The factor 2 cannot be improved. (With $\\delta>0$, {prf:ref}`B-group` with $k=2$ "
            "gives $(1+e^{\\varepsilon})\\delta$.)"
        ),
        ours=twice,
        at={"epsilon": 1},
        proof="proof-relations",
        depends=("B-group",),
        checks=(
            Exhaustive(
                "tables of counts, all small data sets",
                (
                    {"epsilon": Fraction(1), "kinds": 2, "people": 4},
                    {"epsilon": Fraction(1, 2), "kinds": 4, "people": 5},
                ),
                worst_table,
                (PAID_ONCE,),
                loss_of_tables,
            ),
            Audit("noisy table of counts", ({"epsilon": 0.5}, {"epsilon": 1.0}), noisy_table, (PAID_ONCE,)),
        ),
    ),
)
