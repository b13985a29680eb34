"""Second moments: what one record does to them."""

import math
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.graphs.ask_once.noisy_moments import moment_sensitivity
from privcausal.graphs.score_based.second_moments import moment, shortened
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, Target, instead, real, whole
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic

Pair = dict[str, Any]


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


def moment_change(pair: Pair, c: int, n: int) -> float:
    """By the library, entry by entry: records that are too long are shortened first."""
    rest = np.zeros((n - 1, len(pair["before"])))
    sides = [moment(shortened(np.vstack([rest, pair[side]]), float(c))) for side in ("before", "after")]
    return float(np.linalg.norm(sides[0] - sides[1]))


def change_of_two(pair: Pair, c: int, n: int) -> float:
    """The wrong relation: two records are replaced."""
    return 2 * moment_change(pair, c, n)


def change_unshortened(pair: Pair, c: int, n: int) -> float:
    """As if records kept to the bound by themselves."""
    rest = np.zeros((n - 1, len(pair["before"])))
    sides = [moment(np.vstack([rest, pair[side]])) for side in ("before", "after")]
    return float(np.linalg.norm(sides[0] - sides[1]))


def records(c: int, n: int) -> st.SearchStrategy[Pair]:
    """Inside and outside the ball."""
    point = st.lists(st.floats(-2 * c, 2 * c), min_size=4, max_size=4)
    return st.fixed_dictionaries({"before": point, "after": point})


def two_axes(c: int, n: int) -> list[Pair]:
    return [{"before": [0.7 * c, 0.1, 0.0, 0.0], "after": [0.0, 0.6 * c, 0.0, 0.1]}]


def nudged(pair: Pair, rng: np.random.Generator) -> Pair:
    side = ("before", "after")[int(rng.integers(2))]
    moved = np.asarray(pair[side]) * math.exp(rng.normal(0, 0.1)) + rng.normal(0, 0.05, 4)
    return {**pair, side: np.clip(moved, -100, 100).tolist()}


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

CLAIMS = (
    Claim(
        id="B-moment",
        title="One record moves the second moments by at most √2 c²/n",
        reading=Reading(
            Origin.OURS,
            "graphs.ask_once.noisy_moments.moment_sensitivity; known in kind from work on private covariances",
        ),
        relation=Relation.SUBSTITUTION,
        definition=("Let $n$ records have Euclidean norms up to $c$, and $M=\\frac1n\\sum_ix_ix_i^\\top$."),
        statement="For all $«c»$ and $«n»$, «neighbours» moves $M$ by «sense» $«ours»$ in Frobenius norm.",
        quantities=(real("c", above=0), whole("n", at_least=1)),
        ours=Formula("sqrt(2)*c**2/n"),
        at={"c": 1, "n": 10_000},
        proof="proof-moment",
        subjects=(moment_sensitivity, shortened),
        checks=(
            Exhaustive(
                "all whole-numbered records",
                ({"c": 1, "n": 1}, {"c": 2, "n": 3}, {"c": 3, "n": 10}, {"c": 5, "n": 2}),
                worst_moment,
                (NO_ROOT,),
                moment_change,
            ),
            Search(
                name="any two records",
                worlds=({"c": 1, "n": 2}, {"c": 3, "n": 5}),
                candidates=records,
                score=moment_change,
                starts=two_axes,
                step=nudged,
                mutants=(
                    NO_ROOT,
                    Mutant("two records replaced", check={"score": change_of_two}),
                    Mutant("records not shortened", check={"score": change_unshortened}),
                ),
            ),
            Symbolic("the square of the change", derive_moment, (NO_ROOT,), target=Target.OURS),
        ),
    ),
)
