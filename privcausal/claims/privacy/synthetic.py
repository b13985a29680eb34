"""A whole private data set: how small can it be, what does choosing it cost, and how many records make it useful?"""

import math
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
import sympy
from scipy.special import log_softmax

from privcausal.claims.functions import first_highest
from privcausal.claims.privacy.synthetic_one_query import needed, query_check, query_loss, query_loss_again
from privcausal.claims.sources import PAGE
from privcausal.privacy.halfspaces import cube, halfspaces
from privcausal.privacy.price import Relation
from privcausal.privacy.synthetic import Synthesiser, count_points, multisets, orderings, worst_errors
from privcausal.verify import Claim, Consequence, Formula, Mutant, Target, by_us, instead, mutant, real, whole
from privcausal.verify.audit import Audit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Symbolic, Witness, each, worlds

MEAN_ERROR = Formula("sqrt(2/size*(log(2) + vc*log(2*e*size/vc)))")
ONE_SIGN = instead(ours="sqrt(2/size*vc*log(2*e*size/vc))")
EIGHT_TIMES = instead(ours="sqrt(2/size*(log(2) + vc*log(2*e*size/vc)))/8")


# --- how small a data set can represent a large one ---------------------------------------------------------------


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


def half_again(witness: dict[str, Any], vc: int) -> float:
    """The same, from the proof's four logarithms."""
    size = witness["size"]
    logarithms = math.log(2) + vc * (math.log(2) + 1 + math.log(size) - math.log(vc))
    return math.sqrt(2 * logarithms / size)


def worst_mean(size: int, bits: int, records: int) -> Extreme:
    """The largest mean error of a random sample, exactly: every sample, weighted by its probability."""
    samples, errors = multisets(2**bits, size), all_errors(bits, records, size)
    data = multisets(2**bits, records)
    # The probability of a sample: its number of orders times the product of its records' shares, with 0⁰ = 1.
    chances = np.stack([((row / records) ** samples).prod(axis=1) for row in data]) * orderings(samples)
    means = (chances * errors).sum(axis=1)
    hardest = first_highest(means)
    return Extreme(float(means[hardest]), {"counts": data[hardest].tolist()}, errors.size)


def derive_mean(claim: Claim) -> Remainders:
    """The mean of the largest of 2N signed sums of m terms, each at most 1 in size, over m; N patterns by Sauer."""
    m, vc, rate, x = sympy.symbols("m v s x", positive=True)
    log_patterns = vc * sympy.log(2 * sympy.E * m / vc)
    logs = sympy.Symbol("L", positive=True)  # ln 2N
    mean, best = (logs / rate + rate * m / 2) / m, sympy.sqrt(2 * logs / m)
    stated = claim.stated["ours"](size=m, vc=vc)
    return {
        "cosh x is at most exp(x²/2): their logarithms agree to second order": sympy.log(sympy.cosh(x))
        .series(x, 0, 3)
        .removeO()
        - x**2 / 2,
        "and then the first one curves less": sympy.diff(sympy.log(sympy.cosh(x)), x, 2)
        - 1
        + sympy.tanh(x) ** 2,
        "the best rate": sympy.diff(mean, rate).subs(rate, best),
        "the mean at that rate": (mean.subs(rate, best) ** 2).subs(logs, sympy.log(2) + log_patterns)
        - stated**2,
    }


def mean_again(pair: dict[str, Any], size: int, bits: int, records: int) -> float:
    """The same mean over all sequences of records, one by one."""
    data, mean = np.array(pair["counts"]), 0.0
    for sequence in product(np.flatnonzero(data), repeat=size):
        drawn = np.bincount(sequence, minlength=len(data))
        error = np.abs(halfspaces(bits) @ (drawn / size - data / records)).max()
        mean += float(error * np.prod(data[list(sequence)] / records))
    return mean


GRID = each(alpha=(0.5, 0.4, 0.2, 0.05, 0.01, 1e-4), vc=(1, 2, 3, 5, 20, 1000, 10**6))


# --- what choosing a data set costs ------------------------------------------------------------------------------


def neighbour_pairs(data: Any) -> Iterator[tuple[int, int]]:
    """Rows of which one becomes the other when a record moves to another point."""
    place = {tuple(row): number for number, row in enumerate(data.tolist())}
    points = data.shape[1]
    for number, row in enumerate(data.tolist()):
        for old in (point for point in range(points) if row[point]):
            for new in range(points):
                moved = list(row)
                moved[old] -= 1
                moved[new] += 1
                if place[tuple(moved)] > number:
                    yield number, place[tuple(moved)]


def worst_synthesis(epsilon: float, bits: int, records: int, size: int, ordered: bool) -> Extreme:
    """All data sets, all neighbours, all outputs: the largest log-ratio of the probabilities."""
    logs = log_laws(epsilon, bits, records, size, ordered)
    data = multisets(2**bits, records)
    pairs = np.array(list(neighbour_pairs(data)))
    losses = np.concatenate(
        [np.abs(logs[some[:, 0]] - logs[some[:, 1]]).max(axis=1) for some in np.array_split(pairs, 16)]
    )
    worst = first_highest(losses)
    before, after = (data[side].tolist() for side in pairs[worst])
    return Extreme(float(losses[worst]), {"before": before, "after": after}, len(pairs) * logs.shape[1])


