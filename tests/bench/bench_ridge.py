"""A whole path of penalties against fifty separate fits, leave-one-out errors included."""

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from privcausal.pairs.ridge import GaussianKernel, path, ridge_of
from tests.bench.measures import fastest

SIZE = 1000
PENALTIES = np.geomspace(1e-6, 1, 50)
TARGETS = {"50 separate fits ÷ one path, n = 1,000, leave-one-out included": ("at least", 3)}


def separate(x, y, kernel):
    """Fifty factorisations, each with the diagonal of its inverse."""
    matrix, unit = kernel(x, x), np.eye(len(x))
    errors = []
    for penalty in PENALTIES:
        factor = cho_factor(matrix + ridge_of(len(x), penalty) * unit, lower=True)
        errors.append(cho_solve(factor, y) / np.diag(cho_solve(factor, unit)))
    return np.stack(errors, axis=1)


def measure():
    """Ratios of times in one run."""
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, SIZE)
    y = np.clip(x**3 + rng.normal(0, 0.1, SIZE), -1, 1)
    kernel = GaussianKernel(0.3)
    assert np.allclose(path(x, y, kernel=kernel).leave_one_out(PENALTIES), separate(x, y, kernel), atol=1e-5)
    one = fastest(lambda: path(x, y, kernel=kernel).leave_one_out(PENALTIES), repeats=3)
    fifty = fastest(lambda: separate(x, y, kernel), repeats=2)
    return {next(iter(TARGETS)): fifty / one}
