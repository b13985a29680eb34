"""Selling by the exponential mechanism: one bid moves all revenues the same way, so it costs half."""

import math
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from privcausal.claims.functions import first_highest
from privcausal.privacy.exponential import Exponential, privacy_loss, revenues
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, instead, real
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme


def auctions(bidders: int, steps: int) -> Iterator[tuple[tuple[float, ...], float, float]]:
    """What the others bid, a true value and a lie, all on a grid of [0, 1]."""
    grid = np.linspace(0, 1, steps + 1).tolist()
    for others in combinations_with_replacement(grid, bidders - 1):
        for value, lie in product(grid, repeat=2):
            yield others, value, lie


def worst_bid(epsilon: float, bidders: int, steps: int) -> Extreme:
    """The largest log-ratio of any price's probability when one bid changes."""
    return most(auctions(bidders, steps), price_loss, epsilon, steps)


def worst_lie(epsilon: float, bidders: int, steps: int) -> Extreme:
    """Ln of the factor by which a lie can multiply one's expected gain."""
    return most(auctions(bidders, steps), gain_from_lying, epsilon, steps)


def most(cases: Any, score: Callable[..., float], epsilon: float, steps: int) -> Extreme:
    scored = [(score(auction(case), epsilon, 0, steps), case) for case in cases]
    value, case = scored[first_highest([pair[0] for pair in scored])]
    return Extreme(value, auction(case), len(scored))


def auction(case: tuple[tuple[float, ...], float, float]) -> dict[str, Any]:
    return {"others": list(case[0]), "value": case[1], "lie": case[2]}


def prices_for(case: dict[str, Any], bid: float, epsilon: float, steps: int) -> Any:
    """The law of the price on a grid, at rate ε."""
    mechanism = Exponential(1, epsilon, Relation.SUBSTITUTION, monotone=True)
    return mechanism.probabilities(revenues([*case["others"], bid], price_grid(steps)))


def price_grid(steps: int) -> Any:
    return np.linspace(0, 1, steps + 1)


def price_loss(case: dict[str, Any], epsilon: float, bidders: int, steps: int) -> float:
    return privacy_loss(*(prices_for(case, case[bid], epsilon, steps) for bid in ("value", "lie")))


def gain_from_lying(case: dict[str, Any], epsilon: float, bidders: int, steps: int) -> float:
    """A buyer gains value − price when the bid reaches the price; truth is compared with the lie."""
    grid = price_grid(steps)
    gains = [
        float(prices_for(case, case[bid], epsilon, steps) @ ((case["value"] - grid) * (grid <= case[bid])))
        for bid in ("lie", "value")
    ]
    return math.log(gains[0] / gains[1]) if min(gains) > 0 else 0.0


def bids_of_two(epsilon: float, bidders: int, steps: int) -> Extreme:
    """Undeclared bounds: one person bids 2, and a price of 2 exists."""
    mechanism = Exponential(1, epsilon, Relation.SUBSTITUTION, monotone=True)
    laws = [mechanism.probabilities([0.0, 1.0, 2.0 * sells]) for sells in (0, 1)]
    return Extreme(privacy_loss(*laws), {"value": 2.0}, 1)


UNBOUNDED_BIDS = Mutant("bids beyond the declared bounds", check={"worst": bids_of_two})


CLAIMS = (
    Claim(
        id="X-auction",
        title="A posted price that no bidder can move by much",
        reading=Reading(
            Origin.OURS, "the page has one sentence on auctions and no number (line 112 of our copy)"
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Bids lie in $[0,1]$, a price in $[0,1]$ is chosen by its revenue at rate $\\varepsilon$, and "
            "everyone who bids at least the price buys."
        ),
        statement=(
            "For all $«epsilon»$, changing one bid changes the logarithm of each price's probability by "
            "«sense» $«ours»$, half of what {prf:ref}`X-dp` would book; and so lying changes the logarithm "
            "of a bidder's expected gain by «sense» that."
        ),
        quantities=(real("epsilon", above=0),),
        ours=Formula("epsilon"),
        at={"epsilon": 1},
        proof="proof-auction",
        depends=("X-dp", "B-spread"),
        checks=(
            Exhaustive(
                "all bids on a grid",
                tuple(
                    {"epsilon": epsilon, "bidders": bidders, "steps": steps}
                    for epsilon, bidders, steps in ((1.0, 1, 8), (1.0, 3, 5), (2.0, 2, 6), (6.0, 2, 5))
                ),
                worst_bid,
                (instead(ours="epsilon/2"), UNBOUNDED_BIDS),
                price_loss,
            ),
            Exhaustive(
                "all lies on a grid",
                tuple(
                    {"epsilon": epsilon, "bidders": bidders, "steps": steps}
                    for epsilon, bidders, steps in ((1.0, 2, 8), (1.0, 3, 5), (4.0, 3, 5))
                ),
                worst_lie,
                (instead(ours="0*epsilon"),),
                gain_from_lying,
            ),
        ),
    ),
)
