"""Many noisy steps, each in the light of the earlier ones, are exactly as private as one."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import sympy

from privcausal.claims.broken import noleaks as specimens
from privcausal.claims.privacy.gaussian import profile, solved
from privcausal.graphs.methods.noleaks import clipped_gradient, gradient_sensitivity, noleaks
from privcausal.privacy.gaussian import gaussian_delta, step_scales
from privcausal.privacy.price import Price, Relation
from privcausal.verify import Claim, Formula, Number, Target, by_us, instead, mutant, real, worlds
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Symbolic


def least_epsilon(delta: float, mu: float) -> Number:
    """The ε at which one Gaussian release of ratio μ comes down to δ."""
    return solved(lambda epsilon: profile(epsilon, 1 / mu), delta)


LEAST = {"least": (least_epsilon, r"\varepsilon_{{{0}}}({1})")}


NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(60)
CHANCES = WEIGHTS / WEIGHTS.sum()
PARTS = 4
"""The adversary spends μ² in quarters, in each step as many as seem best after the earlier releases."""


def best_adversary(claim: Claim, delta: float, mu: float, steps: int, late: int = 0) -> Extreme:
    """The ε at which the best adaptive spending reaches δ; so many parts more, if they are counted too late."""
    profile, cases = claim.formulas["profile"], 0
    part = math.sqrt(claim.formulas["budget"](mu=mu) / PARTS)

    def gain(epsilons: Outputs, parts: int, steps: int) -> Outputs:
        """The largest P − e^ε Q with so many parts left to spend in so many steps."""
        nonlocal cases
        cases += epsilons.size
        best: Outputs = profile(mu=part * math.sqrt(parts), epsilon=epsilons)
        for spent in range(1, parts if steps > 1 else 1):
            share = part * math.sqrt(spent)
            losses = share**2 / 2 + share * NODES
            best = np.maximum(best, gain(epsilons[..., None] - losses, parts - spent, steps - 1) @ CHANCES)
        return best

    reached = solved(lambda epsilon: float(gain(np.array([epsilon]), PARTS + late, steps)[0]), delta)
    return Extreme(reached, {"parts": PARTS, "steps": steps}, cases)


def derive(claim: Claim) -> Remainders:
    """The loss of a Gaussian release with ratio μ is normal with mean μ²/2 and variance μ²: sums keep that form."""
    a, b, t, sigma, s1, s2 = sympy.symbols("a b t sigma s1 s2", positive=True)
    power = claim.formulas["square"]()
    whole = (a**power + b**power) ** sympy.Rational(1, power)

    def transform(mu: sympy.Expr) -> sympy.Expr:
        """The logarithm of E exp(t · loss)."""
        return t * mu**2 / 2 + t**2 * mu**2 / 2

    def above(mean: sympy.Expr) -> sympy.Expr:
        """The chance that a normal loss of variance a² exceeds ε, here t."""
        return (1 + sympy.erf((mean - t) / a / sympy.sqrt(2))) / 2

    stated = claim.formulas["profile"](mu=a, epsilon=t)
    scales = [sigma * sympy.sqrt(s1**2 + s2**2) / share for share in (s1, s2)]
    return {
        "two losses are one": sympy.expand(transform(a) + transform(b) - transform(whole)),
        "the profile is P(loss > ε) − e^ε Q(loss > ε)": stated
        - (above(a**2 / 2) - sympy.exp(t) * above(-(a**2) / 2)),
        "shares spend the budget": sympy.simplify(sum(1 / scale**2 for scale in scales) - 1 / sigma**2),
    }


# --- audit: three steps of the library's gradients --------------------------------------------------------------

AUDIT_DELTA = 0.01
CLIP, STEPS = 1.0, 3
TABLES = [np.array([[3.0, 3.0 * sign], [0.1, -0.1]]) for sign in (1, -1)]
"""Two neighbours whose gradients are opposite, at least at the first step."""


def three_steps(
    side: int, size: int, rng: np.random.Generator, delta: float, mu: float, quieter: float = 1.0
) -> Outputs:
    """Three steps of descent, each from where the noise of the last has led; the sum of all that was released."""
    table = TABLES[side]
    budget = Price(float(least_epsilon(delta, mu)), delta, Relation.SUBSTITUTION)
    scales = step_scales((1.0,) * STEPS, gradient_sensitivity(CLIP, len(table)), budget) / quieter
    weights = np.zeros((size, 2))  # only the two entries off the diagonal
    outputs = []
    for scale in scales:
        outputs.append(gradients(table, weights) + rng.normal(scale=scale, size=(size, 2)))
        weights = weights - 0.5 * outputs[-1]
    return np.asarray(np.sum(outputs, axis=(0, 2))[:, None])


def gradients(table: Outputs, weights: Outputs) -> Outputs:
    """The clipped gradient at many weights at once; compared with the library's at one of them."""
    total = np.zeros_like(weights)
    for x, y in table:
        rest = np.stack([x - y * weights[:, 1], y - x * weights[:, 0]], axis=1)
        norms = math.hypot(x, y) * np.linalg.norm(rest, axis=1)
        share = CLIP / np.maximum(norms, CLIP)
        total -= share[:, None] * np.stack([x * rest[:, 1], y * rest[:, 0]], axis=1)
    total /= len(table)
    first = np.array([[0.0, weights[0, 0]], [weights[0, 1], 0.0]])
    assert np.allclose(clipped_gradient(table, first, CLIP)[[0, 1], [1, 0]], total[0])
    return total


