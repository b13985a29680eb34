"""Forty mechanisms to judge an auditor by: twenty keep their promise to the last, twenty break it, each in its own way.

    python -m tests.verify.forty [development | sealed | all]

The list was written before the auditor could see more than numbers. One half of it, drawn by a seed, stayed sealed
until the auditor was finished; which half a mechanism is in can be asked of `half`.
"""

import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from privcausal.privacy.gaussian import gaussian_scale
from privcausal.verify.audit import audit
from privcausal.verify.claim import QUICK

TRUTH = math.e / (1 + math.e)
"""How often a yes-or-no answer that spends ε = 1 is true."""


@dataclass(frozen=True)
class Entry:
    name: str
    sample: Callable[[int, int, np.random.Generator], Any]
    sound: bool
    epsilon: float = 1.0
    delta: float = 0.0
    ideal: bool = False
    """Its promise is about real numbers: with floats, NumPy's noise gives itself away by its last digits."""
    hidden: str = ""
    """Why an audit of this effort need not see it; empty where it has to."""


def bit(side, size, rng, truth):
    """An answer to "which side is it?" that is true with this probability."""
    return np.where(rng.random(size) < truth, side, 1 - side)


def steps(size, rng, epsilon=1.0):
    """Two-sided geometric noise: the discrete Laplace distribution."""
    return rng.geometric(1 - math.exp(-epsilon), size) - rng.geometric(1 - math.exp(-epsilon), size)


# --- each of these tells the side with probability `truth`: at TRUTH it keeps ε = 1, at .8 it is ln 4 --------------


def stops(side, size, rng, truth):
    """A run ends in an error, and which one it is tells the side."""
    failed, which = rng.random(size) < 0.3, bit(side, size, rng, truth)
    errors = (KeyError("age"), ValueError("age"))
    return [
        errors[w] if f else x for f, w, x in zip(failed, which, rng.normal(size=size).tolist(), strict=True)
    ]


def keys(side, size, rng, truth):
    """A table of two counts, whose keys come in one order or the other."""
    draws = zip(bit(side, size, rng, truth), rng.integers(0, 50, (size, 2)).tolist(), strict=True)
    return [{"no": n, "yes": y} if w else {"yes": y, "no": n} for w, (y, n) in draws]


def signs(side, size, rng, truth):
    """Nine standard normal columns; the product of three of their signs is the answer."""
    draws = rng.normal(size=(size, 9))
    wrong = (np.prod(np.sign(draws[:, [1, 4, 7]]), axis=1) > 0) != bit(side, size, rng, truth)
    draws[wrong, 7] *= -1
    return draws


def pad(side, size, rng, truth):
    """A word of sixteen bits as a one-time pad, and the padded word: their XOR holds the answer in bit 5."""
    mask, noise = rng.integers(0, 1 << 16, (2, size))
    word = (noise & ~(1 << 5)) | (bit(side, size, rng, truth) << 5)
    return np.stack([mask, mask ^ word], axis=1)


def seldom(side, size, rng, truth):
    """Once in a hundred runs the first number is 7, and the last bit of the second is the answer."""
    draws, now = rng.normal(size=(size, 2)), rng.random(size) < 0.01
    draws[now, 0] = 7.0
    word = draws[:, 1].copy().view(np.uint64)
    word[now] = (word[now] & ~np.uint64(1)) | bit(side, size, rng, truth).astype(np.uint64)[now]
    return np.stack([draws[:, 0], word.view(np.float64)], axis=1)


def shuffle(side, size, rng, truth):
    """Five numbers in an order that is even or odd."""
    draws = rng.normal(size=(size, 5))
    order = draws.argsort(axis=1)
    i, j = np.triu_indices(5, 1)
    odd = (order[:, i] > order[:, j]).sum(axis=1) % 2
    wrong = odd != bit(side, size, rng, truth)
    draws[wrong, :2] = draws[wrong, 1::-1]
    return draws


def accents(side, size, rng, truth):
    """The same word to the eye, spelled with one character or with two."""
    words = ("cafe\u0301 {:.2f}", "caf\u00e9 {:.2f}")
    draws = zip(bit(side, size, rng, truth), rng.normal(size=size), strict=True)
    return [words[w].format(x).encode() for w, x in draws]


def types(side, size, rng, truth):
    """A count, as a whole number or as a float of the same value."""
    draws = zip(bit(side, size, rng, truth), rng.integers(0, 9, size).tolist(), strict=True)
    return [float(x) if w else x for w, x in draws]


