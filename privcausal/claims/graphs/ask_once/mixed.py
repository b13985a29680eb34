"""Rows of categories and numbers: their bounded length, and the promise of what is released of them."""

import math
from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from privcausal.graphs.ask_once.mixed import once_mixed, released
from privcausal.graphs.ask_once.mixed_rows import Frame
from privcausal.graphs.ask_once.units import in_parts, units_from, units_sensitivity
from privcausal.graphs.score_based.second_moments import moment
from privcausal.privacy.price import Price, Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, instead, real, whole
from privcausal.verify.audit import Audit, Outputs
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search

Floats = NDArray[np.float64]
Pair = dict[str, Any]
Sizes = tuple[int, ...]


def weight(sizes: Sizes) -> float:
    """The square of the constant, as the library chooses it."""
    return Frame(tuple(sizes)).weight


def contrasts_alone(sizes: Sizes) -> float:
    """Without the numbers."""
    return math.fsum(1 - 1 / k for k in sizes if k)


def length(sizes: Sizes) -> float:
    """The squared length of the contrasts, and that of the numbers after shortening."""
    return contrasts_alone(sizes) + Frame(tuple(sizes)).reach


LENGTHS = {
    "w": (weight, "w"),
    "length": (length, r"\bigl(\sum_j(1-\tfrac1{{k_j}})+c^2\bigr)"),
    "contrasts": (contrasts_alone, r"\sum_j(1-\tfrac1{{k_j}})"),
}

TURNS = 24
"""Directions of two numbers, as many all around."""


def records_of(sizes: Sizes) -> list[list[float]]:
    """Every value of each category, with numbers in all directions: at the middle, at the bound, and far beyond."""
    numbers = sizes.count(0)
    if numbers > 1:
        angles = 2 * math.pi * np.arange(TURNS) / TURNS
        around = np.zeros((TURNS, numbers))
        around[:, 0], around[:, 1] = np.cos(angles), np.sin(angles)
    else:
        around = np.array([[1.0], [-1.0]])[:, :numbers]
    whole = [size * way for size in (0.0, 1.0, 100.0) for way in around]
    found = []
    for codes, choice in product(product(*(range(k) for k in sizes if k)), whole):
        left, right = iter(codes), iter(choice.tolist())
        found.append([float(next(left) if k else next(right)) for k in sizes])
    return found


def rows_of(sizes: Sizes, records: Sequence[Sequence[float]]) -> Floats:
    """By the library."""
    columns = list(np.array(records).T)
    return Frame(tuple(sizes)).rows(
        [column.astype(int) if k else column for k, column in zip(sizes, columns, strict=True)]
    )


def worst_rows(sizes: Sizes, n: int) -> Extreme:
    """Every pair of them, by the products of their rows: ‖zzᵀ − yyᵀ‖² = |z|⁴ + |y|⁴ − 2(z·y)²."""
    records = records_of(sizes)
    rows = rows_of(sizes, records)
    products = rows @ rows.T
    lengths = products.diagonal()
    squares = lengths[:, None] ** 2 + lengths[None, :] ** 2 - 2 * products**2
    one, other = np.unravel_index(int(squares.argmax()), squares.shape)
    witness = {"before": records[one], "after": records[other]}
    return Extreme(math.sqrt(squares.max()) / n, witness, squares.size)


def rows_change(pair: Pair, sizes: Sizes, n: int, times: int = 1) -> float:
    """Entry by entry, beside n − 1 other records; `times` as far if so many are replaced."""
    others = [[0.0] * len(sizes)] * (n - 1)
    sides = [moment(rows_of(sizes, [*others, pair[side]])) for side in ("before", "after")]
    return float(np.linalg.norm(sides[0] - sides[1])) * times


def unshortened(pair: Pair, sizes: Sizes, n: int) -> float:
    """As if numbers kept to the bound by themselves."""
    sides = []
    for side in ("before", "after"):
        row = rows_of(sizes, [[0.0 if not k else cell for k, cell in zip(sizes, pair[side], strict=True)]])
        numbers = [cell for k, cell in zip(sizes, pair[side], strict=True) if not k]
        whole = np.concatenate([row[0], numbers])
        sides.append(np.outer(whole, whole) / n)
    return float(np.linalg.norm(sides[0] - sides[1]))


def neighbours(sizes: Sizes, n: int) -> st.SearchStrategy[Pair]:
    record = st.tuples(*(st.integers(0, k - 1) if k else st.floats(-50, 50) for k in sizes)).map(list)
    return st.fixed_dictionaries({"before": record, "after": record})


def far_apart(sizes: Sizes, n: int) -> list[Pair]:
    """Opposite numbers, and every other category changed."""
    after = [place % 2 if k else -9.0 for place, k in enumerate(sizes)]
    return [{"before": [0 if k else 9.0 for k in sizes], "after": after}]


def turned(pair: Pair, rng: np.random.Generator) -> Pair:
    """Numbers a little further round; codes of categories, which are whole, stay."""
    after = [
        float(np.clip(cell + rng.normal(), -50, 50)) if isinstance(cell, float) else cell
        for cell in pair["after"]
    ]
    return {"before": pair["before"], "after": after}


# --- B-once-mixed: the whole release, on four records ---------------------------------------------------------

