"""The parts of a page, and small words for them."""

from collections.abc import Sequence
from dataclasses import dataclass

from privcausal.graphs.pair_status import Pair
from privcausal.report.assumptions import Assumption


@dataclass(frozen=True)
class Contents:
    """The parts of a page that differ from answer to answer; `drawing` is SVG, all else is text."""

    finding: str
    meaning: str
    drawing: str
    released: Sequence[str]
    unseen: Sequence[str]
    assumed: Sequence[Assumption]
    limitations: Sequence[str]
    caption: str = ""
    pairs: Sequence[Pair] = ()
    warnings: Sequence[str] = ()
    """What must not be read past."""
    more: Sequence[str] = ()
    """Further paragraphs next to the finding."""
    technical: Sequence[str] = ()
    """What only a statistician asks for; it is folded."""
    counted: bool = False
    """Whether missing and clipped cells were counted, with noise."""
    also_paid: Sequence[str] = ()
    """What the answer rests on that had a price of its own."""


def capital(line: str) -> str:
    """A sentence's beginning.

    >>> capital("no edge seen")
    'No edge seen'
    """
    return line[:1].upper() + line[1:]


def many(number: int, one: str) -> str:
    """A number of things.

    >>> many(1, "pair"), many(2, "pair")
    ('1 pair', '2 pairs')
    """
    return f"{number} {one}{'s' if number != 1 else ''}"
