"""A synthetic table from a tree of two-column tables, as MST makes one: own code, from the description of the method.

McKenna, Miklau and Sheldon (2021): measure all columns, choose the edges of a spanning tree by the exponential
mechanism, measure the tables of these pairs, fit a distribution, draw records. On a tree the fit needs no search and
the draw is exact. Simplified: values are not merged, records are drawn independently of each other, and the fit puts
noisy tables into shape one after the other, where theirs is the most likely distribution of all.
"""

import math
from dataclasses import dataclass

import numpy as np

from privcausal.graphs.ask_once.contrasts import Floats
from privcausal.graphs.constraint_based.curate_pc import Choice
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.models.bayesian_network import Codes
from privcausal.graphs.score_based.second_moments import SPARE
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Price, Relation, check_substitution

Edge = tuple[int, int]

ROUNDS = 500
"""Of fitting a table to its margins; it stops sooner where nothing changes any more."""


@dataclass(frozen=True)
class Tree:
    """A distribution: the shares of each column, and for each edge the joint shares, which agree with them."""

    shares: list[Floats]
    joints: dict[Edge, Floats]

    def sample(self, size: int, rng: np.random.Generator) -> Codes:
        """Independent records, drawn from the first column outward.

        >>> tree = Tree([np.array([0.5, 0.5])] * 2, {(0, 1): np.array([[0.5, 0.0], [0.0, 0.5]])})
        >>> records = tree.sample(100, np.random.default_rng(0))
        >>> bool((records[:, 0] == records[:, 1]).all()), int(records[:, 0].sum())
        (True, 56)
        """
        records = np.zeros((size, len(self.shares)), dtype=np.uint8)
        records[:, 0] = drawn(np.tile(self.shares[0], (size, 1)), rng)
        reached, waiting = {0}, dict(self.joints)
        while waiting:
            x, y = next(edge for edge in waiting if (edge[0] in reached) != (edge[1] in reached))
            joint = waiting.pop((x, y))
            known, new = (x, y) if x in reached else (y, x)
            joint = joint if known == x else joint.T
            rates = joint / np.maximum(joint.sum(axis=1, keepdims=True), np.finfo(float).tiny)
            records[:, new] = drawn(rates[records[:, known]], rng)
            reached.add(new)
        return records


def drawn(rates: Floats, rng: np.random.Generator) -> Codes:
    """One value per row, with these probabilities."""
    below = rng.random((len(rates), 1)) > rates.cumsum(axis=1)[:, :-1]
    return np.asarray(below.sum(axis=1), dtype=np.uint8)


def synthetic(tables: Tables, budget: Price, rng: np.random.Generator) -> tuple[Codes, Price]:
    """As many records as there are, from a tree that was learned privately, and what that cost.

    A third of ρ each for the columns, the choice of the tree and its tables. A substitution is one removal and one
    addition: it moves a table of counts by √2, and the score of an edge by 2, where either alone moves them by 1.

    >>> rows = np.random.default_rng(0).integers(0, 2, (20_000, 2))[:, [0, 0, 1]]
    >>> made, spent = synthetic(Tables(rows, (2, 2, 2)), Price(1.0, 1e-6, Relation.SUBSTITUTION),
    ...                         np.random.default_rng(1))
    >>> round(float((made[:, 0] == made[:, 1]).mean()), 2), str(spent)
    (1.0, 'ε = 1, δ = 1e-06 (substitution)')
    """
    check_substitution(budget.relation)
    purse = ConcentratedFilter.within(budget)
    columns = range(len(tables.cardinalities))
    third = purse.left / 3 * (1 - 1e-12)
    single = [tables.counts(x, 1 if x == 0 else 0).sum(axis=(0, 2)).astype(float) for x in columns]
    singles, noise = measured(single, third, purse, rng)
    shares = [possible(counts / tables.size) for counts in singles]
    edges = chosen(tables, shares, third, purse, rng)
    pairs, wider = measured([tables.counts(*edge)[0].astype(float) for edge in edges], third, purse, rng)
    joints = {edge: counts / tables.size for edge, counts in zip(edges, pairs, strict=True)}
    shares = agreed([counts / tables.size for counts in singles], joints, noise, wider)
    return Tree(shares, fitted(joints, shares)).sample(tables.size, rng), purse.bill


