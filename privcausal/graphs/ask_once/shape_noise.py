"""How far the noise of the looks, and sampling, move each correlation of a shape that they gave.

A look through the spread so far moves a correlation by the noise on its own entry, times a gain. An error that the
spread already has it corrects: fully where records are elliptical, and up to a rest where most people have the same
number in a column, since their directions lie in a plane that the column does not change. Gain and rest follow from
what is seen of the two columns: they are divided differences of the map from shares of directions to eigenvalues.
"""

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.noisy_moments import NoisyMoment, raise_eigenvalues
from privcausal.graphs.ask_once.partial_correlations import even_noise
from privcausal.graphs.ask_once.private_shape import PrivateShape, shape_eigenvalues, sharpened

HAIR = 1e-9
"""Columns that are equal have no inverse without it."""

SURELY, UNEVENLY = 3.0, 0.85
"""By so many standard deviations below this part of an even share, less is seen of a column than is foretold."""


def spreads(shape: PrivateShape) -> list[Floats]:
    """Return the matrix through which each look was taken."""
    through = [np.eye(len(shape.matrix))]
    for look in shape.looks[:-1]:
        through.append(sharpened(through[-1], look))
    return through


def readings(shape: PrivateShape) -> Floats:
    """Return how much the last look sees of each column, in units of what those before it took for its spread."""
    axes = units(spreads(shape)[-1])
    return np.asarray(np.einsum("ij,jk,ik->i", axes, shape.looks[-1].matrix, axes))


def unevenly(shape: PrivateShape) -> NDArray[np.bool_]:
    """Return of which columns surely less is seen than an even share."""
    even = 1 / len(shape.matrix)
    return np.asarray(readings(shape) + SURELY * shape.looks[-1].scale < UNEVENLY * even)


def sampling_variances(shape: PrivateShape, size: float) -> Floats:
    """Return the variance that sampling of so many records puts on each correlation (its diagonal means nothing).

    Directions that spread evenly in d columns make it (1 + 2/d)/size. Where less is seen of some columns, most
    directions lie in the plane of the k others, and carry the part p of all that is seen: of two of the others it is at
    most (1 + 2/k)/(p size), reached if whoever leaves the plane shows nothing of them.
    """
    d, doubtful = len(shape.matrix), unevenly(shape)
    variances = np.full((d, d), 1 / (size / (1 + 2 / d)))
    others = ~doubtful
    if doubtful.any() and others.any() and resolved(shape):
        seen = readings(shape)
        part = float(seen[others].sum() / seen.sum())
        variances[np.ix_(others, others)] = (1 + 2 / others.sum()) / (part * size)
    return variances


def resolved(shape: PrivateShape) -> bool:
    """Return whether the look before the last saw all directions above its noise.

    Then elliptical records are seen evenly by the last, and columns of which less is seen show that people lie in a
    plane. Otherwise the noise may hide as much of them.
    """
    look = shape.looks[-2:][0]
    return bool(np.linalg.eigvalsh(look.matrix).min() > look.noise_edge)


def noise_variances(shape: PrivateShape) -> Floats:
    """Return the variance that noise puts on each correlation (its diagonal means nothing).

    Where both columns are seen evenly, the rule of `effective_sample_size` is divided by what is seen of both, and an
    error of earlier looks counts as far as they are not; else gains and rests are followed through all looks.
    """
    doubtful = unevenly(shape)
    if not doubtful.any():
        return almost_even(shape)
    return np.where(np.logical_or.outer(doubtful, doubtful), followed(shape), almost_even(shape))


def almost_even(shape: PrivateShape) -> Floats:
    """Return it for columns of which the last look sees an even share, or hardly less."""
    shares = np.clip(len(shape.matrix) * readings(shape), np.finfo(float).eps, 1)
    return noise_at(shares, shape.looks[-1].scale, len(shape.looks))


def noise_at(shares: Floats, scale: float, looks: int) -> Floats:
    """Return it for columns of which the last of so many looks sees these parts of an even share."""
    d = len(shares)
    seen, rest = np.outer(shares, shares), 2 * (2 / d) ** 2
    before = sum(rest**look for look in range(1, looks))
    return np.asarray(even_noise(d, scale) / seen * (1 + (1 - seen) * before))


def followed(shape: PrivateShape) -> Floats:
    """Return it to first order, for columns in which most people have the same number."""
    variances = np.zeros_like(shape.matrix)
    for spread, look in zip(spreads(shape), shape.looks, strict=True):
        seen, whole = seen_alone(spread, look)
        gain, rest = gain_and_rest(seen / whole)
        variances = rest**2 * variances + (gain * look.scale / whole) ** 2 / 2
    return variances


def seen_alone(spread: Floats, look: NoisyMoment) -> tuple[Floats, float]:
    """Return what a look sees of each column at most, and what it sees of all: an error in the spread shows others."""
    axes, d = units(spread), len(spread)
    moment = axes @ raise_eigenvalues(look.matrix, look.noise_edge) @ axes.T
    whole = np.diag(moment)
    alone = np.linalg.inv(axes @ axes.T + HAIR * np.eye(d)).diagonal()
    alone = alone / np.linalg.inv(moment + HAIR / d * np.eye(d)).diagonal()
    return np.minimum(whole, alone), float(whole.sum())


def units(spread: Floats) -> Floats:
    """Return the direction of each column in the coordinates of a look; lengths and units play no part."""
    return np.asarray(spread / np.linalg.norm(spread, axis=1, keepdims=True))


def gain_and_rest(shares: Floats) -> tuple[Floats, Floats]:
    """Return for each pair of columns by how much noise moves its correlation, and what is left of an earlier error.

    >>> gain, rest = gain_and_rest(np.array([0.98, 0.02]))
    >>> gain.round(2)[0, 1].item(), rest.round(6)[0, 1].item()
    (51.02, -1.0)
    >>> gain, rest = gain_and_rest(np.full(4, 0.25))  # the limit, where both are seen equally
    >>> gain.round(6)[0, 1].item(), rest.round(6)[0, 1].item()
    (6.0, -0.5)
    """
    values, d = shape_eigenvalues(shares), len(shares)
    apart = np.subtract.outer(shares, shares)
    near = np.abs(apart) < 1e-4 * np.add.outer(shares, shares)
    unit = np.where(near, 1.0, apart) * np.sqrt(np.outer(values, values))
    gain = np.subtract.outer(values, values) / unit
    rest = (np.outer(shares, values) - np.outer(values, shares)) / unit
    return np.where(near, d + 2, gain), np.where(near, -2 / d, rest)
