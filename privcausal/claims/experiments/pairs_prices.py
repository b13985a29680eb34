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
    simulated,
    stored_pairs,
)
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, instead, one_of
from privcausal.verify.checks.measured import Estimate, Measured


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


SIMULATED = Reading(Origin.OURS, "400 simulated pairs; our samples, our seeds, our protocol")
TENTH = instead(ours="-1/10")

CLAIMS = (
    Claim(
        id="B-reversal",
        title="The best score is not the best private score",
        reading=SIMULATED,
        relation=Relation.SUBSTITUTION,
        definition=f"{PROTOCOL} The lead of a score is how much more often it points the right way than another.",
        statement=(
            "On the simulated pairs, and without privacy, the lead of Kendall's $\\tau$ over HSIC is «sense» "
            "$«ours»$. When both scores of a pair are released at a total of $«epsilon»$, each with the "
            "smallest noise we can prove, so is the lead of HSIC over $\\tau$."
        ),
        quantities=(one_of("epsilon", 0.1, 0.5, 1.0),),
        ours=Formula("0"),
        kind="observation",
        depends=("K-kendall", "K-hsic16", "K-correct2"),
        checks=(
            Measured(
                "without privacy",
                ({},),
                stored_pairs,
                DIGEST,
                lead_of_tau,
                (instead(ours="-1/4"),),
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
        reading=SIMULATED,
        relation=Relation.SUBSTITUTION,
        definition=(
            f"{PROTOCOL} Noise is made for the published bounds of {{prf:ref}}`K-hsic12` and {{prf:ref}}`K-spearman`, "
            "or for ours."
        ),
        statement=(
            "On the simulated pairs, at a total of $«epsilon»$, HSIC and Spearman's $\\rho$ point the right "
            "way more often with our noise: the lead of the published noise is «sense» $«ours»$."
        ),
        quantities=(one_of("epsilon", *GRID),),
        ours=Formula("0"),
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
