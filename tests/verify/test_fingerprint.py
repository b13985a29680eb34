"""Fingerprints see code and constants through every kind of indirection, and nothing else."""

import linecache
import sys
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from types import SimpleNamespace

import numpy
import pytest

import privcausal.pairs
from privcausal.claims.broken import above_threshold as sparse
from privcausal.graphs.constraint_based.query_sequence import QuerySequence
from privcausal.graphs.constraint_based.rounds import Rounds
from privcausal.graphs.methods.svt_pc import SvtPc
from privcausal.pairs import rank
from privcausal.privacy import halfspaces, synthetic
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation, Release
from privcausal.verify.checks import negated, space
from privcausal.verify.fingerprint import _shape, _stamp, fingerprint, name_of, reach


@dataclass(frozen=True)
class Holder:
    inner: object


def test_values_and_their_order_count():
    assert fingerprint((1, 2)) != fingerprint((2, 1))
    assert fingerprint(Relation.SUBSTITUTION) != fingerprint(Relation.ADD_REMOVE)
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})
    assert fingerprint(Fraction(1, 3)) != fingerprint(Fraction(1, 4))


def test_functions_are_found_inside_containers_and_dataclasses():
    plain = fingerprint(rank.kendall)
    assert fingerprint(rank.spearman) != plain
    assert fingerprint(Holder(rank.kendall)) != fingerprint(Holder(rank.spearman))
    assert fingerprint([rank.kendall]) != fingerprint([rank.spearman])
    assert fingerprint(Laplace) != fingerprint(Release)


def test_two_closures_with_one_text_hide_nothing():
    twice = [negated(negated(measure)) for measure in (rank.kendall, rank.spearman)]
    assert fingerprint(twice[0]) != fingerprint(twice[1])


def test_a_cache_hides_no_code(monkeypatch):
    before = fingerprint(synthetic.Synthesiser)
    monkeypatch.setitem(halfspaces.LARGEST_WEIGHT, 3, 7)
    assert fingerprint(synthetic.Synthesiser) != before
    assert fingerprint(halfspaces.cube) != fingerprint(halfspaces.cuts)


def test_a_constant_deep_below_counts(monkeypatch):
    before = fingerprint(rank.kendall)
    monkeypatch.setattr(rank, "LEAF_BITS", 7)
    assert fingerprint(rank.kendall) != before


def test_a_constant_counts_even_if_its_value_occurs_elsewhere(monkeypatch):
    before = fingerprint(rank.kendall, 7, rank.LEAF_BITS)
    monkeypatch.setattr(rank, "LEAF_BITS", 7)
    assert fingerprint(rank.kendall, 7, 6) != before


def test_what_a_class_inherits_counts():
    mentioned = reach(SvtPc)
    assert name_of(Rounds) in mentioned
    assert name_of(QuerySequence) in mentioned, "a parent's methods reach further"


def test_a_module_counts_by_its_name_and_not_by_where_it_is_installed():
    assert all("site-packages" not in name for name in reach(numpy, sparse))
    assert reach(numpy) == {"module numpy": ""}


def _one(module, text):
    """A function `one` of a package module that never was, so that its text is ours to choose."""
    namespace = {"__name__": f"privcausal.{module}"}
    file = f"<{module}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), namespace)
    return namespace["one"]


def test_a_move_changes_no_fingerprint():
    text = "def one(m):\n    return __name__, 1 / m\n"
    assert fingerprint(_one("pairs.here", text)) == fingerprint(_one("graphs.there", text))


def test_functions_of_one_name_do_not_hide_each_other():
    first, second = _one("a", "def one(m):\n    return 1\n"), _one("b", "def one(m):\n    return 2\n")
    both = reach(first, second)
    assert {name_of(first), name_of(second)} <= both.keys()
    assert len({fingerprint(first, second), fingerprint(first, first), fingerprint(second)}) == 3


