from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from privcausal.graphs.independence import stratified_kendall as module
from privcausal.graphs.independence.contingency import Tables, conditional_kendall
from privcausal.graphs.independence.stratified_kendall import margin, null_spread, stratified_kendall
from privcausal.graphs.models.bayesian_network import network
from privcausal.pairs.rank import concordance
from tests.refusals import refusals

SIZES = (2, 3, 4, 2)


def test_a_threshold_that_moves_with_the_spread_costs_its_share():
    """The spread, at least 1/10, moves by at most 2/n when a record is replaced."""
    bounds = [module.margin_sensitivity(5_000, threshold=threshold) for threshold in (0.0, 2.5)]
    assert bounds[0] == module.stratified_sensitivity(5_000)
    assert bounds[1] - bounds[0] == pytest.approx(2.5 * (2 / 5_000) / 0.1)


@st.composite
def neighbours(draw, most=40):
    """Two sets of coded records that differ in one."""
    size = draw(st.integers(1, most))
    record = st.tuples(*(st.integers(0, k - 1) for k in SIZES))
    data = np.array(draw(st.lists(record, min_size=size, max_size=size)), dtype=np.uint8)
    other = data.copy()
    other[draw(st.integers(0, size - 1))] = draw(record)
    return data, other


QUESTIONS = [(0, 1, ()), (1, 2, (0,)), (2, 3, (0, 1)), (0, 3, (1, 2))]


@given(neighbours(), st.sampled_from(QUESTIONS))
@settings(max_examples=120)
def test_one_record_moves_the_statistic_by_less_than_promised(pair, question):
    first, second = (Tables(data, SIZES) for data in pair)
    values = [stratified_kendall(tables, *question) for tables in (first, second)]
    assert abs(values[1] - values[0]) < module.stratified_sensitivity(first.size)
    tails = [module.stratified_p_value(value) for value in values]
    assert abs(tails[1] - tails[0]) < module.p_value_sensitivity(first.size)
    margins = [margin(tables, *question, threshold=2.0, least=0.2) for tables in (first, second)]
    assert abs(margins[1] - margins[0]) < module.margin_sensitivity(first.size, threshold=2.0, least=0.2)
    spreads = [null_spread(tables, *question) ** 2 for tables in (first, second)]
    assert abs(spreads[1] - spreads[0]) < 4 / first.size


@given(neighbours())
@settings(max_examples=60)
def test_it_is_the_sum_over_strata(pair):
    data, _ = pair
    total = 0.0
    for value in range(SIZES[3]):
        block = data[data[:, 3] == value]
        if len(block) > 1:
            excess = concordance(block[:, 1], block[:, 2]).excess
            total += np.sign(excess) * (np.sqrt(len(block) ** 2 + 2 * abs(excess)) - len(block))
    expected = 3 * total / np.sqrt(len(data))
    assert stratified_kendall(Tables(data, SIZES), 1, 2, (3,)) == pytest.approx(expected, abs=1e-12)


@given(neighbours())
@settings(max_examples=40)
def test_reversing_the_order_of_a_variable_reverses_the_sign(pair):
    data, _ = pair
    turned = data.copy()
    turned[:, 2] = SIZES[2] - 1 - turned[:, 2]
    there, back = (stratified_kendall(Tables(d, SIZES), 1, 2, (0,)) for d in (data, turned))
    assert there == pytest.approx(-back, abs=1e-12)


def test_weak_dependence_gives_the_published_statistic():
    """20,000 records, true τ of 0: |z| and |z′| differ by less than 0.01."""
    data = np.random.default_rng(3).integers(0, 3, (20_000, 3))
    tables = Tables(data, (3, 3, 3))
    published = conditional_kendall(tables, 0, 1, (2,)).statistic
    assert abs(stratified_kendall(tables, 0, 1, (2,))) == pytest.approx(published, abs=0.01)


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.9, 0.1), (0.2, 0.3, 0.5)])
def test_the_spread_is_the_standard_deviation_under_independence(shares):
    """800 runs: the standard deviation of a sample of 800 is off by more than 10% with probability below 1e-4."""
    rng = np.random.default_rng(5)
    size, levels = 600, len(shares)
    values, spreads = [], []
    for _ in range(800):
        data = np.stack([rng.choice(levels, size, p=shares), rng.choice(levels, size, p=shares)], axis=1)
        tables = Tables(np.column_stack([data, rng.integers(0, 2, size)]), (levels, levels, 2))
        values.append(stratified_kendall(tables, 0, 1, (2,)))
        spreads.append(null_spread(tables, 0, 1, (2,)))
    assert np.std(values) == pytest.approx(np.mean(spreads), rel=0.1)
    assert max(spreads) <= 1


