"""How often sieve-and-examine is wrong, in closed form.

Everything is counted in units of Δ, the sensitivity on the records that a query is asked about.
"""

import math
from itertools import pairwise
from typing import Any

import sympy
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import hypergeom

from privcausal.claims.privpc import SOURCE
from privcausal.claims.privpc.sieve import laplace_above
from privcausal.privacy.neighbours import Relation
from privcausal.privacy.sieve import tail_of_two
from privcausal.privacy.sparse import Noise
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target
from privcausal.verify.exhaustive import Exhaustive, Extreme
from privcausal.verify.search import Search
from privcausal.verify.symbolic import Remainders, Symbolic

Case = dict[str, Any]

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


def spent(epsilon: Any, ratio: Any) -> Any:
    """ε′ for any ratio n/m, whole or not, of numbers or symbols."""
    inside = 1 + ratio * (exp(epsilon / 2) - 1)
    return sympy.log(inside) if isinstance(inside, sympy.Basic) else math.log(inside)


def exp(power: Any) -> Any:
    """The exponential function, of a number or a symbol."""
    return sympy.exp(power) if isinstance(power, sympy.Basic) else math.exp(power)


# --- chances by integration ---------------------------------------------------------------------------------


def settled(chance: float) -> float:
    """Without the digits that differ between machines."""
    return float(f"{chance:.11g}")


def chance_lost(value: float, scales: tuple[float, float]) -> float:
    """P(value + Lap(b) < Lap(a)), by SciPy's `quad` over the threshold's noise."""

    def integrand(bar: float) -> float:
        return math.exp(-abs(bar) / scales[0]) / (2 * scales[0]) * laplace_above(bar - value, scales[1])

    edge = abs(value) + 40 * max(scales)
    corners = sorted({-edge, 0.0, value, edge})
    return settled(sum(quad(integrand, *p, epsabs=0, limit=200)[0] for p in pairwise(corners)))


def sieve_scales(epsilon: float, ratio: float) -> tuple[float, float]:
    return 2 / spent(epsilon, ratio), 4 / spent(epsilon, ratio)


def lost_at_the_edge(claim: Claim, case: Case, epsilon: float, ratio: float) -> float:
    """By how much the chance of losing T + α differs from what the claim says is exact; the library's too."""
    assert claim.ours is not None
    scales = sieve_scales(epsilon, ratio)
    distance = case["alpha"] + case["tweak"]
    truth = chance_lost(distance, scales)
    stated = claim.ours(epsilon, ratio, case["alpha"], case["tweak"])
    library = tail_of_two(distance, *scales, Noise.LAPLACE)
    return max(abs(stated - truth), abs(library - truth))


def distances(epsilon: float, ratio: float) -> st.SearchStrategy[Case]:
    number = st.floats(0, 60)
    return st.fixed_dictionaries({"alpha": number, "tweak": number})


def quadrature_tolerance(epsilon: float, ratio: float) -> Number:
    return 1e-9


def worst_lost(epsilon: float, ratio: float, alpha: float, tweak: float) -> Extreme:
    """Values at T + α and above, on the part that the sieve sees."""
    values = [alpha + step / 4 for step in range(9)]
    chances = [chance_lost(value + tweak, sieve_scales(epsilon, ratio)) for value in values]
    best = chances.index(max(chances))
    return Extreme(chances[best], {"value": values[best]}, len(values))


def replayed_lost(
    claim: Claim, witness: Case, epsilon: float, ratio: float, alpha: float, tweak: float
) -> float:
    return settled(tail_of_two(witness["value"] + tweak, *sieve_scales(epsilon, ratio), Noise.LAPLACE))


def worst_kept(epsilon: float, ratio: float, alpha: float, tweak: float) -> Extreme:
    """Values at T − α and below, the same on the part and on all records."""
    values = [-alpha - step / 4 for step in range(9)]
    scales = sieve_scales(epsilon, ratio)
    chances = [
        (1 - chance_lost(value + tweak, scales)) * laplace_above(value, 2 / epsilon) for value in values
    ]
    best = chances.index(max(chances))
    return Extreme(settled(chances[best]), {"value": values[best]}, len(values))


def replayed_pass(
    claim: Claim, witness: Case, epsilon: float, ratio: float, alpha: float, tweak: float
) -> float:
    passed = tail_of_two(-witness["value"] - tweak, *sieve_scales(epsilon, ratio), Noise.LAPLACE)
    confirmed = tail_of_two(-witness["value"], 2 / epsilon, 0.0, Noise.LAPLACE)
    return settled(passed * confirmed)


# --- a sieve that does not see all records --------------------------------------------------------------------


