"""Selling by the exponential mechanism: one bid moves all revenues the same way, so it costs half."""

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from privcausal.claims.privacy.exponential import RATE
from privcausal.privacy.exponential import Exponential, privacy_loss, revenues
from privcausal.privacy.price import Relation
from privcausal.verify import Formula, by_us, instead, mutant, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Witness, worst_of


def auctions(bidders: int, steps: int) -> Iterator[Witness]:
    """What the others bid, a true value and a lie, all on a grid of [0, 1]."""
    grid = np.linspace(0, 1, steps + 1).tolist()
    for others in combinations_with_replacement(grid, bidders - 1):
        for value, lie in product(grid, repeat=2):
            yield {"others": list(others), "value": value, "lie": lie}


def worst_auction(epsilon: float, bidders: int, steps: int, score: Callable[..., float]) -> Extreme:
    """All auctions; the score is a logarithm of ratios when one bid changes."""
    return worst_of(auctions(bidders, steps), lambda case: score(case, epsilon, steps))


def prices_for(case: Witness, bid: float, epsilon: float, steps: int) -> Any:
    """The law of the price on a grid, at rate ε."""
    mechanism = Exponential(1, epsilon, Relation.SUBSTITUTION, monotone=True)
    return mechanism.probabilities(revenues([*case["others"], bid], np.linspace(0, 1, steps + 1)))


def price_loss(case: Witness, epsilon: float, steps: int) -> float:
    """The largest log-ratio of any price's probability when one bid changes."""
    return privacy_loss(*(prices_for(case, case[bid], epsilon, steps) for bid in ("value", "lie")))


def gain_from_lying(case: Witness, epsilon: float, steps: int) -> float:
    """Ln of the factor by which a lie multiplies one's gain: value − price, when the bid reaches the price."""
    grid = np.linspace(0, 1, steps + 1)
    gains = [
        float(prices_for(case, case[bid], epsilon, steps) @ ((case["value"] - grid) * (grid <= case[bid])))
        for bid in ("lie", "value")
    ]
    return math.log(gains[0] / gains[1]) if min(gains) > 0 else 0.0


def bids_of_two(epsilon: float) -> Extreme:
    """Undeclared bounds: one person bids 2, and a price of 2 exists."""
    mechanism = Exponential(1, epsilon, Relation.SUBSTITUTION, monotone=True)
    laws = [mechanism.probabilities([0.0, 1.0, 2.0 * sells]) for sells in (0, 1)]
    return Extreme(privacy_loss(*laws), {"value": 2.0}, 1)


CLAIMS = (
    by_us(
        id="X-auction",
        title="A posted price that no bidder can move by much",
        place="the auction is that of McSherry and Talwar (2007), Theorem 9; only the constant 1 instead of 2 is ours",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Bids lie in $[0,1]$, a price in $[0,1]$ is chosen by its revenue at rate $\\theta$, and "
            "everyone who bids at least the price buys."
        ),
        statement=(
            "For all $«epsilon»$, changing one bid changes the logarithm of each price's probability by "
            "«sense» $«ours»$, half the bound of {prf:ref}`X-dp`; and so a lie raises the logarithm "
            "of a bidder's expected gain by «sense» that."
        ),
        quantities=(RATE,),
        ours=Formula("epsilon"),
        at={"epsilon": 1},
        depends=("X-dp", "B-spread"),
        checks=(
            Exhaustive(
                "all bids on a grid",
                worlds("epsilon bidders steps", (1.0, 1, 8), (1.0, 3, 5), (2.0, 2, 6), (6.0, 2, 5)),
                partial(worst_auction, score=price_loss),
                (instead(ours="epsilon/2"), mutant("bids beyond the declared bounds", worst=bids_of_two)),
                price_loss,
            ),
            Exhaustive(
                "all lies on a grid",
                worlds("epsilon bidders steps", (1.0, 2, 8), (1.0, 3, 5), (4.0, 3, 5)),
                partial(worst_auction, score=gain_from_lying),
                (instead(ours="0*epsilon"),),
                gain_from_lying,
            ),
        ),
    ),
)
