"""Strata that come and go, and a variance below zero: two ways in which tidying up gives somebody away."""

from typing import Any

import numpy as np
from scipy.special import ndtr
from scipy.stats import norm

from privcausal.claims.graphs.independence.contingency import weighted_z
from privcausal.claims.sources import PRIV_PC
from privcausal.claims.specimens import strata
from privcausal.pairs.rank import concordance
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.claim import Claim, Mutant

Case = dict[str, Any]


def six_for_tail(n: int) -> float:
    r"""$6\,\varphi(0)\big/\sqrt n$."""
    return float(6 * norm.pdf(0) / n**0.5)


def twelve_for_tail(n: int) -> float:
    return 2 * six_for_tail(n)


# --- a stratum that comes back ----------------------------------------------------------------------------------


def wards(kept: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    """A ward of `kept` patients where x decides y, and one where y is constant; then one y there changes."""
    half, rest = kept // 2, n - 2 * (kept // 2)
    before = np.array([[[half, 0], [0, half]], [[rest - rest // 2, 0], [rest // 2, 0]]])
    after = before.copy()
    after[1, 0] += (-1, 1)
    return before, after


def returning_stratum(n: int) -> Extreme:
    """The largest change of p over the sizes of the small ward."""
    changes = {}
    for kept in (4, 8, 16, 24, 32, 48, 64, 96):
        before, after = map(strata.dropping_p_value, wards(kept, n))
        changes[kept] = abs(after - before)
    best = max(changes, key=lambda kept: changes[kept])
    return Extreme(changes[best], {"kept": best}, len(changes))


def replay_returning(claim: Claim, witness: Case, n: int) -> float:
    """From records, by the module for pairs, with both strata counted by hand."""
    tails = []
    for counts, considered in zip(wards(witness["kept"], n), ((0,), (0, 1)), strict=True):
        blocks = []
        for stratum in considered:
            x, y = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], counts[stratum].ravel(), axis=0).T
            blocks.append((len(x), concordance(x, y).excess))
        tails.append(float(ndtr(-abs(weighted_z(blocks)))))
    return abs(tails[0] - tails[1])


TWICE = Mutant("twice the noise", claim={"published": twelve_for_tail})

CLAIMS = (
    Claim(
        id="P-strata",
        title="Strata without information may be left out",
        source=PRIV_PC,
        locator="public code",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Leave out of $z$ all strata with at most two records and all in which one of the variables is constant, "
            "as they say nothing about dependence. Replacing one of $n$ records still changes $p=\\bar\\Phi(|z|)$ by "
            "at most $\\dfrac{6\\,\\varphi(0)}{\\sqrt n}$, the constant of the code."
        ),
        published=six_for_tail,
        checks=(
            Exhaustive(
                "a ward without events has its first",
                ({"n": 1_000}, {"n": 10_000}, {"n": 100_000}),
                returning_stratum,
                (TWICE,),
                replay_returning,
            ),
        ),
    ),
)

RECORDS, KEPT = 100_000, 16


def noisy_tail(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    """The p-value without empty strata, with the noise of the public code for ε = 1."""
    p_value = strata.dropping_p_value(wards(KEPT, RECORDS)[neighbour])
    return p_value + rng.laplace(scale=six_for_tail(RECORDS), size=(size, 1))


def verdict_on_a_constant(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    """Is the edge deleted? One column is constant, or constant but for one record."""
    table = np.array([[500 - neighbour, 500], [neighbour, 0]])
    p_value = strata.misprinted_p_value(table)
    return strata.deletes(p_value, 0.05, six_for_tail(1000), size, rng)[:, None].astype(float)


EXHIBITS = (
    Exhibit(
        "strata that come and go",
        "p without strata in which a variable is constant, noise for 6 φ(0)/√n",
        "P-strata",
        False,
        1.0,
        0.0,
        Relation.SUBSTITUTION,
        noisy_tail,
    ),
    Exhibit(
        "a variance below zero",
        "p is not a number on a constant column, and so the edge always stays",
        "P-strata",
        False,
        1.0,
        0.0,
        Relation.SUBSTITUTION,
        verdict_on_a_constant,
    ),
)
