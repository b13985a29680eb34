"""Replay: what goes through the noise may differ by the sensitivity, and nothing else may differ at all."""

import re
import sys
import warnings

import numpy as np
import pytest

from privcausal.privacy.draw_hooks import intercept_draws
from privcausal.privacy.draws import add_gaussian, add_laplace, choose, secret_subsample
from privcausal.verify.replay import plain, replay

PAIR = (np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 1.0, 2.0, 3.5]))


def rng():
    return np.random.default_rng(0)


def mean(rows):
    """The one record that differs by ½ moves the mean by 1/8."""
    return add_laplace(rows.mean(), 1.0, 0.125, rng())


def result_of(run, pair=PAIR, **options):
    return replay(run, pair, intercept_draws, **options).differences


# --- what may differ ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "run",
    [
        mean,
        lambda rows: add_gaussian(rows, 1.0, 0.5, rng()),
        lambda rows: choose(rows, 1.0, 0.5, rng()),
        lambda rows: rows[secret_subsample(4, 2, rng())].size,
        lambda rows: (len(rows), "written beforehand", None, {"a": {1, 2}}),
    ],
    ids=["laplace", "gaussian", "choice", "sample", "public"],
)
def test_what_the_noise_hides_is_no_difference(run):
    assert result_of(run) == ()


def test_decisions_that_follow_from_noisy_answers_are_the_same_in_both_runs():
    """Near a tie the exact values decide differently; the noisy ones are the same by construction."""
    pair = (np.array([0.49]), np.array([0.51]))

    def adaptive(rows):
        source = rng()
        if add_laplace(rows[0], 1e-3, 0.02, source) > 0.5:
            return add_laplace(2 * rows[0], 1.0, 0.04, source)
        return "low"

    assert result_of(adaptive, pair) == ()


def test_generators_move_on_as_they_did():
    def dealt(rows):
        source = rng()
        add_laplace(rows.mean(), 1.0, 0.125, source)
        return source.integers(10**9)

    assert result_of(dealt) == ()


def test_what_a_program_does_to_an_answer_stays_in_its_run():
    def halves(rows):
        noisy = add_laplace(rows, 1.0, 0.5, rng())
        noisy /= 2
        return noisy.sum()

    assert result_of(halves) == ()


# --- what may not --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (lambda rows: rows.mean(), "the answers differ"),
        (lambda rows: add_laplace(rows.mean(), 1.0, 0.1, rng()), "values 0.125 apart, declared 0.1"),
        (lambda rows: add_laplace(rows, 1.0, 0.4, rng()), "values 0.5 apart, declared 0.4"),
        (lambda rows: add_laplace(rows.mean(), rows.max(), 0.125, rng()), "scale"),
        (lambda rows: add_laplace(rows.mean(), 1.0, rows.max(), rng()), "sensitivity"),
        (lambda rows: add_laplace(rows[rows < 3.2], 1.0, 9.0, rng()), r"of shapes \(4,\) and \(3,\)"),
        (lambda rows: mean(rows) if rows.max() > 3.2 else 0, "add_laplace is drawn on the second only"),
        (lambda rows: mean(rows) if rows.max() < 3.2 else 0, "add_laplace is drawn on the first only"),
        (
            lambda rows: (add_gaussian if rows.max() > 3.2 else add_laplace)(0.0, 1.0, 1.0, rng()),
            "add_laplace on the first, add_gaussian on the second",
        ),
        (
            lambda rows: secret_subsample(int(rows.max() * 2), 2, rng()),
            "secret_subsample with records 6 and 7",
        ),
        (lambda rows: rng().laplace(rows.mean()), "the answers differ"),
        (lambda rows: mean(rows) + 1e-15 * rows.max(), "the answers differ"),
    ],
    ids=[
        "bare",
        "tight",
        "two",
        "scale",
        "bound",
        "shape",
        "second",
        "first",
        "kind",
        "sample",
        "elsewhere",
        "digit",
    ],
)
def test_what_goes_around_the_noise_is_found(run, message):
    differences = result_of(run)
    assert differences
    assert re.search(message, differences[0])


def test_errors_messages_warnings_and_statuses_are_compared():
    def refuses(rows):
        raise ValueError(f"got {rows.max()}")

    def warns(rows):
        if rows.max() > 3.2:
            warnings.warn("overflow", RuntimeWarning, stacklevel=1)

    assert "the answers differ" in result_of(refuses)[0]
    assert "overflow" in result_of(warns)[0]
    assert result_of(lambda rows: sys.intern("got a number")) == ()


def test_catching_everything_does_not_hide_another_draw():
    def swallows(rows):
        try:
            return mean(rows) if rows.max() > 3.2 else 0
        except Exception:
            return 0

    assert result_of(swallows) == ("draw 1: add_laplace is drawn on the second only",)


def test_nan_is_never_within_a_sensitivity():
    pair = (np.array([0.0]), np.array([np.inf]))
    assert "apart" in result_of(lambda rows: add_gaussian(np.nan_to_num(rows), 1.0, 1.0, rng()), pair)[0]


def test_answers_that_the_noise_could_not_give_are_found():
    def on_grid(draw, answer):
        return float(answer).is_integer()

    assert "reveals its inputs" in result_of(mean, possible=on_grid)[0]
    assert (
        result_of(lambda rows: add_laplace(0.0, 1.0, 1.0, rng()) * 0, possible=lambda draw, answer: True)
        == ()
    )


def test_values_are_compared_to_the_last_bit():
    assert plain(0.1 + 0.2) != plain(0.3)
    assert plain(np.float64(2.0)) == plain(2.0)
    assert plain(np.array([1, 2])) != plain(np.array([1.0, 2.0]))
    with pytest.raises(ValueError, match="run must return plain values"):
        plain(object())


def test_a_pair_is_two():
    with pytest.raises(ValueError, match="two neighbouring data sets, got 1"):
        replay(len, [[1]], intercept_draws)
