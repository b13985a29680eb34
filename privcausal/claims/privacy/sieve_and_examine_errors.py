"""How often sieve-and-examine is wrong, in closed form.

Everything is counted in units of Δ, the sensitivity on the records that a query is asked about.
"""

from typing import Any

from privcausal.claims.privacy.sieve_and_examine_errors_worlds import (
    BELOW,
    PARTS,
    SEEN,
    derive_type1,
    derive_type2,
    distances,
    exp,
    lost_at_the_edge,
    quadrature_tolerance,
    replayed_lost,
    replayed_on_part,
    replayed_pass,
    spent,
    world,
    worst_kept,
    worst_lost,
    worst_on_part,
)
from privcausal.claims.sources import PRIV_PC
from privcausal.privacy.price import Relation
from privcausal.verify import Consequence, Origin, Quality, Reading
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Target

# --- bounds: as published, and ours ------------------------------------------------------------------------


def type1_published(epsilon: float, ratio: float, alpha: float, tweak: float) -> Any:
    r"""$e^{-\varepsilon'(\alpha+t)/6\Delta}-\frac14e^{-\varepsilon'(\alpha+t)/3\Delta}$."""
    exponent = spent(epsilon, ratio) * (alpha + tweak) / 6
    return exp(-exponent) - exp(-2 * exponent) / 4


def type1_ours(epsilon: float, ratio: float, alpha: float, tweak: float) -> Any:
    r"""$\frac16\bigl(4e^{-\varepsilon'(\alpha+t)/4\Delta}-e^{-\varepsilon'(\alpha+t)/2\Delta}\bigr)$."""
    exponent = spent(epsilon, ratio) * (alpha + tweak) / 4
    return (4 * exp(-exponent) - exp(-2 * exponent)) / 6


def type2_published(epsilon: float, ratio: float, alpha: float, tweak: float) -> Any:
    r"""$e^{-(12\varepsilon\alpha+\varepsilon'(\alpha-t))/6\Delta}-\frac14e^{-(6\varepsilon\alpha+\varepsilon'(\alpha-t))/3\Delta}$."""
    sieve = spent(epsilon, ratio) * (alpha - tweak)
    return exp(-(12 * epsilon * alpha + sieve) / 6) - exp(-(6 * epsilon * alpha + sieve) / 3) / 4


def type2_ours(epsilon: float, ratio: float, alpha: float, tweak: float) -> Any:
    r"""$\frac1{12}e^{-\varepsilon\alpha/2\Delta}\bigl(4e^{-\varepsilon'(\alpha-t)/4\Delta}-e^{-\varepsilon'(\alpha-t)/2\Delta}\bigr)$."""
    return type1_ours(epsilon, ratio, alpha, -tweak) * exp(-epsilon * alpha / 2) / 2


# --- wrong variants that the checks must find out -----------------------------------------------------------


def type1_one_laplace(epsilon: float, ratio: float, alpha: float, tweak: float) -> Any:
    return exp(-spent(epsilon, ratio) * (alpha + tweak) / 4) / 2


def type1_tenth(epsilon: float, ratio: float, alpha: float, tweak: float) -> Any:
    return type1_published(epsilon, ratio, alpha, tweak) / 10


def type2_no_half(epsilon: float, ratio: float, alpha: float, tweak: float) -> Any:
    return type1_ours(epsilon, ratio, alpha, -tweak) * exp(-epsilon * alpha)


ONE_LAPLACE = Mutant("the query's noise alone", claim={"ours": type1_one_laplace})
ONLY_ONE_LAPLACE = Mutant("the query's noise alone", claim={"published": None, "ours": type1_one_laplace})
TENTH = Mutant("a tenth of the published bound", claim={"published": type1_tenth, "ours": None})
NO_HALF = Mutant("e^(−εα/Δ) for the examination", claim={"published": None, "ours": type2_no_half})

