"""Plans: free, made of public numbers, better with more records and more ε, and honest where nothing would be seen."""

import json
from dataclasses import replace

import numpy as np
import pytest

from privcausal.effects.expected_interval import planned_effect
from privcausal.forecast import forecast
from privcausal.graphs.methods import METHODS, best_method
from privcausal.graphs.methods.once_mixed import once_mixed
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table
from privcausal.table.unit import Unit
from tests.graphs.builders import ONE, price
from tests.refusals import refusals

YES = Categories(("no", "yes"), missing="no")
THREE = Declaration(dict.fromkeys(("well", "treated", "old"), YES))


def test_more_records_and_more_epsilon_show_more():
    spans = [forecast(THREE, n, ONE).methods[0].span[1] for n in (500, 5_000, 50_000)]
    assert spans[0] > spans[1] > spans[2]
    assert forecast(THREE, 5_000, price(4.0)).methods[0].span[1] < spans[1]


def test_the_number_of_records_that_is_needed_is_the_smallest():
    needed = forecast(THREE, 100, ONE, target=0.1).records_needed
    assert forecast(THREE, needed, ONE).methods[0].span[1] <= 0.1
    assert forecast(THREE, needed - 1, ONE).methods[0].span[1] > 0.1


def test_a_hopeless_study_is_told_so():
    result = forecast(THREE, 3, price(0.01))
    assert result.method is None
    assert "no method could detect even a perfect association" in str(result)


def test_a_single_column_has_no_graph_and_still_a_correlation():
    result = forecast(Declaration({"a": Number(0, 1)}), 1_000, ONE)
    assert (result.methods, result.method, result.too_many_categories) == ((), None, [])
    assert "no graph can be forecast: it takes two columns" in str(result)
    assert 0 < result.correlation[0] < result.correlation[1]
    cut = Declaration({"a": Number(0, 1, cuts=(0.5,)), "b": Number(0, 1, cuts=(0.5,))})
    assert forecast(cut, 1_000, ONE).names == ("a", "b")


def test_where_rows_are_drawn_the_plan_is_for_as_many_as_the_answer_will_have():
    """It was for all rows of the file: φ = 0.02 where the answer said 0.12, and an interval a quarter as wide."""
    drawn = replace(THREE, unit=Unit(person="id", keep_rows=1_200))
    plain, planned = forecast(THREE, 1_200, ONE), forecast(drawn, 20_000, ONE)
    assert planned.records == 1_200
    np.testing.assert_allclose(planned.methods[0].least, plain.methods[0].least)
    assert (planned.correlation, planned.expected) == (plain.correlation, plain.expected)
    assert ", no row is blank, no cell is missing and" in str(planned)
    assert "no row is blank" not in str(plain)
    roles = {"treatment": "treated", "outcome": "well"}
    assert planned_effect(drawn, 20_000, 1.0, roles) == planned_effect(THREE, 1_200, 1.0, roles)


def test_every_pair_is_in_the_dictionary_once():
    shown = json.loads(forecast(THREE, 5_000, ONE).to_json())
    pairs = [(pair["first"], pair["second"]) for pair in shown["methods"][0]["pairs"]]
    assert pairs == [("well", "treated"), ("well", "old"), ("treated", "old")]
    least = forecast(THREE, 5_000, ONE).methods[0].least
    np.testing.assert_allclose(least, least.T)


test_bad_input_is_named = refusals(
    lambda options: forecast(**{"declaration": THREE, "records": 100, "budget": ONE, **options}),
    ("records must be at least 2, got 1", {"records": 1}),
    ("target must be an association above 0, at most 1, got 0", {"target": 0.0}),
    ("target must be an association above 0, at most 1, got 1", {"target": 1.5}),
    ("epsilon must be a positive finite number", {"budget": price(0.0, 0.0)}),
)


SIX = Declaration(dict.fromkeys("abcdef", YES))


def test_the_f1_to_be_expected_is_said_and_is_the_learned_one():
    result = forecast(SIX, 5_000, ONE)
    assert result.expected == METHODS["once"].expected(5_000, [2] * 6, ONE)
    pairs = result.expected["pairs"]
    assert f"expect F1 of pairs {pairs}, of arrows" in str(result)
    assert str(pairs) == f"{pairs.middle:.2f} ({pairs.low:.2f} to {pairs.high:.2f})"
    assert result.to_dict()["expected"]["pairs"] == vars(pairs)


