"""Sources of random bits: the operating system, or a seed for repeatable runs."""

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.arguments import number

Words = NDArray[np.uint64]
"""Independent fair bits, 64 at a time."""


class SystemGenerator(np.random.Generator):
    """A generator whose `words` come from the operating system's cryptographic source, so nothing can predict them.

    All noise, secret samples and random choices are made from words. Whatever else NumPy's generators can do, such
    as a split that hides nothing, starts here from a seed of the operating system.
    """

    def __init__(self, bit_generator: np.random.BitGenerator | None = None) -> None:
        super().__init__(bit_generator or np.random.PCG64DXSM())

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy splits alike and draws other words; NumPy's own would come out as a plain generator."""
        return SystemGenerator, (self.bit_generator,)


def check_seed(seed: int | None) -> None:
    """Refuse a seed that starts no generator; None means without a seed.

    >>> check_seed("a")
    Traceback (most recent call last):
    ValueError: seed must be a whole number, 0 or more, or left out, got str
    """
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0):
        raise ValueError(f"seed must be a whole number, 0 or more, or left out, got {number(seed)}")


def generator(seed: int | None = None) -> np.random.Generator:
    """Cryptographic randomness for a release; with a seed, numbers that a book or a test can repeat.

    >>> generator(7).integers(100), generator(7).integers(100) == generator(7).integers(100)
    (np.int64(94), np.True_)
    >>> type(generator()).__name__
    'SystemGenerator'
    """
    check_seed(seed)
    return SystemGenerator() if seed is None else np.random.default_rng(seed)


def beside(rng: np.random.Generator) -> np.random.Generator:
    """Return a generator for what is drawn besides the noise: it takes no words of a seeded one, whose noise stays.

    >>> rng = generator(7)
    >>> _ = beside(rng).random(3)
    >>> rng.integers(100), type(beside(generator())).__name__
    (np.int64(94), 'SystemGenerator')
    """
    return SystemGenerator() if isinstance(rng, SystemGenerator) else rng.spawn(1)[0]


def random_words(rng: np.random.Generator, size: int) -> Words:
    """So many words.

    >>> random_words(generator(0), 2).tolist()
    [11749869230777074271, 4976686463289251617]
    """
    if isinstance(rng, SystemGenerator):
        return np.frombuffer(os.urandom(8 * size), dtype=np.uint64)
    return rng.integers(2**64 - 1, size=size, dtype=np.uint64, endpoint=True)


def secret_subsample(records: int, drawn: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """A secret sample of `drawn` of so many records, without replacement, each as likely as any other.

    Every record gets a word, and the smallest words are taken. If two words are equal, all are drawn again: the
    result is an order without ties, and every order is as likely as any other.

    >>> secret_subsample(5, 3, generator(0)).tolist()
    [3, 2, 1]
    """
    if not 0 <= drawn <= records:
        raise ValueError(f"drawn must lie between 0 and the number of records {records}, got {drawn!r}")
    while True:
        lots = random_words(rng, records)
        order = np.argsort(lots, kind="stable")
        if (np.diff(lots[order]) > 0).all():
            return order[:drawn]
