"""Wrong answers that readers give to the problems of chapters 5 to 8: each is told so."""

import numpy as np
from scipy import stats

from privcausal.course.check import fault
from privcausal.verify.statistics.audit_result import epsilon_at_least as library_bound
from tests.course.wrong_answers import told


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


def threshold_but(bar=2.0, look=4.0, fresh=False, sensitive=True):
    """An answer to the problem of chapter 6 that is right, except for the options."""

    def answer(values, threshold, sensitivity, epsilon, rng):
        unit = (sensitivity if sensitive else 1) / epsilon
        height = threshold + rng.laplace(0, bar * unit)
        for place, value in enumerate(values):
            height = threshold + rng.laplace(0, bar * unit) if fresh else height
            if value + rng.laplace(0, look * unit) >= height:
                return place
        return None

    return answer


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


def hockey(p, q, ratio):
    """The sum over all outcomes of the excess above the ratio."""
    return np.maximum(0, p - ratio * q).sum()


def shared_level(hits, tested, delta, alpha):
    """The library's, which is sharper: right in itself, and not what was asked for."""
    return library_bound(hits, tested, delta, alpha)


def test_intervals_of_scipy_and_a_noisy_bar_are_right_answers():
    assert fault("epsilon_at_least", bounds(lambda alpha: alpha / 2)) is None
    assert fault("above_threshold", threshold_but()) is None


WRONG = {
    "the 2 is forgotten": ("choose", lambda q, d, e, rng: drawn(e / d * np.array(q), rng)),
    "the sensitivity is forgotten": ("choose", lambda q, d, e, rng: drawn(e / 2 * np.array(q), rng)),
    "multiplied by the sensitivity": ("choose", lambda q, d, e, rng: drawn(e * d / 2 * np.array(q), rng)),
    "large scores overflow": ("choose", lambda q, d, e, rng: plainly(e / (2 * d) * np.array(q), rng)),
    "always the best": ("choose", lambda q, d, e, rng: int(np.argmax(q))),
    "the score, not the place": ("choose", lambda q, d, e, rng: q[drawn(e / (2 * d) * np.array(q), rng)]),
    "all places": ("choose", lambda q, d, e, rng: np.arange(len(q))),
    "the sign is forgotten": ("quantile_scores", lambda v, c, s: np.abs(below(v, c) - s * len(v))),
    "equal counts as below": (
        "quantile_scores",
        lambda v, c, s: -np.abs((np.asarray(v)[:, None] <= np.asarray(c)).sum(axis=0) - s * len(v)),
    ),
    "always the median": ("quantile_scores", lambda v, c, s: -np.abs(below(v, c) - len(v) / 2)),
    "in shares of all": ("quantile_scores", lambda v, c, s: -np.abs(below(v, c) / len(v) - s)),
    "no noise on the threshold": ("above_threshold", threshold_but(bar=0.0)),
    "no noise on the values": ("above_threshold", threshold_but(look=0.0)),
    "a new threshold each time": ("above_threshold", threshold_but(fresh=True)),
    "one scale for both": ("above_threshold", threshold_but(look=2.0)),
    "the sensitivity forgotten": ("above_threshold", threshold_but(sensitive=False)),
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
    "one order only": ("smallest_delta", lambda p, q, e: np.maximum(0, p - np.exp(e) * q).sum()),
    "negative terms kept": ("smallest_delta", lambda p, q, e: (p - np.exp(e) * q).sum()),
    "the largest single outcome": ("smallest_delta", lambda p, q, e: np.maximum(0, p - np.exp(e) * q).max()),
    "ε as a factor": ("smallest_delta", lambda p, q, e: max(hockey(p, q, e), hockey(q, p, e))),
    "both orders added": (
        "smallest_delta",
        lambda p, q, e: hockey(p, q, np.exp(e)) + hockey(q, p, np.exp(e)),
    ),
}


test_a_wrong_answer_is_told = told(WRONG)
