"""Private directions: right when the budget allows, priced as promised, and strict about what nobody has proved."""

from fractions import Fraction

import numpy as np
import pytest

from privcausal import plots
from privcausal.pairs.anm import regress_both_ways, split
from privcausal.pairs.direction_calibration import Margins
from privcausal.pairs.private_direction import (
    CANNOT_TELL,
    DirectionMethod,
    PrivateDirection,
    direction,
    regressions,
)
from privcausal.pairs.private_iqr import score_distance
from privcausal.pairs.ridge import GaussianKernel
from privcausal.privacy.price import Price, Relation, Release
from privcausal.privacy.propose_test_release import REFUSED
from privcausal.privacy.weak_budget import is_weak_budget
from tests.refusals import refusals

GOOD = {"epsilon": 40.0, "bounds": ((-1, 1), (-1.4, 1.4)), "relation": Relation.SUBSTITUTION}
KERNEL = GaussianKernel(0.5)
METHOD = {"score": "hsic", "protect": "test", "penalty": 0.001}


@pytest.fixture(scope="module")
def pair():
    rng = np.random.default_rng(3)
    x = rng.uniform(-1, 1, 600)
    return x, np.tanh(3 * x) + rng.uniform(-0.3, 0.3, 600)


def find(pair, **changes):
    method = DirectionMethod(**{name: changes.pop(name, value) for name, value in METHOD.items()})
    return direction(*pair, method=method, **{**GOOD, "rng": np.random.default_rng(0), **changes})


@pytest.mark.parametrize("score", ["hsic", "kendall", "spearman"])
def test_the_price_is_for_both_scores(pair, score):
    result = find(pair, score=score, epsilon=2.0)
    assert (result.release.epsilon, result.release.delta) == (2.0, 0.5), "it protects one half of them alone"
    assert len(result.release.value) == 2
    assert 0 <= result.reversal_probability <= 0.5 + 1e-9


@pytest.mark.parametrize("records", [7, 8, 601])
@pytest.mark.parametrize(("score", "protect", "delta"), [("hsic", "test", 0.0), ("kendall", "train", 1e-6)])
def test_what_protects_one_half_costs_everyone_a_delta_of_about_a_half(records, score, protect, delta, rng):
    """A person is in the other half with the share that the split deals to it; that half has no guarantee."""
    x, y = np.random.default_rng(records).uniform(-1, 1, (2, records))
    method = DirectionMethod(score, protect, penalty=10.0)
    result = direction(x, y, **{**GOOD, "method": method, "epsilon": 1.0, "delta": delta, "rng": rng})
    parts = split(records, np.random.default_rng(0))
    open_share = Fraction(len(getattr(parts, {"test": "train", "train": "test"}[protect])), records)
    honest = open_share + (1 - open_share) * Fraction(delta)
    assert 0 <= Fraction(result.release.delta) - honest < 1e-15
    assert result.release.price == method.price(records, 1.0, delta)
    assert method.least_price(1.0, delta).delta <= result.release.delta
    assert is_weak_budget(result.release.price, records)


def test_the_answer_says_that_one_half_is_not_covered(pair):
    half, everyone = (str(find(pair, protect=protect, epsilon=1.0)) for protect in ("test", "both"))
    assert "(ε = 1, δ = 0.5, protects test)" in half
    assert "the guarantee covers only one half of the people, chosen at random: those" in half.splitlines()[1]
    assert "(ε = 1, protects both)" in everyone
    assert "covers" not in everyone


