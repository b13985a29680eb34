"""Claims about tests within strata: the constructions that they share are right."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from privcausal.claims.graphs.independence import contingency as strata
from privcausal.claims.graphs.independence import contingency_null as null
from privcausal.claims.graphs.independence import contingency_spearman as spearman
from privcausal.claims.graphs.independence import contingency_strata as wards
from privcausal.claims.graphs.independence import contingency_weights as sensitivity
from privcausal.graphs.independence.contingency import conditional_kendall, excesses


def test_weighted_z_is_the_library_s_statistic():
    counts = np.random.default_rng(0).integers(0, 9, (3, 3, 4))
    blocks = list(zip(counts.sum(axis=(1, 2)).tolist(), excesses(counts).tolist(), strict=True))
    library = conditional_kendall(strata.as_tables(counts), 1, 2, (0,)).statistic
    assert abs(strata.weighted_z(blocks)) == pytest.approx(library)


def test_both_sides_hold_n_records_and_differ_in_one():
    for case in strata.crossing(40).starts:
        before, after = strata.both_tables(case, 40)
        assert before.sum() == after.sum() == 40
        assert np.abs(before - after).sum() == 2


@pytest.mark.parametrize("events", [0, 1])
def test_the_wards_differ_in_one_record(events):
    before, after = wards.wards(16, 1_001, events)
    assert before.sum() == after.sum() == 1_001
    assert np.abs(before - after).sum() == 2


def test_inversions_are_counted():
    assert null.inversions(4) == [1, 3, 5, 6, 5, 3, 1]
    assert sum(null.inversions(12)) == math.factorial(12)


def test_the_limit_is_approached_and_not_passed():
    values = [math.sqrt(n) * strata.two_strata(n).value for n in (100, 1_000, 10_000)]
    assert values == sorted(values)
    assert values[-1] == pytest.approx(9, abs=0.01)
    tail = math.sqrt(10_000) * sensitivity.change_on_joining(10_000).value
    assert tail == pytest.approx(4.5 * stats.norm.pdf(0), abs=0.01)


def test_the_constant_of_curate_s_program_is_that_of_a_block_of_two():
    coded = [
        abs((9 * i * i + 9 * i) / (4 * i + 14) - 9 * i * i / (4 * i + 10))
        * 2
        / (math.sqrt(2 * math.pi) * (i - 1))
        for i in range(2, 200)
    ]
    assert sensitivity.CODED(n=1) == pytest.approx(max(coded)) == pytest.approx(coded[0])


def test_the_product_rule_holds_for_blocks_of_two_only():
    assert [sensitivity.over_the_product(m).value > 1 for m in (2, 3, 4)] == [False, True, True]


def test_a_term_of_conditional_spearman_is_the_weighted_correlation():
    x, y = np.random.default_rng(2).permuted(np.tile(np.arange(9), (2, 1)), axis=1)
    assert spearman.spearman_term(x, y) == pytest.approx(8 * stats.spearmanr(x, y).statistic)
    assert spearman.most_by_entering(3)[0] == Fraction(13, 5)
