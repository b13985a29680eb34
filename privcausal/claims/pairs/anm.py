"""The additive noise model: the true direction never looks worse, if the regressions are right."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from privcausal.claims.broken.pairs import noise_for_everyone
from privcausal.claims.pairs import rank
from privcausal.claims.sources import KUSNER_CODE
from privcausal.pairs.anm import decide, direction
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, by_us, instead, mutant, worlds
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Search, space

Model = dict[str, list[int]]
"""f(0), f(1), …; and whole-number weights of the values 0, 1, … of the cause and of the noise."""

Joint = dict[tuple[Fraction, Fraction], Fraction]
"""The exact distribution of two columns."""

# --- a finite world, in fractions -----------------------------------------------------------------------------


def sum_shares(shares: Iterable[tuple[Any, Fraction]]) -> dict[Any, Fraction]:
    """The sum of the shares of each key."""
    total: dict[Any, Fraction] = {}
    for key, share in shares:
        total[key] = total.get(key, Fraction(0)) + share
    return total


def joint_of(model: Model, growing: bool = False) -> Joint:
    """The distribution of (X, f(X) + N), X and N independent; or of (X, f(X)·N), no additive noise model."""
    f, weights, noise = model["f"], model["x"], model["noise"]
    total = sum(weights) * sum(noise)
    return sum_shares(
        ((Fraction(x), Fraction(f[x] * u if growing else f[x] + u)), Fraction(weights[x] * noise[u], total))
        for x, u in product(range(len(f)), range(len(noise)))
    )


def means_given_first(joint: Joint) -> dict[Fraction, Fraction]:
    """E[second | first], the best regression there is."""
    weight = sum_shares((a, share) for (a, _), share in joint.items())
    sums = sum_shares((a, share * b) for (a, b), share in joint.items())
    return {a: sums[a] / weight[a] for a in weight}


def dependence(joint: Joint) -> Fraction:
    """Σ (p(a,b) − p(a)p(b))²: HSIC of the population with the kernel “equal or not”; 0 only for independence."""
    first, second = (sum_shares((pair[side], share) for pair, share in joint.items()) for side in (0, 1))
    pairs = product(first, second)
    return sum(((joint.get((a, b), Fraction(0)) - first[a] * second[b]) ** 2 for a, b in pairs), Fraction(0))


def with_residual(joint: Joint, curve: dict[Fraction, Fraction]) -> Joint:
    """The distribution of (first, second − curve(first)); off the curve's domain it is 0."""
    return sum_shares(((a, b - curve.get(a, Fraction(0))), share) for (a, b), share in joint.items())


def swapped(joint: Joint) -> Joint:
    """The same distribution with the columns exchanged."""
    return {(b, a): share for (a, b), share in joint.items()}


def both_scores(model: Model, growing: bool = False) -> tuple[Fraction, Fraction]:
    """s(X, r_Y) and s(Y, r_X) of a model, exactly."""
    forward = joint_of(model, growing)
    scores = [dependence(with_residual(j, means_given_first(j))) for j in (forward, swapped(forward))]
    return scores[0], scores[1]


def lead_of_the_wrong(model: Model, growing: bool = False) -> Fraction:
    """s(X, r_Y) − s(Y, r_X): above 0, Algorithm 1 would be wrong."""
    forward, backward = both_scores(model, growing)
    return forward - backward


def lead_with_one_regressor(model: Model) -> Fraction:
    """The same, with both residuals from the regression of X on Y."""
    forward = joint_of(model)
    curve = means_given_first(swapped(forward))
    return dependence(with_residual(forward, curve)) - dependence(with_residual(swapped(forward), curve))


def worst_anm(p: int, q: int, r: int, lead: Callable[[Model], Fraction] = lead_of_the_wrong) -> Extreme:
    """All functions from p causes to r values, with uniform cause and noise on q values."""
    models = [{"f": list(f), "x": [1] * p, "noise": [1] * q} for f in product(range(r), repeat=p)]
    leads = [lead(model) for model in models]
    best = leads.index(max(leads))
    return Extreme(leads[best], models[best], len(models))


def models(p: int, q: int) -> space.Fields:
    """Any weights of the cause and of the noise, any function."""
    weight = space.whole(1, 5)
    return space.record(f=space.whole(0, 4) * p, x=weight * p, noise=weight * q)


# --- noise for everyone, scores of half ------------------------------------------------------------------------