def giants(side, size, rng, truth):
    """A whole number of forty digits; its remainder modulo 7 is below 3, or it is not."""
    low, rest = bit(side, size, rng, truth), rng.integers(0, 2**60, size).tolist()
    remainder = np.where(low == 1, rng.integers(0, 3, size), rng.integers(3, 7, size)).tolist()
    return [10**40 - 10**40 % 7 + 7 * a * 2**60 + r for a, r in zip(rest, remainder, strict=True)]


def grids(side, size, rng, truth):
    """A number with all its digits, or the same with three decimals."""
    draws = rng.normal(size=size)
    return np.where(bit(side, size, rng, truth) == 1, np.round(draws, 3), draws)


# --- sound in a way of their own ------------------------------------------------------------------------------------


def printed(side, size, rng):
    """A count with discrete Laplace noise, in words for people."""
    return [f"{x:,} people" for x in (990 + side + steps(size, rng)).tolist()]


def tiny(side, size, rng):
    """Discrete Laplace noise in units of the smallest float."""
    return (side + steps(size, rng)) * 5e-324


def menu(side, size, rng):
    """One word of three hundred: one's own e times as often as any other."""
    own = rng.random(size) < math.e / (math.e + 299)
    drawn = rng.integers(0, 299, size)
    return [f"w{o}" for o in np.where(own, side, (drawn + (drawn >= side))).tolist()]


def cauchy(side, size, rng):
    """Cauchy noise, at the highest ratio of its densities: 2 arsinh(d/2)."""
    return rng.standard_cauchy(size) + 0.5 * side


def rounded(side, size, rng):
    """Laplace noise, rounded to tenths."""
    return np.round(rng.laplace(side, 1.0, size), 1)


def grid(side, size, rng):
    """A count with discrete Laplace noise."""
    return 40 + side + steps(size, rng)


def shared(side, size, rng):
    """Three columns that share ε = 1."""
    return rng.laplace(side, 3.0, (size, 3))


def gaussian(side, size, rng, shift):
    return rng.normal(shift * side, gaussian_scale(1.0, 1.0, 1e-3), size)


def length(side, size, rng, epsilon):
    """A list of nothing, as long as a noisy count."""
    return [[None] * max(x, 0) for x in (8 + side + steps(size, rng, epsilon)).tolist()]


def total(side, size, rng):
    """Two noisy counts and their sum, one of which moves."""
    counts = steps((size, 2), rng) + np.array([20 + side, 30])
    return np.column_stack([counts, counts.sum(axis=1)])


def slip(side, size, rng):
    """Laplace noise that gives the side away with probability δ."""
    return np.where(rng.random(size) < 0.01, 100.0 + side, rng.laplace(side, 1.0, size))


# --- broken in a way of their own -----------------------------------------------------------------------------------


def zeros(side, size, rng):
    """A price as text: "1.50" or "1.5"."""
    prices, short = rng.integers(10, 99, size).tolist(), rng.random(size) < (0.1, 0.6)[side]
    return [f"{p / 10:.1f}" if s else f"{p / 10:.2f}" for p, s in zip(prices, short, strict=True)]


def flushed(side, size, rng):
    """A weight exp(-x) that underflows: one side keeps the numbers below the smallest normal one, the other has 0."""
    weight = np.exp(-744 * rng.random(size))
    return np.where((side == 1) & (weight < 2.3e-308), 0.0, weight)


def wordlist(side, size, rng):
    """Three hundred words; one half of them, in no order, is four times as likely on one side."""
    half = bit(side, size, rng, 0.8)
    return [
        f"w{(2 * i + h) * 7919 % 300}"
        for i, h in zip(rng.integers(0, 150, size).tolist(), half.tolist(), strict=True)
    ]


def clipped(side, size, rng):
    """Discrete Laplace noise, clipped to six steps."""
    return 40 + side + np.clip(steps(size, rng), -6, 6)


def moved(side, size, rng):
    """A changed record moves two cells of a histogram, and the noise is for one."""
    return np.array([20 + side, 30 - side, 9]) + rng.laplace(0, 1.0, (size, 3))


