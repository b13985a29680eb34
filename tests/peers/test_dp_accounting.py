"""Calibration and composition against Google's dp-accounting. Install the group `peers` to run these."""

import math

import pytest

from privcausal.privacy.accounting import advanced_epsilon, exact_epsilon, pure_renyi, renyi_epsilon
from privcausal.privacy.gaussian import gaussian_delta, gaussian_scale

peer = pytest.importorskip("dp_accounting", reason="needs the dependency group `peers`")
ORDERS = [1 + x / 10 for x in range(1, 1000)] + [128.0, 256.0, 512.0, 1024.0]


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0, 3.0, 10.0])
@pytest.mark.parametrize("delta", [1e-3, 1e-6, 1e-10])
def test_gaussian_calibration(epsilon, delta):
    theirs = peer.get_sigma_gaussian(epsilon, delta)
    assert gaussian_scale(1.0, epsilon, delta) == pytest.approx(theirs, rel=1e-6)
    assert gaussian_delta(1.0, epsilon, theirs) == pytest.approx(delta, rel=1e-4)


@pytest.mark.parametrize("count", [1, 10, 100])
@pytest.mark.parametrize("scale", [1.0, 5.0, 30.0])
def test_gaussian_composition(count, scale):
    accountant = peer.rdp.RdpAccountant(ORDERS).compose(peer.GaussianDpEvent(scale), count)
    rho = count / (2 * scale**2)
    ours = renyi_epsilon(lambda order: order * rho, 1e-6)
    theirs = accountant.get_epsilon(1e-6)
    assert ours <= theirs + 1e-9  # they search a grid of orders, we search the line
    assert ours == pytest.approx(theirs, rel=0.03)


@pytest.mark.parametrize("count", [1, 20, 200])
@pytest.mark.parametrize("epsilon", [0.05, 0.3, 1.0])
def test_randomised_response_is_the_worst_pure_release(count, epsilon):
    flips = 2 / (1 + math.exp(epsilon))  # they replace the bit by a fair coin with this probability
    # Not through their PLDAccountant, which in 0.6.0 counts repeated randomised responses once.
    losses = peer.pld.privacy_loss_distribution.from_randomized_response(
        flips, 2, value_discretization_interval=epsilon / 2000
    )
    theirs = losses.self_compose(count).get_epsilon_for_delta(1e-6)
    ours = exact_epsilon(epsilon, count, 1e-6)
    assert ours <= theirs * (1 + 1e-6) + 1e-6
    assert ours == pytest.approx(theirs, rel=0.02, abs=epsilon / 20)


@pytest.mark.parametrize("count", [20, 200])
def test_laplace_never_costs_more_than_our_rules_for_pure_releases(count):
    event = peer.LaplaceDpEvent(10.0)  # ε = 0.1
    theirs = (
        peer.pld.PLDAccountant(value_discretization_interval=1e-3).compose(event, count).get_epsilon(1e-6)
    )
    curve = pure_renyi(0.1)
    assert theirs <= exact_epsilon(0.1, count, 1e-6)
    assert exact_epsilon(0.1, count, 1e-6) <= renyi_epsilon(lambda order: count * curve(order), 1e-6)
    assert exact_epsilon(0.1, count, 1e-6) <= advanced_epsilon([0.1] * count, 1e-6)
