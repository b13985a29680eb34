"""How sure of an edge, and what to expect of a plan: judged on simulated networks that neither was learned from."""

from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from privcausal.claims.functions import measured_in
from privcausal.experiments.calibration import CALIBRATION
from privcausal.experiments.confidence_maps import edges, fit
from privcausal.experiments.execution import load
from privcausal.experiments.f1_maps import counted, lines, stored_terms
from privcausal.experiments.vote_calibration import VOTE_CALIBRATION, VOTE_CALIBRATION_AGAIN
from privcausal.graphs.edge_confidence import Logistic
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Sense, by_us, each, instead, mutant, worlds
from privcausal.verify.checks import Estimate, Measured, digest_of, mean, share

SURE = 0.9


def right_of_sure(
    table: pd.DataFrame,
    alpha: float,
    rng: np.random.Generator,
    kind: str,
    method: str | None = None,
    extra: float = 0.0,
) -> Estimate:
    """Return the share that is right of the pairs or arrows called sure; edges of one network are dependent."""
    table = table if method is None else table[table.method == method]
    first, *others = fit(*edges(table, "development", kind)[:2]).weights
    sure = Logistic((first + extra, *others))
    clues, right, worlds = edges(table, "check", kind)
    chosen = np.array([sure(tuple(row)) >= SURE for row in clues])
    return mean(right[chosen].astype(float), alpha, rng, groups=worlds[chosen])


def held(
    table: pd.DataFrame, alpha: float, rng: np.random.Generator, score: str, wide: float = 1.0
) -> Estimate:
    """The share of tables whose F1 lies in its interval."""
    low, middle, high = lines(*stored_terms(table, "development", score))
    three = [middle + wide * (low - middle), middle, middle + wide * (high - middle)]
    results = counted(table, "check", score, three)
    return share(int(results["held"]), int(results["tables"]), alpha)


# --- B-voted: where arrows are voted on ----------------------------------------------------------------------


simulated = partial(
    by_us,
    kind="observation",
    place="goals set before the part for checking was looked at; our networks, our seeds",
    relation=Relation.SUBSTITUTION,
    sense=Sense.AT_LEAST,
)
nine_in_ten = partial(
    simulated,
    statement=(
        "On other networks of the same families, the share of the pairs called at least 90% sure that is right "
        "is «sense» $«ours»$, and so is the share of the arrows."
    ),
    ours=Formula("9/10"),
)


def voted() -> pd.DataFrame:
    """For numbers the second check alone: in the first too few arrows were called sure to decide anything."""
    first = load(VOTE_CALIBRATION)
    kept = first[(first.part == "development") | (first.method != "once-correlations")]
    return pd.concat([kept, load(VOTE_CALIBRATION_AGAIN)])


VOTES = digest_of(VOTE_CALIBRATION.path) + digest_of(VOTE_CALIBRATION_AGAIN.path)


def of_votes(method: str, what: str, *mutants: Mutant, **fields: Any) -> Claim:
    """The same sentence about either method."""
    check = Measured(
        "pairs and arrows, network by network",
        each(method=(method,), kind=("pair", "arrow")),
        voted,
        VOTES,
        right_of_sure,
        (instead(ours="99/100"), *mutants),
    )
    return nine_in_ten(
        **fields,
        definition=(
            f"For every edge that `{method}` has drawn from {what}, let a logistic map turn clues from the votes "
            "into a probability; its weights are learned on simulated networks."
        ),
        checks=(check,),
    )


measured = measured_in(CALIBRATION)
HOPEFUL = mutant(
    "a map that hopes", measure=partial(right_of_sure, extra=2.0), worlds=worlds("kind", "arrow")
)

CLAIMS = (
    nine_in_ten(
        id="B-sure",
        title="Nine in ten of what is called 90% sure",
        definition=(
            "For every edge that tables asked for once have drawn, let a logistic map turn clues from the release "
            "into a probability; its weights are learned on simulated networks."
        ),
        depends=("B-once-tables",),
        checks=(
            measured(
                "pairs and arrows, network by network",
                each(kind=("pair", "arrow")),
                measure=right_of_sure,
                mutants=(instead(ours="99/100"), HOPEFUL),
            ),
        ),
    ),
    simulated(
        id="B-expected",
        title="A forecast that holds as often as it says",
        definition=(
            "From the number of records, the budget and the sizes of the columns alone, let an interval for the "
            "$F_1$ of a graph be learned on simulated tables, such that it holds four of five."
        ),
        statement=(
            "On other tables of the same families, the share that the interval holds is «sense» $«ours»$, for the "
            "$F_1$ of pairs and for that of arrows."
        ),
        ours=Formula("7/10"),
        depends=("B-once-tables",),
        checks=(
            measured(
                "table by table",
                each(score=("pairs", "arrows")),
                measure=held,
                mutants=(instead(ours="9/10"), mutant("half as wide", measure=partial(held, wide=0.5))),
            ),
        ),
    ),
    of_votes(
        "once-further",
        "tables asked for once",
        id="B-voted",
        title="Nine in ten of what is called 90% sure, of tables read further",
        depends=("B-once-tables",),
    ),
    of_votes(
        "once-correlations",
        "numbers",
        # Of `once-further` nine in ten of all arrows are right, so that such a map would not be seen.
        mutant(
            "a map that hopes",
            measure=partial(right_of_sure, extra=3.0),
            worlds=worlds("method kind", ("once-correlations", "arrow")),
        ),
        id="B-voted-numbers",
        title="Nine in ten of what is called 90% sure, of numbers",
        depends=("B-once-linear",),
    ),
)