def ledger(side, size, rng):
    """Six numbers; the last is the sum of the others in six runs of ten, or in one of ten."""
    counts = rng.integers(-1000, 1000, (size, 6))
    exact = rng.random(size) < (0.1, 0.6)[side]
    other = rng.integers(-1000, 1000, (size, 5)).sum(axis=1)
    counts[:, 5] = np.where(exact, counts[:, :5].sum(axis=1), other)
    return counts


def trapdoor(side, size, rng):
    """Once in two hundred thousand runs, it prints the data."""
    return np.where(rng.random(size) < 5e-6, 100.0 + side, rng.laplace(side, 1.0, size))


def both(name, sample, lie=0.8, how="too true"):
    """The mechanism that keeps its promise, and the one that is true too often."""
    sound, broken = (partial(sample, truth=truth) for truth in (TRUTH, lie))
    return Entry(name, sound, True), Entry(f"{name}, {how}", broken, False)


FORTY = (
    *both("which error a run ends in", stops),
    *both("the order of keys", keys),
    *both("three signs of nine", signs),
    *both("a one-time pad", pad),
    *both("a last bit, seldom", seldom, 1.0, "always true"),
    *both("an even or odd order", shuffle),
    *both("one character or two", accents),
    *both("whole number or float", types),
    *both("a remainder of forty digits", giants),
    *both("all digits or three", grids),
    Entry("a count in words", printed, True),
    Entry("noise in the smallest floats", tiny, True),
    Entry("three hundred words", menu, True),
    Entry("Cauchy noise", cauchy, True, epsilon=2 * math.asinh(0.25), ideal=True),
    Entry("Laplace noise in tenths", rounded, True),
    Entry("discrete Laplace noise", grid, True),
    Entry("three columns that share", shared, True, ideal=True),
    Entry("Gaussian noise", partial(gaussian, shift=1.0), True, delta=1e-3, ideal=True),
    Entry("the length of a list", partial(length, epsilon=1.0), True),
    Entry("a slip within δ", slip, True, delta=0.01, ideal=True),
    Entry("text with a zero more", zeros, False),
    Entry("floats flushed to zero", flushed, False),
    Entry("half of three hundred words", wordlist, False),
    Entry("Cauchy noise, too narrow", cauchy, False, epsilon=0.35, ideal=True),
    Entry("discrete Laplace noise, clipped", clipped, False),
    Entry("two cells at the price of one", moved, False, ideal=True),
    Entry("Gaussian noise for half the way", partial(gaussian, shift=1.4), False, delta=1e-3, ideal=True),
    Entry("the length of a list, too sharp", partial(length, epsilon=1.4), False),
    Entry("a total that is too often exact", ledger, False),
    Entry(
        "a trapdoor in two hundred thousand",
        trapdoor,
        False,
        delta=1e-6,
        ideal=True,
        hidden="rarer than anything that so few runs can show",
    ),
)


def half(name):
    """`development` or `sealed`: ten sound and ten broken ones each, drawn by a seed before any was run."""
    for sound in (True, False):
        names = [entry.name for entry in FORTY if entry.sound == sound]
        if name in names:
            place = np.random.default_rng(23).permutation(len(names))[names.index(name)]
            return ("development", "sealed")[place % 2]
    raise ValueError(f"name must be one of the forty, got {name!r}")


def judge(entry, runs=QUICK.draws, seed=0):
    """The result of an audit of one entry, or the error that it stopped with."""
    rng = np.random.default_rng([seed, *entry.name.encode()])
    try:
        return audit(
            entry.sample,
            (0, 1),
            runs,
            delta=entry.delta,
            claimed_epsilon=entry.epsilon,
            ideal=entry.ideal,
            rng=rng,
        )
    except (ValueError, TypeError, OverflowError) as error:
        return error


def verdict(entry, result):
    """`right`, `hidden` (and said to be), `missed`, `false alarm` or `not read`."""
    if isinstance(result, Exception):
        return "not read"
    if entry.sound:
        return "false alarm" if result.accused else "right"
    return "right" if result.accused else "hidden" if entry.hidden else "missed"


def main(which="all"):
    for entry in FORTY:
        if which in ("all", half(entry.name)):
            begun = time.process_time()
            result = judge(entry)
            found, seconds = getattr(result, "epsilon", math.nan), time.process_time() - begun
            said = f"{verdict(entry, result):12} {found:6.3f} of {entry.epsilon:.3g} {seconds:5.1f} s"
            print(f"{said}  {half(entry.name):11}  {entry.name}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:2])
