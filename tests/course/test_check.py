"""Marking: right answers pass, wrong ones get a reason, and an answer that stops with an exception gets one too."""

import numpy as np
import pytest

from privcausal.course.check import check, fault, problems, same, samples


def test_problems_come_in_the_order_of_the_chapters():
    chapters = [problem.chapter for problem in problems().values()]
    assert chapters == sorted(chapters)
    assert all(problem.judge.__doc__.startswith(f"`{name}(") for name, problem in problems().items())


def test_a_right_answer(capsys):
    check(
        "laplace_noise",
        lambda scale, size, rng: scale * (rng.exponential(size=size) - rng.exponential(size=size)),
    )
    assert capsys.readouterr().out == "laplace_noise is right\n"


def test_an_answer_that_stops_says_how():
    assert fault("laplace_noise", lambda scale, size, rng: 1 / 0).startswith(
        "it stops with ZeroDivisionError"
    )


@pytest.mark.parametrize("name", ["laplace_noise", "clipped_mean", "pc_skeleton"])
def test_an_answer_that_returns_nothing_is_told_so(name):
    assert fault(name, lambda *_, **__: None).startswith("it returns nothing yet")
    assert "nothing" not in fault(name, lambda *_, **__: 1 / 0)


def test_an_unknown_problem_is_named():
    with pytest.raises(ValueError, match="name must be one of laplace_noise"):
        check("no_such", print)


@pytest.mark.parametrize("got", [None, "three", [1.0, 2.0], 1.0 + 1e-6, float("nan")])
def test_other_numbers_are_not_the_same(got):
    assert same("f(1)", 1.0, 1.0) is None
    assert same("f(1)", got, 1.0).startswith("f(1) should be 1.0, it gives")


def test_samples_of_another_law_or_number():
    uniform = np.random.default_rng(0).random(1000)
    assert samples("u", uniform, lambda z: z, 1000) is None
    assert "should give 1000 numbers" in samples("u", uniform[1:], lambda z: z, 1000)
    assert "should be" in samples("u", uniform**2, lambda z: z, 1000)
