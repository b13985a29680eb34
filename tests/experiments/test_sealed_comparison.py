"""The comparison on networks that were held back: every method, every price, and several draws of noise."""

import math

import pytest

from privcausal.claims.experiments.sealed_comparison import cost, default, lead, lead_over_reading, score
from privcausal.experiments import sealed_comparison
from privcausal.experiments.execution import load
from privcausal.experiments.sealed_comparison import (
    DRAWS,
    EPSILONS,
    MEMBERS,
    NETWORKS,
    OTHERS,
    READINGS,
    SEALED_COMPARISON,
    SIZES,
    WITHOUT,
)
from tests.graphs.builders import rng


@pytest.fixture(scope="module")
def table():
    return load(SEALED_COMPARISON)


def test_every_method_was_tried_at_every_price(table):
    networks = table.groupby("records")[["family", "member"]].apply(lambda rows: len(rows.drop_duplicates()))
    assert networks.to_dict() == {min(SIZES): len(NETWORKS) * MEMBERS, max(SIZES): len(NETWORKS)}
    assert all(20 <= recipe.d <= 80 for recipe in NETWORKS.values())
    counts = table[table.epsilon.isin(EPSILONS)].groupby(["records", "epsilon", "method"]).size()
    for records, count in networks.items():
        assert (counts[records].unstack()[list(READINGS)] == count * DRAWS).all().all()
    others = counts.unstack()[list(OTHERS)].dropna()
    assert (others == len(NETWORKS)).all().all()
    assert set(others.index) == {*((min(SIZES), epsilon) for epsilon in EPSILONS), (max(SIZES), 1.0)}


def test_without_privacy_and_without_noise_nothing_is_worse(table):
    for records in SIZES:
        own = default(records)
        noisy = score(table, records, own, 0.3).mean()
        assert score(table, records, WITHOUT, math.inf).mean() > noisy
        assert cost(table, 0.05, rng(), "itself", records, 0.3).value > 0


def test_a_lead_changes_its_sign_with_the_methods(table):
    for records in SIZES:
        over = lead_over_reading(table, 0.05, rng(), records, 1.0)
        (other,) = set(READINGS) - {default(records)}
        difference = score(table, records, default(records), 1.0) - score(table, records, other, 1.0)
        assert over.value == pytest.approx(difference.mean())
        assert lead(table, 0.05, rng(), default(records), records, 1.0).value == 0


def test_others_are_left_out_where_they_are_not_asked_for():
    world = sealed_comparison.lifelike("development", "small", 0)
    results = sealed_comparison.graphs(world, world.sample(1_000, rng()), rng(1), alone=True)
    assert {method for method, *_ in results} == {WITHOUT, *READINGS}
