"""Laplace noise without floats: the right law, on a public grid, and no output that rules a data set out."""

import math
from importlib.util import find_spec

import numpy as np
import pytest
from scipy import stats

from privcausal.privacy.laplace import Laplace
from privcausal.privacy.noise import (
    WHOLE,
    HardenedLaplace,
    OpenDPLaplace,
    could_come_from,
    discrete_laplace,
    textbook_laplace,
)
from privcausal.privacy.price import Relation

ARGUMENTS = (1.0, 1.0, Relation.SUBSTITUTION)


def test_the_attack_never_accuses_the_true_value_and_often_clears_another():
    rng = np.random.default_rng(1)
    for value, scale in ((0.0, 1.0), (1.0, 1.0), (-7.0, 2.0), (0.3, 0.05)):
        outputs = textbook_laplace(value, scale, 20_000, rng)
        assert could_come_from(outputs, value, scale).all()
    assert could_come_from(textbook_laplace(0.0, 1.0, 20_000, rng), 1.0, 1.0).mean() < 0.4


def test_the_textbook_sampler_follows_the_law_all_the_same():
    draws = textbook_laplace(3.0, 0.5, 20_000, np.random.default_rng(2))
    assert stats.kstest(draws, stats.laplace(3.0, 0.5).cdf).pvalue > 1e-3


@pytest.mark.parametrize("rate", [WHOLE // 8, WHOLE, 3 * WHOLE])
def test_discrete_draws_have_the_exact_law(rate):
    draws = discrete_laplace(rate, 100_000, np.random.default_rng(rate % 1000))
    decay = math.exp(-rate / WHOLE)
    steps = np.arange(-3, 4)
    expected = (1 - decay) / (1 + decay) * decay ** np.abs(steps)
    counts = np.array([(draws == step).sum() for step in steps])
    rest = 100_000 - counts.sum()
    cells, law = np.append(counts, rest), np.append(expected, 1 - expected.sum())
    likely = law > 1e-4  # the thinnest cells hold too few draws for this test
    table = np.append(cells[likely], cells[~likely].sum()), np.append(law[likely], law[~likely].sum())
    assert stats.chisquare(table[0] + 1e-9, table[1] * 100_000 + 1e-9, sum_check=False).pvalue > 1e-3


def test_hardened_draws_follow_laplace_and_lie_on_the_grid():
    mechanism = HardenedLaplace(*ARGUMENTS)
    draws = mechanism.sample(0.3, 50_000, np.random.default_rng(4))
    assert stats.kstest(draws, stats.laplace(0.3, 1.0).cdf).pvalue > 1e-3
    assert (draws / mechanism.grid == np.rint(draws / mechanism.grid)).all()


def test_neighbours_share_every_output_of_the_hardened_sampler():
    mechanism = HardenedLaplace(*ARGUMENTS)
    draws = mechanism.sample(0.0, 20_000, np.random.default_rng(5)) - mechanism.sample(
        1.0, 20_000, np.random.default_rng(5)
    )
    # The same coins, the other value: the outputs differ by whole steps of the grid, so each can come from both.
    assert np.unique(draws).tolist() == [-1.0]


@pytest.mark.parametrize(
    ("sensitivity", "epsilon"), [(1.0, 1.0), (0.04, 0.5), (3e-9, 2.0), (1e6, 0.01), (0.1, 30.0)]
)
def test_the_noise_is_never_narrower_than_the_price_allows(sensitivity, epsilon):
    mechanism = HardenedLaplace(sensitivity, epsilon, Relation.SUBSTITUTION)
    steps = math.floor(sensitivity / mechanism.grid) + 1
    assert mechanism.rate / WHOLE * steps <= epsilon
    assert mechanism.rate / WHOLE * steps > epsilon * (1 - 1e-4)
    assert mechanism.grid < mechanism.scale / 2**20 * (1 + 1e-12)


def test_values_beyond_the_grid_of_floats_are_rounded_after_the_noise():
    mechanism = HardenedLaplace(1e-12, 1.0, Relation.SUBSTITUTION)
    assert mechanism.release(1e30, np.random.default_rng(0)).value == pytest.approx(1e30)
    assert isinstance(mechanism.sample(1e30, 3, np.random.default_rng(0))[0], float)


def test_the_same_arguments_and_price_as_laplace():
    hardened, plain = (
        kind(*ARGUMENTS).release(0.5, np.random.default_rng(0)) for kind in (HardenedLaplace, Laplace)
    )
    assert (hardened.epsilon, hardened.delta, hardened.relation) == (
        plain.epsilon,
        plain.delta,
        plain.relation,
    )


@pytest.mark.parametrize("wrong", [0, -1, math.nan, math.inf])
@pytest.mark.parametrize("place", [0, 1])
def test_nonsense_is_refused(place, wrong):
    arguments = [wrong if at == place else good for at, good in enumerate(ARGUMENTS)]
    with pytest.raises(ValueError, match="must be a positive finite number"):
        HardenedLaplace(*arguments)


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
def test_no_noise_is_added_to_what_is_not_a_number(wrong):
    with pytest.raises(ValueError, match="value must be finite"):
        HardenedLaplace(*ARGUMENTS).release(wrong, np.random.default_rng(0))


@pytest.mark.parametrize("rate", [0, -1, 65 * WHOLE])
def test_rates_that_do_not_fit_are_refused(rate):
    with pytest.raises(ValueError, match="rate must be a whole number"):
        discrete_laplace(rate, 1, np.random.default_rng(0))


def test_no_draws_are_no_draws():
    assert len(discrete_laplace(WHOLE, 0, np.random.default_rng(0))) == 0


@pytest.mark.skipif(find_spec("opendp") is not None, reason="OpenDP is installed")
def test_the_extra_is_asked_for_by_name():
    with pytest.raises(ValueError, match=r"privcausal\[hardened\]"):
        OpenDPLaplace(*ARGUMENTS)


@pytest.mark.skipif(find_spec("opendp") is None, reason="needs the extra: pip install 'privcausal[hardened]'")
def test_opendp_has_the_same_law_and_price():
    mechanism, rng = OpenDPLaplace(*ARGUMENTS), np.random.default_rng(0)
    releases = [mechanism.release(3.0, rng) for _ in range(2000)]
    assert stats.kstest([release.value for release in releases], stats.laplace(3.0, 1.0).cdf).pvalue > 1e-4
    assert releases[0].epsilon == pytest.approx(1.0)
    with pytest.raises(ValueError, match="value must be finite"):
        mechanism.release(math.nan, rng)
