"""Overlap weights: exact without noise, without bias with it, and the same effect where effects are the same."""

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.effects.effect_table import EVENT, NUMBER
from privcausal.effects.estimates import ATE, ATO, effects
from privcausal.effects.overlap import most_lost, overlapping
from privcausal.effects.standardise import Arms, shrunk_inverse

SQUARES = EVENT[:, :, None] * EVENT[:, None, :]
CELLS = np.array([[[500.0, 50], [200, 10]], [[100, 40], [300, 90]], [[40, 3], [3, 1]], [[0, 0], [20, 9]]])


def arms(cells, scale, **options):
    return Arms(np.asarray(cells, dtype=float), EVENT, SQUARES, scale, **options)


def exact(cells, width):
    """The sums from exact counts: events of either arm, what may be lost, and the weight."""
    sizes = cells.sum(axis=2)
    people = sizes.sum(axis=1)
    inverse = shrunk_inverse(people, width)
    events = [(cells[:, arm, 1] * sizes[:, 1 - arm] * inverse).sum() for arm in (0, 1)]
    lost = most_lost(people, width).sum()
    return np.array([*events, lost, lost, (sizes.prod(axis=1) * inverse).sum() + lost])


def test_without_noise_it_is_the_difference_of_mantel_and_haenszel():
    cells = CELLS * 100
    sizes = cells.sum(axis=2)
    weight = sizes.prod(axis=1) / sizes.sum(axis=1)
    risks = cells[:3, :, 1] / sizes[:3]
    result = effects(arms(cells, 1e-6), ATO)
    for estimate, arm in ((result.control, 0), (result.treated, 1)):
        assert estimate.value == pytest.approx(weight[:3] @ risks[:, arm] / weight.sum(), rel=1e-6)
    ratio = (weight[:3] @ risks[:, 1]) / (weight[:3] @ risks[:, 0])
    assert result.ratio.value == pytest.approx(ratio, rel=1e-6)


@pytest.mark.parametrize(
    ("cells", "merged"), [(CELLS, 1), (CELLS / 8, 1), (np.zeros((1, 2, 2)), 1), (CELLS, 3)]
)
def test_noise_brings_no_bias_however_small_the_stratum(cells, merged):
    scale, rng = 4.0, np.random.default_rng(0)
    noise = rng.laplace(0, scale, (merged, 40, 1_000, *cells.shape)).sum(axis=0)
    tables = (arms(part.reshape(-1, 2, 2), scale, merged=merged) for part in cells + noise)
    values = np.array([overlapping(table).values / 1_000 for table in tables])
    width = np.sqrt(2) * arms(cells, scale, merged=merged).width
    error = values.mean(axis=0) - exact(cells, width)
    assert (np.abs(error) < 5 * values.std(axis=0) / np.sqrt(40) + 1e-9).all()


def test_its_noise_is_as_large_as_it_says():
    scale, rng = 2.0, np.random.default_rng(1)
    cells = CELLS * 4
    values = [
        overlapping(arms(cells + rng.laplace(0, scale, cells.shape), scale)).values for _ in range(2_000)
    ]
    sums = overlapping(arms(cells, scale))
    for place in (0, 1, 4):
        assert np.std(values, axis=0)[place] == pytest.approx(sums.noise(np.eye(5)[place]) ** 0.5, rel=0.1)


def test_gaussian_noise_that_cells_share_brings_no_bias():
    rng = np.random.default_rng(2)
    root = rng.normal(0, 2.0, (CELLS.size, 12))  # both arms of a stratum have noise in common
    root[4:] = np.tile(root[:4], (3, 1))
    tables = [
        arms(CELLS + (root @ rng.normal(size=12)).reshape(CELLS.shape), 2.0, root=root) for _ in range(4_000)
    ]
    values = np.array([overlapping(table).values for table in tables])
    width = np.sqrt(2) * tables[0].width
    error = values.mean(axis=0) - exact(CELLS, width)
    assert (np.abs(error) < 5 * values.std(axis=0) / np.sqrt(4_000) + 0.01).all()


def test_where_arms_are_hidden_the_interval_stays_short():
    cells = np.array([[[400.0, 100], [450, 50]], [[0, 0], [600, 300]]])
    everyone, overlap = (effects(arms(cells, 2.0), target).difference for target in (ATE, ATO))
    assert everyone.high - everyone.low > 0.4
    assert overlap.high - overlap.low < 0.12
    assert overlap.low < -0.1 < overlap.high


@pytest.mark.parametrize("takes", [0.5, 0.05])
def test_the_interval_holds_as_often_as_it_says(takes):
    rng, held, many = np.random.default_rng(4), 0, 200
    for _ in range(many):
        people = rng.poisson(120, 12)
        treated = rng.binomial(people, takes)
        sizes = np.stack([people - treated, treated], axis=1)
        events = rng.binomial(sizes, [0.3, 0.2])
        cells = np.stack([sizes - events, events], axis=-1)
        found = effects(arms(cells + rng.laplace(0, 2, cells.shape), 2.0), ATO).difference
        held += found.low <= -0.1 <= found.high
    assert held >= 0.9 * many


def test_a_number_is_compared_alike():
    squares = NUMBER[:, :, None] * NUMBER[:, None, :]
    squares[1, 1, 1] = 0
    u = np.clip(np.random.default_rng(5).normal([0.4, 0.5], 0.1, (5_000, 2)), 0, 1)
    cells = np.stack([((1 - u) ** 2).sum(0), (2 * u * (1 - u)).sum(0), (u**2).sum(0)], axis=-1)
    both = [effects(Arms(cells[None], NUMBER, squares, 2.0), target).difference for target in (ATE, ATO)]
    assert both[1].value == pytest.approx(both[0].value, abs=1e-3)
    assert both[1].high - both[1].low == pytest.approx(both[0].high - both[0].low, rel=0.05)


def test_an_effect_says_it_for_nothing():
    codes = np.random.default_rng(6).integers(0, 2, (4_000, 3))
    people = pd.DataFrame(codes, columns=["old", "drug", "well"])
    declare = {name: {"values": [0, 1], "missing": 0} for name in people}
    result = privcausal.effect(people, "drug", "well", adjust=["old"], epsilon=1, declare=declare)
    assert result.ato.target == ATO
    assert result.ato.difference.low < 0 < result.ato.difference.high
    assert "in the overlap population: " in str(result)
    assert [part["target"] for part in result.to_dict()["effects"]] == ["ATE", "ATT", ATO]
