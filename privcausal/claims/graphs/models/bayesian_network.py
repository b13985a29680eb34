"""What PC itself finds is not the truth: scored against its own output, it cannot be wrong."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial, reduce
from typing import Any

import numpy as np
from scipy.stats import chi2

from privcausal.claims.functions import our_error
from privcausal.claims.graphs.structure.cases import questions
from privcausal.claims.sources import AT_PRIV_PC
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables, g_squared
from privcausal.graphs.learned import Learned
from privcausal.graphs.models.bayesian_network import Codes, Network, network
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import skeleton
from privcausal.verify import Claim, Formula, Sense, by_us, instead, worlds
from privcausal.verify.checks import Extreme, Observed, Witness

RECORDS, LEVEL = 100_000, 0.01
"""100,000 records as in the source's experiments; a level of our own (theirs is 0.10, eval.py l. 18, 205)."""


@cache
def records_of(name: str, seed: int) -> Codes:
    return network(name).sample(RECORDS, np.random.default_rng(seed))


@cache
def learned_from(name: str, seed: int) -> Learned:
    """What PC with a G-test finds in a sample."""
    tables = Tables(records_of(name, seed), network(name).cardinalities)
    test = OneByOne(lambda x, y, conditioning_set: g_squared(tables, x, y, conditioning_set).p_value > LEVEL)
    return pc(len(tables.cardinalities), test)


def missing_in_sample(name: str, seed: int) -> Extreme:
    """The true edges that PC's output does not have, or has too much, and which sets made them disappear."""
    dag, learned = network(name).dag, learned_from(name, seed)
    differs = np.argwhere(np.triu(skeleton(dag) != skeleton(learned.graph)))
    missing = {f"{x}-{y}": list(learned.separators.get((int(x), int(y)), ())) for x, y in differs}
    scores = skeleton_scores(learned.graph, dag)
    return Extreme(len(differs), {"missing": missing}, scores.true)


def missed_by_scipy(witness: Witness, name: str, seed: int) -> int:
    """How many of the stored edges are true, and yet called independent by a plain loop over the strata."""
    records, dag, count = records_of(name, seed), skeleton(network(name).dag), 0
    for pair, given in witness["missing"].items():
        x, y = map(int, pair.split("-"))
        count += bool(dag[x, y]) and plain_g_test(records, x, y, given) > LEVEL
    return count


def plain_g_test(records: Codes, x: int, y: int, conditioning_set: list[int]) -> float:
    """The p-value of a G-test, as SciPy gives it."""
    statistic, freedom = plain_g_squared(records, x, y, conditioning_set)
    return float(chi2.sf(statistic, freedom)) if freedom else 1.0


def plain_g_squared(records: Codes, x: int, y: int, conditioning_set: list[int]) -> tuple[float, int]:
    """G² and its degrees of freedom, stratum by stratum and cell by cell."""
    statistic, freedom = 0.0, 0
    strata: Any = np.unique(records[:, conditioning_set], axis=0) if conditioning_set else [[]]
    for stratum in strata:
        here = records[(records[:, conditioning_set] == stratum).all(axis=1)]
        a, b = (np.unique(here[:, column], return_inverse=True)[1] for column in (x, y))
        table = np.zeros((a.max() + 1, b.max() + 1))
        np.add.at(table, (a, b), 1)
        expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
        full = table > 0
        statistic += 2 * float((table[full] * np.log(table[full] / expected[full])).sum())
        freedom += (table.shape[0] - 1) * (table.shape[1] - 1)
    return statistic, freedom


Joint = Any
"""An array of fractions with one axis per variable."""


@cache
def joint(name: str) -> Joint:
    """The exact joint distribution of all variables."""
    net = network(name)
    return reduce(np.multiply, [factor(net, node) for node in range(len(net.nodes))])


def factor(net: Network, node: int) -> Joint:
    """One conditional table in exact fractions, on the axes of the joint distribution."""
    family = (*net.parents[node], node)
    sizes = [net.cardinalities[member] for member in family]
    exact = np.array([Fraction(float(p)).limit_denominator(10**6) for p in net.tables[node].ravel()])
    table = exact.reshape(sizes).transpose(np.argsort(family))
    return table[tuple(slice(None) if axis in family else None for axis in range(len(net.nodes)))]


def independent_in(law: Joint, x: int, y: int, conditioning_set: tuple[int, ...]) -> bool:
    """P(x, y, s)·P(s) = P(x, s)·P(y, s) for all values, without rounding."""
    others = tuple(axis for axis in range(law.ndim) if axis not in (x, y, *conditioning_set))
    xys = law.sum(axis=others, keepdims=True)
    xs, ys = xys.sum(axis=y, keepdims=True), xys.sum(axis=x, keepdims=True)
    return bool((xys * xs.sum(axis=x, keepdims=True) == xs * ys).all())


def missing_in_law(name: str) -> Extreme:
    """The true edges whose ends are independent given some set, in the distribution itself."""
    law, joined = joint(name), skeleton(network(name).dag)
    sets: dict[str, list[int]] = {}
    asked = [question for question in questions(law.ndim) if joined[question[0], question[1]]]
    for x, y, conditioning_set in asked:
        if f"{x}-{y}" not in sets and independent_in(law, x, y, conditioning_set):
            sets[f"{x}-{y}"] = list(conditioning_set)
    return Extreme(len(sets), {"missing": sets}, len(asked))


def missed_by_pc(witness: Witness, name: str) -> int:
    """How many of the stored edges PC leaves out when it can ask the distribution itself."""
    law, joined = joint(name), skeleton(network(name).dag)
    result = pc(law.ndim, OneByOne(partial(independent_in, law))).graph
    pairs = [tuple(map(int, pair.split("-"))) for pair in witness["missing"]]
    return sum(bool(joined[pair]) and not result[pair] for pair in pairs)


def off(count: Callable[..., Any]) -> Callable[..., Any]:
    """How far from the stated number is what this counts?"""

    def distance(claim: Claim, *witness: Any, **world: Any) -> Any:
        result, stated = count(*witness, **world), claim.stated["ours"]()
        if isinstance(result, Extreme):
            return replace(result, value=abs(result.value - stated))
        return abs(result - stated)

    return distance


THREE = instead(ours="3")

CLAIMS = (
    by_us(
        id="P-truth",
        title="PC's own output is not the true graph",
        place=(
            "on the edge lists for scoring in the public code, which are not copies of the networks "
            f"({AT_PRIV_PC}dataset.py l. 5-16, eval.py l. 55-56, 72)"
        ),
        relation=None,
        kind="observation",
        definition=(
            "Let PC with a G-test at level $0.01$ learn from one sample of 100,000 records of *Asia*, or let it "
            "ask the distribution itself."
        ),
        statement=(
            "The number of pairs of nodes that the network joins and PC does not, or the other way round, is «sense» "
            "$«ours»$."
        ),
        sense=Sense.EXACTLY,
        ours=Formula("2"),
        subjects=(network, g_squared, pc, skeleton_scores),
        checks=(
            Observed(
                "100,000 records",
                worlds("name seed", ("asia", 0)),
                off(missing_in_sample),
                (THREE,),
                off(missed_by_scipy),
                **our_error(0),
            ),
            Observed(
                "the distribution itself",
                worlds("name", "asia"),
                off(missing_in_law),
                (THREE,),
                off(missed_by_pc),
                **our_error(0),
            ),
        ),
    ),
)
