"""What every score does with columns that are constant, tied, tiny, outside their bounds, or no columns at all.

A ValueError that names the argument, or a defined result: never NaN, never a warning, never an answer from nothing.
"""

import math
import warnings

import numpy as np
import pytest

from privcausal.pairs.anm import direction as exact_direction
from privcausal.pairs.correlation import private_correlation
from privcausal.pairs.hsic import hsic, private_hsic
from privcausal.pairs.iqr import distances, iqr, private_log_iqr
from privcausal.pairs.private_direction import DirectionMethod, direction
from privcausal.pairs.rank import kendall, spearman
from privcausal.pairs.ridge import GaussianKernel, fit, path, scale
from privcausal.pairs.scores import SCORES
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import REFUSED

SUB = Relation.SUBSTITUTION
BOUNDS = ((-1.0, 1.0), (-1.0, 1.0))
WAYS = [(score, protect) for score, one in SCORES.items() for protect in one.protects]


def find(x, y, score, protect, **changes):
    asks = score == "iqr" or (score != "hsic" and protect == "train")
    options = {"epsilon": 1.0, "delta": 1e-6 if asks else 0.0, "bounds": BOUNDS, "relation": SUB}
    options |= {"rng": np.random.default_rng(0)} | changes
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        method = DirectionMethod(score, protect, options.pop("penalty", 0.05))
        return direction(x, y, method=method, **options)


def defined(result):
    """Either no answer, or two finite scores and a chance of a flip between 0 and ½."""
    doubt = result.reversal_probability
    assert doubt in (None, 0.0), "so few records were not simulated"
    assert str(result)
    return result.release.value is REFUSED or all(map(math.isfinite, result.release.value))


LINE = np.linspace(-0.9, 0.9, 40)
COLUMNS = {
    "both constant": (np.zeros(40), np.ones(40)),
    "x constant": (np.zeros(40), LINE),
    "y constant": (LINE, np.zeros(40)),
    "two values": (np.repeat([-0.5, 0.5], 20), np.tile([-0.5, 0.5], 20)),
    "one stranger": (np.r_[np.zeros(39), 1.0], np.r_[np.zeros(39), 1.0]),
    "equal columns": (LINE, LINE),
    "outside the bounds": (10 * LINE, LINE - 5),
}


@pytest.mark.parametrize("columns", COLUMNS.values(), ids=COLUMNS)
@pytest.mark.parametrize(("score", "protect"), WAYS)
def test_degenerate_columns_have_a_defined_result(columns, score, protect):
    assert defined(find(*columns, score, protect))


@pytest.mark.parametrize(("score", "protect"), WAYS)
def test_the_fewest_records_that_are_enough(score, protect):
    enough = 6 if score == "iqr" else 4
    rng = np.random.default_rng(1)
    assert defined(find(*rng.uniform(-1, 1, (2, enough)), score, protect))
    with pytest.raises(ValueError, match="at least 6 records" if score == "iqr" else "n must be at least 4"):
        find(*rng.uniform(-1, 1, (2, enough - (1 if score != "iqr" else 2))), score, protect)


@pytest.mark.parametrize(("score", "protect"), WAYS)
@pytest.mark.parametrize("m", [0, 1, 2, 3])
def test_too_few_records_are_refused(score, protect, m):
    with pytest.raises(ValueError, match=r"at least (2|4|6)"):
        find(LINE[:m], LINE[:m], score, protect)


def test_constant_columns_are_refused_by_the_iqr_score():
    result = find(np.zeros(4000), np.ones(4000), "iqr", "test", epsilon=1000.0)
    assert result.release.value is REFUSED
    assert result.answer == "no answer"


def test_values_outside_the_bounds_count_as_the_bounds():
    for score, protect in WAYS:
        clipped = np.clip(2 * LINE, -1, 1)
        assert find(2 * LINE, LINE, score, protect) == find(clipped, LINE, score, protect)


