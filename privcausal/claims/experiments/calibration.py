"""How sure of an edge, and what to expect of a plan: judged on simulated networks that neither was learned from."""

import numpy as np
import pandas as pd

from privcausal.experiments.calibration import CALIBRATION
from privcausal.experiments.confidence import edges, fit
from privcausal.experiments.expected import counted, known, lines
from privcausal.experiments.runner import load
from privcausal.graphs.confidence import Logistic
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, Sense, instead
from privcausal.verify.checks.measured import Estimate, Measured, digest_of, mean, share

DIGEST = digest_of(CALIBRATION.path)
SURE = 0.9


def table() -> pd.DataFrame:
    return load(CALIBRATION)


def right_of_sure(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, kind: str, extra: float = 0.0
) -> Estimate:
    """The share that is right of the pairs or arrows called sure; edges of one network share their luck."""
    first, *others = fit(*edges(table, "development", kind)[:2]).weights
    sure = Logistic((first + extra, *others))
    clues, right, worlds = edges(table, "check", kind)
    chosen = np.array([sure(tuple(row)) >= SURE for row in clues])
    return mean(right[chosen].astype(float), alpha, rng, groups=worlds[chosen])


def right_of_hopeful(table: pd.DataFrame, alpha: float, rng: np.random.Generator, kind: str) -> Estimate:
    """The same for a map that thinks better of every edge."""
    return right_of_sure(table, alpha, rng, kind, 2.0)


def held(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, score: str, wide: float = 1.0
) -> Estimate:
    """The share of tables whose F1 lies in its interval."""
    low, middle, high = lines(*known(table, "development", score))
    three = [middle + wide * (low - middle), middle, middle + wide * (high - middle)]
    found = counted(table, "check", score, three)
    return share(int(found["held"]), int(found["tables"]), alpha)


def held_by_half(table: pd.DataFrame, alpha: float, rng: np.random.Generator, score: str) -> Estimate:
    """The same for intervals half as wide."""
    return held(table, alpha, rng, score, 0.5)


SIMULATED = Reading(
    Origin.OURS, "goals set before the part for checking was looked at; our networks, our seeds"
)

CLAIMS = (
    Claim(
        id="B-sure",
        kind="observation",
        title="Nine in ten of what is called 90% sure",
        reading=SIMULATED,
        relation=Relation.SUBSTITUTION,
        definition=(
            "For every edge that tables asked for once have drawn, let a logistic map turn clues from the release "
            "into a probability; its weights are learned on simulated networks."
        ),
        statement=(
            "On other networks of the same families, the share of the pairs called at least 90% sure that is right "
            "is «sense» $«ours»$, and so is the share of the arrows."
        ),
        sense=Sense.AT_LEAST,
        ours=Formula("9/10"),
        depends=("B-once-tables",),
        checks=(
            Measured(
                "pairs and arrows, network by network",
                ({"kind": "pair"}, {"kind": "arrow"}),
                table,
                DIGEST,
                right_of_sure,
                (
                    instead(ours="99/100"),
                    Mutant(
                        "a map that hopes",
                        check={"measure": right_of_hopeful, "worlds": ({"kind": "arrow"},)},
                    ),
                ),
            ),
        ),
    ),
    Claim(
        id="B-expected",
        kind="observation",
        title="A forecast that holds as often as it says",
        reading=SIMULATED,
        relation=Relation.SUBSTITUTION,
        definition=(
            "From the number of records, the budget and the sizes of the columns alone, let an interval for the "
            "$F_1$ of a graph be learned on simulated tables, such that it holds four of five."
        ),
        statement=(
            "On other tables of the same families, the share that the interval holds is «sense» $«ours»$, for the "
            "$F_1$ of pairs and for that of arrows."
        ),
        sense=Sense.AT_LEAST,
        ours=Formula("7/10"),
        depends=("B-once-tables",),
        checks=(
            Measured(
                "table by table",
                ({"score": "pairs"}, {"score": "arrows"}),
                table,
                DIGEST,
                held,
                (instead(ours="9/10"), Mutant("half as wide", check={"measure": held_by_half})),
            ),
        ),
    ),
)
