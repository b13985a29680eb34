"""Several log-IQRs from the same people: how often one slips out, and what all of them cost together."""

import math

from privcausal.claims.privacy.propose_test_release_several_worlds import (
    COLUMNS_DELTA,
    THREE_WORLDS,
    eight_again,
    four_again,
    four_columns,
    six_columns,
    slip_of,
    slips,
    slips_of_four,
    three_again,
    worst_eight,
    worst_four,
    worst_slip,
    worst_slip_of_four,
    worst_three,
)
from privcausal.claims.sources import KUSNER
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Audit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.frequency import Frequency
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number

# --- bounds: as published, and ours ------------------------------------------------------------------------


def null_published(delta: float) -> Number:
    return 3 * delta / 2


def null_ours(delta: float) -> Number:
    return 1 - (1 - delta / 2) ** 6


def comp_published(epsilon: float) -> Number:
    return 9 * epsilon


def comp_ours(epsilon: float) -> Number:
    return 8 * epsilon


def adv_published(epsilon_each: float, delta_prime: float) -> Number:
    r"""$2\sqrt{6\ln(1/\delta')}\,\varepsilon_1$."""
    return 2 * math.sqrt(6 * math.log(1 / delta_prime)) * epsilon_each


def adv_ours(epsilon_each: float) -> Number:
    r"""$3\varepsilon_1$."""
    return 3 * epsilon_each


# --- wrong variants that the checks must find out ------------------------------------------------------------------


def null_too_small(delta: float) -> Number:
    return 1 - (1 - delta / 2) ** 5


def comp_too_small(epsilon: float) -> Number:
    return 7.9 * epsilon


def adv_halved(epsilon_each: float, delta_prime: float) -> Number:
    return adv_published(epsilon_each, delta_prime) / 8


def adv_too_small(epsilon_each: float) -> Number:
    return 2.9 * epsilon_each


CLAIMS = (
    Claim(
        id="K-ptr-null",
        title="An unstable IQR is hardly ever released",
        source=KUSNER,
        locator="Theorem 4, part 1",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let three interquartile ranges be released by propose-test-release with the right threshold "
            "$1+\\ln(1/\\delta)/\\varepsilon$, and let none of them bear the change of a single record: "
            "$A_1=A_2=1$ for each. The probability that any of the three is released all the same is at most "
            "$\\dfrac{3\\delta}2$."
        ),
        published=null_published,
        ours=null_ours,
        at={"delta": 1e-5},
        proof="proof-null",
        checks=(
            Exhaustive(
                "three unstable samples",
                tuple({"delta": delta} for delta in (0.1, 1e-3, 1e-6)),
                worst_slip,
                (
                    Mutant("five tests instead of six", claim={"ours": null_too_small}),
                    Mutant("four columns", check={"worst": worst_slip_of_four}),
                ),
                slip_of,
            ),
            Frequency(
                "how often it happens",
                ({"delta": 0.1}, {"delta": 0.01}),
                slips,
                (
                    Mutant("five tests instead of six", claim={"ours": null_too_small}),
                    Mutant("four columns", check={"happens": slips_of_four}),
                ),
            ),
        ),
    ),
    Claim(
        id="K-ptr-comp",
        title="All four log-IQRs of a pair of columns for the price of three",
        source=KUSNER,
        locator="Section 4.3",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let the log-IQRs of $x'$, $r_Y=y'-f(x')$, $y'$ and $r_X=x'-g(y')$ be released, each by a mechanism "
            "that is $(3\\varepsilon,\\delta)$-private when one number of its column is replaced. As each of $x'$ "
            "and $y'$ enters three of the four, the releases together are "
            "$(9\\varepsilon,3\\delta)$-differentially private when one record $(x'_i,y'_i)$ is replaced."
        ),
        published=comp_published,
        at={"epsilon": 1},
        checks=(
            Exhaustive(
                "four equal columns",
                ({"epsilon": 0.1, "delta": 1e-2}, {"epsilon": 0.5, "delta": 1e-5}),
                worst_four,
                (Mutant("the price of ours", claim={"published": comp_ours}),),
                four_again,
            ),
            Audit(
                "samples of four equal columns",
                ({"epsilon": 0.1},),
                four_columns,
                (Mutant("six columns", check={"sample": six_columns}),),
                delta=3 * COLUMNS_DELTA,
            ),
        ),
    ),
    Claim(
        id="B-ptr-comp",
        title="Four log-IQRs cost 8ε and 4δ",
        source="ours",
        locator="the repaired mechanism, composed",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let four log-IQRs be released, each by the repaired mechanism at $(\\varepsilon,\\delta)$ with noise "
            "of its own. When one record $(x'_i,y'_i)$ is replaced, together they are "
            "$(8\\varepsilon,4\\delta)$-differentially private."
        ),
        ours=comp_ours,
        at={"epsilon": 1},
        proof="proof-ptr-comp",
        depends=("B-ptr",),
        checks=(
            Exhaustive(
                "four equal columns",
                ({"epsilon": 1.0, "delta": 1e-4}, {"epsilon": 2.8, "delta": 1e-12}),
                worst_eight,
                (Mutant("7.9 ε", claim={"ours": comp_too_small}),),
                eight_again,
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
        locator="Section 4.3",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $0<\\varepsilon<1$ and $0<\\delta'\\le\\tfrac12$. Three mechanisms, each "
            "$(\\varepsilon_1,\\delta)$-private with "
            "$\\varepsilon_1=\\dfrac{\\varepsilon}{2\\sqrt{6\\ln(1/\\delta')}}$, are together "
            "$(\\varepsilon,3\\delta+\\delta')$-differentially private: the price is "
            "$2\\sqrt{6\\ln(1/\\delta')}\\,\\varepsilon_1$."
        ),
        published=adv_published,
        ours=adv_ours,
        at={"epsilon_each": 0.1, "delta_prime": 1e-6},
        proof="proof-ptr-adv",
        checks=(
            Exhaustive(
                "the worst three mechanisms there are",
                THREE_WORLDS,
                worst_three,
                (
                    Mutant("an eighth of the price", claim={"published": adv_halved}),
                    Mutant("2.9 instead of 3", claim={"ours": adv_too_small}),
                ),
                three_again,
            ),
        ),
    ),
)