def measured(
    tables: list[Floats], rho: float, purse: ConcentratedFilter, rng: np.random.Generator
) -> tuple[list[Floats], float]:
    """All these tables of counts with Gaussian noise, for ρ together, and its scale."""
    sensitivity = math.sqrt(2 * len(tables)) * SPARE
    mechanism = GaussianNoise(sensitivity, sensitivity / math.sqrt(2 * rho), Relation.SUBSTITUTION)
    noisy = purse.release(mechanism, np.concatenate([table.ravel() for table in tables]), rng).value
    ends = np.cumsum([table.size for table in tables])[:-1]
    parts = np.split(noisy, ends)
    return [part.reshape(table.shape) for part, table in zip(parts, tables, strict=True)], mechanism.scale


def chosen(
    tables: Tables, shares: list[Floats], rho: float, purse: ConcentratedFilter, rng: np.random.Generator
) -> list[Edge]:
    """A spanning tree, edge by edge: likely one whose tables are far from what the columns alone would say."""
    nodes = len(shares)
    far = {
        (x, y): float(np.abs(tables.counts(x, y)[0] - tables.size * np.outer(shares[x], shares[y])).sum())
        for x in range(nodes)
        for y in range(x + 1, nodes)
    }
    part, edges = list(range(nodes)), []
    for _ in range(nodes - 1):
        open_ = [edge for edge in far if part[edge[0]] != part[edge[1]]]
        choice = Choice(2.0, rho / (nodes - 1) * (1 - 1e-12), Relation.SUBSTITUTION)
        x, y = open_[int(purse.release(choice, [-far[edge] for edge in open_], rng).value)]
        edges.append((x, y))
        old, new = part[y], part[x]
        part = [new if home == old else home for home in part]
    return edges


def agreed(singles: list[Floats], joints: dict[Edge, Floats], noise: float, wider: float) -> list[Floats]:
    """Each column's shares, by all that was said about it, each weighed by how exact it is."""
    result = []
    for column, own in enumerate(singles):
        total, weight = own / noise**2, 1 / noise**2
        for edge, joint in joints.items():
            if column in edge:
                said = joint.sum(axis=1 - edge.index(column))
                trust = 1 / (wider**2 * joint.size / said.size)
                total, weight = total + trust * said, weight + trust
        result.append(possible(total / weight))
    return result


def fitted(joints: dict[Edge, Floats], shares: list[Floats]) -> dict[Edge, Floats]:
    """Each table, made possible and then scaled by rows and by columns until it agrees with the shares."""
    result = {}
    for (x, y), joint in joints.items():
        table = possible(joint) + np.outer(shares[x], shares[y]) * 1e-9
        for _ in range(ROUNDS):
            before = table
            table = table * _ratio(shares[x], table.sum(axis=1))[:, None]
            table = table * _ratio(shares[y], table.sum(axis=0))
            if np.abs(table - before).max() < 1e-12:
                break
        result[x, y] = table
    return result


def possible(shares: Floats) -> Floats:
    """The nearest table with nothing below 0 and the sum 1.

    >>> possible(np.array([0.7, 0.5, -0.2])).round(3).tolist()
    [0.6, 0.4, 0.0]
    """
    ordered = np.sort(shares.ravel())[::-1]
    excess = (ordered.cumsum() - 1) / np.arange(1, len(ordered) + 1)
    last = int(np.flatnonzero(ordered > excess)[-1])
    return np.asarray(np.maximum(shares - excess[last], 0.0))


def _ratio(wanted: Floats, there: Floats) -> Floats:
    return np.asarray(np.divide(wanted, there, out=np.zeros_like(wanted), where=there > 0))
