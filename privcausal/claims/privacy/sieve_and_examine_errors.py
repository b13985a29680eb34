"""How often sieve-and-examine is wrong, in closed form.

Everything is counted in units of Δ, the sensitivity on the records that a query is asked about.
"""

from typing import Any

import sympy
from scipy.stats import hypergeom

from privcausal.claims.functions import exp, ln, our_error
from privcausal.claims.privacy import above_threshold as answers
from privcausal.claims.privacy.sieve_and_examine import SCALES, laplace_above
from privcausal.claims.sources import PRIV_PC
from privcausal.privacy.above_threshold import Noise
from privcausal.privacy.price import Relation
from privcausal.privacy.sieve_and_examine import tail_of_two
from privcausal.verify import Claim, Consequence, Formula, Mutant, Quality, Target, instead, real, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, each, space, worst_of

Case = dict[str, Any]


def epsilon_prime(epsilon: Any, ratio: Any) -> Any:
    """ε′ for any ratio n/m, whole or not, of numbers or symbols."""
    return ln(1 + ratio * (exp(epsilon / 2) - 1))


# --- chances by integration ---------------------------------------------------------------------------------


def settled(chance: float) -> float:
    """Without the digits that differ between machines."""
    return float(f"{chance:.11g}")


def chance_lost(value: float, scales: tuple[float, float]) -> float:
    """P(value + Lap(b) < Lap(a)), by quadrature over the threshold's noise: a no and nothing else."""
    return settled(answers.plain_chance([0], [value], scales))


def sieve_scales(epsilon: float, ratio: float) -> tuple[float, float]:
    return 2 / epsilon_prime(epsilon, ratio), 4 / epsilon_prime(epsilon, ratio)


def stated_scales(claim: Claim, epsilon: float, ratio: float) -> tuple[float, float]:
    """The same, as the claim says it."""
    at = epsilon_prime(epsilon, ratio)
    return claim.formulas["threshold"](spent=at), claim.formulas["query"](spent=at)


def lost_at_the_edge(claim: Claim, case: Case, epsilon: float, ratio: float) -> float:
    """By how much the chance of losing T + α differs from what the claim says is exact; the library's too."""
    scales = stated_scales(claim, epsilon, ratio)
    distance = case["alpha"] + case["tweak"]
    truth = chance_lost(distance, scales)
    stated = claim.stated["ours"](epsilon=epsilon, ratio=ratio, **case)
    library = tail_of_two(distance, *scales, Noise.LAPLACE)
    return max(abs(stated - truth), abs(library - truth))


def worst_lost(claim: Claim, epsilon: float, ratio: float, alpha: float, tweak: float) -> Extreme:
    """Values at T + α and above, on the part that the sieve sees."""
    scales = stated_scales(claim, epsilon, ratio)
    values = each(value=[alpha + step / 4 for step in range(9)])
    return worst_of(values, lambda case: chance_lost(case["value"] + tweak, scales))


def replayed_lost(witness: Case, epsilon: float, ratio: float, tweak: float) -> float:
    return settled(tail_of_two(witness["value"] + tweak, *sieve_scales(epsilon, ratio), Noise.LAPLACE))


def worst_false_positive(epsilon: float, ratio: float, alpha: float, tweak: float) -> Extreme:
    """Values at T − α and below, the same on the part and on all records."""
    scales = sieve_scales(epsilon, ratio)

    def chance_to_keep(case: Case) -> float:
        passed = 1 - chance_lost(case["value"] + tweak, scales)
        return settled(passed * laplace_above(case["value"], 2 / epsilon))

    return worst_of(each(value=[-alpha - step / 4 for step in range(9)]), chance_to_keep)


