"""Readable words for the columns of an effect, and its numbers as people."""

import math
from collections.abc import Sequence

from privcausal.effects.cautions import classes
from privcausal.effects.design import Design
from privcausal.effects.estimates import EffectEstimate

YES, NO = frozenset({"1", "yes", "true"}), frozenset({"0", "no", "false"})
"""Values that need no words of their own: a column that holds them is named alone."""

PEOPLE = 1_000
"""A risk is also said as so many of these, or of ten, a hundred or a thousand times as many."""

FEW = 5
"""An interval that is narrower than this number of people is counted among more people."""


def listed(names: Sequence[str]) -> str:
    """Names with *and* before the last.

    >>> listed(["age"]), listed(["age", "sex", "town"])
    ('age', 'age, sex and town')
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def quoted(name: object) -> str:
    """A name of the table, so that it is not read as a word of the sentence.

    >>> quoted("died")
    '“died”'
    """
    return f"“{name}”"


def adjusted_for(design: Design) -> str:
    """The columns in which the compared people are alike, as a noun phrase."""
    noun = "column" if len(design.adjust) == 1 else "columns"
    return f"the {noun} {listed([quoted(name) for name in design.adjust])}"


def not_even(design: Design) -> str:
    """The numbers to adjust for, which differ within their classes."""
    cut = " or ".join(quoted(name) for name in classes(design))
    return f", not even {cut} within its classes" if cut else ""


def _is_yes_or_no(values: tuple[str, str]) -> bool:
    control, treated = (value.lower() for value in values)
    return control in NO and treated in YES


def arm_words(name: str, values: tuple[str, str]) -> tuple[str, str]:
    """Who is compared: those without, then those with the treatment.

    >>> arm_words("drug", ("no", "yes"))
    ('without “drug”', 'with “drug”')
    >>> arm_words("dose", ("low", "high"))
    ('whose “dose” is “low”', 'whose “dose” is “high”')
    """
    if _is_yes_or_no(values):
        return f"without {quoted(name)}", f"with {quoted(name)}"
    control, treated = (f"whose {quoted(name)} is {quoted(value)}" for value in values)
    return control, treated


def cause_words(design: Design) -> str:
    """The treatment as the subject of a sentence."""
    control, treated = design.received
    if _is_yes_or_no(design.received):
        return quoted(design.treatment)
    return f"{quoted(design.treatment)} = {quoted(treated)} instead of {quoted(control)}"


def outcome_words(design: Design) -> str:
    """What the treatment changes: the risk of an event, or a mean."""
    if design.event is None:
        return f"the mean of {quoted(design.outcome)}"
    return f"the risk of {event_words(design)}"


def event_words(design: Design) -> str:
    """The outcome that is counted."""
    alone = design.event is None or design.event.lower() in YES
    return quoted(design.outcome) if alone else f"{quoted(design.outcome)} = {quoted(design.event)}"


def base_of(found: EffectEstimate) -> int:
    """Among how many people a difference of risks is counted: among more where its interval is narrow.

    >>> base_of(EffectEstimate(-0.06, -0.07, -0.05)), base_of(EffectEstimate(0.0004, 0.0002, 0.0006))
    (1000, 100000)
    """
    base = PEOPLE
    while (found.high - found.low) * base < FEW and base < PEOPLE**2:
        base *= 10
    return base


def people(share: float, base: int) -> str:
    """A share of so many people, without its sign, and never rounded to nobody.

    >>> people(-0.061, 1_000), people(0.0002, 1_000), people(0.0, 1_000)
    ('61', '0.2', '0')
    """
    number = abs(share) * base
    return f"{number:,.0f}" if number >= 0.5 or number == 0 else f"{number:.1g}"


def more_or_fewer(share: float, base: int) -> str:
    """The same with its sign as a word.

    >>> more_or_fewer(-0.061, 1_000), more_or_fewer(0.012, 1_000)
    ('61 fewer', '12 more')
    """
    return f"{people(share, base)} {'fewer' if share < 0 else 'more'}"


def span(found: EffectEstimate, base: int) -> str:
    """An interval in whole people, rounded outwards; the smaller number first if both ends have one sign.

    >>> span(EffectEstimate(-0.06, -0.071, -0.05), 1_000), span(EffectEstimate(0.0, -0.01, 0.02), 1_000)
    ('between 50 and 71 fewer', 'between 10 fewer and 20 more')
    """
    ends = ((end, round(end * base, 6)) for end in (found.low, found.high))  # 0.071 × 1,000 is 71
    low, high = (
        way(many) / base or end for way, (end, many) in zip((math.floor, math.ceil), ends, strict=True)
    )
    if low < 0 < high:
        return f"between {more_or_fewer(low, base)} and {more_or_fewer(high, base)}"
    few, most = sorted((low, high), key=abs)
    return f"between {people(few, base)} and {more_or_fewer(most, base)}"
