"""Hiding in a sample: what a mechanism costs when it sees only m of n records."""

import math
from fractions import Fraction

from privcausal.claims.privacy.subsampling_worlds import (
    RATIO,
    SMALL,
    answer_about_half,
    derive_inverse,
    larger_sample,
    laws,
    loss_in_order,
    loss_of_two,
    loss_on_sample,
    nudged_law,
    on_samples,
    one_is_rare,
    sampled_answer,
    subset_loss,
    worst_event_on_sample,
)
from privcausal.claims.sources import PRIV_PC
from privcausal.privacy.price import Relation
from privcausal.privacy.subsampling import Subsampled, amplified, epsilon_on_sample
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, instead, real, whole
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

# In the checks r stands for e^ε′, so that small cases can be enumerated in exact fractions.


AMPLIFIED = Formula("log(1 + m/n*(r - 1))")
OFF_BY_ONE = instead(published="log(1 + m/(n + 1)*(r - 1))")
LINEAR = instead(published="m/n*log(r)")
TWO_RECORDS = Mutant("two records change", check={"score": loss_of_two})
IN_ORDER = Mutant("the sample keeps the order of the data", check={"score": loss_in_order})
LARGER_SAMPLE = Mutant("m + 1 records are drawn", check={"sample": larger_sample})

CLAIMS = (
    Claim(
        id="P-amplify",
        title="A mechanism that sees a sample betrays less",
        source=PRIV_PC,
        reading=Reading(
            Origin.PAPER,
            ("Theorem 1, proof sketch, and Algorithm 2 (004:123, 136, 175); it cites Balle and others"),
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let an $(\\varepsilon',0)$-private mechanism be run on $m$ of $n$ records, drawn without "
            "replacement, handed over in random order, and kept secret."
        ),
        statement=(
            "For all $«n»$ and $«m»$ the whole is «private». In particular, $«chosen»$ in place of "
            "$\\varepsilon'$ spends $h$."
        ),
        quantities=(whole("n", at_least=2), whole("m", at_least=1), real("r", letter=r"e^{\varepsilon'}")),
        formulas={"chosen": Formula("log(n/m*(exp(h) - 1) + 1)")},
        assumes=("one sample serves one mechanism",),
        published=AMPLIFIED,
        at={"r": math.e, "m": 100, "n": 1000},
        proof="proof-amplify",
        subjects=(Subsampled, amplified, epsilon_on_sample),
        checks=(
            Symbolic("inverse and extreme case", derive_inverse, (OFF_BY_ONE, LINEAR)),
            Exhaustive(
                "all step mechanisms on small data",
                on_samples(*SMALL),
                worst_event_on_sample,
                (OFF_BY_ONE, LINEAR),
                subset_loss,
            ),
            Search(
                "three kinds of record",
                on_samples((3, 1, Fraction(3)), (4, 2, Fraction(3))),
                laws,
                loss_on_sample,
                (OFF_BY_ONE, TWO_RECORDS, IN_ORDER),
                starts=one_is_rare,
                step=nudged_law,
            ),
            Audit(
                "answers from samples",
                on_samples((10, 2, 5.0), (4, 2, 5.0)),
                sampled_answer,
                (LINEAR, LARGER_SAMPLE),
            ),
        ),
    ),
)


EXHIBITS = (
    Exhibit(
        "randomised response on half the records",
        "priced by amplification: ln(1 + (9 − 1)/2)",
        "P-amplify",
        True,
        answer_about_half,
        epsilon=math.log(5.0),
    ),
    Exhibit(
        "ε times the sampling rate",
        "the same mechanism, priced at (1/2) ln 9",
        "C-subsample",
        False,
        answer_about_half,
        epsilon=math.log(RATIO) / 2,
    ),
)
