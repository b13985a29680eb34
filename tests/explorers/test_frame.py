"""What an explorer leaves on the page: numbers a script can read, and enough for a reader without scripts."""

import json
import re

import numpy as np

from privcausal.explorers.frame import Explorer, rounded


def page(**data: object) -> str:
    rows = (("a <b>", 0.123456), (3, 2.0))
    return Explorer("toy", 'It says "x"', "Try.", data, "<svg></svg>", ("name", "number"), rows)._repr_html_()


def test_numbers_come_back_from_the_page() -> None:
    shown = page(some=np.array([[1 / 3, 2.0]]), whole=np.int64(3), words="</script>")
    match = re.search(r'<script type="application/json">(.*?)</script>', shown)
    assert match is not None
    assert json.loads(match[1]) == {"some": [[0.333333, 2.0]], "whole": 3, "words": "</script>"}


def test_the_table_and_the_figure_stand_without_scripts() -> None:
    shown = page()
    assert "<svg></svg>" in shown
    assert shown.count("<tr>") == 3
    assert "a &lt;b&gt;" in shown
    assert "0.1235" in shown
    assert 'aria-label="It says &quot;x&quot;"' in shown


def test_a_table_says_what_it_holds_for() -> None:
    shown = Explorer("toy", "A toy", "Try.", {}, "", ("x",), ((1,),), "At ε < 1")._repr_html_()
    assert "<table><caption>At ε &lt; 1</caption><thead>" in shown


def test_in_text_it_is_its_title_alone() -> None:
    assert repr(Explorer("toy", "A toy", "Try.", {"x": 1 / 3}, "")) == "Explorer: A toy"


def test_six_digits_hide_what_differs_between_processors() -> None:
    assert rounded(0.1 + 0.2) == rounded(0.3) == 0.3
    assert rounded((np.float64(1e-9 / 3), {"a": True})) == [3.33333e-10, {"a": True}]
