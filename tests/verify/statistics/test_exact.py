"""The exact ε between known laws, and frequencies bounded from below: against textbook cases."""

import math
from itertools import chain, combinations

import numpy as np
import pytest

from privcausal.claims import load
from privcausal.verify.checks.frequency import Frequency
from privcausal.verify.claim import QUICK
from privcausal.verify.evidence import Outcome, compare
from privcausal.verify.statistics.exact import smallest_epsilon


@pytest.mark.parametrize("delta", [0.0, 0.05, 0.3])
def test_it_is_the_worst_of_all_events(delta, rng):
    for _ in range(50):
        p, q = rng.dirichlet(np.full(5, 0.5), 2)
        events = chain.from_iterable(combinations(range(5), size) for size in range(1, 6))
        needed = 0.0
        for event in map(list, events):
            for a, b in ((p, q), (q, p)):
                if a[event].sum() > delta:
                    needed = max(needed, math.log((a[event].sum() - delta) / b[event].sum()))
        assert smallest_epsilon(p, q, delta) == pytest.approx(needed, abs=1e-6)


def test_many_pairs_at_once_and_impossible_outcomes():
    first, second = np.array([[0.5, 0.5], [1.0, 0.0]]), np.array([[0.25, 0.75], [0.5, 0.5]])
    assert smallest_epsilon(first, second).tolist() == pytest.approx([math.log(2), math.inf])
    assert smallest_epsilon([1.0, 0.0], [0.0, 1.0], 0.5) == math.inf
    assert smallest_epsilon([1.0, 0.0], [0.9, 0.1], 0.1) == 0


def test_infinity_and_nan_break_a_bound():
    assert compare(math.inf, 3.0) is compare(math.nan, 3.0) is Outcome.VIOLATED
    assert compare(3.0, math.inf) is Outcome.WITHIN


def test_a_frequency_accuses_only_when_it_must():
    claim = load()["K-ptr-null"]
    rng = np.random.default_rng(3)
    for share, outcome in ((0.149, Outcome.WITHIN), (0.16, Outcome.VIOLATED)):
        check = Frequency(
            "coin", ({"delta": 0.1},), lambda size, rng, delta, p=share: rng.random(size) < p, ()
        )
        findings = list(check.run(claim, QUICK, rng))
        assert findings[0].outcome is outcome
        assert findings[0].bound == pytest.approx(0.15)
