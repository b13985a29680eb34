"""The list of methods: all of it can be built, and it is what discover, its help and its refusals are made of."""

import inspect
import math

import pytest

from privcausal.__main__ import parser
from privcausal.graphs.methods import (
    CATEGORIES,
    DEFAULT,
    FURTHER,
    MANY,
    METHODS,
    MIXED,
    NUMBERS,
    best_method,
    kinds_of,
    method_of,
    private_methods,
)
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration, Number

KINDS = (CATEGORIES, NUMBERS, MIXED)


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_a_method_is_built_from_what_it_wants(method):
    wanted = list(inspect.signature(method.build).parameters)[:3]
    if method.wants == CATEGORIES:
        assert wanted == ["tables", "budget", "rng"]
    elif method.wants == MIXED:
        assert {"table", "budget", "rng"} <= inspect.signature(method.build).parameters.keys()
    else:
        assert {"budget", "rng", "row_norm"} <= inspect.signature(method.build).parameters.keys()


def test_each_kind_of_data_has_private_methods_and_one_is_the_default():
    assert DEFAULT in private_methods(CATEGORIES)
    assert all(private_methods(kind) for kind in KINDS)
    assert {method.wants for method in METHODS.values()} == set(KINDS)
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
    method.check(budget, *KINDS)
    for kind in set(KINDS) - {method.wants}:
        others = ", ".join(private_methods(kind))
        with pytest.raises(ValueError, match=f"wants {method.wants}; for {kind} there is {others}"):
            method.check(budget, kind)


WORDS, PLAIN, CUT = Categories((0, 1)), Number(0, 1), Number(0, 1, cuts=(0.5,))


@pytest.mark.parametrize(
    ("columns", "kinds", "best"),
    [
        ([WORDS, WORDS], [CATEGORIES], "once"),
        ([WORDS, CUT], [CATEGORIES], "once"),
        ([CUT, CUT], [CATEGORIES, NUMBERS], "once"),
        ([PLAIN, PLAIN], [NUMBERS, MIXED], "once-correlations"),
        ([PLAIN, WORDS], [MIXED], "once-mixed"),
        ([PLAIN, CUT], [MIXED, NUMBERS], "once-mixed"),
    ],
)
def test_the_declaration_decides(columns, kinds, best):
    public = Declaration(dict(zip("ab", columns, strict=True)))
    assert list(kinds_of(public)) == kinds
    assert best_method(public) == best
    assert best_method(public, MANY) == (FURTHER if best == DEFAULT else best)


def test_the_first_method_for_numbers_does_not_follow_the_units():
    assert method_of(private_methods(NUMBERS)[0]).unitless
    assert not method_of("once-linear").unitless