def log_laws(epsilon: float, bits: int, records: int, size: int, ordered: bool) -> Any:
    scores = -all_errors(bits, records, size) * epsilon * records / 2
    return log_softmax(scores + (np.log(orderings(multisets(2**bits, size))) if ordered else 0), axis=1)


def synthesis_loss(pair: Witness, epsilon: float, bits: int, size: int, ordered: bool) -> float:
    """The same loss by the library's mechanism, from tables of records."""
    mechanism = Synthesiser(bits, size, epsilon, ordered=ordered)
    tables = [np.repeat(cube(bits), pair[side], axis=0) for side in ("before", "after")]
    laws = [mechanism.law(count_points(table, bits))[1] for table in tables]
    return float(np.abs(np.log(laws[0] / laws[1])).max())


NEIGHBOURS = ((4, 0), (3, 1))
"""Four records on two points; the second data set moves one of them."""


def synthesise(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    """How many of the synthetic records lie on the second point."""
    chances = Synthesiser(1, 3, epsilon).law(NEIGHBOURS[side])[1]
    return multisets(2, 3)[rng.choice(len(chances), size=size, p=chances)][:, 1:].astype(float)


# --- how many records are enough ------------------------------------------------------------------------------


def base_weights(bits: int, size: int, ordered: bool) -> Any:
    """In how many orders each data set of this size comes, or 1 if order does not count."""
    samples = multisets(2**bits, size)
    return orderings(samples) if ordered else np.ones(len(samples))


def worst_need(
    epsilon: float, alpha: float, delta: float, bits: int, size: int, records: int, ordered: bool
) -> Extreme:
    """The n from which the failure P[error ≥ α] stays below δ, for the shares of records that need most.

    Only shares that some output represents within α/2 count, as the theorem assumes.
    """
    base, errors = base_weights(bits, size, ordered), all_errors(bits, records, size)
    needs = [
        needed(row, base, epsilon, alpha, delta) if row.min() <= alpha / 2 + 1e-12 else 0.0 for row in errors
    ]
    worst = first_highest(needs)
    return Extreme(needs[worst], {"counts": multisets(2**bits, records)[worst].tolist()}, errors.size)


def need_again(
    pair: Witness, epsilon: float, alpha: float, delta: float, bits: int, size: int, ordered: bool
) -> float:
    errors = worst_errors(pair["counts"], multisets(2**bits, size), halfspaces(bits))
    return needed(errors, base_weights(bits, size, ordered), epsilon, alpha, delta)


def useful_check(ordered: bool, *mutants: Mutant) -> Exhaustive:
    """Small cubes, two errors and failures each: how many records are needed?"""
    small = [
        {"outputs": 2 ** (bits * size) if ordered else math.comb(2**bits + size - 1, size), **risk}
        | {"epsilon": 1.0, "bits": bits, "size": size, "records": size, "ordered": ordered}
        for bits, size in ((1, 8), (2, 4), (3, 4))
        for risk in worlds("alpha delta", (0.5, 0.05), (0.25, 0.01))
    ]
    return Exhaustive("the exact law for every data set", tuple(small), worst_need, mutants, need_again)


NO_OUTPUTS = "4/(epsilon*alpha)*log(1/delta)"
"""As if there were one output."""

HALF_PRICE = instead(published="epsilon/2")
FULL_RATE = mutant(
    "weight exp(εnq), twice the rate", worst=lambda epsilon, **world: worst_synthesis(2 * epsilon, **world)
)
FULL_RATE_DRAWN = mutant(
    "weight exp(εnq), twice the rate",
    sample=lambda side, size, rng, epsilon: synthesise(side, size, rng, 2 * epsilon),
)
ALL_POSITIVE = (real("epsilon", above=0), real("alpha", above=0), real("delta", above=0, below=1))
USEFUL = (
    "Let some data set of $m$ records over $\\{0,1\\}^k$ be within $\\frac\\alpha2$ of $d$ on every query "
    "of the class, and call $\\hat d$ bad if some query is wrong by $\\alpha$ or more. "
)
SAMPLES = worlds(
    "size vc bits records", (1, 2, 1, 4), (4, 2, 1, 8), (10, 2, 1, 10), (4, 3, 2, 6), (4, 4, 3, 3)
)
LARGER_CUBES = worlds(
    "epsilon bits records size ordered", (1.0, 3, 4, 4, False), (1.0, 4, 2, 3, True), (1.0, 4, 3, 3, False)
)

CLAIMS = (
    Claim(
        id="X-blr",
        title="Choosing a synthetic data set by its worst error costs ε",
        **PAGE("58 and 93-97"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "For $n$ records, $n$ public, let $q(d,\\hat d)=-\\max_h|Q_h(d)-Q_h(\\hat d)|$ over a class of "
            "predicates. Choose $\\hat d$ among all sequences of $m$ records (or, a variant of ours, among "
            "all data sets of $m$ records, whatever their order) with weight $e^{\\varepsilon "
            "n\\,q(d,\\hat d)/2}$."
        ),
        statement="For all $«epsilon»$ the choice is «private».",
        quantities=(real("epsilon", above=0),),
        published=Formula("epsilon"),
        at={"epsilon": 1},
        proof="proof-blr",
        depends=("X-dp", "X-count"),
        checks=(
            Exhaustive(
                "every data set and neighbour, all halfspaces",
                worlds(
                    "epsilon bits records size ordered",
                    (1.0, 1, 8, 8, False),
                    (1.0, 2, 4, 4, False),
                    (1.0, 2, 4, 4, True),
                    (1.0, 3, 3, 3, False),
                    (1.0, 3, 3, 3, True),
                    (1.0, 4, 2, 2, False),
                ),
                worst_synthesis,
                (HALF_PRICE, FULL_RATE),
                synthesis_loss,
                LARGER_CUBES,
            ),
            Exhaustive(
                "one query of one record",
                worlds("epsilon bits", (1.0, 8), (0.5, 10)),
                query_loss,
                (
                    instead(published="19*epsilon/20"),
                    mutant("twice the rate", worst=partial(query_loss, rate=2.0)),
                ),
                query_loss_again,
            ),
            Audit(
                "four records on two points",
                ({"epsilon": 0.5}, {"epsilon": 2.0}),
                synthesise,
                (HALF_PRICE, FULL_RATE_DRAWN),
            ),
        ),
    ),
    Claim(
        id="X-useful",
        title="How many records make the chosen synthetic data set useful",
        **PAGE("64 and 98-106"),
        relation=None,
        definition=USEFUL + "The page lists every sequence of records, all with the same base weight.",
        statement=(
            "For all $«epsilon»$, $«alpha»$ and $«delta»$: the chosen $\\hat d$ is bad with probability "
            "«sense» $\\delta$ with $«published»$ records or more, indeed with $«ours»$ or more."
        ),
        quantities=(*ALL_POSITIVE, whole("bits", letter="k"), whole("size", letter="m")),
        consequence=Consequence(
            cost="A factor of 1.44 in the number of records, and no conclusion.",
            certain="Sure.",
            repair="the number of bits counts with the factor $\\ln 2$",
        ),
        published=Formula("4/(epsilon*alpha)*(bits*size + log(1/delta))"),
        ours=Formula("4/(epsilon*alpha)*(bits*size*log(2) + log(1/delta))"),
        at={"epsilon": 1, "alpha": 0.1, "delta": 0.05, "bits": 10, "size": 1000},
        proof="proof-useful",
        depends=("X-blr", "B-vc"),
        checks=(
            useful_check(True, instead(published=NO_OUTPUTS), instead(ours=NO_OUTPUTS)),
            query_check(instead(ours="19/(5*epsilon*alpha)*(bits*size*log(2) + log(1/delta))")),
        ),
    ),
    by_us(
        id="B-useful-once",
        title="Listing each data set once needs fewer records",
        place="another mechanism than the page's: order does not count",
        relation=None,
        definition=USEFUL + "Let each of the $N$ outputs have the same base weight.",
        statement=(
            "For all $«epsilon»$, $«alpha»$ and $«delta»$: the chosen $\\hat d$ is bad with probability "
            "«sense» $\\delta$ with $«ours»$ records or more."
        ),
        quantities=(*ALL_POSITIVE, whole("outputs", letter="N")),
        ours=Formula("4/(epsilon*alpha)*(log(outputs) + log(1/delta))"),
        at={"epsilon": 1, "alpha": 0.1, "delta": 0.05, "outputs": math.comb(2023, 1000)},
        proof="proof-useful",
        depends=("X-blr", "B-vc"),
        checks=(
            useful_check(False, instead(ours=NO_OUTPUTS)),
            query_check(instead(ours="19/(5*epsilon*alpha)*(log(outputs) + log(1/delta))")),
        ),
    ),
    Claim(
        id="X-vc",
        title="The size of a representative sample depends on the class, not on n",
        kind="lemma",
        **PAGE("81-89"),
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
        formulas={"enough": Formula("93*vc*log(1/alpha)/alpha**2")},
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
    by_us(
        id="B-vc",
        title="A random sample is this good on average, so some small data set is",
        kind="lemma",
        place="with every constant; the steps are Vapnik and Chervonenkis's, Sauer's, Shelah's and Massart's",
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
        checks=(
            Symbolic("the maximum of few sums", derive_mean, (EIGHT_TIMES, ONE_SIGN), Target.OURS),
            Exhaustive(
                "every sample of every data set, halfspaces", SAMPLES, worst_mean, (EIGHT_TIMES,), mean_again
            ),
        ),
    ),
)
