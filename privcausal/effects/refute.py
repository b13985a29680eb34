"""Evidence that would overturn an effect: E-values, computed from the release, and two questions of known answer.

A coin in place of the treatment changes nothing, and nothing that happened before it was changed by the treatment. Each
is a look of its own, with its own price, and an interval that leaves out 0 says that something is wrong.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from privcausal.arguments import number
from privcausal.effects.estimates import EffectEstimate

if TYPE_CHECKING:
    from privcausal.effects.design import Design

PLACEBO, NEGATIVE_CONTROL = "placebo treatment", "negative control"
"""A coin in place of the treatment; an outcome that the treatment cannot change."""

MEANING = {
    PLACEBO: "a coin in place of the treatment changes nothing",
    NEGATIVE_CONTROL: "the treatment is declared to be unable to change this outcome",
}

FAILED = {
    PLACEBO: "one in twenty does so by chance; ask again, and if it does so again, something is wrong with the table",
    NEGATIVE_CONTROL: (
        "one in twenty does so by chance; otherwise the adjustment set leaves confounding, or the outcome is not a "
        "negative control"
    ),
}


def known_zero(design: "Design", placebo: bool) -> str | None:
    """Whether the answer is known beforehand, because a coin replaces the treatment."""
    if placebo and design.instrument is not None:
        raise ValueError("placebo must be asked without an instrument; nothing was spent")
    return PLACEBO if placebo else None


@dataclass(frozen=True)
class Refutation:
    """A question whose answer is 0, and whether the interval holds it.

    >>> print(Refutation(PLACEBO, EffectEstimate(0.01, -0.02, 0.04)))
    placebo treatment: passed; a coin in place of the treatment changes nothing, and the interval holds 0
    """

    kind: str
    interval: EffectEstimate

    @property
    def passed(self) -> bool:
        """Is 0 in the interval? A wide one passes easily."""
        return self.interval.low <= 0 <= self.interval.high

    def __str__(self) -> str:
        if self.passed:
            return f"{self.kind}: passed; {MEANING[self.kind]}, and the interval holds 0"
        return (
            f"{self.kind}: failed; {MEANING[self.kind]}, but the interval leaves out 0: {FAILED[self.kind]}"
        )


def e_value(ratio: float) -> float:
    """The least risk ratio, with treatment and with outcome, by which an unmeasured confounder explains this one.

    Ratios below 1 are turned round first. At 1 nothing has to be explained.

    Claim: B-effect-evalue

    >>> round(e_value(3.9), 2), round(e_value(1 / 3.9), 2), e_value(1.0)
    (7.26, 7.26, 1.0)
    """
    if not ratio >= 0:
        raise ValueError(f"ratio must be 0 or more, got {number(ratio)}")
    if ratio == 0 or ratio == math.inf:
        return math.inf
    larger = max(ratio, 1 / ratio)
    return larger + math.sqrt(larger * (larger - 1))


def e_values(ratio: EffectEstimate) -> tuple[float, float]:
    """That of the estimate, and of the end of its interval that is nearer to 1; 1 if the interval holds 1.

    >>> e_values(EffectEstimate(0.5, 0.3, 1.1))[1]
    1.0
    """
    nearer = 1.0 if ratio.low <= 1 <= ratio.high else ratio.low if ratio.low > 1 else ratio.high
    return e_value(ratio.value), e_value(nearer)


def confounded_ratio(treatment_ratio: float, outcome_ratio: float) -> float:
    """Ding and VanderWeele's bound: the largest risk ratio such a confounder produces if the treatment does nothing.

    `treatment_ratio` is how much more frequent one of its values is among the treated, `outcome_ratio` how much it
    raises the risk.

    Claim: B-effect-evalue

    >>> confounded_ratio(2.0, 2.0)
    1.3333333333333333
    """
    return treatment_ratio * outcome_ratio / (treatment_ratio + outcome_ratio - 1)
