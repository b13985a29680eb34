"""The log-IQR by propose-test-release: as printed it keeps no promise; repaired it costs 2ε instead of 3ε."""

from functools import partial

from privcausal.claims.privacy.propose_test_release_laws import (
    moved,
    neighbours,
    sample_loss,
    sample_loss_printed,
    small_again,
    split_samples,
    state_again,
    worst_small,
    worst_small_printed,
    worst_state,
    worst_state_printed,
)
from privcausal.claims.privacy.propose_test_release_worlds import (
    AUDIT_DELTA,
    as_printed_edge,
    as_printed_far,
    firm_again,
    interval_alone,
    printed_again,
    refused_again,
    repaired_edge,
    repaired_far,
    threshold_alone,
    worst_firm,
    worst_interval_alone,
    worst_printed_interval,
    worst_printed_threshold,
    worst_refused_edge,
    worst_refused_edge_alone,
    worst_threshold_alone,
)
from privcausal.claims.sources import KUSNER, kusner
from privcausal.pairs.iqr import private_log_iqr
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Origin, Quality, Reading, instead
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search

PRIVATE = {"delta": Formula("delta")}
OFF_BY_ONE_PER_CENT = instead(ours="1.99*epsilon")
ONLY_THRESHOLD = Mutant("only the threshold is wrong", check={"worst": worst_threshold_alone})
ONLY_INTERVAL = Mutant("only the second interval is wrong", check={"worst": worst_interval_alone})

EXHIBITS = tuple(
    Exhibit(name, what, claim, honest, partial(sample, epsilon=epsilon), epsilon=price, delta=AUDIT_DELTA)
    for name, what, claim, honest, price, sample, epsilon in (
        (
            "log-IQR, far apart",
            "one record decides between two far values",
            "B-ptr",
            True,
            0.4,
            repaired_far,
            0.2,
        ),
        (
            "log-IQR, across an edge",
            "one record moves it into another cell",
            "B-ptr",
            True,
            2.0,
            repaired_edge,
            1.0,
        ),
        (
            "log-IQR, printed threshold",
            "1 + ln(1/δ), not divided by ε",
            "K-ptr",
            False,
            0.6,
            threshold_alone,
            0.2,
        ),
        (
            "log-IQR, printed interval",
            "B₂ need not contain the IQR",
            "K-ptr",
            False,
            3.0,
            interval_alone,
            1.0,
        ),
    )
)

