import numpy as np
import pytest

from privcausal.data.tuebingen_pairs import official_ids, tuebingen

SIZES = {69: 16382, 42: 9162, 77: 8401, 87: 7753, 73: 5084, 70: 4499, 84: 3102, 99: 2287, 72: 1632}
SIZES |= dict.fromkeys(range(43, 47), 10369) | dict.fromkeys(range(94, 97), 9504)
SIZES |= dict.fromkeys((12, 17), 5000) | dict.fromkeys(range(5, 12), 4177)
SIZES |= dict.fromkeys(range(65, 68), 1331) | dict.fromkeys(range(25, 33), 1030)


def test_the_36_pairs_and_their_sizes():
    assert official_ids() == tuple(sorted(SIZES))
    assert {number: len(tuebingen(number)) for number in SIZES} == SIZES


def test_both_numbers_and_official_weights():
    assert [tuebingen(number).cdt for number in (46, 65, 69, 72, 99)] == [46, 61, 65, 67, 94]
    weights = {5: 1 / 7, 25: 1 / 8, 43: 1 / 4, 69: 1, 73: 1 / 12, 94: 1 / 3}
    assert {number: tuebingen(number).weight for number in weights} == weights
    assert sum(tuebingen(number).weight for number in SIZES) == pytest.approx(13 + 1 / 12)


@pytest.mark.parametrize("number", sorted(SIZES))
def test_columns_are_finite_and_vary(number):
    pair = tuebingen(number)
    for column in (pair.cause, pair.effect):
        assert column.dtype == np.float64
        assert np.isfinite(column).all()
        assert np.ptp(column) > 0


def test_coarse_pairs():
    assert len(np.unique(tuebingen(70).effect)) == 2
    assert len(np.unique(tuebingen(94).cause)) == len(np.unique(tuebingen(95).cause)) == 24


def test_an_unknown_number_is_named():
    with pytest.raises(ValueError, match=r"official must be one of 5, 6, .* got 1"):
        tuebingen(1)
