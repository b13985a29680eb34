"""Standardisation from noisy counts: bounds of a quotient, and estimates without bias."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import sympy

from privcausal.arrays import Floats
from privcausal.claims.functions import exp, our_error
from privcausal.effects import standardise as library
from privcausal.verify import Claim, Formula, Sense, Target, by_us, each, instead, mutant, real, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Symbolic, worst_of
from privcausal.verify.checks.symbolic import Remainders

# --- B-effect-bounds --------------------------------------------------------------------------------------------

EXP = {"exp": (exp, r"\exp\Bigl({0}\Bigr)")}


def exceeds(N: int, s: float, inverse: Callable[..., Floats] = library.shrunk_inverse) -> Extreme:
    """The most by which U/N exceeds U·H(N), over all U."""
    quotient = float(inverse(np.array([float(N)]), s)[0])
    return worst_of(({"U": u} for u in range(N + 1)), lambda case: case["U"] / N - case["U"] * quotient)


def missing(case: dict[str, Any], N: int, s: float) -> float:
    """The same from the part that counts as hidden."""
    return case["U"] / N * float(library.hidden(np.array([float(N)]), s)[0])


def derive_gap(claim: Claim) -> Remainders:
    """Return the remainder of the quotient after subtraction of its lower bound."""
    people, events, width = sympy.symbols("N U s", positive=True)
    bound = claim.stated["ours"](N=people, s=width)
    lower = events * (1 - bound) / people
    return {
        "gap": events / people - lower - claim.formulas["gap"](U=events, N=people, s=width),
        "all have the event": (events / people - lower - bound).subs(events, people),
    }


# --- B-effect-unbiased ------------------------------------------------------------------------------------------


def derive_factor(claim: Claim) -> Remainders:
    """On every wave the noise multiplies by 1/(1 + b²k²), and the correction by 1 + κk²."""
    t, k, b = sympy.symbols("t k b", positive=True)
    kappa = claim.stated["ours"](b=b)
    wave = sympy.integrate(sympy.exp(-t / b) * sympy.cos(k * t) / b, (t, 0, sympy.oo), conds="none")
    parts = {"a wave": wave * (1 + kappa * k**2) - 1}
    x = sympy.symbols("x", real=True)
    for power in (2, 3, 4):
        function = x**power - kappa * sympy.diff(x**power, x, 2)
        both = function.subs(x, x + t) + function.subs(x, x - t)
        mean = sympy.integrate(
            sympy.expand(both) * sympy.exp(-t / b) / (2 * b), (t, 0, sympy.oo), conds="none"
        )
        parts[f"the power {power}"] = mean - x**power
    return parts


def nodes(scale: float, many: int = 48) -> tuple[Floats, Floats]:
    """Points and weights by which the mean over Laplace noise is computed."""
    points, weights = np.polynomial.laguerre.laggauss(many)
    return np.concatenate([-points, points]) * scale, np.concatenate([weights, weights]) / 2


def mean_error(cells: tuple[int, int], b: float, more: float = 1.0) -> Extreme:
    """How far the mean of the library's estimates of U·H(N) and e(N) over all noise is from these, in one arm."""
    arms = library.Arms(np.array([[cells, cells]], dtype=float), EVENT, SQUARES, b)
    width = arms.width
    points, weights = nodes(b)
    first, second = np.meshgrid(points, points)
    chances = np.outer(weights, weights)
    u, size = cells[1] + second, cells[0] + cells[1] + first + second
    denoiser = library.Denoiser(arms.noise * more, 2, library.steps(size, width))
    quotient = partial(library.shrunk_inverse, width=width)
    hides = partial(library.hidden, width=width)
    product = u * denoiser.plain(quotient, size) - denoiser.noise[0, 1] * denoiser.slope(quotient, size)
    exact_size = np.array([float(sum(cells))])
    wanted = [float(cells[1] * quotient(exact_size)[0]), float(hides(exact_size)[0])]
    found = [float((chances * values).sum()) for values in (product, denoiser.plain(hides, size))]
    return Extreme(max(abs(one - other) for one, other in zip(found, wanted, strict=True)), {}, chances.size)


EVENT = np.array([[1.0, 0.0], [1.0, 1.0]])
SQUARES = EVENT[:, :, None] * EVENT[:, None, :]
GRID = 1e-4
"""Second differences approximate derivatives: their step leaves a smaller error than that."""

CLAIMS = (
    by_us(
        id="B-effect-bounds",
        title="A quotient of counts lies between two smooth functions",
        place="standardisation in `effect`",
        relation=None,
        definition=(
            "Of $N$ people in an arm let $U$ have the event. For a width $s$ let $e$ be the function that is the bound "
            "below, and let $H(N)=(1-e(N))/N$."
        ),
        statement=(
            "For all $«N»$, all $«s»$ and all $U$ the quotient $U/N$ is $U\\,H(N)$ and $«gap»$ more; so it exceeds "
            "$U\\,H(N)$ by «sense» $«ours»$."
        ),
        quantities=(whole("N", at_least=1), real("s", above=0)),
        formulas={"gap": Formula("U/N*exp(-N**2/(2*s**2))", where=EXP)},
        ours=Formula("exp(-N**2/(2*s**2))", where=EXP),
        at={"N": 10, "s": 4.0},
        subjects=(library.standardised_sums, library.shrunk_inverse, library.hidden),
        checks=(
            Exhaustive(
                "all numbers of events",
                each(N=(1, 2), s=(0.75,)) + each(N=(1, 2, 7, 12), s=(3.0, 40.0)),
                exceeds,
                (
                    instead(ours="exp(-N**2/s**2)", where=EXP),
                    mutant(
                        "without the hidden part", worst=partial(exceeds, inverse=lambda size, s: 0 / size)
                    ),
                ),
                missing,
            ),
            Symbolic(
                "the remainder",
                derive_gap,
                (instead(gap="exp(-N**2/(2*s**2))", where=EXP),),
                target=Target.OURS,
            ),
        ),
    ),
    by_us(
        id="B-effect-unbiased",
        title="Laplace noise is undone by a second derivative",
        place="known (deconvolution of Laplace noise); used by `effect`",
        relation=None,
        sense=Sense.EXACTLY,
        definition=(
            "Let $L$ be Laplace noise of scale $b$, and let $f$ be a polynomial, or a function that has an integrable "
            "Fourier transform with two moments. Call $f-\\kappa f''$ the corrected function, and $x+L$ a noisy $x$."
        ),
        statement=(
            "For all $«b»$ and every $x$ the mean of the corrected function at a noisy $x$ is $f(x)$ if $\\kappa$ is "
            "«sense» $«ours»$."
        ),
        quantities=(real("b", above=0),),
        ours=Formula("b**2"),
        at={"b": 2.0},
        subjects=(library.Denoiser,),
        checks=(
            Symbolic(
                "waves and powers",
                derive_factor,
                (instead(ours="b**2/2"), instead(ours="2*b**2")),
                target=Target.OURS,
            ),
            Exhaustive(
                "the library's estimates, averaged over all noise of an arm",
                worlds(
                    "cells b", ((0, 0), 2.0), ((3, 1), 2.0), ((20, 5), 2.0), ((50, 400), 20.0), ((1, 0), 0.2)
                ),
                mean_error,
                (mutant("half of the noise is allowed for", worst=partial(mean_error, more=0.5)),),
                **our_error(GRID),
            ),
        ),
    ),
)