def replayed_pass(witness: Case, epsilon: float, ratio: float, tweak: float) -> float:
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
    witness: Case, epsilon: float, ratio: int, drawn: int, alpha: float, tweak: float
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
    stated = claim.stated["ours"](epsilon=2 * spent_, ratio=1, alpha=s, tweak=0)
    return {
        "the convolution is the claim": tail - stated,
        "half of all at distance 0": sympy.limit(tail, s, 0) - sympy.Rational(1, 2),
    }


def derive_type2(claim: Claim) -> Remainders:
    """With α − t = s, and α = s + t."""
    tail, s, spent_ = convolved_tail()
    tweak = sympy.Symbol("t", positive=True)
    confirmed = sympy.exp(-(s + tweak) / (1 / spent_)) / 2  # the examination's scale is 2/ε = 1/ε′ here
    stated = claim.stated["ours"](epsilon=2 * spent_, ratio=1, alpha=s + tweak, tweak=tweak)
    return {"sieve times examination": tail * confirmed - stated}


def world(epsilon: float, ratio: int, alpha: float, tweak: float) -> Case:
    return {"epsilon": epsilon, "ratio": ratio, "alpha": alpha, "tweak": tweak}


def with_(name: str, sign: int, *rows: tuple[float, float, float, float]) -> tuple[Case, ...]:
    """Each world, and α ± t in it."""
    at = worlds("epsilon ratio alpha tweak", *rows)
    return tuple({**case, name: case["alpha"] + sign * case["tweak"]} for case in at)


SEEN = with_("sum", 1, (1, 1, 2, 1), (1, 1, 20, 20), (1, 20, 2, 1), (3, 4, 6, 0), (1, 1, 0, 0))
BELOW = with_("gap", -1, (1, 1, 2, 1), (1, 1, 4, 2), (1, 20, 2, 1), (0.5, 4, 4, 0), (1, 1, 2, 2))
PARTS = worlds("epsilon ratio alpha tweak drawn", (40, 2, 0.8, 0, 2), (1, 20, 25, 0, 5000))

PART = {"part": (epsilon_prime, r"\varepsilon'")}
LOST_PUBLISHED = Formula(
    "exp(-part(epsilon, ratio)*(alpha + tweak)/6) - exp(-part(epsilon, ratio)*(alpha + tweak)/3)/4",
    where=PART,
)
LOST = Formula(
    "(4*exp(-part(epsilon, ratio)*(alpha + tweak)/4) - exp(-part(epsilon, ratio)*(alpha + tweak)/2))/6",
    where=PART,
)
PASSED_PUBLISHED = Formula(
    "exp(-(12*epsilon*alpha + part(epsilon, ratio)*(alpha - tweak))/6)"
    " - exp(-(6*epsilon*alpha + part(epsilon, ratio)*(alpha - tweak))/3)/4",
    where=PART,
)
PASSED = Formula(
    "exp(-epsilon*alpha/2)/12*(4*exp(-part(epsilon, ratio)*(alpha - tweak)/4)"
    " - exp(-part(epsilon, ratio)*(alpha - tweak)/2))",
    where=PART,
)
EPSILON, TWEAK = real("epsilon", above=0), real("tweak", letter="t")

ONE_LAPLACE = instead(ours="exp(-part(epsilon, ratio)*(alpha + tweak)/4)/2", where=PART)
NO_HALF = instead(ours=PASSED.text.replace("epsilon*alpha/2", "epsilon*alpha"), where=PART)
PART_AS_WHOLE = Mutant(
    "the exact chance, had the part looked like the whole", claim={"published": None, "ours": LOST}
)

