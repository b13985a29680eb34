"""Spatial signs: their information about the second moments, and how to query them for it."""

import math
from functools import partial

import numpy as np
import sympy
from numpy.typing import NDArray
from scipy.integrate import quad

from privcausal.graphs.ask_once.private_shape import direction_shares, shape_eigenvalues
from privcausal.verify import by_us, each, mutant
from privcausal.verify.checks import Remainders, Search, Symbolic, space

Spectrum = dict[str, list[float]]

GRAIN = 1e-9
"""Errors below it are rounding, and not distinguished: quadrature has it, and each machine has its own."""


def integral(values: NDArray[np.float64], place: int) -> float:
    """E[λᵢzᵢ²/Σλⱼzⱼ²] by another route: 1/Q = ∫ e^(−tQ) dt, and quadrature by SciPy."""

    def integrand(u: float) -> float:
        t = math.exp(u)
        grown = 1 + 2 * t * values
        return float(t * values[place] / grown[place] / math.sqrt(np.prod(grown)))

    pieces = [quad(integrand, low, low + 30, epsabs=1e-12, epsrel=1e-10)[0] for low in range(-40, 50, 30)]
    return math.fsum(pieces)


def shares_error(case: Spectrum, d: int, power: float = 1.0) -> float:
    """The library's shares against quadrature, and back again to the eigenvalues."""
    values = np.exp(np.asarray(case["logs"]))
    result = direction_shares(values**power)
    there = max(abs(result[place] - integral(values, place)) for place in (0, d - 1))
    back = shape_eigenvalues(result) / values
    return float(max(there, np.abs(np.log(back / back.mean())).max() * 1e-2, GRAIN))


def error_of_powers(case: Spectrum, d: int, power: float) -> float:
    """As if the plane's square roots were enough everywhere; or, to the power of 1, directions spread like records."""
    values = np.exp(np.asarray(case["logs"]))
    shares = values**power / (values**power).sum()
    return float(max(abs(shares[place] - integral(values, place)) for place in (0, d - 1)))


def derive_directions(root: bool = True) -> Remainders:
    """In the plane the share is √λ₁/(√λ₁ + √λ₂), by the angle of a direction."""
    ratio, tangent = sympy.symbols("s u", positive=True)  # s = √(λ₁/λ₂), u = |z₂/z₁|
    density = 2 / sympy.pi / (1 + tangent**2)
    share = sympy.integrate(
        sympy.apart(density * ratio**2 / (ratio**2 + tangent**2), tangent), (tangent, 0, sympy.oo)
    )
    claimed = ratio / (1 + ratio) if root else ratio**2 / (1 + ratio**2)
    return {"the plane": sympy.simplify(share - claimed)}


CLAIMS = (
    by_us(
        id="B-directions",
        title="The second moments of directions determine the shape",
        place="that it is one-to-one: Dürre, Tyler and Vogel (2016); that the iteration converges is proved here",
        relation=None,
        definition=(
            "Let $x=R\\,\\Sigma^{1/2}z$ with $z$ standard normal, $R>0$ any random length, and $\\Sigma$ "
            "invertible with eigenvalues $\\lambda_1,\\dots,\\lambda_d$. Let "
            "$g_i(\\lambda)=E\\bigl[\\lambda_iz_i^2\\big/\\sum_j\\lambda_jz_j^2\\bigr]$, and let shares be "
            "positive numbers $w_1,\\dots,w_d$ that add up to one."
        ),
        statement=(
            "The second moments of $x/\\lVert x\\rVert$ have the eigenvectors of $\\Sigma$, with eigenvalues "
            "$g_i(\\lambda)$. All shares $w$ are the eigenvalues for one $\\lambda$ and, up to a common "
            "factor, no other, and $\\lambda_i\\leftarrow\\lambda_i\\,w_i/g_i(\\lambda)$ converges to it."
        ),
        subjects=(direction_shares, shape_eigenvalues),
        checks=(
            Symbolic(
                "the plane, by angles",
                derive_directions,
                (mutant("without the square roots", derive=partial(derive_directions, root=False)),),
            ),
            Search(
                "against quadrature, there and back",
                each(d=(2, 4)),
                lambda d: space.record(logs=space.real(-4, 4) * d),
                shares_error,
                (
                    mutant("square roots in every dimension", score=partial(error_of_powers, power=0.5)),
                    mutant("directions spread like records", score=partial(error_of_powers, power=1)),
                ),
                climbs=False,
                tolerance=1e-8,
            ),
        ),
    ),
)
