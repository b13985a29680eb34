"""The additive noise model gone wrong: one regression object for both directions, and noise for records not used."""

import numpy as np

from privcausal.arrays import Floats


class Regressor:
    """Kernel ridge regression as an object that remembers its last fit, and only that."""

    def __init__(self, width: float, penalty: float) -> None:
        self.width, self.penalty = width, penalty

    def _kernel(self, a: Floats, b: Floats) -> Floats:
        kernel: Floats = np.exp(-0.5 * (np.subtract.outer(a, b) / self.width) ** 2)
        return kernel

    def fit(self, inputs: Floats, outputs: Floats) -> "Regressor":
        """Forget the previous fit; return this same object."""
        n = len(inputs)
        system = self._kernel(inputs, inputs) + n * self.penalty / 2 * np.eye(n)
        self.inputs, self.coefficients = inputs, np.linalg.solve(system, outputs)
        return self

    def predict(self, inputs: Floats) -> Floats:
        """The regression function of the last fit."""
        values: Floats = self._kernel(inputs, self.inputs) @ self.coefficients
        return values


def one_regressor(
    train: tuple[Floats, Floats], test: tuple[Floats, Floats], width: float, penalty: float
) -> tuple[Floats, Floats]:
    """Residuals of y and of x when both directions are fitted with one object.

    Not what K-anm speaks about: `f` and `g` are two names of one object, which remembers the fit from y to x. The
    residual of y is then taken from a curve that was never fitted to it.
    """
    x, y = train
    model = Regressor(width, penalty)
    f = model.fit(x, y)
    g = model.fit(y, x)
    return test[1] - f.predict(test[0]), test[0] - g.predict(test[1])


def noise_for_everyone(
    score: float, records: int, epsilon: float, size: int, rng: np.random.Generator
) -> Floats:
    """Kendall's τ of the test half of so many records, with noise 4/(εn) for all n of them.

    Noise for the sensitivity of K-code: the score is made of n/2 records, each of which moves it by up to 8/n, so
    such a release would spend 2ε. The public example draws no noise; it only takes this sensitivity.
    """
    return score + rng.laplace(scale=4 / (records * epsilon), size=(size, 1))
