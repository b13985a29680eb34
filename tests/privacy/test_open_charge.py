"""A block that has a price: it pays once, adds up, refuses, and never pays for noise that can be taken off."""

import numpy as np
import pytest

from privcausal.privacy.basic_filters import BudgetExhausted
from privcausal.privacy.charges import Announcement
from privcausal.privacy.open_charge import OpenCharge
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.randomness import generator

HALF = Price(0.5, 1e-7, Relation.SUBSTITUTION)
FIFTH = Price(0.2, 0.0, Relation.SUBSTITUTION)


@pytest.fixture
def payments():
    return []


@pytest.fixture
def charge(payments):
    return OpenCharge(HALF, lambda: payments.append(HALF))


def hear(charge, announcement, *, silent=False, rng=None):
    charge.hear(rng or generator(), announcement, silent=silent)


def test_it_pays_once_and_adds_up(charge, payments):
    for _ in range(2):
        hear(charge, Announcement(FIFTH))
    with pytest.raises(BudgetExhausted, match=r"only ε = 0\.1 is left"):
        hear(charge, Announcement(FIFTH))
    hear(charge, Announcement(Price(0.1, 1e-7, Relation.SUBSTITUTION)))
    assert payments == [HALF]


def test_all_draws_of_one_announcement_cost_once(charge, payments):
    announcement = Announcement(FIFTH)
    for _ in range(9):
        hear(charge, announcement)
    hear(charge, Announcement(Price.pure(0.3, Relation.SUBSTITUTION)))
    assert payments == [HALF]


def test_a_copy_of_the_process_counts_what_is_under_way_again(charge, payments):
    """A fork between two draws of one release used to let the copy go on with other noise, for nothing."""
    announcement = Announcement(FIFTH)
    hear(charge, announcement)
    charge.begin_again()
    for _ in range(2):
        hear(charge, announcement)
    assert payments == [HALF, HALF]


def test_delta_counts_too(charge):
    with pytest.raises(BudgetExhausted, match="δ = 1e-06"):
        hear(charge, Announcement(Price(0.1, 1e-6, Relation.SUBSTITUTION)))


def test_a_silent_draw_costs_nothing_but_must_be_secret(charge, payments):
    hear(charge, None, silent=True)
    assert not payments
    with pytest.raises(ValueError, match="rng must come from the system"):
        hear(charge, None, silent=True, rng=np.random.default_rng(0))


def test_a_price_for_other_neighbours_is_refused_unpaid(charge, payments):
    with pytest.raises(ValueError, match="must be private under"):
        hear(charge, Announcement(Price.pure(0.1, Relation.ADD_REMOVE)))
    assert not payments


@pytest.mark.parametrize(("all_heard", "expected"), [(True, 0), (False, 1)])
def test_a_block_without_a_draw_is_paid_for_unless_all_is_heard(charge, payments, all_heard, expected):
    charge.close(all_heard=all_heard)
    assert len(payments) == expected


def test_a_refused_payment_is_tried_again_at_the_end():
    def refuse():
        raise BudgetExhausted(0.5, 0.1, "ε")

    charge = OpenCharge(HALF, refuse)
    for _ in range(2):
        with pytest.raises(BudgetExhausted):
            hear(charge, Announcement(FIFTH))
        assert not charge.paid
    with pytest.raises(BudgetExhausted):
        charge.close(all_heard=True)
