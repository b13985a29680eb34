"""Noise on two scores: its privacy cost, and how often it leaves the decision right."""

from functools import partial
from typing import Any

import numpy as np
import sympy
from scipy.integrate import quad

from privcausal.claims.functions import steady
from privcausal.claims.pairs.rank import KENDALL, kendall_change, worst_kendall
from privcausal.claims.sources import KUSNER
from privcausal.pairs.comparison import probability_correct
from privcausal.pairs.correlation import private_correlation
from privcausal.pairs.hsic import private_hsic
from privcausal.pairs.private_direction import direction
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Number, Quality, Sense, instead, mutant, worlds
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, space

TWO_SCORES = Formula("2*epsilon")
CORRECT = Formula("1 - (gamma + 2*sigma)/(4*sigma)*exp(-gamma/sigma)")

NEIGHBOURS_OF = 5
"""Records in the data sets of the exhaustive check."""


def privacy_loss(epsilon: int) -> Extreme:
    """The worst log-ratio of both noisy Kendall scores over all neighbours of 5 records, when both regressions are 0.

    Then the residuals are the data themselves, s(x, y) and s(y, x) move together, and the joint density ratio is
    exp(ε(|Δs₁| + |Δs₂|)/Δ) at its worst.
    """
    one = worst_kendall(NEIGHBOURS_OF)
    return Extreme(epsilon * 2 * one.value / KENDALL(m=NEIGHBOURS_OF), one.witness, one.cases)


def privacy_loss_of(pair: dict[str, Any], epsilon: int) -> Number:
    """The same log-ratio for one pair, by the library's Kendall."""
    return epsilon * 2 * kendall_change(pair, NEIGHBOURS_OF) / KENDALL(m=NEIGHBOURS_OF)


def derive_two_scores(claim: Claim) -> Remainders:
    """Ln of the density ratio of one noisy score, on each piece of the line, and the sum over two scores."""
    epsilon, width = sympy.symbols("epsilon Delta", positive=True)
    z = sympy.Symbol("z", real=True)
    scale = width / epsilon
    # Neighbouring scores 0 and Δ; the log-ratio is (|z − Δ| − |z|)/scale, linear between its corners 0 and Δ.
    log_ratio = (sympy.Abs(z - width) - sympy.Abs(z)) / scale
    ends = {place: log_ratio.subs(z, place) for place in (-width, sympy.S.Zero, width, 2 * width)}
    steepest = sympy.Max(*(sympy.simplify(sympy.Abs(value) / epsilon) for value in ends.values()))
    return {
        "one score loses exactly ε at its worst": steepest - 1,
        "two scores lose the sum": 2 * steepest * epsilon - claim.stated["published"](epsilon=epsilon),
    }


NEIGHBOUR_SCORES = (0.0, 0.16)
"""Kendall's τ of two neighbouring data sets with m = 25 that differ as much as they can."""


def noisy_scores(
    side: int, size: int, rng: np.random.Generator, epsilon: float, share: float = 1.0
) -> Outputs:
    """Both scores, with this share of the noise that the bound asks for."""
    mechanism = Laplace(float(KENDALL(m=25)), epsilon / share, Relation.SUBSTITUTION)
    return np.stack([mechanism.sample(NEIGHBOUR_SCORES[side], size, rng) for _ in range(2)], axis=1)


EXHIBITS = tuple(
    Exhibit(
        name,
        f"Kendall's τ in both directions, with {noise} noise that its sensitivity asks for",
        "K-laplace",
        share == 1,
        partial(noisy_scores, epsilon=0.5, share=share),
        epsilon=float(TWO_SCORES(epsilon=0.5)),
    )
    for name, noise, share in (
        ("two noisy scores", "the", 1.0),
        ("two noisy scores, half noise", "half the", 0.5),
    )
)


