"""Fingerprints see code and constants through every kind of indirection, and nothing else."""

from dataclasses import dataclass
from fractions import Fraction

import numpy

from privcausal.graphs.svt import SvtPc
from privcausal.pairs import rank
from privcausal.privacy import halfspaces, synthetic
from privcausal.privacy.mechanisms import Laplace, Release
from privcausal.privacy.neighbours import Relation
from privcausal.verify.fingerprint import fingerprint, reach
from privcausal.verify.specimens import sparse


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
    assert "privcausal.graphs.rounds.Rounds" in mentioned
    assert "privcausal.graphs.walk.Walk" in mentioned, "a parent's methods reach further"


def test_a_module_counts_by_its_name_and_not_by_where_it_is_installed():
    assert all("site-packages" not in name for name in reach(numpy, sparse))
    assert reach(numpy) == {"module numpy": ""}
