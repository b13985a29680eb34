"""One of two directions, published with a probability that grows in steps with the margin."""

import math
from functools import partial
from itertools import product

from privcausal.privacy.price import Relation
from privcausal.verify import Formula, Sense, by_us, instead, mutant, worlds
from privcausal.verify.checks import Exhaustive, Extreme, worst_of


def step_rule(margin: float, change: float, epsilon: float, *, fewer: int = 1) -> float:
    """The probability of the direction with the smaller score; one record moves the difference by at most `change`.

    >>> round(step_rule(0.05, 0.02, 1.0), 3), step_rule(0.0, 0.02, 1.0)
    (0.964, 0.5)
    """
    if not margin:
        return 0.5
    steps = math.ceil(margin / change) - fewer
    return 1 - math.exp(-steps * epsilon) / (1 + math.exp(epsilon))


def of_first(difference: float, epsilon: float, fewer: int) -> float:
    """The probability of the first direction, if the difference of the scores is so many changes."""
    smaller = step_rule(abs(difference), 1.0, epsilon, fewer=fewer)
    return smaller if difference > 0 else 1 - smaller


def largest_loss(epsilon: float, fewer: int = 1) -> Extreme:
    """The largest loss over all differences up to four changes in steps of an eighth, and all their neighbours."""
    grid = [step / 8 for step in range(-32, 33)]
    pairs = ({"before": a, "after": b} for a, b in product(grid, repeat=2) if abs(a - b) <= 1)

    def loss(pair: dict[str, float]) -> float:
        p, q = (of_first(pair[side], epsilon, fewer) for side in ("before", "after"))
        return round(max(math.log(p / q), math.log((1 - p) / (1 - q))), 9)

    return worst_of(pairs, loss)


CLAIMS = (
    by_us(
        id="B-direction-steps",
        title="A direction is published more often than by randomised response, at the same cost",
        place="a mechanism of known form; we have not found it for causal directions",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let one record move each of two scores by at most $\\Delta$, let $\\gamma$ be the margin between the two, "
            "and $k=\\lceil\\gamma/2\\Delta\\rceil-1$. The step rule publishes the direction with the smaller score "
            "with probability $1-\\frac{e^{-k\\varepsilon}}{1+e^\\varepsilon}$, and the other one otherwise; for "
            "$\\gamma=0$ it tosses a coin."
        ),
        statement=(
            "The privacy loss of the rule, for the records that the bound $\\Delta$ covers, is «sense» $«ours»$. Where "
            "there is a margin, the rule never publishes the direction with the smaller score less often than "
            "randomised response does."
        ),
        sense=Sense.AT_MOST,
        ours=Formula("epsilon"),
        at={"epsilon": 1.0},
        checks=(
            Exhaustive(
                "all differences on a grid",
                worlds("epsilon", 0.1, 1.0, 3.0),
                largest_loss,
                (instead(ours="9*epsilon/10"), mutant("one step more", worst=partial(largest_loss, fewer=0))),
            ),
        ),
    ),
)
