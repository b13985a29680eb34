"""A Gaussian kernel is a short Fourier series, with an explicit error, up to less than any given rounding."""

import math
from functools import partial

import numpy as np

from privcausal.claims.functions import our_error
from privcausal.pairs.fourier_kernel import Waves, hsic_within, regress
from privcausal.pairs.ridge import GaussianKernel
from privcausal.verify import Claim, Formula, Target, by_us, instead, mutant, real, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, space

TAIL = Formula("3*exp(-s**2/2)")

NUMBER = space.real(0.01, 10)

PLACES = space.record(width=NUMBER, span=NUMBER, part=space.real(0, 1), first=space.real(-9, 9)).starting(
    *({"width": width, "span": 1.0, "part": 1.0, "first": 0.0} for width in (0.01, 0.2, 1.0, 5.0))
)
"""Two numbers, `first` and `first` + `part`·span, a kernel's `width`, and the `span` for which the waves are made.

A climb sets out from numbers as far apart as the span allows, for narrow and for wide kernels.
"""


def error(case: Witness, s: float, waves: type[Waves] = Waves) -> float:
    """Return how far the sum of waves lies from the kernel that it represents."""
    a = np.array([case["first"]])
    b = a + case["part"] * case["span"]
    features = waves(case["width"], case["span"], s)
    gap = features(a) @ features(b).T - GaussianKernel(case["width"])(a, b)
    return round(abs(float(gap[0, 0])), 12)


TERMS = 20
"""Copies of the bell on either side; the next one adds less than a float can hold."""


def estimated(claim: Claim, s: float, tail: float = 1.0) -> Extreme:
    """How far the proof's estimates go beyond the bound: copies of the bell, cut frequencies, and the sum of the rest.

    The copies are added up one by one; the frequencies are cut by Mills's ratio, times `tail`.
    """
    q = math.exp(-(s**2) / 2)
    copies = 2 * math.fsum(q ** (i * i) for i in range(1, TERMS))
    cut = tail * math.sqrt(2 / math.pi) * q / s
    off = (copies + 2 * cut) / (1 - cut)
    return Extreme(max(0.0, off - float(claim.stated["ours"](s=s))), {"estimate": off}, 1)


class Fewer(Waves):
    """Half of the frequencies."""

    @property
    def count(self) -> int:
        """Features of a number."""
        return 2 * (super().count // 4) + 1


class Shorter(Waves):
    """A period of half the margin beyond the span."""

    @property
    def frequency(self) -> float:
        """The lowest one."""
        return 2 * np.pi / (self.span + self.sigmas * self.width / 2)


CLAIMS = (
    by_us(
        id="B-waves",
        title="A Gaussian kernel is a short Fourier series, with an explicit error",
        place="Poisson's summation formula, with the constant that the library's code needs",
        relation=None,
        definition=(
            "Let $k(a,b)=e^{-(a-b)^2/2w^2}$. For a span $D$ and a margin $s$ let $\\omega=2\\pi/(D+sw)$, let $J$ be "
            "the smallest whole number of at least $s/(\\omega w)$, and $\\tilde k(a,b)=\\sum_{j=-J}^Jc_j\\cos"
            "(j\\omega(a-b))$, of rank $2J+1$, with $c_j$ proportional to $e^{-(j\\omega w)^2/2}$ and summing to 1."
        ),
        statement=(
            "Then $\\tilde k$ is a positive definite kernel, and for two numbers within the span it differs from $k$ "
            "by «sense» $«ours»$, for all $«s»$."
        ),
        quantities=(real("s", at_least=2),),
        ours=TAIL,
        at={"s": 9},
        subjects=(Waves, regress, hsic_within),
        checks=(
            Search(
                "waves against the kernel",
                worlds("s", 2.0, 3.0, 4.0),
                PLACES,
                error,
                (
                    instead(ours="exp(-s**2/2)/2"),
                    mutant("half of the frequencies", score=partial(error, waves=Fewer)),
                    mutant("half the margin", score=partial(error, waves=Shorter)),
                ),
                target=Target.OURS,
            ),
            Exhaustive(
                "what the proof's estimates come to",
                worlds("s", 2.0, 2.1, 2.5, 3.0, 5.0, 9.0),
                estimated,
                (
                    instead(ours="19*3*exp(-s**2/2)/20"),
                    mutant("frequencies cut twice as early", worst=partial(estimated, tail=2)),
                ),
                **our_error(0),
            ),
        ),
    ),
)
