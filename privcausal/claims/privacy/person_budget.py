"""Gaussian privacy of a group: how much easier to distinguish are data sets that lie k steps apart?"""

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from scipy.stats import norm

from privcausal.privacy.gaussian import gaussian_delta
from privcausal.privacy.person_budget import gaussian_row_budget
from privcausal.privacy.price import Price, Relation
from privcausal.verify import Formula, Number, by_us, each, instead, mutant, real, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Search, space
from privcausal.verify.evidence import Target

FINE = 4
"""Steps of the grid to one μ."""


def worst_normal_chain(mu: Fraction, k: int, steps: int = 0) -> Extreme:
    """The largest Φ⁻¹(Pₖ(yes)) − Φ⁻¹(P₀(yes)) over all chains of yes-or-no mechanisms on a grid; exact.

    The chances of a yes are Φ of multiples of μ/4. As hard to distinguish as N(0, 1) from N(μ, 1) are those whose
    multiples differ by 4 at most, either way: that is what the trade-off between the two errors says of one event.
    """
    links = steps or k
    levels = np.arange(-FINE * (k + 1), FINE * (k + 1) + 1)
    step = (np.abs(levels[:, None] - levels[None, :]) <= FINE).astype(np.int64)
    chains = np.linalg.matrix_power(step, links)
    start, end = np.nonzero(chains)
    best = int((levels[end] - levels[start]).argmax())
    witness = {"from": int(levels[start[best]]), "to": int(levels[end[best]]), "parts": FINE}
    return Extreme(Fraction(witness["to"] - witness["from"], FINE) * mu, witness, int(chains.sum()))


def of_quantiles(witness: dict[str, Any], mu: Fraction) -> Number:
    """The same from the two probabilities."""
    before, after = (norm.cdf(witness[end] * float(mu) / witness["parts"]) for end in ("from", "to"))
    return float(norm.ppf(after) - norm.ppf(before))


def rows_moved(k: int) -> space.Space:
    """Directions in which each of k rows moves a sum by the whole sensitivity, and a half-plane; all one way."""
    return space.record(turns=space.real(-3.1, 3.1) * k, cut=space.real(-3, 3)).starting(
        {"turns": [0.0] * k, "cut": 0.5}
    )


def half_plane(candidate: dict[str, Any], mu: float, rows: int = 1) -> float:
    """Φ⁻¹(P'(E)) − Φ⁻¹(P(E)) of a half-plane, for a sum with Gaussian noise of 1/μ of the sensitivity."""
    shift = mu * rows * float(np.cos(candidate["turns"]).sum())
    before, after = norm.sf(candidate["cut"]), norm.sf(candidate["cut"] - shift)
    return float(norm.ppf(after) - norm.ppf(before))


def overspent(case: dict[str, Any], more: int = 0) -> float:
    """By how much, in parts of itself, δ is exceeded for all rows of a person together, each at its budget."""
    budget = Price(case["epsilon"], 10.0 ** case["exponent"], Relation.SUBSTITUTION)
    row, k = gaussian_row_budget(budget, case["k"]), case["k"]
    scale = row_scale(row)
    return gaussian_delta(float(k + more), budget.epsilon, scale) / budget.delta - 1


def row_scale(row: Price) -> float:
    """The noise for a sensitivity of 1 that a row's budget asks for."""
    from privcausal.privacy.gaussian import gaussian_scale

    return gaussian_scale(1.0, row.epsilon, row.delta)


CLAIMS = (
    by_us(
        id="B-group-gaussian",
        title="Gaussian privacy fades with a group's size, and no faster",
        place="known (Dong, Roth and Su, 2022); the proof is ours",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $M$ be $\\mu$-Gaussian private under any relation: no test distinguishes neighbours better than it "
            "distinguishes $N(0,1)$ from $N(\\mu,1)$, which we call $\\mu$-close. Let two data sets be $k$ steps of "
            "that relation apart."
        ),
        statement=("For all $«mu»$ and $«k»$ they are $m$-close for an $m$ of «sense» $«ours»$."),
        quantities=(real("mu", above=0, letter=r"\mu"), whole("k", at_least=1)),
        ours=Formula("k*mu"),
        at={"mu": 0.25, "k": 3},
        subjects=(gaussian_row_budget,),
        depends=("C-agm", "B-steps"),
        checks=(
            Exhaustive(
                "all chains on a grid of quantiles",
                worlds("mu k", (Fraction(1), 1), (Fraction(1, 4), 3), (Fraction(1, 2), 5)),
                worst_normal_chain,
                (
                    instead(ours="k*mu - mu/4"),
                    mutant("a group of six", worst=partial(worst_normal_chain, steps=6)),
                ),
                of_quantiles,
            ),
            Search(
                "rows of a noisy sum",
                each(mu=(0.25, 1.0), k=(2, 3)),
                rows_moved,
                half_plane,
                (
                    instead(ours="sqrt(k)*mu"),
                    mutant("each row counted twice", score=partial(half_plane, rows=2)),
                ),
            ),
            Search(
                "the library's budget for a row, all rows of a person together",
                ({},),
                space.record(epsilon=space.real(0.05, 4), exponent=space.whole(-9, -3), k=space.whole(2, 30)),
                overspent,
                (mutant("one row more", score=partial(overspent, more=1)),),
                tolerance=1e-9,
                climbs=False,
                target=Target.OURS,
            ),
        ),
    ),
)
