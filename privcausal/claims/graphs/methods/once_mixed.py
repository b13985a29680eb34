"""Rows of categories and numbers: their bounded length, and the guarantee of their release."""

import math
from collections.abc import Sequence
from functools import partial
from itertools import product

import numpy as np

from privcausal.arrays import Floats
from privcausal.claims.functions import our_error
from privcausal.claims.graphs.methods.once import price_of
from privcausal.graphs.ask_once.mixed_rows import Frame
from privcausal.graphs.ask_once.units import in_parts, units_from, units_sensitivity
from privcausal.graphs.methods.once_mixed import once_mixed, release_moments
from privcausal.graphs.score_based.second_moments import moment
from privcausal.privacy.price import Price, Relation
from privcausal.verify import Claim, Formula, by_us, each, instead, mutant, real, whole, worlds
from privcausal.verify.audit import Audit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, space

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
    results = []
    for codes, choice in product(product(*(range(k) for k in sizes if k)), whole):
        left, right = iter(codes), iter(choice.tolist())
        results.append([float(next(left) if k else next(right)) for k in sizes])
    return results


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


def rows_change(pair: Witness, sizes: Sizes, n: int, times: int = 1) -> float:
    """Return the change entry by entry, next to n − 1 other records; `times` as far if that many are replaced."""
    others = [[0.0] * len(sizes)] * (n - 1)
    sides = [moment(rows_of(sizes, [*others, pair[side]])) for side in ("before", "after")]
    return float(np.linalg.norm(sides[0] - sides[1])) * times


def unshortened(pair: Witness, sizes: Sizes, n: int) -> float:
    """As if numbers kept to the bound by themselves."""
    sides = []
    for record in (pair["before"], pair["after"]):
        codes = rows_of(sizes, [[cell if k else 0.0 for k, cell in zip(sizes, record, strict=True)]])[0]
        whole = np.append(codes, [cell for k, cell in zip(sizes, record, strict=True) if not k])
        sides.append(np.outer(whole, whole) / n)
    return float(np.linalg.norm(sides[0] - sides[1]))


def neighbours(sizes: Sizes) -> space.Space:
    """Numbers within and beyond the bound; a climb can start from opposite ones, every other category changed."""
    record = space.row(*(space.whole(0, k - 1) if k else space.real(-50, 50) for k in sizes))
    after = [place % 2 if k else -9.0 for place, k in enumerate(sizes)]
    return space.neighbours(record).starting({"before": [0 if k else 9.0 for k in sizes], "after": after})


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
    standard = units_from(noisy, scale).standardise(np.broadcast_to(parts, (size, 4)))
    rows = frame.rows([np.tile(CODES[side], size), standard.ravel()]).reshape(size, 4, -1)
    matrix = np.einsum("rix,riy->rxy", rows, rows) / 4
    sigma = math.sqrt(2) * frame.noise(4, budget)
    if not numbers:
        sigma *= Frame(KINDS[:1]).row_norm ** 2 / frame.row_norm**2
    upper = np.triu_indices(rows.shape[2])
    spread = sigma * np.where(upper[0] == upper[1], 1, math.sqrt(0.5))
    return np.hstack([noisy, matrix[:, *upper] + rng.normal(size=(size, len(upper[0]))) * spread])


MOVED = Formula("sqrt(2)*(w(sizes) + length(sizes))/n", where=LENGTHS)
"""How far one record moves the matrix, by `B-mixed`."""


def price_of_both(claim: Claim, epsilon: float, sizes: Sizes, n: int, wide: float = 1.0) -> Extreme:
    """Return how far both releases go beyond the claim, with the library's noise, where each moves as far as it can."""
    frame, budget = Frame(tuple(sizes)), Price(epsilon, AUDIT_DELTA, Relation.SUBSTITUTION)
    numbers = sizes.count(0)
    units = (2 * math.sqrt(numbers) / n) / (units_sensitivity(numbers) / n / frame.shares(budget)[0])
    matrix = wide * float(MOVED(sizes=sizes, n=n)) / (math.sqrt(2) * frame.noise(n, budget))
    price = price_of(math.hypot(units, matrix), AUDIT_DELTA)
    return Extreme(max(0.0, price - float(claim.stated["ours"](epsilon=epsilon))), {"epsilon": price}, 1)


MIXED: Sizes = (2, 3, 0, 0)
NUMBERS_LEFT_OUT = instead(ours="sqrt(2)*(w(sizes) + contrasts(sizes))/n", where=LENGTHS)
TWO_ROWS = mutant("two records replaced", score=partial(rows_change, times=2))

CLAIMS = (
    by_us(
        id="B-mixed",
        title="One record moves the moments of categories and numbers by a known length",
        place="new here, by B-moment",
        relation=Relation.SUBSTITUTION,
        definition=(
            "A row holds a constant $\\sqrt w$, the contrasts of categories with $k_1,\\dots,k_d\\ge2$ values, and "
            "numbers, which together are shortened to length $c$. Let $M$ be the mean of $zz^\\top$ over the rows $z$ "
            "of $n$ records. Say that there is room if a row has two numbers or more, $c^2\\ge1/2$, and "
            "$c^2\\ge w-\\sum_j1/k_j$."
        ),
        statement=(
            "For all $«n»$, «neighbours» moves $M$ by «sense» $«ours»$ in Frobenius norm, whatever the records hold. "
            "It is attained where there is room."
        ),
        quantities=(whole("n", at_least=1),),
        ours=MOVED,
        depends=("B-moment",),
        subjects=(Frame,),
        checks=(
            Exhaustive(
                "every category, numbers all around",
                worlds(
                    "sizes n", ((2, 0, 0), 1), ((2, 3, 0), 2), ((4, 2, 0, 0), 3), ((3, 3, 2), 2), ((0, 0), 5)
                ),
                worst_rows,
                (NUMBERS_LEFT_OUT,),
                rows_change,
            ),
            Search(
                "any two records",
                worlds("sizes n", (MIXED, 3)),
                neighbours,
                rows_change,
                (NUMBERS_LEFT_OUT, TWO_ROWS, mutant("numbers not shortened", score=unshortened)),
            ),
        ),
    ),
    by_us(
        id="B-once-mixed",
        title="A graph of categories and numbers from one release",
        place="new here, by B-moment",
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
        depends=("B-units", "B-mixed", "C-agm", "B-steps"),
        subjects=(once_mixed, release_moments),
        checks=(
            Exhaustive(
                "the library's noise, and what two moves of such lengths cost",
                each(epsilon=(0.5, 1.0, 4.0), sizes=((2, 0), MIXED), n=(4,)),
                price_of_both,
                (
                    instead(ours="19*epsilon/20"),
                    mutant("rows a tenth longer", worst=partial(price_of_both, wide=1.1)),
                ),
                **our_error(1e-6),
            ),
            Audit(
                "both releases, four records",
                each(epsilon=(0.5, 2.0)),
                release,
                (mutant("noise for categories alone", sample=partial(release, numbers=False)),),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
)
