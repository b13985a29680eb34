"""Wrong answers that readers give to the problems of chapters 9 to 11: each is told so."""

from itertools import permutations, product

import numpy as np

from privcausal.course.check import fault
from privcausal.pairs.rank import kendall
from tests.course.wrong_answers import told


def without_ties(score, m, values):
    """The search that stands on the page, whatever the values are."""
    gaps = [place + 0.5 for place in range(m)]
    tables = (
        [score([*range(1, m), a], [*order, b]) for a, b in product(gaps, gaps)]
        for order in permutations(range(1, m))
    )
    return max(max(values) - min(values) for values in tables)


def one_column(score, m, values):
    """As if your first value were public."""
    records = list(product(values, repeat=2))
    return max(
        np.ptp([score(*zip(*others, (a, b), strict=True)) for b in values])
        for others in product(records, repeat=m - 1)
        for a in values
    )


def interval(noise=2.0, cross=False, whole=False, z=1.96, sign=1):
    """An answer to the problem of chapter 9, right as it stands."""

    def answer(counts, scale):
        away, came = np.asarray(counts, dtype=float).T
        m = np.full(2, away.sum() + came.sum()) if whole else away + came
        p = came / (away + came)
        by_noise = p * (1 - p) if cross else p**2 + (1 - p) ** 2
        half = z * np.sqrt(np.sum(p * (1 - p) / m + noise * scale**2 * by_noise / m**2))
        middle = sign * (p[1] - p[0])
        return middle, middle - half, middle + half

    return answer


def test_the_interval_as_it_stands_is_right():
    assert fault("effect", interval()) is None


def apart(column):
    return np.subtract.outer(column, column)


def likeness(column, width):
    """The matrix that the six lines of chapter 11 begin with."""
    return np.exp(-(apart(column) ** 2) / (2 * width**2))


def centred(matrix):
    """Without the means of its rows and columns."""
    return matrix - matrix.mean(axis=0) - matrix.mean(axis=1)[:, None] + matrix.mean()


def by_likeness(x, y, width):
    return (centred(likeness(x, width)) * likeness(y, width)).sum() / (len(x) - 1) ** 2


def kendall_but(count):
    """An answer to the problem of chapter 10 that counts the products of differences in its own way."""
    return lambda x, y: count(apart(x) * apart(y)) / (len(x) * (len(x) - 1))


WRONG = {
    "the noise forgotten": ("effect", interval(noise=0.0)),
    "the scale for the standard deviation": ("effect", interval(noise=1.0)),
    "noise like the luck of the lot": ("effect", interval(cross=True)),
    "both groups as one": ("effect", interval(whole=True)),
    "without minus with": ("effect", interval(sign=-1)),
    "one standard deviation": ("effect", interval(z=1.0)),
    "the difference alone": ("effect", lambda counts, scale: interval()(counts, scale)[0]),
    "each pair counted once": ("kendall", kendall_but(lambda product: np.sign(product).sum() / 2)),
    "the correction for ties": ("kendall", lambda x, y: kendall(x, y, tie_corrected=True)),
    "ties that agree": ("kendall", kendall_but(lambda product: (product >= 0).sum() - len(product))),
    "products without their signs": ("kendall", kendall_but(np.sum)),
    "no ties": ("worst_change", without_ties),
    "the bound by heart": ("worst_change", lambda score, m, values: 4 / m),
    "two tables, not neighbours": (
        "worst_change",
        lambda score, m, values: np.ptp(
            [score(*zip(*table, strict=True)) for table in product(product(values, repeat=2), repeat=m)]
        ),
    ),
    "one column moves": ("worst_change", one_column),
    "a matrix is held": ("hsic", by_likeness),
    "m² for (m − 1)²": (
        "hsic",
        lambda x, y, width: (centred(likeness(x, width)) * likeness(y, width)).mean(),
    ),
    "not centred": (
        "hsic",
        lambda x, y, width: (likeness(x, width) * likeness(y, width)).sum() / (len(x) - 1) ** 2,
    ),
    "another width": ("hsic", lambda x, y, width: by_likeness(x, y, width / 2**0.5)),
}


test_a_wrong_answer_is_told = told(WRONG)
