"""Plans: free, made of public numbers, better with more records and more ε, and honest where nothing would be seen."""

import json

import numpy as np
import pytest

from privcausal.forecast import forecast
from privcausal.graphs.expected import expected
from privcausal.graphs.methods import best_method
from privcausal.graphs.sight import check_values
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration, Number

YES = Categories(("no", "yes"), missing="no")
THREE = Declaration(dict.fromkeys(("well", "treated", "old"), YES))
ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)


def test_more_records_and_more_epsilon_show_more():
    spans = [forecast(THREE, n, ONE).sights[0].span[1] for n in (500, 5_000, 50_000)]
    assert spans[0] > spans[1] > spans[2]
    rich = Price(4.0, 1e-6, Relation.SUBSTITUTION)
    assert forecast(THREE, 5_000, rich).sights[0].span[1] < spans[1]


def test_the_number_of_records_that_is_needed_is_the_smallest():
    needed = forecast(THREE, 100, ONE, wish=0.1).needed
    assert forecast(THREE, needed, ONE).sights[0].span[1] <= 0.1
    assert forecast(THREE, needed - 1, ONE).sights[0].span[1] > 0.1


def test_a_hopeless_study_is_told_so():
    found = forecast(THREE, 3, Price(0.01, 1e-6, Relation.SUBSTITUTION))
    assert found.method is None
    assert "no method would see even a perfect association" in str(found)


def test_a_single_column_has_no_graph_and_still_a_correlation():
    found = forecast(Declaration({"a": Number(0, 1)}), 1_000, ONE)
    assert (found.sights, found.method, found.too_fine) == ((), None, [])
    assert "no graph can be foreseen: it takes two columns" in str(found)
    assert 0 < found.correlation[0] < found.correlation[1]
    cut = Declaration({"a": Number(0, 1, cuts=(0.5,)), "b": Number(0, 1, cuts=(0.5,))})
    assert forecast(cut, 1_000, ONE).names == ("a", "b")


def test_every_pair_is_in_the_dictionary_once():
    shown = json.loads(forecast(THREE, 5_000, ONE).to_json())
    pairs = [(pair["first"], pair["second"]) for pair in shown["methods"][0]["pairs"]]
    assert pairs == [("well", "treated"), ("well", "old"), ("treated", "old")]
    least = forecast(THREE, 5_000, ONE).sights[0].least
    np.testing.assert_allclose(least, least.T)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"records": 1}, "records must be at least 2, got 1"),
        ({"wish": 0.0}, "wish must be an association above 0, at most 1, got 0"),
        ({"wish": 1.5}, "wish must be an association above 0, at most 1, got 1"),
        ({"budget": Price(0.0, 0.0, Relation.SUBSTITUTION)}, "epsilon must be a positive finite number"),
    ],
)
def test_bad_input_is_named(options, words):
    with pytest.raises(ValueError, match=words):
        forecast(**{"declaration": THREE, "records": 100, "budget": ONE, **options})


SIX = Declaration(dict.fromkeys("abcdef", YES))


def test_the_f1_to_be_expected_is_said_and_is_the_learned_one():
    found = forecast(SIX, 5_000, ONE)
    assert found.expected == expected(5_000, [2] * 6, ONE)
    pairs = found.expected["pairs"]
    assert f"expect F1 of pairs {pairs.middle:.2f} ({pairs.low:.2f} to {pairs.high:.2f}), of arrows" in str(
        found
    )
    assert found.to_dict()["expected"]["pairs"] == {
        "low": pairs.low,
        "middle": pairs.middle,
        "high": pairs.high,
    }


def test_beyond_what_was_simulated_no_f1_is_foretold():
    found = forecast(THREE, 5_000, ONE)
    assert found.to_dict()["expected"] is None
    assert "no F1 is foretold: beyond what was simulated lie 3 columns (4 to 16 were tried)" in str(found)
    with pytest.raises(ValueError, match="a plan must have an F1 to be drawn; here no F1 is foretold"):
        found.plot()


def test_the_plot_shows_where_the_plan_lies():
    ax = forecast(SIX, 5_000, ONE).plot()
    lines = {line.get_label(): line for line in ax.get_lines() if not line.get_label().startswith("_")}
    assert list(lines) == ["pairs", "arrows"]
    for part, line in lines.items():
        at = np.interp(0.0, np.log(line.get_xdata()), line.get_ydata())
        assert at == pytest.approx(forecast(SIX, 5_000, ONE).expected[part].middle, abs=0.01)
    dots = [line.get_xdata()[0] for line in ax.get_lines() if line.get_marker() == "o"]
    assert dots == [1.0, 1.0]
    assert [text.get_text() for text in ax.texts] == ["you are here"]


@pytest.mark.parametrize(
    ("columns", "method"),
    [
        ({"a": YES, "b": YES, "bmi": Number(10, 80)}, "once-mixed"),
        ({"a": Number(10, 80, cuts=(20,)), "bmi": Number(10, 80)}, "once-mixed"),
        ({"age": Number(), "bmi": Number(10, 80)}, "once-correlations"),
    ],
)
def test_each_kind_of_table_has_a_plan_by_the_method_that_discover_picks(columns, method):
    found = forecast(Declaration(columns), 5_000, ONE, wish=0.2)
    assert (found.method, found.names) == (method, tuple(columns))
    assert best_method(Declaration(columns)) == method
    assert "bmi" in found.uncut
    assert "`release` refuses numbers without cuts: " in str(found)
    assert "no F1 is foretold: it was simulated for once alone" in str(found)
    assert forecast(Declaration(columns), found.needed, ONE).sights[0].span[1] <= 0.2


def test_a_column_that_once_does_not_take_is_too_fine_and_another_method_is_named():
    wide = Declaration({"a": YES, "b": YES, "job": Categories(range(40))})
    found = forecast(wide, 50_000, ONE)
    assert (found.method, found.too_fine) == ("curate", ["job"])
    with pytest.raises(
        ValueError, match="'job' must have at most 32 categories for method 'once', got 41: declare fewer"
    ):
        check_values("once", wide)
    check_values("curate", wide)
    cuts = Declaration({name: Number(0, 99, cuts=range(1, 60)) for name in "ab"})
    check_values("once-correlations", cuts)  # which does not look at cuts


def test_many_records_are_planned_to_be_read_further():
    assert forecast(SIX, 99_999, ONE).method == "once"
    found = forecast(SIX, 100_000, ONE)
    assert found.method == "once-further"
    assert "by once: so it was in 4 simulated tables of 5" in str(found)


def test_beside_categories_a_number_without_an_end_is_left_out():
    found = forecast(Declaration({"a": YES, "b": YES, "pay": Number(0)}), 5_000, ONE)
    assert (found.names, found.method) == (("a", "b"), "once")
