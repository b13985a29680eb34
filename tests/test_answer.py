"""Public answers: as text, as a page that no name can break, and as JSON that any program reads."""

import json
import math

import pytest
from matplotlib import pyplot

from privcausal.answer import Answer, axes, price_dict
from privcausal.privacy.price import Price, Relation


class Told(Answer):
    """An answer that says whatever it was given."""

    def __init__(self, text="done", **parts):
        self.text, self.parts = text, parts

    def to_dict(self):
        return self.parts

    def __str__(self):
        return self.text


def test_what_is_not_finite_is_null_however_deep():
    shown = json.loads(Told(a=[1, math.inf, (math.nan, {"b": -math.inf})], c="∞").to_json())
    assert shown == {"a": [1, None, [None, {"b": None}]], "c": "∞"}


def test_the_first_line_is_the_answer_and_names_are_no_markup():
    page = Told("<x> → y\nε & δ")._repr_html_()
    assert page == "<strong>&lt;x&gt; → y</strong><br>ε &amp; δ"
    assert repr(Told("three")) == "three"


def test_an_answer_must_say_what_is_public_about_it():
    with pytest.raises(NotImplementedError):
        Answer().to_dict()


def test_a_price_in_words():
    price = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    assert price_dict(price) == {"epsilon": 1.0, "delta": 1e-6, "relation": "substitution"}


def test_an_exact_answer_says_so_where_infinity_cannot_be_written():
    """Its JSON read epsilon null, weak false: as if nothing were wrong with it."""
    assert price_dict(Price(math.inf, 0.0, Relation.SUBSTITUTION))["private"] is False


def test_axes_that_are_given_are_used_and_new_ones_are_shown():
    before = pyplot.get_fignums()
    ours = axes(None)
    assert axes(ours) is ours
    shown = [number for number in pyplot.get_fignums() if number not in before]
    assert shown == [ours.figure.number], "pyplot must know the figure, or no notebook and no show() shows it"
    pyplot.close(ours.figure)
