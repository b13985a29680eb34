"""Selling by the exponential mechanism: one bid moves all revenues the same way, so it costs half."""

import math
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from privcausal.claims.functions import first_highest
from privcausal.claims.sources import EXPONENTIAL
from privcausal.privacy.exponential import Exponential, privacy_loss, revenues
from privcausal.privacy.price import Relation
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number


def auction_published(epsilon: float) -> Number:
    return 2 * epsilon


def auction_ours(epsilon: float) -> Number:
    return epsilon


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
    scored = [(score(None, auction(case), epsilon, 0, steps), case) for case in cases]
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


def price_loss(claim: Any, case: dict[str, Any], epsilon: float, bidders: int, steps: int) -> float:
    return privacy_loss(*(prices_for(case, case[bid], epsilon, steps) for bid in ("value", "lie")))


def gain_from_lying(claim: Any, case: dict[str, Any], epsilon: float, bidders: int, steps: int) -> float:
    """A buyer gains value − price when the bid reaches the price; truth is compared with the lie."""
    grid = price_grid(steps)
    gains = [
        float(prices_for(case, case[bid], epsilon, steps) @ ((case["value"] - grid) * (grid <= case[bid])))
        for bid in ("lie", "value")
    ]
    return math.log(gains[0] / gains[1]) if min(gains) > 0 else 0.0


def bids_of_two(epsilon: float, bidders: int, steps: int) -> Extreme:
    """Undeclared bounds: somebody bids 2, and a price of 2 exists."""
    mechanism = Exponential(1, epsilon, Relation.SUBSTITUTION, monotone=True)
    laws = [mechanism.probabilities([0.0, 1.0, 2.0 * sells]) for sells in (0, 1)]
    return Extreme(privacy_loss(*laws), {"value": 2.0}, 1)


# --- wrong variants that the checks must find out -----------------------------------------------------------


def never_pays(epsilon: float) -> Number:
    return epsilon * 0


def half_epsilon(epsilon: float) -> Number:
    return epsilon / 2


NO_GAIN = Mutant("lying never pays at all", claim={"ours": never_pays})
HALF_AUCTION = Mutant("ε/2 instead of ε", claim={"ours": half_epsilon})
UNBOUNDED_BIDS = Mutant("bids beyond the declared bounds", check={"worst": bids_of_two})


CLAIMS = (
    Claim(
        id="X-auction",
        title="A posted price that nobody can move by much",
        source=EXPONENTIAL,
        locator="the remark on auctions, with the theorem on differential privacy",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Bids lie in $[0,1]$, a price in $[0,1]$ is chosen by its revenue at rate $\\varepsilon$, and everyone who "
            "bids at least the price buys. Changing one bid changes no price's probability by more than the factor "
            "$e^{2\\varepsilon}$; and no bidder multiplies the expected gain by more than that by lying."
        ),
        published=auction_published,
        ours=auction_ours,
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
                (HALF_AUCTION, UNBOUNDED_BIDS),
                price_loss,
            ),
            Exhaustive(
                "all lies on a grid",
                tuple(
                    {"epsilon": epsilon, "bidders": bidders, "steps": steps}
                    for epsilon, bidders, steps in ((1.0, 2, 8), (1.0, 3, 5), (4.0, 3, 5))
                ),
                worst_lie,
                (NO_GAIN,),
                gain_from_lying,
            ),
        ),
    ),
)
