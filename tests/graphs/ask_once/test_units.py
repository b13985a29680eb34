"""Centre and spread of numbers: right, clipped to what was declared, and the same in all units."""

import numpy as np
import pytest

from privcausal.graphs.ask_once.units import (
    declared_parts,
    in_parts,
    private_units,
    units_from,
    units_sensitivity,
)
from privcausal.privacy.filters import directly
from privcausal.table.declaration import Declaration, Number
from privcausal.table.records import Table


def test_units_are_found_where_there_are_enough_records():
    rng = np.random.default_rng(0)
    parts = rng.normal([0.4, -0.2], [0.1, 0.05], (50_000, 2))
    found = private_units(parts, mu=0.1, pay=directly, rng=rng)
    np.testing.assert_allclose(found.centre, [0.4, -0.2], atol=0.01)
    np.testing.assert_allclose(found.spread, [0.1, 0.05], rtol=0.2)
    standard = found.standardised(parts)
    np.testing.assert_allclose(standard.std(axis=0), 1, rtol=0.2)


@pytest.mark.parametrize("noisy", [[0.0, -5.0], [9.0, 0.0], [-9.0, 30.0]])
def test_whatever_noise_does_the_units_can_be_used(noisy):
    found = units_from(np.array(noisy), 3.0)
    assert (np.abs(found.centre) <= 1).all()
    assert ((found.spread > 0) & (found.spread <= 1)).all()


def test_centimetres_and_metres_are_the_same_parts():
    tall = np.random.default_rng(0).uniform(150, 200, (100, 1))
    np.testing.assert_allclose(in_parts(tall, [100], [250]), in_parts(tall / 100, [1.0], [2.5]), atol=1e-12)


def test_a_range_without_an_end_leaves_its_numbers_alone():
    table = Table(
        Declaration({"a": Number(0, 10), "b": Number(0)}),
        {"a": np.array([0.0, 5.0]), "b": np.array([3.0, 99.0])},
    )
    assert declared_parts(table).tolist() == [[-1.0, 3.0], [0.0, 99.0]]


@pytest.mark.parametrize(("low", "high"), [(1.0, 1.0), (2.0, 1.0), (0.0, np.inf), (np.nan, 1.0)])
def test_bad_ranges_are_refused(low, high):
    with pytest.raises(ValueError, match="low and high must be finite"):
        in_parts([[0.5]], [low], [high])


def test_no_columns_have_no_sensitivity():
    with pytest.raises(ValueError, match="columns must be a positive finite number"):
        units_sensitivity(0)