BAD = {
    "NaN": ({"x": [*LINE[:-1], math.nan]}, "x must be finite, got NaN or infinity"),
    "infinity": ({"y": [*LINE[:-1], math.inf]}, "y must be finite, got NaN or infinity"),
    "unequal": ({"y": LINE[:-1]}, "x and y must have the same length, got 40 and 39"),
    "two columns": ({"x": np.zeros((40, 2))}, "x must be one column of numbers"),
    "λ = 0": ({"penalty": 0.0}, "penalty must be a positive finite number, got 0.0"),
    "λ < 0": ({"penalty": -1.0}, "penalty must be a positive finite number, got -1.0"),
    "λ infinite": ({"penalty": math.inf}, "penalty must be a positive finite number"),
    "ε = 0": ({"epsilon": 0.0}, "epsilon must be a positive finite number"),
    "ε < 0": ({"epsilon": -1.0}, "epsilon must be a positive finite number"),
    "ε infinite": ({"epsilon": math.inf}, "epsilon must be a positive finite number"),
    "bounds": ({"bounds": ((0, 0), (0, 1))}, "bounds of x must be two finite numbers low < high"),
    "bounds of y": ({"bounds": ((0, 1), (0, math.nan))}, "bounds of y must be two finite numbers"),
    "relation": ({"relation": Relation.ADD_REMOVE}, "relation must be"),
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize(("score", "protect"), WAYS)
def test_bad_input_is_named_whatever_the_score(score, protect, what):
    changes, words = BAD[what]
    changes = {"x": LINE, "y": LINE} | changes
    with pytest.raises(ValueError, match=words):
        find(score=score, protect=protect, **changes)


@pytest.mark.parametrize("delta", [-1e-6, 0.7, math.nan])
def test_a_bad_delta_is_named(delta):
    for score, protect in WAYS:
        with pytest.raises(ValueError, match="delta must"):
            find(LINE, LINE, score, protect, delta=delta)


STATISTICS = {
    "kendall": kendall,
    "spearman": spearman,
    "hsic": lambda x, y: hsic(x, y, kernel_x=GaussianKernel(0.5), kernel_y=GaussianKernel(0.5)),
    "private kendall": lambda x, y: (
        private_correlation(
            x, y, score="kendall", epsilon=1.0, relation=SUB, rng=np.random.default_rng(0)
        ).value
    ),
    "private hsic": lambda x, y: (
        private_hsic(
            x,
            y,
            kernel_x=GaussianKernel(0.5),
            kernel_y=GaussianKernel(0.5),
            epsilon=1.0,
            relation=SUB,
            rng=np.random.default_rng(0),
        ).value
    ),
    "fit": lambda x, y: (
        fit(np.clip(x, -1, 1), np.clip(y, -1, 1), penalty=0.1, kernel=GaussianKernel(0.5)).norm
    ),
    "path": lambda x, y: float(
        path(np.clip(x, -1, 1), np.clip(y, -1, 1), kernel=GaussianKernel(0.5)).best([0.1, 1.0])
    ),
}


@pytest.mark.parametrize("columns", COLUMNS.values(), ids=COLUMNS)
@pytest.mark.parametrize("name", STATISTICS)
def test_statistics_of_degenerate_columns_are_finite(name, columns):
    assert math.isfinite(STATISTICS[name](*columns))


@pytest.mark.parametrize("name", STATISTICS)
def test_two_records_are_enough_for_a_statistic(name):
    assert math.isfinite(STATISTICS[name](np.array([0.1, 0.7]), np.array([0.3, 0.3])))


BAD_PAIRS = {
    "NaN": ([0.1, math.nan, 0.3], [0.1, 0.2, 0.3]),
    "unequal": ([0.1, 0.2, 0.3], [0.1, 0.2]),
    "one record": ([0.1], [0.1]),
    "none": ([], []),
}


@pytest.mark.parametrize("pair", BAD_PAIRS.values(), ids=BAD_PAIRS)
@pytest.mark.parametrize("name", STATISTICS)
def test_bad_pairs_are_refused_by_every_statistic(name, pair):
    with pytest.raises(ValueError, match=r"must (be finite|be one column|have the same length|hold|all)"):
        STATISTICS[name](*map(np.array, pair))


def test_ranges_of_degenerate_columns():
    for x, _ in COLUMNS.values():
        assert iqr(x) >= 0
        assert min(distances(x)) >= 0
    options = {"epsilon": 1.0, "delta": 1e-6, "relation": SUB, "rng": np.random.default_rng(0)}
    assert private_log_iqr(np.zeros(1000), **options).value is REFUSED
    for few in ([], [1.0], [1.0, 2.0]):
        with pytest.raises(ValueError, match="x must hold at least 3 records"):
            private_log_iqr(few, **options)


@pytest.mark.parametrize("columns", COLUMNS.values(), ids=COLUMNS)
def test_the_exact_direction_is_defined_too(columns):
    result = exact_direction(*columns, score=kendall, bounds=BOUNDS, rng=np.random.default_rng(0))
    assert math.isfinite(result.margin)
    assert scale(columns[0], BOUNDS[0]).values.max() <= 1
