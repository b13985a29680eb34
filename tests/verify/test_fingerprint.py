"""Fingerprints see code and constants through every kind of indirection, and nothing else."""

import linecache
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import SimpleNamespace

import numpy

from privcausal.claims.specimens import above_threshold as sparse
from privcausal.graphs.constraint_based.rounds import Rounds
from privcausal.graphs.constraint_based.svt_pc import SvtPc
from privcausal.graphs.constraint_based.walk import Walk
from privcausal.pairs import rank
from privcausal.privacy import halfspaces, synthetic
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation, Release
from privcausal.verify.fingerprint import fingerprint, name_of, reach


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
    assert name_of(Walk) in mentioned, "a parent's methods reach further"


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
