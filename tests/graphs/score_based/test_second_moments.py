"""Second moments: what they are, and what is no table or no matrix of moments."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from privcausal.graphs.score_based.second_moments import checked_moment, checked_records, clip_norms, moment
from tests.refusals import refusals

tables = arrays(float, st.tuples(st.integers(1, 6), st.integers(1, 4)), elements=st.floats(-1e6, 1e6))


@given(tables)
def test_moments_are_means_of_products(records):
    """Entry by entry, by a plain loop; and what comes out passes its own check."""
    result = moment(records)
    for i, j in np.ndindex(result.shape):
        assert result[i, j] == pytest.approx(np.mean([row[i] * row[j] for row in records]), abs=1e-3)
    assert np.allclose(checked_moment(result), result)


def test_no_record_is_longer_than_its_bound():
    """Those that are shorter stay as they are."""
    rows = np.outer([0.5, 0.99, 1.0, 1.5, 1e300], [0.6, 0.8])
    short = clip_norms(rows, row_norm=1.0)
    assert (np.linalg.norm(short, axis=1) <= 1 + 1e-12).all()
    assert (short[:2] == rows[:2]).all()


def test_a_matrix_comes_back_symmetric():
    result = checked_moment([[2.0, 1.0 + 1e-10], [1.0, 2.0]])
    assert (result == result.T).all()
    assert result[0, 1] == pytest.approx(1.0)


def test_an_eigenvalue_that_rounding_made_negative_is_forgiven():
    flat = np.ones((3, 3)) - 1e-12 * np.eye(3)
    assert np.linalg.eigvalsh(flat)[0] < 0
    assert checked_moment(flat).shape == (3, 3)


NOT_FINITE = (np.nan, np.inf, -np.inf)

test_records_must_be_a_table = refusals(
    checked_records,
    (r"^records must be a table", [1.0, 2.0], np.empty((0, 2)), np.empty((2, 0)), 3.0),
    (r"^records must be finite", *([[1.0, bad]] for bad in NOT_FINITE)),
)


test_what_is_no_matrix_of_moments = refusals(
    checked_moment,
    (r"^second_moment must .*square matrix, got shape", [[1.0, 0.0]]),
    (r"^second_moment must .*square matrix", []),
    (r"^second_moment must be finite", *([[1.0, bad], [bad, 1.0]] for bad in NOT_FINITE)),
    (r"^second_moment must .*symmetric", [[1.0, 0.5], [0.4, 1.0]]),
    (r"^second_moment must .*no negative eigenvalue, got -1:", [[1.0, 2.0], [2.0, 1.0]]),
)