CLAIMS = (
    Claim(
        id="K-ptr",
        title="The log-IQR by propose-test-release, as printed",
        source=KUSNER,
        reading=kusner(
            "appendix, Algorithm 1 (003:27–40), intact; its price in Section 4.3 (000:142), where ε is lost",
            Quality.RESTORED,
        ),
        consequence=Consequence(
            cost="Nothing for what is claimed: with both slips repaired the mechanism costs less than "
            "promised. In practice $\\bot$ is likelier than the printed threshold suggests; which one the "
            "experiments used is unknown.",
            sure="Sure of the algorithm, fairly sure that the price is meant for this version. The main text "
            "has two intervals that both contain the IQR, so the second slip is one of the pen. It breaks "
            "the promise at every $\\varepsilon$ tried, and by the probability of $\\bot$ alone, so also "
            "where Definition 2 is read for single outcomes; the threshold does so for $\\varepsilon<1$.",
            repair="{prf:ref}`B-ptr`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $k=\\lfloor\\ln\\mathrm{IQR}\\rfloor$, $B_1=[e^k,e^{k+1})$ and $B_2=[e^{k-1/2},e^{k+1/2})$, and "
            "let $A_j$ be the number of records to change before the interquartile range lies outside $B_j$. "
            "For $j=1,2$ in turn, if $A_j+\\mathrm{Lap}(1/\\varepsilon)>1+\\ln(1/\\delta)$, release "
            "$\\ln\\mathrm{IQR}+\\mathrm{Lap}(1/\\varepsilon)$ and stop; if neither test passes, release $\\bot$."
        ),
        statement="This is «private».",
        formulas=PRIVATE,
        published=Formula("3*epsilon"),
        at={"epsilon": 1},
        checks=(
            Exhaustive(
                "⊥ alone, across an edge",
                ({"epsilon": 1.0, "delta": 1e-2},),
                worst_refused_edge,
                (Mutant("only the second interval is wrong", check={"worst": worst_refused_edge_alone}),),
                refused_again,
            ),
            Exhaustive(
                "the printed second interval",
                ({"epsilon": 1.0, "delta": 1e-2}, {"epsilon": 2.0, "delta": 1e-6}),
                worst_printed_interval,
                (ONLY_INTERVAL,),
                printed_again,
            ),
            Exhaustive(
                "the printed threshold, far apart",
                ({"epsilon": 0.1, "delta": 1e-5}, {"epsilon": 0.5, "delta": 1e-6}),
                worst_printed_threshold,
                (ONLY_THRESHOLD,),
                printed_again,
            ),
            Audit(
                "samples, far apart",
                ({"epsilon": 0.2},),
                as_printed_far,
                (Mutant("only the threshold is wrong", check={"sample": threshold_alone}),),
                delta=AUDIT_DELTA,
            ),
            Audit(
                "samples, across an edge",
                ({"epsilon": 1.0},),
                as_printed_edge,
                (Mutant("only the second interval is wrong", check={"sample": interval_alone}),),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
    Claim(
        id="B-ptr",
        title="Repaired, two tests and a release cost 2ε",
        reading=Reading(Origin.OURS, "K-ptr with both slips repaired"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Fix $w>0$. Let $B_1\\ni\\mathrm{IQR}$ be a cell $[e^{wk},e^{w(k+1)})$ for a whole number $k$, and "
            "$B_2\\ni\\mathrm{IQR}$ a cell of the grid shifted by half, $[e^{w(k'-1/2)},e^{w(k'+1/2)})$. For "
            "$j=1,2$ in turn, if $A_j+\\mathrm{Lap}(1/\\varepsilon)>1+\\frac{\\ln(1/\\delta)}\\varepsilon$, release "
            "$\\ln\\mathrm{IQR}+\\mathrm{Lap}(w/\\varepsilon)$ and stop; otherwise, and always when the IQR is 0, "
            "release $\\bot$. Which test passed is not released."
        ),
        statement="This is «private», a lower price than that of {prf:ref}`K-ptr`.",
        formulas=PRIVATE,
        ours=Formula("2*epsilon"),
        at={"epsilon": 1},
        proof="proof-ptr",
        depends=("B-iqr-windows",),
        subjects=(private_log_iqr,),
        checks=(
            Exhaustive(
                "every state of two neighbours",
                (
                    {"epsilon": 0.2, "delta": 1e-2},
                    {"epsilon": 1.0, "delta": 1e-5},
                    {"epsilon": 3.0, "delta": 1e-12},
                ),
                worst_state,
                (OFF_BY_ONE_PER_CENT, Mutant("the printed threshold", check={"worst": worst_state_printed})),
                state_again,
                ({"epsilon": 0.5, "delta": 1e-12},),
            ),
            Exhaustive(
                "two samples that need it",
                ({"epsilon": 3.0, "delta": 1e-12},),
                worst_firm,
                (OFF_BY_ONE_PER_CENT,),
                firm_again,
            ),
            Exhaustive(
                "every small sample",
                (
                    {"m": 8, "epsilon": 3.0, "delta": 1e-2, "size": 1.0},
                    {"m": 8, "epsilon": 3.0, "delta": 1e-2, "size": 0.25},
                    {"m": 16, "epsilon": 2.0, "delta": 1e-2, "size": 1.0},
                ),
                worst_small,
                (Mutant("the printed second interval", check={"worst": worst_small_printed}),),
                small_again,
                ({"m": 18, "epsilon": 2.0, "delta": 1e-2, "size": 0.5},),
            ),
            Search(
                "hill climbing over larger samples",
                ({"m": 32, "epsilon": 0.7, "delta": 0.05},),
                neighbours,
                sample_loss,
                (Mutant("the printed threshold", check={"score": sample_loss_printed}),),
                split_samples,
                moved,
            ),
            Audit(
                "samples, far apart",
                ({"epsilon": 0.2},),
                repaired_far,
                (Mutant("the printed algorithm", check={"sample": as_printed_far}),),
                delta=AUDIT_DELTA,
            ),
            Audit(
                "samples, across an edge",
                ({"epsilon": 1.0},),
                repaired_edge,
                (Mutant("the printed algorithm", check={"sample": as_printed_edge}),),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
)
