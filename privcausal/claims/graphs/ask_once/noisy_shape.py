"""Directions: what they still know of the second moments, and how to ask them for it."""

import math
from functools import partial

import numpy as np
import sympy
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.integrate import quad

from privcausal.graphs.ask_once.noisy_shape import direction_shares, eigenvalues_behind
from privcausal.verify import Claim, Mutant, Origin, Reading
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic

Spectrum = dict[str, list[float]]

GRAIN = 1e-9
"""Errors below it are rounding, and not told apart: quadrature has it, and each machine has its own."""


def spectra(d: int) -> st.SearchStrategy[Spectrum]:
    return st.fixed_dictionaries({"logs": st.lists(st.floats(-4, 4), min_size=d, max_size=d)})


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
    found = direction_shares(values**power)
    there = max(abs(found[place] - integral(values, place)) for place in (0, d - 1))
    back = eigenvalues_behind(found) / values
    return float(max(there, np.abs(np.log(back / back.mean())).max() * 1e-2, GRAIN))


def shares_error_of_roots(case: Spectrum, d: int) -> float:
    """As if the plane's square roots were enough everywhere."""
    values = np.exp(np.asarray(case["logs"]))
    roots = np.sqrt(values) / np.sqrt(values).sum()
    return float(max(abs(roots[place] - integral(values, place)) for place in (0, d - 1)))


def shares_error_unchanged(case: Spectrum, d: int) -> float:
    """As if directions spread like the records."""
    values = np.exp(np.asarray(case["logs"]))
    return float(max(abs(values[place] / values.sum() - integral(values, place)) for place in (0, d - 1)))


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
    Claim(
        id="B-directions",
        title="Directions know the second moments up to a factor",
        reading=Reading(
            Origin.OURS, ("graphs.ask_once.noisy_shape; Tyler (1987) has the idea of equal spread")
        ),
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
        proof="proof-directions",
        subjects=(direction_shares, eigenvalues_behind),
        checks=(
            Symbolic(
                "the plane, by angles",
                derive_directions,
                (
                    Mutant(
                        "without the square roots", check={"derive": partial(derive_directions, root=False)}
                    ),
                ),
            ),
            Search(
                name="against quadrature, there and back",
                worlds=({"d": 2}, {"d": 4}),
                candidates=spectra,
                score=shares_error,
                tolerance=1e-8,
                mutants=(
                    Mutant("square roots in every dimension", check={"score": shares_error_of_roots}),
                    Mutant("directions spread like records", check={"score": shares_error_unchanged}),
                ),
            ),
        ),
    ),
)
