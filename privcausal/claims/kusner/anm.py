"""The additive noise model: the true direction never looks worse, if the regressions are right."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.kusner import SOURCE
from privcausal.claims.kusner.ranks import kendall_change, kendall_published, worst_kendall
from privcausal.pairs.anm import decide, direction
from privcausal.privacy.mechanisms import Laplace
from privcausal.privacy.neighbours import Relation
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number
from privcausal.verify.exhaustive import Exhaustive, Extreme
from privcausal.verify.search import Search
from privcausal.verify.specimens.anm import noise_for_everyone

Model = dict[str, list[int]]
"""f(0), f(1), …; and whole-number weights of the values 0, 1, … of the cause and of the noise."""

Joint = dict[tuple[Fraction, Fraction], Fraction]
"""The exact distribution of two columns."""

# --- a finite world, in fractions -----------------------------------------------------------------------------


def joint_of(model: Model) -> Joint:
    """The distribution of (X, f(X) + N), X and N independent."""
    f, weights, noise = model["f"], model["x"], model["noise"]
    total = sum(weights) * sum(noise)
    joint: Joint = {}
    for x, y, share in (
        (x, f[x] + u, weights[x] * noise[u]) for x in range(len(f)) for u in range(len(noise))
    ):
        key = Fraction(x), Fraction(y)
        joint[key] = joint.get(key, Fraction(0)) + Fraction(share, total)
    return {key: share for key, share in joint.items() if share}


def means_given_first(joint: Joint) -> dict[Fraction, Fraction]:
    """E[second | first], the best regression there is."""
    weight: dict[Fraction, Fraction] = {}
    sums: dict[Fraction, Fraction] = {}
    for (a, b), share in joint.items():
        weight[a] = weight.get(a, Fraction(0)) + share
        sums[a] = sums.get(a, Fraction(0)) + share * b
    return {a: sums[a] / weight[a] for a in weight}


def dependence(joint: Joint) -> Fraction:
    """Σ (p(a,b) − p(a)p(b))²: HSIC of the population with the kernel “equal or not”; 0 only for independence."""
    first: dict[Fraction, Fraction] = {}
    second: dict[Fraction, Fraction] = {}
    for (a, b), share in joint.items():
        first[a] = first.get(a, Fraction(0)) + share
        second[b] = second.get(b, Fraction(0)) + share
    pairs = product(first, second)
    return sum(((joint.get((a, b), Fraction(0)) - first[a] * second[b]) ** 2 for a, b in pairs), Fraction(0))


def with_residual(joint: Joint, curve: dict[Fraction, Fraction]) -> Joint:
    """The distribution of (first, second − curve(first)); off the curve's domain it is 0."""
    result: Joint = {}
    for (a, b), share in joint.items():
        key = a, b - curve.get(a, Fraction(0))
        result[key] = result.get(key, Fraction(0)) + share
    return result


def both_scores(model: Model) -> tuple[Fraction, Fraction]:
    """s(X, r_Y) and s(Y, r_X) of a model, exactly."""
    forward = joint_of(model)
    backward = {(y, x): share for (x, y), share in forward.items()}
    scores = [dependence(with_residual(j, means_given_first(j))) for j in (forward, backward)]
    return scores[0], scores[1]


def lead_of_the_wrong(model: Model) -> Fraction:
    """s(X, r_Y) − s(Y, r_X): above 0, Algorithm 1 would be wrong."""
    forward, backward = both_scores(model)
    return forward - backward


def lead_of_the_wrong_with_one_regressor(model: Model) -> Fraction:
    """The same, when both residuals come from the regression of X on Y."""
    forward = joint_of(model)
    backward = {(y, x): share for (x, y), share in forward.items()}
    curve = means_given_first(backward)
    return dependence(with_residual(forward, curve)) - dependence(with_residual(backward, curve))


def lead_of_the_wrong_with_growing_noise(model: Model) -> Fraction:
    """The same, when the noise is f(X)·N instead of N: no longer an additive noise model."""
    f, weights, noise = model["f"], model["x"], model["noise"]
    total = sum(weights) * sum(noise)
    joint: Joint = {}
    for x, u in product(range(len(f)), range(len(noise))):
        key = Fraction(x), Fraction(f[x] * u)
        joint[key] = joint.get(key, Fraction(0)) + Fraction(weights[x] * noise[u], total)
    backward = {(y, x): share for (x, y), share in joint.items()}
    scores = [dependence(with_residual(j, means_given_first(j))) for j in (joint, backward)]
    return scores[0] - scores[1]


def worst_over_functions(lead: Callable[[Model], Fraction], p: int, q: int, r: int) -> Extreme:
    """All functions from p causes to r values, with uniform cause and noise on q values."""
    best: tuple[Fraction, Model] | None = None
    cases = 0
    for f in product(range(r), repeat=p):
        model = {"f": list(f), "x": [1] * p, "noise": [1] * q}
        value = lead(model)
        cases += 1
        if best is None or value > best[0]:
            best = value, model
    assert best is not None
    return Extreme(best[0], best[1], cases)


def worst_anm(p: int, q: int, r: int) -> Extreme:
    return worst_over_functions(lead_of_the_wrong, p, q, r)


def worst_with_one_regressor(p: int, q: int, r: int) -> Extreme:
    return worst_over_functions(lead_of_the_wrong_with_one_regressor, p, q, r)


def worst_with_growing_noise(p: int, q: int, r: int) -> Extreme:
    return worst_over_functions(lead_of_the_wrong_with_growing_noise, p, q, r)


def replay_lead(claim: Claim, model: Model, **world: int) -> Number:
    return lead_of_the_wrong(model)


