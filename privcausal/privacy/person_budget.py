"""From a budget for people to one for rows: the budget of a row such that a person's rows cost no more.

A mechanism knows the price of one replaced record. Where a person has up to K records, K of them can be replaced at
once: that is K steps, and the price for the person is the one that is asked for and paid. Pure prices grow K-fold.
Gaussian ones do so in μ, and that is a little less than what an (ε, δ) would have to pay.
"""

import math

from privcausal.privacy.gaussian import hockey_stick, largest_mu
from privcausal.privacy.outward_rounding import digits, float_below, lower_reading, upper_reading
from privcausal.privacy.price import Price, check_budget


def row_epsilon(epsilon: float, rows: int) -> float:
    """The ε of one row, of which so many together cost no more than this ε.

    Claim: B-group

    >>> row_epsilon(1.0, 1), round(row_epsilon(1.0, 4), 9), 3 * row_epsilon(1.0, 3) <= 1
    (1.0, 0.25, True)
    """
    if rows == 1:
        return epsilon
    with digits(50):
        return float_below(lower_reading(epsilon) / rows)


def gaussian_row_budget(budget: Price, rows: int) -> Price:
    """The budget of one row for a method all of whose noise is Gaussian and added up in μ².

    Its μ is that of the budget over the number of rows; written as an (ε, δ) it has an equal share of the ε.

    Claim: B-group-gaussian

    >>> from privcausal.privacy.price import Relation
    >>> budget = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> row = gaussian_row_budget(budget, 3)
    >>> round(largest_mu(1.0, 1e-6), 4), round(3 * largest_mu(row.epsilon, row.delta), 4)
    (0.2367, 0.2367)
    """
    if rows == 1:
        return budget
    check_budget(budget)
    with digits(50):
        share = float_below(lower_reading(largest_mu(budget.epsilon, budget.delta)) / rows)
        epsilon = row_epsilon(budget.epsilon, rows)
        delta = float_below(hockey_stick(lower_reading(share), upper_reading(epsilon))[0])
    while delta and largest_mu(epsilon, delta) > share:
        delta = math.nextafter(delta, 0.0)
    return Price(epsilon, delta, budget.relation)
