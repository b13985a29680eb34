"""How sure of a direction: judged on simulated pairs by which it was not calibrated."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd

from privcausal.arrays import Floats
from privcausal.experiments.direction import DIRECTION, DIRECTION_AGAIN
from privcausal.experiments.direction_margins import learned
from privcausal.experiments.execution import load
from privcausal.pairs.comparison import probability_correct
from privcausal.pairs.direction_calibration import SURE, Margins, nearest
from privcausal.privacy.price import Relation
from privcausal.verify import Formula, Sense, by_us, each, mutant
from privcausal.verify.checks import Estimate, Measured, digest_of, mean


@cache
def tables() -> pd.DataFrame:
    """The releases of the pairs for judging, of both experiments, each with how sure its direction is."""
    table = pd.concat([load(DIRECTION), load(DIRECTION_AGAIN)])
    asked = table[table.part != "development"]
    return asked.assign(sure=probabilities(asked, learned(table)["margins"]), flat=flat(asked))


def probabilities(asked: pd.DataFrame, stored: Mapping[str, Any]) -> Floats:
    """How sure of the direction of each released margin, learned again from the development pairs."""
    names = asked.score, map(nearest, asked.n, asked.penalty), asked.margin.abs(), asked.noise
    rows = zip(*names, strict=True)
    return np.array([Margins(np.array(stored[score][name])).right(m, b) for score, name, m, b in rows])


def flat(asked: pd.DataFrame) -> Floats:
    """The same as if no margin were likelier than another, however far beyond what scores can be."""
    return np.array(list(map(probability_correct, asked.margin.abs(), asked.noise)))


def right_of_named(
    asked: pd.DataFrame,
    alpha: float,
    rng: np.random.Generator,
    part: str,
    by: str = "sure",
    least: float = SURE,
) -> Estimate:
    """Return the share that is right of the directions that are named; answers about one pair are dependent."""
    named = asked[(asked[by] >= least) & (asked.part == part)]
    return mean((named.margin > 0).astype(float), alpha, rng, groups=named.pair)


DIGEST = digest_of(DIRECTION.path) + digest_of(DIRECTION_AGAIN.path)

CLAIMS = (
    by_us(
        id="B-direction-sure",
        kind="observation",
        title="Eight in ten of the directions that are named",
        place="our pairs, our seeds; the goal was 93%, and so few directions are named that a band confirms less",
        relation=Relation.SUBSTITUTION,
        sense=Sense.AT_LEAST,
        definition=(
            "Let `direction` name the direction of the smaller score only where it is right with probability at least "
            "95%, by the margins of simulated pairs and the law of the noise."
        ),
        statement=(
            "On other pairs of the same families, and on pairs of other families, the share of the named "
            "directions that is right is «sense» $«ours»$."
        ),
        ours=Formula("8/10"),
        checks=(
            Measured(
                "pair by pair",
                each(part=("check", "stranger")),
                tables,
                DIGEST,
                right_of_named,
                (
                    mutant("named at 60% or more", measure=partial(right_of_named, least=0.6)),
                    mutant("no margin is likelier than another", measure=partial(right_of_named, by="flat")),
                ),
            ),
        ),
    ),
)
