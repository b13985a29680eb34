"""Centre and spread of numbers: right, clipped to what was declared, and the same in all units."""

import numpy as np
import pytest

from privcausal.graphs.ask_once import units as module
from privcausal.graphs.ask_once.units import declared_parts, in_parts, private_units, units_from
from privcausal.privacy.draw_hooks import intercept_draws
from privcausal.privacy.filters import unmetered
from privcausal.table.declaration import Declaration, Number
from privcausal.table.records import Table
from tests.refusals import refusals


def test_units_are_found_where_there_are_enough_records(rng):
    parts = rng.normal([0.4, -0.2], [0.1, 0.05], (50_000, 2))
    units = private_units(parts, mu=0.1, pay=unmetered, rng=rng)
    np.testing.assert_allclose(units.centre, [0.4, -0.2], atol=0.01)
    np.testing.assert_allclose(units.spread, [0.1, 0.05], rtol=0.2)
    standard = units.standardise(parts)
    np.testing.assert_allclose(standard.std(axis=0), 1, rtol=0.2)


def test_the_noise_is_for_the_record_that_moves_the_most(rng):
    """From one end to the other in both columns: each mean moves by 2 in a hundredth, and no square does."""
    drawn = []
    with intercept_draws(lambda draw, go: drawn.append(draw.arguments) or go()):
        private_units(np.ones((100, 2)), mu=0.1, pay=unmetered, rng=rng)
    moved = np.hypot(2, 2) / 100
    assert drawn[0]["sensitivity"] == pytest.approx(moved, rel=1e-5)
    assert drawn[0]["scale"] == pytest.approx(moved / 0.1, rel=1e-5)
    assert min(drawn[0]["sensitivity"], 0.1 * drawn[0]["scale"]) >= moved


@pytest.mark.parametrize("noisy", [[0.0, -5.0], [9.0, 0.0], [-9.0, 30.0]])
def test_whatever_noise_does_the_units_can_be_used(noisy):
    units = units_from(np.array(noisy), 3.0)
    assert (np.abs(units.centre) <= 1).all()
    assert ((units.spread > 0) & (units.spread <= 1)).all()


def test_centimetres_and_metres_are_the_same_parts():
    tall = np.random.default_rng(0).uniform(150, 200, (100, 1))
    np.testing.assert_allclose(in_parts(tall, [100], [250]), in_parts(tall / 100, [1.0], [2.5]), atol=1e-12)


def test_a_range_without_an_end_leaves_its_numbers_alone():
    table = Table(
        Declaration({"a": Number(0, 10), "b": Number(0)}),
        {"a": np.array([0.0, 5.0]), "b": np.array([3.0, 99.0])},
    )
    assert declared_parts(table.numbers(), table.declaration).tolist() == [[-1.0, 3.0], [0.0, 99.0]]


test_bad_ranges_are_refused = refusals(
    lambda low, high: in_parts([[0.5]], [low], [high]),
    ("low and high must be finite", (1.0, 1.0), (2.0, 1.0), (0.0, np.inf), (np.nan, 1.0)),
)


test_no_columns_have_no_sensitivity = refusals(
    module.units_sensitivity, ("columns must be a positive finite number", 0)
)
