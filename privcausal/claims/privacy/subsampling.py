"""Hiding in a sample: what a mechanism costs when it sees only m of n records."""

import math
from fractions import Fraction
from typing import Any

import sympy

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
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number

# In the checks r stands for e^ε′, so that small cases can be enumerated in exact fractions.


def amplify_published(r: Number, m: int, n: int) -> Any:
    r"""$\ln\bigl(1+\frac mn(e^{\varepsilon'}-1)\bigr)$."""
    exponent = 1 + sympy.Rational(1) * m / n * (r - 1)
    return float(sympy.log(exponent)) if sympy.sympify(exponent).is_number else sympy.log(exponent)


def one_row_less(r: Number, m: int, n: int) -> Any:
    return amplify_published(r, m, n + 1)


def linear(r: Number, m: int, n: int) -> Any:
    return sympy.S(m) / n * sympy.log(r)


OFF_BY_ONE = Mutant("m/(n + 1) instead of m/n", claim={"published": one_row_less})
LINEAR = Mutant("(m/n) ε′", claim={"published": linear})
TWO_RECORDS = Mutant("two records change", check={"score": loss_of_two})
IN_ORDER = Mutant("the sample keeps the order of the data", check={"score": loss_in_order})
LARGER_SAMPLE = Mutant("m + 1 records are drawn", check={"sample": larger_sample})

CLAIMS = (
    Claim(
        id="P-amplify",
        title="A mechanism that sees a sample betrays less",
        source=PRIV_PC,
        locator="Section 3.1, after Balle, Barthe and Gaboardi (2018)",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let an $(\\varepsilon',\\delta')$-private mechanism be run on $m$ of $n$ records, drawn without "
            "replacement, handed over in random order, and kept secret. The "
            "whole is $\\bigl(\\ln\\bigl(1+\\frac mn(e^{\\varepsilon'}-1)\\bigr),\\frac mn\\delta'\\bigr)$-private. In "
            "particular, $\\varepsilon'=\\ln\\bigl(\\frac nm(e^{\\varepsilon/2}-1)+1\\bigr)$ spends $\\varepsilon/2$."
        ),
        published=amplify_published,
        at={"r": math.e, "m": 100, "n": 1000},
        proof="proof-amplify",
        subjects=(
            Subsampled,
            amplified,
            epsilon_on_sample,
        ),
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
        math.log(5.0),
        0.0,
        Relation.SUBSTITUTION,
        answer_about_half,
    ),
    Exhibit(
        "ε times the sampling rate",
        "the same mechanism, priced at (1/2) ln 9",
        "C-subsample",
        False,
        math.log(RATIO) / 2,
        0.0,
        Relation.SUBSTITUTION,
        answer_about_half,
    ),
)
