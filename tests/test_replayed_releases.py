"""Every release of the Python API on random neighbours, with the same noise: nothing else may differ."""

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.ask_once.noisy_moments import private_moment
from privcausal.graphs.ask_once.private_shape import private_shape
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import METHODS, policy_method
from privcausal.graphs.methods.curate_scores import curate_scores
from privcausal.graphs.methods.noleaks import noleaks
from privcausal.graphs.methods.once_correlations import once_correlations
from privcausal.graphs.methods.once_mixed import once_mixed
from privcausal.pairs.correlation import private_correlation
from privcausal.pairs.hsic import private_hsic
from privcausal.pairs.private_direction import DirectionMethod, direction
from privcausal.pairs.ridge import GaussianKernel
from privcausal.privacy import laplace
from privcausal.privacy.draw_hooks import hookable, intercept_draws
from privcausal.privacy.exponential import private_median
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table
from privcausal.table.stream import Stream
from privcausal.verify.replay import replay

SWAP = {"epsilon": 1.0, "relation": Relation.SUBSTITUTION}
SIZES = (2, 3, 2, 2)


def budget(epsilon=3.0):
    return Price(epsilon, 1e-3, Relation.SUBSTITUTION)


def rng():
    return np.random.default_rng(1)


def way(**method):
    def run(rows):
        delta = 1e-3 if DirectionMethod(**method).uses_propose_test_release else 0.0
        options = {**SWAP, "epsilon": 3.0, "delta": delta, "bounds": ((-3, 3), (-3, 3))}
        result = direction(rows[:, 0], rows[:, 1], method=DirectionMethod(**method), **options, rng=rng())
        return str(result), result.release.value

    return run


def of_two(release, **options):
    """The value of a release that asks for two columns."""
    return lambda rows: release(rows[:, 0], rows[:, 1], **options, **SWAP, rng=rng()).value


def policy(name, **options):
    def run(rows):
        # So much ε that few records are enough: otherwise nothing is asked, and nothing compared.
        codes = np.searchsorted([0.0], rows).astype(np.uint8)
        codes[:, 1] += (rows[:, 1] > 1).astype(np.uint8)
        made = policy_method(name).policy(Tables(codes, SIZES), budget(500.0), rng(), **options)
        return pc(len(SIZES), made).graph, made.asked, made.stop_reason

    return run


def learned(name, **options):
    """By a method for numbers, from a table that is not kept."""
    declared = Declaration(dict.fromkeys("abcd", Number(-100, 100)))

    def run(rows):
        stream = Stream(pd.DataFrame(rows, columns=list("abcd")), declared)
        return METHODS[name].with_options(**options).learn(stream, budget(), rng()).graph

    return run


def mixed(rows):
    """Two columns of categories, two of numbers."""
    kinds = {"u": Categories((0, 1)), "v": Categories((0, 1, 2)), "x": Number(-3, 3), "y": Number(-3, 3)}
    codes = [(rows[:, 0] > 0).astype(np.uint8), np.searchsorted([0.0, 1.0], rows[:, 1]).astype(np.uint8)]
    cells = dict(zip("uvxy", [*codes, *np.clip(rows[:, 2:], -3, 3).T], strict=True))
    result = once_mixed(Table(Declaration(kinds), cells), budget=budget(), rng=rng())
    return result.graph, result.moments.means, result.squares


KERNELS = {"kernel_x": GaussianKernel(0.5), "kernel_y": GaussianKernel(0.5)}
RELEASES = {
    "Kendall": of_two(private_correlation, score="kendall"),
    "Spearman": of_two(private_correlation, score="spearman"),
    "HSIC": of_two(private_hsic, **KERNELS),
    "median": lambda rows: private_median(rows[:, 0], range(-3, 4), **SWAP, rng=rng()).value,
    # Not here: what asks first about the sensitivity of its own value, which may be farther apart where ⊥ is told.
    "direction by HSIC": way(),
    "direction by Kendall": way(score="kendall", protect="test"),
    "direction by Spearman, asking first": way(score="spearman", protect="train"),
    "direction by ranges": way(score="iqr"),
    "moment": lambda rows: private_moment(rows, budget=budget(), rng=rng(), row_norm=2.0).matrix,
    "shape": lambda rows: private_shape(rows, budget=budget(), rng=rng()).matrix,
    "noleaks": lambda rows: noleaks(rows, budget=budget(), rng=rng(), schedule=(1.0,) * 8).weights,
    "curate-scores": lambda rows: (
        curate_scores(rows, budget=budget(), rng=rng(), steps=8, row_norm=1.0).weights
    ),
    "once-correlations": lambda rows: once_correlations(rows, budget=budget(), rng=rng()).graph,
    "once-correlations in pieces": learned("once-correlations"),
    "once-linear": learned("once-linear"),
    "once-linear of a norm": learned("once-linear", row_norm=1.0),
    "once-mixed": mixed,
    "once": policy("once", level=0.3),
    "once-further": policy("once-further"),
    "once-sparing": policy("once-sparing"),
    "curate": policy("curate"),
    "em-pc": policy("em-pc"),
    "priv-pc": policy("priv-pc", part=0.5),
    "svt-pc": policy("svt-pc"),
}


def neighbours(seed, n=24):
    """One record at an end of everything: in its own extremes, or against all others."""
    source = np.random.default_rng(seed)
    rows = source.normal(size=(n, 4)) * source.choice([0.01, 1.0, 100.0])
    rows[:, 1] += source.choice([0.0, 3.0, -3.0]) * rows[:, 0]
    if seed % 3 == 0:
        rows = np.sort(rows, axis=0)  # all agree, and one does not
    other = rows.copy()
    place = int(source.integers(n))
    rows[place], other[place] = source.choice([-1e9, 1e9, 0.01, -0.01], (2, 4))
    return rows, other


@pytest.mark.parametrize("what", RELEASES)
def test_nothing_but_the_noise_hides_the_difference(what):
    slow = what in ("direction by HSIC", "noleaks", "curate-scores")
    for seed in range(6 if slow else 20):
        result = replay(RELEASES[what], neighbours(seed), intercept_draws)
        assert result.draws, what
        assert not result.differences, (seed, result.differences)


# --- A4: digits ----------------------------------------------------------------------------------------------------


def on_a_grid(draw, answer):
    """Is it a whole number of steps that are public, and so coarse that no digit is left of what went in?"""
    step = np.ldexp(1.0, int(np.floor(np.log2(draw.arguments["scale"]))) - 30)
    return bool((np.asarray(answer) % step == 0).all())


@hookable
def add_laplace(value, scale, sensitivity, rng, size=None):
    """Plain noise, which was all there was."""
    return np.asarray(value) + rng.laplace(scale=scale, size=size)


def test_digits_tell_nothing(monkeypatch):
    """With plain noise what comes out betrays what went in, to the last bit."""
    pair, released = neighbours(1, n=2_000), RELEASES["Kendall"]
    assert replay(released, pair, intercept_draws, on_a_grid).same
    monkeypatch.setattr(laplace, "add_laplace", add_laplace)
    assert "reveals its inputs" in replay(released, pair, intercept_draws, on_a_grid).differences[0]
