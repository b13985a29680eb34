"""Interquartile ranges of residuals when training records are replaced, and the hump in λ."""

import numpy as np
import sympy
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import laplace

from privcausal.claims.pairs.ridge import PENALTY, VARRHO
from privcausal.claims.pairs.ridge_worlds import (
    Pair,
    extremal,
    neighbouring_sets,
    nudged,
    records,
    steady,
    train,
)
from privcausal.claims.sources import KUSNER, kusner
from privcausal.pairs.decide import probability_right
from privcausal.pairs.iqr import iqr
from privcausal.pairs.training_sensitivity import private_residual_log_iqr, training_distances
from privcausal.privacy.price import Relation
from privcausal.verify import (
    Claim,
    Consequence,
    Formula,
    Mutant,
    Origin,
    Quality,
    Reading,
    Sense,
    Target,
    instead,
)
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic

IQR_OURS = Formula("2*k*rho(n, lamda)", VARRHO)

TESTS = 8
"""Test records in the attack on the interquartile range."""


def iqr_sets(k: int, n: int, lamda: float) -> st.SearchStrategy[Pair]:
    two = st.tuples(neighbouring_sets(n, lamda), st.fixed_dictionaries({"probe": records()}))
    return two.map(lambda parts: parts[0] | parts[1])


def iqr_starts(k: int, n: int, lamda: float) -> list[Pair]:
    return [{**extremal(n, lamda)[0], "probe": [0.0, 0.0, 1.0, 0.0]}]


def iqr_nudge(pair: Pair, rng: np.random.Generator) -> Pair:
    return {**nudged(pair, rng), "probe": pair["probe"]}


def iqr_change(pair: Pair, k: int, n: int, lamda: float) -> float:
    """Replace k records by k others; the upper half of the test records sees `probe`, the lower half −`probe`."""
    probe = np.array(pair["probe"][:3])
    probe = probe / max(1.0, float(np.linalg.norm(probe)))
    heights = np.linspace(-1, 1, TESTS)
    widths = [
        iqr(heights - np.sign(heights) * float(train(pair, side, n, lamda, replaced=k) @ probe))
        for side in ("before", "after")
    ]
    return steady(abs(widths[1] - widths[0]))


def residuals_and_moves() -> st.SearchStrategy[Pair]:
    place = st.lists(st.integers(0, 9), min_size=TESTS, max_size=TESTS)
    move = st.lists(st.sampled_from([-1, 0, 1]), min_size=TESTS, max_size=TESTS)
    return st.fixed_dictionaries({"residuals": place, "moves": move})


def spread_out() -> list[Pair]:
    half = TESTS // 2
    return [{"residuals": list(range(TESTS)), "moves": [-1] * half + [1] * half}]


def one_more_move(case: Pair, rng: np.random.Generator) -> Pair:
    moves = list(case["moves"])
    moves[int(rng.integers(TESTS))] = int(rng.integers(-1, 2))
    return {**case, "moves": moves}


def quartiles_apart(case: Pair) -> float:
    """The change of the interquartile range when every residual moves by at most 1."""
    before = np.array(case["residuals"], dtype=float)
    return abs(iqr(before + case["moves"]) - iqr(before))


ONE_QUARTILE = instead(ours="k*rho(n, lamda)", where=VARRHO)


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
    return Extreme(steady(probability_right(gamma, sigma)), {"gamma": gamma, "sigma": sigma}, 1)


def right_again(case: dict[str, float], gamma: float, sigma: float) -> float:
    """By integrating over one of the two noises."""
    reach, near = 60 * sigma, laplace(scale=sigma)
    whole, _ = quad(
        lambda z: near.pdf(z) * near.cdf(z + gamma),
        -reach,
        reach,
        points=[-gamma, 0.0],
        epsabs=1e-13,
        limit=400,
    )
    return steady(whole)


RATIOS = tuple({"gamma": gamma, "sigma": sigma} for gamma in (0.01, 0.5, 1.0, 20.0) for sigma in (1.0, 2.0))

LINE_TOO_LOW = instead(ours="1/2 + gamma/(5*sigma)")

CLAIMS = (
    Claim(
        id="K-iqr-train",
        title="k training records move the interquartile range of the residuals by at most 16k/(nλ√λ)",
        source=KUSNER,
        reading=kusner(
            "Section 5.3 (000:234 and 000:241), which gives the idea and the price", Quality.RECONSTRUCTED
        ),
        consequence=Consequence(
            cost="As {prf:ref}`K-ridge`: its factor is inherited.",
            sure="Fairly sure: the text gives the idea and the price, and no formula.",
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
        quantities=(PENALTY,),
        formulas={"price": Formula("6*epsilon"), "delta": Formula("2*delta")},
        published=Formula("2*k*(8/(n*lamda**(3/2)))"),
        ours=IQR_OURS,
        at={"k": 1, "n": 1000, "lamda": 0.01},
        proof="proof-iqr-train",
        subjects=(training_distances, private_residual_log_iqr),
        depends=("K-ridge", "B-ptr"),
        checks=(
            Search(
                name="retrained with k records replaced",
                worlds=(
                    {"k": 1, "n": 10**6, "lamda": 1.0},
                    {"k": 5, "n": 1000, "lamda": 0.1},
                ),
                candidates=iqr_sets,
                score=iqr_change,
                starts=iqr_starts,
                step=iqr_nudge,
                mutants=(ONE_QUARTILE,),
            ),
            Symbolic("the price of both ranges", derive_price, (instead(price="5*epsilon"),), Target.OURS),
            Search(
                name="step: residuals that move by at most 1 move their range by at most 2",
                worlds=({},),
                candidates=residuals_and_moves,
                score=quartiles_apart,
                starts=spread_out,
                step=one_more_move,
                tolerance=Formula("2"),
                target=Target.OURS,
                mutants=(Mutant("1.9", check={"tolerance": Formula("1.9")}),),
            ),
        ),
    ),
    Claim(
        id="K-fig2",
        title="The left flank of the hump: a small λ makes the private direction a coin toss",
        reading=Reading(
            Origin.OURS, "why the left flank of Figure 2 of Kusner and others (000:226, 000:249) must fall"
        ),
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
        proof="proof-fig2",
        depends=("K-correct2",),
        checks=(
            Symbolic("strictly: convexity", derive_hump, (LINE_TOO_LOW,), Target.OURS),
            Exhaustive(
                "the library's probability against the line", RATIOS, right_at, (LINE_TOO_LOW,), right_again
            ),
        ),
    ),
)
