"""Sieve and examine: the split of ε, the closed forms of its errors, and the part of the records it should see."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from privcausal.privacy.above_threshold import Noise
from privcausal.privacy.price import Relation
from privcausal.privacy.sieve_and_examine import QUIETEST, SieveAndExamine, quietest_part, tail_of_two
from privcausal.privacy.subsampling import amplified
from tests.refusals import positive, refusals


def one_over(records):
    return 1 / records


def mechanism(**changes):
    chosen = {"threshold": 0.5, "tweak": 0.0, "records": 400, "drawn": 100, "sensitivity": one_over}
    price = {"epsilon": 1.0, "relation": Relation.SUBSTITUTION}
    return SieveAndExamine(**{**chosen, **price, **changes})


def test_both_halves_cost_half():
    both = mechanism()
    assert amplified(both.sieve.epsilon, 100, 400) == pytest.approx(0.5, rel=1e-12)
    assert both.examination.epsilon == 0.5
    assert both.sieve.sensitivity == 1 / 100
    assert both.examination.sensitivity == 1 / 400


def test_a_clear_case():
    people = np.zeros((400, 3))
    people[:, 2] = 1
    queries = [lambda rows, column=column: rows[:, column].mean() for column in range(3)]
    release = mechanism(epsilon=20.0).release(people, queries, np.random.default_rng(0))
    assert (release.value, release.epsilon) == (2, 20.0)
    nothing = mechanism(epsilon=20.0).release(people, queries[:2], np.random.default_rng(0))
    assert nothing.value is None


def test_what_only_the_part_shows_is_not_confirmed():
    """A huge tweak lets everything through the sieve; the examination still looks at the real threshold."""
    people = np.zeros((400, 1))
    release = mechanism(epsilon=20.0, tweak=100.0).release(
        people, [lambda rows: rows.mean()], np.random.default_rng(0)
    )
    assert release.value is None


@pytest.mark.parametrize("noise", Noise)
@pytest.mark.parametrize("value", [-0.06, 0.0, 0.05])
def test_closed_forms_against_simulation(noise, value):
    """Each frequency within 4.5 standard errors of its chance."""
    runs = 100_000
    both = mechanism(noise=noise, tweak=0.01)
    at = both.threshold + value
    rng = np.random.default_rng(11)
    lost = np.isinf(both.sieve.sample([at], runs, rng)).mean()
    kept = np.isfinite(both.sample(np.full((runs, 1), at), [at], runs, rng)).mean()
    for place, chance in ((lost, both.chance_lost(at)), (kept, both.chance_to_pass(at, at))):
        assert abs(place - chance) < 4.5 * math.sqrt(chance * (1 - chance) / runs)


@given(s=st.floats(-40, 40), a=st.floats(0.1, 9), c=st.floats(0.1, 9), noise=st.sampled_from(Noise))
def test_tails_are_tails(s, a, c, noise):
    here, further = tail_of_two(s, a, c, noise), tail_of_two(s + 0.5, a, c, noise)
    assert -1e-12 <= further <= here + 1e-12 <= 1 + 2e-12


def test_equal_scales_are_no_exception():
    near = tail_of_two(2.0, 1.0, 1.0 + 2e-5, Noise.LAPLACE)
    assert tail_of_two(2.0, 1.0, 1.0 + 1e-6, Noise.LAPLACE) == pytest.approx(near, rel=1e-4)
    assert tail_of_two(2.0, 1.0, 1.0, Noise.LAPLACE) == pytest.approx(math.exp(-2), rel=1e-12)
    assert tail_of_two(2.0, 3.0, 0.0, Noise.LAPLACE) == pytest.approx(stats.laplace.sf(2, scale=3))


def test_the_quietest_part():
    assert (1 + QUIETEST) * math.log1p(QUIETEST) == pytest.approx(2 * QUIETEST, rel=1e-12)
    assert quietest_part(0.1) == 1 / 20
    assert quietest_part(4.0) == 1.0
    assert quietest_part(1.0) == pytest.approx(math.expm1(0.5) / QUIETEST)


test_nonsense_is_refused_by_name = refusals(
    lambda wrong: mechanism(**wrong),
    ("relation must be", {"relation": Relation.ADD_REMOVE}),
    ("tweak must be a finite number", {"tweak": math.nan}),
    ("m must lie between", {"drawn": 401}),
    *positive("epsilon"),
    ("sensitivity must be a positive finite number", {"sensitivity": lambda records: math.inf}),
)

test_the_declared_number_of_records_counts = refusals(
    lambda rows: mechanism().release(rows, [], np.random.default_rng(0)),
    ("records must have 400 rows", np.zeros((399, 1))),
)
