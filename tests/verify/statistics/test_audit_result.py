"""What counts allow to conclude: against Clopper–Pearson, at its edges, and in the words of a result."""

import math

import numpy as np
import pytest

from privcausal.verify.statistics.audit_result import AuditResult, caution, epsilon_at_least

EVEN = (1_000, 1_000)


def result(hits=(600, 400), tested=EVEN, **options):
    epsilon = epsilon_at_least(hits, tested, 0.0, 0.05)
    return AuditResult(epsilon, sum(tested), "first over second", hits, tested, 0.0, 0.05, **options)


def test_it_is_rarely_too_high():
    """The truth is ln(0.5/0.3); at level 0.1 the bound exceeds it in at most a tenth of all runs."""
    rng, size = np.random.default_rng(0), 400
    hits = zip(rng.binomial(size, 0.5, 2_000), rng.binomial(size, 0.3, 2_000), strict=True)
    wrong = sum(
        epsilon_at_least((int(a), int(b)), (size, size), 0.0, 0.1) > math.log(0.5 / 0.3) for a, b in hits
    )
    assert wrong <= 240


@pytest.mark.parametrize("alpha", [0.1, 0.001])
def test_a_certain_event_has_a_closed_form(alpha):
    """Always under one neighbour and never under the other: P ≥ a^(1/n) at level a, P′ ≤ 1 − b^(1/n) at level b."""
    c = caution(alpha) ** 2
    a = c ** np.linspace(0, 1, 20_001)[1:-1]
    exact = np.log(a ** (1 / 1_000) / (1 - (c / a) ** (1 / 1_000))).min()
    bound = epsilon_at_least((1_000, 0), EVEN, 0.0, alpha)
    assert exact - 0.05 < bound <= exact


def test_nothing_seen_says_nothing():
    assert epsilon_at_least((0, 0), EVEN, 0.0, 0.05) == -math.inf
    assert epsilon_at_least((0, 1_000), EVEN, 0.0, 0.05) == -math.inf
    assert epsilon_at_least((1_000, 1_000), EVEN, 0.0, 0.05) <= 0


def test_more_hits_more_runs_and_more_risk_say_more():
    least = epsilon_at_least((600, 400), EVEN, 0.0, 0.05)
    assert epsilon_at_least((650, 400), EVEN, 0.0, 0.05) > least
    assert epsilon_at_least((600, 450), EVEN, 0.0, 0.05) < least
    assert epsilon_at_least((6_000, 4_000), (10_000, 10_000), 0.0, 0.05) > least
    assert epsilon_at_least((600, 400), EVEN, 0.0, 0.2) > least
    assert epsilon_at_least((600, 400), EVEN, 0.1, 0.05) < least
    assert epsilon_at_least((600, 400), EVEN, 0.9, 0.05) == -math.inf


@pytest.mark.parametrize("alpha", [0.5, 0.05, 1e-6])
def test_caution_solves_its_equation(alpha):
    c = caution(alpha) ** 2
    assert c * (1 - math.log(c)) == pytest.approx(alpha, rel=1e-9)
    assert alpha / 2 < caution(alpha) < math.sqrt(alpha), "milder than halving the risk"


def test_a_promise_is_broken_only_from_above():
    outcome = result()
    assert result(claimed_epsilon=outcome.epsilon + 1e-9).accused is False
    assert result(claimed_epsilon=outcome.epsilon - 1e-9).accused is True
    assert "is broken" in str(result(claimed_epsilon=0.1))


def test_power_grows_with_what_is_wrong():
    outcome = result(claimed_epsilon=0.3)
    powers = [outcome.power(0.3, actual) for actual in (0.3, 0.4, 0.5, 0.8)]
    assert powers == sorted(powers)
    assert powers[0] < 0.05 < 0.99 < powers[-1]


def test_power_is_the_share_of_accusations():
    outcome, rng = result(claimed_epsilon=0.3), np.random.default_rng(1)
    q = 400.5 / 1_001
    counts = rng.binomial(1_000, [min(math.exp(0.45), 1 / q) * q, q], (1_000, 2))
    observed = np.mean([epsilon_at_least((int(a), int(b)), EVEN, 0.0, 0.05) > 0.3 for a, b in counts])
    assert outcome.power(0.3, 0.45) == pytest.approx(observed, abs=0.06)


def test_it_is_below_what_was_seen():
    for hits in ((600, 500), (1_000, 1), (3, 1)):
        assert epsilon_at_least(hits, EVEN, 0.0, 0.05) < math.log(hits[0] / hits[1])
