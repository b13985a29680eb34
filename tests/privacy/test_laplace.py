"""The Laplace mechanism draws what it says, from the generator it is given."""

import numpy as np
from scipy import stats

from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation, Release
from tests.refusals import positive, refusals

MECHANISM = Laplace(0.5, 2.0, Relation.SUBSTITUTION)


def test_the_generator_decides_everything():
    values = [MECHANISM.release(3.0, np.random.default_rng(7)).value for _ in range(2)]
    assert values[0] == values[1] != MECHANISM.release(3.0, np.random.default_rng(8)).value


def test_samples_follow_the_law():
    draws = MECHANISM.sample(3.0, 20_000, np.random.default_rng(1))
    assert stats.kstest(draws, stats.laplace(3.0, 0.25).cdf).pvalue > 1e-3


test_nonsense_is_refused_by_name = refusals(
    lambda wrong: Laplace(**{"sensitivity": 1.0, "epsilon": 1.0, "relation": Relation.SUBSTITUTION} | wrong),
    *positive("sensitivity", "epsilon"),
)


def test_a_release_prints_its_price():
    assert str(Release(0.25, Price(1.0, 0.0, Relation.SUBSTITUTION))) == "+0.2500 (ε = 1, substitution)"
    assert "δ = 1e-06" in str(Release(0.25, Price(1.0, 1e-6, Relation.ADD_REMOVE)))
