"""Interquartile ranges of residuals when training records are replaced, and the hump in λ."""

import numpy as np
import sympy

from privcausal.claims.functions import our_error
from privcausal.claims.pairs import ridge
from privcausal.claims.pairs.private_direction import right_by_quadrature
from privcausal.claims.sources import KUSNER
from privcausal.pairs.comparison import probability_correct
from privcausal.pairs.iqr import iqr
from privcausal.pairs.training_sensitivity import private_residual_log_iqr, training_distances
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Quality, Sense, Target, by_us, instead, mutant
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, each, space, worlds
from privcausal.verify.checks.symbolic import Remainders, Symbolic

IQR_OURS = Formula("2*k*rho(n, lamda)", ridge.VARRHO)

TESTS = 8
"""Test records in the attack on the interquartile range."""


def iqr_change(pair: Witness, k: int, n: int, lamda: float) -> float:
    """Replace k records by k others; the upper half of the test records sees `probe`, the lower half −`probe`."""
    heights = np.linspace(-1, 1, TESTS)
    before, after = (
        iqr(heights - np.sign(heights) * ridge.predicted(pair, side, n, lamda, replaced=k))
        for side in ("before", "after")
    )
    return ridge.steady(abs(after - before))


MOVED_RESIDUALS = space.record(
    residuals=space.whole(0, 9) * TESTS, moves=space.among(-1, 0, 1) * TESTS
).starting({"residuals": [*range(TESTS)], "moves": [-1] * (TESTS // 2) + [1] * (TESTS // 2)})


def quartiles_apart(case: Witness) -> float:
    """The change of the interquartile range when every residual moves by at most 1."""
    before = np.array(case["residuals"], dtype=float)
    return abs(iqr(before + case["moves"]) - iqr(before))


def derive_price(claim: Claim) -> Remainders:
    """Two ranges of residuals, each by a mechanism of the price in the source's Section 4.3."""
    epsilon, delta = sympy.symbols("epsilon delta", positive=True)
    each = {"price": 3 * epsilon, "delta": delta}
    stated = {name: claim.formulas[name](epsilon=epsilon, delta=delta) for name in each}
    return {f"the sum of two, {name}": stated[name] - 2 * one for name, one in each.items()}


def derive_hump(claim: Claim) -> Remainders:
    """With t = γ/σ, the distance from the line starts at 0 with slope 0 and bends upwards by te^{−t}/4."""
    t = sympy.Symbol("t", positive=True)
    right = 1 - (t + 2) / 4 * sympy.exp(-t)
    rest = claim.stated["ours"](gamma=t, sigma=1) - right
    return {
        "equal at 0": sympy.limit(rest, t, 0),
        "same slope at 0": sympy.limit(sympy.diff(rest, t), t, 0),
        "bends upwards": sympy.diff(rest, t, 2) - t * sympy.exp(-t) / 4,
    }


def right_at(gamma: float, sigma: float) -> Extreme:
    """The library's probability of a right answer."""
    return Extreme(ridge.steady(probability_correct(gamma, sigma)), {"gamma": gamma, "sigma": sigma}, 1)


def right_again(case: dict[str, float]) -> float:
    """By integrating over one of the two noises."""
    return ridge.steady(right_by_quadrature(**case))


LINE_TOO_LOW = instead(ours="1/2 + gamma/(5*sigma)")

CLAIMS = (
    Claim(
        id="K-iqr-train",
        title="k training records move the interquartile range of the residuals by at most 16k/(nλ√λ)",
        **KUSNER(
            "Section 5.3 (000:234 and 000:241), which gives the idea and the price", Quality.RECONSTRUCTED
        ),
        consequence=Consequence(
            cost="As {prf:ref}`K-ridge`: its factor is inherited.",
            certain="Fairly sure: the text gives the idea and the price, and no formula.",
        ),
        relation=Relation.SUBSTITUTION,
        definition="Let the assumptions of {prf:ref}`K-ridge` hold, where $\\varrho(n,\\lambda)$ is our bound.",
        statement=(
            "Replacing $k$ of the $n$ training records moves the interquartile range of the test residuals by "
            "«sense» $«published»$ (indeed $«ours»$), for $«lamda»$. So the distance from the range to the "
            "nearer end of its cell, divided by what one record can do, bounds from below how many training "
            "records push it out, and has sensitivity one. The two log-IQRs of the residuals, released by "
            "propose-test-release with it, cost $(«price»,«delta»)$."
        ),
        quantities=(ridge.PENALTY,),
        formulas={"price": Formula("6*epsilon"), "delta": Formula("2*delta")},
        published=Formula("2*k*(8/(n*lamda**(3/2)))"),
        ours=IQR_OURS,
        at={"k": 1, "n": 1000, "lamda": 0.01},
        proof="proof-iqr-train",
        subjects=(training_distances, private_residual_log_iqr),
        depends=("K-ridge", "B-ptr"),
        checks=(
            Search(
                "retrained with k records replaced",
                worlds("k n lamda", (1, 10**6, 1.0), (5, 1000, 0.1)),
                ridge.probed_sets,
                iqr_change,
                (instead(ours="k*rho(n, lamda)", where=ridge.VARRHO),),
            ),
            Symbolic("the price of both ranges", derive_price, (instead(price="5*epsilon"),), Target.OURS),
            Search(
                "step: residuals that move by at most 1 move their range by at most 2",
                ({},),
                MOVED_RESIDUALS,
                quartiles_apart,
                (mutant("1.9", tolerance=Formula("1.9")),),
                **our_error(Formula("2")),
            ),
        ),
    ),
    by_us(
        id="K-fig2",
        title="The left flank of the hump: a small λ makes the private direction a coin toss",
        place="why the left flank of Figure 2 of Kusner and others (000:226, 000:249) must fall",
        relation=None,
        definition=(
            "Let the true scores lie $\\gamma>0$ apart, and let both be released with Laplace noise of scale "
            "$\\sigma=\\Delta/\\varepsilon$."
        ),
        statement=(
            "The direction comes out right with a probability of «sense» $«ours»$. With a training sensitivity "
            "$\\Delta$ that grows without bound as $\\lambda$ vanishes, as in {prf:ref}`K-ridge`, and bounded "
            "scores, it tends to that of a coin, whatever the data."
        ),
        sense=Sense.LESS_THAN,
        ours=Formula("1/2 + gamma/(4*sigma)"),
        at={"gamma": 1, "sigma": 1},
        depends=("K-correct2",),
        checks=(
            Symbolic("strictly: convexity", derive_hump, (LINE_TOO_LOW,), Target.OURS),
            Exhaustive(
                "the library's probability against the line",
                each(gamma=(0.01, 0.5, 1.0, 20.0), sigma=(1.0, 2.0)),
                right_at,
                (LINE_TOO_LOW,),
                right_again,
            ),
        ),
    ),
)