AUDIT_DELTA = 0.01
KINDS = (2, 0)
"""One column of two values, one number."""

CODES = np.array([[0, 0, 1, 0], [0, 0, 1, 1]])
PARTS = np.array([[0.2, -0.1, 0.0, 1.0], [0.2, -0.1, 0.0, -1.0]])
"""Four records on either side, the last of which is replaced."""


def release(side: int, size: int, rng: np.random.Generator, epsilon: float, numbers: bool = True) -> Outputs:
    """Units, then the matrix of rows in these units, as the library makes them; all runs at once.

    Without `numbers` the noise is made for rows that hold categories alone.
    """
    frame, budget = Frame(KINDS), Price(epsilon, AUDIT_DELTA, Relation.SUBSTITUTION)
    parts, scale = in_parts(PARTS[side], -1, 1), units_sensitivity(1) / 4 / frame.shares(budget)[0]
    exact = np.array([parts.mean(), (parts**2).mean()])
    noisy = exact + rng.normal(scale=scale, size=(size, 2))
    standard = units_from(noisy, scale).standardised(np.broadcast_to(parts, (size, 4)))
    rows = frame.rows([np.tile(CODES[side], size), standard.ravel()]).reshape(size, 4, -1)
    matrix = np.einsum("rix,riy->rxy", rows, rows) / 4
    sigma = math.sqrt(2) * frame.noise(4, budget)
    if not numbers:
        sigma *= Frame(KINDS[:1]).row_norm ** 2 / frame.row_norm**2
    upper = np.triu_indices(rows.shape[2])
    spread = sigma * np.where(upper[0] == upper[1], 1, math.sqrt(0.5))
    return np.hstack([noisy, matrix[:, *upper] + rng.normal(size=(size, len(upper[0]))) * spread])


MIXED: Sizes = (2, 3, 0, 0)
NUMBERS_LEFT_OUT = instead(ours="sqrt(2)*(w(sizes) + contrasts(sizes))/n", where=LENGTHS)

CLAIMS = (
    Claim(
        id="B-mixed",
        title="One record moves the moments of categories and numbers by a known length",
        reading=Reading(Origin.OURS, "graphs.ask_once.mixed"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "A row holds a constant $\\sqrt w$, the contrasts of categories with $k_1,\\dots,k_d$ values, and numbers, "
            "which together are shortened to length $c$. Let $M$ be the mean of $zz^\\top$ over the rows $z$ of $n$ "
            "records."
        ),
        statement=(
            "For all $«n»$, «neighbours» moves $M$ by «sense» $«ours»$ in Frobenius norm, whatever the records hold."
        ),
        quantities=(whole("n", at_least=1),),
        ours=Formula("sqrt(2)*(w(sizes) + length(sizes))/n", where=LENGTHS),
        proof="proof-mixed",
        depends=("B-moment",),
        subjects=(Frame,),
        checks=(
            Exhaustive(
                "every category, numbers all around",
                (
                    {"sizes": (2, 0, 0), "n": 1},
                    {"sizes": (2, 3, 0), "n": 2},
                    {"sizes": (4, 2, 0, 0), "n": 3},
                    {"sizes": (3, 3, 2), "n": 2},
                    {"sizes": (0, 0), "n": 5},
                ),
                worst_rows,
                (NUMBERS_LEFT_OUT,),
                rows_change,
            ),
            Search(
                name="any two records",
                worlds=({"sizes": MIXED, "n": 3},),
                candidates=neighbours,
                score=rows_change,
                starts=far_apart,
                step=turned,
                mutants=(
                    NUMBERS_LEFT_OUT,
                    Mutant("two records replaced", check={"score": partial(rows_change, times=2)}),
                    Mutant("numbers not shortened", check={"score": unshortened}),
                ),
            ),
        ),
    ),
    Claim(
        id="B-once-mixed",
        title="A graph of categories and numbers from one release",
        reading=Reading(Origin.OURS, "graphs.ask_once.mixed"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Release the means and mean squares of the numbers, in parts of their declared ranges; then, in units made "
            "of these, the matrix $M$ of {prf:ref}`B-mixed`, with symmetric Gaussian noise of standard deviation "
            "$\\sigma$ on the diagonal and $\\sigma/\\sqrt2$ off it. Let "
            "$(\\Delta_1/\\sigma_1)^2+(\\Delta_2/\\sigma_2)^2\\le\\mu^2$, with the sensitivities of "
            "{prf:ref}`B-units` and {prf:ref}`B-mixed`; $\\mu$ belongs to "
            "$(\\varepsilon,\\delta)$ by {prf:ref}`C-agm`."
        ),
        statement=(
            "For all $«epsilon»$ both, and every graph made of them, are together «private», for all records whatever."
        ),
        quantities=(real("epsilon", above=0), real("delta")),
        ours=Formula("epsilon"),
        at={"epsilon": 1.0},
        proof="proof-once-mixed",
        depends=("B-units", "B-mixed", "C-agm", "B-steps"),
        subjects=(once_mixed, released),
        checks=(
            Audit(
                "both releases, four records",
                ({"epsilon": 0.5}, {"epsilon": 2.0}),
                release,
                (Mutant("noise for categories alone", check={"sample": partial(release, numbers=False)}),),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
)
