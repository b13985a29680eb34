"""Bands of stored scores: those of the mean, of equal values, and of differences in the same worlds."""

import numpy as np
import pandas as pd

from privcausal.experiments import bands
from privcausal.verify.checks.measured import mean

ROWS = pd.DataFrame(
    [
        (family, member, records, method, better + 0.1 * member + (family == "b") / 4)
        for family in "ab"
        for member in (0, 1)
        for records in (10, 100)
        for method, better in (("ours", 0.5), ("theirs", 0.25))
    ],
    columns=["family", "member", "records", "method", "f1"],
)


def test_a_band_is_the_mean_s_and_has_no_width_where_all_values_are_equal():
    values = np.random.default_rng(5).random(12)
    wanted = mean(values, 0.05, np.random.default_rng(0))
    assert bands.band(values).low == wanted.low
    assert bands.band(values, seed=1).low != wanted.low
    assert f"{bands.band([0.5, 0.5]):+.1f}" == "+0.5 (+0.5 to +0.5)"


def test_methods_are_shown_under_their_names_at_each_number_of_records():
    scores = bands.bands(ROWS, {"theirs": "rival", "ours": "we"}, [10, 100])
    assert list(scores) == ["rival", "we"]
    assert [round(result.value, 3) for result in scores["we"]] == [0.675, 0.675]
    text = bands.table("f1", scores, [10, 100])
    assert text.splitlines()[0] == "f1     " + f"{10:>19}{100:>19}"
    assert text.splitlines()[2].startswith("we       0.68 (")


def test_a_lead_pairs_the_worlds_so_that_a_steady_one_has_no_width():
    result = bands.lead(ROWS, "ours", "theirs", 100)
    assert (round(result.value, 12), round(result.high - result.low, 12)) == (0.25, 0)
