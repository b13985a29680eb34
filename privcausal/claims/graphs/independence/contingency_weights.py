"""Two small changes multiplied: the sensitivity of weighted Kendall in CURATE's program."""

from fractions import Fraction

import numpy as np
from scipy.special import ndtr

from privcausal.claims.graphs.independence.contingency import change_of, pairs_of, splits_of, weighted_z
from privcausal.claims.sources import CURATE_CODE, THE_USERS
from privcausal.graphs.independence.contingency import conditional_kendall
from privcausal.pairs.rank import concordance
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Quality, Target, each, instead, mutant, worlds
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Witness, worst_of

CODED = Formula("10/(11*sqrt(2*pi*n))")
"""The largest of the program's products over all block sizes: that of a block of two."""

# --- one record more ----------------------------------------------------------------------------------------------


def change_on_joining(n: int) -> Extreme:
    """The change of p when a record joins that is at odds with everybody in a rising stratum, next to a falling one."""
    splits = splits_of(n - 1, range(max(n // 2 - 6, 2), n // 2 + 7))
    return worst_of(splits, lambda split: change_of(map(tail, joined(**split))))


def tail(blocks: list[tuple[int, int]]) -> float:
    return float(ndtr(-abs(weighted_z(blocks))))


def joined(rising: int, falling: int) -> list[list[tuple[int, int]]]:
    """Size and excess of both strata, without and with the record."""
    up, down = pairs_of(rising), -pairs_of(falling)
    return [[(rising, up), (falling, down)], [(rising + 1, up - rising), (falling, down)]]


def replay_joined(witness: Witness, n: int) -> float:
    """By the library, from records."""
    tails = []
    for extra in (0, 1):
        up, down = np.arange(witness["rising"]), np.arange(witness["falling"])
        blocks = [(np.append(up + 1, [0] * extra), np.append(up, [n] * extra)), (down, -down)]
        tails.append(float(ndtr(-z_of(blocks))))
    return abs(tails[0] - tails[1])


def z_of(blocks: list[tuple[np.ndarray, np.ndarray]]) -> float:
    """|z| of strata given by records."""
    return abs(weighted_z([(len(x), concordance(x, y).excess) for x, y in blocks]))


# --- the step of the program --------------------------------------------------------------------------------------


def weight(m: int) -> Fraction:
    """The weight of a block of m records."""
    return Fraction(9 * m * (m - 1), 2 * (2 * m + 5))


def share(m: int, excess: int) -> Fraction:
    """The τ of a block of m records."""
    return Fraction(2 * excess, m * (m - 1))


def changes(m: int, excess: int, gain: int) -> tuple[Fraction, Fraction, Fraction]:
    """Of w τ, of w and of τ, when a record enters a block of m."""
    before, after = (m, excess), (m + 1, excess + gain)
    products = [weight(size) * share(size, total) for size, total in (before, after)]
    both = abs(weight(m + 1) - weight(m)), abs(share(*after) - share(*before))
    return abs(products[1] - products[0]), *both


def over_the_product(m: int) -> Extreme:
    """The largest change of w τ over the largest changes of w and of τ, multiplied."""
    top = m * (m - 1) // 2
    cases = [(excess, gain) for excess in range(-top, top + 1) for gain in range(-m, m + 1)]
    results = {case: changes(m, *case) for case in cases}
    worst = max(cases, key=lambda case: results[case][0])
    of_weight, of_share = (max(change[part] for change in results.values()) for part in (1, 2))
    witness = {"excess": worst[0], "gain": worst[1], "change_of_share": str(of_share)}
    return Extreme(results[worst][0] / (of_weight * of_share), witness, len(cases))


def replay_product(witness: Witness, m: int) -> Fraction:
    """By w τ = 9S/(2m + 5), directly."""
    excess, total = witness["excess"], witness["excess"] + witness["gain"]
    change = abs(Fraction(9 * total, 2 * m + 7) - Fraction(9 * excess, 2 * m + 5))
    return change / ((weight(m + 1) - weight(m)) * Fraction(witness["change_of_share"]))


CLAIMS = (
    Claim(
        id="C-sens",
        title="One user moves the tail of weighted Kendall by a third over √n",
        **CURATE_CODE(
            "l. 69-73, 1939, 3287; the formulas of the appendix (002:l.138-156) are lost",
            Quality.RECONSTRUCTED,
            THE_USERS,
        ),
        consequence=Consequence(
            cost="The noise of that program is about five times too small under its own relation.",
            certain="Sure of the program; the appendix that derives the constant is lost.",
            repair="{prf:ref}`B-stratified`",
        ),
        relation=Relation.ADD_REMOVE,
        definition=(
            "Let $p=\\bar\\Phi(|z|)$ be the tail of the weighted Kendall statistic of "
            "{prf:ref}`P-kendall`, over blocks of two records or more, of $n$ in all."
        ),
        statement="«Neighbours» changes $p$ by «sense» $«published»$.",
        published=CODED,
        assumes=(
            "each block has two records or more, before and after",
            "$n$, the larger number of records, is public",
        ),
        depends=("P-kendall",),
        subjects=(conditional_kendall,),
        checks=(
            Exhaustive(
                "a record joins one of two blocks",
                each(n=(100, 1_000, 10_000)),
                change_on_joining,
                (instead(published="40/(11*sqrt(2*pi*n))"),),
                replay_joined,
                worlds("n", 100_000),
            ),
            Exhaustive(
                "every excess and gain of one block, as the program multiplies",
                each(m=(2, 5, 12)),
                over_the_product,
                (mutant("twice the product", tolerance=2),),
                replay_product,
                tolerance=1,
                target=Target.PROOF,
            ),
        ),
    ),
)

RECORDS = 10_000


def noisy_tail(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    """The p-value without and with the record, with the noise of the program for ε = 1."""
    blocks = joined(**change_on_joining(RECORDS).witness)[neighbour]
    p_value = float(ndtr(-abs(weighted_z(blocks))))
    return p_value + rng.laplace(scale=CODED(n=RECORDS), size=(size, 1))


EXHIBITS = (
    Exhibit(
        "weighted Kendall by a product rule",
        "p with the noise of CURATE's program",
        "C-sens",
        False,
        noisy_tail,
        relation=Relation.ADD_REMOVE,
    ),
)
