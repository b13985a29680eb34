"""How small a data set can represent a large one: as published, and with every constant."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privcausal.claims.functions import first_highest, ln, root
from privcausal.claims.sources import SYNTHETIC
from privcausal.privacy.halfspaces import halfspaces
from privcausal.privacy.price import Relation
from privcausal.privacy.synthetic import multisets, orderings, worst_errors
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number


def small_sample_published(vc: int) -> Number:
    r"""$v$."""
    # At m = v the logarithm is 0, so the condition asks for nothing, whatever λ and α are.
    return vc


def small_sample_ours(size: Any, vc: Any) -> Any:
    r"""$\sqrt{\frac2m\left(\ln2+v\ln\frac{2em}{v}\right)}$."""
    return root(2 * (ln(2) + vc * (1 + ln(2 * size / vc))) / size)


@cache
def all_errors(bits: int, records: int, size: int) -> Any:
    """The worst error of every synthetic data set (columns) for every data set (rows), over all halfspaces."""
    table = halfspaces(bits).T.astype(float)
    truths = multisets(2**bits, records) / records @ table
    answers = multisets(2**bits, size) / size @ table
    return np.stack([np.abs(answers - truth).max(axis=1) for truth in truths])


def worst_size(vc: int, alpha: float, bits: int, records: int) -> Extreme:
    """The data set that needs most records to be represented within α/2, and how many."""
    sizes = [size_needed(data, alpha, bits) for data in multisets(2**bits, records)]
    hardest = first_highest(sizes)
    counts = multisets(2**bits, records)[hardest].tolist()
    return Extreme(sizes[hardest], {"counts": counts}, len(sizes))


def size_needed(data: Any, alpha: float, bits: int) -> int:
    """As many records as the data set has are always enough: then it represents itself."""
    return next(
        size
        for size in range(1, int(sum(data)) + 1)
        if worst_errors(data, multisets(2**bits, size), halfspaces(bits)).min() <= alpha / 2
    )


def size_again(claim: Claim, pair: dict[str, Any], vc: int, alpha: float, bits: int, records: int) -> int:
    """The same by going through sizes, data sets and halfspaces one by one."""
    data = np.array(pair["counts"])

    def error(other: Any, size: int) -> Any:
        return max(abs(data[h].sum() / records - other[h].sum() / size) for h in halfspaces(bits))

    sizes = range(1, records + 1)
    return next(m for m in sizes if any(error(o, m) <= alpha / 2 for o in multisets(2**bits, m)))


def worst_mean(size: int, vc: int, bits: int, records: int) -> Extreme:
    """The largest mean error of a random sample, exactly: every sample, weighted by its probability."""
    samples, errors = multisets(2**bits, size), all_errors(bits, records, size)
    data = multisets(2**bits, records)
    # The probability of a sample: its number of orders times the product of its records' shares, with 0⁰ = 1.
    chances = np.stack([((row / records) ** samples).prod(axis=1) for row in data]) * orderings(samples)
    means = (chances * errors).sum(axis=1)
    hardest = first_highest(means)
    return Extreme(float(means[hardest]), {"counts": data[hardest].tolist()}, errors.size)


def mean_again(claim: Claim, pair: dict[str, Any], size: int, vc: int, bits: int, records: int) -> float:
    """The same mean over all sequences of records, one by one."""
    data, mean = np.array(pair["counts"]), 0.0
    for sequence in product(np.flatnonzero(data), repeat=size):
        drawn = np.bincount(sequence, minlength=len(data))
        error = np.abs(halfspaces(bits) @ (drawn / size - data / records)).max()
        mean += float(error * np.prod(data[list(sequence)] / records))
    return mean


# --- wrong variants that the checks must find out -----------------------------------------------------------


def one_fewer(vc: int) -> Number:
    return vc - 1


def an_eighth(size: Any, vc: Any) -> Any:
    return small_sample_ours(size, vc) / 8


ONE_FEWER = Mutant("m = v − 1", claim={"published": one_fewer})
EIGHT_TIMES = Mutant("an eighth of the bound", claim={"ours": an_eighth})


CLAIMS = (
    Claim(
        id="X-vc",
        title="Samples of size λ·v·ln(m/v)/α² represent everything",
        kind="lemma",
        source=SYNTHETIC,
        locator="the lemma on small data sets",
        relation=Relation.SUBSTITUTION,
        statement=(
            "There is a constant $\\lambda$ such that, for a class of predicates of VC dimension $v$, every data "
            "set $d$ and every $m\\ge\\lambda\\,v\\ln(m/v)/\\alpha^2$, some data set $\\hat d$ of $m$ records has "
            "$\\max_h|Q_h(d)-Q_h(\\hat d)|\\le\\frac\\alpha2$."
        ),
        published=small_sample_published,
        at={"vc": 5},
        checks=(
            Exhaustive(
                "halfspaces, the size that every λ allows",
                tuple({"vc": bits + 1, "alpha": 0.1, "bits": bits, "records": bits + 2} for bits in (1, 2)),
                worst_size,
                (ONE_FEWER,),
                size_again,
                ({"vc": 4, "alpha": 0.1, "bits": 3, "records": 5},),
            ),
        ),
    ),
    Claim(
        id="B-vc",
        title="A random sample is this good on average, so some small data set is",
        kind="lemma",
        source="ours",
        locator="with every constant",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let a class of predicates have VC dimension $v$, $1\\le v\\le 2m$. If $\\hat d$ is a sample of $m$ "
            "records drawn from $d$ with replacement, then $E\\max_h|Q_h(d)-Q_h(\\hat d)|\\le"
            "\\sqrt{\\frac2m\\left(\\ln2+v\\ln\\frac{2em}{v}\\right)}$. So some $\\hat d$ is within $\\frac\\alpha2$ "
            "as soon as $m\\ge\\frac8{\\alpha^2}\\left(\\ln2+v\\ln\\frac{2em}v\\right)$."
        ),
        ours=small_sample_ours,
        at={"size": 1000, "vc": 5},
        proof="proof-vc",
        checks=(
            Exhaustive(
                "every sample of every data set, halfspaces",
                tuple(
                    {"size": size, "vc": bits + 1, "bits": bits, "records": records}
                    for bits, size, records in ((1, 4, 8), (1, 10, 10), (2, 4, 6), (3, 4, 3))
                ),
                worst_mean,
                (EIGHT_TIMES,),
                mean_again,
            ),
        ),
    ),
)
