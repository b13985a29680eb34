"""Budgets without meaningful protection, which are spent only on demand. The number of records is public."""

import math

from privcausal.privacy.price import Price

MOST_EPSILON = 10
"""A larger ε lets one record change the odds of any answer more than 20,000 times."""

LEAST_EPSILON = 1e-7
"""With a smaller one the noise is more than ten million times what a record can do."""


def is_weak_budget(price: Price, n: int) -> bool:
    """Return whether one record shows, or can be published whole; an infinite ε gives no protection, and hides nothing.

    >>> from privcausal.privacy.price import Relation
    >>> budgets = ((1, 0), (11, 0), (1, 0.01))
    >>> [is_weak_budget(Price(epsilon, delta, Relation.SUBSTITUTION), 1_000) for epsilon, delta in budgets]
    [False, True, True]
    """
    return MOST_EPSILON < price.epsilon < math.inf or price.delta >= 1 / n


def check_least_epsilon(price: Price, *, prefix: str = "") -> None:
    """Refuse next to nothing, of which no answer could be seen.

    >>> from privcausal.privacy.price import Relation
    >>> check_least_epsilon(Price(1e-9, 0.0, Relation.SUBSTITUTION))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: epsilon must be at least 1e-07, or noise drowns every answer, got 1e-09; nothing was spent
    """
    if price.epsilon < LEAST_EPSILON:
        raise ValueError(
            f"{prefix}epsilon must be at least {LEAST_EPSILON:g}, or noise drowns every answer, got "
            f"{price.epsilon!r}; nothing was spent"
        )


def check_budget_strength(price: Price, n: int, *, prefix: str = "", insist: str = "allow_weak=True") -> None:
    """Refuse a weak budget, and say how to insist; `prefix` is put before the names of its parts.

    >>> from privcausal.privacy.price import Relation
    >>> check_budget_strength(Price(1.0, 0.01, Relation.SUBSTITUTION), 1_000)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: delta must be far below 1/n, here 0.001, or one record could be published whole, got 0.01; ...
    """
    check_least_epsilon(price, prefix=prefix)
    if not is_weak_budget(price, n):
        return
    if MOST_EPSILON < price.epsilon < math.inf:
        why = f"{prefix}epsilon above {MOST_EPSILON} protects next to nothing, got {price.epsilon:g}"
    else:
        why = (
            f"{prefix}delta must be far below 1/n, here {1 / n:.2g}, or one record could be published whole, "
            f"got {price.delta:g}"
        )
    raise ValueError(f"{why}; with {insist} it is spent anyway")
