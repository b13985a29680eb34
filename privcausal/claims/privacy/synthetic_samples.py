"""How small a data set can represent a large one: as published, and with every constant."""

import math
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privcausal.claims.functions import first_highest
from privcausal.claims.sources import PAGE, page
from privcausal.privacy.halfspaces import halfspaces
from privcausal.privacy.synthetic import multisets, orderings
from privcausal.verify import Claim, Formula, Origin, Reading, instead, real, whole
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme

MEAN_ERROR = Formula("sqrt(2/size*(log(2) + vc*log(2*e*size/vc)))")
EIGHT_TIMES = instead(ours="sqrt(2/size*(log(2) + vc*log(2*e*size/vc)))/8")


@cache
def all_errors(bits: int, records: int, size: int) -> Any:
    """The worst error of every synthetic data set (columns) for every data set (rows), over all halfspaces."""
    table = halfspaces(bits).T.astype(float)
    truths = multisets(2**bits, records) / records @ table
    answers = multisets(2**bits, size) / size @ table
    return np.stack([np.abs(answers - truth).max(axis=1) for truth in truths])


def worst_half(claim: Claim, alpha: float, vc: int) -> Extreme:
    """The mean error that `B-vc` allows to a sample of the size that the lemma names."""
    size = math.ceil(claim.formulas["enough"](alpha=alpha, vc=vc))
    return Extreme(float(MEAN_ERROR(size=size, vc=vc)), {"size": size}, 1)


def half_again(witness: dict[str, Any], alpha: float, vc: int) -> float:
    """The same, from the proof's four logarithms."""
    size = witness["size"]
    logarithms = math.log(2) + vc * (math.log(2) + 1 + math.log(size) - math.log(vc))
    return math.sqrt(2 * logarithms / size)


def worst_mean(size: int, vc: int, bits: int, records: int) -> Extreme:
    """The largest mean error of a random sample, exactly: every sample, weighted by its probability."""
    samples, errors = multisets(2**bits, size), all_errors(bits, records, size)
    data = multisets(2**bits, records)
    # The probability of a sample: its number of orders times the product of its records' shares, with 0⁰ = 1.
    chances = np.stack([((row / records) ** samples).prod(axis=1) for row in data]) * orderings(samples)
    means = (chances * errors).sum(axis=1)
    hardest = first_highest(means)
    return Extreme(float(means[hardest]), {"counts": data[hardest].tolist()}, errors.size)


def mean_again(pair: dict[str, Any], size: int, vc: int, bits: int, records: int) -> float:
    """The same mean over all sequences of records, one by one."""
    data, mean = np.array(pair["counts"]), 0.0
    for sequence in product(np.flatnonzero(data), repeat=size):
        drawn = np.bincount(sequence, minlength=len(data))
        error = np.abs(halfspaces(bits) @ (drawn / size - data / records)).max()
        mean += float(error * np.prod(data[list(sequence)] / records))
    return mean


GRID = tuple(
    {"alpha": alpha, "vc": vc}
    for alpha in (0.5, 0.4, 0.2, 0.05, 0.01, 1e-4)
    for vc in (1, 2, 3, 5, 20, 1000, 10**6)
)


CLAIMS = (
    Claim(
        id="X-vc",
        title="The size of a representative sample depends on the class, not on n",
        kind="lemma",
        source=PAGE,
        reading=page("81-89"),
        relation=None,
        definition=(
            "Let a class of predicates have VC dimension $v$. For every data set $d$ some data set $\\hat "
            "d$ of $m$ records, $m$ of the order of $v\\ln(1/\\alpha)/\\alpha^2$, has a small error "
            "$\\max_h|Q_h(d)-Q_h(\\hat d)|$; the page leaves the constant open."
        ),
        statement=(
            "For all $«vc»$ and $«alpha»$, $\\lceil«enough»\\rceil$ records are enough for an error of "
            "«sense» $«published»$."
        ),
        quantities=(whole("vc", at_least=1, letter="v"), real("alpha", above=0, at_most=0.5)),
        formulas={"enough": Formula("100*vc*log(1/alpha)/alpha**2")},
        assumes=("small $\\alpha$, as the order of magnitude says",),
        published=Formula("alpha/2"),
        at={"alpha": 0.1},
        proof="proof-small",
        depends=("B-vc",),
        checks=(
            Exhaustive(
                "what the bound on the mean error gives at that size",
                GRID,
                worst_half,
                (instead(published="alpha/3"), instead(enough="80*vc*log(1/alpha)/alpha**2")),
                half_again,
            ),
        ),
    ),
    Claim(
        id="B-vc",
        title="A random sample is this good on average, so some small data set is",
        kind="lemma",
        reading=Reading(
            Origin.OURS,
            "with every constant; the steps are Vapnik and Chervonenkis's, Sauer's, Shelah's and Massart's",
        ),
        relation=None,
        definition=(
            "Let a class of predicates have VC dimension $v$, $1\\le v\\le2m$, and let $\\hat d$ be a "
            "sample of $m$ records drawn from $d$ with replacement; its error is $\\max_h|Q_h(d)-Q_h(\\hat "
            "d)|$."
        ),
        statement=(
            "For all $«vc»$ and $«size»$ the mean error is «sense» $«ours»$, and some $\\hat d$ is as good "
            "as that."
        ),
        quantities=(whole("vc", letter="v"), whole("size", at_least=1, letter="m")),
        ours=MEAN_ERROR,
        at={"size": 1000, "vc": 5},
        proof="proof-vc",
        checks=(
            Exhaustive(
                "every sample of every data set, halfspaces",
                tuple(
                    {"size": size, "vc": bits + 1, "bits": bits, "records": records}
                    for bits, size, records in ((1, 1, 4), (1, 4, 8), (1, 10, 10), (2, 4, 6), (3, 4, 3))
                ),
                worst_mean,
                (EIGHT_TIMES,),
                mean_again,
            ),
        ),
    ),
)
