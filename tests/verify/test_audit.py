"""The auditor: it comes close from below, never accuses by luck, and sees through atoms, refusals and columns."""

import os
import time

import joblib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta, binom

from privcausal.privacy.gaussian import gaussian_scale
from privcausal.verify.audit import CHUNK, audit, audit_samples
from privcausal.verify.statistics.audit_result import AuditResult, caution, epsilon_at_least
from privcausal.verify.statistics.events import learn_event, merge
from privcausal.verify.statistics.intervals import edges_of
from tests.refusals import invoke, refusals


def laplace(value, size, rng):
    return rng.laplace(value, 1.0, size)


def answer(side, size, rng):
    lies = rng.random(size) > np.e / (1 + np.e)
    return np.where(lies, 1.0 - side, float(side))


def run(mechanism, n=100_000, pair=(0, 1), seed=5, **options):
    return audit(mechanism, pair, n, rng=np.random.default_rng(seed), **{"ideal": True, **options})


# --- what it finds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("epsilon", "least"), [(0.05, 0.02), (0.1, 0.075), (0.5, 0.45), (1, 0.95), (3, 2.8)])
def test_it_comes_close_from_below(epsilon, least):
    result = run(lambda value, size, rng: rng.laplace(value, 1 / epsilon, size)).epsilon
    assert least < result <= epsilon


def test_outputs_that_tell_only_together_are_caught():
    """Two fair bits whose exclusive or repeats the data: each column alone says nothing."""

    def split(secret, size, rng):
        mask, lie = rng.integers(0, 2, size), rng.random(size) < 0.2
        return np.stack([mask, mask ^ secret ^ lie], axis=1)

    assert np.log(4) - 0.1 < run(split).epsilon <= np.log(4)


def test_a_refusal_that_depends_on_the_data_is_caught():
    def propose(secret, size, rng):
        value = rng.laplace(0, 1, size)
        return np.where(rng.random(size) < (0.6, 0.2)[secret], np.inf, value)

    assert np.log(3) - 0.1 < run(propose).epsilon <= np.log(3)


def test_a_rare_value_amid_continuous_ones_is_caught():
    def leaky(secret, size, rng):
        value = rng.normal(0, 1, size)
        return np.where(rng.random(size) < (0.001, 0.01)[secret], 0.5, value)

    result = run(leaky)
    assert 1.5 < result.epsilon <= np.log(10)
    assert result.direction == "second over first"


def test_not_a_number_is_an_outcome_like_any_other():
    def broken(secret, size, rng):
        return np.where(rng.random(size) < (0.0, 0.1)[secret], np.nan, rng.normal(size=size))

    assert run(broken, 20_000).epsilon > 4


def test_delta_excuses_what_it_covers_and_nothing_more():
    def slips(secret, size, rng):
        return np.where(rng.random(size) < 0.02 * secret, 9.0, rng.normal(size=size))

    assert run(slips, delta=0.02).epsilon == 0
    assert run(slips, delta=0.01).epsilon > 2


def test_columns_of_one_kind_add_up():
    result = run(lambda value, size, rng: rng.laplace(value, 1, (size, 2)), 200_000).epsilon
    assert 1.85 < result <= 2


# --- signals that no single column shows ------------------------------------------------------------------------


def calibrated(columns, epsilon, delta):
    """Gaussian noise on many columns, all of which move a little: exactly (epsilon, delta)-private together."""
    scale = gaussian_scale(np.sqrt(columns), epsilon, delta)
    return lambda side, size, rng: rng.normal(side, scale, (size, columns))


def test_ten_gaussian_columns_at_one_and_a_half_times_the_promise_are_accused_and_honest_ones_are_not():
    """At δ = 1e-3; `make bench` takes a million runs and 1e-4."""
    loud, honest = (
        run(calibrated(10, epsilon, 1e-3), 150_000, delta=1e-3, claimed_epsilon=1.0) for epsilon in (1.5, 1.0)
    )
    assert 1.1 < loud.epsilon <= 1.5
    assert loud.accused
    assert 0.7 < honest.epsilon <= 1


def test_a_signal_in_a_hundred_columns_is_caught():
    assert 1.2 < run(calibrated(100, 2.0, 1e-3), 40_000, delta=1e-3).epsilon <= 2


def spread(side, size, rng):
    """The means agree, the variances do not."""
    return rng.normal(0, 1 + 0.25 * side, (size, 10))


def twisted(side, size, rng):
    """Ten standard normal columns; two of them go together on one side, and apart on the other."""
    draws = rng.normal(size=(size, 10))
    draws[:, 1] = (side - 0.5) * draws[:, 0] + np.sqrt(0.75) * draws[:, 1]
    return draws


def shuffled(side, size, rng):
    """Ten numbers around a common level that drowns them; the order of the first two tells the side."""
    draws = 1e6 * rng.standard_cauchy((size, 1)) + rng.normal(size=(size, 10))
    first = np.sort(draws[:, :2], axis=1)
    flip = rng.random(size) < (0.2, 0.8)[side]
    draws[:, :2] = np.where(flip[:, None], first[:, ::-1], first)
    return draws


