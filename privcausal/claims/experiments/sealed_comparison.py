"""Private methods for categories on the test half of the second kind of networks: what the default is worth."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd

from privcausal.claims.functions import measured_in
from privcausal.experiments.heldout import EPSILON
from privcausal.experiments.sealed_comparison import (
    EPSILONS,
    MST,
    OTHERS,
    READINGS,
    SEALED_COMPARISON,
    SIZES,
    WITHOUT,
    WORTH,
)
from privcausal.graphs.methods import best_reader
from privcausal.privacy.price import Relation
from privcausal.verify import Formula, Mutant, Sense, by_us, each, instead, mutant, one_of
from privcausal.verify.checks import Estimate, Measured, mean
from privcausal.verify.evidence import Parameters

SPOTS = (*((min(SIZES), epsilon) for epsilon in EPSILONS), (max(SIZES), EPSILON))
"""Numbers of records and prices at which other methods were tried."""

COMPARISONS = len(OTHERS) * len(SPOTS)
"""All of them share one error, whichever of them a claim speaks of."""


def default(records: int) -> str:
    """Return the method that `discover` takes for so many records."""
    return best_reader(READINGS[0], records)


def score(table: pd.DataFrame, records: int, method: str, epsilon: float) -> pd.Series:
    """The mean F1 over the draws of noise, one for each network."""
    rows = table[(table.records == records) & (table.method == method) & np.isclose(table.epsilon, epsilon)]
    return rows.groupby(["family", "member"]).f1.mean()


def difference(one: pd.Series, other: pd.Series, alpha: float, rng: np.random.Generator) -> Estimate:
    """The mean difference over the networks that have both; networks of one family are not independent."""
    both = (one - other).dropna()
    return mean(both, alpha, rng, groups=both.index.get_level_values("family"))


def lead(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, other: str, records: int, epsilon: float
) -> Estimate:
    """How far the default is ahead of another method at the same price."""
    own, theirs = (score(table, records, method, epsilon) for method in (default(records), other))
    return difference(own, theirs, alpha, rng)


def lead_of(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, other: str, records: int, epsilon: float
) -> Estimate:
    """How far another method is ahead of the default at the same price."""
    return -lead(table, alpha, rng, other, records, epsilon)


def lead_over_reading(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, records: int, epsilon: float
) -> Estimate:
    """How far the default is ahead of the other reading of the same release."""
    (other,) = set(READINGS) - {default(records)}
    return lead(table, alpha, rng, other, records, epsilon)


def cost(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, reference: str, records: int, epsilon: float
) -> Estimate:
    """How much F1 the default loses, against PC without privacy or against itself without noise."""
    method = WITHOUT if reference == WITHOUT else default(records)
    prices = table[(table.method == method) & (table.records == records)].epsilon
    return difference(
        score(table, records, method, prices.max()),
        score(table, records, default(records), epsilon),
        alpha,
        rng,
    )


RULE = (
    "a rule written down before the first result, with an interval chosen after it; our networks, our seeds"
)
CHOSEN = f"{RULE}; this statement was chosen after the results"

measured = measured_in(SEALED_COMPARISON)
observed = partial(
    by_us,
    kind="observation",
    place=CHOSEN,
    relation=Relation.SUBSTITUTION,
    sense=Sense.AT_LEAST,
    depends=("B-once-tables",),
    definition=(
        "On $n$ records of the simulated networks of the second kind in the test half, of 20 to 60 columns, at the "
        "price $(\\varepsilon,10^{-6})$, compare skeletons by their mean $F_1$ over the draws of noise; a lead is a "
        "mean difference over networks. The default is `once` below 100,000 records and `once-further` from there on."
    ),
)


def compared(
    name: str, worlds: tuple[Parameters, ...], measure: Callable[..., Estimate], wrong: Mutant
) -> Measured:
    """The check of some comparisons, each with its part of the error that all of them share."""
    return measured(
        name,
        worlds,
        measure=measure,
        alpha=0.01 * len(worlds) / COMPARISONS,
        mutants=(wrong,),
    )


CLAIMS = (
    observed(
        id="B-default",
        title="The default against the better reading",
        place=RULE,
        statement=(
            "For $«records»$ and $«epsilon»$ the lead of the default over the other reading of the "
            "same release is «sense» $«ours»$."
        ),
        quantities=(one_of("records", *sorted(SIZES), letter="n"), one_of("epsilon", *EPSILONS)),
        ours=Formula(f"-{round(100 * WORTH)}/100"),
        checks=(
            measured(
                "skeleton F1, family by family",
                each(records=SIZES, epsilon=EPSILONS),
                measure=lead_over_reading,
                mutants=(instead(ours="1/2"),),
            ),
        ),
    ),
    observed(
        id="B-ahead-sealed",
        title="The default against methods that pay for each test",
        statement=(
            "For $«records»$ the lead of the default over Priv-PC is «sense» $«ours»$ for $«epsilon»$, and so is its "
            "lead over SVT-PC for the smaller $\\varepsilon$; both methods are as repaired here."
        ),
        quantities=(one_of("records", min(SIZES), letter="n"), one_of("epsilon", 1, 3)),
        ours=Formula("0"),
        checks=(
            compared(
                "skeleton F1, family by family",
                each(other=("priv-pc",), records=(min(SIZES),), epsilon=(1.0, 3.0))
                + each(other=("svt-pc",), records=(min(SIZES),), epsilon=(EPSILON,)),
                lead,
                mutant("the methods exchanged", measure=lead_of),
            ),
        ),
    ),
    observed(
        id="B-mst-ahead",
        title="PC on a synthetic table by MST against the default at small ε",
        statement=(
            "For $«records»$ and $«epsilon»$ the lead of PC on a synthetic table by MST over the default is "
            "«sense» $«ours»$."
        ),
        quantities=(one_of("records", min(SIZES), letter="n"), one_of("epsilon", 0.1, 0.3)),
        ours=Formula("0"),
        checks=(
            compared(
                "skeleton F1, family by family",
                each(other=(MST,), records=(min(SIZES),), epsilon=(0.1, 0.3)),
                lead_of,
                instead(ours="1/2"),
            ),
        ),
    ),
)
