"""Several log-IQRs from the same people: how often one slips out, and what all of them cost together."""

from fractions import Fraction

from privcausal.claims.privacy.propose_test_release_several_worlds import (
    COLUMNS_DELTA,
    THREE_WORLDS,
    closed_form,
    four_columns,
    loss_of_advanced,
    loss_of_columns,
    loss_of_four,
    loss_of_three,
    neighbouring_samples,
    nothing_to_vary,
    six_columns,
    slip_of,
    slips,
    slips_of_two,
    worst_slip,
    worst_slip_of_two,
)
from privcausal.claims.sources import KUSNER, kusner
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Origin, Quality, Reading, instead, real
from privcausal.verify.audit import Audit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.frequency import Frequency
from privcausal.verify.checks.search import Search

ONE_TEST = instead(ours="delta/2")
THREE_DELTA = instead(delta="3*delta")
ADVANCED = Formula("2*sqrt(6*log(1/delta_))*epsilon_1")

CLAIMS = (
    Claim(
        id="K-ptr-null",
        title="An unstable IQR is hardly ever released",
        source=KUSNER,
        reading=kusner(
            "Theorem 4, part 1 (000:154, 000:170), which does not say how many ranges", Quality.RECONSTRUCTED
        ),
        consequence=Consequence(
            cost="Nothing: privacy does not rest on it. For three ranges at once the probability is about $3\\delta$.",
            sure="Unsure: our copy has the condition “$A_1$ or $A_2$” and $e$ for a bound. We read one range, "
            "with both distances at their smallest; that needs least, and is true.",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let one log-IQR be released by propose-test-release with two tests and the right threshold "
            "$1+\\ln(1/\\delta)/\\varepsilon$, and let one replaced record be enough to push the range out of "
            "either cell, $A_1=A_2=1$."
        ),
        statement="It is released all the same with a probability of «sense» $«published»$; indeed, $«ours»$.",
        published=Formula("3*delta/2"),
        ours=Formula("delta - delta**2/4"),
        at={"delta": 1e-5},
        proof="proof-null",
        checks=(
            Exhaustive(
                "one unstable sample",
                tuple({"delta": delta} for delta in (0.1, 1e-3, 1e-6)),
                worst_slip,
                (ONE_TEST, Mutant("two ranges at once", check={"worst": worst_slip_of_two})),
                slip_of,
            ),
            Frequency(
                "how often it happens",
                ({"delta": 0.1}, {"delta": 0.01}),
                slips,
                (ONE_TEST, Mutant("two ranges at once", check={"happens": slips_of_two})),
            ),
        ),
    ),
    Claim(
        id="K-ptr-comp",
        title="Three log-IQRs of which one value is a part",
        source=KUSNER,
        reading=kusner("Section 4.3 (000:142), “for both x and y”", relations=(Relation.SUBSTITUTION,)),
        relation=Relation.SUBSTITUTION,
        assumes=(
            "one of the two values of a record is replaced, not both: a record is {prf:ref}`B-ptr-comp`",
        ),
        definition=(
            "Let the log-IQRs of $x'$, $r_Y=y'-f(x')$, $y'$ and $r_X=x'-g(y')$ be released, each by a "
            "mechanism that is $(3\\varepsilon,\\delta)$-private when one number of its column is replaced."
        ),
        statement=(
            "When one of the two values of a record is replaced, $x'_i$ or $y'_i$, three of the four columns "
            "change, and the releases together are «private»."
        ),
        formulas={"delta": Formula("3*delta")},
        published=Formula("9*epsilon"),
        at={"epsilon": 1},
        proof="proof-ptr-comp",
        checks=(
            Search(
                "the worst three mechanisms there are",
                ({"epsilon": 0.1, "delta": 1e-2}, {"epsilon": 0.5, "delta": 1e-9}),
                nothing_to_vary,
                loss_of_three,
                (Mutant("four columns", check={"score": loss_of_four}), instead(published="8*epsilon")),
            ),
        ),
    ),
    Claim(
        id="B-ptr-comp",
        title="Four log-IQRs cost 8ε and 4δ",
        reading=Reading(
            Origin.OURS, "the repaired mechanism, composed; in the accounting of K-ptr-comp it is 12ε and 4δ"
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let four log-IQRs be released, each by the repaired mechanism of {prf:ref}`B-ptr` at "
            "$(\\varepsilon,\\delta)$ with noise of its own."
        ),
        statement="When one record $(x'_i,y'_i)$ is replaced, together they are «private».",
        formulas={"delta": Formula("4*delta")},
        ours=Formula("8*epsilon"),
        at={"epsilon": 1},
        proof="proof-ptr-comp",
        depends=("B-ptr",),
        checks=(
            Search(
                "four equal columns",
                ({"epsilon": 1.0, "delta": 1e-4}, {"epsilon": 2.8, "delta": 1e-12}),
                neighbouring_samples,
                loss_of_columns,
                (instead(ours="7.9*epsilon"), THREE_DELTA),
            ),
            Audit(
                "samples of four equal columns",
                ({"epsilon": 0.1},),
                four_columns,
                (Mutant("six columns", check={"sample": six_columns}),),
                delta=4 * COLUMNS_DELTA,
            ),
        ),
    ),
    Claim(
        id="K-ptr-adv",
        title="Three mechanisms by advanced composition",
        source=KUSNER,
        reading=kusner(
            "Section 4.3 (000:142, 000:154), quoting a textbook that we have not read",
            relations=(Relation.SUBSTITUTION,),
        ),
        consequence=Consequence(
            cost="A factor of 3 to 6 in noise: for three mechanisms plain addition is always better.",
            sure="Sure: root and $\\varepsilon$ are lost in our copy, and there is one way to put them back.",
        ),
        relation=Relation.SUBSTITUTION,
        assumes=("a price below 1, as quoted; two worlds beyond are checked as well",),
        definition="Take three mechanisms, each $(\\varepsilon_1,\\delta)$-private.",
        statement="Together they are «private», for $«delta_»$; indeed the price is $«ours»$.",
        quantities=(real("delta_", above=0, at_most=Fraction(1, 2)),),
        formulas={"delta": Formula("3*delta + delta_")},
        published=ADVANCED,
        ours=Formula("3*epsilon_1"),
        at={"epsilon_1": 0.05, "delta_": 1e-6},
        proof="proof-ptr-adv",
        checks=(
            Search(
                "the worst three mechanisms there are",
                THREE_WORLDS,
                nothing_to_vary,
                loss_of_advanced,
                (instead(published=f"{ADVANCED.text}/8"), instead(ours="2.9*epsilon_1")),
            ),
            Exhaustive("by the closed form", THREE_WORLDS, closed_form, (instead(ours="2.9*epsilon_1"),)),
        ),
    ),
)
