import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.graphs.constraint_based.curate_pc import TINY, repaired_run
from privcausal.graphs.constraint_based.curate_pc import Choice, CuratePc, Noise, clearance
from privcausal.graphs.constraint_based.pc import Questions, pc
from privcausal.graphs.constraint_based.pruned_questions import how_many, on_the_way
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import cpdag, skeleton
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation

S = Relation.SUBSTITUTION
BUDGET = Price(1.0, 1e-6, S)


def tables_of(name, size=20_000, seed=0):
    net = network(name)
    return Tables(net.sample(size, np.random.default_rng(seed)), net.cardinalities)


ASIA = tables_of("asia")
OPTIONS = [{}, {"noise": Noise.LAPLACE}, {"each_set": True}, {"each_set": True, "noise": Noise.LAPLACE}]


def ids(options):
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "defaults"


def test_a_choice_has_the_odds_of_its_price():
    """Of two values one sensitivity apart the smaller is chosen with odds e^(ε/2)."""
    choice, rng = Choice(3.0, 0.5, S), np.random.default_rng(0)
    wins = sum(choice.release([1.0, 4.0], rng).value == 0 for _ in range(2_000))
    assert choice.epsilon == 2.0
    assert abs(wins / 2_000 - 1 / (1 + math.exp(-1.0))) < 0.04


@pytest.mark.parametrize("options", OPTIONS, ids=ids)
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 10.0])
def test_the_budget_is_never_exceeded_and_every_answer_is_booked(options, epsilon):
    policy = CuratePc(ASIA, Price(epsilon, 1e-6, S), np.random.default_rng(1), **options)
    learned = pc(8, policy)
    prices = [policy.purse.cost(release.price) for release in policy.purse.releases]
    assert math.fsum(prices) == pytest.approx(policy.purse.spent)
    assert policy.purse.spent <= policy.purse.budget
    assert policy.spent == policy.budget
    choices = sum(isinstance(release.value, int) for release in policy.purse.releases)
    assert len(policy.purse.releases) == sum(policy.asked) + choices
    assert choices <= len(learned.separators)


@pytest.mark.parametrize("options", OPTIONS, ids=ids)
@pytest.mark.parametrize("name", ["cancer", "asia", "survey"])
def test_with_a_huge_budget_it_is_pc(options, name):
    tables = tables_of(name)
    nodes = len(tables.cardinalities)
    policy = CuratePc(tables, Price(1e13, 1e-6, S), np.random.default_rng(0), orders=nodes, **options)
    learned = pc(nodes, policy)

    class Exact:
        def separate(self, questions):
            chosen = on_the_way(questions)
            quiet = {e: [s for s in sets if policy.height(e, s) <= 0] for e, sets in chosen.items()}
            return {edge: sets[0] for edge, sets in quiet.items() if sets}

    assert (skeleton(learned.graph) == skeleton(pc(nodes, Exact()).graph)).all()
    assert policy.stopped is None
    assert all(policy.height(edge, separator) <= 1e-3 for edge, separator in learned.separators.items())


def test_the_generator_decides_everything():
    runs = [pc(8, CuratePc(ASIA, BUDGET, np.random.default_rng(seed))).separators for seed in (3, 3, 4)]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_one_answer_for_each_edge_is_better_than_one_for_each_set():
    tables, truth = tables_of("alarm", 50_000), cpdag(network("alarm").dag)
    scores = []
    for each_set in (False, True):
        policy = CuratePc(tables, BUDGET, np.random.default_rng(0), each_set=each_set)
        scores.append(skeleton_scores(pc(37, policy).graph, truth).f1)
        assert policy.asked[0] == 666
    assert scores[0] > scores[1] + 0.05
    assert scores[0] > 0.6


def test_it_says_when_the_plan_ends_too_early():
    policy = CuratePc(ASIA, Price(100.0, 1e-6, S), np.random.default_rng(0), orders=1)
    learned = pc(8, policy)
    assert policy.stopped == "the budget was planned for orders 0 to 0"
    assert skeleton(learned.graph).sum() // 2 > 8


def test_a_graph_that_is_all_noise_is_not_searched(monkeypatch):
    monkeypatch.setattr("privcausal.graphs.constraint_based.curate_pc.MOST_SETS", 10)
    policy = CuratePc(ASIA, BUDGET, np.random.default_rng(0))
    assert pc(8, policy).separators == {}
    assert policy.stopped == "order 0 would take more than 10 sets"
    assert policy.spent.epsilon == 0


