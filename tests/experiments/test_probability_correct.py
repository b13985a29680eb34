"""What stored scores say about private answers: closed forms against simulation, and pairs that share their luck."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.claims.experiments.pairs import GRID, OURS, PUBLISHED, TEN, lead, rows_of, stored_pairs
from privcausal.claims.pairs.training_sensitivity_table import HALVES, SCORES, SENSES, computed
from privcausal.claims.pairs.training_sensitivity_table import SUGGESTED as TICKS
from privcausal.data.tuebingen_pairs import official_ids, tuebingen
from privcausal.experiments.pairs import PAIRS, least_distance
from privcausal.experiments.probability_correct import SAME_SOURCE, asking_once, by_pair, chance, chances
from privcausal.pairs.anm import regress_both_ways, split
from privcausal.pairs.private_iqr import AskOnce, probability_correct_of_four, score_distance
from privcausal.pairs.ridge import GaussianKernel
from privcausal.privacy.price import Relation

ROWS = pd.DataFrame({"right": [0.10, 0.40, 0.2], "wrong": [0.15, 0.30, 0.2], "m": [100, 400, 100]})


@given(st.floats(-5, 5), st.floats(0.01, 10))
def test_one_direction_or_the_other_is_right(margin, scale):
    assert chance(margin, scale) + chance(-margin, scale) == pytest.approx(1)
    assert (chance(margin, scale) - 0.5) * margin >= 0


def test_the_ends_of_the_scale():
    assert [chance(margin, 0.0) for margin in (-1, 0, 1)] == [0, 0.5, 1]
    assert chance(1.0, math.inf) == chance(math.nan, 1.0) == 0.5


@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_chances_are_what_noise_does(epsilon, rng):
    expected = chances(ROWS, lambda m: 4 / m, epsilon)
    for row, probability in zip(ROWS.itertuples(), expected, strict=True):
        noise = rng.laplace(scale=8 / (row.m * epsilon), size=(2, 200_000))
        share = np.mean(row.right + noise[0] < row.wrong + noise[1])
        assert share == pytest.approx(probability, abs=0.005)


def test_asking_once_is_what_the_mechanism_does():
    """Refusals are settled by a coin; 5 standard errors of 200,000 runs are below 0.006."""
    rng = np.random.default_rng(1)
    rows = pd.DataFrame({"right": [-1.0, -1.0], "wrong": [3.0, 3.0], "m": [500, 500], "distance": [10, 40]})
    mechanism = AskOnce(1.0, 4, 2.0, 1e-6, Relation.SUBSTITUTION)
    for row, probability in zip(rows.itertuples(), asking_once(rows, 2.0), strict=True):
        out = mechanism.sample((row.right, row.wrong), row.distance, 200_000, rng)
        share = np.mean(np.where(np.isinf(out[:, 0]), 0.5, out[:, 0] < out[:, 1]))
        assert share == pytest.approx(probability, abs=0.006)
    assert asking_once(rows, math.inf).tolist() == [1, 1]


def test_four_noises_by_simulation():
    noise = np.random.default_rng(2).laplace(size=(200_000, 4))
    share = np.mean(noise[:, 0] + noise[:, 1] < 1.5 + noise[:, 2] + noise[:, 3])
    assert share == pytest.approx(probability_correct_of_four(1.5, 1.0), abs=0.006)


def test_pairs_of_one_source_vote_together():
    grouped = [number for group in SAME_SOURCE for number in group]
    assert set(grouped) <= set(official_ids())
    for group in SAME_SOURCE:
        assert len({tuebingen(number).weight for number in group}) == 1
        assert len({len(tuebingen(number)) for number in group}) == 1
    rows = stored_pairs().query("score == 'hsic'")
    means = by_pair(rows, np.ones(len(rows)))
    assert len(means) == 436
    assert means["source"].nunique() == 415
    assert means.query("set == 'Tübingen'")["source"].nunique() == 15


def test_the_table_holds_every_task_once():
    table = stored_pairs()
    assert len(table) == 40 * len(PAIRS.tasks())
    assert not table.duplicated(["set", "pair", "split", "score"]).any()
    assert table[["right", "wrong"]].notna().all().all()
    assert (table.groupby("set")["m"].max() <= 2_000).all()


def test_smaller_bounds_bring_answers_closer_to_those_without_privacy():
    table = stored_pairs()
    for score in ("spearman", "hsic"):
        rows = rows_of(table, score)
        truth = chances(rows, OURS[score], math.inf)
        for epsilon in GRID:
            ours, theirs = (chances(rows, bounds[score], epsilon) for bounds in (OURS, PUBLISHED))
            assert (np.abs(ours - truth) <= np.abs(theirs - truth) + 1e-12).all()


def test_a_lead_is_paired():
    rng = np.random.default_rng(3)
    luck = rng.random(50)
    first, second = (
        pd.DataFrame({"value": luck + shift, "weight": 1.0, "source": range(50)}) for shift in (0.01, 0.0)
    )
    estimate = lead(first, second, 0.05, rng)
    assert estimate.low == pytest.approx(estimate.high) == pytest.approx(0.01)


def test_the_stored_distance_is_the_mechanisms():
    rng = np.random.default_rng(4)
    x = rng.uniform(-1, 1, 400)
    y = np.clip(x**3 + rng.uniform(-0.3, 0.3, 400), -1, 1)
    both = regress_both_ways(x, y, split(400, rng), penalty=0.01, kernel=GaussianKernel(0.5))
    assert least_distance(both) == score_distance(both, "test", 1.0)


def test_published_accuracies_are_ten_shares_of_ten_splits():
    assert set(TEN) == {"spearman", "kendall", "hsic"}
    for shares in TEN.values():
        assert len(shares) == 10
        assert all(0 <= share <= 1 and share == round(share, 1) for share in shares)


def test_every_tick_of_the_table_is_computed():
    ticks = {(h, s, t): computed(h, s, t)[0] for h in HALVES for s in SCORES for t in SENSES}
    assert ticks == TICKS
    assert sum(ticks.values()) == 12
