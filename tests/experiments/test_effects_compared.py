"""The comparison: estimators agree with textbooks where nothing is clipped, and their bounds hold."""

import numpy as np
import pytest

from privcausal.experiments import effects_compared as compared
from privcausal.experiments.execution import load

CELLS = np.array([[[400, 100], [300, 200]], [[150, 50], [500, 300]]])


def standardised(cells):
    risks = cells[:, :, 1] / cells.sum(axis=2)
    return cells.sum(axis=(1, 2)) @ (risks[:, 1] - risks[:, 0]) / cells.sum()


def test_every_kind_is_there():
    table = load(compared.EFFECTS_COMPARED)
    keys = ["kind", "strata", "records", "epsilon", "level"]
    assert len(table[keys].drop_duplicates()) == len(compared.tasks())
    assert set(table.trials) == {compared.REPETITIONS}


def test_without_a_clip_all_estimators_are_standardisation():
    truth = standardised(CELLS)
    assert compared.weighted(CELLS).value == pytest.approx(truth)
    assert [end / CELLS.sum() for end in compared.weighted_ends(CELLS)] == [pytest.approx(truth)] * 2
    many = CELLS * 1_000
    assert compared.augmented(many, np.random.default_rng(0)).value == pytest.approx(truth, abs=2e-3)


def test_with_a_clip_both_ends_hold_the_standardised_difference():
    rng = np.random.default_rng(1)
    for _ in range(200):
        cells = rng.integers(1, 200, (4, 2, 2))
        cells[:2, 1] = rng.integers(1, 5, (2, 2))
        low, high = compared.weighted_ends(cells)
        assert low - 1e-9 <= standardised(cells) * cells.sum() <= high + 1e-9


def test_the_variance_is_that_of_repeated_samples():
    rng, n = np.random.default_rng(2), 4_000
    chances = CELLS.ravel() / CELLS.sum()
    drawn = [rng.multinomial(n, chances).reshape(CELLS.shape) for _ in range(1_000)]
    for estimate in (compared.weighted, lambda cells: compared.augmented(cells, rng)):
        found = [estimate(cells) for cells in drawn]
        assert np.mean([one.variance for one in found]) == pytest.approx(
            np.var([one.value for one in found]), rel=0.15
        )


def test_noise_is_counted():
    plain = compared.Estimated(0.1, 1e-4, 1e-3)
    assert plain.interval(0.0).high == pytest.approx(0.1 + 1.96e-2, abs=1e-5)
    assert plain.interval(1e-2).high > plain.interval(0.0).high


@pytest.mark.parametrize("kind", ["observed", "trial"])
def test_a_task_comes_out_again(kind, monkeypatch):
    monkeypatch.setattr(compared, "REPETITIONS", 2)
    task = next(task for task in compared.tasks() if task["kind"] == kind)
    one, other = (compared.run(task, np.random.default_rng(4)) for _ in range(2))
    assert one == other
