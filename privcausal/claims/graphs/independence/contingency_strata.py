"""Strata that come and go, and a p-value that is not a number: two ways in which preprocessing reveals a record."""

import numpy as np
from scipy.special import ndtr

from privcausal.claims.broken import strata
from privcausal.claims.graphs.independence.contingency import change_of, weighted_z
from privcausal.claims.sources import AT_CURATE, PRIV_PC_CODE
from privcausal.pairs.rank import concordance
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, each, instead, whole
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Witness, worst_of

CODED = Formula("Phi(6/sqrt(n)) - 1/2")
"""The sensitivity of p that the code computes: the integral of φ from 0 to 6/√n."""

# --- a stratum that comes back ----------------------------------------------------------------------------------


def wards(kept: int, n: int, events: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """A ward of `kept` patients where x decides y, and a large one with so many events; then there is one more.

    In the large ward x is 1 for every second patient, or for every fifth if there were events before.
    """
    half, rest = kept // 2, n - 2 * (kept // 2)
    ones = rest // (5 if events else 2)
    before = np.array([[[half, 0], [0, half]], [[rest - ones, 0], [ones - events, events]]])
    after = before.copy()
    after[1, 1 if events else 0] += (-1, 1)
    return before, after


def returning_stratum(n: int, events: int) -> Extreme:
    """The largest change of p over the sizes of the small ward."""
    return worst_of(
        each(kept=(4, 8, 16, 24, 32, 48, 64, 96)),
        lambda case: float(change_of(map(strata.dropping_p_value, wards(case["kept"], n, events)))),
    )


def replay_returning(witness: Witness, n: int, events: int) -> float:
    """From records, by the module for pairs, with the strata that count chosen by hand."""
    tails = []
    for counts, considered in zip(wards(witness["kept"], n, events), ((0,), (0, 1)), strict=True):
        blocks = []
        for stratum in considered:
            x, y = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], counts[stratum].ravel(), axis=0).T
            blocks.append((len(x), concordance(x, y).excess))
        tails.append(float(ndtr(-abs(weighted_z(blocks)))))
    return abs(tails[0] - tails[1])


SIZES = (1_000, 10_000, 75_000)
TWICE = instead(published="Phi(12/sqrt(n)) - 1/2")

CLAIMS = (
    Claim(
        id="P-strata",
        title="Strata without information can be left out",
        **PRIV_PC_CODE(
            f"indep_test.py l. 40-44, 79-83; Kendalltaua.py l. 164-165, 176-178; pc.py l. 265, 354 "
            f"(CURATE's program copies it: {AT_CURATE}l. 2443-2445, 2886-2890, 2925-2929)"
        ),
        consequence=Consequence(
            cost=(
                "The reported ε of the programs that drop strata guarantees nothing on such tables, and no "
                "factor repairs it. The ranking is untouched."
            ),
            certain="Sure.",
            repair="{prf:ref}`B-stratified`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Leave out of $z$ all strata with at most two records, all in which a variable is constant, "
            "and all in which the variance of the code, whose middle term is a fourth of the right one, "
            "is negative. Let $p=\\bar\\Phi(|z|)$."
        ),
        statement=(
            "For $«n»$, a range in which the program's whole numbers do not overflow, «neighbours» changes "
            "$p$ by «sense» $«published»$, the sensitivity of the code."
        ),
        quantities=(whole("n", at_most=75_000),),
        published=CODED,
        assumes=("some stratum is left, before and after",),
        checks=(
            Exhaustive(
                "a ward without events has its first",
                each(n=SIZES, events=(0,)),
                returning_stratum,
                (TWICE,),
                replay_returning,
            ),
            Exhaustive(
                "a ward with one event has its second",
                each(n=SIZES, events=(1,)),
                returning_stratum,
                (TWICE,),
                replay_returning,
            ),
        ),
    ),
)

RECORDS, KEPT = 60_000, 16


def noisy_tail(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    """The p-value without empty strata, with the noise of the public code for ε = 1."""
    p_value = strata.dropping_p_value(wards(KEPT, RECORDS)[neighbour])
    return p_value + rng.laplace(scale=CODED(n=RECORDS), size=(size, 1))


def verdict_on_a_constant(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    """Is the edge deleted? One column is constant, or constant except for one record; nothing is held fixed."""
    table = np.array([[500 - neighbour, 500], [neighbour, 0]])
    p_value = strata.p_value_at_order_0(table)
    return strata.deletes(p_value, 0.1, CODED(n=1000), size, rng)[:, None].astype(float)


EXHIBITS = (
    Exhibit(
        "strata that come and go",
        "p without strata in which a variable is constant, with the noise of the public code",
        "P-strata",
        False,
        noisy_tail,
    ),
    Exhibit(
        "a p-value that is not a number",
        "on a constant column the edge always stays; with one other record it nearly always goes",
        "P-strata",
        False,
        verdict_on_a_constant,
    ),
)