@pytest.mark.parametrize("side", [0, 1])
def test_the_twin_of_the_gallery_has_the_same_law(side):
    """600 runs of the class itself against 200,000 of its fast twin; 0.09 is more than four standard errors."""
    rng = np.random.default_rng(5)
    tables, seen = Tables(TINY[side], (3, 3, 3)), []
    for _ in range(600):
        graph = skeleton(pc(3, CuratePc(tables, BUDGET, rng)).graph)
        seen.append([graph[0, 1], graph[0, 2], graph[1, 2]])
    twin = repaired_run(side, 200_000, rng)
    codes = [
        np.bincount(np.asarray(runs) @ [1, 2, 4], minlength=8) / len(runs)
        for runs in (np.array(seen, int), twin.astype(int))
    ]
    assert np.abs(codes[0] - codes[1]).max() < 0.09


@given(st.integers(0, 1000))
@settings(max_examples=20)
def test_what_lies_on_the_way_is_a_part_of_what_pc_asks(seed):
    rng = np.random.default_rng(seed)
    graph = np.triu(rng.random((7, 7)) < 0.5, 1)
    graph = graph | graph.T
    for order in range(4):
        questions = Questions(graph, order)
        chosen = on_the_way(questions)
        for edge, sets in chosen.items():
            assert set(sets) <= set(questions.sets(edge))
        assert sum(map(len, chosen.values())) <= how_many(questions)


def test_the_noise_is_what_the_price_says():
    rng = np.random.default_rng(0)
    policy = CuratePc(ASIA, BUDGET, np.random.default_rng(0))
    policy.sensitivity = 2.0
    test = policy.mechanism(0.5)
    assert test.scale == 2.0
    assert 0.5 <= test.price.rho < 0.5 + 1e-12
    draws = [test.release(1.0, rng).value for _ in range(4000)]
    assert np.mean(draws) == pytest.approx(1.0, abs=0.2)
    assert np.std(draws) == pytest.approx(2.0, abs=0.15)
    assert Choice(1.0, 0.5, S).release([5.0, 0.0, 40.0], rng).epsilon == 2.0
    with pytest.raises(ValueError, match="finite"):
        test.release(math.nan, rng)


@pytest.mark.parametrize("caution", [0.1, 0.5, 0.9])
def test_noise_alone_exceeds_the_clearance_as_often_as_said(caution):
    rng = np.random.default_rng(0)
    laplace, gauss = Laplace(1.0, 0.5, S), GaussianNoise(1.0, 1 / math.sqrt(0.2), S)
    assert (rng.laplace(0, laplace.scale, 40_000) > clearance(caution, laplace)).mean() == pytest.approx(
        caution, abs=0.01
    )
    assert (rng.normal(0, gauss.scale, 40_000) > clearance(caution, gauss)).mean() == pytest.approx(
        caution, abs=0.01
    )


@pytest.mark.parametrize("columns", [(), ([0, 0, 0],), ([0, 1, 0], [1, 1, 1])])
def test_few_columns_and_few_records(columns):
    records = np.array(columns, dtype=np.uint8).T.reshape(3 if columns else 1, len(columns))
    tables = Tables(records, (2,) * len(columns))
    if columns:
        assert pc(len(columns), CuratePc(tables, BUDGET, np.random.default_rng(0))).graph.shape[0] == len(
            columns
        )


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"budget": Price(1.0, 1e-6, Relation.ADD_REMOVE)}, "relation"),
        ({"budget": Price(1.0, 0.0, S)}, "delta"),
        ({"budget": Price(0.0, 1e-6, S)}, "epsilon"),
        ({"budget": Price(math.inf, 1e-6, S)}, "epsilon"),
        ({"tables": Tables(np.zeros((0, 2), dtype=np.uint8), (2, 2))}, "tables"),
        ({"orders": 0}, "orders"),
        ({"level": 0.0}, "level"),
        ({"caution": 1.0}, "caution"),
        ({"for_sets": 0.0}, "for_sets"),
    ],
)
def test_bad_input_is_refused_by_name(change, named):
    arguments = {"tables": ASIA, "budget": BUDGET, "rng": np.random.default_rng(0)} | change
    with pytest.raises(ValueError, match=named):
        CuratePc(**arguments)
