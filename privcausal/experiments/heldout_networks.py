"""Which worlds the methods were developed on, and which ones judged them: fixed before anything was measured.

Every public constant of a method is chosen on the development set. The judging set has other members of the same
families, and two families that development never met; it is drawn once.
"""

from collections.abc import Mapping

import numpy as np

from privcausal.experiments.simulated_linear import LinearRecipe, LinearWorld
from privcausal.experiments.simulated_networks import Recipe, World

SEEDS = {"development": 14, "judging": 20_261_122}
"""Of the generators that draw the members."""

FAMILIES = {
    "plain": Recipe(d=15),
    "binary": Recipe(d=20, values=(2, 2)),
    "dense": Recipe(d=15, degree=2.2, parents=4),
    "weak": Recipe(d=15, strength=0.6),
    "rare": Recipe(d=20, rare=0.4, skew=1.0),
    "certain": Recipe(d=20, certain=0.4),
    "many values": Recipe(d=15, values=(3, 8)),
    "hidden": Recipe(d=15, hidden=2),
    "wide": Recipe(d=40, degree=1.3),
}

NEW_FAMILIES = {
    "wider": Recipe(d=56, values=(2, 5), rare=0.3),
    "all at once": Recipe(d=25, values=(2, 10), skew=1.0, certain=0.2, rare=0.3, hidden=1),
}
"""For judging alone."""

LINEAR_FAMILIES = {
    "equal noises": LinearRecipe(d=20, noises=(1.0, 1.0)),
    "unequal noises": LinearRecipe(d=20),
    "standardised": LinearRecipe(d=20, standardised=True),
    "standardised, few": LinearRecipe(d=10, standardised=True),
    "standardised, dense": LinearRecipe(d=15, degree=2.5, standardised=True),
    "standardised, heavy tails": LinearRecipe(d=20, tail=3.5, standardised=True),
    "standardised, hidden": LinearRecipe(d=20, hidden=3, standardised=True),
    "units": LinearRecipe(d=20, units=1.0),
}

NEW_LINEAR_FAMILIES = {
    "standardised, wide": LinearRecipe(d=50, standardised=True),
    "standardised, weak": LinearRecipe(d=20, weights=(0.2, 0.6), standardised=True),
}

MEMBERS = {"development": 2, "judging": 3}
"""How many of each family there are."""


def categorical(purpose: str, family: str, member: int) -> World:
    """A network of one of the two sets.

    >>> categorical("development", "plain", 0).dag.shape
    (15, 15)
    """
    return families(purpose)[family].draw(_generator(purpose, family, member))


def linear(purpose: str, family: str, member: int) -> LinearWorld:
    """A linear model of one of the two sets.

    >>> linear("development", "standardised", 0).dag.shape
    (20, 20)
    """
    return linear_families(purpose)[family].draw(_generator(purpose, family, member))


def families(purpose: str) -> Mapping[str, Recipe]:
    """The families of a set.

    >>> len(families("judging")) - len(families("development"))
    2
    """
    return FAMILIES | (NEW_FAMILIES if _check_purpose(purpose) == "judging" else {})


def linear_families(purpose: str) -> Mapping[str, LinearRecipe]:
    """The families of linear models of a set."""
    return LINEAR_FAMILIES | (NEW_LINEAR_FAMILIES if _check_purpose(purpose) == "judging" else {})


def _generator(purpose: str, family: str, member: int) -> np.random.Generator:
    """The family's name is part of the seed, so that a new family changes none of the others."""
    return np.random.default_rng([SEEDS[purpose], member, *family.encode()])


def _check_purpose(purpose: str) -> str:
    if purpose not in SEEDS:
        raise ValueError(f"purpose must be one of {', '.join(SEEDS)}, got {purpose!r}")
    return purpose
