"""How sure of an edge where arrows are voted on: judged on simulated networks that the maps were not learned from."""

import numpy as np
import pandas as pd

from privcausal.claims.experiments.calibration import SIMULATED, right_of_sure
from privcausal.experiments.runner import load
from privcausal.experiments.sureness import SURENESS, SURENESS_AGAIN
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Sense, instead
from privcausal.verify.checks.measured import Estimate, Measured, digest_of


def table() -> pd.DataFrame:
    """For numbers the second check alone: in the first too few arrows were called sure to decide anything."""
    first = load(SURENESS)
    kept = first[(first.part == "development") | (first.method != "once-correlations")]
    return pd.concat([kept, load(SURENESS_AGAIN)])


def right_of_voted(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, method: str, kind: str, extra: float = 0.0
) -> Estimate:
    """The share that is right of the pairs or arrows of one method that were called sure."""
    return right_of_sure(table[table.method == method], alpha, rng, kind, extra)


def right_of_hopeful(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, method: str, kind: str
) -> Estimate:
    """The same for a map that thinks better of every edge."""
    return right_of_voted(table, alpha, rng, method, kind, 3.0)


DIGEST = digest_of(SURENESS.path) + digest_of(SURENESS_AGAIN.path)


def checked(method: str, *mutants: Mutant) -> Measured:
    """Pairs and arrows of one method."""
    return Measured(
        "pairs and arrows, network by network",
        tuple({"method": method, "kind": kind} for kind in ("pair", "arrow")),
        table,
        DIGEST,
        right_of_voted,
        (instead(ours="99/100"), *mutants),
    )


HOPES = Mutant(
    "a map that hopes",
    check={
        "measure": right_of_hopeful,
        "worlds": ({"method": "once-correlations", "kind": "arrow"},),
    },
)
"""Of `once-further` nine in ten of all arrows are right, so that such a map would not be seen."""


def claim(*mutants: Mutant, id: str, title: str, method: str, what: str, rests: str) -> Claim:
    """The same sentence about either method."""
    return Claim(
        id=id,
        kind="observation",
        title=title,
        reading=SIMULATED,
        relation=Relation.SUBSTITUTION,
        definition=(
            f"For every edge that `{method}` has drawn from {what}, let a logistic map turn clues from the votes "
            "into a probability; its weights are learned on simulated networks."
        ),
        statement=(
            "On other networks of the same families, the share of the pairs called at least 90% sure that is right "
            "is «sense» $«ours»$, and so is the share of the arrows."
        ),
        sense=Sense.AT_LEAST,
        ours=Formula("9/10"),
        depends=(rests,),
        checks=(checked(method, *mutants),),
    )


CLAIMS = (
    claim(
        id="B-voted",
        title="Nine in ten of what is called 90% sure, of tables read further",
        method="once-further",
        what="tables asked for once",
        rests="B-once-tables",
    ),
    claim(
        HOPES,
        id="B-voted-numbers",
        title="Nine in ten of what is called 90% sure, of numbers",
        method="once-correlations",
        what="numbers",
        rests="B-once-linear",
    ),
)
