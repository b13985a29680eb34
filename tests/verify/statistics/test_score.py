"""The score: it adds up what many columns say, survives any number, and never teaches on the draws that it scores."""

import numpy as np
import pytest

from privcausal.verify.statistics.score import learn_score

SIDE = np.repeat([0, 1], 10_000)


def apart(message):
    """How many standard deviations lie between the two sides."""
    return (message[SIDE == 1].mean() - message[SIDE == 0].mean()) / message[SIDE == 0].std()


def learned(draws):
    score, observed = learn_score(draws, SIDE)
    assert (observed[:, : draws.shape[1]] == draws).all() | np.isnan(draws).any()
    return score, observed[:, -2:]


def test_it_weighs_columns_as_the_best_linear_test_does(rng):
    shift = np.array([0.1, 0.2, 0.0, 0.4])
    _, message = learned(rng.normal(SIDE[:, None] * shift, 1))
    assert apart(message[:, 0]) == pytest.approx(np.linalg.norm(shift), abs=0.04)


@pytest.mark.parametrize("spread", [1.0, 1e-300, 1e300])
def test_units_and_tails_do_not_matter(spread):
    rng = np.random.default_rng(1)
    draws = np.exp(rng.normal(SIDE[:, None] * 0.2, 1, (len(SIDE), 4)))
    assert apart(learned(draws * spread)[1][:, 0]) == pytest.approx(0.4, abs=0.04)


def test_infinity_not_a_number_and_constants_tip_nothing_over():
    rng = np.random.default_rng(2)
    draws = rng.normal(SIDE[:, None] * 0.3, 1, (len(SIDE), 5))
    draws[:50, 0], draws[50:90, 0], draws[90:120, 0], draws[:, 4] = np.inf, -np.inf, np.nan, 7.0
    score, message = learned(draws)
    assert np.isfinite(message).all()
    assert apart(message[:, 0]) > 0.5
    assert np.isfinite(score.combined(np.full((1, 5), np.nan))[:, -2:]).all()


def test_draws_without_a_signal_are_not_told_apart():
    """Scored by weights that they have shaped, 60 columns of pure noise would lie 0.15 apart."""
    rng = np.random.default_rng(3)
    _, message = learned(rng.normal(size=(len(SIDE), 60)))
    assert abs(apart(message[:, 0])) < 0.05


def test_what_was_said_while_learning_is_what_the_score_says():
    rng = np.random.default_rng(4)
    draws = rng.normal(SIDE[:, None] * 0.5, 1, (len(SIDE), 3))
    score, message = learned(draws)
    assert np.corrcoef(score.combined(draws)[:, -2], message[:, 0])[0, 1] > 0.995


def test_a_rare_repeated_value_has_a_number_of_its_own():
    rng = np.random.default_rng(5)
    draws = rng.normal(size=(len(SIDE), 3))
    draws[-40:, 1] = 0.25
    score, _ = learned(draws)
    rare, common = score.combined(np.array([[0.0, 0.25, 0.0], [0.0, 0.2500001, 0.0]]))[:, -1]
    assert rare > 2
    assert common == 0
