"""What a privacy guarantee says, in words that need no formula."""

import math
from decimal import Decimal

from privcausal.privacy.budget_file import BudgetState
from privcausal.privacy.outward_rounding import text_above, text_below
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.weak_budget import MOST_EPSILON
from privcausal.table.unit import Unit

ONE_ROW = Unit()
"""One row is one person."""

HALF = (
    "Only one half of the people is protected. Chance decided who is in it, and this is kept secret. The statements "
    "below therefore include, for each person, the chance of being in the other half, which has no bound."
)

SEEDED = (
    "This answer was made with a known seed, and whoever knows the seed can remove the noise. Nobody is protected, so "
    "no probability is stated here."
)

BEYOND = (
    "An ε above {most} allows one record to change the probability of an answer more than 20,000 times. Such a "
    "guarantee protects next to nothing, so no probability is stated here."
)


def guarantee_lines(spent: Price, unit: Unit = ONE_ROW, *, half: bool = False) -> list[str]:
    """Return the guarantee at this price, and the meaning of its neighbour relation.

    >>> len(guarantee_lines(Price(1.0, 0.0, Relation.SUBSTITUTION)))
    6
    """
    said = guarantee_text(
        spent.epsilon, spent.delta, unit, half=half, demonstration=bool(spent.demonstration)
    )
    known = spent.relation is Relation.SUBSTITUTION and 0 < spent.epsilon < math.inf
    letters = [EPSILON, DELTA.format(_failure(spent.delta)), substitution_text(unit)]
    return [*letters * known, *said]


EPSILON = (
    "ε (epsilon) limits how much an answer can reveal about any one person. The smaller ε is, the better everybody is "
    "protected."
)
DELTA = "δ (delta) is a probability that is added to this limit. {}"


def _failure(delta: float) -> str:
    """How large the additional probability is.

    >>> _failure(0.0), _failure(1e-6)
    ('For this answer nothing is added: δ = 0.', 'For this answer it is 1 in 1,000,000.')
    """
    return f"For this answer it is {_chance(delta)}." if delta else "For this answer nothing is added: δ = 0."


def account_lines(state: BudgetState) -> list[tuple[str, str]]:
    """Return the spent and the remaining part of a budget, ε and δ separately.

    >>> account_lines(BudgetState(Price(2.0, 1e-6, Relation.SUBSTITUTION), ()))[1]
    ('Budget of these people, δ', 'spent: 0 of 1e-06, that is 1 in 1,000,000; left: 1e-06')
    """
    total, spent, left = state.total, state.spent, state.remaining
    lines = [("Budget of these people, ε", _account(total.epsilon, spent.epsilon, left.epsilon))]
    if total.delta:
        said = f", that is {_chance(total.delta)}"
        lines.append(("Budget of these people, δ", _account(total.delta, spent.delta, left.delta, said)))
    return lines


def _account(total: float, spent: float, left: float, said: str = "") -> str:
    return f"spent: {text_above(spent)} of {text_above(total)}{said}; left: {text_below(left)}"


def substitution_text(unit: Unit) -> str:
    """What the word *substitution* means.

    >>> substitution_text(Unit())[:48]
    'Substitution means a thought experiment: imagine'
    """
    whose = "the record of one person has" if unit == ONE_ROW else "the records of one person have"
    return (
        f"Substitution means a thought experiment: imagine the same table, with the same number of rows, in which "
        f"{whose} been replaced by another person's. The guarantee limits how much this could change the answer, "
        "whoever the person is. Nothing is replaced in fact."
    )


def guarantee_text(
    epsilon: float, delta: float, unit: Unit = ONE_ROW, *, half: bool = False, demonstration: bool = False
) -> list[str]:
    """What an (ε, δ) under substitution says; `half` if one half is protected alone.

    No likelihood is stated where it would mislead: beyond an ε of 10, or where the seed of the noise is known.

    >>> [word for word in guarantee_text(1.0, 0.0)[0].split() if "." in word]
    ['possible.', '2.72', 'was.']
    >>> len(guarantee_text(11.0, 0.0))
    2
    """
    if epsilon == 0:
        return ["Nothing was asked of the records, so nothing about a person can have been learned."]
    if epsilon == math.inf:
        return ["This answer is exact. It protects no one, and must be treated like the records themselves."]
    public = "The number of rows is public, and so is everything that was declared."
    if demonstration:
        return [SEEDED, public]
    if epsilon > MOST_EPSILON:
        return [*[HALF] * half, BEYOND.format(most=MOST_EPSILON), public]
    return [*[HALF] * half, *_likelihoods(epsilon, delta, unit), public]


def _likelihoods(epsilon: float, delta: float, unit: Unit) -> list[str]:
    """How much likelier an answer can become, and how often an attacker can guess right."""
    likelier = math.exp(epsilon)
    right = min((likelier + delta) / (1 + likelier), 1.0)
    limit = (
        f"each of them would be at most {text_above(likelier, 3)} times as likely, or as unlikely, as it was."
    )
    if delta:
        limit = (
            f"every set of them would be at most {text_above(likelier, 3)} times as probable as it was, and the "
            f"reverse, apart from an additional probability of at most {_chance(delta)}. A single answer can exceed "
            "this limit more often than that."
        )
    versions = "one person's rows" if unit != ONE_ROW else "one person's record"
    return [
        f"The noise makes many answers possible. If {replaced_text(unit)}, {limit}",
        f"Suppose that an attacker knows all other records, and considers two versions of {versions} equally likely. "
        f"With this answer the attacker would name the true version in at most {math.ceil(100 * right)} of 100 cases. "
        "A blind guess, without the answer, is right in 50. This does not mean that so many people can be identified.",
    ]


def replaced_text(unit: Unit) -> str:
    """What the guarantee is about.

    >>> replaced_text(Unit()), replaced_text(Unit(3))
    ("one person's record were replaced by any other", 'the rows of one person, at most 3, were replaced by any others')
    """
    if unit.person is not None:
        return "all rows of one person, however many, were replaced by rows of another who has none elsewhere"
    if unit.rows > 1:
        return f"the rows of one person, at most {unit.rows}, were replaced by any others"
    return "one person's record were replaced by any other"


def protected_text(unit: Unit) -> str:
    """The same as a fact.

    >>> protected_text(Unit()), protected_text(Unit(3)), protected_text(Unit(1, "id"))
    ('the record of each person', 'each person, with at most 3 rows', 'each person, with all rows')
    """
    if unit.person is not None:
        return "each person, with all rows"
    return f"each person, with at most {unit.rows} rows" if unit.rows > 1 else "the record of each person"


def rows_text(unit: Unit) -> str:
    """How many rows a person has.

    >>> rows_text(Unit()), rows_text(Unit(3)), rows_text(Unit(2, "id"))
    ('1', 'at most 3', 'at most 2, by the column id')
    """
    if unit.person is not None:
        return f"at most {unit.rows}, by the column {unit.person}"
    return "1" if unit.rows == 1 else f"at most {unit.rows}"


def _chance(delta: float) -> str:
    """A small one as one in so many, a large one in percent, rounded up.

    >>> _chance(1e-6), _chance(0.5001)
    ('1 in 1,000,000', '51%')
    """
    return f"1 in {int(1 / Decimal(repr(delta))):,}" if delta < 0.1 else f"{math.ceil(100 * delta)}%"
