"""What SVT-PC, Priv-PC and EM-PC share: the purse, the walk through the tests, and the price of the next round."""

import numpy as np
import pytest

from privcausal.graphs.constraint_based.pc import OneByOne, Questions, pc
from privcausal.graphs.constraint_based.query_sequence import PaidAnswer, Query
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.margins import deviations
from privcausal.graphs.independence.stratified_kendall import KENDALL, margin
from privcausal.graphs.methods.em_pc import EmPc
from privcausal.graphs.methods.priv_pc import PrivPc
from privcausal.graphs.methods.svt_pc import SvtPc
from privcausal.graphs.structure.pdag import skeleton
from privcausal.privacy.accounting import renyi_epsilon
from privcausal.privacy.filters import ConcentratedFilter
from tests.graphs.builders import ONE, SWAP, price, rng, sampled, two_of_three


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 1.0, 10.0, 100.0])
@pytest.mark.parametrize("delta", [1e-9, 1e-3])
def test_the_purse_is_as_large_as_allowed_and_no_larger(epsilon, delta):
    """Back to ε it gives the budget; and it holds more than the simple conversion."""
    rho = ConcentratedFilter.within(price(epsilon, delta)).budget
    assert epsilon * (1 - 1e-6) <= renyi_epsilon(lambda order: order * rho, delta) <= epsilon
    assert rho >= ConcentratedFilter.for_epsilon(epsilon, delta, SWAP).budget


def test_a_sieve_hides_what_one_of_its_own_records_moves():
    """On a fourth of the records one of them moves a test about twice as far."""
    policy = SvtPc(two_of_three(9), ONE, rng())
    few, many = (policy.sieve(0.5, PaidAnswer.DEPENDENT, 1.0, size).sensitivity for size in (10_000, 40_000))
    assert many == KENDALL.sensitivity(40_000, policy.level)
    assert 2 <= few / many <= 2.1


def test_heights_are_remembered_and_right():
    tables = Tables(rng().integers(0, 3, (500, 3)), (3, 3, 3))
    test = Query((0, 1), (2,))
    direct = margin(tables, 0, 1, (2,), threshold=deviations(0.05))
    assert KENDALL.table_margin(tables, *test, 0.05) == KENDALL.table_margin(tables, *test, 0.05) == direct
    assert KENDALL.table_margin(tables, *test, 0.01) < direct


def test_blindness_depends_on_public_numbers_alone():
    assert KENDALL.is_underpowered(12.0, 1_000)
    assert not KENDALL.is_underpowered(12.0, 10_000)
    assert KENDALL.sensitivity(10_000, 0.01) == pytest.approx(0.06 + 2 * 2.5758 / 0.1 / 10_000, rel=1e-4)


METHODS = (SvtPc, PrivPc, EmPc)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 10.0])
def test_the_budget_is_never_exceeded(method, epsilon):
    """The prices of all releases together, turned back into ε, are at most the budget."""
    policy = method(sampled("sachs", 3_000), price(epsilon), rng(1))
    pc(11, policy, largest=3)
    rho = policy.privacy_filter.spent
    assert renyi_epsilon(lambda order: order * max(rho, 1e-12), 1e-6) <= epsilon
    assert policy.spent.epsilon in (0.0, epsilon)
    assert (policy.spent.epsilon == 0) == (not policy.privacy_filter.releases)


@pytest.mark.parametrize("method", METHODS)
def test_a_large_budget_gives_the_graph_of_pc(method):
    """With hardly any noise the skeleton is that of PC with the same test."""
    for name in ("earthquake", "survey", "asia"):
        tables = sampled(name, seed=3)

        def independent(x, y, conditioning_set, tables=tables):
            return KENDALL.table_margin(tables, (x, y), conditioning_set, 0.01) < 0

        policy = method(tables, price(1e7), rng(4))
        private, plain = (pc(len(tables.cardinalities), p).graph for p in (policy, OneByOne(independent)))
        assert (skeleton(private) == skeleton(plain)).all()
        assert policy.stop_reason is None
        if method is not EmPc:  # which finds the best separating set instead of the first
            assert (private == plain).all()


@pytest.mark.parametrize("method", METHODS)
def test_a_clear_case_at_a_modest_price(method):
    """20,000 records and ε = 1: two equal columns stay joined, the third stands alone."""
    policy = method(two_of_three(20_000), ONE, rng(1))
    learned = pc(3, policy)
    assert skeleton(learned.graph).astype(int).tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert policy.asked == [3]
    assert policy.stop_reason is None


@pytest.mark.parametrize("method", METHODS)
def test_too_little_money_stops_before_anything_is_spent(method):
    """The graph stays complete, and the reason is given."""
    policy = method(two_of_three(30), price(0.1), rng(1))
    learned = pc(3, policy)
    assert skeleton(learned.graph).sum() == 6
    assert policy.spent.epsilon == 0
    assert policy.stop_reason is not None
    assert "3 edges" in policy.stop_reason


@pytest.mark.parametrize("method", METHODS)
def test_a_graph_too_dense_to_ask_about_is_given_back(method):
    """Forty nodes in a row of cliques at order 2: more tests than the policy begins."""
    policy = method(two_of_three(10), ONE, rng())
    questions = Questions(~np.eye(40, dtype=bool), 2)
    assert policy.separate(questions) == {}
    assert "20,000 tests" in str(policy.stop_reason)
