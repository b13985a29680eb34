"""Comparisons over families: intervals that hold together, the family as the unit, and the words for them."""

import numpy as np
import pandas as pd
import pytest

from privcausal.experiments import comparisons
from privcausal.verify.checks.measured import Estimate

NAMES = {"ours": "we", "theirs": "they"}
ROWS = pd.DataFrame(
    [
        {"family": family, "member": member, "records": records, "method": method}
        | dict.fromkeys(("f1", "precision", "recall"), better + shift)
        for family, shift in (("a", 0.0), ("b", 0.1), ("c", 0.2))
        for member in (0, 1)
        for records in (10, 1_000)
        for method, better in (("ours", 0.5 + shift), ("theirs", 0.25))
    ]
)


def test_scores_are_means_under_the_names_that_are_shown():
    table = comparisons.scores(ROWS, NAMES)
    assert list(table.index) == ["we", "they"]
    assert table.loc["we", ("F1", "1,000")] == 0.7
    assert list(table.columns.get_level_values(0).unique()) == ["F1", "precision", "recall"]


def test_members_of_a_family_do_not_make_an_interval_shorter():
    lead = comparisons.leads(ROWS, [("ours", "theirs")])
    doubled = pd.concat([ROWS, ROWS.assign(member=ROWS.member + 2)])
    assert comparisons.leads(doubled, [("ours", "theirs")]) == lead
    by_network, by_family = comparisons.intervals_apart(doubled, "ours", "theirs", 10)
    assert by_network.high - by_network.low < by_family.high - by_family.low


def test_more_comparisons_make_every_interval_longer():
    one = comparisons.leads(ROWS, [("ours", "theirs")])["ours", "theirs", 10]
    two = comparisons.leads(ROWS, [("ours", "theirs"), ("theirs", "ours")])["ours", "theirs", 10]
    assert two.low < one.low < one.value == two.value


def test_all_intervals_of_a_table_hold_together_in_95_tables_of_100():
    rng, held = np.random.default_rng(7), 0
    worlds = pd.MultiIndex.from_product([range(8), range(2)], names=comparisons.WORLD)
    for _ in range(400):
        columns = rng.normal(size=(8, 1, 5)) + 0.3 * rng.normal(size=(8, 2, 5))
        tables = [pd.Series(columns[:, :, k].ravel(), worlds) for k in range(5)]
        ends = [comparisons.over_families(one, 0.05 / 5) for one in tables]
        held += all(end.low < 0 < end.high for end in ends)
    assert 0.93 < held / 400 < 0.985


def test_a_table_says_what_each_interval_establishes():
    results = {("theirs", "ours", 10): Estimate(-0.2, -0.3, -0.1, 3)}
    line = comparisons.as_table(results, NAMES).reset_index().iloc[0].tolist()
    assert line == ["they − we", "10", "-0.200", "-0.300 to -0.100", "behind"]


def test_one_family_is_no_sample():
    with pytest.raises(ValueError, match="needs two"):
        comparisons.leads(ROWS[ROWS.family == "a"], [("ours", "theirs")])


def test_an_overview_has_one_line_for_each_comparison_and_the_sizes_that_are_wanted():
    leads = comparisons.leads(ROWS, [("ours", "theirs")])
    table = comparisons.overview(leads, NAMES, [1_000])
    assert (list(table.index), list(table.columns)) == (["we − they"], ["1,000 records"])
    assert table.iloc[0, 0].startswith(f"{leads['ours', 'theirs', 1_000].value:+.3f} (")
    assert table.iloc[0, 0].endswith(f", {comparisons.finding(leads['ours', 'theirs', 1_000])}")
