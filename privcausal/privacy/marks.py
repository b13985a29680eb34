"""What weakens a price and must not be lost on the way: noise from a known seed, and a guarantee that says little.

Both travel with the price of an answer, and so into its text, its JSON, its page, its files, and whatever is computed
from these later.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from privcausal.privacy.price import Price
from privcausal.privacy.randomness import SystemGenerator
from privcausal.privacy.weak_budget import is_weak_budget

DEMONSTRATION = (
    "demonstration: a seed was given, and with it the noise can be taken off, so no one is protected"
)
SEEDED = "seed makes this a demonstration: with the seed the noise can be taken off"
"""The warning for an answer that is made with a seed, or from one that was."""
BLANK = (
    "rows left out of a person's, and rows without an identifier, count as blank; if they are many, columns look "
    "related, and an effect from a release is wrong: say with --keep-rows how many rows are to be kept"
)
DRAWN = (
    "keep_rows: if fewer rows than these were kept, blank ones stand in for the rest, columns look related, and an "
    "effect from a release is wrong; the command check shows how many are missing"
)
NOBODY = "rows left out of a person's, and rows without an identifier, are left out of the effect"
WEAK = "weak guarantee: ε is above 10, or δ is 1/n or more, and one person's record may show"
TRAVELLING = {"demonstration": DEMONSTRATION, "weak": WEAK}
"""The marks of whatever is computed from a marked answer, each by its name in the price."""


def complete(price: Price, unsaid: Sequence[str] = ()) -> str:
    """On what an answer rests where whole rows, or cells of columns of which nothing else is said, can be missing.

    >>> from privcausal.privacy.price import Relation
    >>> complete(Price(1.0, 0.0, Relation.SUBSTITUTION, person="patient"), ["dose"])
    'no row is blank and no cell is missing'
    """
    rows = ["no row is blank"] * (price.person is not None)
    return " and ".join([*rows, *["no cell is missing"] * bool(unsaid)])


def mark(price: Price, rng: np.random.Generator, n: int) -> Price:
    """Say of a price whether its noise came from the system, and whether it is weak among n records.

    >>> from privcausal.privacy.price import Relation
    >>> from privcausal.privacy.randomness import generator
    >>> price = mark(Price(1.0, 0.01, Relation.SUBSTITUTION), generator(7), 1_000)
    >>> price.demonstration, price.weak
    (True, True)
    """
    known = not isinstance(rng, SystemGenerator) and price.epsilon < math.inf
    return replace(price, demonstration=known, weak=is_weak_budget(price, n))


def marked_by(price: Price, marks_of_another: str) -> Price:
    """Return the price with the marks of another answer, which this one was computed from.

    >>> from privcausal.privacy.price import Relation
    >>> marked_by(Price(1.0, 0.0, Relation.SUBSTITUTION), DEMONSTRATION).demonstration
    True
    """
    return replace(
        price,
        demonstration=DEMONSTRATION in marks_of_another or price.demonstration,
        weak=WEAK in marks_of_another or price.weak,
    )


def marks(price: Price) -> list[str]:
    """A line for each mark; of a price that has none, or that nothing is known of, there is none.

    >>> from privcausal.privacy.price import Relation
    >>> marks(Price(1.0, 0.0, Relation.SUBSTITUTION)), len(marks(Price(1.0, 0.0, Relation.SUBSTITUTION, weak=True)))
    ([], 1)
    """
    drawn = price.person is not None and not price.blank
    said = {DEMONSTRATION: price.demonstration, WEAK: price.weak, BLANK: price.blank, DRAWN: drawn}
    return [words for words, holds in said.items() if holds]