HALF_OF_ALL = 50
"""Test records in the audit; Kendall's τ of two neighbouring test sets that differ as much as they can:"""
TEST_SCORES = (0.0, 4 / HALF_OF_ALL)


def honest_exhibit(side: int, size: int, rng: np.random.Generator) -> Outputs:
    mechanism = Laplace(4 / HALF_OF_ALL, 1.0, Relation.SUBSTITUTION)
    return mechanism.sample(TEST_SCORES[side], size, rng)[:, None]


CLEARLY = instead(ours="-1/1000")

EXHIBITS = (
    Exhibit(
        "Kendall of the test half",
        "Laplace noise 4/(εm) for the m records that were tested",
        "K-laplace",
        True,
        honest_exhibit,
    ),
    Exhibit(
        "Kendall with noise for everyone",
        "Laplace noise 4/(εn) for all n records, although half of them were tested",
        "K-code",
        False,
        lambda side, size, rng: noise_for_everyone(TEST_SCORES[side], 2 * HALF_OF_ALL, 1.0, size, rng),
    ),
)
ONE_REGRESSOR = mutant(
    "one regressor for both directions", worst=partial(worst_anm, lead=lead_with_one_regressor)
)
GROWING_NOISE = mutant(
    "noise that grows with f(X)", worst=partial(worst_anm, lead=partial(lead_of_the_wrong, growing=True))
)

CLAIMS = (
    by_us(
        id="K-anm",
        title="In an additive noise model the true direction never scores worse",
        place="why Algorithm 1 of Kusner and others works, in the population",
        relation=None,
        definition=(
            "Let $Y=f(X)+N$ with $N$ independent of $X$. Let both regressions return conditional means, "
            "$r_Y=Y-E[Y\\mid X]$ and $r_X=X-E[X\\mid Y]$, and let $s\\ge0$ be 0 exactly for independent variables. "
            "Call $\\ell=s(X,r_Y)-s(Y,r_X)$ the lead of the wrong direction."
        ),
        statement=(
            "$\\ell$ is «sense» $«ours»$: the algorithm of {cite:t}`kusner2016` never returns $Y\\to X$, and it "
            "returns $X\\to Y$ unless $r_X$ is independent of $Y$ as well."
        ),
        ours=Formula("0"),
        subjects=(decide, direction),
        checks=(
            Exhaustive(
                "all functions, uniform cause and noise",
                worlds("p q r", (3, 2, 4), (4, 3, 3)),
                worst_anm,
                (CLEARLY, ONE_REGRESSOR, GROWING_NOISE),
                lead_of_the_wrong,
            ),
            Search(
                "any weights",
                worlds("p q", (3, 2), (4, 3)),
                models,
                lead_of_the_wrong,
                (CLEARLY, mutant("one regressor for both directions", score=lead_with_one_regressor)),
                climbs=False,
            ),
        ),
    ),
    Claim(
        id="K-code",
        title="Noise for all records on a score of half of them is half of the noise that it needs",
        **KUSNER_CODE(
            "mkusner/pci@9e830fd:pci.py l. 90, 115, 125-132, 148-149: 1,000 points, of which one half is tested, "
            "and noise for the sensitivity of 1,000",
        ),
        consequence=Consequence(
            cost="The example's probabilities for Kendall's score are too high, as if $\\varepsilon$ were "
            "doubled. It draws no noise and gives no guarantee. Its numbers for $\\rho$ and HSIC are "
            "large enough, because the bounds behind them are loose. The tables of the paper have entries "
            "that this program cannot produce.",
            certain="Sure of the program, which calls itself initial; unsure that any published number came from it.",
            repair="Divide by the number of tested records: {prf:ref}`K-kendall`.",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Of $n$ records, $n$ even, one half trains the regressions and the other half is tested. The program "
            "takes a number for the sensitivity of Kendall's score $|\\tau|$ of the tested half."
        ),
        statement=(
            "«Neighbours» of the tested half changes the score by «sense» $«published»$. (In truth by up to $«ours»$.)"
        ),
        published=Formula("4/n"),
        ours=Formula("8/n"),
        at={"n": 1000},
        depends=("K-kendall",),
        checks=(
            Exhaustive(
                "all permutations",
                worlds("n", 8, 10, 12),
                lambda n: rank.worst_unsigned_kendall(n // 2),
                (instead(ours="6/n"),),
                lambda pair, n: rank.unsigned_change(pair, n // 2),
            ),
        ),
    ),
)
