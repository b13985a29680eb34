"""HSIC of the test residuals when a training record is replaced."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import sympy

from privcausal.arrays import Floats
from privcausal.claims.functions import our_error
from privcausal.claims.pairs import ridge
from privcausal.claims.sources import KUSNER
from privcausal.pairs.hsic import Same, hsic
from privcausal.pairs.ridge import GaussianKernel, Kernel, fit
from privcausal.pairs.training_sensitivity import hsic_training_sensitivity, private_training_scores
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Quality, by_us, instead, mutant, whole
from privcausal.verify.checks import Remainders, Search, Symbolic, Target, Witness, space, worlds


def centred(matrix: Floats) -> Floats:
    """HKH: rows and columns with mean 0."""
    result: Floats = matrix - matrix.mean(axis=0) - matrix.mean(axis=1)[:, None] + matrix.mean()
    return result


@dataclass(frozen=True)
class Ramp:
    """½(1 + h(r)h(r′)), h a ramp of slope 2L between −1 and 1: positive definite, in [0, 1], and L-Lipschitz."""

    L: float

    def __call__(self, a: Floats, b: Floats) -> Floats:
        """The matrix of all values."""
        first, second = (np.clip(2 * self.L * column, -1, 1) for column in (a, b))
        values: Floats = 0.5 * (1 + np.outer(first, second))
        return values


def bell(L: float) -> GaussianKernel:
    """The Gaussian kernel of the difference whose steepest slope is L."""
    return GaussianKernel(1 / (L * math.sqrt(math.e)))


def camps(m: int) -> Floats:
    """Test inputs in two camps, one half each."""
    return np.where(np.arange(m) < m // 2, 1.0, -1.0)


def hsic_sets(n: int, m: int, lamda: float, L: float) -> space.Fields:
    """Neighbouring training sets, and what the two camps of test records see: ±`probe`, at height ±`offset`.

    A climb sets out with camps on either side of the direction in which the extremal pair moves, at offsets where
    kernels are steep: the ramp is to be left at its upper end, the bell at its steepest place.
    """
    sets = ridge.probed_sets(n, lamda)
    offsets = (1 / (2 * L) - ridge.ridge_ours(n, lamda) / 2, 0.5 / (L * math.sqrt(math.e)))
    starts = ({**pair, "offset": min(1.0, offset)} for pair in sets.starts for offset in offsets)
    return space.record(**sets.kinds, offset=space.real(0, 1)).starting(*starts)


def camp_change(
    pair: Witness, n: int, m: int, lamda: float, L: float, kernel: Callable[[float], Kernel], divided: int = 2
) -> float:
    """The change of the library's HSIC between camp and residual; divided by m − 1 so many times."""
    heights = (pair["offset"] - ridge.predicted(pair, side, n, lamda) for side in ("before", "after"))
    before, after = (
        hsic(camps(m), camps(m) * height, kernel_x=Same(), kernel_y=kernel(L)) for height in heights
    )
    return ridge.steady((m - 1) ** (2 - divided) * abs(after - before))


hsic_ramp_change = partial(camp_change, kernel=Ramp)


