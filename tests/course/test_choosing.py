"""Wrong answers that readers give to the problems of chapters 4 to 6: each is told so."""

import numpy as np
import pytest
from scipy import stats

from privcausal.course.check import fault
from privcausal.verify.statistics.confidence import epsilon_at_least as library_bound


def drawn(points, rng):
    """A place with odds e^points, computed with care."""
    tickets = np.exp(np.asarray(points) - np.max(points))
    return int(rng.choice(len(tickets), p=tickets / tickets.sum()))


def plainly(points, rng):
    """The same without care for large points."""
    with np.errstate(all="ignore"):
        running = np.exp(np.asarray(points)).cumsum()
        return int((running < rng.random() * running[-1]).sum())


def below(values, candidates):
    return (np.asarray(values)[:, None] < np.asarray(candidates)).sum(axis=0)


def run(values, bars, look, rng):
    for place, (value, bar) in enumerate(zip(values, bars, strict=False)):
        if value + rng.laplace(0, look) >= bar:
            return place
    return None


def fixed(value):
    while True:
        yield value


def bare_threshold(values, threshold, sensitivity, epsilon, rng):
    return run(values, fixed(threshold), 4 * sensitivity / epsilon, rng)


def bare_values(values, threshold, sensitivity, epsilon, rng):
    return run(values, fixed(threshold + rng.laplace(0, 2 * sensitivity / epsilon)), 1e-9, rng)


def fresh_threshold(values, threshold, sensitivity, epsilon, rng):
    scale = 2 * sensitivity / epsilon
    return run(values, (threshold + rng.laplace(0, scale) for _ in fixed(0)), 2 * scale, rng)


def equal_scales(values, threshold, sensitivity, epsilon, rng):
    scale = 2 * sensitivity / epsilon
    return run(values, fixed(threshold + rng.laplace(0, scale)), scale, rng)


def without_sensitivity(values, threshold, sensitivity, epsilon, rng):
    return run(values, fixed(threshold + rng.laplace(0, 2 / epsilon)), 4 / epsilon, rng)


def all_at_once(values, threshold, sensitivity, epsilon, rng):
    bar = threshold + rng.laplace(0, 2 * sensitivity / epsilon)
    noisy = [value + rng.laplace(0, 4 * sensitivity / epsilon) for value in values]
    return next((place for place, value in enumerate(noisy) if value >= bar), None)


def counted_from_one(values, threshold, sensitivity, epsilon, rng):
    place = all_at_once(values, threshold, sensitivity, epsilon, rng)
    return None if place is None else place + 1


def zero_for_none(values, threshold, sensitivity, epsilon, rng):
    return all_at_once(values, threshold, sensitivity, epsilon, rng) or 0


def bounds(level):
    """An auditor who bounds both probabilities at this level, with SciPy's intervals."""

    def answer(hits, tested, delta, alpha):
        p, q = (
            stats.binomtest(h, n).proportion_ci(1 - 2 * level(alpha))
            for h, n in zip(hits, tested, strict=True)
        )
        return np.log((p.low - delta) / q.high) if p.low > delta else -np.inf

    return answer


def plain_ratio(hits, tested, delta, alpha):
    p, q = (h / n for h, n in zip(hits, tested, strict=True))
    return np.log((p - delta) / q) if q and p > delta else -np.inf


def wald(hits, tested, delta, alpha):
    z = stats.norm.ppf(1 - alpha / 2)
    p, q = (h / n for h, n in zip(hits, tested, strict=True))
    low, high = p - z * np.sqrt(p * (1 - p) / tested[0]), q + z * np.sqrt(q * (1 - q) / tested[1])
    return np.log((low - delta) / high) if low > delta and high else -np.inf


def delta_forgotten(hits, tested, delta, alpha):
    return bounds(lambda level: level / 2)(hits, tested, 0.0, alpha)


def other_way_round(hits, tested, delta, alpha):
    return bounds(lambda level: level / 2)(hits[::-1], tested[::-1], delta, alpha)


def shared_level(hits, tested, delta, alpha):
    """The library's, which is sharper: right in itself, and not what was asked for."""
    return library_bound(hits, tested, delta, alpha)


def test_intervals_of_scipy_are_a_right_answer():
    assert fault("epsilon_at_least", bounds(lambda alpha: alpha / 2)) is None


WRONG = {
    "the 2 is forgotten": ("choose", lambda q, d, e, rng: drawn(e / d * np.array(q), rng)),
    "the sensitivity is forgotten": ("choose", lambda q, d, e, rng: drawn(e / 2 * np.array(q), rng)),
    "multiplied by the sensitivity": ("choose", lambda q, d, e, rng: drawn(e * d / 2 * np.array(q), rng)),
    "large scores overflow": ("choose", lambda q, d, e, rng: plainly(e / (2 * d) * np.array(q), rng)),
    "always the best": ("choose", lambda q, d, e, rng: int(np.argmax(q))),
    "the score, not the place": (
        "choose",
        lambda q, d, e, rng: q[drawn(e / (2 * d) * np.array(q), rng)],
    ),
    "all places": ("choose", lambda q, d, e, rng: np.arange(len(q))),
    "the sign is forgotten": ("quantile_scores", lambda v, c, s: np.abs(below(v, c) - s * len(v))),
    "equal counts as below": (
        "quantile_scores",
        lambda v, c, s: -np.abs((np.asarray(v)[:, None] <= np.asarray(c)).sum(axis=0) - s * len(v)),
    ),
    "always the median": ("quantile_scores", lambda v, c, s: -np.abs(below(v, c) - len(v) / 2)),
    "in shares of all": ("quantile_scores", lambda v, c, s: -np.abs(below(v, c) / len(v) - s)),
    "no noise on the threshold": ("above_threshold", bare_threshold),
    "no noise on the values": ("above_threshold", bare_values),
    "a new threshold each time": ("above_threshold", fresh_threshold),
    "one scale for both": ("above_threshold", equal_scales),
    "the sensitivity forgotten": ("above_threshold", without_sensitivity),
    "all values computed": ("above_threshold", all_at_once),
    "counted from one": ("above_threshold", counted_from_one),
    "zero for none": ("above_threshold", zero_for_none),
    "no luck counted": ("epsilon_at_least", plain_ratio),
    "the bell curve": ("epsilon_at_least", wald),
    "all of alpha for each": ("epsilon_at_least", bounds(lambda alpha: alpha)),
    "halved twice": ("epsilon_at_least", bounds(lambda alpha: alpha / 4)),
    "delta forgotten": ("epsilon_at_least", delta_forgotten),
    "sides exchanged": ("epsilon_at_least", other_way_round),
    "another bound": ("epsilon_at_least", shared_level),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_answer_is_told(what):
    name, answer = WRONG[what]
    said = fault(name, answer)
    assert said
    assert not said.startswith("it stops with")