LAZY = """from functools import cached_property

class one:
    @cached_property
    def size(self):
        return SIZE

SIZE = {}
"""


def test_what_a_cached_property_reaches_counts(monkeypatch):
    monkeypatch.setitem(sys.modules, "privcausal.lazy", SimpleNamespace(__file__="<lazy>"))
    sizes = [fingerprint(_one("lazy", LAZY.format(size))) for size in (3, 3, 4)]
    assert sizes[0] == sizes[1] != sizes[2]


def test_a_partial_is_what_it_calls_and_a_set_has_no_order():
    first, second = partial(rank.kendall, 1), partial(rank.kendall, 2)
    assert fingerprint(first) == fingerprint(partial(rank.kendall, 1)) != fingerprint(second)
    assert all("0x" not in name for name in reach(first))
    assert fingerprint({"a", "b"}) == fingerprint({"b", "a"}) != fingerprint({"a"})


@pytest.mark.parametrize("called", ["pairs.rank.kendall", "rank.kendall", "privcausal.pairs.rank.kendall"])
def test_what_is_called_through_modules_counts(monkeypatch, called):
    """However many modules stand before the name, an edit far below it is seen."""
    names = {"pairs": privcausal.pairs, "rank": rank, "privcausal": privcausal}
    function = _one("somewhere", f"def one(x, y):\n    return {called}(x, y)\n")
    function.__globals__.update(names)
    before = fingerprint(function)
    assert name_of(rank.kendall) in reach(function)
    monkeypatch.setattr(rank, "LEAF_BITS", 7)
    assert fingerprint(function) != before


TWO = """one = (lambda m: 1 / m, lambda m: [
    k for k in range(m)
], lambda m: lambda k: k)
"""


def test_a_space_counts_with_its_ends_and_its_starts():
    level = space.whole(0, 3)
    spaces = (level, space.whole(0, 4), space.real(0, 3), level * 2, level * 3, (level * 2).starting([0, 1]))
    assert len({fingerprint(one) for one in spaces}) == len(spaces)
    assert fingerprint(space.whole(0, 3)) == fingerprint(level)


def test_lambdas_of_one_line_are_told_apart_and_may_end_on_another():
    first, second, third = _one("somewhere", TWO)
    assert len({name_of(thing) for thing in (first, second, third, third(1))}) == 4
    assert name_of(first) == name_of(_one("elsewhere", "one = lambda m: 1 / m"))


def test_a_lambda_whose_places_a_tracer_has_lost_is_still_told_from_its_neighbour():
    """A tool that notes which lines run writes code again, and its lines and columns go."""
    functions = _one("traced", "one = (lambda m: m + 1, lambda m: m - 1)")
    names = [name_of(function) for function in functions]
    assert names[0] != names[1]
    for function, name in zip(functions, names, strict=True):
        function.__code__ = function.__code__.replace(co_linetable=b"")
        _stamp.cache_clear(), _shape.cache_clear()
        assert name_of(function) == name


def test_where_the_tree_lies_is_no_part_of_it():
    """A claim that rests on a list of methods must not be stale in another folder."""
    text = "def one(m):\n    return __path__, __file__\n"
    here, there = _one("pairs.here", text), _one("pairs.here", text)
    here.__globals__["__path__"], there.__globals__["__path__"] = ["/here"], ["/there"]
    here.__globals__["__file__"], there.__globals__["__file__"] = "/here/a.py", "/there/a.py"
    assert fingerprint(here) == fingerprint(there)


@pytest.mark.parametrize(
    ("constant", "other"), [({1, 2}, {1, 3}), (Fraction(1, 2), Fraction(1, 4)), (Decimal(1), Decimal(2))]
)
def test_a_constant_of_any_kind_counts(constant, other):
    function = _one("pairs.constant", "def one(m):\n    return CONSTANT\n")
    function.__globals__["CONSTANT"] = constant
    before = fingerprint(function)
    function.__globals__["CONSTANT"] = other
    assert fingerprint(function) != before
