"""Conditions on quantities: what they allow, where their edges are, and how a sentence says so."""

from fractions import Fraction

import numpy as np
import pytest

from privcausal.verify.quantity import one_of, real, whole


@pytest.mark.parametrize(
    ("quantity", "allowed", "refused"),
    [
        (whole("m", at_least=2), (2, 3, 2.0, np.int64(5)), (1, 2.5, Fraction(5, 2))),
        (whole("m", at_most=3), (3, -7), (4,)),
        (real("p", above=0, at_most=1), (1, 0.5, Fraction(1, 10**9)), (0, 1.0000001, -1)),
        (real("p", at_least=0, below=1), (0, 0.999), (1, -0.001)),
        (real("q"), (-1e300, 0, 1e300), ()),
        (one_of("k", 2, 4), (2, 4.0), (3, 0)),
    ],
)
def test_what_is_allowed(quantity, allowed, refused):
    assert all(map(quantity.allows, allowed))
    assert not any(map(quantity.allows, refused))


def test_names_of_worlds_break_no_condition():
    assert whole("m", at_least=2).allows("all data sets")
    assert whole("m", at_least=2).allows([1, 2])
    assert one_of("k", 2).allows("uniform")


@pytest.mark.parametrize(
    ("quantity", "edges", "open_limits"),
    [
        (real("p", above=0, at_most=1), (1,), (0,)),
        (real("p", at_least=0, below=1), (0,), (1,)),
        (whole("m", at_least=2, at_most=9), (2, 9), ()),
        (real("q"), (), ()),
        (one_of("k", 2, 4), (2, 4), ()),
    ],
)
def test_edges_are_the_limits_that_can_be_reached(quantity, edges, open_limits):
    assert (quantity.edges, quantity.open_limits) == (edges, open_limits)


@pytest.mark.parametrize(
    ("quantity", "tex"),
    [
        (whole("m", at_least=2), r"m\ge 2"),
        (whole("m", at_most=2, letter="n"), r"n\le 2"),
        (real("epsilon", above=0), r"\varepsilon>0"),
        (real("p", below=1), "p<1"),
        (real("p", above=0, below=1), "0<p<1"),
        (real("p", at_least=0, below=1), r"0\le p<1"),
        (one_of("k", 2), "k=2"),
        (one_of("k", 2, 4), r"k\in\{2, 4\}"),
    ],
)
def test_a_sentence_says_the_same(quantity, tex):
    assert quantity.tex == tex
