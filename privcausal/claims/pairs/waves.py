"""A Gaussian kernel is a short sum of waves, up to less than any given rounding."""

from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.pairs.ridge import Gaussian
from privcausal.pairs.waves import Waves, hsic_within, regress
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, Target, instead, real
from privcausal.verify.checks.search import Search

TAIL = Formula("3*exp(-s**2/2)")

Places = dict[str, float]
"""Two numbers, `first` and `first` + `part`·span, a kernel's `width`, and the `span` for which the waves are made."""


def places(s: float) -> st.SearchStrategy[Places]:
    number = st.floats(0.01, 10)
    return st.fixed_dictionaries(
        {"width": number, "span": number, "part": st.floats(0, 1), "first": st.floats(-9, 9)}
    )


def far_ends(s: float) -> list[Places]:
    """Numbers as far apart as the span allows, for narrow and for wide kernels."""
    return [{"width": width, "span": 1.0, "part": 1.0, "first": 0.0} for width in (0.01, 0.2, 1.0, 5.0)]


def moved(case: Places, rng: np.random.Generator) -> Places:
    """One of the numbers a little larger or smaller."""
    name = ("width", "span", "part")[rng.integers(3)]
    value = round(case[name] * float(np.exp(rng.normal(scale=0.2))), 6)
    return {**case, name: min(value, 1.0) if name == "part" else float(np.clip(value, 0.01, 10))}


def error(case: Places, s: float, waves: Any = Waves) -> float:
    """How far the sum of waves lies from the kernel it stands for."""
    a = np.array([case["first"]])
    b = a + case["part"] * case["span"]
    features = waves(case["width"], case["span"], s)
    gap = features(a) @ features(b).T - Gaussian(case["width"])(a, b)
    return round(abs(float(gap[0, 0])), 12)


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


def error_of_fewer(case: Places, s: float) -> float:
    return error(case, s, Fewer)


def error_of_shorter(case: Places, s: float) -> float:
    return error(case, s, Shorter)


CLAIMS = (
    Claim(
        id="B-waves",
        title="A Gaussian kernel is a short sum of waves",
        reading=Reading(
            Origin.OURS, "Poisson's summation formula, with the constant that the library's code needs"
        ),
        relation=None,
        definition=(
            "Let $k(a,b)=e^{-(a-b)^2/2w^2}$. For a span $D$ and a margin $s$ let $\\omega=2\\pi/(D+sw)$, let $J$ be "
            "the smallest whole number of at least $s/(\\omega w)$, and $\\tilde k(a,b)=\\sum_{j=-J}^Jc_j\\cos"
            "(j\\omega(a-b))$ with $c_j$ proportional to $e^{-(j\\omega w)^2/2}$ and summing to 1."
        ),
        statement=(
            "Then $\\tilde k$ is a positive definite kernel of rank $2J+1$ with $\\tilde k(a,a)=1$, and wherever "
            "$|a-b|\\le D$ it differs from $k$ by «sense» $«ours»$, for all $«s»$."
        ),
        quantities=(real("s", at_least=2),),
        ours=TAIL,
        at={"s": 9},
        proof="proof-waves",
        subjects=(Waves, regress, hsic_within),
        checks=(
            Search(
                name="waves against the kernel",
                worlds=({"s": 2.0}, {"s": 3.0}, {"s": 4.0}),
                candidates=places,
                score=error,
                starts=far_ends,
                step=moved,
                target=Target.OURS,
                mutants=(
                    instead(ours="exp(-s**2/2)/2"),
                    Mutant("half of the frequencies", check={"score": error_of_fewer}),
                    Mutant("half the margin", check={"score": error_of_shorter}),
                ),
            ),
        ),
    ),
)
