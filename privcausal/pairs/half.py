"""A guarantee for one half of the people, when chance decides who is in it: its value for each of them.

Half of the records train two regressions, the other half tests them. A method that hides a replaced record of one half
alone gives no guarantee to the other. The split is secret, so nobody can rely on being in the right half.
"""

from decimal import Decimal

from privcausal.pairs.anm import training_size
from privcausal.privacy.outward_rounding import digits, round_up, upper_reading
from privcausal.privacy.price import Price

PROTECTED = {
    "test": "those on whose records the scores are computed",
    "train": "those to whose records the curves are fitted",
}
"""The half that is protected, by the name of the method that protects it alone."""


def price_for_everyone(inside: Price, unprotected: int, records: int) -> Price:
    """Return the price for every person, if `inside` holds for all but `unprotected` records, drawn at random in
    secret.

    With probability p = unprotected/records a person is among those without a guarantee: δ is p + (1 − p)δ,
    rounded up, and no ε makes it smaller.

    Claim: B-half

    >>> from privcausal.privacy.price import Relation
    >>> print(price_for_everyone(Price(1.0, 0.0, Relation.SUBSTITUTION), 200, 400))
    ε = 1, δ = 0.5 (substitution)
    """
    if not 0 <= unprotected < records:
        raise ValueError(
            f"unprotected must be a number of records from 0 to {records - 1}, one must be protected, "
            f"got {unprotected!r}"
        )
    if unprotected == 0:
        return inside
    with digits(2000):  # the sum is exact, and the quotient is nearer to the true one than any other float is
        delta = (unprotected + (records - unprotected) * upper_reading(inside.delta)) / Decimal(records)
        return Price(inside.epsilon, round_up(delta), inside.relation)


def unprotected_records(protect: str, records: int) -> int:
    """Return the number of records in the half that a method does not protect; 0 if it protects both.

    >>> [unprotected_records(protect, 401) for protect in ("test", "train", "both")]
    [201, 200, 0]
    """
    train = training_size(records)
    return {"test": train, "train": records - train}.get(protect, 0)


def coverage(protect: str) -> str:
    """Describe in words who is covered by the guarantee.

    >>> coverage("both")
    'every person'
    """
    if protect not in PROTECTED:
        return "every person"
    return f"only one half of the people, chosen at random: {PROTECTED[protect]}; the other half has no guarantee"


def check_everyone(protect: str, insist: str) -> None:
    """Refuse to leave one half of the people without protection, and say how to insist.

    >>> check_everyone("both", "allow_weak=True")
    """
    if protect in PROTECTED:
        raise ValueError(
            f"protect={protect!r} covers {coverage(protect)}. Chance decides who is in which half, so the price for "
            "each person is the ε that was asked for and a δ of about 1/2, which is weak; take protect='both' with "
            f"score='hsic' or 'iqr', or with {insist} it is spent anyway"
        )
