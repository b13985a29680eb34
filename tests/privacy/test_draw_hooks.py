"""Listening in: every draw is heard with what it was given, listeners stand one inside the other, and leave again."""

import numpy as np
import pytest

from privcausal.privacy.draw_hooks import hookable, intercept_draws
from privcausal.privacy.draws import add_laplace


@hookable
def toss(value, scale=2.0, *, rng):
    return value + scale * rng.random()


def test_without_a_listener_nothing_changes():
    assert toss(1, rng=np.random.default_rng(0)) == 1 + 2 * np.random.default_rng(0).random()


def test_a_listener_hears_defaults_and_never_the_generator():
    draws = []
    with intercept_draws(lambda draw, go: draws.append(draw) or go()):
        drawn = toss(1, rng=np.random.default_rng(0))
    assert drawn == toss(1, rng=np.random.default_rng(0))
    assert [(draw.kind, dict(draw.arguments)) for draw in draws] == [("toss", {"value": 1, "scale": 2.0})]


def test_what_a_listener_returns_is_taken_for_drawn_and_the_generator_stays_where_it_was(rng):
    with intercept_draws(lambda draw, go: 7.0):
        assert add_laplace(0.5, 1.0, 1.0, rng) == 7.0
    assert rng.random() == np.random.default_rng(0).random()


def test_the_inner_one_hears_first_and_may_keep_the_draw_from_the_outer_one():
    order = []

    def names(name, passes):
        return lambda draw, go: order.append(name) or (go() if passes else 0)

    with intercept_draws(names("outer", True)), intercept_draws(names("inner", True)):
        toss(1, rng=np.random.default_rng(0))
    with intercept_draws(names("outer", True)), intercept_draws(names("silent", False)):
        toss(1, rng=np.random.default_rng(0))
    assert order == ["inner", "outer", "silent"]


def test_a_listener_that_refuses_stops_the_draw_and_is_gone_afterwards(rng):
    def refuse(draw, go):
        raise PermissionError("no")

    with pytest.raises(PermissionError), intercept_draws(refuse):
        toss(1, rng=rng)
    assert toss(1, rng=rng) == toss(1, rng=np.random.default_rng(0))


def test_a_function_that_is_heard_keeps_its_name():
    assert toss.__name__ == "toss"