CLAIMS = (
    by_us(
        id="B-steps",
        title="Noisy steps cost exactly as much as one",
        place="graphs.score_based.noleaks.step_scales; known as fully adaptive Gaussian composition",
        relation=Relation.SUBSTITUTION,
        definition=(
            "In each step a statistic of Euclidean sensitivity $\\Delta_t$ is released with Gaussian noise of standard "
            "deviation $\\sigma_t$; both can be chosen in the light of all earlier releases."
        ),
        statement=(
            "If the sum of all $(\\Delta_t/\\sigma_t)^«square»$ is always «sense» $«budget»$, all releases together "
            "are «private», where this is the least $\\varepsilon$ at which $«profile»$ is «sense» $\\delta$: as if "
            "there were one release of ratio $\\mu$."
        ),
        quantities=(real("delta", above=0, below=1),),
        formulas={
            "square": Formula("2"),
            "budget": Formula("mu**2"),
            "profile": Formula("Phi(mu/2 - epsilon/mu) - exp(epsilon)*Phi(-mu/2 - epsilon/mu)"),
        },
        larger=("budget",),
        ours=Formula("least(delta, mu)", LEAST),
        at={"delta": 1e-6, "mu": 0.25},
        subjects=(noleaks, gaussian_delta),
        depends=("C-agm", "B-clip"),
        checks=(
            Symbolic("two losses are one", derive, (instead(square="1"),), target=Target.OURS),
            Exhaustive(
                "the best of all adaptive adversaries",
                worlds("delta mu steps", (0.01, 1.0, 2), (0.01, 1.0, 3), (1e-6, 0.5, 2), (1e-6, 0.5, 3)),
                best_adversary,
                (
                    instead(ours="least(delta, mu/sqrt(2))", where=LEAST),
                    mutant("the budget is checked after it is spent", worst=partial(best_adversary, late=1)),
                ),
            ),
            Audit(
                "three steps of gradient descent",
                worlds("delta mu", (AUDIT_DELTA, 2.0)),
                three_steps,
                (
                    instead(ours="least(delta, mu/2)", where=LEAST),
                    mutant("half the noise", sample=partial(three_steps, quieter=2.0)),
                ),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
)

MU = 1.0
EPSILON = float(least_epsilon(AUDIT_DELTA, MU))
OUTLIERS = [np.array([[9.0, 9.0 * sign]] + [[0.0, 0.0]] * 9) for sign in (1, -1)]
"""Ten records; one row of large values is replaced."""


def of_outliers(neighbour: int, size: int, rng: np.random.Generator, release: Callable[..., Any]) -> Outputs:
    """The sum of both entries, which is post-processing, and where one record shows most."""
    outputs = release(OUTLIERS[neighbour], 1.0, MU, size, rng)
    return np.asarray(outputs.sum(axis=1, keepdims=True))


honest = partial(three_steps, delta=AUDIT_DELTA, mu=MU)
mean_clipped, entry_by_entry = (
    partial(of_outliers, release=release)
    for release in (specimens.noisy_mean_gradient, specimens.per_entry_noise)
)
EXHIBITS = tuple(
    Exhibit(name, what, claim, claim == "B-steps", sample, epsilon=EPSILON, delta=AUDIT_DELTA)
    for name, what, claim, sample in (
        ("three noisy steps", "each record's gradient clipped, exact accounting", "B-steps", honest),
        (
            "NOLEAKS, the average clipped, as coded",
            "one row of large values among ten",
            "C-noleaks-mean",
            mean_clipped,
        ),
        ("clipped records, noise for one entry", "without √(d(d − 1))", "C-noleaks", entry_by_entry),
    )
)
