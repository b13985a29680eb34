"""Second moments: their sensitivity to one record."""

import math
from functools import partial

import numpy as np
import sympy

from privcausal.graphs.ask_once.noisy_moments import moment_sensitivity
from privcausal.graphs.score_based.second_moments import clip_norms, moment
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Target, by_us, instead, mutant, real, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, Witness, space


def worst_moment(c: int, n: int, d: int = 3) -> Extreme:
    """Every pair of records with whole coordinates inside the ball."""
    line = np.arange(-c, c + 1)
    grid = np.stack(np.meshgrid(*[line] * d, indexing="ij"), axis=-1).reshape(-1, d)
    ball = grid[(grid**2).sum(axis=1) <= c * c]
    products = ball @ ball.T
    lengths = products.diagonal()
    squares = lengths[:, None] ** 2 + lengths[None, :] ** 2 - 2 * products**2
    one, other = np.unravel_index(int(squares.argmax()), squares.shape)
    witness = {"before": ball[one].tolist(), "after": ball[other].tolist()}
    return Extreme(math.sqrt(int(squares.max())) / n, witness, squares.size)


def moment_change(pair: Witness, c: int, n: int, times: int = 1, shorten: bool = True) -> float:
    """By the library, entry by entry; `times` as far if so many are replaced. Records too long are shortened first."""
    rest = np.zeros((n - 1, len(pair["before"])))
    norm = float(c) if shorten else 1e9
    sides = [moment(clip_norms(np.vstack([rest, pair[side]]), norm)) for side in ("before", "after")]
    return float(np.linalg.norm(sides[0] - sides[1])) * times


def records(c: int) -> space.Space:
    """Records inside and outside the ball; a climb can start close to two axes."""
    two_axes = {"before": [0.7 * c, 0.1, 0.0, 0.0], "after": [0.0, 0.6 * c, 0.0, 0.1]}
    return space.neighbours(space.real(-2 * c, 2 * c) * 4).starting(two_axes)


def derive_moment(claim: Claim) -> Remainders:
    """‖xxᵀ − yyᵀ‖² = ‖x‖⁴ + ‖y‖⁴ − 2(x·y)², in three dimensions, entry by entry."""
    x, y = (sympy.Matrix(sympy.symbols(f"{name}1:4", real=True)) for name in "xy")
    difference = x * x.T - y * y.T
    entries = sum(entry**2 for entry in difference)
    claimed = x.dot(x) ** 2 + y.dot(y) ** 2 - 2 * x.dot(y) ** 2
    stored = sum(difference[i, i] ** 2 for i in range(3))
    stored += sum((sympy.sqrt(2) * difference[i, j]) ** 2 for i in range(3) for j in range(i + 1, 3))
    return {
        "the square of the change": sympy.expand(entries - claimed),
        "a triangle, its off-diagonal times √2, is as long": sympy.expand(entries - stored),
        "at right angles on the sphere": sympy.sqrt(2 * sympy.Symbol("c", positive=True) ** 4)
        - sympy.nsimplify(claim.stated["ours"](c=1, n=1), [sympy.sqrt(2)])
        * sympy.Symbol("c", positive=True) ** 2,
    }


NO_ROOT = instead(ours="c**2/n")  # what adding a record would do
UNSHORTENED = mutant("records not shortened", score=partial(moment_change, shorten=False))

CLAIMS = (
    by_us(
        id="B-moment",
        title="One record moves the second moments by at most √2 c²/n",
        place="known in kind: Analyze Gauss (2014), for a record added or removed; the factor √2 is for one replaced",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $n$ records of at least two numbers have Euclidean norms up to $c$, and "
            "$M=\\frac1n\\sum_ix_ix_i^\\top$."
        ),
        statement="For all $«c»$ and $«n»$, «neighbours» moves $M$ by «sense» $«ours»$ in Frobenius norm.",
        quantities=(real("c", above=0), whole("n", at_least=1)),
        ours=Formula("sqrt(2)*c**2/n"),
        at={"c": 1, "n": 10_000},
        subjects=(moment_sensitivity, clip_norms),
        checks=(
            Exhaustive(
                "all whole-numbered records",
                worlds("c n", (1, 1), (2, 3), (3, 10), (5, 2)),
                worst_moment,
                (NO_ROOT,),
                moment_change,
            ),
            Search(
                "any two records",
                worlds("c n", (1, 2), (3, 5)),
                records,
                moment_change,
                (NO_ROOT, mutant("two records replaced", score=partial(moment_change, times=2)), UNSHORTENED),
            ),
            Symbolic("the square of the change", derive_moment, (NO_ROOT,), target=Target.OURS),
        ),
    ),
)
