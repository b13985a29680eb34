"""Which score to choose at a price, and what a smaller bound buys: measured on 400 simulated pairs."""

import math

import numpy as np
import pandas as pd

from privcausal.claims.experiments.chances import (
    DIGEST,
    GRID,
    OURS,
    PROTOCOL,
    PUBLISHED,
    chance_by_pair,
    lead,
    nothing,
    simulated,
    stored_pairs,
)
from privcausal.privacy.price import Relation
from privcausal.verify.checks.measured import Estimate, Measured
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number


def lead_of_hsic(table: pd.DataFrame, alpha: float, rng: np.random.Generator, epsilon: float) -> Estimate:
    """How much more often HSIC is right than Kendall's τ, at one price."""
    hsic, tau = (chance_by_pair(simulated(table), score, epsilon, OURS) for score in ("hsic", "kendall"))
    return lead(hsic, tau, alpha, rng)


def lead_of_tau(table: pd.DataFrame, alpha: float, rng: np.random.Generator) -> Estimate:
    """How much more often Kendall's τ is right than HSIC, without privacy."""
    return flipped(lead_of_hsic(table, alpha, rng, math.inf))


def lead_of_published(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, score: str, epsilon: float
) -> Estimate:
    """How much more often the answer is right with noise from the published bound than from ours."""
    part = simulated(table)
    published, ours = (chance_by_pair(part, score, epsilon, bounds) for bounds in (PUBLISHED, OURS))
    return lead(published, ours, alpha, rng)


def lead_of_ours(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, score: str, epsilon: float
) -> Estimate:
    """The comparison turned round."""
    return flipped(lead_of_published(table, alpha, rng, score, epsilon))


def flipped(found: Estimate) -> Estimate:
    return Estimate(-found.value, -found.high, -found.low, found.units)


def a_tenth_more() -> Number:
    return -0.1


def a_quarter_more() -> Number:
    return -0.25


TENTH = Mutant("ahead by a tenth", claim={"ours": a_tenth_more})

CLAIMS = (
    Claim(
        id="B-reversal",
        title="The best score is not the best private score",
        source="ours",
        locator="400 simulated pairs",
        relation=Relation.SUBSTITUTION,
        statement=(
            f"{PROTOCOL} On the 400 simulated pairs, HSIC points the right way more often than Kendall's $\\tau$ "
            "without privacy. When both scores of a pair are released at a total $\\varepsilon$ of 0.1, 0.5 or 1, "
            "each with the smallest noise we can prove, it points the right way less often."
        ),
        ours=nothing,
        kind="observation",
        depends=("K-kendall", "K-hsic16", "K-correct2"),
        checks=(
            Measured(
                "without privacy",
                ({},),
                stored_pairs,
                DIGEST,
                lead_of_tau,
                (Mutant("ahead by a quarter", claim={"ours": a_quarter_more}),),
            ),
            Measured(
                "at equal ε",
                tuple({"epsilon": epsilon} for epsilon in (0.1, 0.5, 1.0)),
                stored_pairs,
                DIGEST,
                lead_of_hsic,
                (
                    Mutant("at ε = 10", check={"worlds": ({"epsilon": 10.0},)}),
                    TENTH,
                ),
            ),
        ),
    ),
    Claim(
        id="B-tightened",
        title="Smaller bounds buy right answers",
        source="ours",
        locator="400 simulated pairs",
        relation=Relation.SUBSTITUTION,
        statement=(
            f"{PROTOCOL} On the 400 simulated pairs, and at a total $\\varepsilon$ of 0.1, 0.5, 1 or 2, HSIC with "
            "noise from our bound points the right way more often than with noise from the published "
            "$\\frac{12m-11}{(m-1)^2}$, and Spearman's $\\rho$ with noise from $\\frac6{m+1}$ more often than with "
            "noise from $\\frac{30}m$."
        ),
        ours=nothing,
        kind="observation",
        depends=("K-spearman", "K-hsic12", "K-correct2"),
        checks=(
            Measured(
                "pair by pair",
                tuple({"score": s, "epsilon": e} for s in ("spearman", "hsic") for e in GRID),
                stored_pairs,
                DIGEST,
                lead_of_published,
                (Mutant("the bounds exchanged", check={"measure": lead_of_ours}), TENTH),
            ),
        ),
    ),
)
