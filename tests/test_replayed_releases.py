"""Every release of the Python API on random neighbours, with the same noise: nothing else may differ."""

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.ask_once.further import OnceFurther
from privcausal.graphs.ask_once.mixed import once_mixed
from privcausal.graphs.ask_once.noisy_moments import private_moment
from privcausal.graphs.ask_once.noisy_shape import private_shape
from privcausal.graphs.ask_once.resolved import resolved_correlations
from privcausal.graphs.ask_once.streamed_mixed import StreamedMixed
from privcausal.graphs.ask_once.streamed_mixed import once_mixed as streamed_mixed
from privcausal.graphs.ask_once.streamed_pairs import Paired
from privcausal.graphs.ask_once.streamed_pairs import paired_correlations as streamed_pairs
from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.curate_pc import CuratePc
from privcausal.graphs.constraint_based.em_pc import EmPc
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.constraint_based.priv_pc import PrivPc
from privcausal.graphs.constraint_based.svt_pc import SvtPc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.score_based.curate_scores import curate_scores
from privcausal.graphs.score_based.noleaks import noleaks
from privcausal.pairs.correlation import private_correlation
from privcausal.pairs.direction import Method, direction
from privcausal.pairs.hsic import private_hsic
from privcausal.pairs.ridge import Gaussian
from privcausal.privacy import laplace
from privcausal.privacy.exponential import private_median
from privcausal.privacy.listening import heard, listening
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table
from privcausal.verify.replay import replay

SUBSTITUTION = Relation.SUBSTITUTION
SIZES = (2, 3, 2, 2)


def budget(epsilon=3.0):
    return Price(epsilon, 1e-3, SUBSTITUTION)


def rng():
    return np.random.default_rng(1)


def way(**method):
    def run(rows):
        delta = 1e-3 if Method(**method).asks_first else 0.0
        both = rows[:, 0], rows[:, 1]
        ranges = ((-3, 3), (-3, 3))
        options = {"epsilon": 3.0, "delta": delta, "bounds": ranges, "relation": SUBSTITUTION}
        found = direction(*both, method=Method(**method), **options, rng=rng())
        return str(found), found.release.value

    return run


def correlation(score):
    return lambda rows: (
        private_correlation(
            rows[:, 0], rows[:, 1], score=score, epsilon=1.0, relation=SUBSTITUTION, rng=rng()
        ).value
    )


def learned(policy, **options):
    def run(rows):
        # So much ε that few records are enough: otherwise nothing is asked, and nothing compared.
        codes = np.searchsorted([0.0], rows).astype(np.uint8)
        codes[:, 1] += (rows[:, 1] > 1).astype(np.uint8)
        made = policy(Tables(codes, SIZES), budget(500.0), rng(), **options)
        found = pc(len(SIZES), made)
        return found.graph, made.asked, made.stopped

    return run


def mixed(rows):
    """Two columns of categories, two of numbers."""
    said = Declaration(
        {"u": Categories((0, 1)), "v": Categories((0, 1, 2)), "x": Number(-3, 3), "y": Number(-3, 3)}
    )
    codes = [(rows[:, 0] > 0).astype(np.uint8), np.searchsorted([0.0, 1.0], rows[:, 1]).astype(np.uint8)]
    table = Table(said, dict(zip("uvxy", [*codes, *np.clip(rows[:, 2:], -3, 3).T], strict=True)))
    found = once_mixed(table, budget=budget(), rng=rng())
    return found.graph, found.moments.means, found.squares


NUMBERS = Declaration(dict.fromkeys("abcd", Number(-100, 100)))
MIXED = Declaration({**NUMBERS.columns, "d": Number(-100, 100, cuts=(0,))})


def in_pieces(learn, opened, declaration):
    def run(rows):
        source = pd.DataFrame(rows, columns=list("abcd"))
        found = learn(opened(source, declaration), budget=budget(), rng=rng())
        return found.graph, found.separators

    return run


KERNELS = {"kernel_x": Gaussian(0.5), "kernel_y": Gaussian(0.5)}
RELEASES = {
    "Kendall": correlation("kendall"),
    "Spearman": correlation("spearman"),
    "HSIC": lambda rows: (
        private_hsic(rows[:, 0], rows[:, 1], **KERNELS, epsilon=1.0, relation=SUBSTITUTION, rng=rng()).value
    ),
    "median": lambda rows: (
        private_median(rows[:, 0], range(-3, 4), epsilon=1.0, relation=SUBSTITUTION, rng=rng()).value
    ),
    # Not here: what asks first about the sensitivity of its own value, which may be farther apart where ⊥ is told.
    "direction by HSIC": way(),
    "direction by Kendall": way(score="kendall", protect="test"),
    "direction by Spearman, asking first": way(score="spearman", protect="train"),
    "direction by ranges": way(score="iqr"),
    "moment": lambda rows: private_moment(rows, budget=budget(), rng=rng(), row_norm=2.0).matrix,
    "shape": lambda rows: private_shape(rows, budget=budget(), rng=rng()).matrix,
    "pairs in pieces": in_pieces(streamed_pairs, Paired, NUMBERS),
    "mixed in pieces": in_pieces(streamed_mixed, StreamedMixed, MIXED),
    "noleaks": lambda rows: noleaks(rows, budget=budget(), rng=rng(), schedule=(1.0,) * 8).weights,
    "curate-scores": lambda rows: (
        curate_scores(rows, budget=budget(), rng=rng(), steps=8, row_norm=1.0).weights
    ),
    "once-correlations": lambda rows: resolved_correlations(rows, budget=budget(), rng=rng()).graph,
    "once-mixed": mixed,
    "once": learned(OnceTables, level=0.3),
    "once-further": learned(OnceFurther),
    "curate": learned(CuratePc),
    "em-pc": learned(EmPc),
    "priv-pc": learned(PrivPc, part=0.5),
    "svt-pc": learned(SvtPc),
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
        found = replay(RELEASES[what], neighbours(seed), listening)
        assert found.draws, what
        assert not found.differences, (seed, found.differences)


# --- A4: digits ----------------------------------------------------------------------------------------------------


def on_a_grid(draw, answer):
    """Is it a whole number of steps that are public, and so coarse that no digit is left of what went in?"""
    step = np.ldexp(1.0, int(np.floor(np.log2(draw.given["scale"]))) - 30)
    return bool((np.asarray(answer) % step == 0).all())


@heard
def add_laplace(value, scale, sensitivity, rng, size=None):
    """Plain noise, which was all there was."""
    return np.asarray(value) + rng.laplace(scale=scale, size=size)


def test_digits_tell_nothing(monkeypatch):
    """With plain noise what comes out betrays what went in, to the last bit."""
    pair, released = neighbours(1, n=2_000), RELEASES["Kendall"]
    assert replay(released, pair, listening, on_a_grid).same
    monkeypatch.setattr(laplace, "add_laplace", add_laplace)
    assert "betrays" in replay(released, pair, listening, on_a_grid).differences[0]