CLAIMS = (
    Claim(
        id="P-type1",
        title="What the sieve loses, whatever part of the records it sees",
        **PRIV_PC("Theorem 2, first item (004:140-144)"),
        consequence=Consequence(
            cost=(
                "The conclusion that a tweak makes errors of type I rare holds for the noise, and not for "
                "the sampling error, which dominates with few records."
            ),
            certain=(
                "Sure that all records are meant as it is printed; fairly sure that the sample was not meant "
                "in silence."
            ),
            repair="{prf:ref}`P-type1-seen`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $f(D)\\ge T+\\alpha$ on all records $D$. Algorithm 1 sieves on $m$ of them; count in units "
            "of $\\Delta$."
        ),
        statement="For all $«epsilon»$ it filters $f$ out with probability «sense» $«published»$.",
        quantities=(EPSILON, TWEAK),
        published=LOST_PUBLISHED,
        at=world(1, 20, 25, 1),
        depends=("P-type1-seen",),
        checks=(
            Exhaustive(
                "a share of one half, all parts", PARTS, worst_on_part, (PART_AS_WHOLE,), replayed_on_part
            ),
        ),
    ),
    Claim(
        id="P-type1-seen",
        title="What the sieve loses of the records that it sees",
        **PRIV_PC(
            ("Theorem 2, first item, read on the part that is drawn (004:142-144)"), Quality.RECONSTRUCTED
        ),
        consequence=Consequence(
            cost="Nothing: their bound is safe.",
            certain="Sure of the formula; the hypothesis is moved by us from all records to the part.",
            repair="a closed form",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $f(D')\\ge T+\\alpha$ on the part $D'$ that the sieve of Algorithm 1 sees; count in units "
            "of $\\Delta$."
        ),
        statement=(
            "For all $«epsilon»$ and $«sum»$, with noise $\\mathrm{Lap}(«threshold»)$ on the threshold and "
            "$\\mathrm{Lap}(«query»)$ on the query, the sieve loses $f$ with probability «sense» "
            "$«published»$."
        ),
        quantities=(
            EPSILON,
            TWEAK,
            real("sum", at_least=0, letter=r"\alpha+t"),
            real("spent", letter=r"\varepsilon'"),
        ),
        formulas={name: SCALES[name] for name in ("threshold", "query")},
        published=LOST_PUBLISHED,
        ours=LOST,
        at=world(1, 1, 20, 20),
        proof="proof-type1",
        checks=(
            Symbolic("convolution of the two noises", derive_type1, (ONE_LAPLACE,), target=Target.OURS),
            Exhaustive(
                "values at and above T + α",
                SEEN,
                worst_lost,
                (ONE_LAPLACE, instead(published=f"({LOST_PUBLISHED.text})/10", where=PART)),
                replayed_lost,
            ),
            Search(
                "formula against quadrature",
                worlds("epsilon ratio", (1, 1), (1, 20)),
                space.record(alpha=space.real(0, 60), tweak=space.real(0, 60)),
                lost_at_the_edge,
                (ONE_LAPLACE,),
                **our_error(1e-9),
                climbs=False,
            ),
        ),
    ),
    Claim(
        id="P-type2",
        title="What passes both looks although it should not",
        **PRIV_PC("Theorem 2, second item (004:146-148)"),
        consequence=Consequence(
            cost=(
                "Errors of type II after an examination are rarer than without, but the exponent is a "
                "fourth of the printed one. No ranking hangs on it."
            ),
            certain="Sure; we add an assumption in the authors' favour.",
            repair="the exact formula",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $f\\le T-\\alpha$ on all records, and on the part that the sieve sees; count in units of "
            "$\\Delta$."
        ),
        statement=(
            "For all $«epsilon»$ and $«gap»$ the algorithm fails to filter $f$ out with probability «sense» "
            "$«published»$."
        ),
        quantities=(EPSILON, TWEAK, real("gap", at_least=0, letter=r"\alpha-t")),
        published=PASSED_PUBLISHED,
        ours=PASSED,
        at=world(1, 1, 2, 1),
        proof="proof-type2",
        depends=("P-type1-seen",),
        checks=(
            Symbolic("sieve times examination", derive_type2, (NO_HALF,), target=Target.OURS),
            Exhaustive("values at and below T − α", BELOW, worst_false_positive, (NO_HALF,), replayed_pass),
        ),
    ),
)
