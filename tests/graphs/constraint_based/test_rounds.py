"""What SVT-PC, Priv-PC and EM-PC share: the purse, the walk through the tests, and the price of the next round."""

import math

import numpy as np
import pytest

from privcausal.graphs.constraint_based.em_pc import EmPc
from privcausal.graphs.constraint_based.pc import OneByOne, Questions, pc
from privcausal.graphs.constraint_based.priv_pc import PrivPc
from privcausal.graphs.constraint_based.rounds import deviations, height, too_blind, width
from privcausal.graphs.constraint_based.svt_pc import SvtPc
from privcausal.graphs.constraint_based.walk import Listen, Query, Walk, how_many
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.stratified_kendall import margin
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.pdag import skeleton
from privcausal.privacy.accounting import renyi_epsilon
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.price import Price, Relation

SWAP = Relation.SUBSTITUTION


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 1.0, 10.0, 100.0])
@pytest.mark.parametrize("delta", [1e-9, 1e-3])
def test_the_purse_is_as_large_as_allowed_and_no_larger(epsilon, delta):
    """Back to ε it gives the budget; and it holds more than the simple conversion."""
    rho = ConcentratedFilter.within(Price(epsilon, delta, SWAP)).budget
    assert epsilon * (1 - 1e-6) <= renyi_epsilon(lambda order: order * rho, delta) <= epsilon
    assert rho >= ConcentratedFilter.for_epsilon(epsilon, delta, SWAP).budget


def test_a_sieve_hides_what_one_of_its_own_records_moves():
    """On a fourth of the records one of them moves a test about twice as far."""
    policy = SvtPc(
        two_of_three(9, np.random.default_rng(0)), Price(1.0, 1e-6, SWAP), np.random.default_rng(0)
    )
    few, many = (policy.sieve(0.5, Listen.DEPENDENT, 1.0, size).sensitivity for size in (10_000, 40_000))
    assert many == width(40_000, policy.level)
    assert 2 <= few / many <= 2.1


@pytest.mark.parametrize("relation", [Relation.ADD_REMOVE, Relation.ZERO_OUT])
def test_other_relations_are_refused(relation):
    with pytest.raises(ValueError, match=r"relation must be .*SUBSTITUTION"):
        SvtPc(two_of_three(9, np.random.default_rng(0)), Price(1.0, 1e-6, relation), np.random.default_rng(0))


@pytest.mark.parametrize("order", [0, 1, 2, 3])
def test_no_more_tests_than_announced(order):
    """The count may be too high, where both ends offer the same set, and never too low."""
    rng = np.random.default_rng(0)
    upper = np.triu(rng.random((7, 7)) < 0.6, 1)
    questions = Questions(upper | upper.T, order)
    listed = sum(1 for edge in questions.edges() for _ in questions.sets(edge))
    assert listed <= how_many(questions) <= 2 * listed


def test_a_walk_asks_everything_once_unless_an_edge_goes():
    rng = np.random.default_rng(0)
    questions = Questions(~np.eye(5, dtype=bool), 1)
    everything = {Query(edge, given) for edge in questions.edges() for given in questions.sets(edge)}
    walk = Walk(questions, rng)
    asked = list(walk)
    assert len(asked) == len(set(asked))
    assert set(asked) == everything
    assert walk.ahead() is None

    walk = Walk(questions, rng)
    for test in walk:
        walk.delete([test])  # every first test says "independent"
    assert sorted(walk.found) == questions.edges()


def test_a_walk_listens_for_the_answer_that_is_rarer_in_sparse_graphs():
    """At the beginning, and after many "independent", for "dependent"; at higher orders never."""
    rng = np.random.default_rng(0)
    walk = Walk(Questions(~np.eye(6, dtype=bool), 0), rng)
    assert walk.rarer(True) is Listen.DEPENDENT
    for _ in range(4):
        next(iter(walk))
    walk.ahead()
    assert (
        walk.rarer(True) is Listen.DEPENDENT
    )  # whatever was answered: a rule that follows answers can lock itself in
    assert walk.rarer(False) is Listen.INDEPENDENT
    higher = Walk(Questions(~np.eye(6, dtype=bool), 1), rng)
    assert higher.rarer(True) is Listen.INDEPENDENT


def test_rounds_to_come_are_counted_by_succession():
    """Of ten edges none has answered: five are expected to go now, and five to be asked about again."""
    rng = np.random.default_rng(0)
    walk = Walk(Questions(~np.eye(5, dtype=bool), 0), rng)
    walk.ahead()
    assert walk.to_come(True) == 10
    walk.delete([next(iter(walk)) for _ in range(3)])
    walk.ahead()
    assert math.isclose(walk.to_come(False), 7)
    assert math.isclose(walk.to_come(True), 7 / 5 + 7 / 5)


def test_heights_are_remembered_and_right():
    tables = Tables(np.random.default_rng(0).integers(0, 3, (500, 3)), (3, 3, 3))
    test = Query((0, 1), (2,))
    direct = margin(tables, 0, 1, (2,), threshold=deviations(0.05))
    assert height(tables, test, 0.05) == height(tables, test, 0.05) == direct
    assert height(tables, test, 0.01) < direct


def test_blindness_depends_on_public_numbers_alone():
    assert too_blind(12.0, 1_000)
    assert not too_blind(12.0, 10_000)
    assert width(10_000, 0.01) == pytest.approx(0.06 + 2 * 2.5758 / 0.1 / 10_000, rel=1e-4)


METHODS = (SvtPc, PrivPc, EmPc)