def worst_on_part(epsilon: float, ratio: int, drawn: int, alpha: float, tweak: float) -> Extreme:
    """How many of the drawn say yes, when half of all do and the threshold lies α below that half."""
    people = ratio * drawn
    sizes = range(drawn + 1)
    weights = hypergeom(people, people // 2, drawn).pmf(list(sizes))
    chance = sum(
        w * lost_with(yes, epsilon, ratio, drawn, alpha, tweak) for w, yes in zip(weights, sizes, strict=True)
    )
    witness = {"records": people, "yes": people // 2, "drawn": drawn, "threshold": drawn / 2 - alpha}
    return Extreme(round(float(chance), 9), witness, drawn + 1)


def lost_with(yes: int, epsilon: float, ratio: int, drawn: int, alpha: float, tweak: float) -> float:
    """The chance that the sieve loses a query which counts `yes` among the drawn."""
    return tail_of_two(yes - drawn / 2 + alpha + tweak, *sieve_scales(epsilon, ratio), Noise.LAPLACE)


def replayed_on_part(
    claim: Claim, witness: Case, epsilon: float, ratio: int, drawn: int, alpha: float, tweak: float
) -> float:
    """The same, with the chances of the counts by their recurrence."""
    people, good = witness["records"], witness["yes"]
    weights = [1.0]
    for yes in range(drawn):
        weights.append(
            weights[-1] * (good - yes) * (drawn - yes) / ((yes + 1) * (people - good - drawn + yes + 1))
        )
        if weights[-1] > 1e200:
            weights = [weight * 1e-200 for weight in weights]
    chances = (lost_with(yes, epsilon, ratio, drawn, alpha, tweak) for yes in range(drawn + 1))
    return round(sum(w * chance for w, chance in zip(weights, chances, strict=True)) / sum(weights), 9)


# --- symbolic ---------------------------------------------------------------------------------------------------


def convolved_tail() -> tuple[sympy.Expr, sympy.Symbol, sympy.Symbol]:
    """P(Lap(b) − Lap(2b) > s) for s > 0, piece by piece, as a function of s and ε′ = 2/b."""
    s, spent_, z = (sympy.Symbol(name, positive=True) for name in ("s", "E", "z"))
    b = 2 / spent_
    density = sympy.exp(-z / (2 * b)) / (4 * b)
    far = sympy.exp(-(s + z) / b) / 2  # query noise +z: the threshold must exceed s + z
    near = sympy.exp(-(s - z) / b) / 2  # query noise −z, not yet below −s
    beyond = 1 - sympy.exp(-(z - s) / b) / 2
    pieces = ((far, (z, 0, sympy.oo)), (near, (z, 0, s)), (beyond, (z, s, sympy.oo)))
    return sum(sympy.integrate(sympy.expand(density * tail), over) for tail, over in pieces), s, spent_


def derive_type1(claim: Claim) -> Remainders:
    tail, s, spent_ = convolved_tail()
    assert claim.ours is not None
    return {
        "the convolution is the claim": tail - claim.ours(2 * spent_, 1, s, 0),
        "half of all at distance 0": sympy.limit(tail, s, 0) - sympy.Rational(1, 2),
    }


def derive_type2(claim: Claim) -> Remainders:
    """With α − t = s, and α = s + t."""
    tail, s, spent_ = convolved_tail()
    tweak = sympy.Symbol("t", positive=True)
    confirmed = sympy.exp(-(s + tweak) / (1 / spent_)) / 2  # the examination's scale is 2/ε = 1/ε′ here
    assert claim.ours is not None
    return {"sieve times examination": tail * confirmed - claim.ours(2 * spent_, 1, s + tweak, tweak)}


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


def world(epsilon: float, ratio: int, alpha: float, tweak: float) -> Case:
    return {"epsilon": epsilon, "ratio": ratio, "alpha": alpha, "tweak": tweak}


SEEN = (world(1, 1, 2, 1), world(1, 1, 20, 20), world(1, 20, 2, 1), world(3, 4, 6, 0))
BELOW = (world(1, 1, 2, 1), world(1, 1, 4, 2), world(1, 20, 2, 1), world(0.5, 4, 4, 0))
PARTS = ({**world(40, 2, 0.8, 0), "drawn": 2}, {**world(1, 20, 25, 0), "drawn": 5000})

CLAIMS = (
    Claim(
        id="P-type1",
        title="What the sieve loses, whatever part of the records it sees",
        source=SOURCE,
        locator="Theorem 2, type I, as stated for all records",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $f(D)\\ge T+\\alpha$ on all records. Algorithm 1, which sieves on $m$ of the $n$ records, filters "
            "$f$ out with probability at most "
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
        source=SOURCE,
        locator="Theorem 2, type I, read on the part that is drawn",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $f(D')\\ge T+\\alpha$ on the part $D'$ that the sieve sees, and $\\alpha+t\\ge0$. With noise "
            "$\\mathrm{Lap}(2\\Delta/\\varepsilon')$ on the threshold and $\\mathrm{Lap}(4\\Delta/\\varepsilon')$ on "
            "the query, the sieve loses $f$ with probability at most "
            "$e^{-\\varepsilon'(\\alpha+t)/6\\Delta}-\\frac14e^{-\\varepsilon'(\\alpha+t)/3\\Delta}$."
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
        source=SOURCE,
        locator="Theorem 2, type II",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\alpha\\ge t$, and let $f\\le T-\\alpha$ on all records, and on the part that the sieve sees. "
            "Algorithm 1 fails to filter $f$ out with probability at most "
            "$e^{-(12\\varepsilon\\alpha+\\varepsilon'(\\alpha-t))/6\\Delta}"
            "-\\frac14e^{-(6\\varepsilon\\alpha+\\varepsilon'(\\alpha-t))/3\\Delta}$."
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
