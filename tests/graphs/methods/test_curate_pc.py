import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.graphs.methods.curate_pc import TINY, repaired_run
from privcausal.graphs.constraint_based.pc import Questions, pc
from privcausal.graphs.constraint_based.pruned_questions import how_many, path_relevant_sets
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods.curate_pc import CuratePc, NoiseKind, NoisyChoice, clearance
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import cpdag, skeleton
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.laplace import Laplace
from tests.graphs.builders import ONE, SWAP, price, rng, sampled

ASIA = sampled("asia")
OPTIONS = [
    {},
    {"noise": NoiseKind.LAPLACE},
    {"each_set": True},
    {"each_set": True, "noise": NoiseKind.LAPLACE},
]


def ids(options):
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "defaults"


def test_a_choice_has_the_odds_of_its_price():
    """Of two values one sensitivity apart the smaller is chosen with odds e^(ε/2)."""
    choice, drawn = NoisyChoice(3.0, 0.5, SWAP), rng()
    wins = sum(choice.release([1.0, 4.0], drawn).value == 0 for _ in range(2_000))
    assert choice.epsilon == 2.0
    assert abs(wins / 2_000 - 1 / (1 + math.exp(-1.0))) < 0.04


@pytest.mark.parametrize("options", OPTIONS, ids=ids)
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 10.0])
def test_the_budget_is_never_exceeded_and_every_answer_is_booked(options, epsilon):
    policy = CuratePc(ASIA, price(epsilon), rng(1), **options)
    learned = pc(8, policy)
    prices = [policy.privacy_filter.cost(release.price) for release in policy.privacy_filter.releases]
    assert math.fsum(prices) == pytest.approx(policy.privacy_filter.spent)
    assert policy.privacy_filter.spent <= policy.privacy_filter.budget
    assert policy.spent == policy.budget
    choices = sum(isinstance(release.value, int) for release in policy.privacy_filter.releases)
    assert len(policy.privacy_filter.releases) == sum(policy.asked) + choices
    assert choices <= len(learned.separators)


@pytest.mark.parametrize("options", OPTIONS, ids=ids)
@pytest.mark.parametrize("name", ["cancer", "asia", "survey"])
def test_with_a_huge_budget_it_is_pc(options, name):
    tables = sampled(name)
    nodes = len(tables.cardinalities)
    policy = CuratePc(tables, price(1e13), rng(), orders=nodes, **options)
    learned = pc(nodes, policy)

    class Exact:
        def separate(self, questions):
            chosen = path_relevant_sets(questions)
            quiet = {e: [s for s in sets if policy.edge_margin(e, s) <= 0] for e, sets in chosen.items()}
            return {edge: sets[0] for edge, sets in quiet.items() if sets}

    assert (skeleton(learned.graph) == skeleton(pc(nodes, Exact()).graph)).all()
    assert policy.stop_reason is None
    assert all(policy.edge_margin(edge, separator) <= 1e-3 for edge, separator in learned.separators.items())


def test_the_generator_decides_everything():
    runs = [pc(8, CuratePc(ASIA, ONE, rng(seed))).separators for seed in (3, 3, 4)]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_one_answer_for_each_edge_is_better_than_one_for_each_set():
    tables, truth = sampled("alarm", 50_000), cpdag(network("alarm").dag)
    scores = []
    for each_set in (False, True):
        policy = CuratePc(tables, ONE, rng(), each_set=each_set)
        scores.append(skeleton_scores(pc(37, policy).graph, truth).f1)
        assert policy.asked[0] == 666
    assert scores[0] > scores[1] + 0.05
    assert scores[0] > 0.6


def test_it_says_when_the_plan_ends_too_early():
    policy = CuratePc(ASIA, price(100.0), rng(), orders=1)
    learned = pc(8, policy)
    assert policy.stop_reason == "the budget was planned for orders 0 to 0"
    assert skeleton(learned.graph).sum() // 2 > 8


def test_a_graph_that_is_all_noise_is_not_searched(monkeypatch):
    monkeypatch.setattr("privcausal.graphs.methods.curate_pc.MOST_SETS", 10)
    policy = CuratePc(ASIA, ONE, rng())
    assert pc(8, policy).separators == {}
    assert policy.stop_reason == "order 0 would take more than 10 sets"
    assert policy.spent.epsilon == 0


@pytest.mark.parametrize("side", [0, 1])
def test_the_twin_of_the_gallery_has_the_same_law(side):
    """600 runs of the class itself against 200,000 of its fast twin; 0.09 is more than four standard errors."""
    drawn = rng(5)
    tables, calls = Tables(TINY[side], (3, 3, 3)), []
    for _ in range(600):
        graph = skeleton(pc(3, CuratePc(tables, ONE, drawn)).graph)
        calls.append([graph[0, 1], graph[0, 2], graph[1, 2]])
    twin = repaired_run(side, 200_000, drawn)
    codes = [
        np.bincount(np.asarray(runs) @ [1, 2, 4], minlength=8) / len(runs)
        for runs in (np.array(calls, int), twin.astype(int))
    ]
    assert np.abs(codes[0] - codes[1]).max() < 0.09


@given(st.integers(0, 1000))
@settings(max_examples=20)
def test_what_lies_on_the_way_is_a_part_of_what_pc_asks(seed):
    graph = np.triu(rng(seed).random((7, 7)) < 0.5, 1)
    graph = graph | graph.T
    for order in range(4):
        questions = Questions(graph, order)
        chosen = path_relevant_sets(questions)
        for edge, sets in chosen.items():
            assert set(sets) <= set(questions.sets(edge))
        assert sum(map(len, chosen.values())) <= how_many(questions)


def test_the_noise_is_what_the_price_says():
    drawn, policy = rng(), CuratePc(ASIA, ONE, rng())
    policy.sensitivity = 2.0
    test = policy.mechanism(0.5)
    assert test.scale == 2.0
    assert 0.5 <= test.price.rho < 0.5 + 1e-12
    draws = [test.release(1.0, drawn).value for _ in range(4000)]
    assert np.mean(draws) == pytest.approx(1.0, abs=0.2)
    assert np.std(draws) == pytest.approx(2.0, abs=0.15)
    assert NoisyChoice(1.0, 0.5, SWAP).release([5.0, 0.0, 40.0], drawn).epsilon == 2.0
    with pytest.raises(ValueError, match="finite"):
        test.release(math.nan, drawn)


@pytest.mark.parametrize("caution", [0.1, 0.5, 0.9])
def test_noise_alone_exceeds_the_clearance_as_often_as_said(caution):
    drawn = rng()
    laplace, gauss = Laplace(1.0, 0.5, SWAP), GaussianNoise(1.0, 1 / math.sqrt(0.2), SWAP)
    for draw, noise in ((drawn.laplace, laplace), (drawn.normal, gauss)):
        above = draw(0, noise.scale, 40_000) > clearance(caution, noise)
        assert above.mean() == pytest.approx(caution, abs=0.01)


@given(st.floats(1e-9, 10))
def test_a_choice_spends_no_more_than_its_rho(rho):
    assert Fraction(NoisyChoice(1.0, rho, SWAP).epsilon) ** 2 / 8 <= Fraction(rho)