CLAIMS = (
    Claim(
        id="P-type1",
        title="What the sieve loses, whatever part of the records it sees",
        source=PRIV_PC,
        reading=Reading(Origin.PAPER, "Theorem 2, first item (004:140-144)"),
        consequence=Consequence(
            cost=(
                "The conclusion that a tweak makes errors of type I rare holds for the noise, and not for "
                "the luck of the draw, which dominates with few records."
            ),
            sure=(
                "Sure that it is not said which records are meant; fairly sure that those of the sample "
                "were not."
            ),
            repair="{prf:ref}`P-type1-seen`",
        ),
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $f(D)\\ge T+\\alpha$ on all records. Algorithm 1, which sieves on $m$ of the $n$ records, "
            "filters $f$ out with probability at most "
            "$e^{-\\varepsilon'(\\alpha+t)/6\\Delta}-\\frac14e^{-\\varepsilon'(\\alpha+t)/3\\Delta}$."
        ),
        published=type1_published,
        at=world(1, 20, 25, 0),
        depends=("P-type1-seen",),
        checks=(
            Exhaustive(
                "a share of one half, all parts",
                PARTS,
                worst_on_part,
                (
                    Mutant(
                        "the exact chance, had the part looked like the whole",
                        claim={"published": None, "ours": type1_ours},
                    ),
                ),
                replayed_on_part,
            ),
        ),
    ),
    Claim(
        id="P-type1-seen",
        title="What the sieve loses of the records that it sees",
        source=PRIV_PC,
        reading=Reading(
            Origin.PAPER,
            ("Theorem 2, first item, read on the part that is drawn (004:142-144)"),
            Quality.RECONSTRUCTED,
        ),
        consequence=Consequence(
            cost="Nothing: their bound is safe.",
            sure="Sure of the formula; the hypothesis is moved by us from all records to the part.",
            repair="a closed form",
        ),
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $f(D')\\ge T+\\alpha$ on the part $D'$ that the sieve sees, and $\\alpha+t\\ge0$. With "
            "noise $\\mathrm{Lap}(2\\Delta/\\varepsilon')$ on the threshold and "
            "$\\mathrm{Lap}(4\\Delta/\\varepsilon')$ on the query, the sieve loses $f$ with probability at "
            "most $e^{-\\varepsilon'(\\alpha+t)/6\\Delta}-\\frac14e^{-\\varepsilon'(\\alpha+t)/3\\Delta}$."
        ),
        published=type1_published,
        ours=type1_ours,
        at=world(1, 1, 20, 20),
        proof="proof-type1",
        checks=(
            Symbolic("convolution of the two noises", derive_type1, (ONE_LAPLACE,), target=Target.OURS),
            Exhaustive(
                "values at and above T + α", SEEN, worst_lost, (ONLY_ONE_LAPLACE, TENTH), replayed_lost
            ),
            Search(
                name="formula against quadrature",
                worlds=({"epsilon": 1, "ratio": 1}, {"epsilon": 1, "ratio": 20}),
                candidates=distances,
                score=lost_at_the_edge,
                tolerance=quadrature_tolerance,
                target=Target.OURS,
                mutants=(ONE_LAPLACE,),
            ),
        ),
    ),
    Claim(
        id="P-type2",
        title="What passes both looks although it should not",
        source=PRIV_PC,
        reading=Reading(Origin.PAPER, "Theorem 2, second item (004:146-148)"),
        consequence=Consequence(
            cost=(
                "Errors of type II after an examination are rarer than without, but the exponent is a "
                "fourth of the printed one. No ranking hangs on it."
            ),
            sure="Sure; we add an assumption in the authors' favour.",
            repair="the exact formula",
        ),
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\alpha\\ge t$, and let $f\\le T-\\alpha$ on all records, and on the part that the sieve "
            "sees. Algorithm 1 fails to filter $f$ out with probability at most "
            "$e^{-(12\\varepsilon\\alpha+\\varepsilon'(\\alpha-t))/6\\Delta}-\\frac14e^{-(6\\varepsilon\\alpha+\\varepsilon'(\\alpha-t))/3\\Delta}$."
        ),
        published=type2_published,
        ours=type2_ours,
        at=world(1, 1, 2, 1),
        proof="proof-type2",
        depends=("P-type1-seen",),
        checks=(
            Symbolic("sieve times examination", derive_type2, (NO_HALF,), target=Target.OURS),
            Exhaustive("values at and below T − α", BELOW, worst_kept, (NO_HALF,), replayed_pass),
        ),
    ),
)
