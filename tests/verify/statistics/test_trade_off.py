"""The trade-off curve: its band holds the truth all at once, and lies below the promise where that is broken."""

import numpy as np
import pytest

from privcausal import plots
from privcausal.verify.audit import audit
from privcausal.verify.statistics.audit_result import AuditResult
from privcausal.verify.statistics.trade_off import allowed, trade_off


def of_laplace(scale, promise=1.0, n=20_000, seed=0, confidence=0.999):
    rng = np.random.default_rng(seed)
    return audit(
        lambda value, size, rng: rng.laplace(value, scale, size),
        (0, 1),
        n,
        confidence,
        claimed_epsilon=promise,
        ideal=True,
        rng=rng,
    )


def test_the_band_holds_every_probability_at_once():
    """Hits drawn from known laws: at 80% confidence a band misses one of its errors in at most a fifth of all cases."""
    more, less = np.array([0.02, 0.3, 0.8, 1.0]), np.array([0.001, 0.1, 0.6, 1.0])
    rng, missed = np.random.default_rng(0), 0
    for _ in range(400):
        passed = tuple(tuple(np.sort(rng.binomial(500, law)).tolist()) for law in (more, less))
        curve = trade_off(AuditResult(0, 2000, "", (150, 50), (500, 500), 0.0, 0.2, 1.0, passed))
        alarms, misses = curve.alarms[1:], curve.misses[1:]
        inside = (alarms[:, 0] <= less) & (less <= alarms[:, 2])
        inside &= (misses[:, 0] <= 1 - more) & (1 - more <= misses[:, 2])
        missed += not inside.all()
    assert 1 <= missed <= 100


def test_the_curve_runs_from_corner_to_corner_and_falls():
    curve = trade_off(of_laplace(1.0))
    assert (curve.alarms[0].tolist(), curve.misses[0].tolist()) == ([0, 0, 0], [1, 1, 1])
    assert (curve.alarms[-1, 1], curve.misses[-1, 1]) == (1, 0)
    assert (np.diff(curve.alarms[:, 1]) >= 0).all()
    assert (np.diff(curve.misses[:, 1]) <= 0).all()


def test_the_learned_event_is_one_of_the_nested_ones():
    result = of_laplace(1.0)
    assert result.hits in set(zip(*result.passed, strict=True))


@pytest.mark.parametrize(("scale", "broken"), [(1.0, False), (0.5, True)])
def test_the_whole_band_lies_below_a_broken_promise_and_never_below_a_kept_one(scale, broken):
    curve = trade_off(of_laplace(scale))
    below = curve.misses[:, 2] < allowed(curve.alarms[:, 2], 1.0, 0.0)
    assert below.any() == broken


def test_promises_are_met_exactly_by_the_answers_that_spend_them():
    alarms = 1 / (1 + np.e)
    assert allowed(alarms, 1.0, 0.0) == pytest.approx(1 / (1 + np.e))
    assert allowed(0.0, 1.0, 0.25) == 0.75


def test_a_result_draws_itself():
    result = of_laplace(0.5)
    ax, (more, less) = result.plot(), result.direction.split(" over ")
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["99.9% band", "seen", "claimed ε = 1"]
    assert {ax.get_xlabel(), ax.get_ylabel()} == {f"false alarms on the {less}", f"misses on the {more}"}
    own = plots.figure()[1][0]
    assert of_laplace(0.5).plot(own) is own


def test_counts_of_one_event_are_no_curve():
    with pytest.raises(ValueError, match="result must come from an audit"):
        trade_off(AuditResult(1.0, 4000, "", (1500, 500), (2000, 2000), 0.0, 0.01))