def test_the_tested_distance_moves_by_more_than_one_only_for_those_who_are_not_protected():
    """It moved by dozens, where 1 is declared, and that was sold as δ = 10⁻⁶: the δ of a half stands for it."""
    rng, moved = np.random.default_rng(5), {}
    for _ in range(30):
        x, y = rng.uniform(-1, 1, (2, 400)) * [[1], [1e-3]]
        parts = split(400, rng)
        for part in ("train", "test"):
            u, v, place = x.copy(), y.copy(), getattr(parts, part)[0]
            u[place], v[place] = rng.choice([-1.0, 0.0, 1.0]), 1
            both = [regress_both_ways(*c, parts, penalty=0.1, kernel=KERNEL) for c in ((x, y), (u, v))]
            for protect in ("test", "train", "both"):
                away = [score_distance(one, protect) for one in both]
                key = protect in (part, "both")
                moved[key] = max(moved.get(key, 0), abs(away[0] - away[1]))
    assert moved[True] == 1
    assert moved[False] > 12


def test_with_money_enough_the_answer_is_right(pair):
    result = find(pair, score="hsic", epsilon=2_000.0)
    assert result.answer == "x → y"
    assert result.reversal_probability < 0.01
    assert find(pair[::-1], score="hsic", epsilon=2_000.0, bounds=GOOD["bounds"][::-1]).answer == "y → x"


def test_the_noise_on_each_score_has_the_scale_of_half_the_budget(pair):
    runs = [find(pair, score="kendall", epsilon=4.0, rng=np.random.default_rng(seed)) for seed in range(300)]
    assert {run.noise for run in runs} == {(4 / 300) / 2}
    # The split differs from run to run, but the scores of this pair differ little between splits.
    spread = np.std([run.release.value[0] for run in runs])
    assert spread > 0.9 * np.sqrt(2) * (4 / 300) / 2


def test_protecting_both_needs_the_larger_noise(pair):
    noises = {
        who: find(pair, score="hsic", protect=who, penalty=0.1).noise for who in ("test", "train", "both")
    }
    assert noises["both"] == max(noises["test"], noises["train"])
    assert noises["test"] != noises["train"]


def test_rank_scores_protect_the_training_set_by_asking_first(pair):
    result = find(pair, score="kendall", protect="train", delta=1e-6, epsilon=1.0)
    assert result.release.delta == pytest.approx(0.5 + 0.5e-6, abs=1e-12)
    assert result.release.value is REFUSED
    assert "no answer" in str(result)
    _, axes = plots.figure()
    assert result.plot(axes[0]).get_title(loc="left") == "no answer"


def test_how_much_was_clipped_is_for_the_owner_alone(pair):
    """It is a number about people, without noise: the owner may ask for it, and nothing that is published holds it."""
    options = {"method": DirectionMethod("kendall", "test"), "rng": np.random.default_rng(0)}
    counts = [regressions(*pair, bounds=((-high, high), (-1.4, 1.4)), **options)[1] for high in (1, 0.5)]
    assert counts[0] == 0
    assert counts[1] > 200
    assert "clipped" not in repr(find(pair, score="kendall", bounds=((-0.5, 0.5), (-1.4, 1.4))))


