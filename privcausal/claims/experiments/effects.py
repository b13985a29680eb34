"""How often the interval of an effect holds the truth: counted in simulated worlds that it was not made for."""

from functools import partial

import numpy as np
import pandas as pd

from privcausal.experiments.effects import EFFECTS, EPSILONS, RECORDS, RISKS, STRATA
from privcausal.experiments.execution import load
from privcausal.privacy.price import Relation
from privcausal.verify import Formula, Sense, by_us, instead, mutant, worlds
from privcausal.verify.checks import Estimate, Measured, digest_of, share

ALL = ""
"""No grouping."""

GROUPS = (
    *(("records", value) for value in RECORDS),
    *(("epsilon", value) for value in EPSILONS),
    *(("strata", value) for value in STRATA),
    *(("level", value) for value in RISKS),
)


def coverage(
    table: pd.DataFrame,
    alpha: float,
    rng: np.random.Generator,
    kind: str,
    target: str,
    by: str,
    value: float,
    measure: str = "difference",
    held: str = "informative_held",
    trials: str = "informative",
) -> Estimate:
    """Return the share of intervals that hold the truth, among those shorter than half of the possible range."""
    rows = table[(table.kind == kind) & (table.target == target) & (table.measure == measure)]
    rows = rows if by == ALL else rows[rows[by] == value]
    return share(int(rows[held].sum()), int(rows[trials].sum()), alpha)


def of_all(*table: object, **world: object) -> Estimate:
    """Return the same among all intervals: a short one can come from an instrument that looks strong by accident."""
    return coverage(*table, held="held", trials="trials", **world)  # type: ignore[arg-type, misc]


WORLDS = worlds(
    "kind target by value",
    *(("event", "ATE", by, value) for by, value in GROUPS),
    ("event", "ATT", ALL, 0),
    ("number", "ATE", ALL, 0),
)

CLAIMS = (
    by_us(
        id="B-effect-coverage",
        kind="observation",
        title="The interval of an effect holds the truth as often as it says",
        place="our worlds, our seeds; the goal was set before they were drawn",
        relation=Relation.SUBSTITUTION,
        sense=Sense.AT_LEAST,
        definition=(
            "Draw worlds with confounding, effects that differ between strata, strata in which hardly anybody is "
            "treated, and people from them; let `effect` estimate from its one look, for every size, price, number of "
            "strata and level of risk of the experiment. Count the intervals that are shorter than half of the range "
            "possible; of instruments, all."
        ),
        statement="The share of intervals that hold the true effect is «sense» $«ours»$ in each group of worlds.",
        ours=Formula("94/100"),
        depends=("B-effect-table", "B-effect-bounds", "B-effect-unbiased"),
        checks=(
            Measured(
                "group by group",
                WORLDS,
                partial(load, EFFECTS),
                digest_of(EFFECTS.path),
                coverage,
                (
                    instead(ours="98/100"),
                    mutant("long intervals counted as misses", measure=partial(coverage, trials="trials")),
                ),
            ),
            Measured(
                "instruments",
                worlds("kind target by value", ("instrument", "compliers", ALL, 0)),
                partial(load, EFFECTS),
                digest_of(EFFECTS.path),
                of_all,
                (instead(ours="99/100"),),
            ),
        ),
    ),
)