def rare(columns):
    """Once in ten thousand runs, one column prints a number that the other side never prints."""

    def mechanism(side, size, rng):
        draws = rng.normal(size=(size, columns))
        draws[(rng.random(size) < 1e-4) & (side == 1), columns // 2] = 0.25
        return draws

    return mechanism


@pytest.mark.parametrize(
    ("mechanism", "runs", "least", "most"),
    [
        (spread, 150_000, 2.5, np.inf),
        (twisted, 150_000, 4.0, np.inf),
        (shuffled, 150_000, 1.3, np.log(4)),
        (rare(1), 1_000_000, 1.0, np.inf),
        (rare(3), 1_000_000, 1.0, np.inf),
    ],
    ids=["variance", "product", "order", "atom", "atom among three"],
)
def test_a_signal_in_variance_product_order_or_a_rare_value_is_caught(mechanism, runs, least, most):
    assert least < run(mechanism, runs).epsilon <= most


# --- what it must not find -------------------------------------------------------------------------------------


def test_it_rarely_accuses_what_spends_its_promise_to_the_last():
    accused = sum(run(answer, 2_000, seed=seed, confidence=0.9).epsilon > 1 for seed in range(200))
    assert accused <= 35, "more than three standard deviations above 10% of 200"


@given(
    hits=st.tuples(st.integers(0, 50), st.integers(0, 50)),
    delta=st.sampled_from([0.0, 0.05]),
    alpha=st.sampled_from([0.1, 0.001]),
)
@settings(max_examples=60)
def test_the_bound_lies_on_the_shared_level(hits, delta, alpha):
    """No pair of probabilities whose two p-values multiply to more than c has a smaller ratio."""
    bound = epsilon_at_least(hits, (50, 50), delta, alpha)
    c = caution(alpha) ** 2
    assert c * (1 - np.log(c)) == pytest.approx(alpha)
    for p in np.linspace(0.01, 0.99, 25):
        tail = binom.sf(hits[0] - 1, 50, p)
        q = beta.ppf(1 - c / tail, hits[1] + 1, 50 - hits[1]) if tail > c and hits[1] < 50 else None
        if q is not None and p > delta:
            assert np.log((p - delta) / q) >= bound - 1e-9


def test_sharing_the_level_beats_splitting_it():
    hits, tested, alpha = (5250, 4750), (10_000, 10_000), 1e-3
    low = beta.ppf(alpha / 2, hits[0], tested[0] - hits[0] + 1)
    high = beta.ppf(1 - alpha / 2, hits[1] + 1, tested[1] - hits[1])
    assert epsilon_at_least(hits, tested, 0.0, alpha) > 1.5 * np.log(low / high)


# --- power ---------------------------------------------------------------------------------------------------------


def test_the_stated_power_is_the_share_of_accusations():
    result = AuditResult(1.0, 4000, "first over second", (1500, 500), (2000, 2000), 0.0, 0.01)
    rng = np.random.default_rng(8)
    counts = rng.binomial(2000, [np.exp(1.2) * 500.5 / 2001, 500.5 / 2001], (400, 2))
    accused = np.mean([epsilon_at_least(tuple(hits), (2000, 2000), 0.0, 0.01) > 1 for hits in counts])
    assert result.power(1.0, 1.2) == pytest.approx(accused, abs=0.07)


def test_what_it_notices_is_what_it_has_the_power_for():
    result = run(laplace)
    observed = result.notices(1.0)
    assert 1 < observed < 1.1
    assert result.power(1.0, observed) == pytest.approx(0.9, abs=0.01)
    assert result.notices(20.0) == np.inf, "no event this likely can show so much"


def test_a_result_says_what_it_would_have_seen():
    result = run(lambda value, size, rng: rng.laplace(0, 1.0, size), claimed_epsilon=1.0)
    assert not result.accused
    assert 1 < result.smallest < 1.05
    assert f"1 is not contradicted; nine in ten such audits would accuse ε = {result.smallest:.3g}" in str(
        result
    )
    assert run(laplace, 1_000, claimed_epsilon=1.0).smallest > 1.2, "fewer runs see less"


def test_nine_in_ten_audits_see_the_smallest_violation():
    promise, runs = 1.0, 4_000
    smallest = run(laplace, runs, claimed_epsilon=promise).smallest

    def honest_but(lies):
        return lambda side, size, rng: np.where(rng.random(size) < lies, 1.0 - side, float(side))

    observed = honest_but(1 / (1 + np.exp(smallest)))
    accused = sum(run(observed, runs, seed=seed, claimed_epsilon=promise).accused for seed in range(60))
    assert 36 <= accused < 60, "the event of this mechanism is not of the best frequency"


# --- events ------------------------------------------------------------------------------------------------------


def test_atoms_become_cells_of_their_own():
    edges = edges_of(np.concatenate([np.zeros(500), np.linspace(-1, 1, 500), np.full(300, np.inf)]))
    values = np.array([np.nextafter(0, -1), 0.0, np.nextafter(0, 1), 1e300, np.inf, np.nan])
    codes = np.searchsorted(edges, values)
    assert (np.diff(codes) > 0).tolist() == [True, True, True, True, True]


def test_cells_that_do_not_differ_are_merged_and_others_are_not():
    noise = np.array([[52, 48], [49, 51], [50, 50], [47, 53]])
    assert (merge(noise) == noise.sum(axis=0)).all()
    signal = noise * [[1, 9]] + [[0, 0], [0, 0], [900, 0], [0, 0]]
    assert len(np.unique(merge(signal), axis=0)) > 1


def test_the_event_is_the_half_line_of_the_theory():
    rng = np.random.default_rng(1)
    event = learn_event(*(rng.laplace(value, 1, (100_000, 1)) for value in (0, 1)), 0.0, 0.01)
    inside = event.holds(np.array([[-3.0], [-1.0], [2.0], [4.0]]))
    assert inside.tolist() == ([True, True, False, False] if event.more == 0 else [False, False, True, True])


# --- how it runs --------------------------------------------------------------------------------------------------


def test_jobs_and_backends_change_nothing():
    n = 2 * CHUNK + 7
    plain = run(laplace, n)
    assert run(laplace, n, jobs=2) == plain
    with joblib.parallel_config(backend="threading", n_jobs=2):
        assert run(laplace, n) == plain


def whose(value, size, rng):
    """Which process it was: as the order of a set of words does, it differs from one to the next."""
    return [os.getpid()] * size


def test_no_process_stands_for_a_neighbour():
    """An innocent mechanism was accused of ε = 3.16, and one with ε = 3 acquitted, because of an order of words."""
    assert run(whose, 4 * CHUNK + 7, jobs=2).epsilon == 0


def test_a_dask_cluster_changes_nothing():
    distributed = pytest.importorskip("distributed", reason="the optional extra `dask` is not installed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with (
        distributed.LocalCluster(**options) as cluster,
        distributed.Client(cluster),
        joblib.parallel_config(backend="dask"),
    ):
        far = run(laplace, 2 * CHUNK)
    assert far == run(laplace, 2 * CHUNK)


def test_the_bar_counts_every_run(capsys):
    run(laplace, 1_000, progress=True)
    assert "2.00k/2.00k" in capsys.readouterr().err


def test_a_million_draws_on_each_neighbour_take_seconds():
    start = time.process_time()
    run(lambda value, size, rng: rng.laplace(value, 1.0, (size, 2)), 1_000_000)
    assert time.process_time() - start < 5


test_bad_arguments_are_named = refusals(
    lambda options: run(laplace, **{"n": 1000, **options}),
    ("pair must hold two neighbouring data sets, and no more", {"pair": (0,)}),
    ("n must be a whole number of runs on each neighbour, at least 4, got 3", {"n": 3}),
    ("n must be a whole number of runs", {"n": 10.5}, {"n": float("nan")}),
    ("confidence must lie strictly between 0 and 1, got 1.0", {"confidence": 1.0}),
    ("confidence must lie strictly between 0 and 1", {"confidence": 0.0}),
    (r"delta must lie in \[0, 1\), got 1.0", {"delta": 1.0}),
    ("delta must lie in", {"delta": -0.1}, {"delta": float("nan")}),
    ("claimed_epsilon must be at least 0, got -1.0", {"claimed_epsilon": -1.0}),
)


test_refusals = refusals(
    invoke,
    (r"one row per run, 500 of them, got shape \(1,\)", lambda: run(lambda value, size, rng: [value], 1_000)),
    (r"equal columns, got \[1, 2\]", lambda: audit_samples(np.zeros((9, 1)), np.zeros((9, 2)))),
    (r"at least 4 draws each", lambda: audit_samples(np.zeros((2, 1)), np.zeros((9, 1)))),
)


# --- samples at hand --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shift", [0.5, 1.0, 2.0])
def test_the_audit_comes_close_from_below(shift):
    rng = np.random.default_rng(2)
    draws = [rng.laplace(centre, 1.0, (200_000, 1)) for centre in (0, shift)]
    assert 0.85 * shift < audit_samples(*draws, ideal=True).epsilon <= shift


def test_the_audit_stays_silent_on_equal_mechanisms():
    """At level α per audit, 200 audits of a mechanism that ignores its data accuse it rarely."""
    rng = np.random.default_rng(12)
    accused = sum(
        audit_samples(*rng.normal(size=(2, 2_000, 1)), alpha=0.05, ideal=True).epsilon > 0 for _ in range(200)
    )
    assert accused <= 20


def test_the_audit_finds_an_outcome_that_only_one_neighbour_has():
    rng = np.random.default_rng(3)
    never, sometimes = np.zeros((50_000, 1)), (rng.random((50_000, 1)) < 0.01) * 1.0
    result = audit_samples(never, sometimes, delta=1e-3)
    assert result.epsilon > 2
    assert result.direction == "second over first"


def test_delta_excuses_what_it_covers():
    rng = np.random.default_rng(3)
    never, sometimes = np.zeros((50_000, 1)), (rng.random((50_000, 1)) < 0.01) * 1.0
    assert audit_samples(never, sometimes, delta=0.02).epsilon < 0.1
