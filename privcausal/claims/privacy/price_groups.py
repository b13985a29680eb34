"""One promise, several people: groups of records, and what a promise under one relation says under another."""

from fractions import Fraction

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
    sum_of_powers,
    worst_chain,
    worst_table,
)
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, instead, real, whole
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search

SUM = {"powers": (sum_of_powers, r"\sum_{{i<{1}}}{0}^i")}
GROUP = Formula("delta*powers(lamda, k)", where=SUM)
GROUP_ROUND = Formula("k*lamda**k*delta")
"""The form that is often quoted; each power is rounded up to the last."""

EXHIBITS = tuple(
    Exhibit(
        name,
        "a table of counts, noise of scale 2 on each, and somebody changes groups",
        "B-relations",
        honest,
        shown_table,
        epsilon=epsilon,
    )
    for name, honest, epsilon in (
        ("table of counts", True, 1.0),
        ("table of counts, priced for addition", False, 0.5),
    )
)


NO_GROWTH = instead(ours="k*delta")
ONE_MORE = Mutant("a group of k + 1", check={"worst": one_step_more})
PAID_ONCE = instead(ours="epsilon")

CLAIMS = (
    Claim(
        id="B-group",
        title="A promise to one is a weaker promise to a group of k",
        reading=Reading(Origin.OURS, "well known as group privacy; the constant and the proof are ours"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $M$ be $(\\varepsilon,\\delta)$-differentially private under any relation, "
            "$\\lambda=e^\\varepsilon$, and two data sets $k$ steps of that relation apart."
        ),
        statement=(
            "For all $«lamda»$, $«k»$ and $«delta»$, $M$ keeps the inequality between them with "
            "$k\\varepsilon$ in place of $\\varepsilon$ and with «sense» $«ours»$ in place of $\\delta$."
        ),
        quantities=(
            real("lamda", at_least=1, letter=r"\lambda"),
            whole("k", at_least=1),
            real("delta", above=0, below=1),
        ),
        ours=GROUP,
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
                    {"parts": 40, "lamda": Fraction(1), "delta": TENTH, "k": 2},
                    {"parts": 40, "lamda": THREE_HALVES, "delta": TENTH, "k": 1},
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
        definition="Let something be $(\\varepsilon,0)$-differentially private under addition or removal.",
        statement=(
            "For all $«epsilon»$ it is «private» under substitution, and no smaller factor will do. Where "
            "one added or removed record moves a statistic by $\\Delta$ and no farther, one replaced record "
            "moves it by «sense» $«moved»$. (With a $\\delta$, see {prf:ref}`B-group`.)"
        ),
        quantities=(real("epsilon", above=0),),
        formulas={"moved": Formula("2*Delta")},
        ours=Formula("2*epsilon"),
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
                (PAID_ONCE, instead(moved="3*Delta/2")),
                loss_of_tables,
            ),
            Audit("noisy table of counts", ({"epsilon": 0.5}, {"epsilon": 1.0}), noisy_table, (PAID_ONCE,)),
        ),
    ),
)