def two_of_three(records, rng):
    """Columns 0 and 1 are equal, column 2 has nothing to do with them."""
    return Tables(rng.integers(0, 2, (records, 2))[:, [0, 0, 1]], (2, 2, 2))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 10.0])
def test_the_budget_is_never_exceeded(method, epsilon):
    """The prices of all releases together, turned back into ε, are at most the budget."""
    sachs = network("sachs")
    tables = Tables(sachs.sample(3_000, np.random.default_rng(0)), sachs.cardinalities)
    policy = method(tables, Price(epsilon, 1e-6, SWAP), np.random.default_rng(1))
    pc(11, policy, largest=3)
    rho = policy.purse.spent
    assert renyi_epsilon(lambda order: order * max(rho, 1e-12), 1e-6) <= epsilon
    assert policy.spent.epsilon in (0.0, epsilon)
    assert (policy.spent.epsilon == 0) == (not policy.purse.releases)


@pytest.mark.parametrize("method", METHODS)
def test_a_large_budget_gives_the_graph_of_pc(method):
    """With hardly any noise the skeleton is that of PC with the same test."""
    for name in ("earthquake", "survey", "asia"):
        net = network(name)
        tables = Tables(net.sample(20_000, np.random.default_rng(3)), net.cardinalities)

        def independent(x, y, given, tables=tables):
            return height(tables, Query((x, y), given), 0.01) < 0

        policy = method(tables, Price(1e7, 1e-6, SWAP), np.random.default_rng(4))
        private, plain = (pc(len(net.nodes), p).graph for p in (policy, OneByOne(independent)))
        assert (skeleton(private) == skeleton(plain)).all()
        assert policy.stopped is None
        if method is not EmPc:  # which finds the best separating set instead of the first
            assert (private == plain).all()


@pytest.mark.parametrize("method", METHODS)
def test_the_same_generator_gives_the_same_graph(method):
    tables = two_of_three(2_000, np.random.default_rng(0))
    runs = []
    for _ in range(2):
        policy = method(tables, Price(2.0, 1e-6, SWAP), np.random.default_rng(5))
        runs.append((pc(3, policy).graph.tolist(), policy.asked, policy.stopped))
    assert runs[0] == runs[1]


@pytest.mark.parametrize("method", METHODS)
def test_a_clear_case_at_a_modest_price(method):
    """20,000 records and ε = 1: two equal columns stay joined, the third stands alone."""
    policy = method(
        two_of_three(20_000, np.random.default_rng(0)), Price(1.0, 1e-6, SWAP), np.random.default_rng(1)
    )
    learned = pc(3, policy)
    assert skeleton(learned.graph).astype(int).tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert policy.asked == [3]
    assert policy.stopped is None


@pytest.mark.parametrize("method", METHODS)
def test_too_little_money_stops_before_anything_is_spent(method):
    """The graph stays complete, and the reason is given."""
    policy = method(
        two_of_three(30, np.random.default_rng(0)), Price(0.1, 1e-6, SWAP), np.random.default_rng(1)
    )
    learned = pc(3, policy)
    assert skeleton(learned.graph).sum() == 6
    assert policy.spent.epsilon == 0
    assert policy.stopped is not None
    assert "3 edges" in policy.stopped


@pytest.mark.parametrize("method", METHODS)
def test_degenerate_tables_have_defined_results(method):
    """One record, one column, a constant column, more cells than records: no error, and no edge out of nothing."""
    rng, rich = np.random.default_rng(0), Price(1e6, 1e-6, SWAP)
    assert pc(2, method(Tables([[0, 1]], (2, 2)), rich, rng)).graph.shape == (2, 2)
    assert not pc(1, method(Tables([[0], [1]], (2,)), rich, rng)).graph.any()
    constant = Tables(np.stack([np.zeros(500, dtype=int), rng.integers(0, 2, 500)], axis=1), (2, 2))
    assert not pc(2, method(constant, rich, rng)).graph.any()
    sparse = Tables(rng.integers(0, 9, (40, 5)), (9,) * 5)
    assert pc(5, method(sparse, rich, rng)).graph.shape == (5, 5)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("budget", "options", "message"),
    [
        (Price(1.0, 1e-6, Relation.ADD_REMOVE), {}, "relation must be"),
        (Price(1.0, 0.0, SWAP), {}, "delta must lie strictly"),
        (Price(0.0, 1e-6, SWAP), {}, "epsilon must be a positive"),
        (Price(1.0, 1e-6, SWAP), {"level": 0.0}, "level must lie"),
        (Price(1.0, 1e-6, SWAP), {"caution": -1.0}, "caution must be"),
    ],
)
def test_bad_arguments_are_named(method, budget, options, message):
    with pytest.raises(ValueError, match=message):
        method(two_of_three(10, np.random.default_rng(0)), budget, np.random.default_rng(0), **options)


@pytest.mark.parametrize("method", METHODS)
def test_no_records_no_answer(method):
    with pytest.raises(ValueError, match="at least one record"):
        method(Tables(np.zeros((0, 2), dtype=int), (2, 2)), Price(1.0, 1e-6, SWAP), np.random.default_rng(0))


@pytest.mark.parametrize("method", METHODS)
def test_a_graph_too_dense_to_ask_about_is_given_back(method):
    """Forty nodes in a row of cliques at order 2: more tests than the policy begins."""
    policy = method(
        two_of_three(10, np.random.default_rng(0)), Price(1.0, 1e-6, SWAP), np.random.default_rng(0)
    )
    questions = Questions(~np.eye(40, dtype=bool), 2)
    assert policy.separate(questions) == {}
    assert "20,000 tests" in str(policy.stopped)