BAD = {
    "score": ({"score": "r2"}, "score must be one of hsic, kendall, spearman, iqr"),
    "protect": ({"protect": "nobody"}, "protect must be one of"),
    "relation": ({"relation": Relation.ADD_REMOVE}, "relation must be"),
    "rank for both": (
        {"score": "kendall", "protect": "both"},
        "needs score='hsic' or 'iqr': one training record",
    ),
    "useless delta": ({"score": "hsic", "delta": 1e-6}, "delta must be 0"),
    "missing delta": ({"score": "kendall", "protect": "train"}, "delta must be positive"),
    "epsilon": ({"epsilon": 0.0}, "epsilon must be a positive finite number"),
    "penalty": ({"penalty": -1.0}, "penalty must be a positive finite number"),
    "bounds": ({"bounds": ((1, 1), (0, 2))}, "bounds of x must be two finite numbers"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_named(pair, what):
    changes, words = BAD[what]
    with pytest.raises(ValueError, match=words):
        find(pair, **changes)


test_bad_columns_are_named = refusals(
    lambda x, y: find((x, y)),
    ("same length", ([1.0] * 5, [1.0] * 4)),
    ("x must be finite", ([0.0, np.nan, 1, 1], [0.0, 1, 1, 1])),
    ("n must be at least 4", ([0.0, 1.0], [0.0, 1.0])),
)


def test_constant_columns_give_equal_scores_and_no_error():
    result = find((np.zeros(40), np.zeros(40)), score="kendall", epsilon=1e12)
    assert result.release.value == pytest.approx((0.0, 0.0), abs=1e-6)


def published(first, second, noise, margins=None):
    relation = Relation.SUBSTITUTION
    answer = "x → y" if first < second else "y → x"
    return PrivateDirection(
        Release((first, second), Price.pure(1.0, relation)), answer, noise, "both", margins
    )


CLEAR = Margins(np.concatenate([np.linspace(0.2, 1.0, 90), -np.linspace(0.01, 0.1, 10)]))
"""Where the margin is large, the smaller score is the cause's; where it is small, it is not."""


def test_a_conclusion_needs_a_margin_that_simulated_pairs_have():
    assert published(0.0, 0.6, 0.001, CLEAR).conclusion == "x → y"
    assert str(published(0.6, 0.0, 0.001, CLEAR)).startswith("y → x;")
    assert published(0.0, 0.05, 0.001, CLEAR).conclusion == CANNOT_TELL
    assert published(0.0, 9.0, 1.0, CLEAR).conclusion == CANNOT_TELL, (
        "so far apart no scores are: it is noise"
    )
    assert published(0.0, 9.0, 1.0, CLEAR).probability < 0.9
    assert "not calibrated" in str(published(0.0, 9.0, 0.1))
    assert published(0.0, 9.0, 0.1).conclusion == CANNOT_TELL


def test_scores_that_no_pair_has_do_not_count():
    """At 250 records noise of scale .8 gave scores of −2.8 and 2.6, and a direction "flipped in 2%"."""
    rng, noise = np.random.default_rng(0), 0.81
    method = DirectionMethod("hsic")
    named = [
        published(*rng.laplace(0.02, noise, 2), noise, method.margins(250)).conclusion for _ in range(640)
    ]
    assert set(named) == {CANNOT_TELL}


def test_of_those_called_sure_as_many_are_right_as_is_said():
    """Margins drawn from the very pairs, with noise: of those called at least 95% sure, 95% are right."""
    rng, noise, runs = np.random.default_rng(0), 0.05, 4_000
    exact = rng.choice(CLEAR.exact, runs)
    seen = exact + rng.laplace(0, noise, runs) - rng.laplace(0, noise, runs)
    sure = np.array([CLEAR.right(abs(margin), noise) for margin in seen]) >= 0.95
    assert sure.sum() > 500
    assert (seen[sure] > 0).mean() > 0.95
    assert CLEAR.named(noise) == pytest.approx(sure.mean(), abs=0.08)


@pytest.mark.refused_when_blind
def test_what_cannot_be_told_is_refused_before_it_is_asked():
    with pytest.raises(
        ValueError, match=r"fewer than 1% of simulated pairs would get one, .* nothing was spent"
    ):
        DirectionMethod("hsic").check_worthwhile(2_000, epsilon=4.0)
    with pytest.raises(
        ValueError, match=r"called from 250 records on, .* got 249 records; nothing was spent"
    ):
        DirectionMethod("hsic").check_worthwhile(249, epsilon=4.0)
    DirectionMethod("hsic", "test", penalty=0.001).check_worthwhile(5_000, epsilon=4.0)


@pytest.mark.parametrize("protect", ["test", "train", "both"])
def test_the_noise_is_foreseen(pair, protect):
    method = DirectionMethod("hsic", protect, penalty=0.1)
    assert method.noise(600, 2.0) == find(pair, protect=protect, penalty=0.1, epsilon=2.0).noise
