"""HSIC, ranks and ridge regression against causal-learn, SciPy and scikit-learn; skipped without the group `peers`."""

import numpy as np
import pytest
from scipy import stats

from privcausal.pairs.anm import regress_both_ways, split
from privcausal.pairs.hsic import hsic
from privcausal.pairs.private_direction import scores_of
from privcausal.pairs.ridge import GaussianKernel, fit

kci = pytest.importorskip("causallearn.utils.KCI.KCI", reason="causal-learn is not installed")


def two_columns(seed, m=300):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, m)
    return x, (x**3 + rng.uniform(-0.3, 0.3, m)) / 1.3


@pytest.mark.parametrize("seed", range(3))
def test_hsic_is_causal_learns_statistic(seed):
    """Theirs standardises the columns first, and leaves out the division by (m − 1)²."""
    x, y = two_columns(seed)
    test = kci.KCI_UInd("Gaussian", "Gaussian", est_width="manual", kwidthx=0.5, kwidthy=0.8)
    theirs = test.compute_pvalue(x[:, None], y[:, None])[1]
    a, b = (stats.zscore(column, ddof=1) for column in (x, y))
    ours = hsic(a, b, kernel_x=GaussianKernel(0.5), kernel_y=GaussianKernel(0.8))
    assert ours * (len(x) - 1) ** 2 == pytest.approx(theirs, rel=1e-9)


@pytest.mark.parametrize("penalty", [1e-4, 1e-2, 1.0])
def test_ridge_regression_is_scikit_learns(penalty):
    models = pytest.importorskip("sklearn.kernel_ridge")
    x, y = two_columns(4)
    theirs = models.KernelRidge(alpha=len(x) * penalty / 2, kernel="rbf", gamma=1 / (2 * 0.5**2))
    line = np.linspace(-1, 1, 50)
    expected = theirs.fit(x[:, None], y).predict(line[:, None])
    assert fit(x, y, penalty=penalty, kernel=GaussianKernel(0.5)).predict(line) == pytest.approx(
        expected, abs=1e-9
    )


def test_scores_of_a_direction_are_scipys():
    x, y = two_columns(5)
    both = regress_both_ways(
        x, y, split(300, np.random.default_rng(0)), penalty=0.01, kernel=GaussianKernel(0.5)
    )
    sides = ((both.x, both.of_y), (both.y, both.of_x))
    assert scores_of(both, "kendall") == pytest.approx([abs(stats.kendalltau(*s).statistic) for s in sides])
    assert scores_of(both, "spearman") == pytest.approx([abs(stats.spearmanr(*s).statistic) for s in sides])


def test_both_find_the_direction_of_the_toy():
    peer = pytest.importorskip("causallearn.search.FCMBased.ANM.ANM")
    x, y = two_columns(6)
    forward, backward = peer.ANM().cause_or_effect(x[:, None], y[:, None])
    both = regress_both_ways(
        x, y, split(300, np.random.default_rng(0)), penalty=1e-3, kernel=GaussianKernel(0.5)
    )
    ours = scores_of(both, "hsic")
    assert forward > backward
    assert ours[0] < ours[1]
