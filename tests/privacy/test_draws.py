"""One place for all noise: the laws are right, and nowhere else does the library draw what hides a person."""

import ast
import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import privcausal
from privcausal.privacy.draws import add_exponential, add_gaussian, add_gumbel, add_laplace, choose, some_of

ROOT = Path(privcausal.__file__).parent

STUDIES = {
    "privacy/draws.py": "the place itself",
    "privacy/noise.py": "exact whole numbers, and the sampler that is attacked",
    "privacy/synthetic.py": "a walk for study; nothing is released",
    "pairs/decide.py": "a simulation of two scores",
    "graphs/models/bayesian_network.py": "people are made, not hidden",
    "graphs/models/linear_gaussian.py": "people are made, not hidden",
}
DRAWS = {
    "normal",
    "standard_normal",
    "laplace",
    "exponential",
    "gumbel",
    "choice",
    "random",
    "integers",
    "uniform",
}


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
def test_the_laws(add, law):
    rng = np.random.default_rng(0)
    assert stats.kstest(add(3.0, 2.0, 1.0, rng, 20_000), law.cdf).pvalue > 1e-3
    assert add([1.0, 2.0], 1.0, 1.0, rng).shape == (2,)
    assert np.ndim(add(1.0, 1.0, 1.0, rng)) == 0


def test_gumbel_noise_chooses_by_weight():
    rng = np.random.default_rng(1)
    wins = [int(np.argmax(add_gumbel([0.0, math.log(3)], 1.0, rng))) for _ in range(4_000)]
    assert np.mean(wins) == pytest.approx(0.75, abs=0.03)


def test_choices_and_samples():
    rng = np.random.default_rng(2)
    assert np.mean(choose(np.array([0.2, 0.8]), rng, 4_000)) == pytest.approx(0.8, abs=0.03)
    part = some_of(10, 4, rng)
    assert len(set(part.tolist())) == 4
    assert set(part.tolist()) <= set(range(10))


@pytest.mark.parametrize("wrong", [math.nan, math.inf, [0.0, -math.inf]])
@pytest.mark.parametrize("add", [add_laplace, add_exponential, add_gaussian])
def test_what_is_not_finite_is_refused_and_not_quoted(add, wrong):
    with pytest.raises(ValueError, match="value must be finite before noise is added, got NaN or infinity"):
        add(wrong, 1.0, 1.0, np.random.default_rng(0))