def test_without_ties_the_spread_is_one():
    order = np.random.default_rng(0).permutation(200)
    tables = Tables(np.column_stack([np.arange(200), order]), (200, 200))
    assert null_spread(tables, 0, 1) == pytest.approx(1, abs=1e-4)


def test_perfect_agreement_counts_five_sixths():
    tables = Tables(np.column_stack([np.arange(200)] * 2), (200, 200))
    assert stratified_kendall(tables, 0, 1) / (1.5 * np.sqrt(200)) == pytest.approx(0.83, abs=0.01)


def test_damped_is_odd_and_increasing():
    excess = np.arange(-45, 46)
    values = module.damp(excess, np.array(10))
    assert (values == -values[::-1]).all()
    assert (np.diff(values) > 0).all()


@pytest.mark.parametrize(
    "data",
    [
        np.zeros((0, 3)),
        np.zeros((1, 3)),
        np.array([[0, 1, 1]] * 5),
        np.array([[0, 0, 0], [0, 1, 0], [0, 0, 1]]),
    ],
    ids=["no record", "one record", "all alike", "one constant column"],
)
def test_nothing_to_say_is_zero(data):
    tables = Tables(data.astype(int), (2, 2, 2))
    assert stratified_kendall(tables, 0, 1, (2,)) == 0
    assert null_spread(tables, 0, 1, (2,)) == 0
    assert margin(tables, 0, 1, (2,), threshold=2.0) == pytest.approx(-0.2)


def test_more_strata_than_records():
    data = np.random.default_rng(0).integers(0, 4, (50, 22))
    assert stratified_kendall(Tables(data, (4,) * 22), 0, 1, tuple(range(2, 22))) == 0


def test_a_million_records_do_not_overflow():
    """Perfect agreement of two values: S is a quarter of n²."""
    data = np.repeat([[0, 0], [1, 1]], 500_000, axis=0)
    expected = 3 * (np.sqrt(1e12 + 2 * 25e10) - 1e6) / 1e3
    assert stratified_kendall(Tables(data, (2, 2)), 0, 1) == pytest.approx(expected)


def test_a_real_edge_is_seen_and_a_separated_pair_is_not():
    """Sachs, 20,000 records: PKA → Raf; and PIP3, PKA, which no path joins. The seed is fixed."""
    sachs = network("sachs")
    tables = Tables(sachs.sample(20_000, np.random.default_rng(1)), sachs.cardinalities)
    place = sachs.nodes.index
    assert abs(stratified_kendall(tables, place("PKA"), place("Raf"))) > 5
    assert margin(tables, place("PIP3"), place("PKA"), threshold=3.0) < 0


def test_the_tail_is_one_sided():
    assert module.stratified_p_value(0) == 0.5
    assert module.stratified_p_value(-2) == module.stratified_p_value(2) == pytest.approx(stats.norm.sf(2))


test_sensitivity_needs_records = refusals(
    lambda sensitivity, records: sensitivity(records),
    (
        "records must be the public number",
        *product((module.stratified_sensitivity, module.p_value_sensitivity), (0, -3, float("nan"))),
    ),
)

BOTH = (partial(margin, Tables([[0, 0]], (2, 2)), 0, 1), partial(module.margin_sensitivity, 100))

test_bad_margins = refusals(
    lambda measure, threshold, least: measure(threshold=threshold, least=least),
    ("threshold must be a finite number", *product(BOTH, (-1.0, float("nan")), (0.1,))),
    ("least must be a public spread", *product(BOTH, (2.0,), (0.0, 1.5))),
)
