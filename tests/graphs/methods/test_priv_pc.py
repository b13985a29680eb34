"""Priv-PC: a sieve on all records or a part, an examination for what it catches, and the price of both."""

import pytest

from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.constraint_based.query_sequence import PaidAnswer
from privcausal.graphs.methods.priv_pc import PrivPc
from privcausal.graphs.structure.pdag import skeleton
from privcausal.privacy.sieve_and_examine import OnPart
from tests.graphs.builders import price, rng, sampled


def policy_for(size=20_000, epsilon=5.0, **options):
    return PrivPc(sampled("survey", size), price(epsilon), rng(1), **options)


def test_each_catch_is_examined_and_both_are_paid_for():
    policy = policy_for()
    pc(6, policy)
    released = policy.privacy_filter.releases
    for one, next_ in zip(released, [*released[1:], None], strict=True):
        if isinstance(one.value, int):  # a sieve that fired
            assert next_ is not None
            assert isinstance(next_.value, float)
            assert next_.epsilon == pytest.approx(one.epsilon)
    assert policy.privacy_filter.spent == pytest.approx(sum(release.epsilon**2 / 2 for release in released))


@pytest.mark.parametrize("part", [0.05, 0.3, 1.0])
def test_a_part_costs_no_more_than_the_whole(part):
    """ε′ on the part is larger, and costs ε/2 anyway."""
    policy = policy_for(part=part)
    pc(6, policy, largest=1)
    assert policy.privacy_filter.spent <= policy.privacy_filter.budget
    assert policy.sample_size == round(part * 20_000)


def test_a_sieve_on_a_part_charges_for_the_draw():
    policy = policy_for(part=0.1)
    sieve = policy.sieve(0.0, PaidAnswer.DEPENDENT, 1.0, policy.sample_size)
    assert OnPart(sieve, 2_000, 20_000).price.epsilon < 0.2
    assert OnPart(sieve, 20_000, 20_000).price.epsilon == pytest.approx(1.0)


def test_a_lenient_sieve_examines_more():
    """With a tweak of many deviations nearly everything is examined."""
    counts = {}
    for tweak in (0.0, 50.0):
        policy = policy_for(epsilon=50.0, tweak=tweak)
        pc(6, policy, largest=0)
        counts[tweak] = sum(isinstance(release.value, float) for release in policy.privacy_filter.releases)
    assert counts[50.0] >= 14 > counts[0.0]


def test_a_fixed_part_does_not_become_pc_at_any_price():
    """Of 20,000 records 1,000 are sieved: what they show depends on the draw."""
    tables = policy_for().tables
    graphs = {
        skeleton(pc(6, PrivPc(tables, price(1e7), rng(seed), part=0.05)).graph).tobytes() for seed in range(8)
    }
    assert len(graphs) > 1
