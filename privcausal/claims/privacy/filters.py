"""Filters: budgets that adaptive procedures cannot overspend, attacked by the best of all adaptive strategies."""

from functools import partial

from privcausal.claims.privacy.filters_worlds import (
    best_spender,
    budgets,
    derive_conversion,
    honest_filter,
    late_filter,
    overspent,
    privacies,
    transcript_loss,
    worst_transcript,
    worst_transcript_of_late,
)
from privcausal.privacy.filters import Filter
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, Target, instead, real
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

LATE = Mutant("the budget is checked after it is spent", check={"worst": worst_transcript_of_late})
HALF_ROOT = instead(ours="rho + sqrt(rho*log(1/delta))")
TWICE_SPENT = Mutant(
    "twice the budget is let through", check={"worst": partial(best_spender, overspending=2)}
)
REFUSED_ANYWAY = Mutant(
    "refused releases are made all the same", check={"score": partial(overspent, slack=1.0)}
)
HALF_BUDGET = instead(ours="epsilon/2")
LATE_ANSWERS = Mutant("a third answer is paid for afterwards", check={"sample": late_filter})


CLAIMS = (
    Claim(
        id="B-filter-pure",
        title="A budget in ε may be spent as one goes along",
        reading=Reading(Origin.OURS, "known from Rogers and others (2016); the proof is ours"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let releases be made one after the other. Whether there is a next one, which mechanism makes "
            "it, and its price $\\varepsilon_i$ may depend on everything released so far, but a release with "
            "which the sum of the prices would exceed a number $\\varepsilon$ fixed beforehand is not made."
        ),
        statement="For all $«epsilon»$ all releases together are «private».",
        quantities=(real("epsilon", above=0),),
        ours=Formula("epsilon"),
        at={"epsilon": 1.0},
        proof="proof-filter-pure",
        subjects=(Filter,),
        checks=(
            Exhaustive(
                "all transcripts on a grid of prices",
                privacies((0.5, 4), (1.0, 5)),
                worst_transcript,
                (LATE, HALF_BUDGET),
                transcript_loss,
            ),
            Audit("what two answers betray", ({"epsilon": 1.0},), honest_filter, (LATE_ANSWERS, HALF_BUDGET)),
        ),
    ),
    Claim(
        id="B-filter",
        title="A budget in ρ may be spent as one goes along, too",
        reading=Reading(Origin.OURS, "known from Rogers and others (2016) and later work; the proof is ours"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let releases be made one after the other, the $i$-th of them $\\rho_i$-zero-concentrated given "
            "everything before; Gaussian noise has $\\rho_i=\\Delta^2/2\\sigma_i^2$. Whether there is a next "
            "one, which, and at what price, may depend on everything released so far, but a release with "
            "which $\\sum\\rho_i$ would exceed a number $\\rho$ fixed beforehand is not made."
        ),
        statement=(
            "For all $«rho»$ and $«delta»$ all releases together are «private». An $\\varepsilon_i$-private "
            "release has $\\rho_i«sign»«pure»$."
        ),
        quantities=(real("rho", above=0), real("delta", above=0, below=1)),
        formulas={"pure": Formula("eps_i**2/2")},
        ours=Formula("rho + 2*sqrt(rho*log(1/delta))"),
        at={"rho": 0.02, "delta": 1e-6},
        proof="proof-filter",
        checks=(
            Symbolic("the best exponent", derive_conversion, (HALF_ROOT,), target=Target.OURS),
            Exhaustive(
                "the best of all strategies, backwards",
                tuple(
                    {"rho": rho, "delta": delta, "units": units}
                    for rho, delta, units in ((0.5, 1e-6, 40), (0.02, 1e-3, 60), (2.0, 1e-6, 200))
                ),
                best_spender,
                (HALF_ROOT, TWICE_SPENT, instead(pure="eps_i**2/4")),
            ),
            Search(
                "what the library lets through",
                ({},),
                budgets,
                overspent,
                (REFUSED_ANYWAY, instead(pure="eps_i**2")),
                tolerance=1.0,
                target=Target.OURS,
            ),
        ),
    ),
)


EXHIBITS = tuple(
    Exhibit(name, what, "B-filter-pure", honest, sample)
    for name, what, honest, sample in (
        (
            "a filter that refuses in time",
            "two randomised responses at 0.4, and no third, for a budget of 1",
            True,
            honest_filter,
        ),
        (
            "a budget that is checked too late",
            "two randomised responses at 0.9 for a budget of 1",
            False,
            late_filter,
        ),
    )
)
