"""Private directions: right when the budget allows, priced as promised, and strict about what nobody has proved."""

import numpy as np
import pytest
from scipy import stats

from privcausal import plots
from privcausal.pairs.direction import CANNOT_TELL, DOUBT, Method, PrivateDirection, direction, regressions
from privcausal.privacy.price import Price, Relation, Release
from privcausal.privacy.propose_test_release import REFUSED

GOOD = {"epsilon": 40.0, "bounds": ((-1, 1), (-1.4, 1.4)), "relation": Relation.SUBSTITUTION}
METHOD = {"score": "hsic", "protect": "test", "penalty": 0.001}


@pytest.fixture(scope="module")
def pair():
    rng = np.random.default_rng(3)
    x = rng.uniform(-1, 1, 600)
    return x, np.tanh(3 * x) + rng.uniform(-0.3, 0.3, 600)


def find(pair, **changes):
    method = Method(**{name: changes.pop(name, value) for name, value in METHOD.items()})
    return direction(*pair, method=method, **{**GOOD, "rng": np.random.default_rng(0), **changes})


@pytest.mark.parametrize("score", ["hsic", "kendall", "spearman"])
def test_the_price_is_for_both_scores(pair, score):
    found = find(pair, score=score, epsilon=2.0)
    assert (found.release.epsilon, found.release.delta) == (2.0, 0.0)
    assert len(found.release.value) == 2
    assert 0 <= found.flipped <= 0.5


def test_with_money_enough_the_answer_is_right(pair):
    found = find(pair, score="hsic", epsilon=2_000.0)
    assert found.answer == "x → y"
    assert found.flipped < 0.01
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
    found = find(pair, score="kendall", protect="train", delta=1e-6, epsilon=1.0)
    assert found.release.delta == 1e-6
    assert found.release.value is REFUSED
    assert "no answer" in str(found)
    _, axes = plots.figure()
    assert found.plot(axes[0]).get_title(loc="left") == "no answer"


def test_how_much_was_clipped_is_for_the_owner_alone(pair):
    """It is a number about people, without noise: the owner may ask for it, and nothing that is published holds it."""
    options = {"method": Method("kendall", "test"), "rng": np.random.default_rng(0)}
    counts = [regressions(*pair, bounds=((-high, high), (-1.4, 1.4)), **options)[1] for high in (1, 0.5)]
    assert counts[0] == 0
    assert counts[1] > 200
    assert "clipped" not in repr(find(pair, score="kendall", bounds=((-0.5, 0.5), (-1.4, 1.4))))


def test_flipped_is_the_formula_at_the_published_margin():
    release = Release((0.1, 0.3), Price.pure(1.0, Relation.SUBSTITUTION))
    found = PrivateDirection(release, "x → y", 0.1, "test")
    difference = stats.laplace(scale=0.1)
    rng = np.random.default_rng(5)
    draws = difference.rvs((2, 400_000), random_state=rng)
    assert found.flipped == pytest.approx(np.mean(draws[0] - draws[1] > 0.2), abs=0.003)


BAD = {
    "score": ({"score": "r2"}, "score must be one of hsic, kendall, spearman, iqr, got 'r2'"),
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


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        ([1.0] * 5, [1.0] * 4, "same length"),
        ([0.0, np.nan, 1, 1], [0.0, 1, 1, 1], "x must be finite"),
        ([0.0, 1.0], [0.0, 1.0], "n must be at least 4"),
    ],
)
def test_bad_columns_are_named(x, y, words):
    with pytest.raises(ValueError, match=words):
        find((x, y))


def test_constant_columns_give_equal_scores_and_no_error():
    found = find((np.zeros(40), np.zeros(40)), score="kendall", epsilon=1e12)
    assert found.release.value == pytest.approx((0.0, 0.0), abs=1e-6)


def published(first, second, noise):
    relation = Relation.SUBSTITUTION
    answer = "x → y" if first < second else "y → x"
    return PrivateDirection(Release((first, second), Price.pure(1.0, relation)), answer, noise, "both")


def test_the_printed_doubt_is_right_when_no_margin_is_favoured():
    """True margins spread far and evenly, noise on both scores: of those called p% flipped, p% are."""
    rng, runs = np.random.default_rng(0), 200_000
    margins = rng.uniform(-30, 30, runs)
    seen = margins + rng.laplace(size=runs) - rng.laplace(size=runs)
    said = np.array([published(0.0, margin, 1.0).flipped for margin in seen[:20_000]])
    turned = (margins * seen < 0)[:20_000]
    for low, high in ((0.01, 0.05), (0.05, 0.2), (0.2, 0.5)):
        among = (said > low) & (said <= high)
        error = 4 * np.sqrt(said[among].mean() / among.sum())
        assert abs(turned[among].mean() - said[among].mean()) < error


def test_at_margin_zero_an_arrow_is_named_twice_as_often_as_the_doubt_allows():
    """The doubt is no error rate: where both ways are equal, noise alone passes in 2 · DOUBT of all runs."""
    rng, runs = np.random.default_rng(1), 20_000
    seen = rng.laplace(size=runs) - rng.laplace(size=runs)
    named = np.mean([published(0.0, margin, 1.0).conclusion != CANNOT_TELL for margin in seen])
    assert abs(named - 2 * DOUBT) < 4 * np.sqrt(2 * DOUBT / runs)


def test_a_conclusion_needs_a_margin():
    assert published(0.0, 9.0, 1.0).conclusion == "x → y"
    assert str(published(0.0, 9.0, 1.0)).startswith("x → y;")
    assert published(0.0, 1.0, 1.0).conclusion == CANNOT_TELL
    assert published(0.0, 0.0, 1.0).flipped == 0.5
    assert str(published(1.0, 0.0, 1.0)).startswith("cannot tell;")
