"""What HSIC's bounds are attacked with."""

from collections.abc import Callable
from typing import Any

from privcausal.claims.pairs.hsic_worlds import (
    cluster_change,
    feature_change,
    feature_neighbours,
    feature_starts,
    gaussian_change,
    neighbours,
    nudged,
    structured_neighbours,
    turned,
    worst_any_clusters,
    worst_two_clusters,
)
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Mutant


def sizes(*ms: int) -> tuple[dict[str, Any], ...]:
    return tuple({"m": m} for m in ms)


def all_two_clusters(
    mutants: tuple[Mutant, ...], worst: Callable[[int], Extreme] = worst_two_clusters
) -> Exhaustive:
    return Exhaustive(
        "all pairs of two clusters",
        sizes(*range(2, 27)),
        worst,
        mutants,
        cluster_change,
        sizes(*range(27, 42)),
    )


def all_clusters(
    mutants: tuple[Mutant, ...], worst: Callable[[int], Extreme] = worst_any_clusters
) -> Exhaustive:
    return Exhaustive(
        "all pairs of partitions", sizes(*range(2, 8)), worst, mutants, cluster_change, sizes(8, 9)
    )


def gaussian_search(mutants: tuple[Mutant, ...], score: Callable[..., float] = gaussian_change) -> Search:
    return Search(
        name="hill climbing over Gaussian kernels",
        worlds=sizes(5, 8),
        candidates=neighbours,
        score=score,
        starts=structured_neighbours,
        step=nudged,
        mutants=mutants,
    )


def feature_search(mutants: tuple[Mutant, ...], score: Callable[..., float] = feature_change) -> Search:
    return Search(
        name="hill climbing over kernels of rank 3",
        worlds=sizes(5, 8),
        candidates=feature_neighbours,
        score=score,
        starts=feature_starts,
        step=turned,
        mutants=mutants,
    )


SETTING = (
    "Let $k$ and $l$ be positive definite kernels with values in $[0, 1]$, fixed before the data are seen, and "
    "$\\mathrm{HSIC} = \\operatorname{tr}(KHLH)/(m-1)^2$ the score of $m$ records."
)

KERNELS = (
    "kernels of at least 0: the source asks for at most 1, and names kernels that are positive; with $k(x,x)\\le1$ "
    "alone our bounds are four times as large",
)
