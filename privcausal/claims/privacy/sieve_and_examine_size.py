"""How many records a sieve should see: the part with the least noise, and why that is not the best part."""

import math
from functools import partial
from typing import Any

import sympy
from scipy.optimize import minimize_scalar

from privcausal.claims.privacy.sieve_and_examine_errors import epsilon_prime
from privcausal.claims.sources import PRIV_PC
from privcausal.privacy.price import Relation
from privcausal.privacy.sieve_and_examine import QUIETEST, SMALLEST_PART, quietest_part
from privcausal.verify import Claim, Formula, Sense, Target, by_us, instead, mutant
from privcausal.verify.checks import Remainders, Search, Symbolic, space

Case = dict[str, Any]


def root() -> float:
    return QUIETEST


ROOT = {"root": (root, "x^*")}


def relative_noise(part: float, epsilon: float) -> float:
    """√(n/m) / ε′: the scale of the sieve's noise, up to a constant."""
    return math.sqrt(1 / part) / float(epsilon_prime(epsilon, 1 / part))


def derive_quietest(claim: Claim) -> Remainders:
    """With x = (n/m)(e^{ε/2} − 1) the noise is √x / ln(1 + x) up to a constant; the root through Lambert's W."""
    x, v, u = (sympy.Symbol(name, positive=True) for name in ("x", "v", "u"))
    log_noise = sympy.log(x) / 2 - sympy.log(sympy.log(1 + x))
    slope = sympy.diff(log_noise, x) * 2 * x * (1 + x) * sympy.log(1 + x)
    balance = (1 + x) * sympy.log(1 + x) - 2 * x
    # v = −W(−2e⁻²) means v e^{−v} = 2e⁻², so 1 + x = 2/v has the logarithm 2 − v.
    root = (2 / v) * (2 - v) - 2 * (2 / v - 1)
    bent = sympy.diff(u * sympy.log(u) - 2 * (u - 1), u, 2)
    at_one = claim.stated["published"](epsilon=1.0) - (math.exp(0.5) - 1) / QUIETEST
    return {
        "the slope has the sign of the balance": slope - balance,
        "the balance vanishes at Lambert's root": sympy.simplify(root),
        "it is convex, and starts downwards, so there is one root": bent - 1 / u,
        "the library is at the root": sympy.Integer(round(1e12 * at_one)),
    }


def derive_whole(claim: Claim) -> Remainders:
    """ln(1 + r·a) ≤ r·ln(1 + a): equal at r = 1, where the right side is steeper, and concave against straight."""
    a, r = sympy.symbols("a r", positive=True)
    gap = r * sympy.log(1 + a) - sympy.log(1 + r * a)
    head_start = sympy.log(1 + a) - a / (1 + a)
    return {
        "equal when nothing is left out": gap.subs(r, 1) - (claim.stated["ours"]() - 1),
        "the slope at 1": sympy.diff(gap, r).subs(r, 1) - head_start,
        "which is positive for a > 0": sympy.diff(head_start, a) - a / (1 + a) ** 2,
        "and the slope only grows": sympy.diff(gap, r, 2) - a**2 / (1 + r * a) ** 2,
    }


def minimiser_error(claim: Claim, case: Case) -> float:
    """The noise of the claim's part, which is the library's, against SciPy's minimiser, and both ends."""
    epsilon = case["epsilon"]
    result = minimize_scalar(
        relative_noise, bounds=(SMALLEST_PART, 1), args=(epsilon,), method="bounded", options={"xatol": 1e-12}
    ).fun
    least = min(result, relative_noise(SMALLEST_PART, epsilon), relative_noise(1.0, epsilon))
    part = float(claim.stated["published"](epsilon=epsilon))
    error = abs(relative_noise(part, epsilon) / least - 1) + abs(part - quietest_part(epsilon))
    return round(error, 10)


def share_of_signal(case: Case, shrink: float = 1.0) -> float:
    """The noise with all records over the noise with a part, for a mean: (1/n)/(ε/2) over (1/m)/ε′.

    With the published noise level √(n/m)/ε′, which forgets that the signal shrinks as well, `shrink` is a half.
    """
    price = float(epsilon_prime(case["epsilon"], case["ratio"]))
    return round(price / float(case["ratio"] ** shrink * case["epsilon"] / 2), 12)


NEVER_DRAW = instead(published="1")
FORGET_SIGNAL = mutant("the signal does not shrink", score=partial(share_of_signal, shrink=0.5))

CLAIMS = (
    Claim(
        id="P-subsize",
        title="The part of the records with the least noise",
        **PRIV_PC("Section 3.2 (004:195-197)"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let the noise level of a sieve be $\\sqrt{n/m}\\,/\\,\\varepsilon'$, and let $x^*=3.92\\dots$ "
            "be the positive root of $(1+x)\\ln(1+x)=2x$. At least a twentieth of the records are drawn."
        ),
        statement="The noise level is least at $\\frac mn«sign»«published»$.",
        sense=Sense.EXACTLY,
        published=Formula("min(1, max(1/20, (exp(epsilon/2) - 1)/root()))", where=ROOT),
        at={"epsilon": 1},
        proof="proof-subsize",
        depends=("P-amplify",),
        checks=(
            Symbolic("one root, through Lambert's W", derive_quietest, (NEVER_DRAW,)),
            Search(
                "against a numerical minimiser",
                ({},),
                space.record(epsilon=space.real(0.05, 8)),
                minimiser_error,
                (NEVER_DRAW,),
                tolerance=1e-9,
                climbs=False,
            ),
        ),
    ),
    by_us(
        id="B-subsize",
        title="For a mean, a part of the records is never quieter",
        place="from Bernoulli's inequality",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let the sensitivity on $m$ of $n$ records be $\\Delta_m=\\frac nm\\Delta_n$, as for means and "
            "for Kendall's $\\tau$. The sieve's noise is in proportion to $\\Delta_m/\\varepsilon'$."
        ),
        statement=(
            "Divided by its value for $m$ records, its value for all records is «sense» $«ours»$, whatever "
            "$\\varepsilon$ and $m$."
        ),
        ours=Formula("1"),
        proof="proof-whole",
        depends=("P-amplify", "P-subsize"),
        checks=(
            Symbolic("Bernoulli's inequality", derive_whole, (instead(ours="2"),), target=Target.OURS),
            Search(
                "all against a part",
                ({},),
                space.record(epsilon=space.real(0.05, 8), ratio=space.real(1, 1000)).starting(
                    {"epsilon": 1.0, "ratio": 1.0}
                ),
                share_of_signal,
                (instead(ours="9/10"), FORGET_SIGNAL),
            ),
        ),
    ),
)
