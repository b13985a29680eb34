"""One place for all noise: the laws are right, and nowhere else does the library draw what hides a person."""

import ast
import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import privcausal
from privcausal.privacy.draws import add_exponential, add_gaussian, add_laplace

ROOT = Path(privcausal.__file__).parent

STUDIES = {
    "privacy/randomness.py": "where words come from a seed",
    "privacy/synthetic.py": "a walk for study; nothing is released",
    "graphs/models/bayesian_network.py": "people are made, not hidden",
    "graphs/models/linear_gaussian.py": "people are made, not hidden",
}
DRAWS = {"normal", "standard_normal", "laplace", "exponential", "gumbel"}
DRAWS |= {"choice", "random", "integers", "uniform"}


def generators_used(path):
    """Methods of something called rng, or of something that ends in .rng."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in DRAWS:
            owner = node.value
            name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
            if name == "rng":
                yield node.attr


@pytest.mark.parametrize("part", ["privacy", "pairs", "graphs"])
def test_noise_is_drawn_in_one_place(part):
    for path in sorted((ROOT / part).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        assert name in STUDIES or not list(generators_used(path)), (
            f"{name} draws: use privcausal.privacy.draws"
        )


def test_the_list_of_studies_is_no_longer_than_it_must_be():
    assert all(list(generators_used(ROOT / name)) for name in STUDIES)


@pytest.mark.parametrize(
    ("add", "law"),
    [
        (add_laplace, stats.laplace(3.0, 2.0)),
        (add_exponential, stats.expon(3.0 - 2.0, 2.0)),
        (add_gaussian, stats.norm(3.0, 2.0)),
    ],
)
def test_the_laws(add, law, rng):
    assert stats.kstest(add(3.0, 2.0, 1.0, rng, 20_000), law.cdf).pvalue > 1e-3
    assert add([1.0, 2.0], 1.0, 1.0, rng).shape == (2,)
    assert np.ndim(add(1.0, 1.0, 1.0, rng)) == 0


def test_threshold_and_queries_on_one_grid_compare_without_rounding():
    step = 2.0**-20
    results = [add(value, 3.0, 0.1, np.random.default_rng(4), 5_000, step) / step for add, value in PAIRS]
    assert all((2 * numbers % 2 == 1).all() for numbers in results)


PAIRS = ((add_laplace, 0.3), (add_exponential, 0.3))


@pytest.mark.parametrize("wrong", [math.nan, math.inf, [0.0, -math.inf]])
@pytest.mark.parametrize("add", [add_laplace, add_exponential, add_gaussian])
def test_what_is_not_finite_is_refused_and_not_quoted(add, wrong):
    with pytest.raises(ValueError, match="value must be finite before noise is added, got NaN or infinity"):
        add(wrong, 1.0, 1.0, np.random.default_rng(0))
