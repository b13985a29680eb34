"""The gallery: specimens are caught, honest mechanisms are left alone, and both depend on the seed alone."""

from dataclasses import replace

import numpy as np
import pytest

from privcausal.claims import gallery, load
from privcausal.claims.verify.audit import HONEST, alarm_of, worst_alarm
from privcausal.verify.audit import Exhibit

CLAIMS = load()
SHOWN = gallery.exhibits()


def exhibit(name, mechanism, honest=True, epsilon=1.0, delta=0.0):
    return Exhibit(name, name, "B-audit", honest, mechanism, epsilon=epsilon, delta=delta)


REFERENCES = [exhibit(mechanism.__name__, mechanism, delta=delta) for mechanism, delta in HONEST]


@pytest.mark.parametrize("one", SHOWN, ids=lambda one: one.name)
def test_every_exhibit_belongs_to_a_claim_and_returns_rows(one):
    assert one.claim in CLAIMS
    assert one.epsilon > 0
    assert 0 <= one.delta < 1
    for side in (0, 1):
        draws = np.asarray(one.sample(side, 5, np.random.default_rng(0)))
        assert len(draws) == 5


def test_specimens_are_caught_and_honest_mechanisms_are_not():
    specimen = exhibit("bold", lambda side, size, rng: rng.laplace(side, 0.5, size), honest=False)
    liar = exhibit("liar", lambda side, size, rng: rng.laplace(side, 0.5, size))
    mouse = exhibit("mouse", lambda side, size, rng: rng.laplace(0, 1, size), honest=False)
    tour = gallery.tour([*REFERENCES, specimen, liar, mouse], (5_000, 20_000))
    verdicts = [showing.verdict for showing in tour]
    assert verdicts == ["not accused"] * len(REFERENCES) + ["caught", "falsely accused", "missed"]
    assert [showing.result.runs for showing in tour[-3:]] == [10_000, 10_000, 40_000]
    assert tour[-3].again > 0.99 > 0.01 > tour[-1].again
    shown = gallery.table(tour)
    assert float(shown.loc["bold", "ε found"]) > 1.6
    assert shown.loc["mouse", "ε found"] == "0.00"
    assert shown.loc["bold", "(ε, δ)"] == "(1, 0)"


def test_a_tour_depends_on_the_seed_and_the_name_alone():
    alone = gallery.tour(REFERENCES[:1], (3_000,), seed=4)[0].result
    turned = [exhibit("a guest", HONEST[0][0]), *REFERENCES[:1]]
    # The level is shared, so it is set as if there were one exhibit.
    among = gallery.tour(turned, (3_000,), confidence=0.998, seed=4)[1].result
    assert replace(among, alpha=0, epsilon=0) == replace(alone, alpha=0, epsilon=0)
    assert gallery.tour(REFERENCES[:1], (3_000,), seed=5)[0].result != alone


def test_two_exhibits_may_not_share_a_name(monkeypatch):
    class Twins:
        EXHIBITS = (REFERENCES[0], REFERENCES[0])

    monkeypatch.setattr("privcausal.claims.modules", lambda: (Twins,))
    with pytest.raises(ValueError, match="share a name"):
        gallery.exhibits()


def test_false_alarms_are_rarer_than_their_level():
    """At 90% confidence per gallery, 10% of them may accuse somebody."""
    alarms = gallery.false_alarms(REFERENCES, 40, 1_000, 0.9)
    assert alarms <= 10
    liar = exhibit("liar", lambda side, size, rng: rng.laplace(side, 0.4, size))
    assert gallery.false_alarms([liar], 5, 5_000, 0.9) == 5


def test_exact_rates_follow_from_the_binomial(rng):
    worst = worst_alarm(0.05, 12, 0.0)
    assert alarm_of(worst.witness, 0.05, 12, 0.0) == worst.value
    q, epsilon = worst.witness["q"], worst.witness["epsilon"]
    counts = rng.binomial(12, [np.exp(epsilon) * q, q], (20_000, 2))
    from privcausal.verify.statistics.audit_result import epsilon_at_least

    observed = {
        tuple(pair): epsilon_at_least(tuple(pair), (12, 12), 0.0, 0.05) for pair in np.unique(counts, axis=0)
    }
    rate = np.mean([observed[tuple(pair)] > epsilon for pair in counts])
    assert rate == pytest.approx(worst.value, abs=0.005)
