"""SVT-PC: what a round walks by, what it pays for, and what changes when it listens for the other answer."""

import numpy as np

from privcausal.graphs.constraint_based.pc import Questions, pc
from privcausal.graphs.constraint_based.query_sequence import PaidAnswer, QuerySequence
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods.svt_pc import SvtPc
from privcausal.privacy.above_threshold import Noise
from tests.graphs.builders import ONE, price, rng, sampled
from tests.refusals import refusals


def policy_for(name="survey", size=20_000, epsilon=5.0, seed=0, **options):
    return SvtPc(sampled(name, size, seed), price(epsilon), rng(seed + 1), **options)


def test_a_round_ends_at_the_answer_it_listens_for():
    policy = policy_for(epsilon=1e6)
    walk = QuerySequence(Questions(~np.eye(6, dtype=bool), 0), rng())
    for listening in PaidAnswer:
        passed, caught = policy.ask(walk, listening, 100.0)
        asked = policy.answers(iter([*passed, *caught]), policy.tables, [])
        heights = [listening.value * height for height in asked]
        assert len(caught) == 1
        assert heights[-1] >= 0
        assert all(height < 0 for height in heights[:-1])


def test_each_round_is_paid_for_and_so_is_the_last_silent_one():
    """At order 0 of two independent columns the only round hears "independent" and never fires."""
    tables = Tables(rng().integers(0, 2, (5_000, 2)), (2, 2))
    policy = SvtPc(tables, ONE, rng())
    learned = pc(2, policy)
    assert not learned.graph.any()
    assert [release.value for release in policy.privacy_filter.releases] == [None]
    assert policy.privacy_filter.spent > 0
    assert policy.spent == policy.budget


def test_fewer_rounds_where_most_pairs_go():
    """Twelve columns, all independent: hearing "dependent" takes one round, hearing "independent" one per pair."""
    rows = rng().integers(0, 2, (20_000, 12))
    rounds = {}
    for rarer in (True, False):
        policy = SvtPc(Tables(rows, (2,) * 12), price(5.0), rng(1), rarer=rarer)
        pc(12, policy, largest=0)
        rounds[rarer] = len(policy.privacy_filter.releases)
    assert rounds[True] <= 5
    assert rounds[False] >= 50


def test_one_sided_noise_and_the_best_split_are_the_quietest():
    """Less blur than Laplace noise, and than any other split."""
    best = policy_for()
    assert best.decision_noise_sd(1.0) < policy_for(noise=Noise.LAPLACE).decision_noise_sd(1.0)
    assert all(
        best.decision_noise_sd(1.0) <= policy_for(share=share).decision_noise_sd(1.0)
        for share in (0.1, 0.3, 0.5, 0.9)
    )


def test_asked_counts_every_test_of_the_order():
    policy = policy_for(epsilon=1e6)
    pc(6, policy)
    assert policy.asked[0] == 15
    assert len(policy.asked) >= 2


test_an_impossible_split_is_named = refusals(
    lambda share: pc(6, policy_for(share=share)), ("share must lie", 0.0, 1.0)
)
