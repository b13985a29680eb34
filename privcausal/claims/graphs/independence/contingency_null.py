"""What z looks like when there is nothing to find, on categories; and what their order has to do with it."""

import math
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import sympy
from scipy.special import ndtr

from privcausal.claims.sources import AT_PRIV_PC, CURATE, THE_USERS
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables, conditional_kendall
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import skeleton
from privcausal.verify import Claim, Formula, Mutant, Sense, Target, by_us, instead, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Observed, Remainders, Symbolic, Witness
from privcausal.verify.provenance import Consequence, Quality


def narrowness(p: Fraction, n: int) -> Extreme:
    """1/Var z for two independent variables that are 1 with probability p, over all tables of n records."""
    moments, cases = [Fraction(0)] * 2, 0
    for ones in range(n + 1):  # records with x = 1
        for both in range(ones + 1):
            for only in range(n - ones + 1):
                chance = math.comb(n, ones) * math.comb(ones, both) * math.comb(n - ones, only)
                high = ones + both + only
                weight = chance * p**high * (1 - p) ** (2 * n - high)
                excess = both * (n - ones - only) - (ones - both) * only
                moments = [moments[0] + weight * excess, moments[1] + weight * excess**2]
                cases += 1
    variance = (moments[1] - moments[0] ** 2) * Fraction(18, n * (n - 1) * (2 * n + 5))
    return Extreme(1 / variance, {}, cases)


def derive_variance(claim: Claim) -> Remainders:
    """S sums (x_i − x_j)(y_i − y_j) over pairs; pairs that share a record are correlated, others are not."""
    p, n = sympy.symbols("p n", positive=True)

    def mean(values: Any) -> Any:
        """Over three independent records, 0 or 1 each."""
        bits = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
        return sum(values(*case) * p ** sum(case) * (1 - p) ** (3 - sum(case)) for case in bits)

    alone = mean(lambda a, b, c: (a - b) ** 2) ** 2
    shared = mean(lambda a, b, c: (a - b) * (a - c)) ** 2
    variance = n * (n - 1) / 2 * (alone + 2 * (n - 2) * shared)
    scale = sympy.Rational(18) / (n * (n - 1) * (2 * n + 5))
    cubes = 1 - p**3 - (1 - p) ** 3
    return {
        "1/Var z": claim.stated["ours"](p=p, n=n) - 1 / (variance * scale),
        "the limit, by shares": sympy.limit(1 / claim.stated["ours"](p=p, n=n), n, sympy.oo) - cubes**2,
    }


@cache
def inversions(n: int) -> list[int]:
    """How many orders of n records have 0, 1, 2, … discordant pairs."""
    counts = [1]
    for size in range(2, n + 1):
        sums = [0, *np.array(counts, dtype=object).cumsum().tolist()]
        top = len(counts) + size - 1
        counts = [sums[min(k + 1, len(counts))] - sums[max(k - size + 1, 0)] for k in range(top)]
    return counts


def level(n: int, alpha: float) -> Extreme:
    """How often Φ̄(|z|) ≤ α for n records without ties, exactly."""
    counts, pairs = inversions(n), n * (n - 1) // 2
    scale = math.sqrt(18 / (n * (n - 1) * (2 * n + 5)))
    rejected = sum(c for k, c in enumerate(counts) if ndtr(-abs(pairs - 2 * k) * scale) <= alpha)
    return Extreme(float(Fraction(rejected, math.factorial(n))), {}, len(counts))


# --- the order of the categories ---------------------------------------------------------------------------------


@cache
def learned_edges(name: str, records: int, seed: int, by_letters: bool) -> list[list[int]]:
    """What PC with conditional Kendall at 0.01 joins, values coded as the network lists them, or by letter."""
    net = network(name)
    sample = net.sample(records, np.random.default_rng(seed))
    if by_letters:
        columns = zip(net.categories, sample.T, strict=True)
        sample = np.stack([by_letter(values)[column] for values, column in columns], axis=1)
    tables = Tables(sample, net.cardinalities)

    test = OneByOne(
        lambda x, y, conditioning_set: conditional_kendall(tables, x, y, conditioning_set).p_value > 0.01
    )
    graph = pc(len(net.nodes), test).graph
    edges: list[list[int]] = np.argwhere(np.triu(skeleton(graph))).tolist()
    return edges


def by_letter(values: tuple[str, ...]) -> np.ndarray:
    """The code of each value when values are sorted like words."""
    codes: np.ndarray = np.argsort(np.argsort(np.array(values))).astype(np.uint8)
    return codes


