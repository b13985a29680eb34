"""Tables asked for once: a test that needs no table of everything."""

from functools import partial

import numpy as np
import sympy

from privcausal.graphs.ask_once.independence import CovarianceTest
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.independence.contingency import Tables
from privcausal.verify import Claim, Formula, by_us, instead, mutant, real
from privcausal.verify.checks import Remainders, Search, Symbolic, Witness, space


def derive_covariance(claim: Claim) -> Remainders:
    """Binary u and v in two strata, with any substitutes g and h for their conditional means."""
    size = 2
    p, g, h = (sympy.symbols(f"{name}:{size}") for name in "pgh")
    joint = [[sympy.symbols(f"q{s}_{cell}") for cell in ("11", "10", "01")] for s in range(size)]
    left, noise, errors = sympy.Integer(0), sympy.Integer(0), sympy.Integer(0)
    for s in range(size):
        both, first, second = joint[s]
        mean_u, mean_v = both + first, both + second
        left += p[s] * claim.formulas["left"](uv=both, uh=mean_u * h[s], gv=g[s] * mean_v, gh=g[s] * h[s])
        noise += p[s] * (both - mean_u * mean_v)
        errors += p[s] * (mean_u - g[s]) * (mean_v - h[s])
    return {"covariance within strata, plus the product of the errors": sympy.expand(left - noise - errors)}


def covariance_error(case: Witness, shift: float = 0.0) -> float:
    """The library's statistic is 0 on a population that is independent within strata, however it is measured.

    Shares of 1/4096 make a data set that is exactly independent in each stratum.
    """
    rng = np.random.default_rng(case["seed"])
    kx, ky, ks = case["sizes"]
    counts = np.zeros((kx, ky, ks), dtype=np.int64)
    for s in range(ks):
        counts[..., s] = np.multiply.outer(rng.integers(1, 5, kx), rng.integers(1, 5, ky))
    cells = np.argwhere(counts > 0)
    records = np.repeat(cells, counts[tuple(cells.T)], axis=0)
    moments = Interactions((kx, ky, ks), len(records))
    moments.measure_pairs(Tables(records, (kx, ky, ks)), 1e9, np.random.default_rng(0))
    if shift:
        moments.means[0, 1] = moments.means[0, 1] + shift
    return CovarianceTest(moments)(0, 1, (2,)).statistic


CASES = space.record(seed=space.whole(0, 2**32 - 1), sizes=space.whole(2, 4) * 3)

CLAIMS = (
    by_us(
        id="B-once-test",
        title="A conditional covariance from small tables",
        place="graphs.ask_once.independence; near the generalised covariance measure",
        relation=None,
        definition=(
            "Let $g$ and $h$ be any functions of the strata $s$. Their errors are $\\mathbb E[u\\mid "
            "s]-g(s)$ and $\\mathbb E[v\\mid s]-h(s)$."
        ),
        statement=(
            "$«left»$ is equal to $\\mathbb E[\\operatorname{Cov}(u,v\\mid s)]$ plus the mean product of the "
            "two errors. It needs no table of $u$, $v$ and $s$ together. Where $u$ and $v$ are independent "
            "within strata, only the product of the errors is left of it."
        ),
        quantities=tuple(
            real(name, letter=rf"\mathbb E[{letter}]")
            for name, letter in (("uv", "uv"), ("uh", r"u\,h(s)"), ("gv", r"g(s)\,v"), ("gh", "g(s)h(s)"))
        ),
        formulas={"left": Formula("uv - uh - gv + gh")},
        subjects=(CovarianceTest.__call__,),
        checks=(
            Symbolic("two strata, any substitutes", derive_covariance, (instead(left="uv - uh - gv - gh"),)),
            Search(
                "populations that are independent within strata",
                ({},),
                CASES,
                covariance_error,
                (mutant("one table a little off", score=partial(covariance_error, shift=0.01)),),
                tolerance=1e-6,
                climbs=False,
            ),
        ),
    ),
)
