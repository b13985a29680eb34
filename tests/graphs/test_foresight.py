"""foresight: what is said to be seen in four studies of five is seen in four studies of five."""

import math

import numpy as np
import pytest

from privcausal.graphs.ask_once.tables import LARGEST_ORDER, OnceTables
from privcausal.graphs.constraint_based.curate_pc import CuratePc
from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.foresight import (
    CAUTION,
    FIRST_LOOK,
    ORDERS,
    noise_of_heights,
    noise_of_pairs,
    smallest_seen,
)
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import LEVEL, METHODS
from privcausal.privacy.price import Price, Relation

BUDGET = Price(1.0, 1e-6, Relation.SUBSTITUTION)
POLICIES = {"once": OnceTables, "curate": CuratePc}
COMPLETE = Questions(~np.eye(3, dtype=bool), 0)


def yes_or_no(records, association, rng):
    """Two columns with as many yes as no, associated this much, and one that knows of neither."""
    x, z = rng.integers(0, 2, (2, records))
    same = rng.random(records) < (1 + association) / 2
    return np.stack([x, np.where(same, x, 1 - x), z], axis=1)


def share_seen(method, records, association, runs, rng):
    seen = 0
    for _ in range(runs):
        tables = Tables(yes_or_no(records, association, rng), (2, 2, 2))
        seen += (0, 1) not in POLICIES[method](tables, BUDGET, rng).separate(COMPLETE)
    return seen / runs


@pytest.mark.parametrize(("method", "records"), [("once", 600), ("once", 5_000), ("curate", 5_000)])
def test_what_would_be_seen_is_seen_as_often_as_is_said(method, records):
    rng = np.random.default_rng(1)
    least = smallest_seen(method, records, (2, 2, 2), BUDGET)[0, 1]
    runs = 400
    wrong = 4 * math.sqrt(0.8 * 0.2 / runs)  # one false alarm in 15,000 suites, were it exact
    assert abs(share_seen(method, records, least, runs, rng) - 0.8) < wrong
    assert share_seen(method, records, least / 2, runs, rng) < 0.8 - wrong, "half as much is seen less often"


def test_the_noise_is_that_of_the_method():
    """The defaults stand here as numbers of their own: the policies are not built to look ahead."""
    tables, rng = Tables(np.zeros((900, 4), dtype=int), (2, 3, 2, 5)), np.random.default_rng(0)
    once, curate = (policy(tables, BUDGET, rng) for policy in POLICIES.values())
    every = Questions(~np.eye(4, dtype=bool), 0)
    once.separate(every)
    curate.separate(every)
    assert once.moments.scales[0, 1] == pytest.approx(noise_of_pairs(900, (2, 3, 2, 5), BUDGET), rel=1e-5)
    assert curate.spread[0] == pytest.approx(noise_of_heights(900, 4, BUDGET), rel=1e-5)
    assert (once.level, once.share) == (LEVEL, FIRST_LOOK)
    assert (curate.level, curate.caution, curate.orders) == (LEVEL, CAUTION, ORDERS)
    assert METHODS["once"].largest == LARGEST_ORDER
    assert METHODS["curate"].largest == ORDERS - 1


def test_more_records_see_more_and_more_columns_less():
    few, many = (smallest_seen("once", n, (2, 2, 2), BUDGET)[0, 1] for n in (1_000, 10_000))
    wide = smallest_seen("once", 1_000, (2,) * 20, BUDGET)[0, 1]
    assert many < few < wide
    fine = smallest_seen("once", 1_000, (2, 2, 12), BUDGET)
    assert fine[0, 1] < fine[0, 2]


def test_a_constant_column_and_a_method_that_decides_on_the_way():
    assert smallest_seen("once", 1_000, (2, 1, 2), BUDGET)[0, 1] == math.inf
    assert np.isnan(smallest_seen("svt-pc", 1_000, (2, 2, 2), BUDGET)).all()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"records": 0}, "records must be at least 1, got 0"),
        ({"power": 1.0}, "power must lie strictly between 0 and 1"),
        ({"budget": Price(1.0, 0.0, Relation.SUBSTITUTION)}, "delta must lie strictly between 0 and 1"),
    ],
)
def test_bad_input_is_named(changes, words):
    plain = {"method": "once", "records": 1_000, "sizes": (2, 2), "budget": BUDGET}
    with pytest.raises(ValueError, match=words):
        smallest_seen(**{**plain, **changes})