def f1(name: str, edges: list[list[int]]) -> float:
    """By the library's score."""
    joined = np.zeros_like(network(name).dag)
    joined[tuple(np.array(edges).T)] = True
    return skeleton_scores(joined | joined.T, network(name).dag).f1


def lost_by_sorting(name: str, records: int, seed: int) -> Extreme:
    listed, by_letters = (learned_edges(name, records, seed, letters) for letters in (False, True))
    return Extreme(f1(name, listed) - f1(name, by_letters), {"listed": listed, "by_letters": by_letters}, 2)


def replay_loss(witness: Witness, name: str, records: int, seed: int) -> float:
    """The same score by sets of pairs."""
    truth = {frozenset((i, parent)) for i, parents in enumerate(network(name).parents) for parent in parents}
    scores = []
    for edges in (witness["listed"], witness["by_letters"]):
        results = {frozenset(edge) for edge in edges}
        scores.append(2 * len(results & truth) / (len(results) + len(truth)))
    return scores[0] - scores[1]


LIMIT = instead(ours="1/(9*(p*(1 - p))**2)")


CLAIMS = (
    Claim(
        id="P-null",
        title="Under independence, conditional Kendall is standard normal",
        **CURATE("Appendix VI-B (002:l.139-147), the variance is lost", Quality.RECONSTRUCTED, THE_USERS),
        consequence=Consequence(
            cost=(
                "Nothing for privacy. The tests are too careful on rare categories, all methods with this test alike."
            ),
            certain="Sure of the mathematics, fairly sure of the reading.",
            repair="{prf:ref}`B-ties`",
        ),
        relation=None,
        definition=(
            "Let $x$ and $y$ be independent, each $1$ with probability $p$ and $0$ otherwise, in $n$ "
            "records, and let $z=\\sqrt w\\,\\tau$ with $w=\\frac{9n(n-1)}{2(2n+5)}$: one over the "
            "variance without ties. Let $R$ be one over the variance of $z$."
        ),
        statement=(
            "For large $n$, $z$ scatters as widely as a standard normal variable: $R$ is «sense» $«published»$."
        ),
        published=Formula("1"),
        ours=Formula("(2*n + 5)/(18*n*(p*(1 - p))**2)"),
        assumes=("categories, as in the networks of the paper; it says nothing about ties",),
        at={"p": Fraction(1, 10), "n": 100_000},
        subjects=(conditional_kendall,),
        checks=(
            Exhaustive(
                "all tables of two rows and columns",
                worlds(
                    "p n", *((Fraction(1, part), n) for part, n in ((2, 10), (10, 10), (50, 10), (2, 24)))
                ),
                narrowness,
                (LIMIT,),
                thorough=worlds("p n", (Fraction(1, 10), 60)),
            ),
            Symbolic("pairs that share a record", derive_variance, (LIMIT,), target=Target.OURS),
        ),
    ),
    by_us(
        id="B-level",
        title="A threshold on one tail of |z| has twice the level",
        place="on the one-sided tail that both programs compare with a threshold",
        relation=None,
        kind="observation",
        definition="Let $x$ and $y$ be independent, without ties, in 20 or in 50 records.",
        statement="$\\bar\\Phi(|z|)$ stays below $\\alpha$ with probability «sense» $«ours»$.",
        sense=Sense.AT_LEAST,
        ours=Formula("19*alpha/10"),
        subjects=(conditional_kendall,),
        checks=(
            Observed(
                "all orders of records without ties",
                worlds("n alpha", (20, 0.05), (50, 0.05), (50, 0.01)),
                level,
                (instead(ours="21*alpha/10"),),
            ),
        ),
    ),
    by_us(
        id="P-order",
        title="For Kendall's test the order in which values are coded matters",
        place=f"the public code numbers words by letter ({AT_PRIV_PC}dataset.py l. 21-22)",
        relation=None,
        kind="observation",
        definition=(
            "Let PC with conditional Kendall at level $0.01$ learn from a sample of 20,000 records of "
            "*Child* twice: with the values of each variable coded in the order in which the network lists "
            "them, and in alphabetical order. Do this with four samples."
        ),
        statement="In each, the alphabetical order lowers the $F_1$ of the skeleton by «sense» $«ours»$.",
        sense=Sense.AT_LEAST,
        ours=Formula("0.024"),
        subjects=(conditional_kendall, network, pc, skeleton_scores),
        checks=(
            Observed(
                "four samples",
                worlds("name records seed", *(("child", 20_000, seed) for seed in range(4))),
                lost_by_sorting,
                (Mutant("a tenth is lost", claim={"ours": Formula("0.1")}),),
                replay_loss,
                worlds("name records seed", *(("child", 20_000, seed) for seed in range(4, 12))),
            ),
        ),
    ),
)