def models(p: int, q: int) -> st.SearchStrategy[Model]:
    """Any weights of the cause and of the noise, any function."""
    weights = {"x": p, "noise": q}
    columns = {
        name: st.lists(st.integers(1, 5), min_size=size, max_size=size) for name, size in weights.items()
    }
    return st.fixed_dictionaries({"f": st.lists(st.integers(0, 4), min_size=p, max_size=p), **columns})


def lead_of_any(claim: Claim, model: Model, p: int, q: int) -> Number:
    return lead_of_the_wrong(model)


def lead_of_any_with_one_regressor(claim: Claim, model: Model, p: int, q: int) -> Number:
    return lead_of_the_wrong_with_one_regressor(model)


def never_worse() -> Number:
    """$0$."""
    return 0


def clearly_better() -> Number:
    return Fraction(-1, 1000)


CLEARLY = Mutant("the true direction always wins, by at least 1/1000", claim={"published": clearly_better})

# --- noise for everyone, scores of half ------------------------------------------------------------------------

TESTED = 5
"""Test records in the exhaustive check; there are as many training records."""


def code_published(epsilon: Any) -> Any:
    return epsilon


def code_true(epsilon: Any) -> Any:
    return 2 * epsilon


def code_halved(epsilon: Any) -> Any:
    return 3 * epsilon / 2


def code_loss(epsilon: int) -> Extreme:
    """The worst log-ratio: one test record against noise of scale 4/(2mε)."""
    worst = worst_kendall(TESTED)
    return Extreme(epsilon * worst.value / kendall_published(2 * TESTED), worst.witness, worst.cases)


def code_loss_of(claim: Claim, pair: dict[str, Any], epsilon: int) -> Number:
    return epsilon * kendall_change(claim, pair, TESTED) / kendall_published(2 * TESTED)


HALF_OF_ALL = 50
"""Test records in the audit; Kendall's τ of two neighbouring test sets that differ as much as they can:"""
TEST_SCORES = (0.0, 4 / HALF_OF_ALL)


def code_outputs(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return noise_for_everyone(TEST_SCORES[side], 2 * HALF_OF_ALL, epsilon, size, rng)


def code_exhibit(side: int, size: int, rng: np.random.Generator) -> Outputs:
    return code_outputs(side, size, rng, 1.0)


def honest_exhibit(side: int, size: int, rng: np.random.Generator) -> Outputs:
    mechanism = Laplace(4 / HALF_OF_ALL, 1.0, Relation.SUBSTITUTION)
    return mechanism.sample(TEST_SCORES[side], size, rng)[:, None]


TOO_LITTLE = Mutant("3ε/2 instead of 2ε", claim={"ours": code_halved})

EXHIBITS = (
    Exhibit(
        name="Kendall of the test half",
        what="Laplace noise 4/(εm) for the m records that were tested",
        claim="K-laplace",
        honest=True,
        epsilon=1.0,
        delta=0.0,
        relation=Relation.SUBSTITUTION,
        sample=honest_exhibit,
    ),
    Exhibit(
        name="Kendall with noise for everyone",
        what="Laplace noise 4/(εn) for all n records, although half of them were tested",
        claim="K-code",
        honest=False,
        epsilon=1.0,
        delta=0.0,
        relation=Relation.SUBSTITUTION,
        sample=code_exhibit,
    ),
)

CLAIMS = (
    Claim(
        id="K-anm",
        title="In an additive noise model the true direction never scores worse",
        source=SOURCE,
        locator="Algorithm 1 and Section 3",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $Y=f(X)+N$ with $N$ independent of $X$. Let both regressions return conditional means, "
            "$r_Y=Y-E[Y\\mid X]$ and $r_X=X-E[X\\mid Y]$, and let $s\\ge0$ be 0 exactly for independent "
            "variables. Then $s(X,r_Y)-s(Y,r_X)\\le0$: Algorithm 1 never returns $Y\\to X$, and it returns $X\\to "
            "Y$ unless $r_X$ is independent of $Y$ as well."
        ),
        published=never_worse,
        proof="proof-anm",
        subjects=(decide, direction),
        checks=(
            Exhaustive(
                "all functions, uniform cause and noise",
                ({"p": 3, "q": 2, "r": 4}, {"p": 4, "q": 3, "r": 3}),
                worst_anm,
                (
                    CLEARLY,
                    Mutant("one regressor for both directions", check={"worst": worst_with_one_regressor}),
                    Mutant("noise that grows with f(X)", check={"worst": worst_with_growing_noise}),
                ),
                replay_lead,
            ),
            Search(
                name="any weights",
                worlds=({"p": 3, "q": 2}, {"p": 4, "q": 3}),
                candidates=models,
                score=lead_of_any,
                mutants=(
                    CLEARLY,
                    Mutant(
                        "one regressor for both directions", check={"score": lead_of_any_with_one_regressor}
                    ),
                ),
            ),
        ),
    ),
    Claim(
        id="K-code",
        title="Noise for all records on a score of half of them costs ε",
        source=SOURCE,
        locator="the authors' public example code",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Split $n$ records into a training and a test half, and release Kendall's $\\tau$ of the test half "
            "with Laplace noise of scale $\\dfrac{4}{n\\varepsilon}$. This is $(\\varepsilon,0)$-differentially "
            "private for the test set."
        ),
        published=code_published,
        ours=code_true,
        at={"epsilon": 1},
        depends=("K-kendall",),
        checks=(
            Exhaustive("all permutations", ({"epsilon": 1},), code_loss, (TOO_LITTLE,), code_loss_of),
            Audit("the specimen, from its outputs", ({"epsilon": 1.0},), code_outputs, (TOO_LITTLE,)),
        ),
    ),
)
