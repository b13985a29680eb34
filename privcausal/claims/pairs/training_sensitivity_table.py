"""Which scores have a bound for all data, and which only a bound for data that one has asked about first."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from privcausal.claims.functions import our_error
from privcausal.claims.pairs.training_sensitivity_order import worst_rank_training
from privcausal.pairs import training_sensitivity as training
from privcausal.pairs.correlation import kendall_sensitivity, spearman_sensitivity
from privcausal.pairs.hsic import hsic_sensitivity
from privcausal.pairs.iqr import distances, iqr
from privcausal.pairs.ridge import GaussianKernel, fit
from privcausal.privacy.price import Relation
from privcausal.verify import Formula, Mutant, by_us, each, mutant
from privcausal.verify.checks import Exhaustive, Extreme

Cell = tuple[str, str]
"""Which half of the records is protected, and which score."""

SCORES = ("spearman", "kendall", "hsic", "iqr")
HALVES = ("test", "training")
SENSES = ("global", "local")

PENALTY = 0.1
KERNEL = GaussianKernel(0.4)
SIZES = (100, 10_000)
"""Of the half that is protected: a meaningful global bound shrinks as it grows."""

SETTLED: dict[Cell, tuple[str, ...]] = {
    ("test", "spearman"): ("K-spearman", "B-spearman-ties"),
    ("test", "kendall"): ("K-kendall",),
    ("test", "hsic"): ("K-hsic16",),
    ("test", "iqr"): ("B-iqr-windows", "B-ptr"),
    ("training", "spearman"): ("K-rank-train", "K-stable", "B-gap-pairs"),
    ("training", "kendall"): ("K-rank-train", "K-stable", "B-gap-pairs"),
    ("training", "hsic"): ("K-hsic-train", "B-hsic-train"),
    ("training", "iqr"): ("K-iqr-train",),
}
"""The claims that settle each cell of the table."""

Ticks = dict[tuple[str, str, str], bool]

SUGGESTED: Ticks = {
    (half, score, sense): sense == "local" or score == "hsic" or (half == "test" and score != "iqr")
    for half in HALVES
    for score in SCORES
    for sense in SENSES
}
"""Our table. The marks of the source's Table 1 are lost in our copy; these are what its Sections 4 and 5 suggest."""


# --- global: how far can one record move the score, among n? --------------------------------------------------------


def most_moved(half: str, score: str, n: int) -> float:
    """A proved bound where one shrinks with n; where none does, what a pair of neighbours attains."""
    bounds: dict[Cell, Callable[[int], float]] = {
        ("test", "spearman"): spearman_sensitivity,
        ("test", "kendall"): kendall_sensitivity,
        ("test", "hsic"): hsic_sensitivity,
        ("test", "iqr"): log_iqr_change,
        ("training", "spearman"): lambda n: rank_change("ρ", n),
        ("training", "kendall"): lambda n: rank_change("τ", n),
        ("training", "hsic"): lambda n: training.hsic_training_sensitivity(n, n, PENALTY, KERNEL),
        ("training", "iqr"): log_iqr_change_by_training,
    }
    return bounds[half, score](n)


def rank_change(score: str, n: int) -> float:
    """One training record turns a line around: all residuals change their order."""
    return float(worst_rank_training(score, m=5, n=n, lamda=1).value)


def log_iqr_change(m: int) -> float:
    """Return the change where the upper quartile is in a crowd at 10⁻⁶, all above it at 1, and one record leaves it."""
    before = np.sort(np.where(np.arange(m) < math.ceil(3 * m / 4), 1e-6, 1.0) * (np.arange(m) >= m // 2))
    after = before.copy()
    after[0] = 1.0
    return math.log(iqr(after) / iqr(before))


def log_iqr_change_by_training(n: int) -> float:
    """The outcomes lie on a line a millionth as steep as the one that a single training record fits."""
    places, others = np.arange(1, 9) / 8, [0.0] * (n - 1)
    steep, flat = (
        fit([*others, 1.0], [*others, outcome], penalty=PENALTY, kernel=np.outer).predict(places)
        for outcome in (1.0, 0.0)
    )
    outcomes = 1e-6 * steep
    return math.log(iqr(outcomes - steep) / iqr(outcomes - flat))


# --- local: is there a data set on which one record can do little, and a distance that says so? ----------------------


def records_to_instability(half: str, score: str) -> float:
    """How many records must be replaced before the score of a friendly data set can jump.

    What shrinks for all data cannot jump.
    """
    if shrinks(half, score):
        return math.inf
    line = np.linspace(-1, 1, 5 if score != "iqr" else 21)
    if score == "iqr":
        return max(distances(line) if half == "test" else training.training_distances(line, 10_000, PENALTY))
    often = np.tile(line, 2_000)
    trained = fit(often, often, penalty=1.0, kernel=GaussianKernel(1.0))
    return training.order_distance(line - trained.predict(line), line, trained)


def shrinks(half: str, score: str) -> bool:
    small, large = (most_moved(half, score, n) for n in SIZES)
    return large < small / 50


def computed(half: str, score: str, sense: str) -> tuple[bool, list[float]]:
    """The tick, and the numbers that it rests on."""
    if sense == "local":
        far = records_to_instability(half, score)
        return far > 2, [far]
    return shrinks(half, score), [most_moved(half, score, n) for n in SIZES]


def disagreement(half: str, score: str, sense: str, ticks: Ticks = SUGGESTED) -> Extreme:
    """0 if the computed tick is the stated one."""
    tick, numbers = computed(half, score, sense)
    shown: dict[str, Any] = {"tick": tick, "numbers": [f"{number:.6g}" for number in numbers]}
    return Extreme(int(tick != ticks[half, score, sense]), shown, len(numbers))


def mistaken(what: str, half: str, score: str, sense: str) -> Mutant:
    """Our table with one mark the other way round."""
    place = (half, score, sense)
    return mutant(what, worst=partial(disagreement, ticks=SUGGESTED | {place: not SUGGESTED[place]}))


CLAIMS = (
    by_us(
        id="K-table1",
        title="Which scores have a bound for all data, and which only for some: our Table 1",
        place="the question is that of Table 1 of the source, whose marks are lost in our copy (000:83–92)",
        relation=Relation.SUBSTITUTION,
        assumes=("a fixed penalty and fixed kernels",),
        statement=(
            "Replace one record of the protected half. *Test set:* what this does to $\\rho$, $\\tau$ and HSIC "
            "vanishes as the half grows, whatever the data; its effect on the log-IQR has no bound. "
            "*Training set:* the same is true of HSIC; the largest change of $\\rho$ and $\\tau$ is their "
            "range, and that of the log-IQR has no bound. In all eight cases there is a distance of "
            "sensitivity one that bounds the change on data sets where it is large."
        ),
        depends=tuple(dict.fromkeys(name for names in SETTLED.values() for name in names)),
        checks=(
            Exhaustive(
                "sixteen ticks, computed",
                each(half=HALVES, score=SCORES, sense=SENSES),
                disagreement,
                (
                    mistaken("a global bound for the IQR", "test", "iqr", "global"),
                    mistaken(
                        "a global bound for τ against training records", "training", "kendall", "global"
                    ),
                    mistaken("none for HSIC", "training", "hsic", "global"),
                    mistaken("no local one for ρ", "training", "spearman", "local"),
                ),
                **our_error(Formula("0")),
            ),
        ),
    ),
)