def derive_correct2(claim: Claim) -> Remainders:
    """P(Z − Z′ < γ) from the density of the difference of two Laplace variables."""
    gamma, sigma, z, t = sympy.symbols("gamma sigma z t", positive=True)
    density = sympy.exp(-z / sigma) / (2 * sigma)
    # The convolution at t > 0: both noises outside [0, t] on either side, or one of them inside.
    outside = sympy.integrate(density * density.subs(z, z + t), (z, 0, sympy.oo))
    inside = sympy.integrate(density * density.subs(z, t - z), (z, 0, t))
    difference = 2 * outside + inside
    right = sympy.Rational(1, 2) + sympy.integrate(difference, (t, 0, gamma))
    return {
        "the density of the difference integrates to one half": sympy.integrate(difference, (t, 0, sympy.oo))
        - sympy.Rational(1, 2),
        "the probability of a right answer": right - claim.stated["published"](gamma=gamma, sigma=sigma),
    }


MARGINS_AND_SCALES = space.record(gamma=space.real(0.01, 10), sigma=space.real(0.01, 10))


def right_by_quadrature(gamma: float, sigma: float) -> float:
    """P(Z < γ + z), integrated over the density of Z′."""

    def below(z: float) -> float:
        return float(np.exp(z / sigma) / 2 if z < 0 else 1 - np.exp(-z / sigma) / 2)

    def integrand(z: float) -> float:
        return below(gamma + z) * float(np.exp(-abs(z) / sigma)) / (2 * sigma)

    # Beyond 40 σ nothing is left, and within it no piece is so long that quadrature overlooks the peak at 0.
    span = 40 * sigma
    near = max(-gamma, -span)
    pieces = ((-gamma - span, -gamma), (-gamma, near), (near, 0.0), (0.0, span))
    return float(sum(quad(integrand, *piece, epsabs=1e-13, epsrel=1e-13)[0] for piece in pieces))


def correct2_error(claim: Claim, case: dict[str, float]) -> float:
    """The formula and the library against direct integration."""
    numbers = float(claim.stated["published"](**case)), probability_correct(case["gamma"], case["sigma"])
    return steady(max(abs(number - right_by_quadrature(**case)) for number in numbers))


PAID_ONCE = instead(published="epsilon")
HALF_NOISE = mutant("half the noise", sample=partial(noisy_scores, share=0.5))
ONE_SIGMA = instead(published=CORRECT.text.replace("2*sigma", "sigma"))


CLAIMS = (
    Claim(
        id="K-laplace",
        title="Two noisy scores cost 2ε, and the direction costs nothing more",
        **KUSNER("Section 4.1 (000:107), with post-processing (000:100)"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Fix the regressions. Let both scores of the test set have sensitivity at most $\\Delta$, and "
            "release each with independent Laplace noise of scale $\\Delta/\\varepsilon$."
        ),
        statement="The pair of released scores, and every function of it such as the direction, is «private».",
        published=TWO_SCORES,
        at={"epsilon": 1},
        proof="proof-laplace",
        subjects=(Laplace, private_correlation, direction, private_hsic),
        depends=("K-kendall", "K-spearman"),
        checks=(
            Symbolic("log-ratio of the densities", derive_two_scores, (PAID_ONCE,)),
            Exhaustive(
                "worst pair of Kendall scores", ({"epsilon": 1},), privacy_loss, (PAID_ONCE,), privacy_loss_of
            ),
            Audit("noisy Kendall scores", worlds("epsilon", 0.5, 1.0), noisy_scores, (PAID_ONCE, HALF_NOISE)),
        ),
    ),
    Claim(
        id="K-correct2",
        title="How often noise leaves the direction right",
        **KUSNER("Theorem 2 (000:113), proof in 003:43–95", Quality.VERBATIM, ()),
        relation=None,
        definition=(
            "Let the true scores be in the right order with margin $\\gamma>0$, and let both carry independent "
            "Laplace noise of scale $\\sigma$."
        ),
        statement="The noisy scores are in the right order with probability «sense» $«published»$.",
        sense=Sense.EXACTLY,
        published=CORRECT,
        at={"gamma": 1, "sigma": 1},
        proof="proof-correct2",
        checks=(
            Symbolic("convolution and integral", derive_correct2, (ONE_SIGMA,)),
            Search(
                "formula against quadrature",
                ({},),
                MARGINS_AND_SCALES,
                correct2_error,
                (ONE_SIGMA,),
                climbs=False,
                tolerance=Formula("1/10**9"),
            ),
        ),
    ),
)
