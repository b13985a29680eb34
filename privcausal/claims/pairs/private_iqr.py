"""Four log-IQRs decide a direction: how often rightly, how often not at all, and one question for all of them."""

from privcausal.claims.pairs.private_iqr_worlds import (
    SMALLEST,
    correct4_error,
    derive_correct4,
    derive_no_event,
    derive_race,
    derive_refusal,
    derive_tail,
    firm_again,
    firm_cases,
    firmness,
    margins_and_scales,
    one_moved,
    refusal_again,
    two_values,
    worst_firm,
    worst_refusal,
)
from privcausal.claims.sources import KUSNER, kusner
from privcausal.pairs.iqr import distances
from privcausal.pairs.private_iqr import probability_four_right
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Origin, Quality, Reading, Sense, Target, instead, one_of, whole
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

CORRECT4 = Formula(
    "1 - (48*sigma**3 + 33*sigma**2*gamma + 9*sigma*gamma**2 + gamma**3)/(96*sigma**3)*exp(-gamma/sigma)"
)
OF_32 = instead(published=CORRECT4.text.replace("33", "32"))
ONE_FEWER = instead(ours="ceil(m/4) - 1")

CLAIMS = (
    Claim(
        id="K-correct4",
        title="How often four noises leave the direction right",
        source=KUSNER,
        reading=kusner("Theorem 4, part 2 (000:170), with the integral in 003:81", relations=()),
        relation=None,
        assumes=("all four are released",),
        definition=(
            "Let $Q_x,Q_{r_Y},Q_y,Q_{r_X}$ be the four log-IQRs, $\\gamma=(Q_y+Q_{r_X})-(Q_x+Q_{r_Y})>0$, and "
            "let each be released with independent Laplace noise of scale $\\sigma$."
        ),
        statement="The noisy sums are in the right order with probability «sense» $«published»$.",
        sense=Sense.EXACTLY,
        published=CORRECT4,
        at={"gamma": 1, "sigma": 1},
        proof="proof-correct4",
        subjects=(probability_four_right,),
        checks=(
            Symbolic("convolution, convolution, integral", derive_correct4, (OF_32,)),
            Symbolic("a race between two clocks", derive_race, (OF_32,)),
            Search(
                name="formula against the characteristic function",
                worlds=({},),
                candidates=margins_and_scales,
                score=correct4_error,
                tolerance=Formula("1/10**9"),
                mutants=(OF_32,),
            ),
        ),
    ),
    Claim(
        id="K-null-zero",
        title="No refusal in 10,000 draws",
        source=KUSNER,
        reading=kusner("Section 6 (000:247), of the IQR data set in Figure 1", Quality.VERBATIM, ()),
        relation=None,
        assumes=(
            "the authors' experiment, not repeated: its data cannot be passed on, and its $\\varepsilon$ is not given",
        ),
        definition=(
            "For the IQR data set of Figure 1, with $\\delta$ from $10^{-5}$ to $10^{-2}$, the authors drew "
            "10,000 noises, none of which led to $\\bot$, and conclude that its probability there is "
            "essentially 0."
        ),
        statement=(
            "No event in $N$ draws bounds its probability, at a confidence of $«confidence»$, by «sense» "
            "$«published»$."
        ),
        sense=Sense.EXACTLY,
        formulas={"confidence": Formula("0.95")},
        published=Formula("1 - 0.05**(1/N)"),
        at={"N": 10_000},
        kind="observation",
        checks=(Symbolic("the chance of no event", derive_no_event, (instead(published="1 - 0.1**(1/N)"),)),),
    ),
    Claim(
        id="B-null-coarse",
        title="A column on few levels is refused, rightly and nearly always",
        reading=Reading(Origin.OURS, "beside K-null-zero"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Use propose-test-release with the right threshold $1+\\ln(1/\\delta)/\\varepsilon$ for a log-IQR "
            "that is not minus infinity."
        ),
        statement=(
            "It is refused with a probability of «sense» $«ours»$. Columns of $«m»$ records on seven levels "
            "reach this, whatever $\\varepsilon$: one replaced record pushes their range out of both cells."
        ),
        quantities=(one_of("m", SMALLEST),),
        ours=Formula("(1 - delta/2)**2"),
        depends=("K-null-zero",),
        checks=(
            Exhaustive(
                "columns with seven levels",
                (
                    {"m": SMALLEST, "epsilon": 0.1, "delta": 1e-5},
                    {"m": SMALLEST, "epsilon": 2.0, "delta": 1e-2},
                ),
                worst_refusal,
                (instead(ours="9/10"),),
                refusal_again,
            ),
            Symbolic("one record away", derive_refusal, (instead(ours="(1 - delta)**2"),), Target.OURS),
        ),
    ),
    Claim(
        id="B-null",
        title="No interquartile range is more than a quarter of the records away from another cell",
        reading=Reading(Origin.OURS, "how firm a range can be"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Take samples with a positive interquartile range, and cells of any size. A test with threshold "
            "$t$ fails with probability $F(t-A_j)$, $F$ the distribution function of "
            "$\\mathrm{Lap}(1/\\varepsilon)$; let $A$ be the larger of $A_1$ and $A_2$."
        ),
        statement=(
            "For $«m»$ records, $A_j$ is «sense» $«ours»$, so no data pass a test more surely than that "
            "distance does. And if $A$ has reached $t$, a log-IQR is refused with a probability of «sense» "
            "$«refused»$."
        ),
        quantities=(whole("m", at_least=3),),
        formulas={"refused": Formula("exp(-epsilon*(A - t))/2")},
        ours=Formula("ceil(m/4)"),
        at={"m": 1000},
        proof="proof-null-enough",
        depends=("B-iqr-windows",),
        subjects=(distances,),
        checks=(
            Exhaustive(
                "every small sample, every change",
                ({"m": 3}, {"m": 4}, {"m": 5}, {"m": 6}),
                worst_firm,
                (ONE_FEWER,),
                firm_again,
                ({"m": 7},),
            ),
            Symbolic("the tail", derive_tail, (instead(refused="exp(-epsilon*(A - t))/3"),), Target.OURS),
            Search(
                name="hill climbing over larger samples",
                worlds=({"m": 9}, {"m": 32}),
                candidates=firm_cases,
                score=firmness,
                starts=two_values,
                step=one_moved,
                target=Target.OURS,
                mutants=(ONE_FEWER,),
            ),
        ),
    ),
)
