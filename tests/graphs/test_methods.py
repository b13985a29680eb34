"""The list of methods: all of it can be built, and it is what discover, its help and its refusals are made of."""

import inspect
import math

import pytest

from privcausal.__main__ import parser
from privcausal.graphs.methods import CATEGORIES, DEFAULT, METHODS, NUMBERS, method_of, private_methods
from privcausal.privacy.price import Price, Relation


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_a_method_is_built_from_what_it_wants(method):
    wanted = list(inspect.signature(method.build).parameters)[:3]
    if method.wants == CATEGORIES:
        assert wanted == ["tables", "budget", "rng"]
    else:
        assert {"budget", "rng", "row_norm"} <= inspect.signature(method.build).parameters.keys()


def test_each_kind_of_data_has_private_methods_and_one_is_the_default():
    assert DEFAULT in private_methods(CATEGORIES)
    assert private_methods(NUMBERS)
    assert {method.wants for method in METHODS.values()} == {CATEGORIES, NUMBERS}
    assert [name for name, method in METHODS.items() if not method.private] == ["pc"]


def test_help_says_what_each_method_does():
    choices = next(action.choices for action in parser(["discover"])._actions if action.choices)
    shown = choices["discover"].format_help()
    assert all(f"  {name} " in shown and method.says in shown for name, method in METHODS.items())


def test_an_unknown_name_is_answered_with_all_names():
    with pytest.raises(ValueError, match=", ".join(METHODS)):
        method_of("psychic")


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_the_wrong_data_are_refused_with_the_right_names(method):
    budget = Price(
        1.0 if method.private else math.inf, 1e-6 if method.private else 0.0, Relation.SUBSTITUTION
    )
    declared = method.wants == CATEGORIES
    method.check(budget, declared)
    others = ", ".join(private_methods(NUMBERS if declared else CATEGORIES))
    with pytest.raises(ValueError, match=f"wants {method.wants}; for .* there is {others}"):
        method.check(budget, not declared)