def columns_and_tests(n: int, m: int) -> space.Fields:
    """A climb sets out with one record that swings at 0, against others on both sides; test records at 0 and at 1."""
    unit, camp = ridge.UNIT, [0.0] * (m // 2) + [1.0] * (m - m // 2)
    others = {
        "x": [(-0.6, 0.5)[i % 2] for i in range(n - 1)],
        "y": [(1.0, -1.0)[i % 2] for i in range(n - 1)],
    }
    swinging = {"before": [0.1, 1.0], "after": [-0.1, -1.0]}
    tests = {"test_x": camp, "test_y": [0.55 * (x - 0.5) for x in camp]}
    sizes = {"x": n - 1, "y": n - 1, "before": 2, "after": 2, "test_x": m, "test_y": m}
    columns = {name: unit * size for name, size in sizes.items()}
    return space.record(**columns).starting({**others, **swinging, **tests})


def hsic_retrained(pair: Witness, lamda: float, L: float) -> float:
    """Everything by the library on real columns: two fits with a Gaussian kernel, two HSIC scores."""
    x, y = np.array(pair["test_x"]), np.array(pair["test_y"])
    scores = []
    for spot in (pair["before"], pair["after"]):
        f = fit([*pair["x"], spot[0]], [*pair["y"], spot[1]], penalty=lamda, kernel=GaussianKernel(0.3))
        scores.append(hsic(x, y - f.predict(x), kernel_x=GaussianKernel(0.3), kernel_y=bell(L)))
    return ridge.steady(abs(scores[1] - scores[0]))


def symmetric_matrices(m: int) -> space.Fields:
    """Upper triangles with entries in [0, 1]; a climb sets out from two blocks."""
    blocks = Same()(camps(m), camps(m))[np.triu_indices(m)]
    return space.record(triangle=space.real(0, 1) * len(blocks)).starting({"triangle": blocks.tolist()})


def centred_norm(case: Witness, m: int) -> float:
    """‖HKH‖ for a symmetric matrix with entries in [0, 1], given by its upper triangle."""
    matrix = np.zeros((m, m))
    matrix[np.triu_indices(m)] = case["triangle"]
    matrix = np.maximum(matrix, matrix.T)
    return ridge.steady(float(np.linalg.norm(centred(matrix))))


def derive_difference(claim: Claim) -> Remainders:
    """The furthest move of a kernel of differences, times the longest centred matrix; a share p of m on one side."""
    n, m, lamda, slope, p = sympy.symbols("n m lamda L p", positive=True)
    half, shift = sympy.Rational(1, 2), ridge.ridge_ours(n, lamda)
    # Convex in each residual's move, so largest with every one of them at ±ϱ: p·m up, the others down.
    moved = 2 * (p * m) * ((1 - p) * m) * (2 * shift) ** 2
    # Blocks of ones: centred, they hold 2(1 − p)² and 2p², and −2p(1 − p) between them.
    squares = {
        (p * m) ** 2: 2 * (1 - p) ** 2,
        ((1 - p) * m) ** 2: 2 * p**2,
        2 * p * (1 - p) * m**2: 2 * p * (1 - p),
    }
    length = 2 * p * (1 - p) * m
    product = (length * slope * sympy.sqrt(2 * m**2 * shift**2)).subs(p, half)
    return {
        "halves move furthest": sympy.diff(moved, p).subs(p, half),
        "and that far": moved.subs(p, half) - 2 * m**2 * shift**2,
        "how long two blocks are": sum(many * entry**2 for many, entry in squares.items()) - length**2,
        "halves are longest": sympy.diff(length, p).subs(p, half),
        "their product": product / (m - 1) ** 2 - claim.stated["ours"](L=slope, m=m, n=n, lamda=lamda),
    }


def retrained_in_space(name: str, kernel: Callable[[float], Kernel], too_small: Mutant) -> Search:
    score = partial(camp_change, kernel=kernel)
    return Search(
        f"retrained in three dimensions, {name} kernel",
        worlds("n m lamda L", (1000, 2, 1.0, 0.5), (1000, 10, 1.0, 0.5), (10**6, 100, 0.1, 0.5)),
        hsic_sets,
        score,
        (too_small, mutant("divided by m − 1 once", score=partial(score, divided=1))),
    )


def retrained_on_columns(too_small: Mutant) -> Search:
    return Search(
        "retrained on columns with Gaussian kernels",
        worlds("n m lamda L", (6, 6, 1.0, 1.0)),
        columns_and_tests,
        hsic_retrained,
        (too_small,),
    )


HSIC_TRAIN = Formula("32*L*sqrt(m)/n*(8/lamda**(3/2))")
HSIC_TRAIN_OURS = Formula("L*(m/(m - 1))**2*rho(n, lamda)", ridge.VARRHO)
DIFFERENCE = Formula("L*rho(n, lamda)/sqrt(2)*(m/(m - 1))**2", ridge.VARRHO)


def shorter(formula: Formula, factor: str) -> Mutant:
    return instead(ours=f"{factor}*{formula.text}", where=ridge.VARRHO)


TESTED = whole("m", at_least=2)

CLAIMS = (
    Claim(
        id="K-hsic-train",
        title="One training record moves HSIC by at most 32L√m/n · 8/(λ√λ)",
        **KUSNER(
            "Theorem 7 (000:229–232), where the root stands apart from its argument", Quality.RECONSTRUCTED
        ),
        consequence=Consequence(
            cost="A factor of $32\\sqrt m$ in noise, times that of {prf:ref}`K-ridge`; half of it, if kernels can be "
            "negative. It favours the authors: training-set privacy is more useful than they say.",
            certain="Fairly sure of the place of the root. The theorem rests on a lemma of others that was not "
            "read here; the bound is true, so it is not an error.",
        ),
        relation=Relation.SUBSTITUTION,
        assumes=("values of the kernels in $[0,1]$ (ours; the source: at most 1)",),
        definition=(
            "Let $\\mathrm{HSIC}=\\operatorname{tr}(KHLH)/(m-1)^2$ of $m$ test inputs and residuals, with positive "
            "definite kernels in $[0,1]$, the residuals' kernel changing by at most $L$ per unit of either argument; "
            "regressions as in {prf:ref}`K-ridge`, whose bound of ours is $\\varrho(n,\\lambda)$."
        ),
        statement=(
            "«Neighbours» among the $n$ training records changes it by «sense» $«published»$ (indeed $«ours»$), for "
            "all $«m»$ and $«lamda»$."
        ),
        quantities=(TESTED, ridge.PENALTY),
        published=HSIC_TRAIN,
        ours=HSIC_TRAIN_OURS,
        at={"n": 1000, "m": 1000, "lamda": 0.01, "L": 1},
        proof="proof-hsic-train",
        depends=("K-ridge",),
        checks=(
            retrained_in_space("ramp", Ramp, shorter(HSIC_TRAIN_OURS, "0.98")),
            retrained_on_columns(shorter(HSIC_TRAIN_OURS, "0.02")),
            Search(
                "step: ‖HKH‖ is at most m/2",
                worlds("m", 2, 7),
                symmetric_matrices,
                centred_norm,
                (mutant("0.49 m", tolerance=Formula("0.49*m")),),
                **our_error(Formula("m/2")),
            ),
        ),
    ),
    by_us(
        id="B-hsic-train",
        title="For a kernel of the difference of two residuals, another √2 less",
        relation=Relation.SUBSTITUTION,
        definition=(
            "In {prf:ref}`K-hsic-train`, let the residuals' kernel be a function of $r-r'$ whose slope is at most $L$."
        ),
        statement=(
            "«Neighbours» among the training records changes HSIC by «sense» $«ours»$, for all $«m»$ and $«lamda»$."
        ),
        quantities=(TESTED, ridge.PENALTY),
        ours=DIFFERENCE,
        at={"n": 1000, "m": 1000, "lamda": 0.01, "L": 1},
        proof="proof-hsic-difference",
        subjects=(hsic_training_sensitivity, private_training_scores),
        depends=("K-ridge", "K-hsic-train"),
        checks=(
            Symbolic(
                "two halves against two halves",
                derive_difference,
                (shorter(DIFFERENCE, "0.95"),),
                Target.OURS,
            ),
            retrained_in_space("Gaussian", bell, shorter(DIFFERENCE, "0.693")),
            retrained_on_columns(shorter(DIFFERENCE, "0.02")),
        ),
    ),
)
