"""The sparing reading of a release against the other two, on held-back networks that no other experiment has drawn."""

from functools import partial

import numpy as np
import pandas as pd

from privcausal.claims.functions import measured_in
from privcausal.experiments.heldout import EPSILON
from privcausal.experiments.sparing import KINDS, LEAST_LEADS, READINGS, SIZES, SPARING, SPARING_READING
from privcausal.privacy.price import Relation
from privcausal.verify import Formula, Sense, by_us, each, instead, mutant, one_of
from privcausal.verify.checks import Estimate, Measured, mean
from privcausal.verify.evidence import Parameters

OTHERS = READINGS[:2]
COMPARED = SIZES[1:]
"""Numbers of records at which readings are compared; the largest is for the share of right edges alone."""

COMPARISONS = len(OTHERS) * len(COMPARED) * len(LEAST_LEADS)
"""All of them share one error."""

LEAST_RIGHT = "19/20"


def score(table: pd.DataFrame, kind: str, records: int, method: str, epsilon: float = EPSILON) -> pd.Series:
    """The F1 of a method's skeletons, one for each network."""
    rows = table[(table.kind == kind) & (table.records == records) & (table.method == method)]
    return rows[np.isclose(rows.epsilon, epsilon)].set_index(["family", "member"]).f1


def difference(one: pd.Series, other: pd.Series, alpha: float, rng: np.random.Generator) -> Estimate:
    """The mean difference over the networks that have both; networks of one family are not independent."""
    both = (one - other).dropna()
    return mean(both, alpha, rng, groups=both.index.get_level_values("family"))


def lead(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, other: str, kind: str, records: int
) -> Estimate:
    """How far the sparing reading is ahead of another one."""
    own, theirs = (score(table, kind, records, method) for method in (SPARING, other))
    return difference(own, theirs, alpha, rng)


def cost(
    table: pd.DataFrame,
    alpha: float,
    rng: np.random.Generator,
    reference: str,
    kind: str,
    records: int,
    method: str = SPARING,
) -> Estimate:
    """How much F1 a reading loses to noise, against PC without privacy or, if that is the reference, itself."""
    best = table[table.method == reference].epsilon.max()
    whole = score(table, kind, records, reference, best)
    return difference(whole, score(table, kind, records, method), alpha, rng)


def share_right(
    table: pd.DataFrame,
    alpha: float,
    rng: np.random.Generator,
    kind: str,
    records: int,
    method: str = SPARING,
) -> Estimate:
    """The share of its edges that are not doubtful which is right, over all networks together."""
    rows = table[(table.kind == kind) & (table.records == records) & (table.method == method)]
    rows = rows[np.isclose(rows.epsilon, EPSILON) & (rows.unmarked > 0)]
    shares = rows["unmarked right"] / rows.unmarked
    return mean(shares, alpha, rng, weights=rows.unmarked, groups=rows.family)


def share_of_all(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, kind: str, records: int
) -> Estimate:
    """The same of all its edges, doubtful or not: the mean of precisions."""
    rows = table[(table.kind == kind) & (table.records == records) & (table.method == SPARING)]
    rows = rows[np.isclose(rows.epsilon, EPSILON)]
    return mean(rows.precision, alpha, rng, groups=rows.family)


measured = measured_in(SPARING_READING)
observed = partial(
    by_us,
    kind="observation",
    place="a rule written down before the networks were drawn; our networks, our seeds",
    relation=Relation.SUBSTITUTION,
    sense=Sense.AT_LEAST,
    depends=("B-once-tables",),
    definition=(
        "At the price $(1,10^{-6})$, let `once`, `once-further` and `once-sparing` read the same releases of $n$ "
        "records of held-back networks, those of the second kind with 20 to 60 columns, and compare skeletons by their "
        "$F_1$; a lead is a mean difference over networks."
    ),
)


def compared(worlds: tuple[Parameters, ...]) -> Measured:
    """The check of some comparisons, each with its part of the error that all of them share."""
    return measured(
        "skeleton F1, family by family",
        worlds,
        measure=lead,
        alpha=0.01 * len(worlds) / COMPARISONS,
        mutants=(
            instead(ours="1/2"),
        ),  # with seven families a lead of the other sign would be undecided, too
    )


CLAIMS = (
    observed(
        id="B-sparing",
        title="Deletions that exclude each other: the sparing reading on networks of the second kind",
        statement=(
            "On networks of the second kind the lead of the sparing reading over each of the other two is «sense» "
            "$«ours»$, for $«records»$."
        ),
        quantities=(one_of("records", *sorted(COMPARED), letter="n"),),
        ours=Formula("0"),
        checks=(compared(each(other=OTHERS, kind=("lifelike",), records=COMPARED)),),
    ),
    observed(
        id="B-sparing-first",
        title="The sparing reading on networks of the first kind",
        statement=(
            "On networks of the first kind the lead of the sparing reading over each of the other two is «sense» "
            "$«ours»$, for $«records»$."
        ),
        quantities=(one_of("records", *sorted(COMPARED), letter="n"),),
        ours=Formula(f"-{round(-100 * LEAST_LEADS['first'])}/100"),
        checks=(
            measured(
                "skeleton F1, family by family",
                each(other=OTHERS, kind=("first",), records=COMPARED),
                measure=lead,
                alpha=0.01 * len(OTHERS) * len(COMPARED) / COMPARISONS,
                mutants=(instead(ours="1/2"),),
            ),
        ),
    ),
    observed(
        id="B-sparing-right",
        title="Edges of the sparing reading that nothing speaks against",
        statement=(
            "Of the edges of the sparing reading that are not doubtful the share that is right is «sense» $«ours»$: "
            "on networks of the second kind for $«records»$, and on networks of the first kind and the seven published "
            "ones for all of these but the largest."
        ),
        quantities=(one_of("records", *sorted(SIZES), letter="n"),),
        ours=Formula(LEAST_RIGHT),
        checks=(
            measured(
                "edges, family by family",
                each(kind=("lifelike",), records=SIZES) + each(kind=KINDS[1:], records=COMPARED),
                measure=share_right,
                mutants=(mutant("doubtful edges count too", measure=share_of_all),),
            ),
        ),
    ),
)