def test_outside_the_simulations_no_f1_is_forecast():
    wide = Declaration({f"x{place}": YES for place in range(81)})
    result = forecast(wide, 200_000, ONE)
    assert result.to_dict()["expected"] is None
    assert "no F1 is forecast: outside the range of the simulations: 81 columns (2 to 80 were tried)" in str(
        result
    )
    with pytest.raises(ValueError, match="a plan must have an F1 to be drawn; here no F1 is forecast"):
        result.plot()


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
    result = forecast(Declaration(columns), 5_000, ONE, target=0.2)
    assert (result.method, result.names) == (method, tuple(columns))
    assert best_method(Declaration(columns)) == method
    assert "bmi" in result.without_cuts
    assert "`release` refuses numbers without cuts: " in str(result)
    assert f"expect F1 of pairs {result.expected['pairs']}, of arrows" in str(result)
    assert forecast(Declaration(columns), result.records_needed, ONE).methods[0].span[1] <= 0.2


def test_a_column_that_once_does_not_take_is_too_fine_and_another_method_is_named():
    wide = Declaration({"a": YES, "b": YES, "job": Categories(range(40))})
    result = forecast(wide, 50_000, ONE)
    assert (result.method, result.too_many_categories) == ("curate", ["job"])
    with pytest.raises(
        ValueError,
        match=r"column 3 .* must have at most 32 categories for method 'once', and it has more. Decl",
    ):
        METHODS["once"].check_columns(wide)
    METHODS["curate"].check_columns(wide)
    cuts = Declaration({name: Number(0, 99, cuts=range(1, 60)) for name in "ab"})
    METHODS["once-correlations"].check_columns(cuts)  # which does not look at cuts


def test_many_records_are_planned_to_be_read_further():
    assert forecast(SIX, 99_999, ONE).method == "once"
    result = forecast(SIX, 100_000, ONE)
    assert result.method == "once-further"
    assert "by once; 4 of 5 simulated tables lie in this range" in str(result)


def test_beside_categories_a_number_without_an_end_is_left_out():
    result = forecast(Declaration({"a": YES, "b": YES, "pay": Number(0)}), 5_000, ONE)
    assert (result.names, result.method) == (("a", "b"), "once")


def test_a_plan_says_which_numbers_their_range_would_hide():
    """A number in a range so wide is seen as often as not; half as wide a range is enough, twice is too much."""
    n, declared = 20_000, Declaration({"x": Number(-1, 1), "ill": Categories((0, 1), missing=0)})
    lost, weak = forecast(declared, n, ONE).least_spread
    assert lost < weak / 5
    assert f"is lost below {lost:.1%}" in str(forecast(declared, n, ONE))
    for spread, seen in ((lost / 2, False), (2 * lost, True)):
        rng = np.random.default_rng(0)
        columns = {"x": rng.normal(0, spread, n), "ill": rng.integers(0, 2, n).astype(np.uint8)}
        assert once_mixed(Table(declared, columns), budget=ONE, rng=rng).above_noise[0] == seen


def test_a_plan_for_few_people_says_only_which_numbers_are_lost():
    """Of 666 people a number "loses power below 46.5%", and was "lost below 48.4%"."""
    columns = {"x": Number(-1, 1), "y": Number(-1, 1)} | {
        name: Categories((0, 1), missing=0) for name in "abcd"
    }
    result = forecast(Declaration(columns), 666, replace(ONE, epsilon=0.5))
    lost, weak = result.least_spread
    assert lost > weak
    assert f"a number is lost if its standard deviation is below {lost:.1%} of half its range:" in str(result)


@pytest.mark.parametrize(("rows", "text"), [(20_000, "would be refused"), (10**8, "names ")])
def test_a_plan_foresees_whether_a_direction_can_be_told(rows, text):
    declared = Declaration({"x": Number(-1, 1), "y": Number(-1, 1)})
    result = forecast(declared, rows, replace(ONE, epsilon=4.0))
    assert f"direction  {text}" in str(result)
    assert (result.direction[0] < 0.01) == (rows == 20_000)
